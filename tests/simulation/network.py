"""Links that delay, lose, repeat, break and come back, all by chance from a seed."""

from __future__ import annotations

import math
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import Protocol

import trio

from durak_p2p.table.messages import Message, MessageError

Sent = tuple[float, Message]  # with the time when it is there at the earliest


class Handler(Protocol):
    """What the network needs of a peer."""

    key: bytes
    mesh: Mesh

    def joined(self, link: Link) -> None: ...

    def lost(self, link: Link) -> None: ...

    async def receive(self, link: Link, message: Message) -> None: ...


@dataclass(frozen=True)
class Weather:
    """How bad the network is; times in seconds."""

    delay: float
    loss: float  # of messages on links that are up: `have` makes them good
    repeats: float
    cut_every: float  # one link, now and then ...
    partition_every: float  # ... and the whole table in two
    longest: float  # until what was cut comes back
    until: float  # then it clears up

    @classmethod
    def random(cls, rng: Random) -> Weather:
        return cls(
            delay=rng.choice([0.001, 0.02, 0.1, 0.5]),
            loss=rng.choice([0.0, 0.0, 0.02, 0.15]),
            repeats=rng.choice([0.0, 0.0, 0.1]),
            cut_every=rng.choice([math.inf, 10.0, 2.0]),
            partition_every=rng.choice([math.inf, math.inf, 15.0]),
            longest=rng.choice([1.0, 4.0, 10.0]),
            until=rng.choice([30.0, 200.0]),
        )


class Link:
    """One end of a link, as far as a match uses it."""

    behind = False

    def __init__(self, key: bytes, send: Callable[[Message], None]) -> None:
        self.key = key
        self.send = send

    def charge(self, size: int) -> None:
        """Anything may be asked for."""


class Mesh:
    """A peer's links, as far as a match uses them."""

    def __init__(self) -> None:
        self.links: dict[bytes, Link] = {}

    def broadcast(self, message: Message, but: Link | None = None) -> None:
        for link in list(self.links.values()):
            if link is not but:
                link.send(message)


class Network:
    """Keeps a link between any two peers, as the weather lets it."""

    def __init__(self, peers: Iterable[Handler], weather: Weather, rng: Random) -> None:
        self._peers = list(peers)
        self._weather = weather
        self._rng = rng
        self._pairs = list(combinations(range(len(self._peers)), 2))
        self._down_until = dict.fromkeys(self._pairs, 0.0)
        self._scopes: dict[tuple[int, int], trio.CancelScope] = {}

    async def run(self) -> None:
        async with trio.open_nursery() as nursery:
            for pair in self._pairs:
                nursery.start_soon(self._keep, pair)
            nursery.start_soon(self._now_and_then, self._weather.cut_every, self._cut_one)
            nursery.start_soon(self._now_and_then, self._weather.partition_every, self._part)

    async def _now_and_then(self, every: float, what: Callable[[float], None]) -> None:
        while every < math.inf:
            await trio.sleep(self._rng.expovariate(1 / every))
            if trio.current_time() > self._weather.until:
                return
            what(self._rng.uniform(0.05, self._weather.longest))

    def _cut_one(self, seconds: float) -> None:
        self._cut(self._rng.choice(self._pairs), seconds)

    def _part(self, seconds: float) -> None:
        here = {peer for peer in range(len(self._peers)) if self._rng.random() < 0.5}
        for pair in self._pairs:
            if len(here.intersection(pair)) == 1:
                self._cut(pair, seconds)

    def _cut(self, pair: tuple[int, int], seconds: float) -> None:
        self._down_until[pair] = trio.current_time() + seconds
        if pair in self._scopes:
            self._scopes[pair].cancel()

    async def _keep(self, pair: tuple[int, int]) -> None:
        while True:
            await trio.sleep(self._rng.uniform(0.001, 0.3))
            while trio.current_time() < self._down_until[pair]:  # noqa: ASYNC110 - it may grow
                await trio.sleep_until(self._down_until[pair])
            with trio.CancelScope() as self._scopes[pair]:
                await self._connect(*(self._peers[number] for number in pair))

    async def _connect(self, one: Handler, other: Handler) -> None:
        async with trio.open_nursery() as nursery:
            ends: list[tuple[Handler, Link]] = []
            carriers: list[Callable[[], Awaitable[None]]] = []
            outs = [trio.open_memory_channel[Sent](math.inf) for _ in range(2)]
            for here, there, (out, _) in ((one, other, outs[0]), (other, one, outs[1])):
                ends.append((here, Link(there.key, self._sender(out))))
            for (here, link), (_, queue) in zip(ends, reversed(outs), strict=True):
                carriers.append(_carrier(self, here, link, queue, nursery.cancel_scope))
            try:
                for here, link in ends:
                    here.mesh.links[link.key] = link
                    here.joined(link)
                for carrier in carriers:
                    nursery.start_soon(carrier)
                await trio.sleep_forever()
            finally:
                for here, link in ends:
                    del here.mesh.links[link.key]
                    here.lost(link)

    def _sender(self, out: trio.MemorySendChannel[Sent]) -> Callable[[Message], None]:
        def send(message: Message) -> None:
            delay = self._rng.expovariate(1 / self._weather.delay)
            out.send_nowait((trio.current_time() + delay, message))

        return send

    async def carry(
        self, peer: Handler, link: Link, queue: trio.MemoryReceiveChannel[Sent]
    ) -> None:
        """Bring a peer what is sent to it over one link, in its order."""
        rng, weather = self._rng, self._weather
        async for due, message in queue:
            await trio.sleep_until(due)
            bad = trio.current_time() < weather.until
            if bad and rng.random() < weather.loss:
                continue
            await peer.receive(link, message)
            if rng.random() < weather.repeats:
                await peer.receive(link, message)


def _carrier(
    network: Network,
    peer: Handler,
    link: Link,
    queue: trio.MemoryReceiveChannel[Sent],
    scope: trio.CancelScope,
) -> Callable[[], Awaitable[None]]:
    async def carry() -> None:
        try:
            await network.carry(peer, link, queue)
        except MessageError:
            scope.cancel()  # the carrier's fault: the link is dropped

    return carry
