"""The picture of a table: model, selection, size and settings in, rows of text and style out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from durak_p2p.texts import listed
from durak_p2p.ui.screen.canvas import Canvas, Fragment
from durak_p2p.ui.screen.drawing import LARGE, MEDIUM, CardSize
from durak_p2p.ui.screen.glyphs import ASCII, ASCII_FOR
from durak_p2p.ui.screen.hand import Hit, draw_hand, hand_height
from durak_p2p.ui.screen.key_bar import draw_key_bar
from durak_p2p.ui.screen.lobby import draw_lobby
from durak_p2p.ui.screen.middle import draw_middle, middle_height
from durak_p2p.ui.screen.model import LobbyModel, TableModel
from durak_p2p.ui.screen.open_hands import hands_rows
from durak_p2p.ui.screen.pages import draw_page
from durak_p2p.ui.screen.parts import (
    Prompt,
    command_rows,
    draw_headline,
    draw_prompt,
    draw_title,
    log_lines,
    prompt,
)
from durak_p2p.ui.screen.seats import FAN, FLAT, TALL, draw_seats, seats_height
from durak_p2p.ui.screen.selection import Mode, Selection
from durak_p2p.ui.screen.sizes import draw_too_small, is_too_small
from durak_p2p.ui.screen.wording import Wording
from durak_p2p.ui.settings import Settings

#: From this size on there is room for all, and for a column with the log.
_NORMAL: Final = (80, 24)
_WIDE: Final = (120, 34)
_LOG_COLUMN: Final = 44
#: Rows that the log has at least where the rules are told above it.
_LEAST_LOG: Final = 5
_PAGES: Final = (Mode.LOG, Mode.OPTIONS, Mode.HELP)


@dataclass(frozen=True, slots=True)
class Frame:
    """A picture: rows of (style, text), what can be clicked, how far the page can be scrolled.

    ``too_small``: nothing is shown but that the screen must be larger.
    """

    lines: list[list[Fragment]]
    hits: tuple[Hit, ...] = ()
    most_scroll: int = 0
    too_small: bool = False


def render(
    model: TableModel,
    selection: Selection,
    settings: Settings,
    wording: Wording,
    width: int,
    height: int,
) -> Frame:
    """Return the picture for a screen of *width* times *height* cells."""
    canvas = Canvas(max(width, 1), max(height, 1), "class:table")
    if is_too_small(width, height):
        draw_too_small(canvas, wording)
        return replace(_finished(canvas, wording), too_small=True)
    return _draw(canvas, model, selection, settings, wording)


def _finished(
    canvas: Canvas, wording: Wording, hits: Sequence[Hit] = (), most_scroll: int = 0
) -> Frame:
    if wording.glyphs.lines is ASCII:
        canvas.translate(ASCII_FOR)
    return Frame(canvas.lines(), tuple(hits), most_scroll)


def _draw(
    canvas: Canvas,
    model: TableModel,
    selection: Selection,
    settings: Settings,
    wording: Wording,
) -> Frame:
    width, height = canvas.width, canvas.height
    wide = width >= _WIDE[0] and height >= _WIDE[1]
    tall = wide or (width >= _NORMAL[0] and height >= _NORMAL[1])
    size = LARGE if wide else MEDIUM
    bar = command_rows(model, selection, wording, width - 1)
    bar_top = height - len(bar)
    draw_title(canvas, model, wording)
    hits = draw_key_bar(canvas, bar_top, bar)
    if selection.mode in _PAGES:
        most = draw_page(canvas, 1, bar_top - 1, model, selection, settings, wording)
        return _finished(canvas, wording, hits, most)
    main = width - _LOG_COLUMN if wide else width
    if model.lobby is not None and not model.ended:
        hits += _draw_lobby(canvas, bar_top, main, model, model.lobby, selection, wording)
        return _finished(canvas, wording, hits)
    if model.opening:
        _draw_opening(canvas, bar_top, main, model, wording)
        return _finished(canvas, wording, hits)
    # From below: the hand never moves while questions and notices come and go.
    hand_top = bar_top - (hand_height(model, size, width) if model.hand else 0)
    hits += draw_hand(canvas, hand_top, size, model, selection, wording.glyphs)
    if model.hands:
        asked = Prompt(hands_rows(model.hands, model.hands_note, wording, main - 4))
    else:
        asked = prompt(selection, wording, main)
    asked_top = hand_top - max(len(asked.rows), 1)
    hits += draw_prompt(canvas, asked_top, asked)
    # From above: players, then what lies there, with what is left of the rows around it.
    look = FAN if wide else TALL if tall else FLAT
    seats = seats_height(model, main, look)
    draw_seats(canvas, 1 + tall, main, model, wording, look)
    middle_top = 1 + seats + 2 * tall
    free = asked_top - 1 - middle_top - middle_height(size)
    if wide:
        middle_top += max(free // 2, 0)
        _draw_log_column(canvas, main, bar_top, hand_top, model, wording)
    room = asked_top - 1 - middle_top
    below = draw_middle(canvas, middle_top, main, _fitting(size, free), room, model, wording)
    if not wide and below < asked_top - 1:
        _draw_log(canvas, below, asked_top - 1, model, wording)
    elif not wide and model.hands and model.log:
        # What happened last stands beside where in the replay we are.
        model = replace(model, headline=listed([model.headline, model.log[-1]], "  "))
    elif not wide and not any(asked.rows):
        # It stands where hints do.
        for line in log_lines(model, wording, main - 4, 1):
            canvas.write(2, asked_top, line)
    draw_headline(canvas, asked_top - 1, main, model, selection, wording)
    return _finished(canvas, wording, hits)


def _draw_opening(
    canvas: Canvas, bar_top: int, main: int, model: TableModel, wording: Wording
) -> None:
    """Draw what is told before there are cards, the first sentence in strong letters."""
    headline = bar_top - 2
    draw_headline(canvas, headline, main, model, Selection(), wording)
    wide = main < canvas.width
    if wide:
        _draw_log_column(canvas, main, bar_top, bar_top, model, wording)
    # What has happened is told below, if the column beside does not tell it.
    room = headline - 2 - (0 if wide else _LEAST_LOG)
    rows: list[list[Fragment]] = []
    for place, sentence in enumerate(model.opening):
        style = "class:table" if place else "class:table.strong"
        lines = wording.wrapped(sentence, style, main - 4)
        if len(rows) + len(lines) > room:
            break
        rows += lines
    for y, row in enumerate(rows, start=2):
        canvas.write(2, y, row)
    if not wide:
        _draw_log(canvas, 2 + len(rows), headline, model, wording)


def _draw_lobby(
    canvas: Canvas,
    bar_top: int,
    main: int,
    model: TableModel,
    lobby: LobbyModel,
    selection: Selection,
    wording: Wording,
) -> list[Hit]:
    """Draw the lobby; return what can be clicked."""
    asked = prompt(selection, wording, main)
    asked_top = bar_top - max(len(asked.rows), 1)
    hits = draw_prompt(canvas, asked_top, asked)
    draw_headline(canvas, asked_top - 1, main, model, selection, wording)
    below = draw_lobby(canvas, 2, asked_top - 1, main, lobby, wording)
    if main < canvas.width:
        _draw_log_column(canvas, main, bar_top, bar_top, model, wording)
    else:
        _draw_log(canvas, below, asked_top - 1, model, wording)
    return hits


def _fitting(size: CardSize, free: int) -> CardSize:
    """Return the size of the cards on the table: smaller where rows are missing."""
    return MEDIUM if free < 0 else size


def _draw_log(canvas: Canvas, top: int, end: int, model: TableModel, wording: Wording) -> None:
    """Draw the last of the log between the table and the headline."""
    room = end - top
    if room > 4:
        top, room = top + 1, room - 2  # air around it
    lines = log_lines(model, wording, canvas.width - 4, room)
    for y, line in enumerate(lines, start=top + room - len(lines)):
        canvas.write(2, y, line)


def _draw_log_column(
    canvas: Canvas, left: int, bar_top: int, hand_top: int, model: TableModel, wording: Wording
) -> None:
    """Draw the log beside the table."""
    side = wording.glyphs.lines.frame[3]
    for y in range(1, hand_top):
        canvas.put(left, y, side, "class:table.faint")
    lines = log_lines(model, wording, _LOG_COLUMN - 4, hand_top - 3)
    for y, line in enumerate(lines, start=2):
        canvas.write(left + 3, y, line)
