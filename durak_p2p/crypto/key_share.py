"""A player's share of the joint key, and the proof that the player knows it (Schnorr 1991)."""

from dataclasses import dataclass, field
from typing import Self

from durak_p2p.crypto.context import ProofContext
from durak_p2p.crypto.errors import GroupError, ProofError
from durak_p2p.crypto.group import (
    Element,
    Scalar,
    decode_scalar,
    encode_scalar,
    multiply,
    multiply_base,
    reduce,
    subtract,
)
from durak_p2p.crypto.randomness import SYSTEM_RANDOMNESS, Randomness
from durak_p2p.crypto.sigma import decode_sigma, encode_sigma
from durak_p2p.crypto.transcript import Transcript
from durak_p2p.texts import text


@dataclass(frozen=True)
class KeyShare:
    """secret: x, in 1..ORDER-1, fresh for each deal. public: x G. The repr hides the secret."""

    secret: Scalar = field(repr=False)
    public: Element

    @classmethod
    def generate(cls, randomness: Randomness = SYSTEM_RANDOMNESS) -> Self:
        """A fresh share."""
        return cls._of(randomness.scalar())

    @classmethod
    def from_secret_bytes(cls, raw: bytes) -> Self:
        """raw: 32 bytes, little-endian. Raises EncodingError."""
        return cls._of(decode_scalar(raw))

    @classmethod
    def _of(cls, secret: Scalar) -> Self:
        return cls(secret, multiply_base(secret))

    def secret_bytes(self) -> bytes:
        """The secret, 32 bytes, little-endian."""
        return encode_scalar(self.secret)


def _challenge(public: Element, commitment: Element, context: ProofContext) -> Scalar:
    transcript = Transcript(b"knowledge of key share")
    transcript.absorb(b"context", context.encode())
    transcript.absorb(b"public", public)
    transcript.absorb(b"commitment", commitment)
    return transcript.challenge(b"challenge")


def prove_knowledge(
    share: KeyShare, context: ProofContext, randomness: Randomness = SYSTEM_RANDOMNESS
) -> bytes:
    """Proof of knowledge of x with X = x G, 64 bytes.

    Without it the last player to reveal could name a share that cancels the others'.
    """
    nonce = randomness.scalar()
    challenge = _challenge(share.public, multiply_base(nonce), context)
    return encode_sigma(challenge, reduce(nonce + challenge * share.secret))


def verify_knowledge(public: Element, proof: bytes, context: ProofContext) -> None:
    """Raises EncodingError or ProofError unless the proof holds for this share and context."""
    challenge, response = decode_sigma(proof)
    try:
        commitment = subtract(multiply_base(response), multiply(public, challenge))
    except GroupError:
        raise ProofError(text("The proof of knowledge of a key share is degenerate.")) from None
    if _challenge(public, commitment, context) != challenge:
        raise ProofError(text("The proof of knowledge of a key share does not hold."))
