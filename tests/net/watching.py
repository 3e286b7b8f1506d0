"""A spectator at a table of the tests, and what all at it must have in common."""

from __future__ import annotations

from typing import BinaryIO

import trio

from durak_p2p.game import MoveMade, Setup
from durak_p2p.net.framing import frame
from durak_p2p.net.spectator import Spectator
from durak_p2p.table.errors import TableError
from durak_p2p.table.keeping import Replays
from durak_p2p.table.messages import Hello, encode_message
from durak_p2p.table.news import DealNews, News, WatchedNews
from tests.net.tables import Kept, Sitter, Table

WATCHES = frame(encode_message(Hello("Mallory", bytes(16), 0, watches=True)))


class Watcher:
    """A spectator, what it was told, what it wrote, and how it ended."""

    def __init__(self, table: Table, name: str = "Wera") -> None:
        self.news: list[News] = []
        self.files: list[Kept] = []
        self.error: TableError | None = None
        self.ended = False
        self.peer = Spectator(name, table.invite, self.news.append, Replays(self._open))

    def _open(self, setup: Setup) -> BinaryIO:
        self.files.append(Kept())
        return self.files[-1]

    async def run(self) -> None:
        try:
            await self.peer.run()
        except TableError as error:
            self.error = error
        self.ended = True

    def moves(self) -> int:
        told = [news.event for news in self.news if isinstance(news, DealNews)]
        return sum(isinstance(event, MoveMade) for event in told)

    def kinds(self, kind: type[News]) -> list[News]:
        return [news for news in self.news if isinstance(news, kind)]


async def play(table: Table, nursery: trio.Nursery) -> None:
    for guest in table.guests:
        await table.seat(guest)
        nursery.start_soon(guest.run)


def seen_by(sitter: Sitter) -> list[str]:
    return [news.name for news in sitter.kinds(WatchedNews) if isinstance(news, WatchedNews)]


def check_same(watcher: Watcher, table: Table, deals: int = 1, first: int = 0) -> None:
    assert watcher.error is None
    table.check_ended_well(deals)
    written = [file.content for file in watcher.files]
    assert written == [file.content for file in table.host.files[first:]]
