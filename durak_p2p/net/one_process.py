"""A match whose peers are all in this process: what one says the others hear, without a socket.

Each has its own secrets and its own log, as between processes, and takes nothing into it but what
follows the protocol.  Only proofs are verified once for all: whose program it is, is the same.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import BinaryIO, cast

import trio

from durak_p2p import limits
from durak_p2p.crypto import Identity
from durak_p2p.game import Log, Setup, SetupPlayer
from durak_p2p.game.setup import NONCE_BYTES
from durak_p2p.net.link import Link
from durak_p2p.net.match import MatchTask
from durak_p2p.net.shared_verifier import SharedVerifier
from durak_p2p.rules import NotYourWord
from durak_p2p.rules.family import AnyRules, AnyView
from durak_p2p.table.chooser import Chooser
from durak_p2p.table.early import EarlyEntries
from durak_p2p.table.errors import TableError
from durak_p2p.table.keeping import NothingKept, Replays
from durak_p2p.table.match import Match
from durak_p2p.table.messages import Accuse, Carry, Have, Message
from durak_p2p.table.news import News
from durak_p2p.texts import text

_MATCH_ID_BYTES = 16


@dataclass(frozen=True, slots=True)
class Chair:
    """Who sits there: key and name, who decides, who is told, where replays go."""

    identity: Identity
    name: str
    chooser: Chooser
    tell: Callable[[News], None]
    open_replay: Callable[[Setup], BinaryIO]


class _Neighbour:
    """What a link would be: the way back to who has said something."""

    behind = False

    def __init__(self, key: bytes, send: Callable[[Message], None]) -> None:
        self.key = key
        self.send = send

    def charge(self, size: int) -> None:
        """Asking for much costs nothing here."""


class _Place:
    """One of the peers: its match, and what the others have said to it."""

    def __init__(
        self, chair: Chair, setup: Setup, places: Sequence[_Place], verifier: SharedVerifier
    ) -> None:
        self.key = chair.identity.public_key
        self._places = places
        self._say, self._said = trio.open_memory_channel[tuple[_Neighbour, Message]](
            limits.QUEUE_IN_PROCESS
        )
        match = Match(
            setup,
            chair.identity,
            self,
            chair.tell,
            NothingKept(),
            Replays(chair.open_replay),
            EarlyEntries(),
            trio.current_time(),
            verifier=verifier,
        )
        self.match = MatchTask(match, chair.chooser)

    def meet_all(self) -> None:
        """Let our match know that all others are there."""
        for place in self._places:
            if place is not self:
                self.match.match.joined(place.key, trio.current_time())

    def broadcast(self, message: Message, but: bytes | None = None) -> None:
        """Say something to all the others; who hears it need not pass it on: all hear it."""
        if but is None:
            for place in self._places:
                if place is not self:
                    place.hear(self, message)

    def hear(self, source: _Place, message: Message) -> None:
        """Keep what another says until it is its turn."""
        back = _Neighbour(source.key, lambda answer: source.hear(self, answer))
        self._say.send_nowait((back, message))

    async def announce(self) -> None:
        """Tell the others now and then what we have, as peers do."""
        while True:
            await trio.sleep(limits.HAVE_EVERY)
            self.match.announce()

    async def serve(self) -> None:
        """Take what the others say, one after the other."""
        async for neighbour, message in self._said:
            link = cast(Link, neighbour)
            match message:
                case Carry(signed):
                    await self.match.take(signed, link)
                case Have():
                    await self.match.hear(message, link)
                case Accuse(signed):
                    await self.match.hear_accusation(signed, link)
                case _:
                    raise AssertionError(f"nobody says {message} here")


class OneProcessMatch:
    """A match of several peers in this process; the first chair is ours."""

    def __init__(self, rules: AnyRules, deals: int, chairs: Sequence[Chair]) -> None:
        players = [
            SetupPlayer(chair.identity.public_key, chair.name, secrets.token_bytes(NONCE_BYTES))
            for chair in chairs
        ]
        self._setup = Setup.first(secrets.token_bytes(_MATCH_ID_BYTES), rules, players, deals)
        self._chairs = chairs
        self._own: MatchTask | None = None  # as soon as it runs
        self._scope = trio.CancelScope()

    def view(self) -> AnyView | None:
        """Return what we may see of the current deal, or None before its cards are dealt."""
        return None if self._own is None else self._own.view()

    def deadline(self) -> float | None:
        """Return when the time of who has the word is over, by the clock of trio; None: never."""
        return None if self._own is None else self._own.deadline()

    def accuse(self, seat: int) -> None:
        """Accuse a seat of cheating.  Raises a ``RuleError`` where that cannot be."""
        if self._own is None:
            raise NotYourWord(text("The deal has not begun yet."))
        self._own.accuse(seat)

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to play."""
        return self._own is not None and self._own.is_over

    def leave(self) -> None:
        """Leave the match; :meth:`run` ends."""
        if self._own is None:
            self._scope.cancel()
        else:
            self._own.leave()

    @property
    def logs(self) -> list[Log]:
        """The logs of the match's deals so far."""
        return [] if self._own is None else list(self._own.match.logs.values())

    async def run(self) -> None:
        """Play to the end of the match, or until we leave it.  Raises a ``TableError``."""
        places: list[_Place] = []
        verifier = SharedVerifier()
        for chair in self._chairs:
            places.append(_Place(chair, self._setup, places, verifier))
        for place in places:
            place.meet_all()
        self._own = places[0].match
        failure: TableError | None = None
        with self._scope:
            async with trio.open_nursery() as nursery:
                for place in places:
                    nursery.start_soon(place.serve)
                    nursery.start_soon(place.announce)
                for place in places[1:]:
                    nursery.start_soon(place.match.run)
                try:
                    await self._own.run()
                except TableError as error:  # not out of the nursery, which would wrap it
                    failure = error
                nursery.cancel_scope.cancel()
        if failure is not None:
            raise failure
