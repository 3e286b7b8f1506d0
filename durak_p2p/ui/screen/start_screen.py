"""The start screen as one task of the program: shown until something is chosen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import trio

from durak_p2p.texts import sentence_of
from durak_p2p.ui.language import Language
from durak_p2p.ui.screen.application import make_application, run_application
from durak_p2p.ui.screen.canvas import Fragment
from durak_p2p.ui.screen.look import Look
from durak_p2p.ui.screen.sizes import is_too_small
from durak_p2p.ui.screen.start import answered, clicked, found_anew, press
from durak_p2p.ui.screen.start_lan import Enter, Found, LanTables
from durak_p2p.ui.screen.start_model import Offers, Outcome, Page, Start, TurnSetting
from durak_p2p.ui.screen.start_page import clicked_at, draw_start, sight_of
from durak_p2p.ui.screen.terminal import Terminal
from durak_p2p.ui.settings import Settings, SettingsError, turned
from durak_p2p.ui.start import Chosen, Item


@dataclass(frozen=True, slots=True)
class _Asking:
    """A table is being asked for its invite: which, from which page, and what ends it."""

    wanted: Enter
    page: Page
    scope: trio.CancelScope


class StartScreen:
    """Shows what there is to do, and asks what has to be known for it."""

    def __init__(
        self,
        start: Start,
        offers: Offers,
        settings: Settings,
        language: Callable[[Settings], Language],
        terminal: Terminal,
        save: Callable[[Settings], None],
        lan: LanTables,
    ) -> None:
        """*start*: where it begins; *language* gives the language that settings ask for.

        *save* keeps settings that were changed; may raise `SettingsError`.  *lan* finds tables.
        """
        self.start = start
        self._offers = offers
        self._look = Look(settings, language, terminal)
        self._save = save
        self._lan = lan
        self._nursery: trio.Nursery | None = None  # as long as it is shown
        self._searching: trio.CancelScope | None = None
        self._asking: _Asking | None = None
        self._chosen: Chosen | None = None
        self._size = (0, 0)  # columns and rows that were drawn last
        self._unseen = False  # whether the screen is too small to show anything
        self._is_over = trio.Event()
        self._application = make_application(
            self.draw,
            self._press,
            self._click,
            self._look.rules,
            lambda: self.settings.mouse,
            source=terminal.source,
            output=terminal.output,
            truecolor=terminal.truecolor,
        )

    @property
    def settings(self) -> Settings:
        """The settings as they are now."""
        return self._look.settings

    def draw(self, width: int, height: int) -> list[list[Fragment]]:
        """Return the picture for a screen of so many cells."""
        look, self._size = self._look, (width, height)
        self._unseen = is_too_small(width, height)
        return draw_start(self.start, self._offers, look.settings, look.wording, width, height)

    def _press(self, key: str, typed: str) -> None:
        if self._unseen and key != "c-c":
            return
        look = self._look
        sight = sight_of(self.start, self._offers, look.settings, look.wording, *self._size)
        self.start, outcome = press(self.start, self._offers, key, typed, sight)
        self._follow(outcome)

    def _click(self, x: int, y: int) -> None:
        look, offers = self._look, self._offers
        hit = clicked_at(self.start, offers, look.settings, look.wording, self._size, (x, y))
        if isinstance(hit, str):
            self._press(hit, "")
        elif hit is not None:
            self.start, outcome = clicked(self.start, offers, hit)
            self._follow(outcome)

    def _follow(self, outcome: Outcome) -> None:
        match outcome:
            case Chosen():
                self._chosen = outcome
                self._is_over.set()
            case TurnSetting(setting, step):
                self._change(turned(self.settings, setting, step))
            case Enter() if self._asking is None or self._asking.wanted != outcome:
                self._ask(outcome)
        self._follow_the_page()
        self._application.invalidate()

    def _follow_the_page(self) -> None:
        """Look for tables while those that are found are chosen from; ask one while that waits."""
        start = self.start
        wanted = start.page is Page.LAN or (start.page is Page.PIN and start.item is Item.LAN)
        if wanted and self._searching is None and self._nursery is not None:
            self._searching = trio.CancelScope()
            self._nursery.start_soon(self._search, self._searching)
        if not wanted and self._searching is not None:
            self._searching.cancel()
            self._searching = None
            self._offers = replace(self._offers, found=Found())  # the next search counts anew
        if self._asking is not None and start.page is not self._asking.page:
            self._ask_no_more()

    async def _search(self, scope: trio.CancelScope) -> None:
        def changed(now: Found) -> None:
            if not scope.cancel_called:
                self.start = found_anew(self.start, self._offers.found, now)
                self._offers = replace(self._offers, found=now)
                self._application.invalidate()

        with scope:
            await self._lan.search(changed)

    def _ask(self, wanted: Enter) -> None:
        """Ask a table, and none that was asked before."""
        self._ask_no_more()
        if self._nursery is not None:
            self._asking = _Asking(wanted, self.start.page, trio.CancelScope())
            self._nursery.start_soon(self._enter, wanted, self._asking.scope)

    def _ask_no_more(self) -> None:
        if self._asking is not None:
            self._asking.scope.cancel()
            self._asking = None

    async def _enter(self, wanted: Enter, scope: trio.CancelScope) -> None:
        with scope:
            answer = await self._lan.enter(wanted)
            if scope.cancel_called:
                return  # it has answered in the moment in which another one was chosen
            self._asking = None
            self.start, outcome = answered(self.start, answer)
            self._follow(outcome)

    def _change(self, settings: Settings) -> None:
        self._look.change(settings)
        try:
            self._save(settings)
        except SettingsError as error:
            self.start = replace(self.start, notice=sentence_of(error))

    async def run(self) -> Chosen:
        """Show it until something is chosen, and return that; a terminal that is gone leaves."""
        async with trio.open_nursery() as nursery:
            self._nursery = nursery
            nursery.start_soon(self._show)
            await self._is_over.wait()
            nursery.cancel_scope.cancel()
        return self._chosen or Chosen(Item.QUIT)

    async def _show(self) -> None:
        try:
            await run_application(self._application)
        except (EOFError, OSError):
            self._is_over.set()
