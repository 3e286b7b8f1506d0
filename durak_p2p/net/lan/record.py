"""What a table tells of itself on the LAN (protocol/lan.md, "Announcement").  Pure.

Anybody on the LAN reads it, so nothing in it is secret; and anybody can write it, so nothing in it
is believed: it says what to show in a list, and where to ask for admission.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from durak_p2p.game.codec import CodecError, decode, encode
from durak_p2p.game.names import UncleanName, clean_name
from durak_p2p.game.setup import decode_rules, encode_rules
from durak_p2p.rules import RulesError
from durak_p2p.rules.family import AnyRules
from durak_p2p.table.messages import VERSION as WIRE_VERSION

SERVICE: Final = "_durak-p2p._tcp.local."
VERSION: Final = 1
TABLE_ID_BYTES: Final = 8
_LONGEST_VALUE: Final = 250  # bytes; with its key and "=" it must fit into 255 (RFC 6763, 6.1)
_INSTANCE = re.compile(rf"[0-9a-f]{{{2 * TABLE_ID_BYTES}}}")
_NUMBER = re.compile(r"[1-9][0-9]{0,4}")
_SEATS = re.compile(r"([1-8])/([2-8])")


class RecordError(ValueError):
    """This does not announce a table."""


@dataclass(frozen=True, slots=True)
class Record:
    """One table's announcement.

    ``name`` is the host's, cleaned; ``rules`` are None where they are not told, or not known here;
    ``taken`` of ``seats`` seats are taken; ``guarded``: a PIN is asked for; ``wire`` is the version
    that the host speaks.  Of another ``version`` of the announcement only the name is read.
    """

    name: str
    rules: AnyRules | None
    taken: int
    seats: int
    guarded: bool
    wire: int = WIRE_VERSION
    version: int = VERSION

    @property
    def same_version(self) -> bool:
        """Whether a program of this version can join."""
        return (self.version, self.wire) == (VERSION, WIRE_VERSION)

    def properties(self) -> dict[str, str]:
        """Return the keys and values of the TXT record.  Rules that are too long are left out."""
        told = {
            "v": str(self.version),
            "wire": str(self.wire),
            "name": self.name,
            "seats": f"{self.taken}/{self.seats}",
            "pin": "1" if self.guarded else "0",
        }
        if self.rules is not None:
            rules = base64.urlsafe_b64encode(encode(encode_rules(self.rules))).decode().rstrip("=")
            if len(rules) <= _LONGEST_VALUE:
                told["rules"] = rules
        return told


def instance(table_id: bytes) -> str:
    """Return the full name of the service of the table with that id (8 bytes)."""
    return f"{table_id.hex()}.{SERVICE}"


def table_id_of(name: str) -> bytes:
    """Return the table's id from the full name of a service.  Raises :class:`RecordError`."""
    label = name.removesuffix(f".{SERVICE}")
    if label == name or not _INSTANCE.fullmatch(label):
        raise RecordError("The name of the service is no table's.")
    return bytes.fromhex(label)


def read_record(properties: Mapping[bytes, bytes | None]) -> Record:
    """Read the TXT record of a service; keys that are not known are passed over.

    Raises :class:`RecordError` for what no program of any version announces.
    """
    try:
        version = _number(properties, "v")
        name = clean_name(_value(properties, "name"))
    except UncleanName as error:
        raise RecordError(str(error)) from error
    if version != VERSION:
        return Record(name, None, 0, 0, guarded=False, wire=0, version=version)
    seats = _SEATS.fullmatch(_value(properties, "seats"))
    if seats is None or int(seats[1]) > int(seats[2]):
        raise RecordError("The seats are not as they should be.")
    pin = _value(properties, "pin")
    if pin not in ("0", "1"):
        raise RecordError("It is not told whether there is a PIN.")
    rules = _rules(properties)
    if rules is not None and rules.players != int(seats[2]):
        raise RecordError("The rules are for another number of players.")
    wire = _number(properties, "wire")
    return Record(name, rules, int(seats[1]), int(seats[2]), guarded=pin == "1", wire=wire)


def _value(properties: Mapping[bytes, bytes | None], key: str) -> str:
    raw = properties.get(key.encode())
    if raw is None or len(raw) > _LONGEST_VALUE:
        raise RecordError(f"{key} is missing.")
    try:
        return raw.decode()
    except UnicodeDecodeError:
        raise RecordError(f"{key} is no text.") from None


def _number(properties: Mapping[bytes, bytes | None], key: str) -> int:
    text = _value(properties, key)
    if not _NUMBER.fullmatch(text):
        raise RecordError(f"{key} is no number.")
    return int(text)


def _rules(properties: Mapping[bytes, bytes | None]) -> AnyRules | None:
    """Return the rules, if they are told and known here; a newer program may have others."""
    if b"rules" not in properties:
        return None
    text = _value(properties, "rules")
    try:
        raw = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
        return decode_rules(decode(raw))
    except (binascii.Error, ValueError, CodecError, RulesError):
        return None
