"""Verification: what a replay proves, to whoever holds nothing but the file.

Everything is done again: signatures, order, proofs, rules, result, and, where the deal was
opened, the shuffles from their seeds.  Nobody who wrote the file is trusted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from durak_p2p.game import (
    Breach,
    CodecError,
    Entry,
    EntryError,
    EntryType,
    Event,
    FalseClaim,
    Forked,
    GameState,
    Log,
    Setup,
    SetupError,
    SignedEntry,
    StrayEntry,
)
from durak_p2p.game.claims import contradict, is_claim
from durak_p2p.game.entry import start_hash
from durak_p2p.game.setup import UnknownRules, UnknownSuite
from durak_p2p.replay.file import MAX_FILE_BYTES, Frame, NotAReplay, read_frames
from durak_p2p.texts import CardText, Text, sentence_of, text

_MISPLACED = text("It is not where it belongs: entries before it are missing, or it was moved.")


class Verdict(StrEnum):
    """What can be said of a replay."""

    GOOD = "good"
    UNFINISHED = "unfinished"
    BROKEN = "broken"


@dataclass(frozen=True, slots=True)
class Fault:
    """Where a replay is broken.

    ``entry`` is the frame's number in the file (0 is the set-up), ``author`` the index of the
    player whose entry stands there, as far as it can be read.  ``proven`` says that the author's
    signature proves the author to have broken the protocol; otherwise the file was changed, and
    nobody is to blame for it but whoever had the file; or (``by_all``) all players signed it so.
    """

    entry: int
    author: int | None
    reason: str  # a sentence
    proven: bool
    by_all: bool = False


@dataclass(frozen=True)
class Report:
    """The judgement of one replay.

    ``state`` is the public state as far as the file is right (None if there is no whole set-up).
    ``entries`` is the number of entries that are right.  ``log`` is there where the replay is good.
    """

    verdict: Verdict
    state: GameState | None
    entries: int
    fault: Fault | None = None
    log: Log | None = None

    @property
    def author_name(self) -> str | None:
        """The name of the author of the faulty entry."""
        if self.fault is None or self.fault.author is None or self.state is None:
            return None
        return self.state.name(self.fault.author)


class Watcher(Protocol):
    """Is told what happens in a deal while its replay is judged, entry by entry."""

    def __call__(self, frame: int, step: int, events: Sequence[Event], log: Log) -> None:
        """The entry in *frame*, read in *step*, is right, or is a breach; *log* has taken it."""


def _look_away(frame: int, step: int, events: Sequence[Event], log: Log) -> None:
    """Watch nothing."""


def verify_replay(data: bytes, watch: Watcher = _look_away) -> Report:
    """Judge the bytes of a replay; *watch* is told what happens in it.

    Raises :class:`NotAReplay` if they are none, or one that needs another version.
    """
    if len(data) > MAX_FILE_BYTES:
        raise NotAReplay(text("It is no replay: it is far too large."))
    cut = read_frames(data)
    if not cut.frames:
        if cut.broken is not None:
            return _broken(None, 0, Fault(0, None, sentence_of(cut.broken), proven=False))
        return Report(Verdict.UNFINISHED, None, 0)
    try:
        setup = Setup.decode(cut.frames[0].payload)
    except SetupError as error:
        _refuse_newer(error, cut.frames)
        return _broken(None, 0, Fault(0, None, sentence_of(error), proven=False))
    reader = _Reader(Log(setup), watch)
    fault = reader.read(cut.frames[1:])
    log = reader.log
    if fault is None and log.complete and (cut.torn or cut.broken is not None):
        last = len(cut.frames)
        fault = Fault(last, None, text("There are bytes after the end of the deal."), proven=False)
    if fault is None and cut.broken is not None:
        fault = Fault(cut.broken.index, None, sentence_of(cut.broken), proven=False)
    if fault is None:
        fault = next(reader.false_claims(), None)
    if fault is not None:
        return _broken(log.state, reader.good, fault)
    verdict = Verdict.GOOD if log.complete else Verdict.UNFINISHED
    return Report(verdict, log.state, reader.good, None, log)


def _broken(state: GameState | None, entries: int, fault: Fault) -> Report:
    return Report(Verdict.BROKEN, state, entries, fault)


def _refuse_newer(error: SetupError, frames: tuple[Frame, ...]) -> None:
    """Tell a replay of a newer version from one in which the names were changed.

    In the first the entries are bound to the set-up as it stands.
    """
    if not isinstance(error, UnknownSuite | UnknownRules) or len(frames) < 2:
        return
    try:
        bound = frames[1].signed.entry.log == start_hash(frames[0].payload)
    except EntryError:
        bound = False
    if bound:
        raise NotAReplay(
            text("It cannot be read by this version. {reason}", reason=sentence_of(error))
        )


class _Reader:
    """Reads entries in the file's order, which must be the log's."""

    def __init__(self, log: Log, watch: Watcher) -> None:
        self.log = log
        self._watch = watch
        self.good = 0
        self._frames: dict[tuple[int, int], int] = {}  # by step and author: the frame's number
        self._digests: set[bytes] = set()
        self._here: list[SignedEntry] = []  # what was read of the current step
        self._last: list[SignedEntry] = []  # and of the one before

    def read(self, frames: tuple[Frame, ...]) -> Fault | None:
        """Fold *frames* until the first that is wrong; return what is wrong with it."""
        for number, frame in enumerate(frames):
            fault = self._read_one(frame)
            if fault is not None:
                if fault.proven:
                    return fault
                return self._proven_by(frames[number:]) or fault
            self.good += 1
        return None

    def _read_one(self, frame: Frame) -> Fault | None:
        log, signed = self.log, frame.signed
        author: int | None = None
        try:
            entry = signed.entry
            if entry.author < len(log.setup.players):
                author = entry.author
            step = log.step
            if self._answers_claim(signed):
                step -= 1  # which it makes to end otherwise
                self._here, misplaced = self._last, None
            else:
                misplaced = self._misplaced(signed)
            if entry.step > log.step:
                log.check(signed)  # and not received: the state is that of what is in its place
                events = []
            else:
                events = log.receive(signed)
        except (EntryError, StrayEntry) as error:
            return Fault(frame.index, author, sentence_of(error), proven=False)
        for event in events:
            if isinstance(event, Breach):
                self._watch(frame.index, step, [event], log)
                return Fault(frame.index, event.author, event.reason, proven=True)
            if isinstance(event, Forked):
                reason = text("It does not follow the log before it.")
                return Fault(frame.index, author, reason, proven=False)
        self._here = [*self._here, signed]
        misplaced = misplaced or self._end_steps(step)
        if misplaced:
            return Fault(frame.index, author, misplaced, proven=False)
        self._frames[step, entry.author] = frame.index
        self._digests.add(signed.digest)
        self._watch(frame.index, step, events, log)
        return None

    def _end_steps(self, first: int) -> Text | None:
        """Go on to the log's step; say so if what was read is not what those before it hold."""
        log = self.log
        if log.step > first:
            complete = [e for number in range(first, log.step) for e in log.complete_step(number)]
            read, self._here, self._last = self._here, [], self._here
            if read != complete:
                return _MISPLACED
        return None

    def _answers_claim(self, signed: SignedEntry) -> bool:
        """Whether the step before has ended by a claim, and this is the accused's own of it.

        Two who have waited for each other are both out of time: the first claim looks like all.
        """
        entry, number = signed.entry, self.log.step - 1
        before = [other.entry for other in self._last]
        return (
            entry.type is EntryType.TIMEOUT
            and entry.step == number
            and before[-1].author < entry.author
            and any(other.type is EntryType.TIMEOUT for other in before)
        )

    def _misplaced(self, signed: SignedEntry) -> Text | None:
        """Say why *signed* may not stand here, if so."""
        log, entry = self.log, signed.entry
        if signed.digest in self._digests:
            return text("It stands there a second time.")
        if log.complete:
            return text("It stands after the end of the deal.")
        if not self._is_next(entry):
            return _MISPLACED
        return None

    def _is_next(self, entry: Entry) -> bool:
        """Whether *entry* can be the next of the current step.

        A step holds its authors' entries, or the claims of all but one that its time is over; in
        both a leave can stand for somebody.  All are ordered by author.
        """
        before = [signed.entry for signed in self._here]
        if before and before[-1].author >= entry.author:
            return False
        if entry.type is EntryType.LEAVE:
            return entry.step <= self.log.step
        claims = {is_claim(other) for other in before if other.type is not EntryType.LEAVE}
        in_step = entry.step == self.log.step and claims <= {is_claim(entry)}
        return in_step and (is_claim(entry) or entry.author == min(self.log.missing()))

    def _proven_by(self, frames: tuple[Frame, ...]) -> Fault | None:
        """Look whether entries that are out of place prove a breach by themselves.

        So do two entries of one author for one step, even for a step that never came.
        """
        seen = [*self.log.entries(), *self.log.claims(0)]
        for frame in frames:
            signed = frame.signed
            try:
                self.log.check(signed)
                if any(contradict(other, signed) for other in seen):
                    reason = text("Two entries are signed for one step.")
                    return Fault(frame.index, signed.entry.author, reason, proven=True)
            except (EntryError, StrayEntry, CodecError):
                continue
            seen.append(signed)
        return None

    def false_claims(self) -> Iterator[Fault]:
        """Yield what was said falsely of hidden hands, as the opened deck shows."""
        for claim in self.log.state.false_claims:
            frame = self._frames[claim.step, claim.author]
            yield Fault(frame, claim.author, self._claim_text(claim), proven=True)

    def _claim_text(self, claim: FalseClaim) -> Text:
        if claim.card is None:
            return text("It passes at once, although its author had to draw a card before.")
        card = CardText(claim.card)
        if claim.step in self.log.state.answer_steps:
            return text(
                'It says "none" to the question for {card}, which its author held.', card=card
            )
        return text("It draws or passes, although its author held {card}, which fits.", card=card)
