"""A match between peers: feeds each deal's log, plays our seat, passes entries on."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import BinaryIO, TypeVar, cast

import trio

from durak_p2p import limits
from durak_p2p.crypto import Identity
from durak_p2p.game import (
    Breach,
    EntryError,
    EntryType,
    Event,
    Forked,
    Log,
    Player,
    Setup,
    SignedAccusation,
    SignedEntry,
    StrayEntry,
    next_setup,
)
from durak_p2p.game.steps import CloseStep, MoveStep
from durak_p2p.net.early import EarlyEntries
from durak_p2p.net.link import Link
from durak_p2p.net.mesh import Mesh
from durak_p2p.replay import ReplayWriter
from durak_p2p.rules import NotYourWord, RuleError, View
from durak_p2p.rules.choice import Deliberate
from durak_p2p.rules.family import AnyView, seats_in
from durak_p2p.rules.moves import accuse
from durak_p2p.table.accusing import Accusations
from durak_p2p.table.catching_up import have_of, lacking
from durak_p2p.table.chooser import Chooser
from durak_p2p.table.errors import PlayerLeft, ReplayLost
from durak_p2p.table.messages import Accuse, Carry, Have, MessageError
from durak_p2p.table.news import DealNews, News, StandingsNews
from durak_p2p.table.presence import Presence

logger = logging.getLogger(__name__)
T = TypeVar("T")

# Checking these takes milliseconds to tens of them: it is done beside, so that links stay alive.
_SLOW = frozenset({EntryType.REVEAL, EntryType.SHUFFLE, EntryType.SHARES, EntryType.OPEN})


class Match:
    """All deals of one match, as one of its players."""

    def __init__(
        self,
        setup: Setup,
        identity: Identity,
        mesh: Mesh,
        chooser: Chooser,
        tell: Callable[[News], None],
        open_replay: Callable[[Setup], BinaryIO],
        early: EarlyEntries,
    ) -> None:
        """*early* are the entries that came before the match was known."""
        self.logs: dict[bytes, Log] = {}  # of all deals so far, by the deal's name
        self._identity = identity
        self._mesh = mesh
        self._chooser = chooser
        self._tell = tell
        self._open_replay = open_replay
        self._presence = Presence(setup.players, tell)
        self._player = self._sit(setup)
        self._have = have_of(self.log)
        self._view: AnyView | None = None
        self._lock = trio.Lock()  # whoever holds it may change the current log
        self._changed = trio.Event()
        self._choosing = trio.CancelScope()
        self._seen: set[bytes] = set()  # digests of the current deal's entries
        self._forked: set[int] = set()  # authors who follow another log than we, in this deal
        self._early = early
        self._accusations = Accusations()
        self._looked_at: object = None  # what the chooser has looked at, to accuse or not
        self._told: dict[bytes, Have] = {}  # what each peer last said that it has

    def _sit(self, setup: Setup) -> Player:
        player = Player(setup, self._identity)
        self.logs[setup.deal] = player.log
        return player

    @property
    def log(self) -> Log:
        """The current deal's log."""
        return self._player.log

    def view(self) -> AnyView | None:
        """Return what we may see of the current deal, or None before its cards are dealt.

        While an entry is being checked that is what we saw before.
        """
        if not self._lock.locked():
            self._view = self._player.view()
        return self._view

    async def run(self) -> None:
        """Play to the end of the match, or until a player breaks the protocol.

        Raises :class:`PlayerLeft` or :class:`ReplayLost`.
        """
        await self._take_early()
        while True:
            self.announce()
            await self._play_deal()
            if self.log.complete and self.log.setup.deals > 1:
                self._tell(StandingsNews(tuple(self.logs.values())))
            coming = None if self._broken else next_setup(self.log)
            if coming is None:
                break
            async with self._lock:
                self._player = self._sit(coming)
                self._have = have_of(self.log)
                self._seen = set()
                self._forked = set()
                self._accusations.begin_deal()
            await self._take_early()
        self.part()
        await self._linger()

    @property
    def _broken(self) -> bool:
        """Whether a player broke the protocol, in this deal or (found out late) in one before."""
        return any(log.breach is not None for log in self.logs.values())

    async def _take_early(self) -> None:
        """Take the entries that came before their deal; who carried them does not matter now."""
        for signed in self._early.take():
            try:
                await self.take(signed, None)
            except MessageError:
                logger.debug("an early entry was none")

    # -- our own entries -----------------------------------------------------------------------

    async def _play_deal(self) -> None:
        try:
            with self._open_replay(self.log.setup) as file:
                writer = ReplayWriter(file, self.log)
                try:
                    await self._play_and_write(writer)
                finally:
                    # An entry may still be in the checking: let that end first.
                    with trio.CancelScope(shield=True):
                        async with self._lock:
                            writer.finish()
        except OSError as error:
            what = error.strerror or str(error)
            where = f" {error.filename}" if error.filename else ""
            raise ReplayLost(f"The replay{where} cannot be written: {what}.") from error

    async def _play_and_write(self, writer: ReplayWriter) -> None:
        while True:
            async with self._lock:
                if self.log.closed or self._broken:
                    return
                self._check_left()
                changed = self._changed
                writer.catch_up()
            if not await self._write_own():
                await changed.wait()

    async def _write_own(self) -> bool:
        """Write the entry that the log waits for, if it is ours; return whether it was."""
        async with self._lock:
            signed = await self._beside(self._player.owed)
            if signed is None:
                signed = self._own_accusation() or self._accusations.next_hearing(self._player)
            choosing = signed is None and self._player.has_word
        if choosing:
            signed = await self._choose()
        if signed is None:
            return False
        await self.take(signed, None)
        return True

    async def _choose(self) -> SignedEntry | None:
        refusal: str | None = None
        with trio.CancelScope() as self._choosing:
            while True:
                view = self._player.view()
                assert view is not None
                choice = await self._chooser.choose(view, refusal)
                try:
                    if isinstance(choice, Deliberate):
                        return self._player.move(choice.move, cheating=True)
                    return self._player.move(choice)
                except RuleError as error:
                    refusal = str(error)
        return None  # the deal was closed, somebody left or accused, while we were choosing

    # -- accusations -----------------------------------------------------------------------------

    def accuse(self, seat: int) -> None:
        """Accuse a seat of cheating, whoever has the word.  Raises a ``RuleError``."""
        if self._lock.locked():
            raise NotYourWord("Just now nobody can be accused; try again.")
        if self._accusations.own is None:
            self._accusations.say(self._player.accuse(seat))
            self._say_own_accusation()
            if self._player.has_word:  # as a bout closes it takes the place of our `done`
                self._choosing.cancel()
            self._wake()

    def _say_own_accusation(self) -> None:
        if self._accusations.own is not None:
            self._mesh.broadcast(Accuse(self._accusations.own))

    def _own_accusation(self) -> SignedEntry | None:
        """Return our entry that accuses, if we have the word, or the bout closes, and want to."""
        self._look()
        said, state = self._accusations.own, self.log.state
        if said is None or not isinstance(state.step, CloseStep) or not self._player.has_word:
            return None
        try:
            return self._player.move(accuse(state.seat_of(said.accusation.accused)))
        except RuleError:
            return None  # it has become moot

    def _look(self) -> None:
        """Let the chooser look at what lies there, once, and accuse."""
        view = self._player.view()
        if not isinstance(view, View) or view.rules.cheating == "none":
            return
        sight = (self.log.setup.number, view.bout, view.table)
        if sight == self._looked_at or self._accusations.own is not None:
            return
        self._looked_at = sight
        seat = self._chooser.accuses(view)
        if seat is None:
            return
        try:
            self._accusations.say(self._player.accuse(seat))
        except RuleError as error:
            logger.debug("an accusation was not possible: %s", error)
        else:
            self._say_own_accusation()

    async def hear_accusation(self, signed: SignedAccusation, source: Link) -> None:
        """Keep what somebody says, pass it on, and take it into the log if we have the word.

        Raises ``MessageError`` if it is forged: the carrier's fault.
        """
        async with self._lock:
            new = self._accusations.keep(self.log, signed)
            has_word = isinstance(self.log.state.step, MoveStep) and self._player.has_word
        if new:
            self._mesh.broadcast(Accuse(signed), but=source)
            if has_word:
                self._choosing.cancel()
            self._wake()

    # -- who is needed -----------------------------------------------------------------------------

    def _check_left(self) -> None:
        """Raise :class:`PlayerLeft` if the deal needs a player who has left."""
        if missed := self._needed() & self._gone():
            raise PlayerLeft(
                f"{self.log.state.name(min(missed))} has left, and the deal ends unfinished."
            )

    def _needed(self) -> frozenset[int]:
        """Return the authors without whom the deal cannot go on, now or later."""
        state = self.log.state
        if state.deal is None:
            return frozenset(range(len(state.setup.players)))
        if state.result is not None:
            return self.log.missing()
        return frozenset(state.seats[seat] for seat in seats_in(state.deal))

    def _gone(self) -> frozenset[int]:
        """Return the authors who have left; of those ahead of us others may know the rest."""
        log = self.log
        return frozenset(
            author
            for author, player in enumerate(log.setup.players)
            if player.key in self._presence.left and not self._ahead_of_us(player.key)
        )

    def _ahead_of_us(self, key: bytes) -> bool:
        told = self._told.get(key)
        return told is not None and told.deal == self.log.setup.deal and told.step > self.log.step

    async def _beside(self, function: Callable[..., T], *arguments: SignedEntry) -> T:
        """Call *function*, in a thread if the current step is one that takes long."""
        step = self.log.state.step
        if step is None or step.type not in _SLOW:
            return function(*arguments)
        return cast(T, await trio.to_thread.run_sync(function, *arguments))

    # -- entries and what is missing -----------------------------------------------------------

    async def take(self, signed: SignedEntry, source: Link | None) -> None:
        """Take an entry, and pass it on if it is new.

        Raises ``MessageError`` if the bytes are no entry or not signed: the carrier's fault.
        """
        try:
            deal = signed.entry.deal
            if deal not in self.logs:
                self._early.keep(signed, source)
                return
            async with self._lock:
                if deal == self.log.setup.deal and signed.digest in self._seen:
                    return
                log = self.logs[deal]
                events = await self._beside(log.receive, signed)
                if log is not self.log and not events:
                    return
                if self._forks_again(events):
                    return
                self._seen.add(signed.digest)
                self._have = have_of(self.log)
                self._accusations.tidy(self.log)
        except EntryError as error:
            raise MessageError(str(error)) from error
        except StrayEntry:
            return
        self._mesh.broadcast(Carry(signed), but=source)
        self._presence.heard(log.setup.players[signed.entry.author].key)
        self._report(log, events)

    def _forks_again(self, events: list[Event]) -> bool:
        """Whether all that happened is that an author follows another log, as we know already."""
        forks = [event.entry.entry.author for event in events if isinstance(event, Forked)]
        return len(forks) == len(events) > 0 and self._forked.issuperset(forks)

    def _report(self, log: Log, events: list[Event]) -> None:
        for event in events:
            self._tell(DealNews(log, event))
            if isinstance(event, Breach):
                self._choosing.cancel()
            elif isinstance(event, Forked) and log is self.log:
                self._forked.add(event.entry.entry.author)
                self.announce()  # exchanging logs shows who has signed what
        self._wake()

    def _wake(self) -> None:
        self._changed.set()
        self._changed = trio.Event()

    def announce(self) -> None:
        """Tell everybody what we have."""
        self._mesh.broadcast(self._have)
        self._say_own_accusation()
        for log in self.logs.values():
            for signed in log.breach.evidence if log.breach is not None else ():
                self._mesh.broadcast(Carry(signed))

    async def hear(self, have: Have, link: Link) -> None:
        """Send the peer what it lacks; raises ``FrameError`` if it asks for too much."""
        if have.deal in self.logs:
            self._told[link.key] = have
            if not link.behind:
                async with self._lock:
                    entries = lacking(self.logs[have.deal], have)
                for signed in entries:
                    link.charge(len(signed.raw))
                    link.send(Carry(signed))
        self._wake()

    # -- who is there --------------------------------------------------------------------------

    def part(self) -> None:
        """We are going: who else comes and goes is no news any more."""
        self._presence.over = True

    def joined(self, link: Link) -> None:
        """A link to a player is there."""
        link.send(self._have)
        if self._accusations.own is not None:
            link.send(Accuse(self._accusations.own))
        self._presence.heard(link.key)

    def lost(self, link: Link) -> None:
        """A link to a player is gone."""
        self._presence.lost(link.key)

    def left(self, key: bytes) -> None:
        """A player says that it leaves."""
        self._presence.leave(key)
        # While we choose nothing is being checked, so the log can be looked at.
        if not self._lock.locked() and self._needed() & self._gone():
            self._choosing.cancel()
        self._wake()

    async def _linger(self) -> None:
        """Stay for those who may lack something, until all have said that they have it."""
        self.announce()
        with trio.move_on_after(limits.LINGER):
            # Players whom we never met are served by those who carry their entries to us.
            while not all(key in self._presence.left or self._has_all(key) for key in self._told):
                await self._changed.wait()

    def _has_all(self, key: bytes) -> bool:
        told, log = self._told.get(key), self.log
        return told is not None and told.deal == log.setup.deal and told.step >= log.step
