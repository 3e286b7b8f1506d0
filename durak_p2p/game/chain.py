"""What a log has accepted: its complete steps with the hash before each, and the step under way."""

from __future__ import annotations

from collections.abc import Iterator

from durak_p2p.game.entry import Entry, EntryType, SignedEntry
from durak_p2p.game.waiting import place_of


class Chain:
    """Accepted entries in the one order: by step, and within a step by author."""

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        """Begin anew."""
        self._steps: list[list[SignedEntry]] = []  # complete ones
        self._hashes: list[bytes] = []  # of the log before each of them
        self._authors: list[frozenset[int]] = []  # whom each of them has waited for
        self._current: dict[int, SignedEntry] = {}  # of the step under way

    @property
    def step(self) -> int:
        """The number of complete steps, which is the number of the step under way."""
        return len(self._steps)

    @property
    def present(self) -> frozenset[int]:
        """The authors whose entries of the step under way are there."""
        return frozenset(self._current)

    def current(self) -> list[SignedEntry]:
        """Return the entries of the step under way, so far as they are there."""
        return [self._current[author] for author in sorted(self._current)]

    def complete_step(self, number: int) -> list[SignedEntry]:
        """Return the entries of a complete step."""
        return self._steps[number]

    def entries(self, first_step: int = 0) -> Iterator[SignedEntry]:
        """Yield all from *first_step* on."""
        for entries in self._steps[first_step:]:
            yield from entries
        if first_step <= self.step:
            yield from self.current()

    def hash_before(self, number: int) -> bytes:
        """Return the hash of the log before a complete step."""
        return self._hashes[number]

    def waited_for(self, number: int) -> frozenset[int]:
        """Return the authors for whose entries a complete step has waited."""
        return self._authors[number]

    def ended_by_time(self, number: int) -> bool:
        """Whether a complete step has no place for entries, but for claims only."""
        return any(signed.entry.type is EntryType.TIMEOUT for signed in self._steps[number])

    def find(self, entry: Entry) -> SignedEntry | None:
        """Return what stands in an entry's place; None if nothing does (yet)."""
        if entry.step == self.step:
            return self._current.get(entry.author)
        complete = self._steps[entry.step] if entry.step < self.step else []
        return next((e for e in complete if place_of(e.entry) == place_of(entry)), None)

    def accept(self, signed: SignedEntry) -> None:
        """Let the step under way take an entry."""
        self._current[signed.entry.author] = signed

    def seal(self, entries: list[SignedEntry], log: bytes, waited_for: frozenset[int]) -> None:
        """The step under way is complete.

        Args:
            entries: what it holds now, which may be claims in place of entries.
            log: the hash of the log before it.
            waited_for: the authors for whose entries it has waited.
        """
        self._steps.append(entries)
        self._hashes.append(log)
        self._authors.append(waited_for)
        self._current = {}
