"""One value, one encoding: everything else is refused, and nothing but CodecError comes out."""

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from durak_p2p.game.codec import MAX_DEPTH, CodecError, Fields, Value, decode, encode

scalars = (
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64 - 1)
    | st.text(max_size=40)
    | st.binary(max_size=300)
)
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=5).map(tuple), max_leaves=12
).filter(lambda value: depth(value) <= MAX_DEPTH)


def depth(value: object) -> int:
    if not isinstance(value, tuple):
        return 0
    return 1 + max(map(depth, value), default=0)


@given(values)
def test_decoding_what_was_encoded_gives_the_value(value: Value) -> None:
    assert decode(encode(value)) == value


@given(st.binary(max_size=200))
def test_bytes_are_either_the_one_encoding_or_refused(raw: bytes) -> None:
    try:
        value = decode(raw)
    except CodecError:
        return
    assert encode(value) == raw


@given(values, st.binary(min_size=1, max_size=3))
def test_nothing_may_follow(value: Value, more: bytes) -> None:
    with pytest.raises(CodecError):
        decode(encode(value) + more)


@pytest.mark.parametrize(
    "raw",
    [
        pytest.param("", id="nothing"),
        pytest.param("cc05", id="a long integer"),
        pytest.param("cd0005", id="a longer integer"),
        pytest.param("cf0000000000000005", id="the longest integer"),
        pytest.param("d005", id="a signed form of a positive integer"),
        pytest.param("d0ff", id="a long negative integer"),
        pytest.param("d90161", id="long text"),
        pytest.param("da000161", id="longer text"),
        pytest.param("c5000161", id="long bytes"),
        pytest.param("c60000000161", id="longer bytes"),
        pytest.param("dc000105", id="a long array"),
        pytest.param("dd0000000105", id="a longer array"),
        pytest.param("a1ff", id="text that is not UTF-8"),
        pytest.param("a3eda080", id="a surrogate"),
        pytest.param("a2c0af", id="overlong UTF-8"),
        pytest.param("80", id="an empty map"),
        pytest.param("810102", id="a map"),
        pytest.param("ca3f800000", id="a float"),
        pytest.param("cb3ff0000000000000", id="a double"),
        pytest.param("c70005", id="an extension without data"),
        pytest.param("92c0c70005", id="an extension without data in an array"),
        pytest.param("d40501", id="an extension"),
        pytest.param("d6ff00000000", id="a timestamp"),
        pytest.param("c1", id="the unused byte"),
        pytest.param("92c0", id="an array that is cut"),
        pytest.param("c405", id="bytes that are cut"),
        pytest.param("c6ffffffff", id="bytes said to be huge"),
        pytest.param("dbffffffff", id="text said to be huge"),
        pytest.param("ddffffffff", id="an array said to be huge"),
        pytest.param("dffffffff0", id="a map said to be huge"),
    ],
)
def test_other_forms_are_refused(raw: str) -> None:
    with pytest.raises(CodecError):
        decode(bytes.fromhex(raw))


def test_long_arrays_are_refused() -> None:
    assert len(decode(encode((0,) * 1024))) == 1024  # type: ignore[arg-type]
    with pytest.raises(CodecError):
        decode(encode((0,) * 1025))


@pytest.mark.parametrize("levels", [MAX_DEPTH + 1, 100, 400, 511, 600, 1000, 1024, 5000, 16000])
def test_deep_nesting_is_refused(levels: int) -> None:
    with pytest.raises(CodecError):
        decode(b"\x91" * levels + b"\xc0")
    with pytest.raises(CodecError):
        decode(b"\x91" * levels)


def test_nesting_is_counted_in_arrays() -> None:
    assert depth(decode(b"\x91" * MAX_DEPTH + b"\xc0")) == MAX_DEPTH
    assert depth(decode(b"\x91" * (MAX_DEPTH - 1) + b"\x90")) == MAX_DEPTH


@pytest.mark.parametrize(
    ("value", "read"),
    [
        ((), lambda f: f.bytes("x", 1)),
        (("a",), lambda f: f.bytes("x", 1)),
        ((b"ab",), lambda f: f.bytes("x", 1)),
        ((True,), lambda f: f.integer("x", 0, 5)),
        ((6,), lambda f: f.integer("x", 0, 5)),
        ((-1,), lambda f: f.integer("x", 0, 5)),
        (("1",), lambda f: f.integer("x", 0, 5)),
        ((None,), lambda f: f.integer("x", 0, 5)),
        ((False,), lambda f: f.optional_integer("x", 0, 5)),
        ((), lambda f: f.optional_integer("x", 0, 5)),
        ((b"a",), lambda f: f.text("x", 5)),
        (("abcdef",), lambda f: f.text("x", 5)),
        ((b"a",), lambda f: f.array("x", 5, str)),
        (((1, 2, 3),), lambda f: f.array("x", 2, str)),
        ((1,), lambda f: f.end()),
    ],
)
def test_a_field_of_another_type_or_out_of_bounds_is_refused(value: Value, read: object) -> None:
    with pytest.raises(CodecError):
        read(Fields(value, "thing"))  # type: ignore[operator]


@pytest.mark.parametrize("value", [None, 1, "ab", b"ab", True])
def test_only_an_array_has_fields(value: Value) -> None:
    with pytest.raises(CodecError):
        Fields(value, "thing")


def test_the_library_has_the_forms_that_the_specification_names() -> None:
    assert msgpack.packb((127, 128, 2**16, -1, b"", "", None), use_bin_type=True) == bytes.fromhex(
        "977fcc80ce00010000ffc400a0c0"
    )
