"""The start screen as data: where somebody is, and what there is to choose from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final

from durak_p2p.texts import Text, text
from durak_p2p.ui.games import GameTold
from durak_p2p.ui.screen.start_lan import Enter, Found
from durak_p2p.ui.start import DEALS, Chosen, Item, TableForm


class Page(StrEnum):
    """What is shown."""

    MENU = "menu"
    TABLE = "table"  # what is to be played
    JOIN = "join"  # by which invite
    LAN = "lan"  # tables that are found
    PIN = "pin"  # of the table that is to be joined
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
    PIN = "pin"


ROWS: Final = {
    Page.TABLE: (Row.GAME, Row.PLAYERS, Row.DEALS, Row.NAME),
    Page.JOIN: (Row.INVITE, Row.NAME),
    Page.PIN: (Row.PIN, Row.NAME),
}
#: Questions whose answers are typed.
TYPED: Final = (Row.NAME, Row.INVITE, Row.PIN)


@dataclass(frozen=True, slots=True)
class Replay:
    """A replay to choose: what is told of it, line by line, and its file.

    ``told`` tells of a deal in its first line, in the second how it ended, with the verdict, and
    last what its file is called; of what cannot be read why, and the last.  ``wrong``: it is
    broken, or cannot be read.
    """

    told: Text
    path: str
    wrong: bool = False


@dataclass(frozen=True, slots=True)
class Offers:
    """What there is to choose from.

    ``mistake`` says what is wrong with a typed invite or address, None if nothing is, and
    ``is_address`` whether it is an address; ``tell`` tells a game by its name; ``found``: on the
    LAN.
    """

    items: tuple[Item, ...]
    mistake: Callable[[str], str | None] = lambda typed: None
    replays: tuple[Replay, ...] = ()
    statistics: str = ""
    tell: Callable[[str], GameTold] = lambda name: GameTold((), ())
    is_address: Callable[[str], bool] = lambda typed: False
    found: Found = field(default_factory=Found)


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
        invite: as it is typed; and ``pin``.
        table: that is to be joined, by its PIN: its number on the LAN, or an address.
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
    pin: str = ""
    table: int | str = 0
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
        match self.asked:
            case Row.INVITE:
                return self.invite
            case Row.PIN:
                return self.pin
            case _:
                return self.form.name


@dataclass(frozen=True, slots=True)
class TurnSetting:
    """Change a setting to its next value, or the one before."""

    setting: str
    step: int


Outcome = Chosen | TurnSetting | Enter | None


# -- what the questions are called -----------------------------------------------------------------

TITLES: Final[dict[Row, Text]] = {
    Row.NAME: text("Your name"),
    Row.GAME: text("Game"),
    Row.PLAYERS: text("Players"),
    Row.DEALS: text("Deals"),
    Row.INVITE: text("Invite or address"),
    Row.PIN: text("PIN"),
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
            return str(DEALS[form.deals])
        case Row.INVITE:
            return start.invite
        case Row.PIN:
            return start.pin
