"""QR codes as they are drawn, read again module by module."""

from __future__ import annotations

import re

import pytest
import segno

from durak_p2p.ui.qr import TooSmall, qr_lines

INVITE = "durak:" + "AbC-_1" * 30
STYLE = re.compile(r"\x1b\[[0-9;]*m")


def modules(lines: list[str], *, colours: bool) -> list[list[bool]]:
    """Return which modules are dark in what is drawn, two rows for each line."""
    rows: list[list[bool]] = []
    for line in lines:
        cells = STYLE.sub("", line)
        rows.append([(cell in "▀█") is colours for cell in cells])
        rows.append([(cell in "▄█") is colours for cell in cells])
    return rows


@pytest.mark.parametrize("colours", [True, False])
@pytest.mark.parametrize(("columns", "quiet"), [(200, 4), (None, 2)])
def test_what_is_drawn_is_the_code_with_light_around_it(
    colours: bool, columns: int | None, quiet: int
) -> None:
    code = segno.make(INVITE, error="l", micro=False, boost_error=False)
    size = len(code.matrix)
    drawn = modules(qr_lines(INVITE, columns or size + 5, 999, colours=colours), colours=colours)
    inner = [row[quiet : quiet + size] for row in drawn[quiet : quiet + size]]
    assert inner == [[bool(module) for module in row] for row in code.matrix]
    around = sum(map(sum, drawn)) - sum(map(sum, inner))
    assert around == 0
    assert len(drawn[0]) == size + 2 * quiet


def test_with_colours_it_is_black_on_white_whatever_the_terminal_is() -> None:
    for line in qr_lines(INVITE, 200, 200, colours=True):
        assert line.startswith("\x1b[38;5;16;48;5;231m")
        assert line.endswith("\x1b[0m")
    assert not any("\x1b" in line for line in qr_lines(INVITE, 200, 200, colours=False))


@pytest.mark.parametrize(("columns", "rows"), [(20, 999), (999, 20)])
def test_what_does_not_fit_says_how_large_it_is(columns: int, rows: int) -> None:
    with pytest.raises(TooSmall) as refused:
        qr_lines(INVITE, columns, rows, colours=True)
    needed = refused.value
    drawn = qr_lines(INVITE, needed.columns, needed.rows, colours=False)
    assert (len(drawn[0]), len(drawn)) == (needed.columns, needed.rows)
