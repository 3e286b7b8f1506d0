"""Whether the whole screen is used, and how it looks: as the terminal can, and the settings ask."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import TypeVar

import trio

from durak_p2p.cli.exits import Exit, Failure
from durak_p2p.cli.settings_file import load_settings, store_settings
from durak_p2p.cli.signals import watch_signals
from durak_p2p.cli.speaking import speak_as_set, system_language
from durak_p2p.texts import sentence_of
from durak_p2p.ui.hosting import run_as_guest
from durak_p2p.ui.language import Language
from durak_p2p.ui.screen.terminal import Terminal, has_screen, terminal_of
from durak_p2p.ui.settings import AUTOMATIC, Settings, SettingsError

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class WholeScreen:
    """The whole screen is to be used, and how."""

    settings: Settings
    terminal: Terminal


def own_settings() -> Settings:
    """Return the settings as they are kept.  Raises :class:`Failure`."""
    try:
        return load_settings()
    except SettingsError as error:
        raise Failure(sentence_of(error), Exit.USAGE) from None


def whole_screen(*, plain: bool, ascii_only: bool = False) -> WholeScreen | None:
    """Return how the screen is to look; None where lines are wanted, or all that there can be.

    *plain*: lines are wanted, whatever the terminal can do; *ascii_only*: letters and plain
    characters.  Raises :class:`Failure` for settings that cannot be read.
    """
    terminals = sys.stdin.isatty() and sys.stdout.isatty()
    # What `--debug` writes would be written over the picture.
    plain = plain or (logging.getLogger().isEnabledFor(logging.DEBUG) and sys.stderr.isatty())
    if plain or not has_screen(os.environ, terminals=terminals):
        return None
    settings = own_settings()
    if settings.plain:
        return None
    terminal = terminal_of(os.environ, sys.stdout.encoding)
    return WholeScreen(settings, replace(terminal, unicode=terminal.unicode and not ascii_only))


def language_of(settings: Settings) -> Language:
    """Return the language that the settings ask for."""
    if settings.language == AUTOMATIC:
        return system_language()
    return Language.load(settings.language)


def run_on_screen(main: Callable[[], Awaitable[T]]) -> T | None:
    """Run the trio function *main*, which draws; return None where the program is asked to end.

    Then the terminal is as it was before.
    """
    returned: list[T] = []

    async def run() -> None:
        async with trio.open_nursery() as nursery:
            await nursery.start(watch_signals, nursery.cancel_scope.cancel)
            returned.append(await main())
            nursery.cancel_scope.cancel()

    run_as_guest(run)
    return returned[0] if returned else None


def keep_settings(settings: Settings) -> None:
    """Store settings that were changed, and speak as they ask for.  Raises `SettingsError`."""
    speak_as_set(settings.language)
    store_settings(settings)
