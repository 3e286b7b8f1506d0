"""Signatures convict, so there must be one signer and one form."""

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from hypothesis import given
from hypothesis import strategies as st
from nacl import bindings

from durak_p2p.crypto import (
    EncodingError,
    Identity,
    SignatureError,
    check_public_key,
    verify_signature,
)
from durak_p2p.crypto.group import ORDER, Scalar, multiply_base

from .test_group import NOT_CANONICAL, SMALL_ORDER

# RFC 8032, 7.1, test 2.
RFC_PRIVATE = bytes.fromhex("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb")
RFC_PUBLIC = bytes.fromhex("3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c")
RFC_SIGNATURE = bytes.fromhex(
    "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
    "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
)


def test_published_vector() -> None:
    identity = Identity.from_private_bytes(RFC_PRIVATE)
    assert identity.public_key == RFC_PUBLIC
    assert identity.private_bytes() == RFC_PRIVATE
    assert identity.sign(b"\x72") == RFC_SIGNATURE
    verify_signature(RFC_PUBLIC, b"\x72", RFC_SIGNATURE)


@given(st.binary(max_size=50), st.binary(max_size=50))
def test_signs_its_message_alone(message: bytes, other: bytes) -> None:
    identity, stranger = Identity.generate(), Identity.generate()
    signature = identity.sign(message)
    verify_signature(identity.public_key, message, signature)
    with pytest.raises(SignatureError):
        verify_signature(stranger.public_key, message, signature)
    if other != message:
        with pytest.raises(SignatureError):
            verify_signature(identity.public_key, other, signature)


def test_every_bit_of_a_signature_counts() -> None:
    for bit in range(512):
        flipped = bytearray(RFC_SIGNATURE)
        flipped[bit // 8] ^= 1 << bit % 8
        with pytest.raises(SignatureError):
            verify_signature(RFC_PUBLIC, b"\x72", bytes(flipped))


def test_refuses_a_second_form_of_a_signature() -> None:
    grown = int.from_bytes(RFC_SIGNATURE[32:], "little") + ORDER
    with pytest.raises(SignatureError, match="encoded"):
        verify_signature(RFC_PUBLIC, b"\x72", RFC_SIGNATURE[:32] + grown.to_bytes(32, "little"))


@pytest.mark.parametrize("length", [0, 63, 65])
def test_refuses_signatures_and_keys_of_other_lengths(length: int) -> None:
    with pytest.raises(SignatureError):
        verify_signature(RFC_PUBLIC, b"\x72", (RFC_SIGNATURE * 2)[:length])
    with pytest.raises(SignatureError):
        verify_signature((RFC_PUBLIC * 3)[:length], b"\x72", RFC_SIGNATURE)
    with pytest.raises(EncodingError):
        Identity.from_private_bytes(bytes(length))


@pytest.mark.parametrize("raw", [*SMALL_ORDER.values(), *NOT_CANONICAL.values()])
def test_refuses_keys_that_are_no_good_points(raw: str) -> None:
    with pytest.raises(EncodingError):
        check_public_key(bytes.fromhex(raw))


def test_a_small_order_key_would_sign_everything() -> None:
    key = bytes.fromhex(SMALL_ORDER["order 1"])
    universal = multiply_base(Scalar(5)) + (5).to_bytes(32, "little")
    for message in (b"I won", b"I lost"):
        Ed25519PublicKey.from_public_bytes(key).verify(universal, message)  # the danger is real
        with pytest.raises(SignatureError):
            verify_signature(key, message, universal)


def test_refuses_a_mixed_order_key() -> None:
    order_two = bytes.fromhex(SMALL_ORDER["order 2"])
    with pytest.raises(EncodingError):
        check_public_key(bindings.crypto_core_ed25519_add(RFC_PUBLIC, order_two))
    check_public_key(RFC_PUBLIC)
