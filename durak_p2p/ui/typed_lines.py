"""Where typed lines come from: a terminal, with editing, or a pipe."""

from __future__ import annotations

import contextlib
import sys
import threading
from collections.abc import Awaitable, Callable
from functools import cache, partial
from typing import Protocol, TextIO, TypeVar

import trio
from prompt_toolkit import PromptSession
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.output import Output, create_output
from prompt_toolkit.output.vt100 import Vt100_Output
from prompt_toolkit.utils import is_dumb_terminal

from durak_p2p.ui.above_prompt import printing_above
from durak_p2p.ui.hosting import await_on_host, run_as_guest
from durak_p2p.ui.reports import bind_reports

T = TypeVar("T")


class Lines(Protocol):
    """Lines as they are typed.  ``live`` says that a person types them now, at a terminal."""

    live: bool

    async def next_line(self) -> str | None:
        """Return the next line without its end, or None when there will be no more."""


class PipedLines:
    """Lines from a pipe or a file, or from a terminal that can do nothing but scroll."""

    def __init__(self, file: TextIO) -> None:
        self._reader = _reader_of(file)
        self.live = file.isatty()

    async def next_line(self) -> str | None:
        """Return the next line, or None at the end."""
        line = await self._reader.next_line()
        return line.rstrip("\r\n") if line else None


class _Reader:
    """Reads a file in a thread, line by line as they are asked for.

    Nobody can take a thread away from a read that waits.  Whoever asks next gets its line, be it in
    another run of the event loop; and a thread that still waits when the program ends does not hold
    it up.
    """

    def __init__(self, file: TextIO) -> None:
        self._file = file
        self._lock = threading.Lock()
        self._is_reading = False
        self._read: list[str | Exception] = []  # what nobody has got yet, one at most
        self._wake: Callable[[], None] = lambda: None

    async def next_line(self) -> str:
        """Return the next line with its end, "" at the end of the file."""
        while True:
            came, token = trio.Event(), trio.lowlevel.current_trio_token()
            with self._lock:
                if self._read:
                    line = self._read.pop()
                    break
                self._wake = partial(token.run_sync_soon, came.set)
                if not self._is_reading:
                    self._is_reading = True
                    threading.Thread(target=self._read_line, daemon=True).start()
            await came.wait()
        if isinstance(line, Exception):
            raise line
        return line

    def _read_line(self) -> None:
        line: str | Exception
        try:
            line = self._file.readline()
        except Exception as error:
            line = error
        with self._lock:
            self._read.append(line)
            self._is_reading = False
            wake = self._wake
        with contextlib.suppress(trio.RunFinishedError):  # who asked is gone
            wake()


@cache
def _reader_of(file: TextIO) -> _Reader:
    return _Reader(file)


class TerminalLines:
    """Lines from a terminal, edited with prompt-toolkit, while other text is printed above."""

    live = True

    def __init__(self, prompt: str | Callable[[], str], output: Output) -> None:
        """*prompt*: a function says it anew each time that the line is drawn on *output*."""
        if isinstance(output, Vt100_Output):
            # Asking where the cursor is only serves menus, and not every terminal answers.
            output.enable_cpr = False
        bindings = KeyBindings()
        bind_reports(bindings, mouse=False)
        self._session: PromptSession[str] = PromptSession(output=output, key_bindings=bindings)
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

    output = create_output()
    return run_as_guest(partial(with_prompt, main, prompt, output))


async def with_prompt(
    main: Callable[[TerminalLines], Awaitable[T]],
    prompt: str | Callable[[], str],
    output: Output,
) -> T:
    """Run *main*, as a guest on asyncio's loop, with lines that are typed on a terminal."""
    with printing_above(output):
        return await main(TerminalLines(prompt, output))
