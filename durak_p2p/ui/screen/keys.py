"""What a key means at the table: a new selection, and perhaps something to be done.

A key is a character, or a name: "left", "enter", "space", "f1", "c-c"; a pasted text is "paste".
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from durak_p2p.cards import Card
from durak_p2p.net.reply import is_reply
from durak_p2p.rules import Verb
from durak_p2p.rules.family import AnyMove
from durak_p2p.rules.moves import DONE, EXCHANGE, PASS, TAKE
from durak_p2p.rules.shedding import moves as shedding
from durak_p2p.texts import text
from durak_p2p.ui.layouts import command_key, latin
from durak_p2p.ui.screen import laying, questions
from durak_p2p.ui.screen.commands import COMMANDS, COMMON_ACTS, act_of, belongs, is_played
from durak_p2p.ui.screen.model import Act, Light, Role, TableModel
from durak_p2p.ui.screen.selection import (
    AccuseSeat,
    Again,
    GetReady,
    GoAway,
    Leave,
    Make,
    MenuItem,
    Mode,
    Next,
    Present,
    Pressed,
    SeatComputer,
    Selection,
    TakeReply,
    Turn,
    UnseatComputer,
)
from durak_p2p.ui.screen.typed_line import edited, entered
from durak_p2p.ui.settings import SETTINGS, Settings

#: How many lines a page is, in the log and the help.
PAGE: Final = 10

_SIMPLE: Final[dict[Act, AnyMove]] = {
    Act.TAKE: TAKE,
    Act.PASS: PASS,
    Act.DONE: DONE,
    Act.EXCHANGE: EXCHANGE,
    Act.DRAW: shedding.DRAW,
}
_ALL: Final = 100_000
#: Keys that scroll a page, and by how many lines on.
SCROLLS: Final = {
    "up": -1, "down": 1, "pageup": -PAGE, "pagedown": PAGE, "home": -_ALL, "end": _ALL
}  # fmt: skip


def press(
    model: TableModel, selection: Selection, settings: Settings, key: str, typed: str = ""
) -> Pressed:
    """Return what a key comes to.

    Args:
        model: what the screen shows.
        selection: what is picked so far.
        settings: whether taking asks.
        key: the key's name.
        typed: the text that the key gives, where it gives one.
    """
    if key == "c-c" or (key == "c-d" and not selection.line):
        return Pressed(selection, GoAway()) if model.keeps_seat else _leave(model, selection)
    if key == "paste" and is_reply(typed) and model.can_meet:
        return Pressed(selection.closed(), TakeReply(typed))
    match selection.mode:
        case Mode.TYPE | Mode.CHAT:
            return _press_in_line(model, selection, key, typed)
        case Mode.MENU | Mode.ASK:
            return _press_in_menu(selection, key)
        case Mode.LOG | Mode.HELP:
            return Pressed(_press_in_pages(selection, key))
        case Mode.OPTIONS:
            return _press_in_options(selection, key)
        case Mode.TABLE:
            return _press_at_table(model, selection, settings, key)


# -- at the table ----------------------------------------------------------------------------------


def _press_at_table(
    model: TableModel, selection: Selection, settings: Settings, key: str
) -> Pressed:
    pressed, key = (latin(key), command_key(key)) if len(key) == 1 else (key, key)
    # A large hand has keys with Shift, too; a command is the same with Shift or without.
    by_key = {held.key: held.card for held in model.hand if held.key}
    if pressed in by_key:
        return laying.pick(model, selection, by_key[pressed])
    if (act := act_of(key, (*model.acts, Act.TYPE))) is not None:
        return _act(model, selection, settings, act)
    if key in by_key:
        return laying.pick(model, selection, by_key[key])
    match key:
        case "left" | "right" | "tab" | "s-tab" | "home" | "end" if model.is_over:
            return Pressed(selection)
        case "left" | "right":
            return Pressed(_moved(model, selection, 1 if key == "right" else -1))
        case "tab" | "s-tab":
            return Pressed(_moved_to_lit(model, selection, 1 if key == "tab" else -1))
        case "home" | "end" if model.hand:
            edge = model.hand[0 if key == "home" else -1].card
            return Pressed(replace(selection, cursor=edge))
        case "up" if selection.cursor is not None and _leads(model):
            return laying.raise_card(model, selection, selection.cursor)
        case "down" if selection.cursor is not None:
            return Pressed(laying.lower_card(selection, selection.cursor))
        case "enter" if selection.raised:
            return laying.lead_raised(model, selection)
        case "enter" if selection.cursor is not None:
            return laying.pick(model, selection, selection.cursor)
        case "pageup":
            return Pressed(replace(selection, mode=Mode.LOG, scroll=PAGE))
        case "escape":
            return Pressed(replace(selection.closed(), raised=(), cheating=False))
        case _:
            return Pressed(_told_why_not(model, selection, key))


def _leads(model: TableModel) -> bool:
    return any(move.verb is Verb.LEAD for move in model.legal)


def _told_why_not(model: TableModel, selection: Selection, key: str) -> Selection:
    """A letter of a command that cannot be given now, or in this game, says so."""
    named = [
        act
        for act, command in COMMANDS.items()
        if key in command.keys and belongs(act, model) and (act in COMMON_ACTS or not model.ended)
    ]
    if not named or len(key) > 1:
        return selection
    rules = model.rules
    played = [act for act in named if rules is None or is_played(act, rules)]
    if not played:
        never = text("Not in this game: {command}.", command=COMMANDS[named[0]].label)
        return selection.saying(never)
    said = text("Not now: {command}.", command=COMMANDS[played[0]].label)
    return selection.saying(said, missed=played[0])


def _moved(model: TableModel, selection: Selection, step: int) -> Selection:
    cards = [held.card for held in model.hand]
    return replace(selection, cursor=_next(cards, selection.cursor, step), notice=None)


def _moved_to_lit(model: TableModel, selection: Selection, step: int) -> Selection:
    """Go to the next card that can be laid; where nothing tells which can, to the next."""
    lit = {held.card for held in model.hand if held.light is Light.LIT}
    cards = [held.card for held in model.hand]
    if not lit:
        return _moved(model, selection, step)
    at = _next(cards, selection.cursor, step)
    while at not in lit:
        at = _next(cards, at, step)
    return replace(selection, cursor=at, notice=None)


def _next(cards: list[Card], cursor: Card | None, step: int) -> Card | None:
    if cursor not in cards:
        return cards[0] if cards else None
    return cards[(cards.index(cursor) + step) % len(cards)]


def _act(model: TableModel, selection: Selection, settings: Settings, act: Act) -> Pressed:
    if act is Act.TAKE and settings.confirm_take and _could_defend(model):
        return Pressed(_ask_to_take(model, selection))
    match act:
        case Act.TAKE | Act.PASS | Act.DONE | Act.EXCHANGE | Act.DRAW:
            move = shedding.PASS if act is Act.PASS and model.pile is not None else _SIMPLE[act]
            return Pressed(selection.closed(), Make(move))
        case Act.TRANSFER:
            question = text("Transfer with which card?")
            return laying.choose_verb(model, selection, Verb.TRANSFER, question)
        case Act.SHOW:
            return laying.choose_verb(model, selection, Verb.SHOW, text("Show which card?"))
        case Act.CHEAT:
            return Pressed(replace(selection, cheating=not selection.cheating, raised=()))
        case Act.ACCUSE:
            return Pressed(_ask_whom(model, selection))
        case Act.TYPE | Act.CHAT:
            mode = Mode.TYPE if act is Act.TYPE else Mode.CHAT
            return Pressed(replace(selection, mode=mode, line="", caret=0, notice=None))
        case Act.LOG:
            return Pressed(replace(selection, mode=Mode.LOG, scroll=0))
        case Act.OPTIONS:
            return Pressed(replace(selection, mode=Mode.OPTIONS, row=0))
        case Act.HELP:
            return Pressed(replace(selection, mode=Mode.HELP, scroll=0))
        case Act.READY:
            return Pressed(selection.closed(), GetReady())
        case Act.COMPUTER:
            return Pressed(selection.closed(), SeatComputer())
        case Act.NO_COMPUTER:
            return Pressed(selection.closed(), UnseatComputer())
        case Act.INVITE | Act.QR | Act.CODE:
            return Pressed(selection.closed(), Present(act))
        case Act.AGAIN:
            return Pressed(selection.closed(), Again())
        case Act.NEXT:
            return Pressed(selection.closed(), Next())
        case Act.LEAVE:
            return _leave(model, selection)
        case Act.LAY:
            raise AssertionError("no key lays: each card has its own")


def _could_defend(model: TableModel) -> bool:
    return any(move.verb in (Verb.BEAT, Verb.TRANSFER, Verb.SHOW) for move in model.legal)


def _ask_to_take(model: TableModel, selection: Selection) -> Selection:
    beats = any(move.verb is Verb.BEAT for move in model.legal)
    return questions.asked(
        selection,
        text("You can still beat. Take all the same?")
        if beats
        else text("You can still transfer. Take all the same?"),
        (questions.yes(text("take"), Make(TAKE), "t"), questions.no(text("no"))),
    )


def _ask_whom(model: TableModel, selection: Selection) -> Selection:
    there = [seat for seat in model.others if Role.OUT not in seat.roles]
    items = tuple(
        MenuItem((str(number),), seat.name, AccuseSeat(seat.seat))
        for number, seat in enumerate(there, start=1)
    )
    return selection.asking(text("Who has cheated?"), items)


def _leave(model: TableModel, selection: Selection) -> Pressed:
    """Leaving ends a deal for all, so it asks; the same key once more says yes."""
    asks = any(isinstance(item.action, Leave) for item in selection.menu)
    is_company = (bool(model.seats) or model.keeps_seat) and not model.watches
    if asks or model.ended or model.result is not None or not is_company:
        return Pressed(selection.closed(), Leave())
    question = text("Who leaves with cards in hand has lost the deal. Leave?")
    is_out = any(seat.own and Role.OUT in seat.roles for seat in model.seats)
    if model.lobby is not None or is_out:
        question = text("Leave the table?")
    answers = questions.yes(text("leave"), Leave(), "q"), questions.no(text("stay"))
    return Pressed(questions.asked(selection.closed(), question, answers))


# -- where something is open -----------------------------------------------------------------------


def _press_in_line(model: TableModel, selection: Selection, key: str, typed: str) -> Pressed:
    if key == "escape":
        return Pressed(selection.closed())
    if key == "enter":
        pressed = entered(model, selection)
        if isinstance(pressed.action, Leave):
            return _leave(model, pressed.selection)
        return pressed
    return Pressed(edited(selection, key, typed))


def _press_in_menu(selection: Selection, key: str) -> Pressed:
    # What a letter means comes first, then which key of the Latin layout was pressed.
    meant = (key.lower(), command_key(key)) if len(key) == 1 else (key,)
    for each in meant:
        for item in selection.menu:
            if each in item.keys:
                return Pressed(selection.closed(), item.action)
    match key:
        case "left" | "up":
            return Pressed(replace(selection, row=(selection.row - 1) % len(selection.menu)))
        case "right" | "down" | "tab":
            return Pressed(replace(selection, row=(selection.row + 1) % len(selection.menu)))
        case "enter":
            return Pressed(selection.closed(), selection.menu[selection.row].action)
        case "escape" | "backspace":
            # The last answer to a question is that nothing is done.
            no = selection.menu[-1].action if selection.mode is Mode.ASK else None
            return Pressed(selection.closed(), no)
        case _ if selection.mode is Mode.ASK and selection.menu[-1].action is None and meant[1:]:
            return Pressed(selection.closed())  # who types on has not meant the question
        case _:
            return Pressed(selection)


def _press_in_pages(selection: Selection, key: str) -> Selection:
    if key in SCROLLS:
        back = -1 if selection.mode is Mode.LOG else 1  # the log is scrolled from its end
        return replace(selection, scroll=max(selection.scroll + back * SCROLLS[key], 0))
    return selection.closed()


def _press_in_options(selection: Selection, key: str) -> Pressed:
    names = list(SETTINGS)
    match command_key(key) if len(key) == 1 else key:
        case "up":
            return Pressed(replace(selection, row=(selection.row - 1) % len(names)))
        case "down" | "tab":
            return Pressed(replace(selection, row=(selection.row + 1) % len(names)))
        case "left":
            return Pressed(selection, Turn(names[selection.row], -1))
        case "right" | "enter" | "space":
            return Pressed(selection, Turn(names[selection.row], 1))
        case "escape" | "o" | "q" | "f2":
            return Pressed(selection.closed())
        case _:
            return Pressed(selection)
