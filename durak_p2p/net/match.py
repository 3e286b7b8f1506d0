"""A match between peers: feeds each deal's log, plays our seat, passes entries on."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import BinaryIO, Protocol, TypeVar, cast

import trio

from durak_p2p.crypto import Identity
from durak_p2p.game import (
    Breach,
    EntryError,
    EntryType,
    Event,
    Log,
    Player,
    Setup,
    SignedEntry,
    StrayEntry,
    next_setup,
)
from durak_p2p.net import limits
from durak_p2p.net.link import Link
from durak_p2p.net.mesh import Mesh
from durak_p2p.net.messages import Carry, Have, MessageError
from durak_p2p.net.news import AwayNews, BackNews, DealNews, LeftNews, News
from durak_p2p.replay import ReplayWriter
from durak_p2p.rules import Move, RuleError, View

logger = logging.getLogger(__name__)
T = TypeVar("T")

# Checking these takes milliseconds to tens of them: it is done beside, so that links stay alive.
_SLOW = frozenset({EntryType.REVEAL, EntryType.SHUFFLE, EntryType.SHARES, EntryType.OPEN})
_MOST_EARLY = 512  # entries of a next deal that are kept until ours is complete


class Chooser(Protocol):
    """Whoever decides our moves: a person at a terminal, or a computer player."""

    async def choose(self, view: View, refusal: str | None) -> Move:
        """Return a move; *refusal* says why the one before was not possible."""


class PlayerLeft(Exception):
    """A player has left in the middle of a deal, which cannot go on without it."""


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
    ) -> None:
        self.logs: dict[bytes, Log] = {}  # of all deals so far, by the deal's name
        self._identity = identity
        self._mesh = mesh
        self._chooser = chooser
        self._tell = tell
        self._open_replay = open_replay
        self._names = {player.key: player.name for player in setup.players}
        self._others = self._names.keys() - {identity.public_key}
        self._player = self._sit(setup)
        self._lock = trio.Lock()  # whoever holds it may change the current log
        self._changed = trio.Event()
        self._choosing = trio.CancelScope()
        self._seen: set[bytes] = set()  # digests of the current deal's entries
        self._early: list[SignedEntry] = []
        self._told: dict[bytes, Have] = {}  # what each peer last said that it has
        self._left: set[bytes] = set()
        self._away: set[bytes] = set()

    def _sit(self, setup: Setup) -> Player:
        player = Player(setup, self._identity)
        self.logs[setup.deal] = player.log
        return player

    @property
    def log(self) -> Log:
        """The current deal's log."""
        return self._player.log

    def view(self) -> View | None:
        """Return what we may see of the current deal, or None before its cards are dealt."""
        return self._player.view()

    def plays(self, key: bytes) -> bool:
        """Return whether the peer with *key* is one of the match's players."""
        return key in self._names

    async def run(self) -> list[Log]:
        """Play to the end of the match, or until a player breaks the protocol.

        Returns the logs of all deals.  Raises :class:`PlayerLeft`.
        """
        while True:
            await self._play_deal()
            if self.log.breach is not None or self.log.setup.number == self.log.setup.deals:
                break
            self._player = self._sit(next_setup(self.log))
            self._seen = set()
            early, self._early = self._early, []
            for signed in early:
                await self._take_early(signed)
            self.announce()
        await self._linger()
        return list(self.logs.values())

    async def _take_early(self, signed: SignedEntry) -> None:
        """Take an entry that came before its deal; who carried it is not known any more."""
        try:
            await self.take(signed, None)
        except MessageError:
            logger.debug("an early entry was none")

    # -- our own entries -----------------------------------------------------------------------

    async def _play_deal(self) -> None:
        with self._open_replay(self.log.setup) as file:
            writer = ReplayWriter(file, self.log)
            try:
                while not self.log.closed:
                    changed = self._changed
                    writer.catch_up()
                    if not await self._write_own():
                        await changed.wait()
            finally:
                writer.finish()

    async def _write_own(self) -> bool:
        """Write the entry that the log waits for, if it is ours; return whether it was."""
        if self._player.has_word:
            signed = await self._choose()
        else:
            async with self._lock:
                signed = await self._beside(self._player.owed)
        if signed is None:
            self._check_left()
            return False
        await self.take(signed, None)
        return True

    async def _choose(self) -> SignedEntry | None:
        refusal: str | None = None
        with trio.CancelScope() as self._choosing:
            while True:
                view = self._player.view()
                assert view is not None
                move = await self._chooser.choose(view, refusal)
                try:
                    return self._player.move(move)
                except RuleError as error:
                    refusal = str(error)
        return None  # the deal was closed while we were choosing

    def _check_left(self) -> None:
        waited = self.log.missing() & {
            author
            for author, player in enumerate(self.log.setup.players)
            if player.key in self._left
        }
        if waited:
            raise PlayerLeft(f"{self.log.state.name(min(waited))} has left, and the deal with it.")

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
            if deal != self.log.setup.deal:
                if deal not in self.logs and len(self._early) < _MOST_EARLY:
                    self._early.append(signed)
                return
            async with self._lock:
                if signed.digest in self._seen:
                    return
                events = await self._beside(self.log.receive, signed)
                self._seen.add(signed.digest)
        except EntryError as error:
            raise MessageError(str(error)) from error
        except StrayEntry:
            return
        self._mesh.broadcast(Carry(signed), but=source)
        self._report(events)

    def _report(self, events: list[Event]) -> None:
        for event in events:
            self._tell(DealNews(self.log, event))
            if isinstance(event, Breach):
                self._choosing.cancel()
        self._wake()

    def _wake(self) -> None:
        self._changed.set()
        self._changed = trio.Event()

    def have(self) -> Have:
        """Return what we have of the current deal."""
        log = self.log
        authors = sum(1 << author for author in log.present())
        return Have(log.setup.deal, log.step, authors, log.state.log)

    def announce(self) -> None:
        """Tell everybody what we have."""
        self._mesh.broadcast(self.have())

    def hear(self, have: Have, link: Link) -> None:
        """Send the peer what it lacks."""
        if have.deal in self.logs:
            self._told[link.key] = have
            log = self.logs[have.deal]
            if have.step <= log.step:
                forked = have.log != log.hash_before(have.step)
                for signed in log.entries(0 if forked else have.step):
                    entry = signed.entry
                    there = entry.step == have.step and have.authors >> entry.author & 1
                    if forked or not there:
                        link.send(Carry(signed))
            if log.breach is not None:
                for signed in log.breach.evidence:
                    link.send(Carry(signed))
        self._wake()

    # -- who is there --------------------------------------------------------------------------

    def joined(self, link: Link) -> None:
        """A link to a player is there."""
        link.send(self.have())
        if link.key in self._away:
            self._away.remove(link.key)
            self._tell(BackNews(self._names[link.key]))

    def lost(self, link: Link) -> None:
        """A link to a player is gone."""
        key = link.key
        if key not in self._away and key not in self._left and not self._finished():
            self._away.add(key)
            self._tell(AwayNews(self._names[key]))

    def left(self, key: bytes) -> None:
        """A player says that it leaves."""
        if key in self._names and key not in self._left:
            self._left.add(key)
            if not self._finished():
                self._tell(LeftNews(self._names[key]))
        self._wake()

    def _finished(self) -> bool:
        return self.log.closed and self.log.setup.number == self.log.setup.deals

    async def _linger(self) -> None:
        """Stay for those who may lack something, until all have said that they have it."""
        self.announce()
        with trio.move_on_after(limits.LINGER):
            while not all(key in self._left or self._has_all(key) for key in self._others):
                await self._changed.wait()

    def _has_all(self, key: bytes) -> bool:
        told, log = self._told.get(key), self.log
        return told is not None and told.deal == log.setup.deal and told.step >= log.step
