"""Numbers that are typed."""

import pytest

from durak_p2p.ui.typed_numbers import typed_number


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        ("0", 0), ("000", 0), ("7", 7), ("12", 12), ("0012", 12), ("13", None), ("", None),
        ("-1", None), ("1 2", None), ("x", None), ("²", None), ("٧", 7), ("0x1", None),
        pytest.param("9" * 5000, None, id="nines"),
        pytest.param("0" * 5000 + "3", 3, id="zeros"),
        pytest.param("٠" * 5000, None, id="other zeros"),
    ],
)  # fmt: skip
def test_numbers_within_limits_are_read(typed: str, number: int | None) -> None:
    assert typed_number(typed, 12) == number
