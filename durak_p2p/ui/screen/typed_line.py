"""A line that is typed on the screen: editing it, and what a typed command means."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from durak_p2p.net.reply import is_reply
from durak_p2p.rules import MoveSyntaxError
from durak_p2p.rules.family import parse_move
from durak_p2p.rules.shedding import SheddingRules
from durak_p2p.table.saying import LONGEST_SAYING
from durak_p2p.texts import listed, sentence_of, text
from durak_p2p.ui import commands
from durak_p2p.ui.bare_cards import bare_move, begins_with_card
from durak_p2p.ui.commands import OFF, word_meant, words_meant
from durak_p2p.ui.screen.editing import edited_line
from durak_p2p.ui.screen.model import Act, TableModel
from durak_p2p.ui.screen.selection import (
    AccuseSeat,
    GetReady,
    Leave,
    Make,
    Mode,
    Present,
    Pressed,
    Say,
    SeatComputer,
    Selection,
    TakeReply,
    UnseatComputer,
)

#: The most characters of a typed line; what is said has a limit of its own.
MOST_TYPED: Final = 500


def edited(selection: Selection, key: str, typed: str) -> Selection:
    """Return the selection after a key in a line; *typed* is the text that the key gives."""
    most = LONGEST_SAYING if selection.mode is Mode.CHAT else MOST_TYPED
    line, caret = edited_line(selection.line, selection.caret, key, typed, most)
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
    """Return what a line of line mode comes to: all that can be typed there can be here."""
    said = commands.said_in(line)
    if said is not None and model.can_chat:
        return Pressed(selection, Say(said))
    if is_reply(line) and model.can_meet:
        return Pressed(selection, TakeReply(line))
    is_shedding = isinstance(model.rules, SheddingRules)
    words = words_meant(line.split(), is_shedding=is_shedding)
    rest = " ".join(line.split()[1:])
    if Act.READY in model.acts and commands.means_ready(line.split()):
        return Pressed(selection, GetReady())
    match words[0]:
        case commands.QUIT:
            return Pressed(selection, Leave())
        case commands.HELP | commands.RULES:
            return Pressed(replace(selection, mode=Mode.HELP))
        case commands.HAND | commands.TABLE:
            return Pressed(selection)  # they are in sight
        case _ if model.watches:
            return Pressed(selection.saying(text("You watch, without a seat.")))
        case commands.QR if model.can_invite:
            return Pressed(selection, Present(Act.QR))
        case commands.INVITE if model.can_invite:
            return Pressed(selection, Present(Act.INVITE))
        case commands.COMPUTER if Act.COMPUTER in model.acts and not rest:
            return Pressed(selection, SeatComputer())
        case commands.COMPUTER if Act.NO_COMPUTER in model.acts and word_meant(rest) == OFF:
            return Pressed(selection, UnseatComputer())
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
        if begins_with_card(words) and not deliberate:
            move = bare_move(words, model.legal)
        else:
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
