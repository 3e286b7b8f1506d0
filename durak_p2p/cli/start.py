"""`durak` alone at a terminal: a start screen, or a numbered list, that leads to the commands."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final, Protocol

from durak_p2p.cli.exits import Exit
from durak_p2p.cli.own_name import choose_name, keep_name
from durak_p2p.cli.saved_tables import saved_tables
from durak_p2p.cli.speaking import say
from durak_p2p.cli.start_lines import InLines
from durak_p2p.cli.storage import data_folder
from durak_p2p.cli.tables import choose_rules
from durak_p2p.cli.whole_screen import (
    WholeScreen,
    keep_settings,
    language_of,
    run_on_screen,
    whole_screen,
)
from durak_p2p.rules.family import ALL_PRESETS
from durak_p2p.texts import Text, listed, sentence_of, text
from durak_p2p.ui.games import GameTold, game_told
from durak_p2p.ui.screen.start_lan import Answer, Enter, Found, LanTables
from durak_p2p.ui.screen.start_model import Offers, Page, Replay, Start
from durak_p2p.ui.screen.start_screen import StartScreen
from durak_p2p.ui.sentences import rules_text
from durak_p2p.ui.start import Chosen, Game, Item, TableForm
from durak_p2p.ui.words import lines

#: Runs a command line and returns the exit status.
Run = Callable[[Sequence[str]], int]

#: Commands that are not called as their items are.
_COMMANDS: Final[Mapping[Item, str]] = {Item.REPLAYS: "replay"}
#: What these print is there to be read before the start screen comes back.
_TO_BE_READ: Final = (Item.STATS, Item.RULES)
#: With these what was done needs no more words; a replay that is not good has some.
_WELL: Final = (Exit.GOOD, Exit.UNFINISHED)
_UNTOLD: Final[Mapping[Item, Sequence[Exit]]] = {Item.REPLAYS: (Exit.GOOD,)}
#: Those that can be on the whole screen, or in lines.
_SHOWN: Final = (Item.RESUME, Item.PLAY, Item.HOST, Item.JOIN, Item.LAN, Item.REPLAYS)


class Front(Protocol):
    """Shows what there is to do."""

    def choose(self, offers: Offers, start: Start) -> tuple[Chosen, Start]:
        """Return what the person chooses, and where the next choice begins."""


def start(run: Run, *, plain: bool) -> None:
    """Let a person at a terminal choose what to do, until there is nothing more to be done.

    *plain*: in lines, whatever the terminal can do.
    """
    name = choose_name(None)
    where = Start(TableForm(_games(), name))
    while True:
        screen = whole_screen(plain=plain)  # settings may have changed meanwhile
        front: Front = InLines() if screen is None else _OnScreen(screen)
        offers = _offers(where, screen)
        if where.page not in (Page.REPLAYS, Page.STATS):
            where = where.at_menu(offers.items)
        chosen, where = front.choose(offers, where)
        if chosen.item is Item.QUIT:
            return
        if chosen.item is Item.REPLAYS and not chosen.arguments:
            where = _to_replays(where)
            continue
        if screen is not None and chosen.item is Item.STATS:
            where = replace(where, page=Page.STATS, scroll=0)
            continue
        if where.form.name != name:
            name = where.form.name
            keep_name(name)
        words = [_COMMANDS.get(chosen.item, chosen.item.value), *chosen.arguments]
        if screen is None and chosen.item in _SHOWN:
            words.append("--plain")
        status = run(words)
        in_lines = screen is None and chosen.item is Item.REPLAYS  # all of it was told
        untold = _UNTOLD.get(chosen.item, _WELL)
        if chosen.item in _TO_BE_READ or in_lines or status not in untold:
            say(text("Enter: back to the start."))
            sys.stdin.readline()


class _OnScreen:
    """The start screen, as long as something is chosen."""

    def __init__(self, screen: WholeScreen) -> None:
        self._screen = screen

    def choose(self, offers: Offers, start: Start) -> tuple[Chosen, Start]:
        """Show it until something is chosen, or the program is asked to end."""
        how, shown = self._screen, list[StartScreen]()

        async def on_screen() -> Chosen:
            screen = StartScreen(
                start, offers, how.settings, language_of, how.terminal, keep_settings, OnLan()
            )
            shown.append(screen)
            return await screen.run()

        return run_on_screen(on_screen) or Chosen(Item.QUIT), shown[0].start


class OnLan:
    """Tables on the LAN; all that needs a network is imported when it is wanted."""

    def __init__(self) -> None:
        self._lan: LanTables | None = None

    @property
    def _tables(self) -> LanTables:
        from durak_p2p.cli.start_lan import FoundOnLan

        if self._lan is None:
            self._lan = FoundOnLan()
        return self._lan

    async def search(self, changed: Callable[[Found], None]) -> None:
        """Tell what is found, whenever that changes, until cancelled."""
        await self._tables.search(changed)

    async def enter(self, wanted: Enter) -> Answer:
        """Ask a table for its invite."""
        return await self._tables.enter(wanted)


def _offers(where: Start, screen: WholeScreen | None) -> Offers:
    items = tuple(item for item in Item if item is not Item.RESUME or _seat_waits())
    return Offers(
        items,
        _mistake,
        _replays() if where.page is Page.REPLAYS else (),
        _statistics(screen) if where.page is Page.STATS else "",
        _told,
        _is_address,
    )


def _statistics(screen: WholeScreen | None) -> Text:
    from durak_p2p.cli.stats import bars_for, own_statistics

    return own_statistics(bars_for(ascii_only=screen is not None and not screen.terminal.unicode))


def _told(name: str) -> GameTold:
    """Return what is told of a game, as `durak rules` does."""
    return game_told(name, choose_rules(name, None, None, ()))


def _games() -> tuple[Game, ...]:
    presets = [Game(name, preset.players, preset.about) for name, preset in ALL_PRESETS.items()]
    saved = saved_tables().items()
    own = [Game(name, (rules.players,), rules_text(rules)) for name, rules in saved]
    return (*presets, *own)


def _seat_waits() -> bool:
    """Whether there is a table to come back to; reading seats is for when there may be one."""
    if not any((data_folder() / "seats").glob("*")):
        return False
    from durak_p2p.cli.seat_files import waiting_seats

    return bool(waiting_seats())


def _mistake(typed: str) -> Text | None:
    """Return what is wrong with an invite or address, None if nothing is."""
    from durak_p2p.cli.entering import NEITHER, read_address
    from durak_p2p.net.invite import SCHEME, Invite, InviteError

    if not typed.lower().startswith(SCHEME):
        if read_address(typed) is not None:
            return None
        return NEITHER
    try:
        Invite.parse(typed)
    except InviteError as error:
        return sentence_of(error)
    return None


def _is_address(typed: str) -> bool:
    from durak_p2p.cli.entering import read_address
    from durak_p2p.net.invite import SCHEME

    return not typed.lower().startswith(SCHEME) and read_address(typed) is not None


def _to_replays(where: Start) -> Start:
    """Return the page of the replays, or where we were if there are none."""
    if _replays():
        return replace(where, page=Page.REPLAYS, row=0)
    return replace(where, notice=text("There are no replays yet."))


def _replays() -> tuple[Replay, ...]:
    from durak_p2p.cli.kept_replays import kept_in
    from durak_p2p.cli.replays import kept_text

    return tuple(
        Replay(
            lines([kept_text(kept), listed(["    ", kept.path.name], "")]),
            str(kept.path),
            wrong=kept.is_wrong,
        )
        for kept in kept_in(None, anew=False)
    )
