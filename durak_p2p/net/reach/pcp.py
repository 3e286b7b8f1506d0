"""Messages of the Port Control Protocol (RFC 6887), as far as a port is mapped with them.

A MAP request to an IPv4 router asks for a port of its public address; to an IPv6 router it asks to
let connections in to our own address, which changes nothing about the address.
"""

from __future__ import annotations

import hmac
import struct
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address
from typing import Final

from durak_p2p.net.reach.interfaces import IPAddress
from durak_p2p.texts import Text, text

SERVER_PORT: Final = 5351
VERSION: Final = 2
NONCE_BYTES: Final = 12
LONGEST_BYTES: Final = 1100  # section 7
_MAP: Final = 1  # opcode, 19.2
_ANSWER: Final = 0x80  # the bit R, 7.2
_TCP: Final = 6
_UNSUPPORTED_VERSION: Final = 1  # result code, 7.4
_HEADER: Final = struct.Struct(">BBxBII12x")
_MAP_DATA: Final = struct.Struct(">12sB3xHH16s")  # 11.1


@dataclass(frozen=True, slots=True)
class MapAnswer:
    """An answer to a MAP request.

    ``result`` is 0 if it was granted; then ``lifetime`` (seconds), ``port`` and ``ip`` say how.
    ``epoch``: seconds, by the router's clock (8.5).
    """

    result: int
    lifetime: int
    epoch: int
    port: int
    ip: IPAddress


@dataclass(frozen=True, slots=True)
class OtherVersion:
    """The router does not speak this version; NAT-PMP answers so, too (appendix A)."""


def nonce(secret: bytes, client: IPAddress, port: int) -> bytes:
    """Return the nonce of a mapping: 12 bytes that only who has *secret* can know.

    A router refuses changes with another nonce (11.3), so it has to be the same when a program
    that could not give its mapping back is started again.
    """
    what = f"durak-p2p/1 port mapping {client} {port}".encode()
    return hmac.digest(secret, what, "sha256")[:NONCE_BYTES]


def encode_map(
    client: IPAddress,
    nonce: bytes,
    port: int,
    lifetime: int,
    wished_port: int = 0,
    wished_ip: IPAddress | None = None,
) -> bytes:
    """Return a request to map TCP *port* (7.1, 11.1).

    Args:
        client: the address that the request is sent from.
        nonce: 12 random bytes, the same for all requests about one mapping.
        port: the internal port, 1 … 65535.
        lifetime: seconds; 0 gives the mapping back (15), and nothing is wished then.
        wished_port: the external port; 0: any.
        wished_ip: the external address; None: any.
    """
    header = struct.pack(">BBHI", VERSION, _MAP, 0, lifetime) + _packed(client)
    anything = IPv4Address(0) if client.version == 4 else IPv6Address(0)
    wished = _packed(wished_ip if wished_ip is not None else anything)
    return header + _MAP_DATA.pack(nonce, _TCP, port, wished_port, wished)


def decode_map(raw: bytes, nonce: bytes, port: int) -> MapAnswer | OtherVersion | None:
    """Return what *raw* answers to the MAP request with that nonce and port.

    None: it is no answer to it, and MUST be ignored (8.3, 11.4).
    """
    if len(raw) >= 4 and raw[0] != VERSION:
        # NAT-PMP: version, opcode, result as 2 bytes.  Its result code has the same number.
        return OtherVersion() if raw[1] & _ANSWER and raw[3] == _UNSUPPORTED_VERSION else None
    if not _HEADER.size <= len(raw) <= LONGEST_BYTES or len(raw) % 4:
        return None
    _, opcode, result, lifetime, epoch = _HEADER.unpack_from(raw)
    if not opcode & _ANSWER:
        return None
    if result == _UNSUPPORTED_VERSION:
        return OtherVersion()
    if opcode != _ANSWER | _MAP or len(raw) < _HEADER.size + _MAP_DATA.size:
        return None
    its_nonce, protocol, its_port, external, packed = _MAP_DATA.unpack_from(raw, _HEADER.size)
    if (its_nonce, protocol, its_port) != (nonce, _TCP, port):
        return None
    return MapAnswer(result, lifetime, epoch, external, _unpacked(packed))


def _packed(ip: IPAddress) -> bytes:
    """IPv4 addresses are sent as IPv4-mapped IPv6 addresses (section 5)."""
    return ip.packed if ip.version == 6 else bytes(10) + b"\xff\xff" + ip.packed


def _unpacked(raw: bytes) -> IPAddress:
    ip = IPv6Address(raw)
    return ip.ipv4_mapped or ip


def state_lost(before: tuple[float, int], now: tuple[float, int]) -> bool:
    """Whether the router has lost its mappings between two answers (8.5).

    Each is (our clock, the router's epoch), in seconds.
    """
    (our_before, its_before), (our_now, its_now) = before, now
    if its_now < its_before - 1:
        return True
    ours, its = our_now - our_before, its_now - its_before
    return ours + 2 < its - its / 16 or its + 2 < ours - ours / 16


def reason(result: int) -> Text:
    """Return a result code (7.4) in words."""
    match result:
        case 2:
            return text("It is not allowed to computers in this network.")
        case 3 | 4 | 5 | 6:
            return text("It does not understand the request.")
        case 7:
            return text("It has no connection to the internet itself, or no public address.")
        case 8:
            return text("It can take no more mappings at the moment.")
        case 9:
            return text("It does not map TCP ports.")
        case 10:
            return text("This computer has as many mappings there as it may have.")
        case 11:
            return text("It cannot give the address or port that is wished.")
        case 12:
            return text("There is another router between it and this computer.")
    return text("It gives the reason number {number}, which is not known.", number=result)
