"""Fiat-Shamir: a challenge is the hash of everything said before it, in an injective encoding."""

import hashlib
from typing import Self

from durak_p2p.crypto.framing import SUITE, frame
from durak_p2p.crypto.group import Scalar, reduce

__all__ = ["SUITE", "Transcript", "frame"]


class Transcript:
    """Running SHA-512 over labelled, length-prefixed items (strong Fiat-Shamir: Bernhard,
    Pereira, Warinschi 2012; the whole statement goes in before the first challenge).

    protocol: the name of the proof; two proofs of different names share no challenge.
    """

    __slots__ = ("_hash",)

    def __init__(self, protocol: bytes) -> None:
        self._hash = hashlib.sha512(frame(SUITE, b"transcript", protocol))

    def absorb(self, label: bytes, *items: bytes) -> Self:
        """Take in the items under the label; their number and lengths are bound as well."""
        self._hash.update(frame(b"absorb", label, len(items).to_bytes(4, "big"), *items))
        return self

    def challenge(self, label: bytes) -> Scalar:
        """One scalar; it is absorbed, so that what is drawn later depends on it."""
        return reduce(int.from_bytes(self._draw(b"challenge", label, 1), "little"))

    def challenges(self, label: bytes, count: int) -> tuple[Scalar, ...]:
        """`count` independent scalars."""
        seed = self._draw(b"challenges", label, count)
        return tuple(
            reduce(
                int.from_bytes(
                    hashlib.sha512(
                        frame(SUITE, b"challenge", seed, index.to_bytes(4, "big"))
                    ).digest(),
                    "little",
                )
            )
            for index in range(count)
        )

    def _draw(self, kind: bytes, label: bytes, count: int) -> bytes:
        self._hash.update(frame(kind, label, count.to_bytes(4, "big")))
        digest = self._hash.digest()
        self._hash.update(frame(b"drawn", digest))
        return digest
