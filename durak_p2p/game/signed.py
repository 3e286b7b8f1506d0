"""Bytes with somebody's signature: what entries and accusations have in common."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from durak_p2p.crypto import SignatureError, verify_signature
from durak_p2p.texts import text


@dataclass(frozen=True)
class Signed:
    """Bytes and an Ed25519 signature (64 bytes) over the kind's domain and the bytes."""

    domain: ClassVar[bytes]
    error: ClassVar[type[ValueError]]  # raised for a wrong signature

    raw: bytes
    signature: bytes

    @cached_property
    def digest(self) -> bytes:
        """SHA-256 of bytes and signature: two signatures of one text are two things."""
        return hashlib.sha256(self.raw + self.signature).digest()

    def verify(self, public_key: bytes) -> None:
        """Raise :attr:`error` unless the signature is *public_key*'s."""
        try:
            verify_signature(public_key, self.domain + self.raw, self.signature)
        except SignatureError as error:
            raise self.error(text("The signature is not the author's.")) from error
