"""Who watches a table without a seat, as its players tell each other.  Without input or output."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Set

from durak_p2p import limits
from durak_p2p.table.messages import Audience, Spectator
from durak_p2p.table.news import News, UnwatchedNews, WatchedNews


class AudienceList:
    """Those who watch at ourselves, and of whom players tell that they watch at theirs.

    Of each it is told that it watches, and when it has done so nowhere for a while (a link may
    break); a few times only, and only of the first of them: nobody fills the screens of a table by
    coming and going.  What is told last of somebody who does that is that it watches.  Once we go
    (:attr:`over`) nothing is told.  Times are in seconds of whatever clock the caller has.
    """

    def __init__(self, tell: Callable[[News], None]) -> None:
        self.over = False
        self._tell = tell
        self._own: dict[bytes, Spectator] = {}
        self._others: dict[bytes, dict[bytes, Spectator]] = {}  # by the player who tells of them
        self._told: Counter[bytes] = Counter()  # how often it was told that somebody watches
        self._known: dict[bytes, Spectator] = {}  # who watches, as it was told last
        self._gone_at: dict[bytes, float] = {}  # since when those of them do so nowhere

    def __len__(self) -> int:
        return len(self._own)

    def __contains__(self, key: object) -> bool:
        return key in self._own

    def come(self, key: bytes, name: str) -> None:
        """Somebody watches at ourselves."""
        self._own[key] = Spectator(key, name)
        self._tell_of(self._own[key])

    def go(self, key: bytes, now: float) -> bool:
        """Somebody does not watch at ourselves any more; return whether it has."""
        if self._own.pop(key, None) is None:
            return False
        self._note_gone({key}, now)
        return True

    def message(self) -> Audience:
        """Return what the players are told."""
        return Audience(tuple(self._own.values()))

    def hear(self, audience: Audience, source: bytes, now: float) -> None:
        """Take what the player *source* tells."""
        before = self._others.get(source, {})
        there = {spectator.key: spectator for spectator in audience.spectators}
        self._others[source] = there
        for spectator in there.values():
            self._tell_of(spectator)
        self._note_gone(before.keys() - there.keys(), now)

    def lost(self, source: bytes, now: float) -> None:
        """A player tells us nothing any more; who watches there may be told of by another."""
        self._note_gone(self._others.pop(source, {}).keys(), now)

    def look(self, now: float) -> None:
        """Tell who watches nowhere any more, and has not come again."""
        for key in [key for key, at in self._gone_at.items() if now - at >= limits.UNWATCHED]:
            del self._gone_at[key]
            self._say(UnwatchedNews(self._known.pop(key).player))

    def _tell_of(self, spectator: Spectator) -> None:
        key = spectator.key
        self._gone_at.pop(key, None)
        if key in self._known or self._told[key] >= limits.SPECTATOR_TOLD:
            return
        if key in self._told or len(self._told) < limits.SPECTATORS_TOLD:
            self._told[key] += 1
            self._known[key] = spectator
            self._say(WatchedNews(spectator.player))

    def _note_gone(self, keys: Set[bytes], now: float) -> None:
        there = self._own.keys() | {key for told in self._others.values() for key in told}
        for key in (keys & self._known.keys()) - there:
            if self._told[key] < limits.SPECTATOR_TOLD:
                self._gone_at[key] = now

    def _say(self, news: News) -> None:
        if not self.over:
            self._tell(news)
