"""What asks a program to end, from outside."""

from __future__ import annotations

import signal
from collections.abc import Callable

import trio

_NAMES = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")


async def watch_signals(
    stop: Callable[[], None], task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED
) -> None:
    """Call *stop* on Ctrl-C, hang-up or termination, for ever."""
    numbers = [getattr(signal, name) for name in _NAMES if hasattr(signal, name)]
    with trio.open_signal_receiver(*numbers) as signals:
        task_status.started()
        async for _ in signals:
            stop()
