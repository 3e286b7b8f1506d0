"""What is printed while a line is being typed: it stands above the prompt, never behind it."""

from __future__ import annotations

import asyncio
import contextlib
import sys
import threading
from collections.abc import Iterator
from typing import TextIO, cast

from prompt_toolkit.application import get_app_or_none, run_in_terminal
from prompt_toolkit.output import Output


@contextlib.contextmanager
def printing_above(output: Output) -> Iterator[None]:
    """Let what is printed to standard output and error appear above the prompt on *output*.

    Has to be entered in the thread of asyncio's loop, in which prompts run.
    """
    stdout, stderr = sys.stdout, sys.stderr
    above = AbovePrompt(output, stdout)
    sys.stdout = sys.stderr = cast(TextIO, above)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = stdout, stderr
        above.close()


class AbovePrompt:
    """A text file whose lines are printed above the prompt, or where it will be drawn.

    prompt-toolkit's own (``patch_stdout``) prints from a thread, which may look just before the
    next prompt is drawn, and write just after it; and it lets answers wait for each other.  Here
    all is printed in the loop's thread: what is said before the next prompt stands before it.
    """

    def __init__(self, output: Output, file: TextIO) -> None:
        """*file* is what *output* goes to, and is asked what it can do."""
        self._output = output
        self._file = file
        self._loop = asyncio.get_running_loop()
        self._thread = threading.get_ident()
        self._lock = threading.Lock()
        self._begun = ""  # a line that has no end yet
        self._lines = ""  # whole ones, to be printed
        self._printing: set[asyncio.Future[None]] = set()

    def write(self, data: str) -> int:
        """Print whole lines; the beginning of one is kept until it is whole.

        Raises ``TypeError`` for bytes, by which libraries tell a text file from a binary one.
        """
        with self._lock:
            whole, end, self._begun = (self._begun + data).rpartition("\n")
            self._lines += whole + end
        if threading.get_ident() == self._thread:
            self._print()
        else:
            with contextlib.suppress(RuntimeError):  # the loop is closed, and `close` prints it
                self._loop.call_soon_threadsafe(self._print)
        return len(data)

    def flush(self) -> None:
        """Do nothing: whole lines never wait here."""

    def close(self) -> None:
        """Print all that is left."""
        self._lines, self._begun = self._lines + self._begun, ""
        self._print_lines()

    def isatty(self) -> bool:
        """Whether it goes to a terminal."""
        return self._file.isatty()

    def fileno(self) -> int:
        """Return the number of the file under it."""
        return self._file.fileno()

    @property
    def encoding(self) -> str:
        """What characters are encoded in."""
        return self._file.encoding

    @property
    def errors(self) -> str | None:
        """What is done with characters that cannot be encoded."""
        return self._file.errors

    def _print(self) -> None:
        app = get_app_or_none()
        if app is None or not app.is_running:
            self._print_lines()
        elif self._lines:
            # It takes turns with others, and the prompt may be another one when it is its turn.
            printing = asyncio.ensure_future(run_in_terminal(self._print_lines))
            self._printing.add(printing)
            printing.add_done_callback(self._printing.discard)

    def _print_lines(self) -> None:
        with self._lock:
            lines, self._lines = self._lines, ""
        if not lines:
            return
        with contextlib.suppress(OSError):  # the terminal is gone
            self._output.enable_autowrap()
            # Raw, for colours: what is from outside has lost its control characters before.
            self._output.write_raw(lines)
            self._output.flush()
