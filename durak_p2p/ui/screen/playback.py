"""Where somebody is in a replay, how it is looked at, and what keys make of that.

Pure: a key in, a new state out; `replay` has the picture.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from durak_p2p.replay.timeline import Timeline
from durak_p2p.texts import Text, text
from durak_p2p.ui.layouts import command_key
from durak_p2p.ui.replaying import has_bouts, told_step
from durak_p2p.ui.screen.keys import SCROLLS

#: Moments a second, from slow to quick.
SPEEDS: Final = (0.25, 0.5, 1.0, 2.0, 4.0)
#: Where there are no bouts, one goes on and back by so many moments.
LEAP: Final = 10


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
        case "h" | "?" | "f1":
            return replace(playback, help=0, playing=False)
        case "right" | "down":
            return replace(playback, place=told_step(timeline, place, 1), playing=False)
        case "left" | "up" | "backspace":
            return replace(playback, place=told_step(timeline, place, -1), playing=False)
        case "home":
            return replace(playback, place=0, playing=False)
        case "end":
            return replace(playback, place=timeline.last, playing=False)
        case "n" | "pagedown":
            return replace(playback, place=_further(timeline, place), playing=False)
        case "p" | "pageup":
            return replace(playback, place=_back(timeline, place), playing=False)
        case "space" | " " | "enter":
            return replace(playback, playing=not playback.playing and place < timeline.last)
        case "+" | "=":
            return replace(playback, speed=min(playback.speed + 1, len(SPEEDS) - 1))
        case "-":
            return replace(playback, speed=max(playback.speed - 1, 0))
        case "s":
            return replace(playback, seat=_next_seat(playback.seat, timeline))
        case "c":
            return replace(playback, hands=not playback.hands)
        case "q" | "escape" | "c-c":
            return replace(playback, over=True)
        case _:
            return playback


def ticked(playback: Playback, timeline: Timeline) -> Playback:
    """Return the next moment while it plays; at the last one it stops."""
    place = told_step(timeline, playback.place, 1)
    return replace(playback, place=place, playing=place < timeline.last)


def _further(timeline: Timeline, place: int) -> int:
    return timeline.next_bout(place) if has_bouts(timeline) else timeline.step(place, LEAP)


def _back(timeline: Timeline, place: int) -> int:
    return timeline.previous_bout(place) if has_bouts(timeline) else timeline.step(place, -LEAP)


def _next_seat(seat: int | None, timeline: Timeline) -> int | None:
    """Return the seat after *seat*; after the last one a spectator."""
    state = timeline.report.state
    count = len(state.seats) if state is not None else 0
    following = 0 if seat is None else seat + 1
    return following if following < count else None


def keys_told(timeline: Timeline) -> tuple[tuple[Text, Text], ...]:
    """Return all keys, and what they do, for the help."""
    leaps = (
        text("on to the next bout, back to the one before")
        if has_bouts(timeline)
        else text("ten steps on, ten steps back")
    )
    return (
        (text("← →"), text("a step back or on")),
        (text("N P, PageDown PageUp"), leaps),
        (text("Home End"), text("to the beginning, to the end")),
        (text("Space Enter"), text("let it run, or stop it")),
        (text("+ -"), text("let it run quicker or slower")),
        (text("S"), text("look from the next seat, or from none")),
        (text("C"), text("show everybody's cards, or do not")),
        (text("H ? F1"), text("this page")),
        (text("Q Esc"), text("leave")),
    )
