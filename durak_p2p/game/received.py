"""What has come of each author, wherever it is kept: in the log, beside it, or in neither."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from durak_p2p.game.chain import Chain
from durak_p2p.game.claims import Claims, contradict, is_claim
from durak_p2p.game.entry import Entry, EntryType, SignedEntry
from durak_p2p.game.waiting import Waiting


class Received:
    """All entries that a log has received.

    No two of them contradict each other: before one is kept anywhere, :meth:`rival` is asked for.
    """

    def __init__(self, chain: Chain, claims: Claims, waiting: Waiting) -> None:
        self._chain = chain
        self._claims = claims
        self._waiting = waiting
        self._left: dict[int, SignedEntry] = {}  # every leave that came, by author

    def note_leave(self, leave: SignedEntry) -> None:
        """Remember a leave, wherever it is kept: no log takes it back."""
        self._left[leave.entry.author] = leave

    def knows(self, signed: SignedEntry) -> bool:
        """Whether *signed* is among them.  Raises ``EntryError`` if the bytes are no entry."""
        return signed in self._in_place_of(signed.entry)

    def rival(self, signed: SignedEntry) -> SignedEntry | None:
        """Return what its author cannot have signed besides *signed*, or None."""
        entry = signed.entry
        others: Iterable[SignedEntry]
        if entry.type is EntryType.LEAVE:
            others = self._all_by(entry.author)
        else:
            others = self._in_place_of(entry)
            if (left := self._left.get(entry.author)) is not None:
                others = [left, *others]
        return next((other for other in others if contradict(other, signed)), None)

    def accepted_by(self, author: int) -> Iterator[SignedEntry]:
        """Return what *author* has signed that follows this log."""
        kept = (*self._chain.entries(), *self._claims.since(0))
        return (signed for signed in kept if signed.entry.author == author)

    def _all_by(self, author: int) -> Iterator[SignedEntry]:
        yield from self.accepted_by(author)
        yield from (signed for signed in self._waiting if signed.entry.author == author)

    def _in_place_of(self, entry: Entry) -> list[SignedEntry]:
        if entry.type is EntryType.LEAVE:
            accepted = self._left.get(entry.author)
        elif is_claim(entry):
            accepted = self._claims.find(entry.step, entry.author)
        else:
            accepted = self._chain.find(entry)
        return [*filter(None, [accepted]), *self._waiting.find(entry)]
