"""A match under trio: asks whoever decides our moves, and does what takes long in threads."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import TypeVar, cast

import trio

from durak_p2p import limits
from durak_p2p.game import EntryError, EntryType, SignedAccusation, SignedEntry
from durak_p2p.game.steps import MoveStep
from durak_p2p.net.link import Link
from durak_p2p.rules import NotYourWord, RuleError
from durak_p2p.rules.family import AnyView
from durak_p2p.table.chooser import Chooser
from durak_p2p.table.errors import TableError
from durak_p2p.table.match import Match
from durak_p2p.table.messages import Accuse, Carry, Have
from durak_p2p.texts import sentence_of, text

logger = logging.getLogger(__name__)
T = TypeVar("T")

# Making or checking these takes milliseconds to tens of them: it is done beside, so that links
# and screens stay alive.
_SLOW = frozenset(
    {EntryType.REVEAL, EntryType.SHUFFLE, EntryType.SHARES, EntryType.OPEN, EntryType.LEAVE}
)


class MatchTask:
    """Plays a match to its end."""

    def __init__(self, match: Match, chooser: Chooser) -> None:
        self.match = match
        self._chooser = chooser
        self._lock = trio.Lock()  # whoever holds it may change the match
        self._changed = trio.Event()
        self._choosing = trio.CancelScope()
        self._looked_at: object = None  # what the chooser has looked at, to accuse or not
        self._is_beside = False  # the match is in the hands of another thread
        self._view: AnyView | None = None
        self._deadline: float | None = None
        self._leaving = False
        self._ends_deal = False  # by our leaving
        self._failure: TableError | None = None
        self._scope = trio.CancelScope()

    @property
    def is_over(self) -> bool:
        """Whether nothing is left for us to play: the match is over, or we have left it."""
        return self._leaving or self.match.over

    def view(self) -> AnyView | None:
        """Return what we may see of the current deal, or None before its cards are dealt.

        While an entry is being checked that is what we saw before.
        """
        if not self._is_beside:
            self._view = self.match.view()
        return self._view

    def deadline(self) -> float | None:
        """Return when the time of who has the word is over, by the clock of trio; None: never.

        While an entry is being checked that is what it was before.
        """
        if not self._is_beside:
            now = trio.current_time()
            left = self.match.seconds_left(now)
            self._deadline = None if left is None else now + left
        return self._deadline

    async def run(self) -> None:
        """Play to the end of the match, or until we leave it.  Raises a ``TableError``."""
        try:
            async with trio.open_nursery() as nursery:
                self._scope = nursery.cancel_scope
                nursery.start_soon(self._do, self._watch_time)
                await self._do(self._play_match)
                nursery.cancel_scope.cancel()
        finally:
            # An entry may still be in the checking: let that end first.
            with trio.CancelScope(shield=True):
                async with self._lock:
                    self.match.close_replay()
        if self._failure is not None:
            raise self._failure
        await self._linger()

    async def _do(self, task: Callable[[], Awaitable[None]]) -> None:
        try:
            await task()
        except TableError as error:
            self._fail(error)

    def _fail(self, error: TableError) -> None:
        """End everything: the table comes to nothing."""
        self._failure = self._failure or error
        self._scope.cancel()

    async def _play_match(self) -> None:
        while True:
            self.match.announce()
            await self._play_deal()
            if self._leaving:
                await self._see_the_end()
                return
            async with self._lock:
                coming = self.match.end_deal()
            if coming is None:
                return
            gone = self.match.gone()
            agreed = not gone or await self._chooser.plays_on(gone)
            async with self._lock:
                self.match.begin_deal(coming, trio.current_time())
                if not agreed:
                    self._leaving = True
                    self.match.leave(trio.current_time())
                    return
                if gone:
                    self.match.tell_asked()

    async def _play_deal(self) -> None:
        while True:
            async with self._lock:
                if self._leaving:
                    self._ends_deal |= self.match.leave(trio.current_time())
                if self.match.log.closed or self.match.stopped or self._leaving:
                    return
                changed = self._changed
            if not await self._write_own():
                await changed.wait()

    async def _see_the_end(self) -> None:
        """Stay a moment if our leaving ends the deal: our replay tells how, as the others' do."""
        with trio.move_on_after(limits.PARTING):
            while self._ends_deal and not (self.match.log.closed or self.match.presence.alone):
                changed = self._changed
                async with self._lock:
                    written = await self._write_owed()
                if not written:
                    await changed.wait()

    async def _write_own(self) -> bool:
        """Write the entry that the log waits for, if it is ours; return whether it was."""
        async with self._lock:
            self._look()
            if await self._write_owed():
                return True
            choosing = self.match.has_choice
        return choosing and await self._choose()

    async def _write_owed(self) -> bool:
        """Write an entry for which we have no choice; return whether there was one."""
        signed = await self._beside(self.match.owed)
        if signed is not None:
            await self._take(signed, None)
        return signed is not None

    async def _choose(self) -> bool:
        refusal: str | None = None
        with trio.CancelScope() as self._choosing:
            while True:
                async with self._lock:
                    view = self.match.view()
                    if self._leaving or view is None or not self.match.has_choice:
                        return False  # something has come in between
                choice = await self._chooser.choose(view, refusal)
                async with self._lock:
                    try:
                        self.match.choose(choice, trio.current_time())
                    except RuleError as error:
                        refusal = sentence_of(error)
                        continue
                return True
        return False

    # -- accusations -----------------------------------------------------------------------------

    def accuse(self, seat: int) -> None:
        """Accuse a seat of cheating, whoever has the word.  Raises a ``RuleError``."""
        if self._lock.locked():
            raise NotYourWord(text("Just now nobody can be accused; try again."))
        try:
            self.match.accuse(seat)
        except TableError as error:
            self._fail(error)
            return
        if self.match.has_choice:  # as a bout closes it takes the place of our `done`
            self._choosing.cancel()
        self._wake()

    def _look(self) -> None:
        """Let the chooser look at what lies there, once, and accuse."""
        sight = self.match.sight
        if sight is None or sight == self._looked_at:
            return
        self._looked_at = sight
        view = self.match.view()
        seat = None if view is None else self._chooser.accuses(view)
        if seat is None:
            return
        try:
            self.match.accuse(seat)
        except RuleError as error:
            logger.debug("an accusation was not possible: %s", error)

    async def hear_accusation(self, signed: SignedAccusation, source: Link) -> None:
        """Keep what somebody says, pass it on, and take it into the log if we have the word.

        Raises ``MessageError`` if it is forged: the carrier's fault.
        """
        async with self._lock:
            new = self.match.hear_accusation(signed, source.key)
            has_word = isinstance(self.match.log.state.step, MoveStep) and self.match.has_choice
        if new:
            if has_word:
                self._choosing.cancel()
            self._wake()

    # -- entries and what is missing -------------------------------------------------------------

    async def take(self, signed: SignedEntry, source: Link) -> None:
        """Take an entry that came by a link.

        Raises ``MessageError`` if the bytes are no entry or not signed: the carrier's fault.
        """
        async with self._lock:
            await self._take(signed, source.key)

    async def _take(self, signed: SignedEntry, source: bytes | None) -> None:
        if self._takes_long((signed,)):
            self.match.pass_on(signed, source)
        judged = await self._beside(self.match.judge, signed, source)
        if judged is None:
            return
        try:
            self.match.heed(judged, source, trio.current_time())
        except TableError as error:
            self._fail(error)
        if self.match.choice_is_moot:
            self._choosing.cancel()
        self._wake()

    async def hear(self, have: Have, link: Link) -> None:
        """Send the peer what it lacks; raises ``FrameError`` if it asks for too much."""
        async with self._lock:
            answers = self.match.hear(have, link.key)
        if not link.behind:
            for answer in answers:
                if isinstance(answer, Carry):
                    link.charge(len(answer.signed.raw))
                link.send(answer)
        self._wake()

    async def _beside(self, function: Callable[..., T], *arguments: object) -> T:
        """Call *function*, in a thread if what it does takes long."""
        if not self._takes_long(arguments):
            return function(*arguments)
        self.view()  # what is seen meanwhile
        self.deadline()
        self._is_beside = True
        try:
            return cast(T, await trio.to_thread.run_sync(function, *arguments))
        finally:
            self._is_beside = False

    def _takes_long(self, arguments: tuple[object, ...]) -> bool:
        step = self.match.log.state.step
        try:
            types = {given.entry.type for given in arguments if isinstance(given, SignedEntry)}
        except EntryError:
            return False
        return not _SLOW.isdisjoint(types if step is None else {*types, step.type})

    def _wake(self) -> None:
        self._changed.set()
        self._changed = trio.Event()

    # -- time, and who is there ------------------------------------------------------------------

    async def _watch_time(self) -> None:
        while True:
            await trio.sleep(limits.TICK)
            async with self._lock:
                now = trio.current_time()
                before = self.match.log.step
                self.match.tick(now)
                if self.match.silent_choice(now):
                    self._choosing.cancel()
            if self.match.log.step != before:
                self._choosing.cancel()
                self._wake()

    def announce(self) -> None:
        """Tell everybody what we have."""
        self.match.announce()

    def leave(self) -> None:
        """Leave the match for good; :meth:`run` ends."""
        self._leaving = True
        self._choosing.cancel()
        self._wake()

    def joined(self, link: Link) -> None:
        """A link to a player is there."""
        link.send(self.match.have)
        if self.match.accusations.own is not None:
            link.send(Accuse(self.match.accusations.own))
        self.match.joined(link.key, trio.current_time())
        self._wake()

    def lost(self, link: Link) -> None:
        """A link to a player is gone."""
        self.match.lost(link.key, trio.current_time())

    def parted(self, key: bytes) -> None:
        """A peer says goodbye; in the middle of a match its leave tells more."""
        if self.match.over:  # who has left first need not be told that the others go home
            self.match.presence.leave(key, told=self._leaving)
        self._wake()

    async def _linger(self) -> None:
        """Stay for those who may lack something, until all have said that they have it.

        What the end has been may still be taken back: then there is more that we owe.
        """
        self.match.presence.over = True
        self.match.announce()
        if self._leaving:
            with trio.move_on_after(limits.LINGER):
                while self.match.presence.alone:  # we have just come back, or lost all links
                    await self._changed.wait()
            self.match.say_leave()
            return
        with trio.move_on_after(limits.LINGER):
            # Players whom we never met are served by those who carry their entries to us.
            while not self.match.all_have_all():
                changed = self._changed
                async with self._lock:
                    written = await self._write_owed()
                if not written:
                    await changed.wait()
