"""Text in lines as long as there is room: broken between words, or in two columns."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import Final

#: A column of explanations that would be narrower than this goes below what it explains.
_LEAST_COLUMN: Final = 24


def between_words(
    told: str, width: int, *, before: str = "", after: str = "", break_long_words: bool = False
) -> str:
    """Return a text in lines of at most *width* characters, broken between words.

    *before* stands before the first line, *after* before all others.  A longer word stays whole,
    unless *break_long_words*.
    """
    return textwrap.fill(
        told,
        width,
        initial_indent=before,
        subsequent_indent=after,
        break_on_hyphens=False,
        break_long_words=break_long_words,
    )


def each_between_words(told: str, width: int) -> str:
    """Return a text, whose lines may be long, in lines broken between words."""
    return "\n".join(
        between_words(line, width, after="  ") if len(line) > width else line
        for line in told.split("\n")
    )


def in_columns(rows: Sequence[tuple[str, str]], column: int, width: int) -> str:
    """Return what is explained, and beside it the explanations, in lines of at most *width*.

    The explanations begin *column* characters from the left.
    """
    if width - column < _LEAST_COLUMN:
        below = " " * 4
        return "\n".join(
            f"{what}\n{between_words(told, width, before=below, after=below)}"
            for what, told in rows
        )
    return "\n".join(
        between_words(told, width, before=f"{what:<{column}}", after=" " * column)
        for what, told in rows
    )
