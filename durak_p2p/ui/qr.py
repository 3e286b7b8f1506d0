"""QR codes (ISO/IEC 18004) drawn with half blocks: two rows of modules in one line of text."""

from __future__ import annotations

from typing import Final

import segno

# Modules of light around the code, as the standard wants them; half of it where that is too wide.
_QUIET: Final = 4
# Foreground 16 and background 231 are black and white wherever there are 256 colours, whatever
# colours the terminal has been given for its own.
_BLACK_ON_WHITE: Final = "\x1b[38;5;16;48;5;231m"
_OWN_COLOURS: Final = "\x1b[0m"


class TooSmall(ValueError):
    """The code does not fit; so many ``columns`` and ``rows`` are needed."""

    def __init__(self, columns: int, rows: int) -> None:
        super().__init__(columns, rows)
        self.columns = columns
        self.rows = rows


def qr_lines(told: str, columns: int, rows: int, *, colours: bool) -> list[str]:
    """Return the lines that show a text as a QR code, for a terminal with Unicode.

    With *colours* it is black on white.  Without, the light modules are drawn, for light letters
    on dark ground; cameras read it inverted as well.  Raises :class:`TooSmall` where it needs
    more than so many *columns* or *rows*.
    """
    code = segno.make(told, error="l", micro=False, boost_error=False)
    size = len(code.matrix)
    most = min(columns, 2 * rows)
    quiet = _QUIET if size + 2 * _QUIET <= most else _QUIET // 2
    if size + 2 * quiet > most:
        raise TooSmall(size + 2 * quiet, (size + 2 * quiet + 1) // 2)
    modules = [[bool(module) for module in row] for row in code.matrix_iter(border=quiet)]
    if len(modules) % 2:
        modules.append([False] * len(modules[0]))
    drawn = []
    for upper, lower in zip(modules[::2], modules[1::2], strict=True):
        pairs = zip(upper, lower, strict=True)
        cells = "".join(_cell(up is colours, low is colours) for up, low in pairs)
        drawn.append(f"{_BLACK_ON_WHITE}{cells}{_OWN_COLOURS}" if colours else cells)
    return drawn


def _cell(upper: bool, lower: bool) -> str:
    return {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}[
        upper, lower
    ]
