"""A line at the terminal that says how far something is that takes its time."""

from __future__ import annotations

import shutil
import sys
import time
from types import TracebackType
from typing import Final, Self

from durak_p2p.cli.speaking import own_language
from durak_p2p.texts import Text, text
from durak_p2p.ui.plain import plain_text
from durak_p2p.ui.screen.canvas import cut, text_width

#: What takes less is not told (seconds).
_PATIENCE: Final = 0.5
#: It is told anew after so long (seconds).
_STEP: Final = 0.1


class ProgressLine:
    """Written over again and again, and away in the end; nothing where nobody looks on."""

    def __init__(self) -> None:
        self._due = time.monotonic() + _PATIENCE
        self._shown = ""

    def tell(self, sentence: str) -> None:
        """Say how far it is."""
        now = time.monotonic()
        if now < self._due or not sys.stderr.isatty():
            return
        self._due = now + _STEP
        self._write(cut(plain_text(own_language().say(sentence)), _columns() - 1))

    def _write(self, told: str) -> None:
        rest = " " * (text_width(self._shown) - text_width(told))
        sys.stderr.write(f"\r{told}{rest}\r")
        sys.stderr.flush()
        self._shown = told

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._shown:
            self._write("")


def verifying_text(number: int, count: int) -> Text:
    """Return how far the verification of so many replays is."""
    return text("Verifying replays: {number} of {count}", number=number, count=count)


def _columns() -> int:
    return max(shutil.get_terminal_size().columns, 2)
