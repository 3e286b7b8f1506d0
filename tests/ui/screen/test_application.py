"""The screen as prompt-toolkit runs it."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
import trio
from prompt_toolkit.application import Application
from prompt_toolkit.input import create_pipe_input

from durak_p2p.ui.hosting import run_as_guest
from durak_p2p.ui.screen.application import make_application, run_application
from tests.ui.screen.emulator import Emulator


def test_a_terminal_that_is_gone_is_complained_of_once() -> None:
    """Other pictures that were to be drawn there fail as well, and nothing is said of them."""
    emulator = Emulator(80, 24)
    complaints: list[dict[str, Any]] = []
    with create_pipe_input() as source:
        application: Application[None] = make_application(
            lambda width, height: [[("", "x" * width)]] * height,
            lambda key, typed: None,
            lambda x, y: None,
            lambda colours: {},
            lambda: False,
            source=source,
            output=emulator.output,
        )

        def gone() -> None:
            raise OSError(5, "Input/output error")

        async def hang_up() -> None:
            await emulator.shows("xxx")
            application.output.flush = gone  # type: ignore[method-assign]
            loop = asyncio.get_running_loop()
            for _ in range(3):
                loop.call_soon(application._redraw)

        async def main() -> None:
            asyncio.get_running_loop().set_exception_handler(
                lambda _, context: complaints.append(context)
            )
            async with trio.open_nursery() as nursery:
                nursery.start_soon(hang_up)
                with pytest.raises(OSError, match="Input/output"):
                    await run_application(application)

        run_as_guest(main)
    assert complaints == []
