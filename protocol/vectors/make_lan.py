"""Make lan.json, the test vectors of protocol/lan.md: python protocol/vectors/make_lan.py

Always the same: the two secret scalars of each admission are listed.  Byte strings are in hex,
scalars as their 32 bytes little-endian, as in crypto.json.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from durak_p2p.crypto import Scalar, encode_scalar
from durak_p2p.game.codec import decode, encode
from durak_p2p.net.invite import Address, Invite
from durak_p2p.net.lan.admission import Doorway, GuestAdmission, HostAdmission, Refusal, refuse
from durak_p2p.net.lan.guard import Guard
from durak_p2p.net.lan.record import Record, RecordError, instance, read_record
from durak_p2p.rules import rules_for
from durak_p2p.rules.family import preset_rules, told_options

PATH = Path(__file__).with_name("lan.json")
Json = Any

TABLE = bytes(range(1, 9))
INVITE = Invite(
    bytes(range(16)),
    bytes.fromhex("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"),
    (Address("192.168.1.20", 7777),),
    rules_for("classic", players=2),
)


class Fixed:
    """Randomness that is one scalar."""

    def __init__(self, value: int) -> None:
        self._value = Scalar(value)

    def scalar(self) -> Scalar:
        return self._value

    def token(self, size: int) -> bytes:
        raise AssertionError("an admission draws scalars only")


GUEST_SCALAR = 2**200 + 12345
HOST_SCALAR = 2**201 + 67890


def doorway(pin: str) -> Doorway:
    return Doorway(
        TABLE,
        pin,
        Guard(lambda: 0.0),
        Fixed(HOST_SCALAR),
        lambda: None,
        lambda: INVITE,
        lambda _: None,
    )


def admission(pin: str, guess: str, table: bytes | None) -> Json:
    guest, host = (
        GuestAdmission(table, guess, Fixed(GUEST_SCALAR)),
        HostAdmission(doorway(pin), "10.0.0.1"),
    )
    said = [guest.opening, host.receive(guest.opening)]
    if pin == guess or (pin and guess):
        proof = guest.receive(said[-1])
        assert isinstance(proof, bytes)
        said += [proof, host.receive(proof)]
    return {
        "pin": pin,
        "guess": guess,
        "table": TABLE.hex(),
        "guest scalar": encode_scalar(Scalar(GUEST_SCALAR)).hex(),
        "host scalar": encode_scalar(Scalar(HOST_SCALAR)).hex(),
        "payloads": [payload.hex() for payload in said],
        "invite": str(INVITE) if pin == guess else None,
    }


def record(table: bytes, told: Record) -> Json:
    return {"instance": instance(table), "txt": told.properties(), "shown": shown(told)}


def shown(told: Record) -> Json:
    return {
        "name": told.name,
        "rules": None if told.rules is None else dict(told_options(told.rules)),
        "taken": told.taken,
        "seats": told.seats,
        "pin": told.guarded,
        "same version": told.same_version,
    }


def foreign(txt: Mapping[str, str]) -> Json:
    """What others may announce; txt values are text or, where they begin with hex:, bytes."""
    raw = {
        key.encode(): bytes.fromhex(value[4:]) if value.startswith("hex:") else value.encode()
        for key, value in txt.items()
    }
    try:
        return {"txt": dict(txt), "shown": shown(read_record(raw))}
    except RecordError:
        return {"txt": dict(txt), "shown": None}


GOOD = Record("Anna", rules_for("classic", players=4), 1, 4, guarded=True)


def records() -> Json:
    return [
        record(TABLE, GOOD),
        record(TABLE, Record("Борис", preset_rules("encyclopedia", {}), 1, 2, guarded=False)),
        record(TABLE, Record("Clara", preset_rules("czech", {}), 1, 2, guarded=True)),
    ]


def foreign_records() -> Json:
    good = GOOD.properties()

    def without(key: str) -> dict[str, str]:
        return {name: value for name, value in good.items() if name != key}

    return [
        foreign({**good, "colour": "green"}),
        foreign(without("rules")),
        foreign({**good, "rules": "AAAA"}),
        foreign({**good, "wire": "2"}),
        foreign({"v": "2", "name": "Anna", "anything": "else"}),
        foreign({**good, "name": "\x1b[31mAn\u202ena\x07 " + "x" * 40}),
        foreign({**good, "name": "hex:ff"}),
        foreign({**good, "name": "\x1b\x07"}),
        foreign({**good, "name": ""}),
        foreign({**good, "name": "x" * 251}),
        *(foreign(without(key)) for key in ("v", "wire", "name", "seats", "pin")),
        *(foreign({**good, "v": value}) for value in ("0", "01", "-1", "1 ", "100000", "١")),
        *(foreign({**good, "seats": value}) for value in ("5/4", "0/4", "1/1", "1/9", "1-4", "4")),
        *(foreign({**good, "pin": value}) for value in ("2", "", "yes")),
        foreign({**good, "seats": "1/3"}),
    ]


def make() -> Json:
    right = admission("4821", "4821", TABLE)
    proof = bytes.fromhex(right["payloads"][2])
    opening = decode(bytes.fromhex(right["payloads"][0]))
    assert isinstance(opening, tuple)
    return {
        "records": records(),
        "foreign records": foreign_records(),
        "admissions": [
            right,
            admission("4821", "4821", None),
            admission("", "", TABLE),
            admission("4821", "4822", TABLE),
            admission("4821", "", TABLE),
            admission("", "4821", TABLE),
        ],
        "refusals": [
            refuse(refusal, 7 if refusal is Refusal.WAIT else 0).hex() for refusal in Refusal
        ],
        "no admissions": [
            raw.hex()
            for raw in (
                b"",
                b"\xc1",
                proof,
                encode(()),
                encode(opening[:4]),
                encode((*opening, 0)),
                encode((*opening[:2], TABLE[:7], *opening[3:])),
                encode((*opening[:3], 2, opening[4])),
                encode((*opening[:4], bytes(32))),
                encode((*opening[:4], bytes([1, *bytes(31)]))),
            )
        ],
    }


def text() -> str:
    return json.dumps(make(), indent=1) + "\n"


if __name__ == "__main__":
    PATH.write_text(text(), encoding="utf-8")
