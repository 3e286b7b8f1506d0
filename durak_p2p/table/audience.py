"""Who watches a table without a seat, as its players tell each other.  Without input or output."""

from __future__ import annotations

from collections.abc import Callable

from durak_p2p import limits
from durak_p2p.table.messages import Audience, Spectator
from durak_p2p.table.news import News, WatchedNews


class AudienceList:
    """Those who watch at ourselves, and whom players have told of.

    Each is news once, and only the first of them: nobody fills the screens of a table by coming
    and going.
    """

    def __init__(self, tell: Callable[[News], None]) -> None:
        self._tell = tell
        self._own: dict[bytes, Spectator] = {}
        self._told: set[bytes] = set()  # keys

    def __len__(self) -> int:
        return len(self._own)

    def __contains__(self, key: object) -> bool:
        return key in self._own

    def come(self, key: bytes, name: str) -> None:
        """Somebody watches at ourselves."""
        self._own[key] = Spectator(key, name)
        self._tell_of(self._own[key])

    def go(self, key: bytes) -> None:
        """Somebody does not watch at ourselves any more."""
        self._own.pop(key, None)

    def message(self) -> Audience:
        """Return what the players are told."""
        return Audience(tuple(self._own.values()))

    def hear(self, audience: Audience) -> None:
        """Take what a player tells."""
        for spectator in audience.spectators:
            self._tell_of(spectator)

    def _tell_of(self, spectator: Spectator) -> None:
        if spectator.key not in self._told and len(self._told) < limits.SPECTATORS_TOLD:
            self._told.add(spectator.key)
            self._tell(WatchedNews(spectator.player))
