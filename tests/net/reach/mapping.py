"""A mapping at routers that are fakes on loopback, in a time that runs on only while all wait."""

from __future__ import annotations

import functools
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import trio
import trio.testing

from durak_p2p.net.reach.keeper import System
from durak_p2p.net.reach.mapper import PortMapping
from tests.net.reach.fake_routers import DatagramRouter

PORT = 7777


def timeless(test: Callable[..., Awaitable[None]]) -> Callable[..., None]:
    """Run an async test at once, however long it waits."""

    @functools.wraps(test)
    def run(**fixtures: object) -> None:
        clock = trio.testing.MockClock(autojump_threshold=0.05)
        trio.run(functools.partial(test, **fixtures), clock=clock)

    return run


@asynccontextmanager
async def mapping(system: System) -> AsyncIterator[PortMapping]:
    async with trio.open_nursery() as nursery:
        made = PortMapping(PORT, system)
        nursery.start_soon(made.run)
        await made.settled()
        yield made
        nursery.cancel_scope.cancel()


def honest(**more: object) -> DatagramRouter:
    router = DatagramRouter(**more)  # type: ignore[arg-type]
    router.pcp, router.natpmp = router.grant_pcp, router.grant_natpmp
    return router
