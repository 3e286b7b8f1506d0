"""A commitment opens to its value, in its place, and to nothing else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from durak_p2p.crypto import CryptoError, OpeningError, check_opening, commit

SALT = bytes(range(32))
texts = st.text(alphabet="ab", max_size=3)
short = st.binary(max_size=3)
inputs = st.tuples(texts, short, short, st.binary(min_size=32, max_size=32))


@given(inputs, inputs)
def test_opens_to_its_own_input_alone(made: tuple, shown: tuple) -> None:
    commitment = commit(*made)
    assert len(commitment) == 32
    check_opening(commitment, *made)
    if shown != made:
        with pytest.raises(OpeningError):
            check_opening(commitment, *shown)


@pytest.mark.parametrize(
    "shown",
    [
        ("seed", b"seat 0", b"value", SALT),
        ("coin", b"seat 1", b"value", SALT),
        ("coin", b"seat 0", b"other", SALT),
        ("coin", b"seat 0", b"value", bytes(32)),
        ("coin", b"seat 0v", b"alue", SALT),
        ("coins", b"eat 0", b"value", SALT),
        ("coin", b"seat 0", b"value", SALT[:31]),
        ("coin", b"seat 0", b"value" + SALT[:1], SALT[1:]),
    ],
)
def test_is_bound_to_tag_context_value_and_salt(shown: tuple) -> None:
    commitment = commit("coin", b"seat 0", b"value", SALT)
    with pytest.raises(OpeningError):
        check_opening(commitment, *shown)


@pytest.mark.parametrize("change", [lambda c: c[:31], lambda c: c + b"\0", lambda c: b""])
def test_a_cut_commitment_does_not_open(change: object) -> None:
    commitment = change(commit("coin", b"", b"value", SALT))  # type: ignore[operator]
    with pytest.raises(OpeningError):
        check_opening(commitment, "coin", b"", b"value", SALT)


@pytest.mark.parametrize("length", [0, 16, 31, 33])
def test_refuses_a_salt_that_hides_too_little(length: int) -> None:
    with pytest.raises(CryptoError):
        commit("coin", b"", b"value", bytes(length))
