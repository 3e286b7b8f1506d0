"""The log: takes signed entries in any order, keeps them in the one order, and folds them.

No clock, no socket, no disk: entries in, events out.  The same class serves players, spectators
and readers of files.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import takewhile

from durak_p2p.crypto import CryptoError, Verifier
from durak_p2p.game import departure
from durak_p2p.game.accusation import AccusationError
from durak_p2p.game.chain import Chain
from durak_p2p.game.claims import Claims, TimedOut, accused_in, is_claim
from durak_p2p.game.codec import CodecError
from durak_p2p.game.entry import Entry, EntryError, EntryType, SignedEntry, step_hash
from durak_p2p.game.errors import Refused, StrayEntry
from durak_p2p.game.events import Breach, Event, Forked, Leaving
from durak_p2p.game.received import Received
from durak_p2p.game.setup import Setup
from durak_p2p.game.state import GameState
from durak_p2p.game.steps import OpenStep, next_step, step_after_departure
from durak_p2p.game.waiting import Waiting
from durak_p2p.rules import MoveSyntaxError, RequestError, RuleError
from durak_p2p.texts import sentence_of, text

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

_TWICE = text("Two entries are signed for one step.")
_DENIED = text("It says that an entry did not come in time after which its author has gone on.")


class Log:
    """One deal's log.

    ``state`` is what it makes of the entries so far; ``breach`` is set when a player broke the
    protocol, and from then on the log takes nothing more.  A breach can still be shown when the
    deal is complete.  ``rewinds`` counts how often complete steps were taken back: that is when
    all others have signed that their author was out of time.
    """

    def __init__(self, setup: Setup, verifier: Verifier | None = None) -> None:
        """*verifier* verifies the proofs; without one each is verified here."""
        self.setup = setup
        self._verifier = verifier or Verifier()
        self.breach: Breach | None = None
        self.rewinds = 0
        self._chain = Chain()
        self._claims = Claims()
        self._waiting = Waiting()
        self._received = Received(self._chain, self._claims, self._waiting)
        self._begin()

    def _begin(self) -> None:
        self.state = GameState(self.setup, self._verifier)
        self.state.step = next_step(self.state, None)

    @property
    def step(self) -> int:
        """The number of complete steps, which is the number of the step that is waited for."""
        return self._chain.step

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
        return step.authors - self._chain.present

    def present(self) -> frozenset[int]:
        """Return the authors whose entries of the current step are there."""
        return self._chain.present

    def entries(self, first_step: int = 0) -> Iterator[SignedEntry]:
        """Return the accepted entries from *first_step* on, by step and author.

        The current step's come last, so far as they are there.
        """
        return self._chain.entries(first_step)

    def claims(self, first_step: int) -> Iterator[SignedEntry]:
        """Yield the claims about *first_step* and later ones, and all leaves."""
        return self._claims.since(first_step)

    def leaves_now(self, author: int) -> bool:
        """Whether *author* has left and will write nothing in the current step."""
        return self._claims.leave(author, self.step) is not None

    def voices_missing(self, accused: int) -> frozenset[int]:
        """Return who would have to say, too, that *accused* is out of time in the current step."""
        return frozenset(
            author
            for author in self._present_at(self.step) - {accused}
            if self._claims.voice(author, self.step, accused) is None
        )

    def leave_that_ends(self) -> SignedEntry | None:
        """Return the leave of a player who still plays in the deal, if one has left."""
        leaves = (
            self._claims.leave(author, self.step)
            for author in range(self.state.authors)
            if departure.is_needed(self.state, author)
        )
        return next((leave for leave in leaves if leave is not None), None)

    def in_order(self) -> list[SignedEntry]:
        """Return the current step's entries, by author, up to the first that is missing."""
        current = {signed.entry.author: signed for signed in self._chain.current()}
        authors = sorted(self.state.step.authors) if self.state.step else []
        return [current[author] for author in takewhile(current.__contains__, authors)]

    def hash_before(self, step: int) -> bytes:
        """Return the hash of the log before *step*, which is not later than the current one."""
        if step == self.step:
            return self.state.log
        return self._chain.hash_before(step)

    def complete_step(self, number: int) -> list[SignedEntry]:
        """Return the entries of a complete step, ordered by author."""
        return self._chain.complete_step(number)

    def check(self, signed: SignedEntry) -> None:
        """Raise unless *signed* is an entry of this deal that its author has signed.

        ``EntryError`` and ``StrayEntry``, as :meth:`receive`: the carrier's fault.
        """
        entry = signed.entry
        if entry.deal != self.setup.deal:
            raise StrayEntry(text("The entry belongs to another deal."))
        if entry.author >= len(self.setup.players):
            raise EntryError(text("The entry's author is not at this table."))
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
        if self.knows(signed):
            return []
        if entry.step > self.step + MAX_AHEAD:
            raise StrayEntry(text("The entry lies too far ahead of the log."))
        self.check(signed)
        if entry.type is EntryType.LEAVE and (fault := departure.fault_of_leave(entry)):
            return self._break(entry.author, fault, signed)
        if (rival := self._received.rival(signed)) is not None:
            return self._break(entry.author, _TWICE, rival, signed)
        if entry.type is EntryType.LEAVE:
            self._received.note_leave(signed)
        self._waiting.add(signed)
        return self._settle()

    def knows(self, signed: SignedEntry) -> bool:
        """Whether *signed* was received before, whatever has become of it.

        Raises ``EntryError`` if the bytes are no entry.
        """
        return self._received.knows(signed)

    def hold(self, timeout: Entry) -> None:
        """Do not take the accused's entry unless another has seen it: for who signs *timeout*."""
        self._claims.hold(timeout)

    def _is_held(self, step: int, author: int) -> bool:
        return self._claims.is_held(step, author, self.hash_before(step))

    def _settle(self) -> list[Event]:
        """Do what the entries that are kept allow by now."""
        events: list[Event] = []
        while self.breach is None:
            if (due := self._waiting.take(self.step, self._is_held)) is not None:
                events += self._judge(due)
            elif (left := self._next_leaver()) is not None:
                events += self._accept(left)
            elif not self._end_by_time():
                break
            events += self._take_events()
        if self.breach is not None and self.breach not in events:
            events.append(self.breach)
        return events

    def _take_events(self) -> list[Event]:
        events, self.state.events = self.state.events, []
        return events

    def _judge(self, signed: SignedEntry) -> list[Event]:
        """Judge an entry of the current step or a past one, the first in its place."""
        entry = signed.entry
        if entry.log != self.hash_before(entry.step):
            self._waiting.put_aside(signed)
            return [Forked(signed)]
        if entry.author not in self._present_at(entry.step):
            return self._refuse_author(signed)
        if entry.type is EntryType.LEAVE:
            return self._judge_leave(signed)
        if is_claim(entry):
            return self._judge_claim(signed)
        if entry.step < self.step and self._chain.ended_by_time(entry.step):
            self._waiting.put_aside(signed)  # it has come too late
            return []
        if self.state.step is None or entry.step < self.step:
            return self._refuse_author(signed)
        return self._accept(signed)

    def _refuse_author(self, signed: SignedEntry) -> list[Event]:
        reason = text("The entry was not the author's to write.")
        return self._break(signed.entry.author, reason, signed)

    def _judge_leave(self, signed: SignedEntry) -> list[Event]:
        try:
            departure.take_leave(self.state, signed.entry)
        except _REFUSALS as refusal:
            return self._break(signed.entry.author, sentence_of(refusal), signed)
        self._claims.keep_leave(signed)
        return [Leaving(signed.entry.author)]

    def _judge_claim(self, signed: SignedEntry) -> list[Event]:
        entry = signed.entry
        try:
            accused = accused_in(entry)
        except CodecError as error:
            return self._break(entry.author, sentence_of(error), signed)
        if accused == entry.author or accused not in self._waited_for(entry.step):
            return self._break(entry.author, text("The claim is about nobody's entry."), signed)
        self._claims.keep(signed)
        return []

    def _waited_for(self, number: int) -> frozenset[int]:
        """Return the authors whose entries a step that is not to come waits, or waited, for."""
        if number < self.step:
            return self._chain.waited_for(number)
        return self.state.step.authors if self.state.step else frozenset()

    def _accept(self, signed: SignedEntry) -> list[Event]:
        """Let the current step take an entry, or the leave that stands for one."""
        entry, step = signed.entry, self.state.step
        assert step is not None
        try:
            if entry.type is EntryType.LEAVE:
                self._take_leave(signed)
            elif step.waits_for(entry) and entry.type is EntryType.PART:
                self._part_with(entry)
            elif step.waits_for(entry):
                step.take(entry)
            else:
                raise Refused(text("The entry was not the author's to write."))
        except _REFUSALS as refusal:
            self._break(entry.author, sentence_of(refusal), signed)
        if self.breach is not None:
            return [self.breach]
        self._chain.accept(signed)
        if not self.missing():
            self._advance()
        return self._take_events()

    def _part_with(self, entry: Entry) -> None:
        """Let who has the word take another's leave into the log: the deal need not go on."""
        signed = departure.leave_in(entry.body)
        try:
            self.check(signed)
            departure.check_parting(self.state, signed.entry)
        except (EntryError, StrayEntry) as error:
            raise Refused(sentence_of(error)) from error
        if not self._claims.is_kept(signed):
            if signed.entry.log != self.hash_before(signed.entry.step):
                raise Refused(text("The leave follows another log."))
            if (rival := self._received.rival(signed)) is not None:
                self._break(signed.entry.author, _TWICE, rival, signed)
                return
            self._received.note_leave(signed)
            self._claims.keep_leave(signed)
        self._take_leave(signed)

    def _advance(self) -> None:
        state, step = self.state, self.state.step
        assert step is not None
        entries = self._chain.current()
        parts = bool(state.leavers)
        if parts:
            departure.part(state)
        if not parts or isinstance(step, OpenStep):
            step.finish()
        self._seal(entries, departed=parts)

    def _seal(self, entries: list[SignedEntry], *, departed: bool) -> None:
        """Go on to the next step."""
        state, step = self.state, self.state.step
        self._chain.seal(entries, state.log, step.authors if step else frozenset())
        state.number += 1
        state.log = step_hash(state.log, entries)
        follows = step_after_departure if departed else next_step
        state.step = follows(state, step)
        self._waiting.reconsider(self.step, state.log)

    def _next_leaver(self) -> SignedEntry | None:
        """Return the leave of somebody on whom the current step waits."""
        leaves = (
            self._claims.leave(author, self.step)
            for author in sorted(self.missing())
            if not self._is_held(self.step, author)
        )
        return next((leave for leave in leaves if leave is not None), None)

    def _end_by_time(self) -> bool:
        """End a step of which all others say that an entry is out of time; whether there is one."""
        for number in self._claims.contested(self.step):
            over = self._claims.time_over(number, self._present_at(number))
            if over is None or (number == self.step and self.complete):
                continue
            if number < self.step:
                if self._chain.complete_step(number) == over.voices:
                    continue
                if (denial := self._denial(over, number)) is not None:
                    self._break(denial[0].entry.author, _DENIED, *denial)
                    return True
                self._rewind(number)
            self._close_by_time(over)
            return True
        return False

    def _denial(self, over: TimedOut, number: int) -> tuple[SignedEntry, SignedEntry] | None:
        """Return a claim about a past step, and what its author has signed for a later one.

        Who has claimed goes on only when another voice has said otherwise.  Where two are there
        the claim is all voices: its author has had the entry that it says it has missed.
        """
        if len(self._present_at(number)) != 2 or self._chain.ended_by_time(number):
            return None
        for claim in over.voices:
            accepted = self._received.accepted_by(claim.entry.author)
            later = (signed for signed in accepted if signed.entry.step > number)
            if is_claim(claim.entry) and (signed := next(later, None)) is not None:
                return claim, signed
        return None

    def _present_at(self, number: int) -> frozenset[int]:
        gone = {a for a, departed in self.state.departed.items() if departed.step < number}
        return frozenset(range(self.state.authors)) - gone

    def _close_by_time(self, over: TimedOut) -> None:
        """Let the current step end with the claims in place of its entries."""
        state = self.state
        state.leavers.clear()
        for signed in over.voices:
            if signed.entry.type is EntryType.LEAVE and not self._take_leave(signed):
                return
        self._set_aside(self._chain.current())
        departure.run_out_of_time(state, over.late, over.count)
        departure.part(state)
        self._seal(over.voices, departed=True)

    def _take_leave(self, signed: SignedEntry) -> bool:
        """Take what a leave opens; whether it is right."""
        author = signed.entry.author
        try:
            opening = departure.take_leave(self.state, signed.entry)
        except _REFUSALS as refusal:
            self._break(author, sentence_of(refusal), signed)
            return False
        self.state.leavers[author] = opening
        return True

    def _set_aside(self, entries: Iterable[SignedEntry]) -> None:
        for signed in entries:
            if signed.entry.type is not EntryType.LEAVE:
                self._waiting.put_aside(signed)

    def _rewind(self, number: int) -> None:
        """Take back all steps from *number* on: what is in them came too late."""
        kept = [self._chain.complete_step(step) for step in range(number)]
        self._set_aside(self._chain.entries(number))
        for signed in self._claims.forget_after(number):
            self._waiting.put_aside(signed)
        self.rewinds += 1
        self._chain.clear()
        self._begin()
        for entries in kept:
            over = self._claims.time_over(self.step, self._present_at(self.step))
            if over is not None:
                self._close_by_time(over)
                continue
            for signed in entries:
                self._accept(signed)
        self._take_events()

    def _break(self, author: int, reason: str, *evidence: SignedEntry) -> list[Event]:
        ordered = sorted(evidence, key=lambda signed: signed.digest)
        self.breach = Breach(author, reason, tuple(ordered))
        return [self.breach]
