"""A player's long-lived signing key: Ed25519 (RFC 8032), from `cryptography`."""

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Self

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from durak_p2p.crypto.errors import EncodingError, SignatureError
from durak_p2p.crypto.group import ORDER, decode_element
from durak_p2p.texts import text

PRIVATE_KEY_BYTES = 32
SIGNATURE_BYTES = 64


@dataclass(frozen=True)
class Identity:
    """A signing key. Its repr shows the public key only."""

    _key: Ed25519PrivateKey = field(repr=False, compare=False)
    public_key: bytes

    @classmethod
    def generate(cls) -> Self:
        """A fresh key from the operating system's generator."""
        return cls._of(Ed25519PrivateKey.generate())

    @classmethod
    def from_private_bytes(cls, raw: bytes) -> Self:
        """raw: 32 bytes, the seed of RFC 8032. Raises EncodingError for another length."""
        if len(raw) != PRIVATE_KEY_BYTES:
            raise EncodingError(text("A private key is not 32 bytes long."))
        return cls._of(Ed25519PrivateKey.from_private_bytes(raw))

    @classmethod
    def _of(cls, key: Ed25519PrivateKey) -> Self:
        return cls(key, key.public_key().public_bytes_raw())

    def private_bytes(self) -> bytes:
        """The 32 secret bytes, to be stored where only the owner can read."""
        return self._key.private_bytes_raw()

    def sign(self, message: bytes) -> bytes:
        """64 bytes. The caller frames and separates the message by its domain."""
        return self._key.sign(message)


def check_public_key(public_key: bytes) -> None:
    """Raises EncodingError unless this is a canonical point of the prime-order subgroup.

    RFC 8032 leaves small-order keys open, and under one of those a single signature fits any
    message; every honestly made key passes.
    """
    decode_element(public_key)


@lru_cache(maxsize=256)
def _checked(public_key: bytes) -> Ed25519PublicKey:
    check_public_key(public_key)
    return Ed25519PublicKey.from_public_bytes(public_key)


def verify_signature(public_key: bytes, message: bytes, signature: bytes) -> None:
    """Raises SignatureError unless this is the key's 64-byte signature of the message.

    A bad public key is refused as well. The half S must be reduced: S + ORDER would be a second
    signature that anyone can make from the first (RFC 8032, 5.1.7). R is compared as bytes, so
    that it has one form too.
    """
    if len(signature) != SIGNATURE_BYTES or int.from_bytes(signature[32:], "little") >= ORDER:
        raise SignatureError(text("The signature is not validly encoded."))
    try:
        _checked(bytes(public_key)).verify(signature, message)
    except EncodingError:
        raise SignatureError(text("The signature's public key is not a valid one.")) from None
    except InvalidSignature:
        raise SignatureError(
            text("The signature does not belong to this message and key.")
        ) from None
