"""A screen as a person sees it: what the application writes is read by a terminal emulator."""

from __future__ import annotations

from typing import Any

import pyte
import trio
from prompt_toolkit.data_structures import Size
from prompt_toolkit.output.color_depth import ColorDepth
from prompt_toolkit.output.vt100 import Vt100_Output


class Emulator:
    """A terminal of a size that can change; ``bells`` counts those that it rang."""

    encoding = "utf-8"

    def __init__(self, columns: int = 80, rows: int = 24) -> None:
        self.screen = pyte.Screen(columns, rows)
        self._stream = pyte.Stream(self.screen)
        self.bells = 0
        self._changed = trio.Event()
        self.written = ""
        self.output = Vt100_Output(
            self,  # type: ignore[arg-type]
            lambda: Size(self.screen.lines, self.screen.columns),
            term="xterm-256color",
            default_color_depth=ColorDepth.DEPTH_24_BIT,
            enable_cpr=False,
        )

    def write(self, data: str) -> None:
        self.written += data
        self.bells += data.count("\a")
        self._stream.feed(data)

    def flush(self) -> None:
        """What was written is there; whoever waits for it looks again."""
        self._changed.set()
        self._changed = trio.Event()

    async def shows(self, text: str, seconds: float = 10) -> None:
        """Wait until a text stands on the screen."""
        with trio.move_on_after(seconds):
            while text not in self.text:
                await self._changed.wait()
            return
        raise AssertionError(f"no {text!r} on:\n{self.text}")

    def isatty(self) -> bool:
        return True

    def fileno(self) -> int:
        return 1

    def resize(self, columns: int, rows: int) -> None:
        self.screen.resize(rows, columns)

    @property
    def text(self) -> str:
        return "\n".join(line.rstrip() for line in self.screen.display)

    def cell(self, x: int, y: int) -> Any:
        return self.screen.buffer[y][x]
