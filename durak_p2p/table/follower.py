"""Whoever follows a match: keeps its logs, passes on what is new, gives others what they lack.

Without input or output: messages go to a `Wire`, news to a callback, replays to files that are
given, and the time comes with the calls, in seconds of any clock that only goes on.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import BinaryIO, Protocol

from durak_p2p.game import (
    Breach,
    EntryError,
    Event,
    Forked,
    Leaving,
    Log,
    Setup,
    SignedAccusation,
    SignedEntry,
    StrayEntry,
    next_setup,
)
from durak_p2p.game.steps import CloseStep, MoveStep
from durak_p2p.replay import ReplayWriter
from durak_p2p.system_errors import system_reason
from durak_p2p.table.accusing import Accusations
from durak_p2p.table.catching_up import have_of, lacking
from durak_p2p.table.early import EarlyEntries
from durak_p2p.table.errors import ReplayLost
from durak_p2p.table.keeping import Replays
from durak_p2p.table.messages import Accuse, Carry, Have, Message, MessageError
from durak_p2p.table.news import DealNews, News, StandingsNews
from durak_p2p.table.presence import Position, Presence
from durak_p2p.texts import sentence_of, text

logger = logging.getLogger(__name__)


class Wire(Protocol):
    """Where messages go."""

    def broadcast(self, message: Message, but: bytes | None = None) -> None:
        """Send to every peer that a link leads to, except *but* (the key of one)."""


@dataclass(frozen=True, slots=True)
class Judged:
    """An entry that a log has taken, and what came of it."""

    log: Log
    signed: SignedEntry
    events: list[Event]


class Follower:
    """All deals of one match, as whoever follows them sees them."""

    def __init__(
        self,
        log: Log,
        wire: Wire,
        tell: Callable[[News], None],
        replays: Replays,
        early: EarlyEntries,
        presence: Presence,
    ) -> None:
        """*log* is the current deal's; *early* are entries that came before it was known."""
        self.logs: dict[bytes, Log] = {}  # of all deals so far, by the deal's name
        self.presence = presence
        self.accusations = Accusations()
        self._wire = wire
        self._tell = tell
        self._replays = replays
        self._early = early
        self._step_began = (b"", -1, 0.0)  # deal, step, and since when it is waited for
        self._passed_on = b""  # digest of the last entry that was sent on unjudged
        self._told: dict[bytes, Have] = {}  # what each peer last said that it has
        self._came: set[bytes] = set()  # peers that have not said so since they came
        self._ahead: dict[bytes, Have] = {}  # what they said of deals that we do not know yet
        self._rewinds: dict[bytes, int] = {}  # of each deal's log when its replay was closed
        self._file: BinaryIO | None = None
        self._writer: ReplayWriter | None = None
        self._follow(log)

    def _follow(self, log: Log) -> None:
        """Go over to another deal."""
        self.log = log
        self.logs[log.setup.deal] = log
        self._seen: set[bytes] = set()  # digests of its entries
        self._forked: set[int] = set()  # authors who follow another log than we
        self.have = have_of(log)
        self.accusations.begin_deal()
        self._note_gone()
        for peer, have in list(self._ahead.items()):
            if have.deal == log.setup.deal:
                del self._ahead[peer]
                self.presence.stood((log.setup.number, have.step))
        self._open_replay()

    @property
    def broken(self) -> bool:
        """Whether a player broke the protocol, in this deal or (found out late) in one before."""
        return any(log.breach is not None for log in self.logs.values())

    @property
    def over(self) -> bool:
        """Whether nothing more will be played."""
        return self.broken or (self.log.complete and next_setup(self.log) is None)

    # -- entries ---------------------------------------------------------------------------------

    def take(self, signed: SignedEntry, source: bytes | None, now: float) -> None:
        """Judge an entry and do what follows; as :meth:`judge` and :meth:`heed`."""
        judged = self.judge(signed, source)
        if judged is not None:
            self.heed(judged, source, now)

    def pass_on(self, signed: SignedEntry, source: bytes | None) -> None:
        """Send on at once what the current step waits for, where :meth:`judge` takes long.

        Everybody judges it; here it is only seen to that its author has signed it.  Raises
        ``MessageError`` if not: the fault of the carrier, the peer *source*.
        """
        log = self.log
        try:
            entry = signed.entry
            expected = (log.setup.deal, log.step, log.state.log)
            if (entry.deal, entry.step, entry.log) != expected or entry.author not in log.missing():
                return
            log.check(signed)
        except EntryError as error:
            raise MessageError(sentence_of(error)) from error
        self._passed_on = signed.digest
        self._wire.broadcast(Carry(signed), source)

    def judge(self, signed: SignedEntry, source: bytes | None) -> Judged | None:
        """Let the log take an entry that the peer *source* brought; None if it brings nothing new.

        This is the part that can take long. It touches nothing but the log, and what came early
        for a deal that has not begun: it may be done in a thread.  Raises ``MessageError`` if the
        bytes are no entry, or not signed: the carrier's fault.
        """
        try:
            deal = signed.entry.deal
            if deal == self.log.setup.deal and signed.digest in self._seen:
                return None
            log = self.logs.get(deal)
            if log is None:
                if source is not None:
                    self._early.keep(signed, source)
                return None
            if log.breach is not None or (log is not self.log and log.knows(signed)):
                return None  # a broken log takes nothing more, and has not even looked at it
            events = log.receive(signed)
        except EntryError as error:
            raise MessageError(sentence_of(error)) from error
        except StrayEntry:
            return None
        if self._forks_again(events):
            return None
        return Judged(log, signed, events)

    def heed(self, judged: Judged, source: bytes | None, now: float) -> None:
        """Do what follows from an entry: pass it on, write it down, tell of it."""
        log, signed = judged.log, judged.signed
        if log is self.log:
            self._seen.add(signed.digest)
            self.have = have_of(log)
            self.accusations.tidy(log)
        if signed.digest != self._passed_on:
            self._wire.broadcast(Carry(signed), source)
        author, step = signed.entry.author, signed.entry.step
        self._note_gone()
        self.presence.heard(log.setup.players[author].key, now, (log.setup.number, step))
        self._write_replay()
        self._write_again(log)
        for event in judged.events:
            self._report(log, event, now)

    def _forks_again(self, events: list[Event]) -> bool:
        """Whether all that happened is that an author follows another log, as we know already."""
        forks = [event.entry.entry.author for event in events if isinstance(event, Forked)]
        return len(forks) == len(events) > 0 and self._forked.issuperset(forks)

    def _report(self, log: Log, event: Event, now: float) -> None:
        self._tell(DealNews(log, event))
        if isinstance(event, Breach) and (log is not self.log or log.complete):
            self._write_whole(log)
        elif isinstance(event, Forked) and log is self.log:
            self._forked.add(event.entry.entry.author)
            self.announce()  # exchanging logs shows who has signed what
        elif isinstance(event, Leaving):
            self.presence.leave(log.setup.players[event.author].key, told=True)

    # -- who is there ----------------------------------------------------------------------------

    def joined(self, key: bytes, now: float) -> None:
        """A link to a peer is there."""
        if self.presence.plays(key):
            self._came.add(key)
        self.presence.joined(key, now)

    def lost(self, key: bytes, now: float) -> None:
        """The link to a peer is gone."""
        self._came.discard(key)
        self._ahead.pop(key, None)
        self.presence.lost(key, now, self._here)

    def note_standing(self, have: Have, peer: bytes) -> None:
        """Note how far a peer was when it came: entries up to there may be long written."""
        if peer not in self._came:
            return
        self._came.remove(peer)
        log = self.logs.get(have.deal)
        if log is None:
            self._ahead[peer] = have
        else:
            self.presence.stood((log.setup.number, have.step))

    @property
    def _here(self) -> Position:
        return self.log.setup.number, self.log.step

    def stays(self, key: bytes) -> bool:
        """Whether a player has a part in the current deal, and has not gone from it for good."""
        return key not in self.presence.gone and not any(
            player.key == key and self.log.leaves_now(author)
            for author, player in enumerate(self.log.setup.players)
        )

    def _note_gone(self) -> None:
        """Note who of the match's players has no part any more, as we know by now."""
        playing = {player.key for player in self.log.setup.players}
        departed = {self.log.setup.players[author].key for author in self.log.state.departed}
        self.presence.gone = self.presence.players - (playing - departed)

    # -- from deal to deal -----------------------------------------------------------------------

    def end_deal(self) -> Setup | None:
        """Close the replay of a deal that is over; return the next deal's set-up, if there is one.

        Call :meth:`begin_deal` with it.
        """
        self.close_replay()
        whole = any(log.setup.number == 1 for log in self.logs.values())  # we came for the first
        if self.log.complete and self.log.setup.deals > 1 and whole:
            self._tell(StandingsNews(tuple(self.logs.values())))
        return next_setup(self.log) if self.log.complete and not self.broken else None

    def begin_deal(self, setup: Setup, now: float) -> None:
        """Go on with the next deal."""
        self._follow(Log(setup))
        self.presence.begin_deal(setup, now)
        self.take_early(now)

    def take_early(self, now: float) -> None:
        """Take the entries that came before their deal; who carried them does not matter now."""
        for signed in self._early.take():
            try:
                self.take(signed, None, now)
            except MessageError:
                logger.debug("an early entry was none")

    # -- time ------------------------------------------------------------------------------------

    def waited(self, now: float) -> float:
        """Return for how many seconds the current step has been waited for, as we know."""
        here = self.log.setup.deal, self.log.step
        if self._step_began[:2] != here:
            self._step_began = (*here, now)
        return now - self._step_began[2]

    def seconds_left(self, now: float) -> float | None:
        """Return how long who has the word may still think, in seconds; None: without limit."""
        limit = self.log.setup.rules.turn_seconds
        if limit is None or not isinstance(self.log.state.step, MoveStep | CloseStep):
            return None
        return max(0.0, limit - self.waited(now))

    # -- accusations -----------------------------------------------------------------------------

    def hear_accusation(self, signed: SignedAccusation, source: bytes) -> bool:
        """Keep what somebody says and pass it on; whether it is new.

        Raises ``MessageError`` if it is forged: the carrier's fault.
        """
        new = self.accusations.keep(self.log, signed)
        if new:
            self._wire.broadcast(Accuse(signed), source)
        return new

    # -- what is missing -------------------------------------------------------------------------

    def announce(self) -> None:
        """Tell everybody what we have, and what must not get lost."""
        self._wire.broadcast(self.have)
        for log in self.logs.values():
            for signed in log.breach.evidence if log.breach is not None else ():
                self._wire.broadcast(Carry(signed))

    def hear(self, have: Have, peer: bytes) -> list[Carry | Have]:
        """Return what a peer is to be sent that has what it says: what it lacks.

        Where it has come to a deal that we do not know, or to something else than we in an earlier
        one, it is told what we have of that: claims about a step that we have gone beyond wait for
        our answer, or have taken the step back.
        """
        self.note_standing(have, peer)
        log = self.logs.get(have.deal)
        if log is None:
            finished = [log for log in self.logs.values() if log.complete and log.breach is None]
            return [have_of(finished[-1])] if finished else []
        if self.presence.plays(peer):  # what spectators lack keeps nobody
            self._told[peer] = have
        answers: list[Carry | Have] = [Carry(signed) for signed in lacking(log, have)]
        if log is not self.log and log.breach is None and have != have_of(log):
            answers.append(have_of(log))
        return answers

    def all_have_all(self) -> bool:
        """Whether everybody who may come for it has all that we have, as far as we were told.

        Who has only lost its link may come back for the last entries, which nobody else need have.
        """
        return bool(self._told) and self._have_all(self._told)

    def _have_all(self, keys: Iterable[bytes]) -> bool:
        """Whether these players have told that they have all, or need it no more."""
        log = self.log
        gone = {log.setup.players[author].key for author in log.state.departed}
        missing = {*keys} - gone - self.presence.left
        told = [self._told.get(key) for key in missing]
        return all(
            have is not None and have.deal == log.setup.deal and have.step >= log.step
            for have in told
        )

    # -- the replay ------------------------------------------------------------------------------

    def _open_replay(self) -> None:
        try:
            file = self._replays.reopen(self.log.setup)
            self._writer = None if file is None else ReplayWriter.reopen(file, self.log)
            if self._writer is None:
                if file is not None:
                    file.close()
                file = self._replays.create(self.log.setup)
                self._writer = ReplayWriter(file, self.log)
            self._file = file
        except OSError as error:
            raise _lost(error) from error
        self._write_replay()

    def _write_replay(self) -> None:
        if self._writer is None:
            return
        try:
            self._writer.catch_up()
        except OSError as error:
            raise _lost(error) from error

    def close_replay(self) -> None:
        """Finish the current deal's replay, once.  Raises :class:`ReplayLost`."""
        if self._writer is None or self._file is None:
            return
        writer, file = self._writer, self._file
        self._writer = self._file = None
        self._rewinds[self.log.setup.deal] = self.log.rewinds
        try:
            with file:
                writer.finish()
        except OSError as error:
            raise _lost(error) from error

    def _write_again(self, log: Log) -> None:
        """Write a deal's replay again if steps of it were taken back after it was closed."""
        closed_at = self._rewinds.get(log.setup.deal, 0)
        if log.rewinds > closed_at and log.complete:
            self._rewinds[log.setup.deal] = log.rewinds
            self._write_whole(log)

    def _write_whole(self, log: Log) -> None:
        """Write the replay of a deal again that was over, and turns out to be another."""
        if log is self.log and self._writer is not None:
            return  # it goes into the replay that is open
        try:
            with self._replays.create(log.setup) as file:
                ReplayWriter(file, log).finish()
        except OSError as error:
            raise _lost(error) from error


def _lost(error: OSError) -> ReplayLost:
    why = system_reason(error)
    if not error.filename:
        return ReplayLost(text("The replay cannot be written: {why}.", why=why))
    path = str(error.filename)
    return ReplayLost(text("The replay {path} cannot be written: {why}.", path=path, why=why))
