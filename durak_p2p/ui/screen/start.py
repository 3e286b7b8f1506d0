"""What keys and clicks lead to on the start screen.

Pure: a key in, a new state or what is wanted out; `start_page` has the picture.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from durak_p2p.texts import text
from durak_p2p.ui.layouts import command_key
from durak_p2p.ui.screen.editing import edited_line
from durak_p2p.ui.screen.start_lan import (
    ASKING,
    OTHER_VERSION,
    Answer,
    Enter,
    Entered,
    Found,
    PinWanted,
    read_pin,
)
from durak_p2p.ui.screen.start_model import (
    READ,
    ROWS,
    TYPED,
    Offers,
    Outcome,
    Page,
    Row,
    Sight,
    Start,
    TurnSetting,
)
from durak_p2p.ui.settings import SETTINGS
from durak_p2p.ui.start import DEALS, ENTRIES, Chosen, Item

#: The most characters of a name, of an invite and of a PIN that are typed here.
_MOST_NAME: Final = 40
_MOST_INVITE: Final = 500
_MOST_PIN: Final = 20


_UNSEEN: Final = Sight()


def press(
    start: Start, offers: Offers, key: str, typed: str = "", sight: Sight = _UNSEEN
) -> tuple[Start, Outcome]:
    """Return where a key leads, and what is to be done, if anything."""
    start = replace(start, notice=None)
    if key in ("c-c", "c-d"):
        return start, Chosen(Item.QUIT)
    if start.asked in TYPED and key not in _LEAVING:
        return _typed(start, key, typed), None
    if start.page is Page.LAN and key == "paste":
        return _typed(_opened(start, Item.JOIN)[0], key, typed), None
    key = command_key(key) if len(key) == 1 else key
    if start.page in READ and key in _READING:
        return _scrolled(start, key, sight), None
    match key:
        case "up" | "s-tab":
            return _at(start, (start.row - 1) % _count(start, offers)), None
        case "down" | "tab":
            return _at(start, (start.row + 1) % _count(start, offers)), None
        case "pageup" if start.page in _LISTS:
            return _at(start, max(start.row - _PAGE, 0)), None
        case "pagedown" if start.page in _LISTS:
            return _at(start, min(start.row + _PAGE, _count(start, offers) - 1)), None
        case "home" | "pageup":
            return _at(start, 0), None
        case "end" | "pagedown":
            return _at(start, _count(start, offers) - 1), None
        case "escape" | "q" if start.page is Page.GAME:
            return replace(start, page=Page.GAMES), None
        case "escape" if start.page is Page.PIN:
            return _back_from_pin(start, offers), None
        case "escape" | "q" if start.page is not Page.MENU:
            return start.at_menu(offers.items), None
        case "enter":
            return _entered(start, offers)
        case other if start.page is Page.MENU:
            return _picked(start, offers, other)
        case "j" if start.page is Page.LAN:
            return _opened(start, Item.JOIN)
        case other if start.page is Page.LAN:
            return _numbered(start, offers, other)
        case "left" | "right" | "space" as turn:
            return _turned(start, -1 if turn == "left" else 1)
        case "o" | "f2" if start.page is Page.SETTINGS:
            return start.at_menu(offers.items), None
        case _:
            return start, None


def clicked(start: Start, offers: Offers, row: int) -> tuple[Start, Outcome]:
    """Return where a click on a row leads: it is marked; in the menu, or marked before, opened."""
    start = replace(start, notice=None)
    if start.page is Page.MENU:
        return _entered(replace(start, row=row), offers)
    if row != start.row:
        return _at(start, row), None
    if start.page in ROWS:
        return _turned(start, 1)
    return _entered(start, offers)


#: Keys that are none of the line's in which they are pressed.
_LEAVING: Final = ("enter", "escape", "up", "down", "tab", "s-tab")
#: Keys that scroll what is read.
_READING: Final = ("up", "down", "pageup", "pagedown", "space", "home", "end")
#: Long lists, and how many of their rows PageUp and PageDown go over.
_LISTS: Final = (Page.REPLAYS, Page.GAMES, Page.LAN)
_PAGE: Final = 5


def _count(start: Start, offers: Offers) -> int:
    """Return how many rows can be marked."""
    match start.page:
        case Page.MENU:
            return len(offers.items)
        case Page.REPLAYS:
            return len(offers.replays)
        case Page.LAN:
            return max(len(offers.found.tables), 1)
        case Page.GAMES:
            return len(start.form.games)
        case Page.STATS | Page.GAME:
            return 1
        case Page.SETTINGS:
            return len(SETTINGS)
        case _:
            return len(ROWS[start.page])


def _at(start: Start, row: int) -> Start:
    moved = replace(start, row=row, untouched=True)
    return replace(moved, caret=len(moved.line) if moved.asked else 0)


def _scrolled(start: Start, key: str, sight: Sight) -> Start:
    """Return where a key leads in what is read; a page goes on with the last row of the one before.

    The window may have become larger meanwhile.
    """
    scroll, page = min(start.scroll, sight.more), max(sight.rows - 1, 1)
    match key:
        case "up":
            scroll -= 1
        case "down":
            scroll += 1
        case "pageup":
            scroll -= page
        case "pagedown" | "space":
            scroll += page
        case "home":
            scroll = 0
        case "end":
            scroll = sight.more
    return replace(start, scroll=min(max(scroll, 0), sight.more))


def _typed(start: Start, key: str, typed: str) -> Start:
    if start.asked is Row.INVITE:
        typed = "".join(typed.split())  # mail breaks it over lines
        line, caret = edited_line(start.invite, start.caret, key, typed, _MOST_INVITE)
        return replace(start, invite=line, caret=caret)
    if start.asked is Row.PIN:
        pin, caret = edited_line(start.pin, start.caret, key, typed, _MOST_PIN)
        return replace(start, pin=pin, caret=caret)
    name, caret = start.form.name, start.caret
    if start.untouched and typed:  # the name that stood there was only a proposal
        name, caret = "", 0
    line, caret = edited_line(name, caret, key, typed, _MOST_NAME)
    return replace(start, form=replace(start.form, name=line), caret=caret, untouched=False)


def _picked(start: Start, offers: Offers, key: str) -> tuple[Start, Outcome]:
    """Return what a key of the menu leads to: a number, or an item's letter."""
    for place, item in enumerate(offers.items):
        if key in (f"{(place + 1) % 10}", ENTRIES[item].key):
            return _entered(replace(start, row=place), offers)
    return start, None


def _entered(start: Start, offers: Offers) -> tuple[Start, Outcome]:
    match start.page:
        case Page.MENU:
            return _opened(start, offers.items[start.row])
        case Page.TABLE:
            return start, Chosen(start.item, start.form.arguments())
        case Page.JOIN:
            mistake = offers.mistake(start.invite)
            if mistake is not None:
                return replace(_at(start, 0), notice=mistake), None
            if offers.is_address(start.invite):
                return replace(start, notice=ASKING, table=start.invite), Enter(start.invite)
            return start, Chosen(start.item, (start.invite, f"--name={start.form.name}"))
        case Page.LAN:
            return _table_picked(start, offers.found, start.row)
        case Page.PIN:
            pin = read_pin(start.pin)
            if pin is None:
                return replace(_at(start, 0), notice=text("A PIN is some digits.")), None
            return replace(start, notice=ASKING), Enter(start.table, pin)
        case Page.REPLAYS:
            return start, Chosen(start.item, (offers.replays[start.row].path,))
        case Page.SETTINGS:
            return _turned(start, 1)
        case Page.GAMES:
            return replace(start, page=Page.GAME, scroll=0), None
        case Page.STATS | Page.GAME:
            return start, None


def _opened(start: Start, item: Item) -> tuple[Start, Outcome]:
    """Return where an item of the menu leads: to a page of its own, or to its command."""
    start = replace(start, item=item)
    match item:
        case Item.PLAY | Item.HOST:
            return _at(replace(start, page=Page.TABLE), 0), None
        case Item.JOIN:
            return _at(replace(start, page=Page.JOIN), 0), None
        case Item.SETTINGS:
            return replace(start, page=Page.SETTINGS, row=0), None
        case Item.RULES:
            return replace(start, page=Page.GAMES, row=0), None
        case Item.LAN:
            return _at(replace(start, page=Page.LAN), 0), None
        case _:
            return start, Chosen(item)


# -- tables on the LAN -----------------------------------------------------------------------------


def _numbered(start: Start, offers: Offers, key: str) -> tuple[Start, Outcome]:
    """Return what a digit leads to: to the table with that number."""
    place = offers.found.place_of(int(key)) if key.isdecimal() else None
    return (start, None) if place is None else _table_picked(_at(start, place), offers.found, place)


def _table_picked(start: Start, found: Found, place: int) -> tuple[Start, Outcome]:
    if place >= len(found.tables):
        return replace(start, notice=text("No table is found yet.")), None
    table = found.tables[place]
    if not table.same_version:
        return replace(start, notice=OTHER_VERSION), None
    start = replace(start, table=table.number)
    if table.guarded:
        return _to_pin(start), None
    return replace(start, notice=ASKING), Enter(table.number)


def _to_pin(start: Start) -> Start:
    return _at(replace(start, page=Page.PIN, pin=""), 0)


def _back_from_pin(start: Start, offers: Offers) -> Start:
    if start.item is Item.JOIN:
        return _at(replace(start, page=Page.JOIN), 0)
    place = offers.found.place_of(start.table) if isinstance(start.table, int) else None
    return _at(replace(start, page=Page.LAN), place or 0)


def answered(start: Start, answer: Answer) -> tuple[Start, Outcome]:
    """Return where we are when a table has answered that was asked for its invite."""
    if isinstance(answer, Entered):
        given = (f"--pin={answer.pin}",) if answer.pin else ()
        return start, Chosen(Item.JOIN, (answer.table, *given, f"--name={start.form.name}"))
    if isinstance(answer, PinWanted):
        return replace(_to_pin(start), notice=answer.sentence), None
    return replace(start, notice=answer.sentence), None


def found_anew(start: Start, before: Found, now: Found) -> Start:
    """Return where we are when the list has changed: the table that was marked still is."""
    if start.page is not Page.LAN:
        return start
    marked = before.tables[start.row].number if start.row < len(before.tables) else 0
    place = now.place_of(marked)
    if place is None:
        place = min(start.row, max(len(now.tables) - 1, 0))
    return replace(start, row=place)


def _turned(start: Start, step: int) -> tuple[Start, Outcome]:
    form = start.form
    match start.page, start.asked:
        case Page.SETTINGS, _:
            return start, TurnSetting(list(SETTINGS)[start.row], step)
        case _, Row.GAME:
            form = form.with_game((form.game + step) % len(form.games))
        case _, Row.PLAYERS:
            form = replace(form, players=(form.players + step) % len(form.chosen.players))
        case _, Row.DEALS:
            form = replace(form, deals=(form.deals + step) % len(DEALS))
    return replace(start, form=form), None
