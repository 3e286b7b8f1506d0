"""Who of a match's players is there, is away, or has left; tells it when it changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from durak_p2p.game import SetupPlayer
from durak_p2p.game.names import told_apart
from durak_p2p.table.news import AwayNews, BackNews, LeftNews, News


class Presence:
    """Players by key.  Once the match is :attr:`over` nobody's coming or going is news.

    Times are in seconds of whatever clock the caller has.
    """

    def __init__(
        self,
        players: Iterable[SetupPlayer],
        own: bytes,
        patience: int,
        now: float,
        tell: Callable[[News], None],
    ) -> None:
        self.over = False
        self.left: set[bytes] = set()
        people = [(player.key, player.name) for player in players]
        told = told_apart(people)
        self._names = {key: name for (key, _), name in zip(people, told, strict=True)}
        self._linked: set[bytes] = {own}
        self._told_away: set[bytes] = set()
        self._heard_at = dict.fromkeys(self._names, now)
        self._patience = patience
        self._tell = tell

    def joined(self, key: bytes, now: float) -> None:
        """A link to a player is there."""
        if key in self._names:
            self._linked.add(key)
            self.heard(key, now)

    def heard(self, key: bytes, now: float) -> None:
        """A player is there: by a link of its own, or by what others carry from it."""
        if key in self._names:
            self._heard_at[key] = now
        if key in self._told_away:
            self._told_away.remove(key)
            self._say(BackNews(self._names[key]))

    def lost(self, key: bytes, now: float) -> None:
        """The link to a player is gone."""
        if key not in self._names:
            return
        if key in self._linked:
            self._linked.remove(key)
            self._heard_at[key] = now
        if key not in self._told_away | self.left:
            self._told_away.add(key)
            self._say(AwayNews(self._names[key], self._patience))

    def leave(self, key: bytes, *, told: bool = False) -> None:
        """A player says that it leaves; *told*: that has been told already."""
        if key in self._names and key not in self.left:
            self.left.add(key)
            self._told_away.discard(key)
            if not told:
                self._say(LeftNews(self._names[key]))

    def plays(self, key: bytes) -> bool:
        """Whether a peer is one of the players."""
        return key in self._names

    @property
    def alone(self) -> bool:
        """Whether no link leads to any other player."""
        return len(self._linked) <= 1

    def away_for(self, key: bytes, now: float) -> float:
        """Return for how many seconds nothing is known of a player; 0 while a link is there."""
        return 0.0 if key in self._linked else now - self._heard_at[key]

    def _say(self, news: News) -> None:
        if not self.over:
            self._tell(news)
