"""Whose turn it is, told at a terminal only where nothing comes of it soon."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import trio
import trio.testing

from durak_p2p.game import Log
from durak_p2p.rules import rules_for
from durak_p2p.ui.names import Names
from durak_p2p.ui.turns import PATIENCE, Turns
from tests.game.tables import Table, first_setup


def leading() -> tuple[Log, int, Names]:
    """A log in which a seat is to lead, that seat, and the names as who looks on has them."""
    at = Table(first_setup(rules_for("classic", players=2), "turns"), "turns")
    at.play(lambda log: log.state.deal is not None and log.state.deal.word is not None)
    state = at.log.state
    assert state.deal is not None
    assert state.deal.word is not None
    return at.log, state.deal.word, Names.of(state)


def run(body: Callable[[Turns, list[str]], Awaitable[None]]) -> None:
    """Run *body* with turns that are told after a while, and a clock that jumps."""

    async def main() -> None:
        said: list[str] = []
        turns = Turns(said.append)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(turns.run)
            await trio.testing.wait_all_tasks_blocked()
            await body(turns, said)
            nursery.cancel_scope.cancel()

    trio.run(main, clock=trio.testing.MockClock(autojump_threshold=0))


def test_a_turn_that_lasts_is_told_once() -> None:
    log, seat, names = leading()

    async def body(turns: Turns, said: list[str]) -> None:
        turns.follow(log, names)
        await trio.sleep(PATIENCE - 0.1)
        assert said == []
        await trio.sleep(0.2)
        assert said == [f"{names[seat]}'s turn to lead."]
        await trio.sleep(10 * PATIENCE)
        assert len(said) == 1

    run(body)


def test_a_turn_that_does_not_last_or_is_ours_is_not_told() -> None:
    log, seat, names = leading()

    async def body(turns: Turns, said: list[str]) -> None:
        for _ in range(5):  # they throw in one card after another
            turns.follow(log, names)
            await trio.sleep(PATIENCE / 2)
        turns.follow(log, Names(names.by_seat, own=seat))
        await trio.sleep(10 * PATIENCE)
        assert said == []

    run(body)


def test_in_a_pipe_it_is_told_at_once_and_once() -> None:
    log, seat, names = leading()
    said: list[str] = []
    turns = Turns(said.append)
    turns.follow(log, names)
    turns.follow(log, names)
    assert said == [f"{names[seat]}'s turn to lead."]
