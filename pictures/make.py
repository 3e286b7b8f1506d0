"""Makes the pictures of the screen that the README shows: `python -m pictures.make`.

The screen runs as it does for people, with prompt-toolkit, keys and a terminal; the terminal is
an emulator, and what it shows is written as SVG.  The deals are always the same ones.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import trio
import trio.testing
from prompt_toolkit.input import create_pipe_input

from durak_p2p.ui.hosting import run_as_guest
from durak_p2p.ui.language import Language
from durak_p2p.ui.screen.screen import Screen
from durak_p2p.ui.screen.terminal import Terminal
from durak_p2p.ui.screen.themes import PALETTES
from durak_p2p.ui.settings import Settings
from pictures.svg import svg
from tests.ui.screen.emulator import Emulator
from tests.ui.screen.tables import Table

FOLDER: Final = Path(__file__).parent


@dataclass(frozen=True)
class Picture:
    """A table, the size of the screen in cells, settings, and the keys pressed before."""

    table: Callable[[], Table]
    size: tuple[int, int]
    settings: Settings = field(default_factory=Settings)
    keys: str = ""
    language: str = "en"


def defending() -> Table:
    table = Table.begin("classic", 3, players=4)
    return table.play_until(lambda view: view.phase == "defend" and len(view.table) >= 2)


def transferring() -> Table:
    table = Table.begin("passport", 5, players=3)
    return table.play_until(lambda v: any(move.verb == "transfer" for move in v.legal))


def throwing() -> Table:
    table = Table.begin("classic", 4, players=5)
    return table.play_until(lambda v: v.phase == "throw" and len(v.legal) > 2)


PICTURES: Final = {
    "table-dark": Picture(defending, (80, 24)),
    "table-light-russian": Picture(
        transferring, (80, 24), Settings(theme="light", deck="four", ranks="russian"), "", "ru"
    ),
    "table-cloth-wide": Picture(throwing, (120, 34), Settings(theme="felt")),
    "table-small": Picture(transferring, (60, 18), keys="\x1b[F\r"),
}


def make(picture: Picture) -> str:
    """Return a picture as SVG."""
    emulator = Emulator(*picture.size)
    with create_pipe_input() as source:

        async def main() -> None:
            table = picture.table()
            screen = Screen(
                picture.settings,
                lambda _: Language.load(picture.language),
                Terminal(truecolor=True, source=source, output=emulator.output),
                lambda: None,
                table.facts,
            )
            screen.watch(table.view)
            async with trio.open_nursery() as nursery:
                nursery.start_soon(screen.run)
                nursery.start_soon(screen.choose, table.view(), None)
                await trio.testing.wait_all_tasks_blocked(0.2)
                source.send_text(picture.keys)
                await trio.testing.wait_all_tasks_blocked(0.2)
                shown.append(_svg(picture, emulator))
                nursery.cancel_scope.cancel()

        shown: list[str] = []
        run_as_guest(main)
    return shown[0]


def _svg(picture: Picture, emulator: Emulator) -> str:
    palette = PALETTES[picture.settings.theme]
    return svg(emulator.screen, ground=palette.ground[1:], ink=palette.ink[1:])


def main() -> None:
    """Make all pictures again."""
    for name, picture in PICTURES.items():
        (FOLDER / f"{name}.svg").write_text(make(picture), encoding="utf-8")


if __name__ == "__main__":
    main()
