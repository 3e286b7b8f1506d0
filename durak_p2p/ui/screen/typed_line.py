"""A line that is typed on the screen: editing it, and what a typed command means."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from durak_p2p.rules import MoveSyntaxError
from durak_p2p.rules.family import parse_move
from durak_p2p.rules.shedding import SheddingRules
from durak_p2p.texts import listed, sentence_of, text
from durak_p2p.ui import commands
from durak_p2p.ui.commands import words_meant
from durak_p2p.ui.plain import plain_text
from durak_p2p.ui.screen.model import TableModel
from durak_p2p.ui.screen.selection import (
    AccuseSeat,
    Leave,
    Make,
    Mode,
    Pressed,
    Say,
    Selection,
)

#: The most characters of a line.
MOST_TYPED: Final = 200


def edited(selection: Selection, key: str, typed: str) -> Selection:
    """Return the selection after a key in a line; *typed* is the text that the key gives."""
    line, caret = selection.line, selection.caret
    match key:
        case "left":
            caret = max(caret - 1, 0)
        case "right":
            caret = min(caret + 1, len(line))
        case "home" | "c-a" | "up":
            caret = 0
        case "end" | "c-e" | "down":
            caret = len(line)
        case "backspace":
            line, caret = line[: max(caret - 1, 0)] + line[caret:], max(caret - 1, 0)
        case "delete":
            line = line[:caret] + line[caret + 1 :]
        case "c-u":
            line, caret = line[caret:], 0
        case "c-w":
            start = line[:caret].rstrip().rfind(" ") + 1
            line, caret = line[:start] + line[caret:], start
        case _:
            fitting = plain_text(typed.replace("\n", " "))[: MOST_TYPED - len(line)]
            line, caret = line[:caret] + fitting + line[caret:], caret + len(fitting)
    return replace(selection, line=line, caret=caret)


def entered(model: TableModel, selection: Selection) -> Pressed:
    """Return what a line comes to that is entered."""
    closed = selection.closed()
    line = " ".join(selection.line.split())
    if not line:
        return Pressed(closed)
    if selection.mode is Mode.CHAT:
        return Pressed(closed, Say(line))
    return _command(model, closed, line)


def _command(model: TableModel, selection: Selection, line: str) -> Pressed:
    is_shedding = isinstance(model.rules, SheddingRules)
    words = words_meant(line.split(), is_shedding=is_shedding)
    rest = " ".join(line.split()[1:])
    match words[0]:
        case commands.QUIT:
            return Pressed(selection, Leave())
        case commands.HELP:
            return Pressed(replace(selection, mode=Mode.HELP))
        case "accuse":
            return _accusation(model, selection, rest)
        case commands.CHEAT:
            return _move(model, selection, words[1:], deliberate=True)
        case _:
            return _move(model, selection, words, deliberate=False)


def _move(
    model: TableModel, selection: Selection, words: list[str], *, deliberate: bool
) -> Pressed:
    if model.rules is None or not model.asked:
        return Pressed(selection.saying(text("It is not your turn.")))
    try:
        move = parse_move(model.rules, " ".join(words))
    except MoveSyntaxError as error:
        return Pressed(selection.saying(sentence_of(error)))
    return Pressed(selection, Make(move, deliberate))


def _accusation(model: TableModel, selection: Selection, name: str) -> Pressed:
    for seat in model.others:
        if name.casefold() == seat.name.casefold() or name == str(seat.seat):
            return Pressed(selection, AccuseSeat(seat.seat))
    names = listed(seat.name for seat in model.others)
    return Pressed(
        selection.saying(text("Whom do you accuse? At the table are {names}.", names=names))
    )
