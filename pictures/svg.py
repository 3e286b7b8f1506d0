"""A terminal's screen as an SVG picture: what `pyte` has of it, cell by cell."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from typing import Any

_CELL_WIDTH = 9.6
_CELL_HEIGHT = 19
_FONT = "'DejaVu Sans Mono', 'Menlo', 'Consolas', monospace"
_NAMED = {
    "black": "1d1f21", "red": "b3121d", "green": "11692c", "brown": "f0b429", "blue": "0b4fae",
    "magenta": "8a3ffc", "cyan": "2aa198", "white": "cdd1d8",
}  # fmt: skip


def svg(screen: Any, *, ground: str = "14171c", ink: str = "cdd1d8") -> str:
    """Return the picture of a `pyte.Screen`.

    Args:
        screen: the screen.
        ground: the colour, six hexadecimal digits, of what has none.
        ink: the same for text.
    """
    width, height = screen.columns * _CELL_WIDTH, screen.lines * _CELL_HEIGHT
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height}" '
        f'font-family="{_FONT}" font-size="16" shape-rendering="crispEdges">',
        f'<rect width="{width:g}" height="{height}" rx="6" fill="#{ground}"/>',
    ]
    for row in range(screen.lines):
        start = 0
        while start < screen.columns:
            look = _look(screen.buffer[row][start], ground, ink)
            end = start
            while end < screen.columns and _look(screen.buffer[row][end], ground, ink) == look:
                end += 1
            parts += _run(screen.buffer[row], row, start, end, look, ground)
            start = end
    return "\n".join([*parts, "</svg>", ""])


def _look(cell: Any, ground: str, ink: str) -> tuple[str, str, bool]:
    front, back = _colour(cell.fg, ink), _colour(cell.bg, ground)
    return (back, front, cell.bold) if cell.reverse else (front, back, cell.bold)


def _colour(name: str, default: str) -> str:
    return default if name == "default" else _NAMED.get(name, name)


def _run(
    cells: Any, row: int, start: int, end: int, look: tuple[str, str, bool], ground: str
) -> list[str]:
    front, back, bold = look
    x, y, width = start * _CELL_WIDTH, row * _CELL_HEIGHT, (end - start) * _CELL_WIDTH
    parts = []
    if back != ground:
        parts.append(
            f'<rect x="{x:g}" y="{y}" width="{width:g}" height="{_CELL_HEIGHT}" fill="#{back}"/>'
        )
    weight = ' font-weight="bold"' if bold else ""
    # Each word has its own place and length, so that no font moves it.
    for first, word in _words(cells, start, end):
        place = f'x="{first * _CELL_WIDTH:g}" y="{y + 15}" textLength="{len(word) * _CELL_WIDTH:g}"'
        parts.append(f'<text {place} fill="#{front}"{weight}>{escape(word)}</text>')
    return parts


def _words(cells: Any, start: int, end: int) -> Iterator[tuple[int, str]]:
    """Yield what is between spaces, with the column where it begins."""
    line = "".join(cells[column].data for column in range(start, end))
    return ((start + found.start(), found.group()) for found in re.finditer(r"\S+", line))
