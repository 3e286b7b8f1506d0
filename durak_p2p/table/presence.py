"""Who of a match's players is there, is away, or has left; tells it when it changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from durak_p2p.game import SetupPlayer
from durak_p2p.table.news import AwayNews, BackNews, LeftNews, News


class Presence:
    """Players by key.  Once the match is :attr:`over` nobody's coming or going is news."""

    def __init__(self, players: Iterable[SetupPlayer], tell: Callable[[News], None]) -> None:
        self.over = False
        self.left: set[bytes] = set()
        self._away: set[bytes] = set()
        self._names = {player.key: player.name for player in players}
        self._tell = tell

    def heard(self, key: bytes) -> None:
        """A player is there: by a link of its own, or by what others carry from it."""
        if key in self._away:
            self._away.remove(key)
            self._say(BackNews(self._names[key]))

    def lost(self, key: bytes) -> None:
        """The link to a player is gone."""
        if key in self._names and key not in self._away | self.left:
            self._away.add(key)
            self._say(AwayNews(self._names[key]))

    def leave(self, key: bytes) -> None:
        """A player says that it leaves."""
        if key in self._names and key not in self.left:
            self.left.add(key)
            self._away.discard(key)
            self._say(LeftNews(self._names[key]))

    def _say(self, news: News) -> None:
        if not self.over:
            self._tell(news)
