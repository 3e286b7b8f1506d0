"""Reply codes (protocol/wire.md, "Reply codes"): what a guest sends back whom nobody lets in.

A reply code says who the guest is and where to look for it, so that host and guest can open a
connection from both sides at once.  It is bound to the invite's secret: nobody else can make a
host dial.  Without input or output.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import ipaddress
from dataclasses import dataclass
from typing import Final

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from durak_p2p.crypto import EncodingError, check_public_key
from durak_p2p.net.invite import Address
from durak_p2p.texts import text

SCHEME: Final = "durak-reply:"
MOST_CANDIDATES: Final = 8
_VERSION: Final = 1
_KEY_BYTES: Final = 32
_MAC_BYTES: Final = 16
_CHECK_BYTES: Final = 4
_IPV4, _IPV6 = 1, 2


class ReplyError(ValueError):
    """This is no reply code that can be used here.  The message is a sentence for the user."""


@dataclass(frozen=True, slots=True)
class ReplyCode:
    """``guest_key`` (32 bytes) says who looks for us, ``candidates`` where it may be found.

    The candidates are 1 to 8 IP addresses with TCP ports; none of them is a host name.
    """

    guest_key: bytes
    candidates: tuple[Address, ...]

    def sealed(self, secret: bytes) -> str:
        """Return the code as it is sent to the host whose invite holds *secret* (16 bytes)."""
        body = bytes([_VERSION]) + self.guest_key
        body += b"".join(_encode(candidate) for candidate in self.candidates)
        body += _mac(secret, body)
        return SCHEME + base64.urlsafe_b64encode(body + _check(body)).rstrip(b"=").decode()

    @classmethod
    def parse(cls, typed: str, secret: bytes) -> ReplyCode:
        """Read a code that answers the invite with *secret*; white space in it does not matter.

        Raises :class:`ReplyError`.
        """
        packed = "".join(typed.split())
        if not is_reply(packed):
            raise ReplyError(
                text("This is no reply code: one begins with {scheme}.", scheme=repr(SCHEME))
            )
        code = packed[len(SCHEME) :]
        try:
            raw = base64.b64decode(code + "=" * (-len(code) % 4), altchars=b"-_", validate=True)
        except (binascii.Error, ValueError):
            raise ReplyError(_WRONG_CHARACTER) from None
        if len(raw) <= 1 + _KEY_BYTES + _MAC_BYTES + _CHECK_BYTES:
            raise ReplyError(text("The reply code is cut short."))
        sealed, check = raw[:-_CHECK_BYTES], raw[-_CHECK_BYTES:]
        if check != _check(sealed):
            raise ReplyError(_WRONG_CHARACTER)
        if sealed[0] != _VERSION:
            raise ReplyError(
                text("The reply code is of another version of durak; both need the same.")
            )
        body, mac = sealed[:-_MAC_BYTES], sealed[-_MAC_BYTES:]
        if not hmac.compare_digest(mac, _mac(secret, body)):
            raise ReplyError(text("The reply code is not for this table: its invite is another."))
        reply = cls(body[1 : 1 + _KEY_BYTES], _decode(body[1 + _KEY_BYTES :]))
        try:
            check_public_key(reply.guest_key)
        except EncodingError:
            raise ReplyError(text("The reply code names nobody who could be known.")) from None
        if reply.sealed(secret)[len(SCHEME) :] != code:  # the same in another spelling
            raise ReplyError(_WRONG_CHARACTER)
        return reply


_WRONG_CHARACTER = text("The reply code is damaged: a character is missing or wrong.")


def is_reply(typed: str) -> bool:
    """Whether a typed line is meant as a reply code."""
    return "".join(typed.split()).lower().startswith(SCHEME)


def can_be_met(address: Address) -> bool:
    """Whether a connection can be opened with *address* from both sides: no name, no loopback."""
    try:
        return usable(address.host)
    except ValueError:
        return False


def is_public(candidate: Address) -> bool:
    """Whether a candidate (an IP address) can be found from anywhere."""
    return ipaddress.ip_address(candidate.host).is_global


def usable(host: str) -> bool:
    """Whether a host may dial a guest at *host*, the text of an IP address."""
    ip = ipaddress.ip_address(host)
    if isinstance(ip, ipaddress.IPv6Address) and (ip.ipv4_mapped or ip.scope_id):
        return False
    return not (ip.is_unspecified or ip.is_multicast or ip.is_loopback or ip.is_link_local)


def _mac(secret: bytes, body: bytes) -> bytes:
    key = HKDF(hashes.SHA256(), 32, salt=None, info=b"durak-p2p/1 reply code").derive(secret)
    return hmac.digest(key, body, "sha256")[:_MAC_BYTES]


def _check(sealed: bytes) -> bytes:
    """A typing slip is told from another table's code."""
    return hashlib.sha256(b"durak-p2p/1 reply\n" + sealed).digest()[:_CHECK_BYTES]


def _encode(candidate: Address) -> bytes:
    ip = ipaddress.ip_address(candidate.host)
    kind = _IPV4 if ip.version == 4 else _IPV6
    return bytes([kind]) + ip.packed + candidate.port.to_bytes(2, "big")


def _decode(raw: bytes) -> tuple[Address, ...]:
    candidates: list[Address] = []
    at = 0
    while at < len(raw):
        length = {_IPV4: 4, _IPV6: 16}.get(raw[at])
        if length is None:
            raise ReplyError(text("The reply code names an address of an unknown kind."))
        end = at + 1 + length + 2
        port = int.from_bytes(raw[end - 2 : end], "big")
        if end > len(raw) or port == 0 or len(candidates) == MOST_CANDIDATES:
            raise ReplyError(_NO_ADDRESS)
        host = str(ipaddress.ip_address(raw[at + 1 : end - 2]))
        if not usable(host):
            raise ReplyError(_NO_ADDRESS)
        candidates.append(Address(host, port))
        at = end
    return tuple(candidates)


_NO_ADDRESS = text("The reply code names an address that is none.")
