"""Async tests: functions that trio runs, with a limit on each so that none hangs."""

from __future__ import annotations

import functools
from collections.abc import Awaitable, Callable
from typing import Any

import trio

LONGEST = 60.0


def in_trio(test: Callable[..., Awaitable[None]]) -> Callable[..., None]:
    """Run an async test function under trio; its parameters stay pytest's fixtures."""

    @functools.wraps(test)
    def run(**fixtures: Any) -> None:
        async def limited() -> None:
            with trio.fail_after(LONGEST):
                await test(**fixtures)

        trio.run(limited)

    return run


async def until(condition: Callable[[], object]) -> None:
    """Wait until *condition* holds; the test's own limit ends the waiting."""
    while not condition():  # noqa: ASYNC110 - what is waited for knows nothing of the test
        await trio.sleep(0.005)
