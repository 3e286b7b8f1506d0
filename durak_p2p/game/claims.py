"""What is said beside the entries of steps: that a player leaves, or has not written in time.

A *timeout claim* says: in this step I miss the entry of that player, its time is over, and unless
another has seen it I shall not take it any more.  With the claims of all others the step ends
without it.  A *seen claim* says: I have seen the entry and gone on.  Each player makes one claim
at most for a step, so only one of both can come to pass, unless somebody signs two, which proves
who did.  A *leave* says: from these steps on no entry and no claim comes from me.  It stands for
its author's entry in the first step that waits for one, and for its claim wherever one is needed
(protocol/log.md, "Time", "Leaving").
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from durak_p2p.game.codec import Fields
from durak_p2p.game.departure import read_silence
from durak_p2p.game.entry import MAX_AUTHORS, Entry, EntryType, SignedEntry

_WITHOUT_CHOICE: Final = frozenset({EntryType.SHARES, EntryType.OPEN})


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
        return read_silence(leaves[0].body).covers(stays)
    if leaves:
        return True
    return a.step == b.step and is_claim(a) == is_claim(b) and not _taken_back(a, b)


def _taken_back(a: Entry, b: Entry) -> bool:
    """Whether two entries for one step may follow different logs.

    Who was late has gone on after its own entry, until it learned that the step had ended without
    that: then it owes shares for a count, or the opening, in a step that it may have written for.
    There is no choice in these, and they show the same in every log.
    """
    return a.log != b.log and not _WITHOUT_CHOICE.isdisjoint((a.type, b.type))


def _is_timeout(entry: Entry, accused: int) -> bool:
    return entry.type is EntryType.TIMEOUT and accused_in(entry) == accused


@dataclass(frozen=True, slots=True)
class TimedOut:
    """Who is out of time in a step, and what the others have signed of it, by author.

    That is one player; or two who say it of each other while nobody else is there.
    """

    late: frozenset[int]
    voices: list[SignedEntry]

    @property
    def count(self) -> int:
        """How many others say so of one who is late."""
        return len(self.voices) - len(self.late) + 1


class Claims:
    """The claims and leaves of one deal that were found right; decides when time is over."""

    def __init__(self) -> None:
        self._claims: dict[int, dict[int, SignedEntry]] = {}  # by step and author
        self._leaves: dict[int, SignedEntry] = {}  # by author
        self._own: dict[int, Entry] = {}  # by step: timeouts that we have signed ourselves

    def keep(self, signed: SignedEntry) -> None:
        """Keep a claim."""
        self._claims.setdefault(signed.entry.step, {})[signed.entry.author] = signed

    def keep_leave(self, signed: SignedEntry) -> None:
        """Keep a leave."""
        self._leaves[signed.entry.author] = signed

    def is_kept(self, leave: SignedEntry) -> bool:
        """Whether *leave* is among those that count."""
        return self._leaves.get(leave.entry.author) == leave

    def find(self, step: int, author: int) -> SignedEntry | None:
        """Return *author*'s claim about *step*."""
        return self._claims.get(step, {}).get(author)

    def forget_after(self, step: int) -> list[SignedEntry]:
        """Return what was said in later steps than *step*, and keep it no more."""
        later = [signed for signed in self.since(0) if signed.entry.step > step]
        self._claims = {number: said for number, said in self._claims.items() if number <= step}
        self._leaves = {a: leave for a, leave in self._leaves.items() if leave.entry.step <= step}
        return later

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
        """Return *author*'s leave, if it writes no entry any more at *step*."""
        signed = self._leaves.get(author)
        if signed is not None and read_silence(signed.entry.body).entries <= step:
            return signed
        return None

    def voice(self, author: int, step: int, accused: int) -> SignedEntry | None:
        """Return what makes *author* one of those who say that *accused* is out of time."""
        claim, leave = self.find(step, author), self._leaves.get(author)
        if claim is not None:
            return claim if _is_timeout(claim.entry, accused) else None
        if leave is not None and read_silence(leave.entry.body).claims <= step:
            return leave
        return None

    def hold(self, timeout: Entry) -> None:
        """Do not take the accused's entry while all others may still say what *timeout* says."""
        self._own[timeout.step] = timeout

    def is_held(self, step: int, author: int, log: bytes) -> bool:
        """Whether *author*'s entry for *step*, before which is *log*, may not be taken, or not yet.

        It may as soon as one of the others has claimed something else, that it has seen it, say.
        """
        own = self._own.get(step)
        if own is None or own.log != log or not _is_timeout(own, author):
            return False
        others = (claim.entry for claim in self.about(step) if claim.entry.author != author)
        return all(_is_timeout(entry, author) for entry in others)

    def time_over(self, step: int, present: frozenset[int]) -> TimedOut | None:
        """Return who is out of time at *step*, and what says so by author; or None.

        That is all others' timeout claims; for who claims nothing any more its leave is enough.
        """
        late: set[int] = set()
        voices: dict[int, SignedEntry] = {}
        for accused in sorted(present):
            said = {a: self.voice(a, step, accused) for a in present - {accused}}
            found = {a: signed for a, signed in said.items() if signed is not None}
            claimed = any(is_claim(signed.entry) for signed in found.values())
            if claimed and len(found) == len(said):
                late.add(accused)
                voices |= found
        if not late:
            return None
        return TimedOut(frozenset(late), [voices[author] for author in sorted(voices)])
