"""Reply codes: read as they were written, for the one table that they answer, and nothing else."""

import importlib.util
import ipaddress
import json
import string
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from durak_p2p.crypto import Identity
from durak_p2p.net.invite import Address
from durak_p2p.net.reply import MOST_CANDIDATES, SCHEME, ReplyCode, ReplyError, is_reply, usable

FOLDER = Path(__file__).parents[2] / "protocol" / "vectors"
VECTORS: dict[str, Any] = json.loads((FOLDER / "reply.json").read_text(encoding="utf-8"))
SECRET = bytes.fromhex(VECTORS["secret"])
KEY = bytes.fromhex(VECTORS["guest_key"])
REPLY = ReplyCode(KEY, (Address("192.0.2.7", 7777), Address("2001:db8::1", 40001)))
CODE = REPLY.sealed(SECRET)

candidates = st.builds(
    Address,
    st.ip_addresses().filter(lambda ip: usable(str(ip))).map(str),
    st.integers(1, 65535),
)


@pytest.mark.parametrize("case", VECTORS["good"], ids=lambda case: case["what"])
def test_good_codes(case: dict[str, Any]) -> None:
    where = tuple(Address(host, port) for host, port in case["candidates"])
    assert ReplyCode(KEY, where).sealed(SECRET) == case["code"]
    assert ReplyCode.parse(case["code"], SECRET) == ReplyCode(KEY, where)


@pytest.mark.parametrize("case", VECTORS["bad"], ids=lambda case: case["why"])
def test_bad_codes(case: dict[str, str]) -> None:
    with pytest.raises(ReplyError) as error:
        ReplyCode.parse(case["code"], SECRET)
    assert str(error.value) == case["reason"]


def test_the_file_is_what_its_script_makes() -> None:
    spec = importlib.util.spec_from_file_location("make_reply", FOLDER / "make_reply.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.text() == (FOLDER / "reply.json").read_text(encoding="utf-8")


@given(
    st.binary(min_size=16, max_size=16),
    st.binary(min_size=32, max_size=32),
    st.lists(candidates, min_size=1, max_size=MOST_CANDIDATES),
)
def test_round_trip(secret: bytes, seed: bytes, where: list[Address]) -> None:
    reply = ReplyCode(Identity.from_private_bytes(seed).public_key, tuple(where))
    assert ReplyCode.parse(reply.sealed(secret), secret) == reply


@given(st.binary(min_size=16, max_size=16).filter(lambda secret: secret != SECRET))
def test_who_does_not_know_the_invite_makes_nobody_dial(secret: bytes) -> None:
    with pytest.raises(ReplyError, match="not for this table"):
        ReplyCode.parse(REPLY.sealed(secret), SECRET)


def test_a_code_fits_a_message() -> None:
    assert len(CODE) < 125
    assert len(ReplyCode(KEY, 8 * (Address("2001:db8::1", 1),)).sealed(SECRET)) < 300


def test_mail_may_break_lines_and_shout_the_scheme() -> None:
    broken = "  \n".join(CODE[at : at + 20] for at in range(0, len(CODE), 20))
    assert ReplyCode.parse(f"\n {broken}\r\n", SECRET) == REPLY
    assert ReplyCode.parse(CODE.replace(SCHEME, SCHEME.upper()), SECRET) == REPLY
    assert is_reply(f" {CODE}")
    assert not is_reply("durak:AAAA")


def test_any_one_character_changed_left_out_or_doubled_is_noticed() -> None:
    for place in range(len(SCHEME), len(CODE)):
        wrong = [CODE[:place] + other + CODE[place + 1 :] for other in "Aaz09-_+/=.~é"]
        wrong += [CODE[:place] + CODE[place + 1 :], CODE[: place + 1] + CODE[place:]]
        for typed in wrong:
            if typed != CODE:
                with pytest.raises(ReplyError):
                    ReplyCode.parse(typed, SECRET)


def test_every_other_last_character_is_noticed() -> None:
    for count in range(1, 4):  # all lengths that base64 knows
        code = ReplyCode(KEY, count * (Address("192.0.2.7", 7),)).sealed(SECRET)
        for other in string.ascii_letters + string.digits + "-_":
            if other != code[-1]:
                with pytest.raises(ReplyError):
                    ReplyCode.parse(code[:-1] + other, SECRET)


@given(st.text(max_size=200))
def test_any_text_is_refused(typed: str) -> None:
    for whole in (typed, SCHEME + typed):
        with pytest.raises(ReplyError):
            ReplyCode.parse(whole, SECRET)


@given(st.ip_addresses())
def test_no_host_dials_itself_a_group_or_its_own_cable(ip: ipaddress.IPv4Address) -> None:
    if ip.is_loopback or ip.is_multicast or ip.is_unspecified or ip.is_link_local:
        assert not usable(str(ip))
