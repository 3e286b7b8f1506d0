"""A bar of keys with what each does, in rows; what of it can be clicked stands for its key."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from durak_p2p.ui.screen.canvas import Canvas, text_width
from durak_p2p.ui.screen.hand import Hit

#: Free cells between two entries.
_GAP: Final = 2


@dataclass(frozen=True, slots=True)
class BarEntry:
    """What the key bar says: ``shown``, a key or several, and a word; ``key`` is for clicks."""

    shown: str
    label: str
    key: str = ""

    @property
    def width(self) -> int:
        """How many cells it takes."""
        return text_width(self.shown) + 1 + text_width(self.label)


def bar_rows(
    entries: Sequence[BarEntry], spare: Sequence[BarEntry], width: int
) -> list[list[BarEntry]]:
    """Return the entries in rows of at most *width* cells.

    Args:
        entries: in the order in which they stand.
        spare: those that are left out, the first of them first, where one row does not hold all.
        width: of a row, in cells.
    """
    kept = list(entries)
    rows = _wrapped(kept, width)
    for each in spare:
        if len(rows) > 1 and each in kept:
            kept.remove(each)
            rows = _wrapped(kept, width)
    return rows


def _wrapped(entries: Sequence[BarEntry], width: int) -> list[list[BarEntry]]:
    rows: list[list[BarEntry]] = [[]]
    used = 0
    for entry in entries:
        size = entry.width + _GAP
        if used + size > width and rows[-1]:
            rows.append([])
            used = 0
        rows[-1].append(entry)
        used += size
    return rows


def draw_key_bar(canvas: Canvas, top: int, rows: Sequence[Sequence[BarEntry]]) -> list[Hit]:
    """Draw the rows of the key bar; return what of it can be clicked."""
    canvas.fill(0, top, canvas.width, len(rows), "class:bar")
    for y, row in enumerate(rows, start=top):
        x = 1
        for entry in row:
            after = canvas.put(x, y, entry.shown, "class:bar.key")
            x = canvas.put(after + 1, y, entry.label, "class:bar") + _GAP
    return bar_hits(top, rows)


def bar_hits(top: int, rows: Sequence[Sequence[BarEntry]]) -> list[Hit]:
    """Return what can be clicked of a key bar whose first row is row *top* of the screen."""
    hits = []
    for y, row in enumerate(rows, start=top):
        x = 1
        for entry in row:
            if entry.key:
                hits.append(Hit(x, y, entry.width, 1, entry.key))
            x += entry.width + _GAP
    return hits
