"""A replay on the whole screen: the table at each moment, forward and back."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import trio

from durak_p2p.replay.timeline import Timeline
from durak_p2p.rules.family import AnyView
from durak_p2p.texts import Text, text
from durak_p2p.ui.hand_order import hand_order, trump_of, trumps_among
from durak_p2p.ui.how_played import how_played
from durak_p2p.ui.language import Language
from durak_p2p.ui.replaying import bout_text, has_bouts, hidden_text, moment_text, names_in
from durak_p2p.ui.screen.application import make_application, run_application
from durak_p2p.ui.screen.canvas import Canvas, Fragment
from durak_p2p.ui.screen.facts import Facts
from durak_p2p.ui.screen.glyphs import ASCII, ASCII_FOR
from durak_p2p.ui.screen.hand import Hit
from durak_p2p.ui.screen.key_bar import BarEntry, bar_rows, draw_key_bar
from durak_p2p.ui.screen.look import Look
from durak_p2p.ui.screen.model import OpenHand, TableModel
from durak_p2p.ui.screen.pages import draw_sheet, help_rows, sheet_width
from durak_p2p.ui.screen.parts import opened_keys
from durak_p2p.ui.screen.playback import SPEEDS, Playback, keys_told, pressed, ticked
from durak_p2p.ui.screen.render import render
from durak_p2p.ui.screen.selection import Mode, Selection
from durak_p2p.ui.screen.table import table_model
from durak_p2p.ui.screen.terminal import Terminal
from durak_p2p.ui.settings import Settings

#: What the lowest row says, in this order: what is shown, the word, and the key of a click.
_BAR: Final = (
    ("←→", text("step"), "right"),
    ("N P", text("bouts"), "n"),
    (text("Space"), text("run"), "space"),
    ("S", text("seat"), "s"),
    ("C", text("cards"), "c"),
    ("+-", text("speed"), "+"),
    ("Home End", text("begin and end"), "end"),
    ("H", text("help"), "h"),
    ("Q", text("leave"), "q"),
)
_LEAPS: Final = text("ten steps")
#: Where there is no room for all, these are left out, the first of them first.
_SPARE: Final = ("end", "+", "s", "n", "c")


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
    view = timeline.view(place, playback.seat)
    model = table_model(view, facts, settings)
    hand = tuple(replace(held, key="") for held in model.hand)  # no key lays a card here
    model = replace(model, hand=hand, acts=(), headline=_headline(playback, timeline))
    if view is None:
        return replace(model, opening=how_played(setup.rules))
    if not playback.hands:
        return model
    hands = tuple(
        _open_hand(timeline, place, seat, view, settings) for seat in range(len(view.counts))
    )
    return replace(model, hands=hands, hands_note=hidden_text(timeline))


def _open_hand(
    timeline: Timeline, place: int, seat: int, view: AnyView, settings: Settings
) -> OpenHand:
    trump = trump_of(view)
    cards = hand_order(timeline.hand(place, seat), trump, settings.sort)
    trumps = trumps_among(cards, trump)
    return OpenHand(
        name=names_in(timeline, None)[seat],
        plain=tuple(card for card in cards if card not in trumps),
        trumps=tuple(card for card in cards if card in trumps),
        hidden=timeline.hidden(place, seat),
    )


def _headline(playback: Playback, timeline: Timeline) -> Text:
    number, count = playback.place + 1, len(timeline.moments)
    where = text("{number} of {count}", number=number, count=count)
    if has_bouts(timeline):
        bout = bout_text(timeline, playback.place)
        where = text("{number} of {count}; {bout}", number=number, count=count, bout=bout)
    if not playback.playing:
        return where
    return text("{where}; playing, {speed} a second", where=where, speed=f"{_speed(playback):g}")


def _speed(playback: Playback) -> float:
    return SPEEDS[playback.speed]


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
        self._hits: list[Hit] = []  # what can be clicked, as it was drawn last
        self._unseen = False  # whether the screen is too small to show anything
        self._changed = trio.Event()
        self._look = Look(settings, lambda _: language, terminal)
        self._application = make_application(
            self.draw,
            self._press,
            self._click,
            self._look.rules,
            lambda: settings.mouse,
            drawn=self._drawn,
            source=terminal.source,
            output=terminal.output,
            truecolor=terminal.truecolor,
        )

    def draw(self, width: int, height: int) -> list[list[Fragment]]:
        """Return the picture for a screen of so many cells."""
        model = model_at(self._playback, self._timeline, self._settings, self._verdict)
        frame = render(model, Selection(), self._settings, self._look.wording, width, height)
        self._unseen = frame.too_small
        if self._unseen:
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
        say = self._look.wording.say
        bouts = has_bouts(self._timeline)
        entries = {
            key: BarEntry(say(keys), say(label if bouts or key != "n" else _LEAPS), key)
            for keys, label, key in _BAR
        }
        rows = bar_rows(list(entries.values()), [entries[key] for key in _SPARE], canvas.width)
        if self._playback.help is not None:
            rows = [opened_keys(Selection(mode=Mode.HELP), self._look.wording)]
        self._hits = draw_key_bar(canvas, canvas.height - 1, rows[:1])

    def _draw_help(self, canvas: Canvas, scroll: int) -> None:
        wording = self._look.wording
        rules = self._timeline.moments[self._playback.place].state.setup.rules
        pairs = [(wording.say(keys), says) for keys, says in keys_told(self._timeline)]
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
        if self._unseen and key != "c-c":
            return
        self._change(pressed(self._playback, self._timeline, key))

    def _click(self, x: int, y: int) -> None:
        hit = next((hit for hit in self._hits if hit.holds(x, y)), None)
        if hit is not None:
            self._press(hit.key, "")

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
