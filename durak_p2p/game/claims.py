"""What is said beside the entries of steps: that a player leaves, or has not written in time.

A *timeout claim* says: in this step I miss the entry of that player, its time is over, and unless
another has seen it I shall not take it any more.  With the claims of all others the step ends
without it.  A *seen claim* says: I have seen the entry and gone on.  Each player makes one claim
at most for a step, so only one of both can come to pass, unless somebody signs two, which proves
who did.  A *leave* says: from that step on nothing comes from me; it stands for its author's entry
in the first step that waits for one (protocol/log.md, "Time", "Leaving").
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from durak_p2p.game.codec import Fields
from durak_p2p.game.departure import first_step
from durak_p2p.game.entry import MAX_AUTHORS, Entry, EntryType, SignedEntry


def accused_in(entry: Entry) -> int:
    """Return whom a claim is about.  Raises ``CodecError`` if its body is none."""
    fields = Fields(entry.body, "claim")
    accused = fields.integer("accused", 0, MAX_AUTHORS - 1)
    fields.end()
    return accused


def is_claim(entry: Entry) -> bool:
    """Whether *entry* says something of a step, beside the step's own entries."""
    return entry.type in (EntryType.TIMEOUT, EntryType.SEEN)


def contradict(one: SignedEntry, other: SignedEntry) -> bool:
    """Whether one author cannot have signed both: the two prove that it broke the protocol.

    Raises ``CodecError`` if one is a leave with a body that is none.
    """
    a, b = one.entry, other.entry
    if one == other or (a.deal, a.author) != (b.deal, b.author):
        return False
    leaves = [entry for entry in (a, b) if entry.type is EntryType.LEAVE]
    if len(leaves) == 1:
        (stays,) = (entry for entry in (a, b) if entry.type is not EntryType.LEAVE)
        return stays.step >= first_step(leaves[0].body)
    return len(leaves) == 2 or (a.step == b.step and is_claim(a) == is_claim(b))


class Claims:
    """The claims and leaves of one deal that were found right; decides when time is over."""

    def __init__(self) -> None:
        self._claims: dict[int, dict[int, SignedEntry]] = {}  # by step and author
        self._leaves: dict[int, SignedEntry] = {}  # by author
        self._held: dict[int, int] = {}  # by step: whose entry is not taken

    def keep(self, signed: SignedEntry) -> None:
        """Keep a claim."""
        self._claims.setdefault(signed.entry.step, {})[signed.entry.author] = signed

    def keep_leave(self, signed: SignedEntry) -> None:
        """Keep a leave."""
        self._leaves[signed.entry.author] = signed

    def find(self, step: int, author: int) -> SignedEntry | None:
        """Return *author*'s claim about *step*."""
        return self._claims.get(step, {}).get(author)

    def since(self, step: int) -> Iterator[SignedEntry]:
        """Yield the claims about *step* and later ones, and all leaves."""
        for claims in (self._claims[number] for number in sorted(self._claims) if number >= step):
            yield from claims.values()
        yield from self._leaves.values()

    def about(self, step: int) -> Iterable[SignedEntry]:
        """Return the claims about *step*."""
        return self._claims.get(step, {}).values()

    def contested(self, last: int) -> list[int]:
        """Return the steps up to *last* of which somebody says that an entry is out of time."""
        return sorted(
            step
            for step in self._claims
            if step <= last
            and any(claim.entry.type is EntryType.TIMEOUT for claim in self.about(step))
        )

    def leave(self, author: int, step: int) -> SignedEntry | None:
        """Return *author*'s leave, if it is gone at *step*."""
        signed = self._leaves.get(author)
        return signed if signed is not None and first_step(signed.entry.body) <= step else None

    def hold(self, step: int, author: int) -> None:
        """Do not take *author*'s entry for *step* unless somebody has seen it: we said so."""
        self._held[step] = author

    def is_held(self, step: int, author: int) -> bool:
        """Whether *author*'s entry for *step* may not be taken, or not yet."""
        return self._held.get(step) == author and not self._seen(step, author)

    def _seen(self, step: int, author: int) -> bool:
        return any(
            claim.entry.type is EntryType.SEEN and accused_in(claim.entry) == author
            for claim in self.about(step)
        )

    def time_over(self, step: int, present: frozenset[int]) -> tuple[int, list[SignedEntry]] | None:
        """Return who is out of time at *step*, and what says so by author; or None.

        That is all others' timeout claims; of who is gone its leave is enough.
        """
        timeouts = [c for c in self.about(step) if c.entry.type is EntryType.TIMEOUT]
        for accused in {accused_in(claim.entry) for claim in timeouts} & present:
            voices = {c.entry.author: c for c in timeouts if accused_in(c.entry) == accused}
            for author in present - {accused} - voices.keys():
                leave = self.leave(author, step)
                if leave is not None:
                    voices[author] = leave
            if voices.keys() == present - {accused}:
                return accused, [voices[author] for author in sorted(voices)]
        return None
