"""Trying several addresses of one peer, each with a start before the next, as in RFC 8305."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

import trio

from durak_p2p import limits
from durak_p2p.net.invite import Address

Connection = TypeVar("Connection")


async def race(
    addresses: Sequence[Address],
    attempt: Callable[[Address], Awaitable[Connection | None]],
    let_go: Callable[[Connection], Awaitable[None]],
) -> Connection | None:
    """Return what the first *attempt* that succeeds returns; None if each of them has.

    *let_go* closes a connection that nobody wants any more, even while it is cancelled: one that
    came second, or the winner where the caller is cancelled in the same moment.  Each attempt
    starts ``limits.RACE`` s after the one before.
    """
    winners: list[Connection] = []

    async def run(address: Address, after: float, scope: trio.CancelScope) -> None:
        await trio.sleep(after)
        connection = await attempt(address)
        if connection is None:
            return
        if winners:
            await let_go(connection)
            return
        winners.append(connection)
        scope.cancel()

    try:
        async with trio.open_nursery() as nursery:
            for turn, address in enumerate(addresses):
                nursery.start_soon(run, address, limits.RACE * turn, nursery.cancel_scope)
    except BaseException:
        for winner in winners:
            await let_go(winner)
        raise
    return winners[0] if winners else None
