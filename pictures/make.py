"""Makes the pictures of the screen that the README shows: `python -m pictures.make`.

The screens run as they do for people, with prompt-toolkit, keys and a terminal; the terminal is
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

from durak_p2p.replay.timeline import Timeline
from durak_p2p.rules.family import ALL_PRESETS, preset_rules
from durak_p2p.table.news import SayNews, TableNews
from durak_p2p.texts import text
from durak_p2p.ui.controls import Controls
from durak_p2p.ui.hosting import run_as_guest
from durak_p2p.ui.language import Language
from durak_p2p.ui.screen.facts import Facts, Lobby
from durak_p2p.ui.screen.palettes import PALETTES
from durak_p2p.ui.screen.replay import Playback, ReplayScreen
from durak_p2p.ui.screen.screen import Screen
from durak_p2p.ui.screen.start_lan import Answer, Enter, Found, NotEntered
from durak_p2p.ui.screen.start_model import Offers, Start
from durak_p2p.ui.screen.start_screen import StartScreen
from durak_p2p.ui.screen.terminal import Terminal
from durak_p2p.ui.settings import Settings
from durak_p2p.ui.start import Game, Item, TableForm
from pictures.svg import svg
from tests.ui.screen.emulator import Emulator
from tests.ui.screen.tables import Table

FOLDER: Final = Path(__file__).parent
REPLAY: Final = FOLDER.parent / "replays" / "good-4-players.durak"

#: Shows a picture's screen on a terminal, in tasks of its own.
Show = Callable[["Picture", Terminal, trio.Nursery], None]


@dataclass(frozen=True)
class Picture:
    """What is shown, the size of the screen in cells, settings, and the keys pressed before."""

    show: Show
    size: tuple[int, int] = (80, 24)
    settings: Settings = field(default_factory=Settings)
    keys: str = ""
    language: str = "en"

    def spoken(self, settings: Settings | None = None) -> Language:
        """Return its language, whatever the settings are."""
        return Language.load(self.language)


def table(made: Callable[[], Table]) -> Show:
    """Show a table at which we are asked for a move."""

    def show(picture: Picture, terminal: Terminal, nursery: trio.Nursery) -> None:
        table = made()
        controls = Controls(lambda: None)
        screen = Screen(picture.settings, picture.spoken, terminal, controls, table.facts)
        screen.watch(table.view)
        nursery.start_soon(screen.run)
        nursery.start_soon(screen.choose, table.view(), None)

    return show


def defending() -> Table:
    table = Table.begin("classic", 3, players=4)
    return table.play_until(lambda view: view.phase == "defend" and len(view.table) >= 2)


def transferring() -> Table:
    table = Table.begin("passport", 5, players=3)
    return table.play_until(lambda v: any(move.verb == "transfer" for move in v.legal))


def throwing() -> Table:
    table = Table.begin("classic", 4, players=5)
    return table.play_until(lambda v: v.phase == "throw" and len(v.legal) > 2)


def lobby(picture: Picture, terminal: Terminal, nursery: trio.Nursery) -> None:
    """Show a host's lobby with two of three there."""
    controls = Controls(*[lambda: None] * 2, lambda code: None, *[lambda: None] * 4)
    facts = Facts(lobby=Lobby())
    screen = Screen(picture.settings, picture.spoken, terminal, controls, facts)
    screen.watch(lambda: None, say=lambda words: None, get_ready=lambda: None)
    screen.show_ways_in(
        (
            text("On your LAN `durak lan` shows the table and asks for the PIN {pin}.", pin=4821),
            text(
                "Where that shows nothing: `durak join {address} --pin {pin}`.",
                address="192.168.1.20:40123",
                pin=4821,
            ),
        )
    )
    anna, boris, hello = {
        "en": ("Anna", "Boris", "good evening!"),
        "ru": ("Анна", "Борис", "добрый вечер!"),
    }[picture.language]
    rules = preset_rules("transfer", {"players": 3})
    screen.tell(TableNews(rules, 1, (anna,), frozenset(), own=0))
    screen.tell(TableNews(rules, 1, (anna, boris), frozenset(), own=0))
    screen.tell(SayNews(boris, hello))
    screen.tell(TableNews(rules, 1, (anna, boris), frozenset({1}), own=0))
    nursery.start_soon(screen.run)


def start(picture: Picture, terminal: Terminal, nursery: trio.Nursery) -> None:
    """Show what `durak` alone does."""
    games = tuple(Game(name, each.players, each.about) for name, each in ALL_PRESETS.items())
    items = tuple(item for item in Item if item is not Item.RESUME)
    screen = StartScreen(
        Start(TableForm(games, "Anna")),
        Offers(items),
        picture.settings,
        picture.spoken,
        terminal,
        lambda settings: None,
        NoLan(),
    )
    nursery.start_soon(screen.run)


class NoLan:
    """A LAN on which nothing is looked for."""

    async def search(self, changed: Callable[[Found], None]) -> None:
        """Find nothing."""

    async def enter(self, wanted: Enter) -> Answer:
        """Find nobody."""
        return NotEntered(text("Nobody is asked."))


def replay(picture: Picture, terminal: Terminal, nursery: trio.Nursery) -> None:
    """Show a sample in its middle, with all hands."""
    timeline = Timeline.read(REPLAY.read_bytes())
    place = timeline.bouts[4] + 3
    screen = ReplayScreen(
        timeline,
        picture.settings,
        picture.spoken(),
        terminal,
        Playback(place, seat=3, hands=True),
        text("good"),
    )
    nursery.start_soon(screen.run)


_RUSSIAN: Final = Settings(theme="light", deck="four", ranks="russian")
PICTURES: Final = {
    "table-dark": Picture(table(defending)),
    "table-light-russian": Picture(table(transferring), settings=_RUSSIAN, language="ru"),
    "table-cloth-wide": Picture(table(throwing), (120, 34), Settings(theme="felt")),
    "table-small": Picture(table(transferring), (60, 18), keys="\x1b[F\r"),
    "lobby": Picture(lobby),
    "lobby-russian": Picture(lobby, settings=_RUSSIAN, language="ru"),
    "start": Picture(start),
    "start-russian": Picture(start, settings=_RUSSIAN, language="ru"),
    "replay": Picture(replay, settings=Settings(theme="felt")),
    "replay-russian": Picture(replay, settings=_RUSSIAN, language="ru"),
}


def make(picture: Picture) -> str:
    """Return a picture as SVG."""
    emulator = Emulator(*picture.size)
    with create_pipe_input() as source:

        async def main() -> None:
            terminal = Terminal(truecolor=True, source=source, output=emulator.output)
            async with trio.open_nursery() as nursery:
                picture.show(picture, terminal, nursery)
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
