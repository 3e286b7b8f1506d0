"""Who a host's own computer players are: keys and nonces that only the host can find again."""

from __future__ import annotations

import hmac
from typing import Final

from durak_p2p.crypto import Identity
from durak_p2p.game.setup import NONCE_BYTES

_DOMAIN: Final = b"durak-p2p/1 computer player\n"


def computer_identity(host: Identity, secret: bytes, number: int) -> Identity:
    """Return the identity of a host's computer player, good for one table.

    *secret*: the table's (16 bytes); *number*: 1 to 7.  It follows from them and the host's private
    key by HMAC-SHA256 (RFC 2104), so a host that was killed need not have kept it.
    """
    return Identity.from_private_bytes(_derived(host, secret, number, b"key"))


def computer_nonce(host: Identity, secret: bytes, number: int) -> bytes:
    """Return that player's nonce (16 bytes)."""
    return _derived(host, secret, number, b"nonce")[:NONCE_BYTES]


def _derived(host: Identity, secret: bytes, number: int, what: bytes) -> bytes:
    words = _DOMAIN + secret + bytes([number]) + what
    return hmac.digest(host.private_bytes(), words, "sha256")
