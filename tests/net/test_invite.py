"""Invites: read as they were written, and nothing else."""

import base64
import importlib.util
import json
import string
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from durak_p2p.game.setup import encode_rules
from durak_p2p.net.invite import MOST_ADDRESSES, SCHEME, Address, Invite, InviteError, _check
from durak_p2p.rules.family import ALL_PRESETS, preset_rules

FOLDER = Path(__file__).parents[2] / "protocol" / "vectors"
VECTORS: dict[str, Any] = json.loads((FOLDER / "invite.json").read_text(encoding="utf-8"))
SECRET, KEY = bytes(range(16)), bytes(range(100, 132))
HOSTS = [
    Address("192.168.1.20", 7777),
    Address("2001:db8::1", 1),
    Address("host.example.org", 65535),
    Address("localhost", 80),
]
INVITE = Invite(SECRET, KEY, tuple(HOSTS))

addresses = st.builds(
    Address,
    st.one_of(st.ip_addresses().map(str), st.sampled_from(["a", "a-b.c", "example.org"])),
    st.integers(1, 65535),
)


def sealed(body: bytes) -> str:
    """An invite with any content, whose check is right."""
    return SCHEME + base64.urlsafe_b64encode(body + _check(body)).rstrip(b"=").decode()


def head(version: int = 1) -> bytes:
    return bytes([version]) + SECRET + KEY + b"\0\0"  # no rules are told


def name_field(name: bytes) -> bytes:
    return bytes([3, len(name)]) + name + b"\x00\x50"


@pytest.mark.parametrize("case", VECTORS["good"], ids=lambda case: case["what"])
def test_good_invites(case: dict[str, Any]) -> None:
    invite = Invite.parse(case["invite"])
    assert invite.secret.hex() == VECTORS["secret"]
    assert invite.host_key.hex() == VECTORS["host_key"]
    assert invite.addresses == tuple(Address(*where) for where in case["addresses"])
    rules = None if invite.rules is None else [list(pair) for pair in encode_rules(invite.rules)]
    assert rules == case["rules"]
    assert str(invite) == case["invite"]
    assert str(invite.next_table()) == case["next_invite"]


@pytest.mark.parametrize("case", VECTORS["bad"], ids=lambda case: case["why"])
def test_bad_invites(case: dict[str, str]) -> None:
    with pytest.raises(InviteError) as error:
        Invite.parse(case["invite"])
    assert str(error.value) == case["reason"]


def test_the_file_is_what_its_script_makes() -> None:
    spec = importlib.util.spec_from_file_location("make_invite", FOLDER / "make_invite.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.text() == (FOLDER / "invite.json").read_text(encoding="utf-8")


@given(
    st.binary(min_size=16, max_size=16),
    st.binary(min_size=32, max_size=32),
    st.lists(addresses, min_size=1, max_size=MOST_ADDRESSES),
)
def test_round_trip(secret: bytes, key: bytes, where: list[Address]) -> None:
    invite = Invite(secret, key, tuple(where))
    assert Invite.parse(str(invite)) == invite


@pytest.mark.parametrize("preset", ALL_PRESETS)
def test_the_rules_come_along(preset: str) -> None:
    invite = Invite(SECRET, KEY, tuple(HOSTS), preset_rules(preset, {}))
    assert Invite.parse(str(invite)).rules == preset_rules(preset, {})


@pytest.mark.parametrize("rules", [b"\xc1", b"\x91\x92\xa6colour\xa3red", b"\x91\x92\xa4deck\x11"])
def test_rules_that_are_not_known_are_refused(rules: bytes) -> None:
    told = head()[:-2] + len(rules).to_bytes(2, "big") + rules
    with pytest.raises(InviteError, match="a game that this program does not know"):
        Invite.parse(sealed(told + name_field(b"a")))


def test_the_secret_is_not_shown_by_accident() -> None:
    assert SECRET.hex() not in repr(INVITE)
    assert repr(SECRET) not in repr(INVITE)


def test_mail_may_break_lines_and_shout_the_scheme() -> None:
    text = str(INVITE)
    broken = "  \n".join(text[i : i + 20] for i in range(0, len(text), 20))
    assert Invite.parse(f"\n {broken}\r\n") == INVITE
    assert Invite.parse(text.replace("durak:", "DURAK:")) == INVITE


@pytest.mark.parametrize("extra", [0, 1, 2])  # all lengths that base64 knows
def test_any_one_character_changed_is_noticed(extra: int) -> None:
    invite = Invite(SECRET, KEY, (Address("a" * (5 + extra), 80),))
    text = str(invite)
    for place in range(len(SCHEME), len(text)):
        for other in "Aaz09-_+/=.~é":
            if other != text[place]:
                with pytest.raises(InviteError):
                    Invite.parse(text[:place] + other + text[place + 1 :])


def test_every_other_last_character_is_noticed() -> None:
    for extra in range(3):
        text = str(Invite(SECRET, KEY, (Address("a" * (5 + extra), 80),)))
        for other in string.ascii_letters + string.digits + "-_":
            if other != text[-1]:
                with pytest.raises(InviteError):
                    Invite.parse(text[:-1] + other)


def test_cut_or_doubled_characters_are_noticed() -> None:
    text = str(INVITE)
    for place in range(len(text)):
        with pytest.raises(InviteError):
            Invite.parse(text[:place])
        with pytest.raises(InviteError):
            Invite.parse(text[: place + 1] + text[place:])


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "This is no invite"),
        ("https://example.org/", "This is no invite"),
        ("durak", "This is no invite"),
        ("durak:", "cut short"),
        ("durak:AAAA", "cut short"),
        ("durak:é", "wrong character"),
        ("durak:\x00\x1b[31m", "wrong character"),
        (sealed(head(version=2) + name_field(b"a")), "another version"),
        (sealed(head()), "names no address"),
        (sealed(head()[:-1]), "cut short"),
        (sealed(head() + b"\x09\x01\x02\x03\x04\x00\x50"), "unknown kind"),
        (sealed(head() + b"\x01\x7f\x00\x00\x01\x00\x00"), "an address that is none"),
        (sealed(head() + b"\x01\x7f\x00\x00\x01\x00"), "an address that is none"),
        (sealed(head() + b"\x03"), "an address that is none"),
        (sealed(head() + (b"\x01\x7f\x00\x00\x01\x00\x50" * 17)), "an address that is none"),
        # An IPv4 address written as a name: every invite has one spelling.
        (sealed(head() + name_field(b"1.2.3.4")), "damaged"),
    ],
)
def test_each_refusal_has_its_sentence(text: str, says: str) -> None:
    with pytest.raises(InviteError, match=says):
        Invite.parse(text)


@pytest.mark.parametrize(
    "name",
    [
        b"",
        b"-a",
        b"a-",
        b"a..b",
        b".a",
        b"a.",
        b"a b",
        b"a\x1b[31m",
        b"a\x00",
        b"\xff\xfe",
        b"a/b",
        b"a:80",
        b"x" * 64,
        b"user@host",
        b"[::1]",
        b"%2e",
    ],
)
def test_hostile_names_are_refused(name: bytes) -> None:
    with pytest.raises(InviteError):
        Invite.parse(sealed(head() + name_field(name)))


@given(st.binary(max_size=200))
def test_any_content_is_read_or_refused(tail: bytes) -> None:
    try:
        invite = Invite.parse(sealed(head() + tail))
    except InviteError:
        return
    assert Invite.parse(str(invite)) == invite


@given(st.text(max_size=200))
def test_any_text_is_refused(text: str) -> None:
    for whole in (text, SCHEME + text):
        with pytest.raises(InviteError):
            Invite.parse(whole)


def test_addresses_are_shown_as_they_are_typed() -> None:
    assert [str(a) for a in HOSTS[:2]] == ["192.168.1.20:7777", "[2001:db8::1]:1"]


def test_the_next_table_has_a_secret_of_its_own_that_the_players_know() -> None:
    invite = Invite(bytes([1]) * 16, bytes(32), (Address("192.0.2.7", 7777),))
    following = invite.next_table()
    assert following.secret.hex() == "df38bce482cf2ac60c8c9739ac121932"  # as in wire.md
    assert (following.host_key, following.addresses) == (invite.host_key, invite.addresses)
    assert following.next_table().secret not in (following.secret, invite.secret)
