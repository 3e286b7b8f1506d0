"""Random numbers out of a seed, the same for everyone who knows it."""

import hashlib

from durak_p2p.crypto.errors import CryptoError
from durak_p2p.crypto.framing import SUITE, frame
from durak_p2p.crypto.group import Scalar, reduce
from durak_p2p.texts import text

SEED_BYTES = 32


class SeededStream:
    """SHA-512 in counter mode over a 32-byte seed; streams of different labels are independent.

    Raises CryptoError for a seed of another length.
    """

    def __init__(self, seed: bytes, label: str) -> None:
        if len(seed) != SEED_BYTES:
            raise CryptoError(text("A seed is not 32 bytes long."))
        self._prefix = frame(SUITE, b"stream", label.encode(), seed)
        self._counter = 0

    def _block(self) -> bytes:
        block = hashlib.sha512(self._prefix + frame(self._counter.to_bytes(8, "big"))).digest()
        self._counter += 1
        return block

    def below(self, bound: int) -> int:
        """Uniform in 0..bound-1: what would favour the small numbers is thrown away."""
        limit = 2**64 - 2**64 % bound
        while True:
            value = int.from_bytes(self._block()[:8], "big")
            if value < limit:
                return value % bound

    def scalar(self) -> Scalar:
        """In 1..ORDER-1; 512 bits reduced, so that the bias is below 2^-250."""
        while True:
            value = reduce(int.from_bytes(self._block(), "little"))
            if value:
                return value


def permutation_from_seed(seed: bytes, size: int, label: str = "permutation") -> tuple[int, ...]:
    """A uniform permutation of 0..size-1 (Fisher-Yates from the top, rejection sampling).

    seed: 32 bytes. label: what it is for; for two labels the same seed gives unrelated
    permutations. Raises CryptoError for a bad seed.
    """
    stream = SeededStream(seed, label)
    result = list(range(size))
    for last in range(size - 1, 0, -1):
        other = stream.below(last + 1)
        result[last], result[other] = result[other], result[last]
    return tuple(result)
