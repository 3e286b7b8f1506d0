"""SPAKE2 (RFC 9382): two sides that share a short password agree on a key.

Suite SPAKE2-edwards25519-SHA256-HKDF-HMAC. Whoever listens learns nothing of the password; whoever
takes part learns with each run whether one guess was right, and no more.
"""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from durak_p2p.crypto.framing import frame
from durak_p2p.crypto.group import (
    SCALAR_BYTES,
    Scalar,
    add,
    decode_element,
    multiply,
    multiply_base,
    reduce,
    subtract,
)
from durak_p2p.crypto.randomness import Randomness

SHARE_BYTES: Final = 32
CONFIRMATION_BYTES: Final = 32
_COFACTOR = 8
# RFC 9382, 6: the points of edwards25519.
_M = decode_element(
    bytes.fromhex("d048032c6ea0b6d697ddc2e86bda85a33adac920f1bf18e1b0c6d166a5cecdaf")
)
_N = decode_element(
    bytes.fromhex("d3bfb518f44f3430f29d0c92af503865a1ed3281dc69b35dd868ba85f886c4ab")
)


class Side(Enum):
    """The two sides of RFC 9382."""

    A = "A"
    B = "B"


@dataclass(frozen=True, slots=True)
class Agreement:
    """What a run gives both sides, if they know the same password.

    ``key`` (16 bytes) is the RFC's Ke. It may be used only when the other side has sent its
    confirmation (32 bytes), compared in constant time.
    """

    key: bytes = field(repr=False)
    confirmation_a: bytes = field(repr=False)
    confirmation_b: bytes = field(repr=False)


def password_scalar(label: bytes, password: bytes) -> Scalar:
    """The RFC's w: SHA-512 of both, reduced.

    The RFC advises a slow hash for passwords that are kept. One that lives for an evening, in
    memory, gives nobody anything to try it on.
    """
    return reduce(int.from_bytes(hashlib.sha512(frame(label, password)).digest(), "little"))


class Spake2:
    """One side of one run. ``share`` (32 bytes) is sent; :meth:`finish` takes the other's."""

    def __init__(self, side: Side, password: Scalar, randomness: Randomness) -> None:
        self._side = side
        self._password = password
        self._secret = randomness.scalar()
        own = _M if side is Side.A else _N
        self.share: bytes = add(multiply_base(self._secret), multiply(own, password))

    def finish(self, share: bytes, identity_a: bytes, identity_b: bytes, aad: bytes) -> Agreement:
        """Take the other side's share; *aad* is what the confirmations are bound to besides.

        Raises EncodingError for what is no share, and GroupError for the other side's own point
        times the password: sending that is a guess, too.
        """
        other = _N if self._side is Side.A else _M
        blinded = subtract(decode_element(share), multiply(other, self._password))
        common = multiply(multiply(blinded, self._secret), Scalar(_COFACTOR))
        shares = (self.share, share) if self._side is Side.A else (share, self.share)
        password = self._password.to_bytes(SCALAR_BYTES, "big")
        return key_schedule(identity_a, identity_b, *shares, common, password, aad)


def key_schedule(
    identity_a: bytes,
    identity_b: bytes,
    share_a: bytes,
    share_b: bytes,
    common: bytes,
    password: bytes,
    aad: bytes,
) -> Agreement:
    """RFC 9382, 3.3 and 4: the transcript, and the keys from it."""
    parts = (identity_a, identity_b, share_a, share_b, common, password)
    transcript = b"".join(len(part).to_bytes(8, "little") + part for part in parts)
    digest = hashlib.sha256(transcript).digest()
    key, authentication = digest[:16], digest[16:]
    info = b"ConfirmationKeys" + aad
    keys = HKDF(hashes.SHA256(), 32, salt=None, info=info).derive(authentication)
    return Agreement(
        key,
        hmac.digest(keys[:16], transcript, "sha256"),
        hmac.digest(keys[16:], transcript, "sha256"),
    )
