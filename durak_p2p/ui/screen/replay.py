"""A replay on the whole screen: the table at each moment, forward and back."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import trio

from durak_p2p.replay.timeline import Timeline
from durak_p2p.texts import Text, listed, text
from durak_p2p.ui.language import Language
from durak_p2p.ui.layouts import command_key
from durak_p2p.ui.replaying import bout_text, hand_text, hidden_text, moment_text, names_in
from durak_p2p.ui.screen.application import make_application, run_application
from durak_p2p.ui.screen.canvas import Canvas, Fragment
from durak_p2p.ui.screen.facts import Facts
from durak_p2p.ui.screen.glyphs import ASCII, ASCII_FOR
from durak_p2p.ui.screen.key_bar import BarEntry, bar_rows, draw_key_bar
from durak_p2p.ui.screen.keys import SCROLLS
from durak_p2p.ui.screen.look import Look
from durak_p2p.ui.screen.model import TableModel
from durak_p2p.ui.screen.pages import draw_sheet, help_rows, sheet_width
from durak_p2p.ui.screen.parts import opened_keys
from durak_p2p.ui.screen.render import render
from durak_p2p.ui.screen.selection import Mode, Selection
from durak_p2p.ui.screen.sizes import is_too_small
from durak_p2p.ui.screen.table import table_model
from durak_p2p.ui.screen.terminal import Terminal
from durak_p2p.ui.settings import Settings

#: Moments a second, from slow to quick.
SPEEDS: Final = (0.25, 0.5, 1.0, 2.0, 4.0)
#: What the lowest row says, in this order; where there is no room for all, those first in `_SPARE`
#: are left out.
_BAR: Final = (
    ("←→", text("step")),
    ("N P", text("bouts")),
    ("Space", text("run")),
    ("S", text("seat")),
    ("H", text("hands")),
    ("+-", text("speed")),
    ("Home End", text("begin and end")),
    ("?", text("help")),
    ("Q", text("quit")),
)
_SPARE: Final = ("Home End", "+-", "S", "N P", "H")
#: All keys, for the help.
KEYS: Final = (
    (text("← →"), text("a step back or on")),
    (text("N P, PageDown PageUp"), text("on to the next bout, back to the one before")),
    (text("Home End"), text("to the beginning, to the end")),
    (text("Space Enter"), text("let it run, or stop it")),
    (text("+ -"), text("let it run quicker or slower")),
    (text("S"), text("look from the next seat, or from none")),
    (text("H"), text("show all hands, or do not")),
    (text("? F1"), text("this page")),
    (text("Q Esc"), text("quit")),
)


@dataclass(frozen=True, slots=True)
class Playback:
    """Where somebody is in a replay, and how it is looked at.

    ``seat`` is the one whose view is shown, None a spectator's; ``hands``: all are shown.
    ``speed`` is an index into ``SPEEDS``.  ``help``: how far the page with all keys is scrolled;
    None: it is not open.
    """

    place: int = 0
    seat: int | None = None
    hands: bool = False
    playing: bool = False
    speed: int = 2
    help: int | None = None
    over: bool = False


def pressed(playback: Playback, timeline: Timeline, key: str) -> Playback:
    """Return what a key makes of it."""
    place = playback.place
    key = command_key(key) if len(key) == 1 else key
    if playback.help is not None and key != "c-c":
        by = SCROLLS.get(key)
        return replace(playback, help=None if by is None else max(playback.help + by, 0))
    match key:
        case "?" | "f1":
            return replace(playback, help=0, playing=False)
        case "right" | "down":
            return replace(playback, place=timeline.step(place, 1), playing=False)
        case "left" | "up" | "backspace":
            return replace(playback, place=timeline.step(place, -1), playing=False)
        case "home":
            return replace(playback, place=0, playing=False)
        case "end":
            return replace(playback, place=timeline.last, playing=False)
        case "n" | "pagedown":
            return replace(playback, place=timeline.next_bout(place), playing=False)
        case "p" | "pageup":
            return replace(playback, place=timeline.previous_bout(place), playing=False)
        case "space" | " " | "enter":
            return replace(playback, playing=not playback.playing and place < timeline.last)
        case "+" | "=":
            return replace(playback, speed=min(playback.speed + 1, len(SPEEDS) - 1))
        case "-":
            return replace(playback, speed=max(playback.speed - 1, 0))
        case "s":
            return replace(playback, seat=_next_seat(playback.seat, timeline))
        case "h":
            return replace(playback, hands=not playback.hands)
        case "q" | "escape" | "c-c":
            return replace(playback, over=True)
        case _:
            return playback


def ticked(playback: Playback, timeline: Timeline) -> Playback:
    """Return the next moment while it plays; at the last one it stops."""
    place = timeline.step(playback.place, 1)
    return replace(playback, place=place, playing=place < timeline.last)


def _next_seat(seat: int | None, timeline: Timeline) -> int | None:
    """Return the seat after *seat*; after the last one a spectator."""
    state = timeline.report.state
    count = len(state.seats) if state is not None else 0
    following = 0 if seat is None else seat + 1
    return following if following < count else None


def model_at(
    playback: Playback, timeline: Timeline, settings: Settings, verdict: Text
) -> TableModel:
    """Return the table at a moment; there must be one.  The verdict is told first and last."""
    place = playback.place
    moment = timeline.moments[place]
    setup, names = moment.state.setup, names_in(timeline, playback.seat)
    told = (moment_text(timeline, each, names) for each in range(place + 1))
    facts = Facts(
        rules=setup.rules,
        deals=setup.deals,
        number=setup.number,
        names=names,
        log=(verdict, *filter(None, told), *([verdict] if place == timeline.last else [])),
    )
    model = table_model(timeline.view(place, playback.seat), facts, settings)
    hand = tuple(replace(held, key="") for held in model.hand)  # no key lays a card here
    return replace(model, hand=hand, acts=(), headline=_headline(playback, timeline))


def _headline(playback: Playback, timeline: Timeline) -> Text:
    where = text(
        "{number} of {count}; {bout}",
        number=playback.place + 1,
        count=len(timeline.moments),
        bout=bout_text(timeline, playback.place),
    )
    if not playback.playing:
        return where
    return text("{where}; playing, {speed} a second", where=where, speed=f"{_speed(playback):g}")


def _speed(playback: Playback) -> float:
    return SPEEDS[playback.speed]


def selection_at(playback: Playback, timeline: Timeline) -> Selection:
    """Return what is said above the hand: all hands, where they are wanted."""
    deal = timeline.moments[playback.place].state.deal
    if not playback.hands or deal is None:
        return Selection()
    names = names_in(timeline, None)
    hands = [hand_text(timeline, playback.place, seat, names) for seat in range(len(deal.hands))]
    hidden = hidden_text(timeline)
    told = listed([*([hidden] if hidden else []), *hands], "   ")
    return Selection().asking(told, (), Mode.ASK)


class ReplayScreen:
    """Shows a replay that has a moment at least, until the person quits."""

    def __init__(
        self,
        timeline: Timeline,
        settings: Settings,
        language: Language,
        terminal: Terminal,
        playback: Playback,
        verdict: Text,
    ) -> None:
        """*playback*: where it begins; *verdict*: what the verification says."""
        self._verdict = verdict
        self._timeline = timeline
        self._settings = settings
        self._playback = playback
        self._most_scroll = 0  # of the page with all keys, as it was drawn last
        self._changed = trio.Event()
        self._look = Look(settings, lambda _: language, terminal)
        self._application = make_application(
            self.draw,
            self._press,
            lambda x, y: None,
            self._look.rules,
            lambda: False,
            drawn=self._drawn,
            source=terminal.source,
            output=terminal.output,
            truecolor=terminal.truecolor,
        )

    def draw(self, width: int, height: int) -> list[list[Fragment]]:
        """Return the picture for a screen of so many cells."""
        model = model_at(self._playback, self._timeline, self._settings, self._verdict)
        selection = selection_at(self._playback, self._timeline)
        frame = render(model, selection, self._settings, self._look.wording, width, height)
        if is_too_small(width, height):
            return frame.lines
        canvas = Canvas(width, height, "class:table")
        self._draw_bar(canvas)
        if self._playback.help is not None:
            self._draw_help(canvas, self._playback.help)
        if self._look.wording.glyphs.lines is ASCII:
            canvas.translate(ASCII_FOR)
        page, lines = canvas.lines(), frame.lines
        if self._playback.help is not None:
            return [lines[0], *page[1:]]
        return [*lines[:-1], page[-1]]

    def _draw_bar(self, canvas: Canvas) -> None:
        wording = self._look.wording
        entries = {keys: BarEntry(keys, wording.say(label)) for keys, label in _BAR}
        spare = [entries[keys] for keys in _SPARE]
        rows = bar_rows(list(entries.values()), spare, canvas.width)
        if self._playback.help is not None:
            rows = [opened_keys(Selection(mode=Mode.HELP), wording)]
        draw_key_bar(canvas, canvas.height - 1, rows[:1])

    def _draw_help(self, canvas: Canvas, scroll: int) -> None:
        wording = self._look.wording
        rules = self._timeline.moments[self._playback.place].state.setup.rules
        pairs = [(wording.say(keys), says) for keys, says in KEYS]
        rows = help_rows(rules, pairs, wording, sheet_width(canvas.width))
        height = canvas.height - 2
        self._most_scroll = max(len(rows) - (height - 2), 0)
        shown = rows[min(scroll, self._most_scroll) :]
        draw_sheet(canvas, 1, height, text("Help"), shown, wording)

    def _drawn(self) -> None:
        scroll = self._playback.help
        if scroll is not None and scroll > self._most_scroll:  # the next step is from the edge
            self._playback = replace(self._playback, help=self._most_scroll)

    def _press(self, key: str, typed: str) -> None:
        self._change(pressed(self._playback, self._timeline, key))

    def _change(self, playback: Playback) -> None:
        self._playback = playback
        self._changed.set()
        self._application.invalidate()

    async def run(self) -> None:
        """Show it until the person quits, or the terminal is gone."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._show, nursery.cancel_scope)
            while not self._playback.over:
                await self._wait()
            nursery.cancel_scope.cancel()

    async def _show(self, scope: trio.CancelScope) -> None:
        try:
            await run_application(self._application)
        except (EOFError, OSError):
            scope.cancel()

    async def _wait(self) -> None:
        """Wait for a key, or while it plays for the next moment."""
        self._changed = trio.Event()
        pause = 1 / _speed(self._playback) if self._playback.playing else float("inf")
        with trio.move_on_after(pause) as waiting:
            await self._changed.wait()
        if waiting.cancelled_caught:
            self._change(ticked(self._playback, self._timeline))
