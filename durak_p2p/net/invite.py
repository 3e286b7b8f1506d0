"""Invites: one string that holds all a guest needs to reach a table (protocol/wire.md, "Invite").

    durak:<base64url of: version | secret | host's key | rules | addresses | check>

Who has the string may sit down, so it is sent to friends by a channel that they trust.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import ipaddress
import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Final

from durak_p2p.game.codec import CodecError, decode, encode
from durak_p2p.game.setup import decode_rules, encode_rules
from durak_p2p.rules import RulesError
from durak_p2p.rules.family import AnyRules
from durak_p2p.texts import text

SCHEME: Final = "durak:"
SECRET_BYTES: Final = 16
KEY_BYTES: Final = 32
MOST_ADDRESSES: Final = 16
_VERSION: Final = 1
_CHECK_BYTES: Final = 4
_RULES_LENGTH_BYTES: Final = 2
_AGAIN: Final = b"durak-p2p/1 next table\n"
_IPV4, _IPV6, _NAME = 1, 2, 3
_LONGEST_NAME = 253
_LABEL = r"[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_HOST_NAME = re.compile(rf"{_LABEL}(\.{_LABEL})*")


def is_host_name(written: str) -> bool:
    """Whether *written* can be the name of a host (RFC 1123, 2.1): others cannot be looked up."""
    return len(written) <= _LONGEST_NAME and _HOST_NAME.fullmatch(written) is not None


class InviteError(ValueError):
    """This is no invite that can be used."""


@dataclass(frozen=True, slots=True)
class Address:
    """Where a peer listens: an IPv4 or IPv6 address, or a host name, and a TCP port."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


@dataclass(frozen=True, slots=True)
class Invite:
    """``secret`` (16 bytes) opens the table, ``host_key`` (32 bytes) says who its host is.

    ``rules`` are what is played there (None: not told); the host is held to them.
    """

    secret: bytes = field(repr=False)
    host_key: bytes
    addresses: tuple[Address, ...]
    rules: AnyRules | None = None

    def __str__(self) -> str:
        """The invite as it is sent to friends."""
        rules = b"" if self.rules is None else encode(encode_rules(self.rules))
        body = bytes([_VERSION]) + self.secret + self.host_key
        body += len(rules).to_bytes(_RULES_LENGTH_BYTES, "big") + rules
        body += b"".join(_encode_address(address) for address in self.addresses)
        text = base64.urlsafe_b64encode(body + _check(body)).rstrip(b"=").decode()
        return SCHEME + text

    def with_addresses(self, addresses: Iterable[Address]) -> Invite:
        """Return it with other addresses, each once: the first of them, as many as it can hold."""
        return replace(self, addresses=tuple(dict.fromkeys(addresses))[:MOST_ADDRESSES])

    def next_table(self) -> Invite:
        """Return the invite to the table that the same host opens after this one.

        Its secret follows from this one's (HMAC-SHA256, RFC 2104, the first 16 bytes), so nobody
        need send it to those who play here.
        """
        secret = hmac.digest(self.secret, _AGAIN, "sha256")[:SECRET_BYTES]
        return replace(self, secret=secret)

    @classmethod
    def parse(cls, written: str) -> Invite:
        """Read an invite; spaces and line breaks that mail programs put in do not matter.

        Raises :class:`InviteError` with a sentence for the user.
        """
        packed = "".join(written.split())
        if not packed.lower().startswith(SCHEME):
            raise InviteError(text("This is no invite: one begins with {scheme!r}.", scheme=SCHEME))
        code = packed[len(SCHEME) :]
        try:
            raw = base64.b64decode(code + "=" * (-len(code) % 4), altchars=b"-_", validate=True)
        except (binascii.Error, ValueError):
            raise InviteError(text("The invite is damaged: it holds a wrong character.")) from None
        if len(raw) <= _CHECK_BYTES:
            raise InviteError(text("The invite is cut short."))
        body, check = raw[:-_CHECK_BYTES], raw[-_CHECK_BYTES:]
        if check != _check(body):
            raise InviteError(text("The invite is damaged: a character is missing or wrong."))
        if body[0] != _VERSION:
            raise InviteError(
                text("The invite is of another version of durak; both need the same.")
            )
        head = 1 + SECRET_BYTES + KEY_BYTES
        start = head + _RULES_LENGTH_BYTES
        end = start + int.from_bytes(body[head:start], "big")
        if len(body) < end:
            raise InviteError(text("The invite is cut short."))
        rules = _decode_rules(body[start:end])
        addresses = _decode_addresses(body[end:])
        invite = cls(body[1 : 1 + SECRET_BYTES], body[1 + SECRET_BYTES : head], addresses, rules)
        if not addresses:
            raise InviteError(text("The invite names no address."))
        if str(invite)[len(SCHEME) :] != code:  # the same in another spelling
            raise InviteError(text("The invite is damaged: a character is missing or wrong."))
        return invite


def _check(body: bytes) -> bytes:
    """A typing slip must not look like another invite; this is no protection against malice."""
    return hashlib.sha256(b"durak-p2p/1 invite\n" + body).digest()[:_CHECK_BYTES]


def _decode_rules(raw: bytes) -> AnyRules | None:
    if not raw:
        return None
    try:
        return decode_rules(decode(raw))
    except (CodecError, RulesError):
        raise InviteError(
            text("The invite is for a game that this program does not know.")
        ) from None


def _encode_address(address: Address) -> bytes:
    port = address.port.to_bytes(2, "big")
    try:
        ip = ipaddress.ip_address(address.host)
    except ValueError:
        name = address.host.encode("ascii")
        return bytes([_NAME, len(name)]) + name + port
    return bytes([_IPV4 if ip.version == 4 else _IPV6]) + ip.packed + port


def _decode_addresses(raw: bytes) -> tuple[Address, ...]:
    addresses: list[Address] = []
    at = 0
    try:
        while at < len(raw):
            kind, at = raw[at], at + 1
            if kind == _NAME:
                length, at = raw[at], at + 1
                host = raw[at : at + length].decode("ascii")
                if not is_host_name(host):
                    raise InviteError(text("The invite names an address that is none."))
            elif kind in (_IPV4, _IPV6):
                length = 4 if kind == _IPV4 else 16
                host = str(ipaddress.ip_address(raw[at : at + length]))
            else:
                raise InviteError(text("The invite names an address of an unknown kind."))
            at += length
            port = int.from_bytes(raw[at : at + 2], "big")
            if at + 2 > len(raw) or port == 0 or len(addresses) >= MOST_ADDRESSES:
                raise InviteError(text("The invite names an address that is none."))
            addresses.append(Address(host, port))
            at += 2
    except (IndexError, ValueError) as error:
        if isinstance(error, InviteError):
            raise
        raise InviteError(text("The invite names an address that is none.")) from None
    return tuple(addresses)
