"""Where typed lines come from: a terminal, with editing, or a pipe."""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Protocol, TextIO, TypeVar

import trio
from prompt_toolkit import PromptSession
from prompt_toolkit.output import create_output
from prompt_toolkit.output.vt100 import Vt100_Output
from prompt_toolkit.patch_stdout import patch_stdout
from prompt_toolkit.utils import is_dumb_terminal

from durak_p2p.ui.hosting import await_on_host, run_as_guest

T = TypeVar("T")


class Lines(Protocol):
    """Lines as they are typed.  ``live`` says that a person types them now, at a terminal."""

    live: bool

    async def next_line(self) -> str | None:
        """Return the next line without its end, or None when there will be no more."""


class PipedLines:
    """Lines from a pipe or a file, or from a terminal that can do nothing but scroll."""

    def __init__(self, file: TextIO) -> None:
        self._file = file
        self.live = file.isatty()

    async def next_line(self) -> str | None:
        """Return the next line, or None at the end."""
        # A thread that still waits for a line when the program ends does not hold it up.
        line = await trio.to_thread.run_sync(self._file.readline, abandon_on_cancel=True)
        return line.rstrip("\r\n") if line else None


class TerminalLines:
    """Lines from a terminal, edited with prompt-toolkit, while other text is printed above."""

    live = True

    def __init__(self, prompt: str | Callable[[], str]) -> None:
        """*prompt*: a function says it anew each time that the line is drawn."""
        output = create_output()
        if isinstance(output, Vt100_Output):
            # Asking where the cursor is only serves menus, and not every terminal answers.
            output.enable_cpr = False
        self._session: PromptSession[str] = PromptSession(output=output)
        self._prompt = prompt

    def refresh(self) -> None:
        """Draw the prompt and the line again, if one is being typed."""
        self._session.app.invalidate()

    async def next_line(self) -> str | None:
        """Return the next line, or None at Ctrl-C or Ctrl-D, or if the terminal is gone."""
        return await await_on_host(self._ask)

    async def _ask(self) -> str | None:
        # Here already, for a KeyboardInterrupt that leaves an asyncio task ends its whole loop.
        try:
            return await self._session.prompt_async(self._prompt)
        except (EOFError, KeyboardInterrupt, OSError):  # the last: the terminal is gone
            return None


def run_with_lines(main: Callable[[Lines], Awaitable[T]], prompt: str | Callable[[], str]) -> T:
    """Run the trio function *main* with a source of typed lines that suits the terminal."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()) or is_dumb_terminal():
        return trio.run(main, PipedLines(sys.stdin))

    # Raw, for colours: what is from outside has lost its control characters before it is printed.
    with patch_stdout(raw=True):
        return run_as_guest(partial(main, TerminalLines(prompt)))
