"""What a person plays with: the whole screen, or lines; whichever the terminal can do."""

from __future__ import annotations

import os
import sys
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Protocol

from durak_p2p.cli.settings_file import store_settings
from durak_p2p.cli.speaking import own_language, say
from durak_p2p.rules.family import AnyView
from durak_p2p.table.chooser import Chooser
from durak_p2p.table.news import News
from durak_p2p.ui.hosting import run_as_guest
from durak_p2p.ui.language import Language
from durak_p2p.ui.line_mode import PROMPT, LineMode
from durak_p2p.ui.screen.facts import Facts
from durak_p2p.ui.screen.screen import Screen
from durak_p2p.ui.screen.terminal import has_screen, terminal_of
from durak_p2p.ui.settings import AUTOMATIC, Settings
from durak_p2p.ui.typed_lines import Lines, run_with_lines


class Front(Chooser, Protocol):
    """What the person sees, and chooses moves with."""

    def tell(self, news: News) -> None:
        """Show what happened."""

    def watch(
        self, view: Callable[[], AnyView | None], accuse: Callable[[int], None] | None = None
    ) -> None:
        """Say where our view of the deal can be had at any time, and how to accuse a seat."""

    def show(self, sentence: str) -> None:
        """Show a sentence that is no news, while the table is in sight."""

    async def run(self) -> None:
        """Take what the person types, until cancelled."""

    async def ended(self) -> bool:
        """Say that the match is over; return whether the person wants another one."""


class LineFront(LineMode):
    """Line mode as a front: when a match is over it is left."""

    async def run(self) -> None:
        """Read lines until the person quits."""
        await self.read()

    def show(self, sentence: str) -> None:
        """Say nothing: it is printed when all is over."""

    async def ended(self) -> bool:
        """Return that no other match is played."""
        return False


def run_with_front(
    main: Callable[[Front], Awaitable[None]],
    leave: Callable[[], None],
    key: bytes,
    settings: Settings,
    *,
    plain: bool,
    ascii_only: bool,
) -> None:
    """Run the trio function *main* with what suits the terminal.

    Args:
        main: what is played.
        leave: leaves the table.
        key: our identity key.
        settings: of the screen.
        plain: lines are wanted, whatever the terminal can do.
        ascii_only: only letters and plain characters are wanted.
    """
    terminals = sys.stdin.isatty() and sys.stdout.isatty()
    if plain or settings.plain or not has_screen(os.environ, terminals=terminals):
        _run_with_lines(main, leave, key)
        return
    terminal = terminal_of(os.environ, sys.stdout.encoding)
    terminal = replace(terminal, unicode=terminal.unicode and not ascii_only)

    async def on_screen() -> None:
        facts = Facts(own=key)
        await main(
            Screen(settings, language_of, terminal, leave, facts, save=store_settings, repeats=True)
        )

    run_as_guest(on_screen)


def _run_with_lines(
    main: Callable[[Front], Awaitable[None]], leave: Callable[[], None], key: bytes
) -> None:
    async def in_lines(lines: Lines) -> None:
        await main(LineFront(lines, say, leave, leave, key, own_language()))

    run_with_lines(in_lines, own_language().say(PROMPT))


def language_of(settings: Settings) -> Language:
    """Return the language that the settings ask for."""
    if settings.language == AUTOMATIC:
        return own_language()
    return Language.load(settings.language)
