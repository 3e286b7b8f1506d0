"""The log: takes signed entries in any order, keeps them in the one order, and folds them.

No clock, no socket, no disk: entries in, events out.  The same class serves players, spectators
and readers of files.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

from durak_p2p.crypto import CryptoError
from durak_p2p.game.accusation import AccusationError
from durak_p2p.game.codec import CodecError
from durak_p2p.game.entry import EntryError, SignedEntry, step_hash
from durak_p2p.game.errors import Refused, StrayEntry
from durak_p2p.game.events import Breach, Event, Forked
from durak_p2p.game.setup import Setup
from durak_p2p.game.state import GameState
from durak_p2p.game.steps import next_step
from durak_p2p.rules import MoveSyntaxError, RequestError, RuleError

# How far ahead of the log an entry may lie and still be kept until its step comes.  While a peer
# is missing one entry the others cannot be more than one step further, but a peer that comes
# back may hear the newest before it has caught up.
MAX_AHEAD = 256

_REFUSALS = (
    Refused,
    AccusationError,
    CodecError,
    CryptoError,
    RuleError,
    MoveSyntaxError,
    RequestError,
)


class Log:
    """One deal's log.

    ``state`` is what it makes of the entries so far; ``breach`` is set when a player broke the
    protocol, and from then on the log takes nothing more.  A breach can still be shown when the
    deal is complete.
    """

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.state = GameState(setup)
        self.state.step = next_step(self.state, None)
        self.breach: Breach | None = None
        self._steps: list[list[SignedEntry]] = []  # complete ones, ordered by author
        self._current: dict[int, SignedEntry] = {}  # accepted entries of the current step
        # By step and author, one at most of each: entries of later steps, and those that follow
        # another log.  A second entry for the same step proves a breach, whichever came first.
        self._ahead: dict[tuple[int, int], SignedEntry] = {}
        self._forked: dict[tuple[int, int], SignedEntry] = {}

    @property
    def step(self) -> int:
        """The number of complete steps, which is the number of the step that is waited for."""
        return len(self._steps)

    @property
    def complete(self) -> bool:
        """Whether the deal is over and opened: nothing can follow."""
        return self.state.step is None

    @property
    def closed(self) -> bool:
        """Whether nothing more is taken: the deal is complete, or broken."""
        return self.complete or self.breach is not None

    def missing(self) -> frozenset[int]:
        """Return the authors whose entries the current step still waits for."""
        step = self.state.step
        if self.closed or step is None:
            return frozenset()
        return step.authors - self._current.keys()

    def present(self) -> frozenset[int]:
        """Return the authors whose entries of the current step are there."""
        return frozenset(self._current)

    def entries(self, first_step: int = 0) -> Iterator[SignedEntry]:
        """Yield the accepted entries from *first_step* on, by step and author.

        The current step's come last, so far as they are there.
        """
        for entries in self._steps[first_step:]:
            yield from entries
        if first_step <= self.step:
            yield from (self._current[author] for author in sorted(self._current))

    def in_order(self) -> list[SignedEntry]:
        """Return the current step's entries, by author, up to the first that is missing."""
        authors = sorted(self.state.step.authors) if self.state.step else []
        return [self._current[a] for a in takewhile(self._current.__contains__, authors)]

    def hash_before(self, step: int) -> bytes:
        """Return the hash of the log before *step*, which is not later than the current one."""
        if step == self.step:
            return self.state.log
        return self._steps[step][0].entry.log  # every entry of the step holds it

    def complete_step(self, number: int) -> list[SignedEntry]:
        """Return the entries of a complete step, ordered by author."""
        return self._steps[number]

    def check(self, signed: SignedEntry) -> None:
        """Raise unless *signed* is an entry of this deal that its author has signed.

        ``EntryError`` and ``StrayEntry``, as :meth:`receive`: the carrier's fault.
        """
        entry = signed.entry
        if entry.deal != self.setup.deal:
            raise StrayEntry("The entry belongs to another deal.")
        if entry.author >= len(self.setup.players):
            raise EntryError("The entry's author is not at this table.")
        signed.verify(self.setup.players[entry.author].key)

    def receive(self, signed: SignedEntry) -> list[Event]:
        """Take one entry, whoever carried it, and return what happened.

        Entries known already change nothing, and entries of later steps are kept until their step
        comes.  Raises ``EntryError`` if the bytes are no entry or not signed by their author
        (the carrier's fault), ``StrayEntry`` if they are another deal's or too far ahead.
        """
        if self.breach is not None:
            return []
        entry = signed.entry
        known = self._find(entry.step, entry.author)
        if known == signed:
            return []
        if entry.step > self.step + MAX_AHEAD:
            raise StrayEntry("The entry lies too far ahead of the log.")
        self.check(signed)
        if known is not None:
            return self._break(entry.author, "Two entries are signed for one step.", known, signed)
        self._ahead[entry.step, entry.author] = signed
        events: list[Event] = []
        while self.breach is None and (due := self._next_due()) is not None:
            events += self._judge(due)
        return events

    def _find(self, step: int, author: int) -> SignedEntry | None:
        """Return the entry that is kept for *step* by *author*."""
        key = step, author
        if step < self.step:
            for signed in self._steps[step]:
                if signed.entry.author == author:
                    return signed
        elif step == self.step and author in self._current:
            return self._current[author]
        return self._ahead.get(key) or self._forked.get(key)

    def _next_due(self) -> SignedEntry | None:
        """Take from the entries that are kept the first whose step has come, or is past."""
        key = min((key for key in self._ahead if key[0] <= self.step), default=None)
        return None if key is None else self._ahead.pop(key)

    def _judge(self, signed: SignedEntry) -> list[Event]:
        """Judge an entry of the current step or a past one, the first of its author for it."""
        entry, step = signed.entry, self.state.step
        if entry.log != self.hash_before(entry.step):
            self._forked[entry.step, entry.author] = signed
            return [Forked(signed)]
        if step is None or entry.step < self.step or not step.waits_for(entry):
            return self._break(entry.author, "The entry was not the author's to write.", signed)
        try:
            step.take(entry)
        except _REFUSALS as refusal:
            return self._break(entry.author, str(refusal), signed)
        self._current[entry.author] = signed
        if not self.missing():
            self._advance()
        events, self.state.events = self.state.events, []
        return events

    def _advance(self) -> None:
        state, step = self.state, self.state.step
        assert step is not None
        entries = [self._current[author] for author in sorted(self._current)]
        step.finish()
        state.number += 1
        state.log = step_hash(state.log, entries)
        state.step = next_step(state, step)
        self._steps.append(entries)
        self._current = {}

    def _break(self, author: int, reason: str, *evidence: SignedEntry) -> list[Event]:
        ordered = sorted(evidence, key=lambda signed: signed.digest)
        self.breach = Breach(author, reason, tuple(ordered))
        return [self.breach]
