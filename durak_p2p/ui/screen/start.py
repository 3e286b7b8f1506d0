"""The start screen: what can be chosen, and what is asked before.

Pure: a key in, a new state or what is wanted out; `start_page` has the picture.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from durak_p2p.texts import Text, text
from durak_p2p.ui.games import GameTold
from durak_p2p.ui.layouts import command_key
from durak_p2p.ui.screen.editing import edited_line
from durak_p2p.ui.settings import SETTINGS
from durak_p2p.ui.start import DEALS, ENTRIES, Chosen, Item, TableForm

#: The most characters of a name and of an invite that are typed here.
_MOST_NAME: Final = 40
_MOST_INVITE: Final = 500


class Page(StrEnum):
    """What is shown."""

    MENU = "menu"
    TABLE = "table"  # what is to be played
    JOIN = "join"  # by which invite
    REPLAYS = "replays"
    SETTINGS = "settings"
    STATS = "stats"
    GAMES = "games"
    GAME = "game"  # one of them, with its options


#: What is read there, line by line, and where in it one is, goes by `Sight`.
READ: Final = (Page.STATS, Page.GAME)


class Row(StrEnum):
    """A question on a page."""

    NAME = "name"
    GAME = "game"
    PLAYERS = "players"
    DEALS = "deals"
    INVITE = "invite"


ROWS: Final = {
    Page.TABLE: (Row.GAME, Row.PLAYERS, Row.DEALS, Row.NAME),
    Page.JOIN: (Row.INVITE, Row.NAME),
}


@dataclass(frozen=True, slots=True)
class Replay:
    """A replay to choose: what is told of it, in a line or two, and its file."""

    told: Text
    path: str


@dataclass(frozen=True, slots=True)
class Offers:
    """What there is to choose from.

    ``mistake`` says what is wrong with a typed invite or address, None if nothing is; ``tell``
    tells a game by its name.
    """

    items: tuple[Item, ...]
    mistake: Callable[[str], str | None] = lambda typed: None
    replays: tuple[Replay, ...] = ()
    statistics: str = ""
    tell: Callable[[str], GameTold] = lambda name: GameTold((), ())


@dataclass(frozen=True, slots=True)
class Sight:
    """How much of a page that is read can be seen: rows in sight, and how many more it has."""

    rows: int = 1
    more: int = 0


@dataclass(frozen=True, slots=True)
class Start:
    """Where somebody is.

    Attributes:
        form: the answers so far.
        page: what is shown.
        item: what was chosen in the menu.
        row: the row that is marked.
        invite: as it is typed.
        caret: its place in the line that is typed.
        untouched: whether nothing has been typed there yet. Of a name: what is typed first takes
            the place of the one that is proposed.
        scroll: rows that are out of sight above, of a page that is read.
        notice: what is wrong, or has come of what was chosen last.
    """

    form: TableForm
    page: Page = Page.MENU
    item: Item = Item.PLAY
    row: int = 0
    invite: str = ""
    caret: int = 0
    untouched: bool = True
    scroll: int = 0
    notice: str | None = None

    @property
    def asked(self) -> Row | None:
        """The question that is marked, where the page has such."""
        return ROWS[self.page][self.row] if self.page in ROWS else None

    def at_menu(self, items: tuple[Item, ...]) -> Start:
        """Return the menu of these items, the one chosen last marked; a seat that waits first."""
        row = items.index(self.item) if self.item in items and Item.RESUME not in items else 0
        return replace(self, page=Page.MENU, row=row)

    @property
    def line(self) -> str:
        """The line that is typed."""
        return self.invite if self.asked is Row.INVITE else self.form.name


@dataclass(frozen=True, slots=True)
class TurnSetting:
    """Change a setting to its next value, or the one before."""

    setting: str
    step: int


Outcome = Chosen | TurnSetting | None


def press(
    start: Start, offers: Offers, key: str, typed: str = "", sight: Sight = Sight()
) -> tuple[Start, Outcome]:
    """Return where a key leads, and what is to be done, if anything."""
    start = replace(start, notice=None)
    if key in ("c-c", "c-d"):
        return start, Chosen(Item.QUIT)
    if start.asked in (Row.NAME, Row.INVITE) and key not in _LEAVING:
        return _typed(start, key, typed), None
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
        case "escape" | "q" if start.page is not Page.MENU:
            return start.at_menu(offers.items), None
        case "enter":
            return _entered(start, offers)
        case other if start.page is Page.MENU:
            return _picked(start, offers, other)
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
_LISTS: Final = (Page.REPLAYS, Page.GAMES)
_PAGE: Final = 5


def _count(start: Start, offers: Offers) -> int:
    """Return how many rows can be marked."""
    match start.page:
        case Page.MENU:
            return len(offers.items)
        case Page.REPLAYS:
            return len(offers.replays)
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
            return start, Chosen(start.item, (start.invite, f"--name={start.form.name}"))
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
            return start, Chosen(item, (f"--name={start.form.name}",))
        case _:
            return start, Chosen(item)


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


# -- what the questions are called -----------------------------------------------------------------

TITLES: Final[dict[Row, Text]] = {
    Row.NAME: text("Your name"),
    Row.GAME: text("Game"),
    Row.PLAYERS: text("Players"),
    Row.DEALS: text("Deals"),
    Row.INVITE: text("Invite or address"),
}


def answer(start: Start, row: Row) -> str:
    """Return the answer to a question as it stands."""
    form = start.form
    match row:
        case Row.NAME:
            return form.name
        case Row.GAME:
            return form.chosen.name
        case Row.PLAYERS:
            return str(form.chosen.players[form.players])
        case Row.DEALS:
            return str(DEALS[form.deals])
        case Row.INVITE:
            return start.invite
