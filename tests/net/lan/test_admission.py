"""Admission: who gets the invite, and what attackers get (protocol/lan.md, "Admission")."""

from __future__ import annotations

import pytest

from durak_p2p import limits
from durak_p2p.crypto import SystemRandomness
from durak_p2p.crypto import spake2 as spake2_module
from durak_p2p.crypto.group import multiply
from durak_p2p.crypto.spake2 import password_scalar
from durak_p2p.game.codec import decode, encode
from durak_p2p.net.invite import Address, Invite
from durak_p2p.net.lan.admission import (
    AdmissionError,
    AdmissionRefused,
    Doorway,
    GuestAdmission,
    HostAdmission,
    Refusal,
    refuse,
)
from durak_p2p.net.lan.guard import Guard
from durak_p2p.rules import rules_for

SYSTEM = SystemRandomness()
TABLE, OTHER_TABLE = bytes(range(8)), bytes(range(1, 9))
INVITE = Invite(
    bytes(range(16)),
    bytes.fromhex("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"),
    (Address("192.168.1.20", 7777),),
    rules_for("classic", players=2),
)
GUEST_ADDRESS = "192.168.1.7"


class House:
    """A host with a clock of its own, and what it was told."""

    def __init__(self, pin: str = "4821", table_id: bytes = TABLE) -> None:
        self.now = 0.0
        self.wrong: list[str] = []
        self.shut: Refusal | None = None
        self.doorway = Doorway(
            table_id,
            pin,
            Guard(lambda: self.now),
            SYSTEM,
            lambda: self.shut,
            lambda: INVITE,
            self.wrong.append,
        )

    def door(self, address: str = GUEST_ADDRESS) -> HostAdmission:
        return HostAdmission(self.doorway, address)

    def visit(
        self, pin: str, table_id: bytes | None = TABLE, address: str = GUEST_ADDRESS
    ) -> Invite:
        """Ask as an honest guest does, to the end."""
        return converse(GuestAdmission(table_id, pin, SYSTEM), self.door(address))

    def refusal(self, pin: str, address: str = GUEST_ADDRESS) -> AdmissionRefused:
        with pytest.raises(AdmissionRefused) as refused:
            self.visit(pin, address=address)
        return refused.value


def converse(guest: GuestAdmission, host: HostAdmission, opening: bytes | None = None) -> Invite:
    said: bytes | Invite = opening or guest.opening
    while isinstance(said, bytes):
        said = guest.receive(host.receive(said))
    return said


@pytest.mark.parametrize("pin", ["4821", ""])
@pytest.mark.parametrize("table_id", [TABLE, None], ids=["from the list", "typed"])
def test_who_knows_the_pin_gets_the_invite(pin: str, table_id: bytes | None) -> None:
    house = House(pin)
    assert house.visit(pin, table_id) == INVITE
    assert not house.wrong


def test_the_invite_is_not_sent_in_clear() -> None:
    for pin in ("4821", ""):
        guest, host = GuestAdmission(TABLE, pin, SYSTEM), House(pin).door()
        answer = host.receive(guest.opening)
        proof = guest.receive(answer)
        assert isinstance(proof, bytes)
        welcome = host.receive(proof)
        said = guest.opening + answer + proof + welcome
        for secret in (INVITE.secret, INVITE.host_key, str(INVITE).encode(), b"4821"):
            assert secret not in said


def test_a_wrong_pin_is_refused_and_counted() -> None:
    house = House()
    assert house.refusal("4822").refusal is Refusal.WRONG
    assert house.wrong == [GUEST_ADDRESS]
    assert house.visit("4821") == INVITE


def test_whether_there_is_a_pin_has_to_fit() -> None:
    assert House("4821").refusal("").refusal is Refusal.PIN
    assert House("").refusal("4821").refusal is Refusal.NO_PIN
    house = House("4821")
    house.refusal("")
    assert not house.wrong


def test_a_table_that_is_gone_is_told() -> None:
    house = House(table_id=OTHER_TABLE)
    assert house.refusal("4821").refusal is Refusal.OTHER_TABLE
    assert house.visit("4821", None) == INVITE


def test_a_full_table_lets_nobody_in_even_if_it_fills_in_the_middle() -> None:
    house = House()
    guest, host = GuestAdmission(TABLE, "4821", SYSTEM), house.door()
    proof = guest.receive(host.receive(guest.opening))
    house.shut = Refusal.FULL
    assert isinstance(proof, bytes)
    with pytest.raises(AdmissionRefused) as refused:
        guest.receive(host.receive(proof))
    assert refused.value.refusal is Refusal.FULL
    assert house.refusal("4821").refusal is Refusal.FULL
    assert not house.wrong


def test_another_version_is_told_whatever_follows_in_it() -> None:
    host = House().door()
    answer = host.receive(encode(("admit", 2, "quite", ("another", "form"))))
    with pytest.raises(AdmissionRefused) as refused:
        GuestAdmission(TABLE, "4821", SYSTEM).receive(answer)
    assert refused.value.refusal is Refusal.VERSION
    assert host.over


# -- attackers ---------------------------------------------------------------------------------


def test_one_in_the_middle_who_passes_everything_on_learns_nothing_to_use() -> None:
    """It hears all; from that it would have to find SPAKE2's key.  What it keeps opens no other
    door, and a welcome meant for another is no welcome."""
    house = House()
    heard: list[bytes] = []
    guest, host = GuestAdmission(TABLE, "4821", SYSTEM), house.door()
    said: bytes | Invite = guest.opening
    while isinstance(said, bytes):
        answer = host.receive(said)
        heard += [said, answer]
        said = guest.receive(answer)
    assert said == INVITE
    other_guest = GuestAdmission(TABLE, "4821", SYSTEM)
    assert isinstance(other_guest.receive(heard[1]), bytes)
    with pytest.raises(AdmissionError):
        other_guest.receive(heard[3])


def test_one_in_the_middle_who_shares_with_both_needs_the_pin() -> None:
    house = House()
    guest, host = GuestAdmission(TABLE, "4821", SYSTEM), house.door()
    towards_host = GuestAdmission(TABLE, "0000", SYSTEM)
    false_house = House("0000")
    towards_guest = false_house.door()
    guests_proof = guest.receive(towards_guest.receive(guest.opening))
    own_proof = towards_host.receive(host.receive(towards_host.opening))
    assert isinstance(guests_proof, bytes)
    assert isinstance(own_proof, bytes)
    # The guest's proof helps neither to the host, nor does an own one.
    with pytest.raises(AdmissionRefused):
        towards_host.receive(host.receive(guests_proof))
    with pytest.raises(AdmissionRefused):
        guest.receive(towards_guest.receive(guests_proof))
    assert house.wrong == [GUEST_ADDRESS]


def test_a_replay_gets_no_further() -> None:
    house = House()
    guest, host = GuestAdmission(TABLE, "4821", SYSTEM), house.door()
    proof = guest.receive(host.receive(guest.opening))
    assert isinstance(proof, bytes)
    host.receive(proof)
    again = house.door()
    again.receive(guest.opening)
    assert decode(again.receive(proof)) == ("refusal", "wrong", 0)


def test_reflected_messages_are_refused() -> None:
    guest = GuestAdmission(TABLE, "4821", SYSTEM)
    with pytest.raises(AdmissionError):
        guest.receive(guest.opening)
    share = decode(guest.opening)
    assert isinstance(share, tuple)
    proof = guest.receive(encode(("answer", TABLE, share[4])))
    assert isinstance(proof, bytes)
    with pytest.raises(AdmissionError):
        guest.receive(proof)
    with pytest.raises(AdmissionError):  # its own proof is not the host's
        guest.receive(encode(("welcome", decode(proof)[1], bytes(32))))  # type: ignore[index]


def test_a_false_host_is_no_host_though_it_says_welcome() -> None:
    guest = GuestAdmission(TABLE, "4821", SYSTEM)
    guest.receive(House("0000").door().receive(guest.opening))
    with pytest.raises(AdmissionError, match="does not know the PIN"):
        guest.receive(encode(("welcome", bytes(32), bytes(100))))


def test_a_welcome_that_is_changed_is_refused() -> None:
    guest, host = GuestAdmission(TABLE, "4821", SYSTEM), House().door()
    proof = guest.receive(host.receive(guest.opening))
    assert isinstance(proof, bytes)
    name, confirmation, sealed = decode(host.receive(proof))  # type: ignore[misc]
    assert isinstance(sealed, bytes)
    for changed in (sealed[:-1], sealed + b"x", bytes([sealed[0] ^ 1]) + sealed[1:], b"", None):
        with pytest.raises(AdmissionError):
            guest.receive(encode((name, confirmation, changed)))


@pytest.mark.parametrize("field", range(1, 5))
def test_whoever_changes_a_message_on_its_way_breaks_it(field: int) -> None:
    """Version, table, PIN or none, share: both sides must have seen the same."""
    changed_to: dict[int, object] = {1: 2, 2: bytes(8), 3: 0, 4: GuestAdmission(None, "", SYSTEM)}
    guest, host = GuestAdmission(TABLE, "4821", SYSTEM), House().door()
    opening = list(decode(guest.opening))  # type: ignore[arg-type]
    new = changed_to[field]
    opening[field] = decode(new.opening)[4] if isinstance(new, GuestAdmission) else new  # type: ignore
    with pytest.raises(AdmissionRefused):
        converse(guest, host, encode(tuple(opening)))


def test_the_table_in_the_answer_cannot_be_changed() -> None:
    guest, host = GuestAdmission(None, "4821", SYSTEM), House().door()
    answer = decode(host.receive(guest.opening))
    assert isinstance(answer, tuple)
    proof = guest.receive(encode(("answer", OTHER_TABLE, answer[2])))
    assert isinstance(proof, bytes)
    assert decode(host.receive(proof)) == ("refusal", "wrong", 0)
    with pytest.raises(AdmissionError):
        GuestAdmission(TABLE, "4821", SYSTEM).receive(encode(("answer", OTHER_TABLE, answer[2])))


def test_a_bare_guess_counts_as_a_wrong_pin() -> None:
    """w M as a share would tell by the host's stumbling whether w is right."""
    house = House()
    for pin in ("4821", "0000"):
        share = multiply(spake2_module._M, password_scalar(b"durak-p2p/1 admission", pin.encode()))
        host = house.door()
        host.receive(encode(("admit", 1, TABLE, 1, share)))
        assert decode(host.receive(encode(("proof", bytes(32))))) == ("refusal", "wrong", 0)
    assert len(house.wrong) == 2


SHARE = GuestAdmission(TABLE, "", SYSTEM).opening[-32:]
RUBBISH = {
    "nothing": b"",
    "no msgpack": b"\xc1",
    "a map": b"\x81\x01\x02",
    "no array": encode("admit"),
    "an empty array": encode(()),
    "no name": encode((1, 2)),
    "another message": encode(("proof", bytes(32))),
    "an unknown message": encode(("hello", 1)),
    "a short one": encode(("admit", 1, TABLE, 1)),
    "a long one": encode(("admit", 1, TABLE, 1, SHARE, 0)),
    "version 0": encode(("admit", 0, TABLE, 1, SHARE)),
    "a short table": encode(("admit", 1, TABLE[:7], 1, SHARE)),
    "a strange PIN": encode(("admit", 1, TABLE, 2, SHARE)),
    "a boolean PIN": encode(("admit", 1, TABLE, True, SHARE)),
    "a short share": encode(("admit", 1, TABLE, 1, SHARE[:31])),
    "a neutral share": encode(("admit", 1, TABLE, 1, bytes([1, *bytes(31)]))),
    "a share of small order": encode(("admit", 1, TABLE, 1, bytes(32))),
    "too long": encode(("admit", 1, TABLE, 1, bytes(limits.ADMISSION_BYTES))),
}


@pytest.mark.parametrize("payload", RUBBISH.values(), ids=RUBBISH.keys())
def test_rubbish_is_refused_by_the_host(payload: bytes) -> None:
    with pytest.raises(AdmissionError):
        House().door().receive(payload)


ANSWERS = {
    **{name: raw for name, raw in RUBBISH.items() if not name.endswith("message")},
    "a welcome too early": encode(("welcome", bytes(32), b"")),
    "an unknown reason": encode(("refusal", "because", 0)),
    "a long reason": encode(("refusal", "x" * 17, 0)),
    "a wait without end": encode(("refusal", "wait", 86_401)),
    "a share that is none": encode(("answer", TABLE, bytes(32))),
}


@pytest.mark.parametrize("payload", ANSWERS.values(), ids=ANSWERS.keys())
def test_rubbish_is_refused_by_the_guest(payload: bytes) -> None:
    with pytest.raises(AdmissionError):
        GuestAdmission(TABLE, "4821", SYSTEM).receive(payload)


def test_nothing_may_come_after_the_end() -> None:
    house = House()
    guest, host = GuestAdmission(TABLE, "4821", SYSTEM), house.door()
    converse(guest, host)
    with pytest.raises(AdmissionError):
        host.receive(guest.opening)


@pytest.mark.parametrize("refusal", Refusal)
def test_every_refusal_arrives(refusal: Refusal) -> None:
    with pytest.raises(AdmissionRefused) as refused:
        GuestAdmission(TABLE, "4821", SYSTEM).receive(refuse(refusal, 7))
    assert (refused.value.refusal, refused.value.seconds) == (refusal, 7)


# -- guessing ----------------------------------------------------------------------------------


def test_an_address_that_guesses_waits_longer_each_time() -> None:
    house = House()
    waits = []
    for _ in range(4):
        assert house.refusal("0000").refusal is Refusal.WRONG
        waits.append(house.doorway.guard.wait(GUEST_ADDRESS))
        house.now += waits[-1]
    assert waits == [0, 0, 1, 2]
    assert house.visit("4821") == INVITE


def test_who_has_to_wait_is_not_heard_even_with_the_right_pin() -> None:
    house = House()
    for _ in range(3):
        house.refusal("0000")
    refused = house.refusal("4821")
    assert refused.refusal is Refusal.WAIT
    assert refused.seconds >= 1
    assert house.visit("4821", address="192.168.1.8") == INVITE
    assert len(house.wrong) == 3


def test_many_at_once_are_not_more_guesses() -> None:
    """All come as far as the proof before the first is judged."""
    house = House()
    asking = []
    for number in range(60):
        guest, host = GuestAdmission(TABLE, f"{number:04}", SYSTEM), house.door(f"10.0.0.{number}")
        proof = guest.receive(host.receive(guest.opening))
        assert isinstance(proof, bytes)
        asking.append((host, proof))
    answers = [decode(host.receive(proof)) for host, proof in asking]
    assert answers.count(("refusal", "wrong", 0)) == limits.PIN_FREE_IN_ALL + 1
    assert len(house.wrong) == limits.PIN_FREE_IN_ALL + 1


def test_an_evening_of_guessing_from_everywhere_gives_a_few_guesses() -> None:
    """protocol/lan.md: at most 19 in four hours, of 10,000 PINs."""
    house = House()
    guesses = 0
    while house.now < 4 * 3600:
        address = f"10.{guesses}.0.1"
        if house.doorway.guard.wait(address) == 0:
            house.doorway.guard.note_wrong(address)
            guesses += 1
        else:
            house.now += max(house.doorway.guard.wait(address), 0.001)
    assert guesses == 19


def test_what_is_kept_of_guessers_is_bounded_and_ipv6_counts_by_network() -> None:
    house = House()
    guard = house.doorway.guard
    for number in range(limits.PIN_ADDRESSES + 10):
        guard.note_wrong(f"2001:db8:{number:x}::1")
    assert len(guard._by_address) == limits.PIN_ADDRESSES
    fresh = Guard(lambda: 0.0)
    for number in range(4):
        fresh.note_wrong(f"2001:db8::{number:x}")
    assert fresh.wait("2001:db8::ffff") > 0
    assert fresh.wait("::ffff:192.168.1.7") == fresh.wait("192.168.1.7") == 0


def test_one_who_knows_the_pin_is_forgiven() -> None:
    house = House()
    for _ in range(2):
        house.refusal("0000")
    house.visit("4821")
    house.refusal("0000")
    assert house.doorway.guard.wait(GUEST_ADDRESS) == 0
