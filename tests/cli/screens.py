"""The program on pseudo-terminals, and what people see and press there."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.cli.programs import assert_no_traceback, environment

pexpect = pytest.importorskip("pexpect")
pyte = pytest.importorskip("pyte")
termios = pytest.importorskip("termios")

ALTERNATE_ON, ALTERNATE_OFF = "\x1b[?1049h", "\x1b[?1049l"


class Screen:
    """The command on a pseudo-terminal, and what a person sees there."""

    def __init__(self, home: Path, command: list[str], size: tuple[int, int], **more: str) -> None:
        columns, rows = size
        self.child = pexpect.spawn(
            command[0],
            command[1:],
            env=environment(home, **{"TERM": "xterm-256color", **more}),
            dimensions=(rows, columns),
            timeout=15,
            encoding="utf-8",
            codec_errors="replace",
        )
        self.before = termios.tcgetattr(self.child.child_fd)
        self.screen = pyte.Screen(columns, rows)
        self._stream = pyte.Stream(self.screen)
        self.seen = ""

    def read(self, seconds: float = 0.05) -> None:
        """Take what the program writes, for so long at most."""
        try:
            data = self.child.read_nonblocking(100_000, timeout=seconds)
        except (pexpect.TIMEOUT, pexpect.EOF):
            return
        self.seen += data
        self._stream.feed(data)

    @property
    def text(self) -> str:
        return "\n".join(line.rstrip() for line in self.screen.display)

    def wait_for(self, pattern: str, seconds: float = 20) -> str:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if found := re.search(pattern, self.text):
                return found[0]
            self.read()
        raise AssertionError(f"no {pattern!r} on:\n{self.text}\n{self.seen[-500:]!r}")

    def resize(self, columns: int, rows: int) -> None:
        self.screen.resize(rows, columns)
        self.child.setwinsize(rows, columns)

    def wait_for_the_end(self, seconds: float) -> None:
        """Wait until the program has ended, and take all that it has written."""
        end = time.monotonic() + seconds
        while self.child.isalive() and time.monotonic() < end:
            self.read()
        assert not self.child.isalive(), self.text
        seen = ""
        while seen != self.seen:
            seen = self.seen
            self.read(0.2)

    def end(self, seconds: float = 20) -> int:
        """Wait for the end.  The terminal is as it was."""
        self.wait_for_the_end(seconds)
        assert termios.tcgetattr(self.child.child_fd) == self.before
        assert self.seen.count(ALTERNATE_ON) == self.seen.count(ALTERNATE_OFF) > 0
        assert "\x1b[?25l" not in self.seen.rpartition("\x1b[?25h")[2], "the cursor is hidden"
        assert "\x1b[?2004h" not in self.seen.rpartition("\x1b[?2004l")[2], "pasting is bracketed"
        assert_no_traceback(self.seen.partition(ALTERNATE_OFF)[2])
        return int(self.child.exitstatus)

    @property
    def afterwards(self) -> str:
        """What stands below on the normal screen."""
        return self.seen.rpartition(ALTERNATE_OFF)[2]


def play_to_the_end(screens: Sequence[Screen], over: str, seconds: float = 90) -> None:
    """Play by keys as the screens offer them, until all of them say that it is over."""
    end = time.monotonic() + seconds
    pressed: dict[int, tuple[str, float]] = {}  # what stood there, and when it was
    while not all(re.search(over, screen.text) for screen in screens):
        assert time.monotonic() < end, "\n".join(screen.text for screen in screens)
        for place, screen in enumerate(screens):
            screen.read(0.02)
            shown, now = screen.text, time.monotonic()
            before, at = pressed.get(place, ("", 0.0))
            key = None if re.search(over, shown) else _key(shown)
            if key is not None and (shown != before or now > at + 2):
                screen.child.send(key)
                pressed[place] = shown, now


def _key(shown: str) -> str | None:
    """Return the key that a person would press who looks at the screen."""
    if "Take all the same?" in shown or "against the rules" in shown:
        return "t"
    if re.search("Enter shows the next one|\\[1\\]|Enter leads", shown):
        return "\r"
    bar = shown[shown.rfind("log") - 60 :]
    if "Your turn" not in shown:
        return "d" if "say done" in shown else None
    for command, key in (("P pass", "p"), (" beat", "\r"), ("T take", "t"), ("D draw", "d")):
        if command in bar:
            return key
    return "\r"


def wait_until_gone(pid: int) -> None:
    """Wait until a process has ended that nobody sees any more."""
    end = time.monotonic() + 10
    while time.monotonic() < end:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.05)
    raise AssertionError("the program goes on without a terminal")
