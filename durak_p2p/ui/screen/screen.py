"""The table on the whole screen, as one task of the program: shows, and chooses our moves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

import trio
from prompt_toolkit.application import Application

from durak_p2p.game import DealEnded
from durak_p2p.rules import RuleError, Rules
from durak_p2p.rules.choice import Choice, Deliberate
from durak_p2p.rules.family import AnyView
from durak_p2p.rules.lawful import FREE
from durak_p2p.table.news import DealNews, News
from durak_p2p.texts import listed, plural, sentence_of, text
from durak_p2p.ui.language import Language
from durak_p2p.ui.screen.application import make_application, run_application
from durak_p2p.ui.screen.canvas import Fragment
from durak_p2p.ui.screen.facts import Facts, after, told
from durak_p2p.ui.screen.glyphs import glyphs_for
from durak_p2p.ui.screen.hand import Hit
from durak_p2p.ui.screen.keys import press
from durak_p2p.ui.screen.model import TableModel
from durak_p2p.ui.screen.render import render
from durak_p2p.ui.screen.selection import (
    AccuseSeat,
    Action,
    Again,
    Answer,
    Leave,
    Make,
    MenuItem,
    Mode,
    Next,
    Say,
    Selection,
    Turn,
    renewed,
)
from durak_p2p.ui.screen.table import table_model
from durak_p2p.ui.screen.terminal import Terminal
from durak_p2p.ui.screen.themes import style_rules
from durak_p2p.ui.screen.wording import Wording
from durak_p2p.ui.settings import Settings, SettingsError, turned

#: Who has pressed no key for so many seconds is away: a bell tells that the word has come.
AWAY_SECONDS: Final = 8.0
_CLOCK_SECONDS: Final = 1.0


class Screen:
    """The chooser of a person's moves who sits before a whole screen."""

    def __init__(
        self,
        settings: Settings,
        language: Callable[[Settings], Language],
        terminal: Terminal,
        leave: Callable[[], None],
        facts: Facts,
        *,
        save: Callable[[Settings], None] = lambda settings: None,
        say: Callable[[str], None] | None = None,
        repeats: bool = False,
    ) -> None:
        """Make the screen; :meth:`run` shows it.

        Args:
            settings: as they are at first.
            language: gives the language that settings ask for.
            terminal: what it is shown on.
            leave: leaves the table.
            facts: what is known of the table at first: who we are.
            save: keeps settings that were changed; may raise `SettingsError`.
            say: says something to all at the table; None where that cannot be.
            repeats: whether another match can follow.
        """
        self.settings = settings
        self._language = language
        self._terminal = terminal
        self._leave = leave
        self._save = save
        self._say = say
        self._facts = replace(facts, can_chat=say is not None, can_repeat=repeats)
        self._view: Callable[[], AnyView | None] = lambda: None
        self._accuse: Callable[[int], None] = lambda seat: None
        self._asked: AnyView | None = None  # what we see while a move is awaited from us
        # A deal that is over stays in sight, with what was known then, until a key is pressed.
        self._held: tuple[AnyView | None, Facts] | None = None
        self._choices_out, self._choices_in = trio.open_memory_channel[Choice](0)
        self._answers_out, self._answers_in = trio.open_memory_channel[bool](1)
        self._selection = Selection()
        self._hits: tuple[Hit, ...] = ()
        self._pressed_at = 0.0
        self._tried: str | None = None  # the verb of the last move made, if it was no cheat
        self._wording = self._worded()
        self._rules = self._styled()
        self._model = self._look()
        self._application: Application[None] = make_application(
            self._draw,
            self.press,
            self._click,
            lambda: self._rules,
            lambda: self.settings.mouse,
            source=terminal.source,
            output=terminal.output,
            truecolor=terminal.truecolor,
        )

    # -- what the table says -----------------------------------------------------------------------

    def watch(
        self, view: Callable[[], AnyView | None], accuse: Callable[[int], None] | None = None
    ) -> None:
        """Say where our view of the deal can be had at any time, and how to accuse a seat."""
        self._view = view
        self._accuse = accuse or self._accuse
        self._refresh()

    def tell(self, news: News) -> None:
        """Show what happened."""
        self._facts = after(self._facts, news)
        if _is_not_last(news):
            self._held = self._view(), replace(self._facts, held=True)
        self._refresh()

    def show(self, sentence: str) -> None:
        """Show a sentence among what has happened."""
        self._facts = told(self._facts, sentence)
        self._refresh()

    def set_deadline(self, deadline: float | None) -> None:
        """Say when the time for the move that is awaited is over, by :func:`trio.current_time`."""
        self._facts = replace(self._facts, deadline=deadline)
        self._refresh()

    async def ended(self) -> bool:
        """Show that the match is over until the person leaves; whether to play another one."""
        self._facts = replace(self._facts, ended=True)
        self._held = None
        self._refresh()
        return await self._answers_in.receive()

    def accuses(self, view: AnyView) -> int | None:
        """Return None: a person accuses by a key of its own."""
        return None

    async def choose(self, view: AnyView, refusal: str | None) -> Choice:
        """Return the move that the person makes."""
        self._asked = view
        if view.rules.turn_seconds is not None:
            self._held = None  # the time runs
        if refusal is None:
            self._ring()
        self._refresh()
        if refusal is not None:
            self._notice(self._taught(refusal))
        try:
            return await self._choices_in.receive()
        finally:
            self._asked = None
            self._refresh()

    async def plays_on(self, gone: tuple[str, ...]) -> bool:
        """Return whether the person plays the next deal without those who are gone."""
        question = plural(
            "{names} is gone. Play on without?", "{names} are gone. Play on without?",
            len(gone), names=listed(gone),
        )  # fmt: skip
        self._selection = self._selection.closed().asking(
            question,
            (
                MenuItem(("y",), text("play on"), Answer(True)),
                MenuItem(("n",), text("no"), Answer(False)),
            ),
            Mode.ASK,
        )
        self._ring()
        self._application.invalidate()
        return await self._answers_in.receive()

    def _taught(self, refusal: str) -> str:
        """Return why a move was refused, and how it can be made where that is a cheat."""
        rules = self._model.rules
        if isinstance(rules, Rules) and self._tried in FREE[rules.cheating]:
            return text("{refusal} C, then the card: to do it all the same.", refusal=refusal)
        return refusal

    def _ring(self) -> None:
        if self.settings.bell and trio.current_time() - self._pressed_at > AWAY_SECONDS:
            self._application.output.bell()
            self._application.output.flush()

    # -- what the person does ----------------------------------------------------------------------

    def press(self, key: str, typed: str = "") -> None:
        """Take a key press."""
        self._pressed_at = trio.current_time()
        pressed = press(self._model, self._selection, self.settings, key, typed)
        self._selection = pressed.selection
        if pressed.action is not None:
            self._do(pressed.action)
        self._application.invalidate()

    def _click(self, x: int, y: int) -> None:
        for hit in reversed(self._hits):
            if hit.key and hit.x <= x < hit.x + hit.width and hit.y <= y < hit.y + hit.height:
                self.press(hit.key)
                return

    def _do(self, action: Action) -> None:
        match action:
            case Make(move, deliberate):
                self._tried = None if deliberate else move.verb
                self._choose(Deliberate(move) if deliberate else move)
            case AccuseSeat(seat):
                try:
                    self._accuse(seat)
                except RuleError as error:
                    self._notice(sentence_of(error))
            case Say(words) if self._say is not None:
                self._say(words)
            case Answer(yes):
                self._answers_out.send_nowait(yes)
            case Turn(setting, step):
                self._change(turned(self.settings, setting, step))
            case Again():
                self._answers_out.send_nowait(True)
            case Next():
                self._held = None
                self._refresh()
            case Leave() if self._facts.ended:
                self._answers_out.send_nowait(False)
            case Leave():
                self._leave()
            case _:
                raise AssertionError(f"nothing was offered that asks for {action}")

    def _choose(self, choice: Choice) -> None:
        try:
            self._choices_out.send_nowait(choice)
        except trio.WouldBlock:  # the word has gone in this very moment
            self._notice(text("It is not your turn."))

    def _change(self, settings: Settings) -> None:
        self.settings = settings
        self._wording = self._worded()
        self._rules = self._styled()
        self._refresh()
        try:
            self._save(settings)
        except SettingsError as error:
            self._notice(sentence_of(error))

    def _notice(self, notice: str) -> None:
        self._selection = self._selection.saying(notice)
        self._application.invalidate()

    # -- the picture -------------------------------------------------------------------------------

    def _worded(self) -> Wording:
        glyphs = glyphs_for(self.settings, unicode=self._terminal.unicode)
        return Wording(self._language(self.settings), glyphs)

    def _styled(self) -> Mapping[str, str]:
        theme = self.settings.theme if self._terminal.colours else "mono"
        return style_rules(theme, self.settings.deck)

    def _look(self) -> TableModel:
        if self._held is not None:
            view, facts = self._held
            facts = replace(facts, log=self._facts.log)
            return table_model(view, facts, self.settings)
        view = self._asked if self._asked is not None else self._view()
        asked = self._asked is not None
        return table_model(view, self._facts, self.settings, asked=asked, seconds=self._seconds())

    def _seconds(self) -> int | None:
        deadline = self._facts.deadline
        if deadline is None:
            return None
        return max(round(deadline - trio.current_time()), 0)

    def _refresh(self) -> None:
        before, self._model = self._model, self._look()
        self._selection = renewed(self._selection, before, self._model)
        self._application.invalidate()

    def _draw(self, width: int, height: int) -> list[list[Fragment]]:
        frame = render(self._model, self._selection, self.settings, self._wording, width, height)
        self._hits = frame.hits
        if self._selection.scroll > frame.most_scroll:  # the next step begins from the edge
            self._selection = replace(self._selection, scroll=frame.most_scroll)
        return frame.lines

    async def run(self) -> None:
        """Show the table until cancelled, or until the terminal is gone: then the table is left."""
        self._pressed_at = trio.current_time()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._tick)
            try:
                await run_application(self._application)
            except (EOFError, OSError):
                self._do(Leave())
            nursery.cancel_scope.cancel()

    async def _tick(self) -> None:
        """Let the clock run where there is one; without it nothing wakes."""
        while True:
            await trio.sleep(_CLOCK_SECONDS)
            if self._facts.deadline is not None:
                self._refresh()


def _is_not_last(news: News) -> bool:
    """Whether a deal has ended that may be followed by another one."""
    if not isinstance(news, DealNews) or not isinstance(news.event, DealEnded):
        return False
    return news.log.setup.number < news.log.setup.deals
