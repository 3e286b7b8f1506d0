"""The form shared by the two short proofs: challenge and response, 64 bytes.

The commitment is not sent: the verifier recomputes it from both and hashes it again.
"""

from durak_p2p.crypto.errors import EncodingError
from durak_p2p.crypto.group import SCALAR_BYTES, Scalar, decode_scalar, encode_scalar
from durak_p2p.texts import text

SIGMA_BYTES = 2 * SCALAR_BYTES


def encode_sigma(challenge: Scalar, response: Scalar) -> bytes:
    """Challenge, then response, each 32 bytes little-endian."""
    return encode_scalar(challenge) + encode_scalar(response)


def decode_sigma(raw: bytes) -> tuple[Scalar, Scalar]:
    """Challenge and response. Raises EncodingError."""
    if len(raw) != SIGMA_BYTES:
        raise EncodingError(text("A proof is not 64 bytes long."))
    return decode_scalar(raw[:SCALAR_BYTES]), decode_scalar(raw[SCALAR_BYTES:])
