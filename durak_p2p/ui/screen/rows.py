"""Rows of pages: the mark of the chosen one, columns, and what stands in below."""

from __future__ import annotations

from collections.abc import Sequence

from durak_p2p.ui.screen.canvas import Fragment, text_width
from durak_p2p.ui.screen.wording import Wording


def mark(wording: Wording, *, chosen: bool) -> Fragment:
    """Return how a row begins that can be chosen, in two cells."""
    return "class:table.mark", f"{wording.glyphs.lines.word if chosen else ' '} "


def padded(text: str, width: int) -> str:
    """Return a text with spaces after it, up to *width* cells."""
    return text + " " * (width - text_width(text))


def beside(head: Sequence[Fragment], lines: Sequence[list[Fragment]]) -> list[list[Fragment]]:
    """Return lines, at least one, as a column to the right of *head*, which is in the first row."""
    first, *others = lines
    return [[*head, *first], *indented(others, sum(text_width(part) for _, part in head))]


def indented(lines: Sequence[list[Fragment]], cells: int) -> list[list[Fragment]]:
    """Return lines with so many free cells before each."""
    return [[("class:table", " " * cells), *line] for line in lines]
