"""The group: the prime-order subgroup of edwards25519 (RFC 8032), by libsodium through PyNaCl.

This is the only module that knows the library. An `Element` is never the neutral element and is
trusted everywhere once `decode_element` has let it in. All multiplications are libsodium's
constant-time ones, so the scalar may be secret.
"""

import hashlib
import re
from collections.abc import Callable, Iterable, Sequence
from typing import NewType

import nacl
from nacl import bindings
from nacl.exceptions import CryptoError as NaclError

from durak_p2p.crypto.errors import CryptoError, EncodingError, GroupError
from durak_p2p.crypto.framing import SUITE, frame
from durak_p2p.texts import text

Element = NewType("Element", bytes)
Scalar = NewType("Scalar", int)

ORDER = 2**252 + 27742317777372353535851937790883648493
ELEMENT_BYTES = 32
SCALAR_BYTES = 32
_NEUTRAL = b"\x01" + bytes(31)
_OLDEST_SAFE = (1, 6, 2)
# One point each of order 2, 4 and 8: any of them added to a good point makes a mixed-order one.
_TORSION = (
    bytes.fromhex("ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"),
    bytes(32),
    bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"),
)


def require_version(version: str) -> None:
    """Refuse a PyNaCl that is older than 1.6.2 (CVE-2025-69277) or does not say how old it is.

    Raises ImportError.
    """
    match = re.match(r"(\d+)\.(\d+)(?:\.(\d+))?", version)
    numbers = tuple(int(part or 0) for part in match.groups()) if match else (0,)
    if numbers < _OLDEST_SAFE:
        raise ImportError(
            f"PyNaCl {version} accepts points outside the prime-order subgroup "
            "(CVE-2025-69277); install PyNaCl 1.6.2 or newer."
        )


def require_subgroup_check(is_valid_point: Callable[[bytes], bool]) -> None:
    """Refuse a library that takes a mixed-order point for a good one, whatever its version says.

    Raises ImportError.
    """
    good = bindings.crypto_scalarmult_ed25519_base_noclamp((5).to_bytes(SCALAR_BYTES, "little"))
    mixed = [bindings.crypto_core_ed25519_add(good, point) for point in _TORSION]
    if not is_valid_point(good) or any(map(is_valid_point, [*mixed, *_TORSION, _NEUTRAL])):
        raise ImportError(
            "The libsodium in use does not refuse points outside the prime-order subgroup."
        )


require_version(nacl.__version__)
if not (bindings.has_crypto_core_ed25519 and bindings.has_crypto_scalarmult_ed25519):
    raise ImportError("The libsodium in use is a minimal build without edwards25519 arithmetic.")
require_subgroup_check(bindings.crypto_core_ed25519_is_valid_point)


def decode_element(raw: bytes) -> Element:
    """Let a point in from outside.

    raw: 32 bytes, the canonical RFC 8032 encoding of a point of the prime-order subgroup other
    than the neutral element. Raises EncodingError for anything else.
    """
    if len(raw) != ELEMENT_BYTES or not bindings.crypto_core_ed25519_is_valid_point(bytes(raw)):
        raise EncodingError(text("The bytes are no point of the prime-order subgroup."))
    return Element(bytes(raw))


def decode_scalar(raw: bytes) -> Scalar:
    """Let a scalar in from outside.

    raw: 32 bytes, little-endian as in RFC 8032, value in 1..ORDER-1. Zero is refused as well: no
    honest proof holds it, and it would make a product the neutral element. Raises EncodingError.
    """
    value = int.from_bytes(raw, "little")
    if len(raw) != SCALAR_BYTES or not 0 < value < ORDER:
        raise EncodingError(text("The bytes are no reduced nonzero scalar."))
    return Scalar(value)


def encode_scalar(scalar: Scalar) -> bytes:
    """32 bytes, little-endian."""
    return scalar.to_bytes(SCALAR_BYTES, "little")


def reduce(value: int) -> Scalar:
    """The scalar of an integer of any size and sign, in 0..ORDER-1."""
    return Scalar(value % ORDER)


def _not_neutral(point: bytes) -> Element:
    if point == _NEUTRAL:
        raise GroupError(text("A computation reached the neutral element."))
    return Element(point)


def add(left: Element, right: Element) -> Element:
    """left + right. Raises GroupError if that is the neutral element."""
    return _not_neutral(bindings.crypto_core_ed25519_add(left, right))


def subtract(left: Element, right: Element) -> Element:
    """left - right. Raises GroupError if that is the neutral element."""
    return _not_neutral(bindings.crypto_core_ed25519_sub(left, right))


def total(elements: Iterable[Element]) -> Element:
    """The sum of the elements; sums on the way may be neutral, the last one not (GroupError)."""
    remaining = iter(elements)
    result: bytes = next(remaining, _NEUTRAL)
    for element in remaining:
        result = bindings.crypto_core_ed25519_add(result, element)
    return _not_neutral(result)


def multiply_base(scalar: Scalar) -> Element:
    """scalar * GENERATOR. Raises GroupError for zero."""
    try:
        return Element(bindings.crypto_scalarmult_ed25519_base_noclamp(encode_scalar(scalar)))
    except NaclError:
        raise GroupError(text("A computation reached the neutral element.")) from None


def multiply(element: Element, scalar: Scalar) -> Element:
    """scalar * element. Raises GroupError for zero."""
    if element == GENERATOR:  # public, and five times as fast
        return multiply_base(scalar)
    try:
        return Element(bindings.crypto_scalarmult_ed25519_noclamp(encode_scalar(scalar), element))
    except NaclError:
        raise GroupError(text("A computation reached the neutral element.")) from None


def combine(scalars: Sequence[Scalar], elements: Sequence[Element]) -> Element:
    """The sum of scalars[i] * elements[i].

    Raises GroupError for a zero scalar or a neutral sum, CryptoError for unequal lengths.
    """
    if len(scalars) != len(elements):
        raise CryptoError(text("There are not as many scalars as elements."))
    return total(map(multiply, elements, scalars))


def hash_to_element(tag: bytes, index: int) -> Element:
    """A point whose logarithm nobody knows, for a tag and an index in 0..2^32-1.

    Two Elligator 2 images of the halves of one SHA-512 are added, so that the result is
    indifferentiable from a random point (Brier et al. 2010, as "hash_to_curve" in RFC 9380).
    """
    digest = hashlib.sha512(
        frame(SUITE, b"hash to element", tag, index.to_bytes(4, "big"))
    ).digest()
    return add(
        Element(bindings.crypto_core_ed25519_from_uniform(digest[:32])),
        Element(bindings.crypto_core_ed25519_from_uniform(digest[32:])),
    )


GENERATOR = multiply_base(Scalar(1))
