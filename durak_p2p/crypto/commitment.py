"""Hash commitments: a 32-byte random salt hides the value, SHA-512 without collisions binds it."""

import hashlib
import hmac

from durak_p2p.crypto.errors import CryptoError, OpeningError
from durak_p2p.crypto.framing import SUITE, frame
from durak_p2p.texts import text

SALT_BYTES = 32
COMMITMENT_BYTES = 32


def commit(tag: str, context: bytes, value: bytes, salt: bytes) -> bytes:
    """The commitment to a value, 32 bytes.

    tag: what is committed to ("key share", "coin", ...). context: where (deal, seat, identity), in
    an injective encoding. salt: 32 fresh random bytes. Raises CryptoError for a salt of another
    length.
    """
    if len(salt) != SALT_BYTES:
        raise CryptoError(text("The salt of a commitment is not 32 bytes long."))
    framed = frame(SUITE, b"commitment", tag.encode(), context, value, salt)
    return hashlib.sha512(framed).digest()[:COMMITMENT_BYTES]


def check_opening(commitment: bytes, tag: str, context: bytes, value: bytes, salt: bytes) -> None:
    """Raises OpeningError unless the commitment is one to this value, tag and context."""
    if len(salt) != SALT_BYTES or not hmac.compare_digest(
        commitment, commit(tag, context, value, salt)
    ):
        raise OpeningError(text("The commitment does not open to this value."))
