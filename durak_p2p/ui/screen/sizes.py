"""How large the screen must be, and what is said where it is smaller."""

from __future__ import annotations

from typing import Final

from durak_p2p.texts import text
from durak_p2p.ui.screen.canvas import Canvas, cut
from durak_p2p.ui.screen.wording import Wording

#: The smallest size, in cells, at which there is a picture.
LEAST_WIDTH: Final = 60
LEAST_HEIGHT: Final = 18


def is_too_small(width: int, height: int) -> bool:
    """Whether there is no picture for a screen of so many cells: nobody sees what keys do."""
    return width < LEAST_WIDTH or height < LEAST_HEIGHT


def draw_too_small(canvas: Canvas, wording: Wording) -> None:
    """Say how large the screen must be."""
    needed = text(
        "The table needs {width} columns and {height} rows.",
        width=LEAST_WIDTH,
        height=LEAST_HEIGHT,
    )
    short = text("{width}x{height} needed", width=LEAST_WIDTH, height=LEAST_HEIGHT)
    said = wording.say(needed)
    said = said if len(said) <= canvas.width else wording.say(short)
    canvas.put(0, 0, cut(said, canvas.width), "class:table.strong")
