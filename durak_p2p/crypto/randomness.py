"""Where secrets come from. Whatever needs randomness is handed it, so that tests can foresee it."""

import secrets
from typing import Protocol

from durak_p2p.crypto.group import ORDER, Scalar


class Randomness(Protocol):
    """A source of secrets."""

    def scalar(self) -> Scalar:
        """Uniform in 1..ORDER-1."""
        ...

    def token(self, size: int) -> bytes:
        """`size` uniform bytes."""
        ...


class SystemRandomness:
    """The operating system's generator, through `secrets`."""

    def scalar(self) -> Scalar:
        return Scalar(secrets.randbelow(ORDER - 1) + 1)

    def token(self, size: int) -> bytes:
        return secrets.token_bytes(size)


SYSTEM_RANDOMNESS = SystemRandomness()
