"""A replay as moments that can be stepped through, forward and back."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from durak_p2p.cards import Card, sort_hand
from durak_p2p.game import Event, GameState, Log, Progress
from durak_p2p.replay.verify import Report, verify_replay
from durak_p2p.rules import Deal, Phase
from durak_p2p.rules.family import AnyView, view_of
from durak_p2p.rules.records import Cheat


@dataclass(frozen=True, slots=True)
class BoutClosed:
    """All have said that they are done with a bout (rules 2); the players see it, untold."""


@dataclass(frozen=True, slots=True)
class Moment:
    """One event of a deal, and how things stand after it.

    ``entry`` is the frame of the file that brought it, ``step`` the log's step.  ``bout`` is the
    one that was played when it happened; 0 before the first, and in games without bouts.
    ``state`` is the public state after the entry; several events of one entry share it.
    """

    entry: int
    step: int
    bout: int
    event: Event | BoutClosed
    state: GameState


@dataclass(frozen=True, slots=True)
class Timeline:
    """The moments of a replay as far as it is right, and its report.

    A place in it is an index into ``moments``.  ``bouts`` are the places where each bout's first
    moment is, rising; what comes before the first bout begins at 0, too.
    """

    report: Report
    moments: tuple[Moment, ...]
    bouts: tuple[int, ...]

    @classmethod
    def read(cls, data: bytes) -> Timeline:
        """Judge the bytes of a replay, and note what happens in it.

        Raises :class:`NotAReplay` if they are none, or one that needs another version.
        """
        recorder = _Recorder()
        report = verify_replay(data, recorder.watch)
        moments = recorder.moments
        bouts = [
            place
            for place, moment in enumerate(moments)
            if not place or moment.bout != moments[place - 1].bout
        ]
        return cls(report, tuple(moments), tuple(bouts))

    @property
    def last(self) -> int:
        """The last place; 0 where there is none."""
        return max(0, len(self.moments) - 1)

    def step(self, place: int, by: int) -> int:
        """Return the place that is *by* moments further (or back), within the deal."""
        return min(max(0, place + by), self.last)

    def next_bout(self, place: int) -> int:
        """Return where the next bout begins; the last place if none follows."""
        after = bisect_right(self.bouts, place)
        return self.bouts[after] if after < len(self.bouts) else self.last

    def previous_bout(self, place: int) -> int:
        """Return where this bout begins, or, at its beginning, where the one before does."""
        before = bisect_left(self.bouts, place)
        return self.bouts[before - 1] if before else 0

    @property
    def opened(self) -> bool:
        """Whether all hands of the deal can be shown."""
        return self.report.state is not None and self.report.state.opened is not None

    def hand(self, place: int, seat: int) -> tuple[Card, ...]:
        """Return a seat's cards at a place, sorted; those all have seen, unless ``opened``."""
        deal = self.moments[place].state.deal
        if deal is None:
            return ()
        faces = self._faces(place, seat)
        return tuple(sort_hand(faces[p] for p in deal.hands[seat] if p in faces))

    def hidden(self, place: int, seat: int) -> int:
        """Return how many cards of a seat's hand are not known to who has the replay."""
        deal = self.moments[place].state.deal
        return 0 if deal is None else len(deal.hands[seat]) - len(self._faces(place, seat))

    def view(self, place: int, seat: int | None) -> AnyView | None:
        """Return what a seat sees at a place (None: a spectator), or None before the deal.

        Where the deal was not opened, of the hand only what all have seen.
        """
        deal = self.moments[place].state.deal
        if deal is None:
            return None
        return view_of(deal, seat, {} if seat is None else self._faces(place, seat))

    def _faces(self, place: int, seat: int) -> dict[int, Card]:
        """Return the faces of a seat's hand by position, as far as they are known by now."""
        deal, final = self.moments[place].state.deal, self.report.state
        assert deal is not None
        assert final is not None
        known = deal.faces if final.opened is None else dict(enumerate(final.opened))
        return {position: known[position] for position in deal.hands[seat] if position in known}

    def cheat(self, place: int) -> Cheat | None:
        """Return the cheat that was made at a place, if one was, once the deal is opened.

        With who caught it, if anybody did, at whatever later place.
        """
        final = self.report.state
        if not self.opened or final is None or not isinstance(final.deal, Deal):
            return None
        before = self._cheats(place - 1) if place else 0
        return final.deal.cheats[before] if self._cheats(place) > before else None

    def _cheats(self, place: int) -> int:
        deal = self.moments[place].state.deal
        return len(deal.cheats) if isinstance(deal, Deal) else 0


class _Recorder:
    """Notes the moments while a replay is judged."""

    def __init__(self) -> None:
        self.moments: list[Moment] = []
        self._rewinds = 0
        self._bout = 0
        self._closing = False

    def watch(self, frame: int, step: int, events: Sequence[Event], log: Log) -> None:
        """Note what an entry has brought."""
        if log.rewinds != self._rewinds:  # two who waited for each other: it ends otherwise
            self._rewinds = log.rewinds
            while self.moments and self.moments[-1].step >= step:
                self.moments.pop()
        told: list[Event | BoutClosed] = [e for e in events if not isinstance(e, Progress)]
        deal = log.state.deal
        closing = isinstance(deal, Deal) and deal.phase is Phase.CLOSE
        if self._closing and not closing and not told:
            told = [BoutClosed()]
        if told:
            state = log.state.snapshot()
            self.moments += [Moment(frame, step, self._bout, event, state) for event in told]
        self._closing = closing
        self._bout = deal.bout if isinstance(deal, Deal) else 0
