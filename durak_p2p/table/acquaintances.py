"""Whom we have played with: names and keys, so that another one under a known name is noticed.

Without input or output.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from durak_p2p import limits
from durak_p2p.game.names import look
from durak_p2p.table.news import OtherKeyNews, OtherNameNews


@dataclass(frozen=True, slots=True)
class Acquaintance:
    """One with whom we have played: its identity key, its name then, and on which day last."""

    key: bytes
    name: str
    day: date


class Acquaintances:
    """All of them that are remembered, who was met longest ago first."""

    def __init__(self, known: Iterable[Acquaintance] = ()) -> None:
        self._known = {one.key: one for one in known}

    def all(self) -> tuple[Acquaintance, ...]:
        """Return them, who was met longest ago first."""
        return tuple(self._known.values())

    def remark(self, key: bytes, name: str) -> OtherKeyNews | OtherNameNews | None:
        """Return what is to be said of who comes with this key and name, if anything.

        A known name, or one that looks like it, with a key that we do not know under it is more
        to be told than a known key with a new name.
        """
        mine = self._known.get(key)
        if mine is not None and look(mine.name) == look(name):
            return None
        alike = [one for one in self._known.values() if look(one.name) == look(name)]
        if alike:
            return OtherKeyNews(key, name, alike[-1].name, alike[-1].day)
        return None if mine is None else OtherNameNews(name, mine.name, mine.day)

    def remember(self, people: Iterable[tuple[bytes, str]], day: date) -> None:
        """Take in keys and names of those with whom we play on a day.

        Of more than there is room for those are forgotten who were met longest ago.
        """
        for key, name in people:
            self._known.pop(key, None)
            self._known[key] = Acquaintance(key, name, day)
        for key in list(self._known)[: -limits.ACQUAINTANCES]:
            del self._known[key]
