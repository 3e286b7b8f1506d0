"""The table on the whole screen, as one task of the program: shows, and chooses our moves."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

import trio
from prompt_toolkit.application import Application

from durak_p2p.game import DealEnded
from durak_p2p.rules import RuleError, Rules
from durak_p2p.rules.choice import Choice, Deliberate
from durak_p2p.rules.family import AnyView
from durak_p2p.rules.lawful import FREE
from durak_p2p.table.chat import CannotSay
from durak_p2p.table.news import DealNews, News, NotMetNews, OtherKeyNews, SayNews
from durak_p2p.texts import Text, sentence_of, text
from durak_p2p.ui.controls import Controls
from durak_p2p.ui.language import Language
from durak_p2p.ui.screen import questions
from durak_p2p.ui.screen.application import Aside, make_application, run_application
from durak_p2p.ui.screen.canvas import Fragment
from durak_p2p.ui.screen.facts import Facts, after, told
from durak_p2p.ui.screen.keys import press
from durak_p2p.ui.screen.look import Look
from durak_p2p.ui.screen.model import Act, TableModel
from durak_p2p.ui.screen.presenting import Presenting
from durak_p2p.ui.screen.render import Frame, render
from durak_p2p.ui.screen.selection import (
    AccuseSeat,
    Action,
    Again,
    Answer,
    GetReady,
    GoAway,
    Leave,
    Make,
    Next,
    Present,
    Say,
    SeatComputer,
    Selection,
    TakeReply,
    Turn,
    UnseatComputer,
    renewed,
)
from durak_p2p.ui.screen.table import table_model
from durak_p2p.ui.screen.terminal import Terminal
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
        controls: Controls,
        facts: Facts,
        *,
        save: Callable[[Settings], None] = lambda settings: None,
        print_: Callable[[str], None] = lambda sentence: None,
        repeats: bool = False,
    ) -> None:
        """Make the screen; :meth:`run` shows it.

        Args:
            settings: as they are at first.
            language: gives the language that settings ask for.
            terminal: what it is shown on.
            controls: what can be asked for besides moves.
            facts: what is known of the table at first: who we are, and whether people meet there.
            save: keeps settings that were changed; may raise `SettingsError`.
            print_: prints a sentence on the normal screen.
            repeats: whether another match can follow.
        """
        self._look = Look(settings, language, terminal)
        self._controls = controls
        self._save = save
        self._say: Callable[[str], None] | None = None
        self._get_ready: Callable[[], None] | None = None
        self._facts = replace(facts, can_repeat=repeats, keeps_seat=controls.go_away is not None)
        self._view: Callable[[], AnyView | None] = lambda: None
        self._accuse: Callable[[int], None] = lambda seat: None
        self._deadline: Callable[[], float | None] = lambda: None
        self._asked: AnyView | None = None  # what we see while a move is awaited from us
        # A deal that is over stays in sight, with what was known then, until a key is pressed.
        self._held: tuple[AnyView | None, Facts] | None = None
        self._choices_out, self._choices_in = trio.open_memory_channel[Choice](0)
        self._answers_out, self._answers_in = trio.open_memory_channel[bool](0)
        self._selection = Selection()
        self._frame = Frame([])  # what was drawn last
        self._pressed_at = 0.0
        self._unseen = False  # whether the screen is too small to show anything
        self._tried: str | None = None  # the verb of the last move made, if it was no cheat
        self._model = self._seen()
        self._application: Application[None] = make_application(
            self._draw,
            self.press,
            self._click,
            self._look.rules,
            lambda: self.settings.mouse,
            drawn=self._drawn,
            source=terminal.source,
            output=terminal.output,
            truecolor=terminal.truecolor,
        )
        self._presenting = Presenting(Aside(self._application), controls, print_)

    @property
    def settings(self) -> Settings:
        """The settings as they are now."""
        return self._look.settings

    # -- what the table says -----------------------------------------------------------------------

    def watch(
        self,
        view: Callable[[], AnyView | None],
        accuse: Callable[[int], None] | None = None,
        say: Callable[[str], None] | None = None,
        get_ready: Callable[[], None] | None = None,
        deadline: Callable[[], float | None] | None = None,
    ) -> None:
        """Say where our view of the deal can be had at any time, and what can be done.

        Args:
            view: our view.
            accuse: accuses a seat.
            say: says something to all, or raises ``CannotSay``; None: nobody would hear.
            get_ready: says that the first deal may begin; None: that has been said.
            deadline: tells when the time for the move that is awaited is over, by the clock of
                trio; None: never.
        """
        self._view = view
        self._accuse = accuse or self._accuse
        self._say = say
        self._get_ready = get_ready
        self._deadline = deadline or self._deadline
        self._facts = replace(
            self._facts, can_chat=say is not None, can_get_ready=get_ready is not None
        )
        self._refresh()

    def show_ways_in(self, doors: Sequence[Text], *, as_qr: bool = False) -> None:
        """Say that the table is ours, and which ways to it there are besides the invite.

        *as_qr*: the invite is to be shown as a QR code at once.
        """
        controls = self._controls
        lobby = self._facts.lobby
        self._facts = replace(
            self._facts,
            can_invite=controls.print_invite is not None,
            can_seat=controls.seat_computer is not None,
            can_meet=controls.take_reply is not None,
            lobby=None if lobby is None else replace(lobby, doors=tuple(doors)),
        )
        self._refresh()
        if as_qr:
            self._do(Present(Act.QR))

    def tell(self, news: News) -> None:
        """Show what happened."""
        before = self._facts
        self._facts = after(before, news, trio.current_time())
        if _is_not_last(news):
            self._held = self._view(), replace(self._facts, held=True)
        if before.lobby is not None and self._facts.lobby is None:
            self._presenting.end()
        says_much = isinstance(news, OtherKeyNews | NotMetNews)
        if says_much or (isinstance(news, SayNews) and before.lobby is None):
            self._notice(self._facts.log[-1])  # the log may have room for very little
        if self._facts.wants_us and not before.wants_us:
            self._ring()
        self._refresh()

    def note(self, news: News) -> None:
        """Show it all the same."""
        self.tell(news)

    def show(self, sentence: str) -> None:
        """Show a sentence among what has happened."""
        self._facts = told(self._facts, sentence)
        self._refresh()

    def answer(self, sentence: str) -> None:
        """Say what has come of something that the person wanted."""
        self._notice(sentence)

    async def ended(self, *, repeats: bool = True) -> bool:
        """Show that the match is over until the person leaves; whether to play another one.

        *repeats*: there can be one.
        """
        repeats = repeats and self._facts.can_repeat
        self._facts = replace(self._facts, ended=True, can_chat=False, can_repeat=repeats)
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
        self._selection = questions.whether_to_play_on(self._selection, gone)
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
        if self._unseen and key != "c-c":
            return
        pressed = press(self._model, self._selection, self.settings, key, typed)
        self._selection = pressed.selection
        if pressed.action is not None:
            self._do(pressed.action)
        self._application.invalidate()

    def _click(self, x: int, y: int) -> None:
        for hit in reversed(self._frame.hits):
            if hit.key and hit.holds(x, y):
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
            case Say(words):
                self._talk(words)
            case Answer(yes):
                self._answer_question(yes=yes)
            case Turn(setting, step):
                self._change(turned(self.settings, setting, step))
            case Again():
                self._answer_question(yes=True)
            case Next():
                self._held = None
                self._refresh()
            case GetReady():
                self._begin()
            case TakeReply(code) if self._controls.take_reply is not None:
                self._controls.take_reply(code)
            case SeatComputer() if self._controls.seat_computer is not None:
                self._controls.seat_computer()
            case UnseatComputer() if self._controls.unseat_computer is not None:
                self._controls.unseat_computer()
            case Present(what):
                lobby = self._facts.lobby
                self._presenting.begin(what, "" if lobby is None else lobby.reply_code)
            case Leave() | GoAway() if self._facts.ended:
                self._answer_question(yes=False)
            case GoAway() if self._controls.go_away is not None:
                self._controls.go_away()
            case Leave():
                self._controls.leave()
            case _:
                raise AssertionError(f"nothing was offered that asks for {action}")

    def _answer_question(self, *, yes: bool) -> None:
        with contextlib.suppress(trio.WouldBlock):  # a key was pressed twice: the first one counts
            self._answers_out.send_nowait(yes)

    def _choose(self, choice: Choice) -> None:
        try:
            self._choices_out.send_nowait(choice)
        except trio.WouldBlock:  # the word has gone in this very moment
            self._notice(text("It is not your turn."))

    def _talk(self, words: str) -> None:
        try:
            if self._say is None:
                raise CannotSay(text("At this table there is nobody to talk to."))
            self._say(words)
        except CannotSay as error:
            self._notice(sentence_of(error))
        else:
            self.show(text("You say: {words}", words=words))

    def _begin(self) -> None:
        """Say that the first deal may begin."""
        if self._get_ready is not None:
            get_ready, self._get_ready = self._get_ready, None
            self._facts = replace(self._facts, can_get_ready=False)
            get_ready()
            self._refresh()

    def _change(self, settings: Settings) -> None:
        self._look.change(settings)
        self._refresh()
        try:
            self._save(settings)
        except SettingsError as error:
            self._notice(sentence_of(error))

    def _notice(self, notice: str) -> None:
        self._selection = self._selection.saying(notice)
        self._application.invalidate()

    # -- the picture -------------------------------------------------------------------------------

    def _seen(self) -> TableModel:
        now = trio.current_time()
        if self._held is not None:
            view, facts = self._held
            facts = replace(
                facts,
                log=self._facts.log,
                standings=self._facts.standings,
                awaited=self._asked is not None,
            )
            return table_model(view, facts, self.settings, now=now)
        view = self._asked if self._asked is not None else self._view()
        asked = self._asked is not None
        self._facts = replace(self._facts, deadline=self._deadline())
        return table_model(view, self._facts, self.settings, asked=asked, now=now)

    def _refresh(self) -> None:
        before, self._model = self._model, self._seen()
        self._selection = renewed(self._selection, before, self._model)
        self._application.invalidate()

    def _draw(self, width: int, height: int) -> list[list[Fragment]]:
        self._frame = render(
            self._model, self._selection, self.settings, self._look.wording, width, height
        )
        return self._frame.lines

    def _drawn(self) -> None:
        """Follow what the picture has come to on a screen of this size."""
        if self._frame.too_small and not self._unseen:
            self._selection = self._selection.unseen()
        self._unseen = self._frame.too_small
        if self._selection.scroll > self._frame.most_scroll:  # the next step is from the edge
            self._selection = replace(self._selection, scroll=self._frame.most_scroll)

    async def run(self) -> None:
        """Show the table until cancelled, or until the terminal is gone: then the table is left."""
        self._pressed_at = trio.current_time()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._tick)
            try:
                await run_application(self._application)
            except (EOFError, OSError):
                self._do(GoAway() if self._facts.keeps_seat else Leave())
            nursery.cancel_scope.cancel()

    async def _tick(self) -> None:
        """Let the clock run where there is one."""
        try:
            while True:
                await trio.sleep(_CLOCK_SECONDS)
                if self._seen() != self._model:
                    self._refresh()
        finally:
            self._presenting.end()  # the application, when cancelled, waits for that


def _is_not_last(news: News) -> bool:
    """Whether a deal has ended that may be followed by another one."""
    if not isinstance(news, DealNews) or not isinstance(news.event, DealEnded):
        return False
    return news.log.setup.number < news.log.setup.deals
