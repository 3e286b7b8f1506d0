"""The group lets in points of the prime-order subgroup and nothing else, and computes rightly."""

import hashlib

import nacl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nacl import bindings

from durak_p2p.crypto import CryptoError, EncodingError, GroupError, decode_deck
from durak_p2p.crypto.framing import SUITE, frame
from durak_p2p.crypto.group import (
    GENERATOR,
    ORDER,
    Element,
    Scalar,
    add,
    combine,
    decode_element,
    decode_scalar,
    encode_scalar,
    hash_to_element,
    multiply,
    multiply_base,
    reduce,
    require_subgroup_check,
    require_version,
    subtract,
    total,
)

from . import edwards

SMALL_ORDER = {
    "order 1": "0100000000000000000000000000000000000000000000000000000000000000",
    "order 2": "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "order 4": "0000000000000000000000000000000000000000000000000000000000000000",
    "order 4, negative": "0000000000000000000000000000000000000000000000000000000000000080",
    "order 8": "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "order 8, negative": "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
    "order 8, other": "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    "order 8, other, negative": "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
}
NOT_CANONICAL = {
    "y = p": "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "y = p + 1": "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "y = p + 3": "f0ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "y = 2^255 - 1": "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "neutral with a sign": "0100000000000000000000000000000000000000000000000000000000000080",
    "order 2 with a sign": "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
}
scalars = st.integers(1, ORDER - 1).map(Scalar)


@pytest.mark.parametrize("raw", [*SMALL_ORDER.values(), *NOT_CANONICAL.values()])
def test_refuses_small_order_and_non_canonical_points(raw: str) -> None:
    with pytest.raises(EncodingError):
        decode_element(bytes.fromhex(raw))


def test_the_eight_small_order_points_are_the_whole_torsion() -> None:
    points = {edwards.decode(bytes.fromhex(raw)) for raw in SMALL_ORDER.values()}
    assert len(points) == 8
    assert None not in points
    assert {edwards.multiply(point, 8) for point in points if point} == {edwards.NEUTRAL}


@pytest.mark.parametrize("name", [name for name in SMALL_ORDER if name != "order 1"])
@settings(max_examples=5, deadline=None)
@given(scalar=scalars)
def test_refuses_mixed_order_points(name: str, scalar: Scalar) -> None:
    good = multiply_base(scalar)
    mixed = bindings.crypto_core_ed25519_add(good, bytes.fromhex(SMALL_ORDER[name]))
    assert decode_element(good) == good
    with pytest.raises(EncodingError):
        decode_element(mixed)
    with pytest.raises(EncodingError):
        decode_deck(good + mixed, 1)
    with pytest.raises(GroupError):  # the library would not compute with it either
        multiply(Element(mixed), Scalar(3))


@pytest.mark.parametrize("length", [0, 31, 33, 64])
def test_refuses_points_and_scalars_of_other_lengths(length: int) -> None:
    with pytest.raises(EncodingError):
        decode_element((GENERATOR * 2)[:length])
    with pytest.raises(EncodingError):
        decode_scalar(bytes([1]) + bytes(63)[: length - 1] if length else b"")


def test_refuses_points_off_the_curve() -> None:
    raw = next(
        raw for raw in (bytes([n]) + bytes(31) for n in range(2, 99)) if not edwards.decode(raw)
    )
    with pytest.raises(EncodingError):
        decode_element(raw)


@pytest.mark.parametrize("value", [0, ORDER, ORDER + 1, 2 * ORDER - 1, 2**255, 2**256 - 1])
def test_refuses_zero_and_unreduced_scalars(value: int) -> None:
    with pytest.raises(EncodingError):
        decode_scalar(value.to_bytes(32, "little"))


@given(scalars)
def test_scalars_survive_encoding(scalar: Scalar) -> None:
    assert decode_scalar(encode_scalar(scalar)) == scalar


def test_scalars_are_little_endian() -> None:
    assert encode_scalar(Scalar(258)) == bytes([2, 1]) + bytes(30)


@given(st.binary(min_size=32, max_size=32))
def test_accepts_what_the_definition_says(raw: bytes) -> None:
    point = edwards.decode(raw)
    good = point not in (None, edwards.NEUTRAL) and edwards.multiply(point, ORDER) == (0, 1)
    if good:
        assert decode_element(raw) == raw
    else:
        with pytest.raises(EncodingError):
            decode_element(raw)


@settings(max_examples=10, deadline=None)
@given(scalars, scalars)
def test_computes_what_the_definition_says(left: Scalar, right: Scalar) -> None:
    point, other = edwards.multiply(edwards.BASE, left), edwards.multiply(edwards.BASE, right)
    assert multiply_base(left) == edwards.encode(point)
    assert multiply(multiply_base(left), right) == edwards.encode(edwards.multiply(point, right))
    if left != right:
        difference = subtract(multiply_base(left), multiply_base(right))
        assert difference == edwards.encode(edwards.add(point, edwards.negate(other)))
    if (left + right) % ORDER:
        together = add(multiply_base(left), multiply_base(right))
        assert together == edwards.encode(edwards.add(point, other))


@settings(deadline=None)
@given(scalars, scalars)
def test_laws(left: Scalar, right: Scalar) -> None:
    point = multiply_base(left)
    assert multiply(point, right) == multiply(multiply_base(right), left)
    assert multiply(GENERATOR, left) == point
    if (left + right) % ORDER:
        assert add(point, multiply_base(right)) == multiply_base(reduce(left + right))
        assert combine([left, right], [GENERATOR, GENERATOR]) == total(
            [multiply_base(left), multiply_base(right)]
        )


def test_never_yields_the_neutral_element() -> None:
    point = multiply_base(Scalar(9))
    negative = multiply_base(Scalar(ORDER - 9))
    for compute in (
        lambda: subtract(point, point),
        lambda: add(point, negative),
        lambda: total([point, negative]),
        lambda: total([]),
        lambda: multiply(point, Scalar(0)),
        lambda: multiply(GENERATOR, Scalar(0)),
        lambda: multiply_base(Scalar(0)),
        lambda: combine([Scalar(1), Scalar(ORDER - 1)], [point, point]),
    ):
        with pytest.raises(GroupError):
            compute()


def test_a_sum_may_be_neutral_on_the_way() -> None:
    point, negative = multiply_base(Scalar(9)), multiply_base(Scalar(ORDER - 9))
    assert total([point, negative, GENERATOR]) == GENERATOR


def test_combine_wants_equal_lengths() -> None:
    with pytest.raises(CryptoError):
        combine([Scalar(1)], [GENERATOR, GENERATOR])


@pytest.mark.parametrize("index", [0, 1, 51])
def test_hashing_to_the_group_is_as_specified(index: int) -> None:
    digest = hashlib.sha512(
        frame(SUITE, b"hash to element", b"card", index.to_bytes(4, "big"))
    ).digest()
    expected = edwards.add(edwards.elligator(digest[:32]), edwards.elligator(digest[32:]))
    assert hash_to_element(b"card", index) == edwards.encode(expected)
    assert decode_element(hash_to_element(b"card", index))


@pytest.mark.parametrize("version", ["1.6.1", "1.6", "1.5.0", "0.9", "1", "", "unknown"])
def test_refuses_to_run_on_an_old_library(version: str) -> None:
    with pytest.raises(ImportError, match="CVE-2025-69277"):
        require_version(version)


@pytest.mark.parametrize("version", ["1.6.2", "1.6.10", "1.7", "2.0.0", "1.10.0.dev1"])
def test_runs_on_a_newer_library(version: str) -> None:
    require_version(version)
    require_version(nacl.__version__)


def test_refuses_to_run_on_a_library_that_lets_bad_points_in() -> None:
    good = bindings.crypto_core_ed25519_is_valid_point
    require_subgroup_check(good)

    def forgets_order_two(raw: bytes) -> bool:  # as PyNaCl before 1.6.2 did
        point = edwards.decode(raw)
        return point is not None and edwards.multiply(point, 2 * ORDER) == edwards.NEUTRAL

    for bad in (forgets_order_two, lambda raw: True, lambda raw: False):
        with pytest.raises(ImportError, match="subgroup"):
            require_subgroup_check(bad)
