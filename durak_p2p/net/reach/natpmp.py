"""Messages of the NAT Port Mapping Protocol (RFC 6886), as far as a port is mapped with them."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from ipaddress import IPv4Address
from typing import Final

from durak_p2p.texts import Text, text

SERVER_PORT: Final = 5351
ADDRESS_REQUEST: Final = bytes(2)  # version 0, opcode 0 (3.2)
_ANSWER: Final = 0x80
_ADDRESS, _MAP_TCP = 0, 2
_HEAD: Final = struct.Struct(">BBHI")
_MAP: Final = struct.Struct(">HHI")


@dataclass(frozen=True, slots=True)
class AddressAnswer:
    """The router's external address; None where ``result`` is not 0.  ``epoch``: seconds (3.6)."""

    result: int
    epoch: int
    ip: IPv4Address | None


@dataclass(frozen=True, slots=True)
class MapAnswer:
    """An answer to a request for a mapping; ``lifetime`` in seconds, ``port`` the external one."""

    result: int
    epoch: int
    port: int
    lifetime: int


def encode_map(port: int, lifetime: int, wished_port: int) -> bytes:
    """Return a request to map TCP *port*, 1 … 65535 (3.3).

    ``lifetime`` in seconds; 0 gives the mapping back, and the wished port is 0 then (3.4).
    Raises ``ValueError`` without a port.
    """
    if not port:  # with port 0 a router would take all mappings back (3.4)
        raise ValueError("a mapping needs a port")
    return struct.pack(">BBHHHI", 0, _MAP_TCP, 0, port, wished_port, lifetime)


def decode_address(raw: bytes) -> AddressAnswer | None:
    """Return what *raw* answers to a request for the address, or None: it is no such answer."""
    head = _head(raw, _ADDRESS)
    if head is None:
        return None
    result, epoch = head
    if result:
        return AddressAnswer(result, epoch, None)
    if len(raw) != _HEAD.size + 4:
        return None
    return AddressAnswer(0, epoch, IPv4Address(raw[_HEAD.size :]))


def decode_map(raw: bytes, port: int) -> MapAnswer | None:
    """Return what *raw* answers to a request to map *port*, or None: it is no such answer."""
    head = _head(raw, _MAP_TCP)
    if head is None:
        return None
    result, epoch = head
    if result:
        return MapAnswer(result, epoch, 0, 0)
    if len(raw) != _HEAD.size + _MAP.size:
        return None
    internal, external, lifetime = _MAP.unpack_from(raw, _HEAD.size)
    return MapAnswer(0, epoch, external, lifetime) if internal == port else None


def _head(raw: bytes, opcode: int) -> tuple[int, int] | None:
    """Return result code and epoch of an answer to *opcode* (3.2, 3.3, 3.5)."""
    if len(raw) < _HEAD.size:
        return None
    version, its_opcode, result, epoch = _HEAD.unpack_from(raw)
    if version != 0 or its_opcode != _ANSWER | opcode:
        return None
    return result, epoch


def reason(result: int) -> Text:
    """Return a result code (3.5) in words."""
    match result:
        case 1 | 5:
            return text("It does not understand the request.")
        case 2:
            return text("It is not allowed to computers in this network.")
        case 3:
            return text("It has no connection to the internet itself, or no public address.")
        case 4:
            return text("It can take no more mappings at the moment.")
    return text("It gives the reason number {number}, which is not known.", number=result)
