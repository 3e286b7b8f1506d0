"""trio as a guest on asyncio's loop, for prompt-toolkit's sake: one thread, no locks.

trio is the program; what prompt-toolkit runs on asyncio is one cancellable call in it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

import trio
from outcome import Outcome

T = TypeVar("T")


def run_as_guest(main: Callable[[], Awaitable[T]]) -> T:
    """Run the trio function *main* as :func:`trio.run` does; :func:`await_on_host` works in it."""

    async def host() -> T:
        loop = asyncio.get_running_loop()
        finished: asyncio.Future[Outcome[T]] = loop.create_future()
        trio.lowlevel.start_guest_run(
            main,
            run_sync_soon_threadsafe=loop.call_soon_threadsafe,
            run_sync_soon_not_threadsafe=loop.call_soon,
            done_callback=finished.set_result,
            host_uses_signal_set_wakeup_fd=True,
        )
        return (await finished).unwrap()

    # asyncio.run() would take Ctrl-C for itself and leave the guest half-way.
    with asyncio.Runner() as runner:
        return runner.get_loop().run_until_complete(host())


async def await_on_host(start: Callable[[], Awaitable[T]]) -> T:
    """Await something of asyncio's from trio, which runs as a guest on asyncio's loop.

    When the trio task is cancelled the asyncio task is, too, and is waited for: prompt-toolkit
    must put the terminal right before anything else goes on.
    """
    me = trio.lowlevel.current_task()
    cancelled: list[Callable[[], None]] = []

    def abort(raise_cancel: Callable[[], None]) -> trio.lowlevel.Abort:
        cancelled.append(raise_cancel)
        task.cancel()
        return trio.lowlevel.Abort.FAILED

    async def run() -> T:
        return await start()

    task = asyncio.get_running_loop().create_task(run())
    task.add_done_callback(lambda _: trio.lowlevel.reschedule(me))
    await trio.lowlevel.wait_task_rescheduled(abort)
    if task.cancelled() and cancelled:
        cancelled[0]()
    return task.result()
