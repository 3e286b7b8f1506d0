"""A line that is typed on the screen: editing it, and what a typed command means."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from durak_p2p.rules import MoveSyntaxError
from durak_p2p.rules.family import parse_move
from durak_p2p.texts import listed, sentence_of, text
from durak_p2p.ui.plain import plain_text
from durak_p2p.ui.screen.layouts import latin
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
    verb, _, rest = _spelled(line).partition(" ")
    match verb:
        case "quit" | "exit" | "leave":
            return Pressed(selection, Leave())
        case "say" if model.can_chat:
            return Pressed(selection, Say(rest))
        case "help":
            return Pressed(replace(selection, mode=Mode.HELP))
        case "accuse":
            return _accusation(model, selection, rest)
        case "cheat":
            return _move(model, selection, rest, deliberate=True)
        case _:
            return _move(model, selection, f"{verb} {rest}".strip(), deliberate=False)


def _spelled(line: str) -> str:
    """Return a command in the Latin letters that it was meant in, its verb in small ones."""
    verb, space, rest = line.partition(" ")
    if not verb.isascii():  # typed with the Russian layout on
        verb, space, rest = latin(line).partition(" ")
    return f"{verb.lower()}{space}{rest}"


def _move(model: TableModel, selection: Selection, line: str, *, deliberate: bool) -> Pressed:
    if model.rules is None or not model.asked:
        return Pressed(selection.saying(text("It is not your turn.")))
    verb, *words = line.split()
    try:
        move = parse_move(model.rules, " ".join([verb, *map(_card, words)]))
    except MoveSyntaxError as error:
        return Pressed(selection.saying(sentence_of(error)))
    return Pressed(selection, Make(move, deliberate))


def _card(word: str) -> str:
    """Let people type 10h and tH."""
    word = word.replace("10", "T", 1) if word.startswith("10") else word
    return word[:1].upper() + word[1:].lower() if len(word) > 1 else word.lower()


def _accusation(model: TableModel, selection: Selection, name: str) -> Pressed:
    for seat in model.others:
        if name.casefold() == seat.name.casefold() or name == str(seat.seat):
            return Pressed(selection, AccuseSeat(seat.seat))
    names = listed(seat.name for seat in model.others)
    return Pressed(
        selection.saying(text("Whom do you accuse? At the table are {names}.", names=names))
    )
