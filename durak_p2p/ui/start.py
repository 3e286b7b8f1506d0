"""What `durak` alone offers: play, host, join and the rest; plain data for screen and lines."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from durak_p2p.texts import Text, text

#: How many deals a match can be begun with here; `--deals` takes any number.
DEALS: Final = (1, 2, 3, 5, 10, 20)


class Item(StrEnum):
    """What can be chosen; its value is the command's name."""

    RESUME = "resume"
    PLAY = "play"
    HOST = "host"
    JOIN = "join"
    LAN = "lan"
    REPLAYS = "replays"
    STATS = "stats"
    RULES = "rules"
    SETTINGS = "settings"
    QUIT = "quit"


@dataclass(frozen=True, slots=True)
class Entry:
    """An item as it is offered: its key, a label, and a sentence about it."""

    key: str
    label: Text
    says: Text


ENTRIES: Final[Mapping[Item, Entry]] = {
    Item.RESUME: Entry(
        "c", text("Come back to your table"), text("Your seat waits; you get the same hand.")
    ),
    Item.PLAY: Entry(
        "p", text("Play against the computer"), text("At once; no network is needed.")
    ),
    Item.HOST: Entry(
        "h",
        text("Open a table for friends"),
        text("You get an invite; whoever has it can sit down."),
    ),
    Item.JOIN: Entry(
        "j", text("Join a friend's table"), text("By the invite that you were sent, or an address.")
    ),
    Item.LAN: Entry("l", text("Tables on your LAN"), text("What is open there, to sit down at.")),
    Item.REPLAYS: Entry("r", text("Replays"), text("Your deals, step by step.")),
    Item.STATS: Entry("s", text("Statistics"), text("What your deals sum up to.")),
    Item.RULES: Entry("g", text("The games"), text("All that can be played, in a line each.")),
    Item.SETTINGS: Entry(
        "o", text("Settings"), text("Language, colours, suits and how it is shown.")
    ),
    Item.QUIT: Entry("q", text("Leave"), text("`durak --help` lists all commands.")),
}


@dataclass(frozen=True, slots=True)
class Game:
    """A game to choose: its preset, for how many players it is meant, a sentence about it."""

    name: str
    players: tuple[int, ...]
    about: str


@dataclass(frozen=True, slots=True)
class TableForm:
    """What is asked before a table is opened; every question has an answer already.

    Attributes:
        games: to choose from.
        name: to play under.
        game: index into ``games``.
        players: index into the game's numbers of players.
        deals: index into ``DEALS``.
    """

    games: tuple[Game, ...]
    name: str
    game: int = 0
    players: int = 0
    deals: int = 0

    @property
    def chosen(self) -> Game:
        """The game that is chosen."""
        return self.games[self.game]

    def with_game(self, game: int) -> TableForm:
        """Return the form with another game, and as many players as before if it can be."""
        before = self.chosen.players[self.players]
        numbers = self.games[game].players
        players = numbers.index(before) if before in numbers else 0
        return replace(self, game=game, players=players)

    def arguments(self) -> tuple[str, ...]:
        """Return what the command line says of all that."""
        return (
            f"--name={self.name}",
            f"--rules={self.chosen.name}",
            f"--players={self.chosen.players[self.players]}",
            f"--deals={DEALS[self.deals]}",
        )


@dataclass(frozen=True, slots=True)
class Chosen:
    """A command that is to be run, with the rest of its command line."""

    item: Item
    arguments: tuple[str, ...] = ()
