"""Time as a heap of events, and links that delay, repeat, break and come back, out of a seed."""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import Any, Protocol

from durak_p2p import limits
from durak_p2p.table.messages import Message


class World:
    """What happens when; times in seconds."""

    def __init__(self) -> None:
        self.now = 0.0
        self.events = 0
        self._heap: list[tuple[float, int, Callable[..., None], tuple[Any, ...]]] = []

    def at(self, when: float, what: Callable[..., None], *arguments: Any) -> None:
        """Let something happen at a time."""
        self.events += 1
        heapq.heappush(self._heap, (when, self.events, what, arguments))

    def after(self, seconds: float, what: Callable[..., None], *arguments: Any) -> None:
        """Let something happen in a while."""
        self.at(self.now + seconds, what, *arguments)

    def stop(self) -> None:
        """Let nothing more happen."""
        self._heap.clear()

    def run(self, until: float) -> None:
        """Let everything happen, up to a time."""
        heap, pop = self._heap, heapq.heappop
        while heap:
            self.now, _, what, arguments = pop(heap)
            if self.now > until:
                return
            what(*arguments)


class Handler(Protocol):
    """What the network needs of a peer."""

    number: int
    key: bytes

    @property
    def up(self) -> bool:
        """Whether its program runs, and will have links."""

    def joined(self, line: Line, key: bytes) -> None: ...

    def lost(self, key: bytes) -> None: ...

    def receive(self, source: bytes, message: Message) -> bool:
        """Take a message; whether the link may stay."""


@dataclass(frozen=True)
class Weather:
    """How bad the network is; times in seconds."""

    delay: float
    repeats: float
    missing: float  # chance that two peers never get a link to each other
    half_open: float  # chance that an end does not notice at once that a link is broken
    cut_every: float  # one link, now and then ...
    partition_every: float  # ... and the whole table in two
    longest: float  # until what was cut comes back
    until: float  # then it clears up

    @classmethod
    def random(cls, rng: Random, longest: Sequence[float] = (1.0, 4.0, 8.0)) -> Weather:
        return cls(
            delay=rng.choice([0.001, 0.02, 0.1, 0.5]),
            repeats=rng.choice([0.0, 0.0, 0.1]),
            missing=rng.choice([0.0, 0.0, 0.3, 1.0]),
            half_open=rng.choice([0.0, 0.1]),
            cut_every=rng.choice([math.inf, 10.0, 2.0]),
            partition_every=rng.choice([math.inf, math.inf, 15.0]),
            longest=rng.choice(longest),
            until=rng.choice([30.0, 120.0]),
        )


class Line:
    """What lies between two peers: at most one link at a time.

    ``epoch`` counts its links: what was sent on an earlier one never comes.
    """

    __slots__ = ("alive", "down_until", "dues", "ends", "epoch", "noticed")

    def __init__(self, ends: tuple[Handler, Handler]) -> None:
        self.ends = ends
        self.alive = False
        self.epoch = 0
        self.down_until = 0.0
        self.noticed = 0.0  # when both ends know that the last link is broken
        self.dues = {end.key: 0.0 for end in ends}  # the last arrival at each end

    def other(self, key: bytes) -> Handler:
        one, other = self.ends
        return other if one.key == key else one


class Network:
    """Keeps a link between any two peers, as the weather lets it."""

    def __init__(
        self, world: World, peers: Sequence[Handler], weather: Weather, rng: Random
    ) -> None:
        self._world = world
        self._weather = weather
        self._rng = rng
        self._peers = peers
        self._lines = [Line(pair) for pair in self._reachable(peers)]
        for line in self._lines:
            self._redial(line)
        self._now_and_then(weather.cut_every, self._cut_one)
        self._now_and_then(weather.partition_every, self._part)

    def _reachable(self, peers: Sequence[Handler]) -> list[tuple[Handler, Handler]]:
        """A tree at least: everybody joined by somebody."""
        tree = {(self._rng.randrange(number), number) for number in range(1, len(peers))}
        return [
            (peers[one], peers[other])
            for one, other in combinations(range(len(peers)), 2)
            if (one, other) in tree or self._rng.random() >= self._weather.missing
        ]

    # -- messages ---------------------------------------------------------------------------------

    def send(self, line: Line, to: Handler, message: Message) -> None:
        """Put a message on its way; over one link all come in their order."""
        if not line.alive:
            return
        delay = -math.log(1.0 - self._rng.random()) * self._weather.delay
        due = max(self._world.now + delay, line.dues[to.key])
        line.dues[to.key] = due
        self._world.at(due, self._deliver, line, line.epoch, to, message)

    def _deliver(self, line: Line, epoch: int, to: Handler, message: Message) -> None:
        if line.epoch != epoch or not to.up:
            return
        repeats = self._weather.repeats
        if not to.receive(line.other(to.key).key, message):
            self.cut(line, 0.0)  # the carrier's fault: the link is dropped
        elif repeats and self._rng.random() < repeats:
            self._world.after(self._weather.delay, self._deliver, line, epoch, to, message)

    # -- links ------------------------------------------------------------------------------------

    def cut(self, line: Line, seconds: float) -> None:
        """Break a link; what is on its way is lost."""
        line.down_until = max(line.down_until, self._world.now + seconds)
        if not line.alive:
            return
        line.alive = False
        line.epoch += 1
        line.noticed = self._world.now
        for end in line.ends:
            silent = self._rng.random() < self._weather.half_open
            after = self._rng.uniform(0.0, limits.IDLE) if silent else 0.0
            line.noticed = max(line.noticed, self._world.now + after)
            self._world.after(after, self._notice, line, line.epoch, end)
        self._redial(line)

    def _notice(self, line: Line, epoch: int, end: Handler) -> None:
        if line.epoch == epoch and not line.alive and end.up:
            end.lost(line.other(end.key).key)

    def _redial(self, line: Line) -> None:
        after = max(line.down_until, line.noticed, self._world.now)
        self._world.at(after + self._rng.uniform(0.001, 0.3), self._connect, line)

    def _connect(self, line: Line) -> None:
        if line.alive:
            return
        if self._world.now < line.down_until:
            self._redial(line)
        elif all(end.up for end in line.ends):
            line.alive = True
            for end in line.ends:
                line.dues[end.key] = 0.0
                end.joined(line, line.other(end.key).key)

    def lines_of(self, peer: Handler) -> list[Line]:
        return [line for line in self._lines if peer in line.ends]

    def within_reach(self, peer: Handler) -> list[Handler]:
        """Return those that a peer can hear of, itself included: by others, if they are up."""
        found = [peer]
        for one in found:
            others = (line.other(one.key) for line in self.lines_of(one))
            found += [other for other in others if other.up and other not in found]
        return found

    def went_down(self, peer: Handler) -> None:
        """A peer's program has ended: its links break."""
        for line in self.lines_of(peer):
            self.cut(line, 0.0)

    def came_up(self, peer: Handler) -> None:
        """A peer's program runs: it gets links to those that are there."""
        for line in self.lines_of(peer):
            if not line.alive:
                self._redial(line)

    # -- bad weather ------------------------------------------------------------------------------

    def _now_and_then(self, every: float, what: Callable[[float], None]) -> None:
        if every == math.inf:
            return

        def happen() -> None:
            if self._world.now < self._weather.until:
                what(self._rng.uniform(0.05, self._weather.longest))
                self._world.after(self._rng.expovariate(1 / every), happen)

        self._world.after(self._rng.expovariate(1 / every), happen)

    def _cut_one(self, seconds: float) -> None:
        self.cut(self._rng.choice(self._lines), seconds)

    def _part(self, seconds: float) -> None:
        here = {peer.number for peer in self._peers if self._rng.random() < 0.5}
        for line in self._lines:
            if len(here.intersection(end.number for end in line.ends)) == 1:
                self.cut(line, seconds)
