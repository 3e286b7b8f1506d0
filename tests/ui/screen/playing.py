"""A table that the rules play with a screen before one seat: for tests of the running screen."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any

import trio
from prompt_toolkit.input import PipeInput, create_pipe_input

from durak_p2p.rules import RuleError
from durak_p2p.rules.choice import Choice
from durak_p2p.texts import sentence_of
from durak_p2p.ui.controls import Controls
from durak_p2p.ui.hosting import run_as_guest
from durak_p2p.ui.language import Language
from durak_p2p.ui.screen.screen import Screen
from durak_p2p.ui.screen.terminal import Terminal
from durak_p2p.ui.settings import Settings
from tests.ui.screen.emulator import Emulator
from tests.ui.screen.tables import Table


class Sitting:
    """A screen at a table, and what the person has done there."""

    def __init__(self, table: Table, source: PipeInput, settings: Settings, size: Any) -> None:
        self.table = table
        self.source = source
        self.emulator = Emulator(*size)
        self.made: list[Choice] = []
        self.accused: list[int] = []
        self.saved: list[Settings] = []
        self.left = trio.Event()
        self.has_accused = trio.Event()
        self.screen = Screen(
            settings,
            lambda settings: Language(),
            Terminal(source=source, output=self.emulator.output),
            Controls(self.left.set),
            table.facts,
            save=self.saved.append,
        )
        self._shown = len(table.facts.log)
        self.screen.watch(table.view, self._accuse)

    def _show(self) -> None:
        """Show what has happened at the table since."""
        for sentence in self.table.facts.log[self._shown :]:
            self.screen.show(sentence)
        self._shown = len(self.table.facts.log)

    def _accuse(self, seat: int) -> None:
        self.accused.append(seat)
        self.has_accused.set()

    def type(self, text: str) -> None:
        self.source.send_text(text)

    async def sees(self, text: str) -> None:
        """Wait until a text stands on the screen."""
        await self.emulator.shows(text)

    async def asks(self) -> Choice:
        """Ask the person for a move, as a match does, and make it."""
        refusal: str | None = None
        while True:
            choice = await self.screen.choose(self.table.view(), refusal)
            self.made.append(choice)
            try:
                self.table.make(choice)
            except RuleError as error:
                refusal = sentence_of(error)
                continue
            self._show()
            self.screen.watch(self.table.view)
            return choice


@contextmanager
def sitting(
    table: Table, settings: Settings | None = None, size: tuple[int, int] = (80, 24)
) -> Iterator[Callable[[Callable[[Sitting], Awaitable[None]]], None]]:
    """Give a function that runs a script with a screen at *table*."""
    with create_pipe_input() as source:

        def run(script: Callable[[Sitting], Awaitable[None]]) -> None:
            async def main() -> None:
                seat = Sitting(table, source, settings or Settings(), size)
                with trio.fail_after(20):
                    async with trio.open_nursery() as nursery:
                        nursery.start_soon(seat.screen.run)
                        await script(seat)
                        nursery.cancel_scope.cancel()

            run_as_guest(main)

        yield run
