"""Racing the addresses of one peer: one connection comes of it, and none is left over."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest
import trio
from trio.testing import MockClock

from durak_p2p import limits
from durak_p2p.net.invite import Address
from durak_p2p.net.race import race

FIRST, SECOND, THIRD = (Address("127.0.0.1", port) for port in (1, 2, 3))


class Dialling:
    """Connects after so many seconds, or does not (None); remembers what was closed."""

    def __init__(self, takes: dict[Address, float | None]) -> None:
        self.takes = takes
        self.closed: list[Address] = []
        self.deaf: set[Address] = set()  # connects although it is not wanted any more
        self.then: Callable[[], None] = lambda: None

    async def attempt(self, address: Address) -> Address | None:
        takes = self.takes[address]
        if takes is None:
            return None
        with trio.CancelScope(shield=address in self.deaf):
            await trio.sleep(takes)
        self.then()
        return address

    async def let_go(self, address: Address) -> None:
        self.closed.append(address)

    async def race(self) -> Address | None:
        return await race(list(self.takes), self.attempt, self.let_go)


def clocked(main: Callable[[], Awaitable[None]]) -> None:
    trio.run(main, clock=MockClock(autojump_threshold=0))


def test_the_first_that_answers_wins() -> None:
    async def main() -> None:
        dialling = Dialling({FIRST: 9.0, SECOND: None, THIRD: 0.1})
        assert await dialling.race() == THIRD
        assert trio.current_time() == pytest.approx(2 * limits.RACE + 0.1)
        assert not dialling.closed

    clocked(main)


def test_none_where_each_has_failed() -> None:
    async def main() -> None:
        assert await Dialling({FIRST: None, SECOND: None}).race() is None

    clocked(main)


def test_who_comes_second_is_let_go() -> None:
    async def main() -> None:
        dialling = Dialling({FIRST: 1.0, SECOND: 0.1})
        dialling.deaf.add(FIRST)
        assert await dialling.race() == SECOND
        assert dialling.closed == [FIRST]

    clocked(main)


def test_the_winner_is_let_go_where_the_caller_is_cancelled_in_the_same_moment() -> None:
    async def main() -> None:
        dialling = Dialling({FIRST: 9.0, SECOND: 0.1})
        with trio.CancelScope() as scope:
            dialling.then = scope.cancel
            await dialling.race()
        assert scope.cancelled_caught
        assert dialling.closed == [SECOND]

    clocked(main)
