"""What the task of a match does when two things come at once."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest
import trio
import trio.testing

from durak_p2p.game import EntryType
from durak_p2p.net.match import MatchTask
from durak_p2p.table.errors import SeatLost
from durak_p2p.table.match import Match


class HalfOfAMatch:
    """A match in which a move is awaited from us; what the task asks of it."""

    stopped = over = False
    has_choice = True
    sight = None

    def __init__(self) -> None:
        step = SimpleNamespace(type=EntryType.MOVE)
        self.log = SimpleNamespace(closed=False, step=0, state=SimpleNamespace(step=step))
        self.presence = SimpleNamespace(alone=False, over=False)
        self.has_left = False

    def view(self) -> object:
        return object()

    def owed(self) -> None:
        return None

    def leave(self, now: float) -> bool:
        self.has_left = True
        return False

    def silent_choice(self, now: float) -> bool:
        return False

    def tick(self, now: float) -> None:
        """Nobody is late."""

    def announce(self) -> None:
        """Nobody listens."""

    close_replay = say_leave = announce


class NeverDecides:
    async def choose(self, view: object, refusal: str | None) -> None:
        await trio.sleep_forever()


def test_who_leaves_while_an_entry_is_checked_is_not_asked_for_a_move() -> None:
    match = HalfOfAMatch()

    async def main() -> None:
        task = MatchTask(cast(Match, match), NeverDecides())  # type: ignore[arg-type]
        blocked = trio.testing.wait_all_tasks_blocked

        async def leave_while_it_is_checked() -> None:
            async with task._lock:
                await blocked()
                task.leave()
                await blocked()

        with trio.fail_after(20):
            async with trio.open_nursery() as nursery, task._lock:
                nursery.start_soon(task.run)
                await blocked()  # it waits to see whether a move is ours
                nursery.start_soon(leave_while_it_is_checked)
                await blocked()

    trio.run(main, clock=trio.testing.MockClock(autojump_threshold=0.01))
    assert match.has_left


def test_an_accusation_that_cannot_be_kept_ends_the_match() -> None:
    class Unkept(HalfOfAMatch):
        def accuse(self, seat: int) -> None:
            raise SeatLost("The seat cannot be written.")

    async def main() -> None:
        task = MatchTask(cast(Match, Unkept()), NeverDecides())  # type: ignore[arg-type]

        async def accuse() -> None:
            await trio.testing.wait_all_tasks_blocked()
            task.accuse(1)

        with trio.fail_after(20):
            async with trio.open_nursery() as nursery:
                nursery.start_soon(accuse)
                with pytest.raises(SeatLost):
                    await task.run()

    trio.run(main)
