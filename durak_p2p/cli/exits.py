"""Exit statuses, and errors that end the program with one sentence."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import click

from durak_p2p.cli.speaking import complain
from durak_p2p.texts import Text


class Exit(IntEnum):
    """What the program's exit status means (protocol/replay.md for `verify`)."""

    GOOD = 0
    BROKEN = 1  # a replay is broken; a table could not be played at, or the protocol was broken
    USAGE = 2  # the command line is wrong; a file could not be read as a replay
    UNFINISHED = 3  # a replay is good so far; a deal was left
    LAN_ONLY = 4  # `doctor`: nobody outside of this network could join
    ALONE = 5  # `doctor`: nobody could join
    STOPPED = 130  # ended from outside, by Ctrl-C or the like


class Failure(click.ClickException):
    """Something went wrong that the user should know of, in one plain sentence."""

    def __init__(self, message: Text, status: Exit = Exit.BROKEN) -> None:
        super().__init__(message)
        self.sentence = message
        self.status = status

    @property
    def exit_code(self) -> int:  # type: ignore[override]
        """The exit status, where click looks for it."""
        return int(self.status)

    def show(self, file: Any = None) -> None:
        """Print the sentence, to standard error."""
        complain(self.sentence)
