"""A sheet of cells to draw on: each has a character and a style."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from wcwidth import wcwidth

Fragment = tuple[str, str]


@lru_cache(maxsize=4096)
def cell_width(character: str) -> int:
    """Return how many cells a character takes: 0, 1 or 2; none for what cannot be printed."""
    return max(wcwidth(character), 0)


def text_width(text: str) -> int:
    """Return how many cells a text takes."""
    return sum(map(cell_width, text))


def cut(text: str, width: int) -> str:
    """Return as much of a text as fits into so many cells, with "…" where something is missing."""
    if text_width(text) <= width:
        return text
    kept, used = "", 0
    for character in text:
        used += cell_width(character)
        if used > width - 1:
            break
        kept += character
    return f"{kept}…" if width > 0 else ""


def cut_lines(lines: list[list[Fragment]], most: int, width: int) -> list[list[Fragment]]:
    """Return at most so many lines, the last of them with "…" where others are left out.

    *width*: the cells of a line.
    """
    if len(lines) <= most:
        return lines
    kept = [list(line) for line in lines[:most]]
    if kept:
        last = kept[-1]
        while last and text_width("".join(text for _, text in last).rstrip()) >= width:
            style, text = last.pop()
            if text[:-1]:
                last.append((style, text[:-1]))
        style, text = last.pop() if last else lines[most][0]
        last.append((style, f"{text.rstrip()}…"))
    return kept


class Canvas:
    """Cells by row and column.  What is drawn beside the sheet is cut off."""

    def __init__(self, width: int, height: int, style: str) -> None:
        self.width = width
        self.height = height
        self._cells = [[" "] * width for _ in range(height)]
        self._styles = [[style] * width for _ in range(height)]

    def fill(self, x: int, y: int, width: int, height: int, style: str) -> None:
        """Make a part of the sheet empty."""
        for row in range(max(y, 0), min(y + height, self.height)):
            for column in range(max(x, 0), min(x + width, self.width)):
                self._cells[row][column] = " "
                self._styles[row][column] = style

    def put(self, x: int, y: int, text: str, style: str) -> int:
        """Write a text; return the column after it."""
        if not 0 <= y < self.height:
            return x + text_width(text)
        cells, styles = self._cells[y], self._styles[y]
        for character in text:
            width = cell_width(character)
            if width == 0:
                if 0 < x <= self.width:  # it belongs to the character before, be that wide or not
                    cells[x - 1 if cells[x - 1] else x - 2] += character
                continue
            if x >= 0 and x + width <= self.width:
                self._free(cells, x, width)
                cells[x], styles[x] = character, style
                if width == 2:  # the second cell of a wide character holds nothing of its own
                    cells[x + 1], styles[x + 1] = "", style
            x += width
        return x

    @staticmethod
    def _free(cells: list[str], x: int, width: int) -> None:
        """Take away wide characters of which a half is written over."""
        if not cells[x] and x > 0:
            cells[x - 1] = " "
        if x + width < len(cells) and not cells[x + width]:
            cells[x + width] = " "

    def write(self, x: int, y: int, fragments: Iterable[Fragment]) -> int:
        """Write texts of several styles one after the other; return the column after them."""
        for style, text in fragments:
            x = self.put(x, y, text, style)
        return x

    def translate(self, table: dict[int, str]) -> None:
        """Put other characters in the place of some, as :meth:`str.translate` does."""
        self._cells = [[cell.translate(table) for cell in row] for row in self._cells]

    def lines(self) -> list[list[Fragment]]:
        """Return the rows as texts of one style each."""
        return [
            _runs(cells, styles) for cells, styles in zip(self._cells, self._styles, strict=True)
        ]


def _runs(cells: list[str], styles: list[str]) -> list[Fragment]:
    runs: list[Fragment] = []
    start = 0
    for end in range(1, len(cells) + 1):
        if end == len(cells) or styles[end] != styles[start]:
            runs.append((styles[start], "".join(cells[start:end])))
            start = end
    return runs
