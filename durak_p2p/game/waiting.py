"""Entries that came and have no place in the log: not yet, not any more, or never."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from durak_p2p.game.claims import is_claim
from durak_p2p.game.entry import Entry, EntryType, SignedEntry

# What stands in one place for one author: an entry of a step, a claim about it, a leave.
Place = tuple[int, int, int]


def place_of(entry: Entry) -> Place:
    """Return the place in which there is one entry at most."""
    kind = 2 if entry.type is EntryType.LEAVE else 1 if is_claim(entry) else 0
    return entry.step, entry.author, kind


class Waiting:
    """One entry at most for each place *ahead*, and one *aside*.

    Ahead are those that are still to be judged: of later steps, or held.  Aside are those that
    follow another log than ours, or came too late.  They are kept because a second one in their
    place can prove a breach, whichever came first.
    """

    def __init__(self) -> None:
        self._ahead: dict[Place, SignedEntry] = {}
        self._aside: dict[Place, SignedEntry] = {}

    def __iter__(self) -> Iterator[SignedEntry]:
        yield from self._ahead.values()
        yield from self._aside.values()

    def find(self, entry: Entry) -> list[SignedEntry]:
        """Return what is kept in *entry*'s place."""
        place = place_of(entry)
        return [kept[place] for kept in (self._ahead, self._aside) if place in kept]

    def add(self, signed: SignedEntry) -> None:
        """Keep what is to be judged."""
        self._ahead[place_of(signed.entry)] = signed

    def put_aside(self, signed: SignedEntry) -> None:
        """Keep what has been judged and has no place in the log."""
        self._aside[place_of(signed.entry)] = signed

    def take(self, step: int, is_held: Callable[[int, int], bool]) -> SignedEntry | None:
        """Take the first whose step has come, or is past, and that is not held.

        *is_held* is asked by step and author; claims and leaves never are.  Those of a step come
        first: an entry might have to be held for them.
        """
        due = (
            place
            for place in self._ahead
            if place[0] <= step and (place[2] or not is_held(place[0], place[1]))
        )
        first = min(due, key=lambda place: (place[0], -place[2], place[1]), default=None)
        return None if first is None else self._ahead.pop(first)

    def reconsider(self, step: int, log: bytes) -> None:
        """Let what was put aside be judged again if it follows *log*, the log before *step*.

        It seemed to follow another as long as ours was one that has been taken back since.
        """
        for place, signed in [*self._aside.items()]:
            if place[0] == step and signed.entry.log == log:
                self._ahead[place] = self._aside.pop(place)
