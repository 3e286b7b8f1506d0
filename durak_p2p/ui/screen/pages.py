"""Pages over the table: the whole log, the settings, the help."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from durak_p2p.rules.family import AnyRules
from durak_p2p.rules.shedding import SheddingRules
from durak_p2p.texts import Text, text
from durak_p2p.ui.how_played import how_played
from durak_p2p.ui.screen.canvas import Canvas, Fragment, text_width
from durak_p2p.ui.screen.commands import (
    AWAY,
    COMMANDS,
    COMMON_ACTS,
    COMMON_KEYS,
    LAYING_KEYS,
    NO_LONGER,
    PICKING_KEYS,
    belongs,
    is_played,
)
from durak_p2p.ui.screen.drawing import CardSize, draw_frame
from durak_p2p.ui.screen.model import Act, TableModel
from durak_p2p.ui.screen.rows import beside, mark, padded
from durak_p2p.ui.screen.selection import Mode, Selection
from durak_p2p.ui.screen.wording import Wording
from durak_p2p.ui.settings import SETTINGS, Settings

_MOST_WIDTH: Final = 100
_TITLES: Final = {
    Mode.LOG: text("What has happened"),
    Mode.OPTIONS: text("Settings"),
    Mode.HELP: text("Help"),
}


def draw_page(
    canvas: Canvas,
    top: int,
    height: int,
    model: TableModel,
    selection: Selection,
    settings: Settings,
    wording: Wording,
) -> int:
    """Draw the page that is open, over rows *top* and below; return how far it can be scrolled."""
    rows = _rows(model, selection, settings, wording, sheet_width(canvas.width))
    most = max(len(rows) - (height - 2), 0)
    first = _start(selection, height - 2, most)
    draw_sheet(canvas, top, height, _TITLES[selection.mode], rows[first:], wording)
    return most


def sheet_width(width: int) -> int:
    """Return how many cells a row of a page has, on a screen of *width*."""
    return min(width, _MOST_WIDTH) - 4


def draw_sheet(
    canvas: Canvas,
    top: int,
    height: int,
    title: Text,
    rows: Sequence[list[Fragment]],
    wording: Wording,
) -> None:
    """Draw a page of *height* rows with a frame, and of its rows as many as it has room for."""
    width = min(canvas.width, _MOST_WIDTH)
    x = (canvas.width - width) // 2
    canvas.fill(x, top, width, height, "class:table")
    frame = wording.glyphs.lines.frame
    draw_frame(canvas, x, top, CardSize(width, height, 0, 0), frame, "class:table.faint")
    canvas.put(x + 3, top, f" {wording.say(title)} ", "class:table.mark")
    for y, row in enumerate(rows[: height - 2], start=top + 1):
        canvas.write(x + 2, y, row)


def _rows(
    model: TableModel, selection: Selection, settings: Settings, wording: Wording, width: int
) -> list[list[Fragment]]:
    match selection.mode:
        case Mode.OPTIONS:
            return option_rows(selection.row, settings, wording, width)
        case Mode.HELP:
            return _help(model, wording, width)
        case _:
            return [
                line
                for sentence in model.log
                for line in wording.wrapped(sentence, "class:table", width)
            ]


def _start(selection: Selection, height: int, most: int) -> int:
    """Return the first row in sight; the log is read from its end."""
    if selection.mode is Mode.OPTIONS:
        return min(max(selection.row - height + 3, 0), most)
    scroll = min(selection.scroll, most)
    return most - scroll if selection.mode is Mode.LOG else scroll


def option_rows(
    marked: int, settings: Settings, wording: Wording, width: int
) -> list[list[Fragment]]:
    """Return the settings in rows, the one at place *marked* with what it does."""
    rows: list[list[Fragment]] = []
    titles = [wording.say(setting.title) for setting in SETTINGS.values()]
    longest = max(map(text_width, titles))
    for row, (setting, title) in enumerate(zip(SETTINGS.values(), titles, strict=True)):
        chosen = row == marked
        value = wording.say(setting.values[getattr(settings, setting.name)])
        style = "class:chosen" if chosen else "class:table"
        shown = f"{padded(title, longest)}  {value} "
        rows.append([mark(wording, chosen=chosen), (style, shown)])
    said = list(SETTINGS.values())[marked].says
    return [*rows, [], *wording.wrapped(said, "class:table.faint", width)]


def _help(model: TableModel, wording: Wording, width: int) -> list[list[Fragment]]:
    in_lobby = model.lobby is not None
    pairs: list[tuple[str, Text]] = []
    if not in_lobby and not model.watches:
        leads = not isinstance(model.rules, SheddingRules)  # several cards at once
        pairs += [
            (wording.say(keys), says)
            for keys, says in (*LAYING_KEYS, *(PICKING_KEYS if leads else ()))
        ]
    leaving = NO_LONGER if model.watches else COMMANDS[Act.LEAVE].says
    pairs += [
        (
            " ".join(key.upper() if len(key) == 1 else key.title() for key in command.keys),
            leaving if act is Act.LEAVE else command.says,
        )
        for act, command in COMMANDS.items()
        if _is_told(act, model)
    ]
    waits = model.keeps_seat and not in_lobby and not model.ended
    common = (*COMMON_KEYS, (text("Ctrl-C"), AWAY if waits else leaving))
    pairs += [(wording.say(keys), says) for keys, says in common]
    return help_rows(model.rules, pairs, wording, width)


def help_rows(
    rules: AnyRules | None, pairs: Sequence[tuple[str, Text]], wording: Wording, width: int
) -> list[list[Fragment]]:
    """Return what the game is, and what keys do; *pairs*: keys, and what they do."""
    rows: list[list[Fragment]] = []
    if rules is not None:
        for place, sentence in enumerate(how_played(rules)):
            style = "class:table" if place else "class:table.strong"
            rows += wording.wrapped(sentence, style, width)
        rows.append([])
    longest = max(text_width(keys) for keys, _ in pairs)
    for keys, says in pairs:
        lines = wording.wrapped(says, "class:table", width - longest - 2)
        rows += beside([("class:table.mark", padded(keys, longest + 2))], lines)
    return rows


def _is_told(act: Act, model: TableModel) -> bool:
    """Whether the help tells of a command: whatever the table may come to."""
    if not belongs(act, model):
        return False
    if act is Act.CHAT:
        return model.can_chat
    if act in COMMON_ACTS:
        return True
    if model.lobby is not None:
        return act in model.acts
    return model.rules is None or is_played(act, model.rules)
