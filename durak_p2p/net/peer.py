"""One peer at a table: opens it or joins it, waits for the others, plays the match, leaves."""

from __future__ import annotations

import logging
import secrets
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import BinaryIO

import trio

from durak_p2p.crypto import Identity
from durak_p2p.game import Log, Setup, SetupPlayer
from durak_p2p.game.setup import NONCE_BYTES
from durak_p2p.net import limits
from durak_p2p.net.invite import Address, Invite
from durak_p2p.net.link import Link, LinkRefused
from durak_p2p.net.lobby import GuestLobby, HostLobby, LobbyError
from durak_p2p.net.match import Chooser, Match, PlayerLeft
from durak_p2p.net.mesh import Mesh
from durak_p2p.net.messages import (
    VERSION,
    Bye,
    Carry,
    Have,
    Hello,
    Message,
    MessageError,
    Start,
    Table,
)
from durak_p2p.net.news import News, TableNews
from durak_p2p.rules import Rules, View

logger = logging.getLogger(__name__)
_MOST_EARLY = 256  # entries kept that come before the host's start


@dataclass(frozen=True, slots=True)
class Seating:
    """Who plays and how: what a peer needs besides the net.

    ``tell`` is called with every piece of news, ``open_replay`` gives a binary file, open for
    writing, for a deal's replay.
    """

    identity: Identity
    name: str
    chooser: Chooser
    tell: Callable[[News], None]
    open_replay: Callable[[Setup], BinaryIO]


class Peer(ABC):
    """What host and guest have in common; the mesh's handler."""

    def __init__(self, seating: Seating, secret: bytes) -> None:
        self._seating = seating
        self._me = SetupPlayer(
            seating.identity.public_key, seating.name, secrets.token_bytes(NONCE_BYTES)
        )
        self._mesh = Mesh(seating.identity, secret, self._hello, self)
        self._port = 0
        self._setup: Setup | None = None
        self._agreed = trio.Event()
        self._match: Match | None = None
        self._early: list[Carry] = []
        self._scope = trio.CancelScope()
        self._failure: Exception | None = None

    def _hello(self) -> Hello:
        return Hello(VERSION, self._me.name, self._me.nonce, self._port)

    def view(self) -> View | None:
        """Return what we may see of the current deal, or None before its cards are dealt."""
        return self._match.view() if self._match is not None else None

    def stop(self) -> None:
        """Leave the table, whatever is going on there."""
        self._scope.cancel()

    def _fail(self, error: Exception) -> None:
        self._failure = error
        self._scope.cancel()

    async def run(self, listeners: Sequence[trio.SocketListener]) -> list[Log]:
        """Sit at the table until the match is over, and return the logs of its deals.

        Returns what there is when :meth:`stop` was called.  Raises ``LobbyError``,
        ``LinkRefused`` or ``PlayerLeft``, each with a sentence for the user.
        """
        self._port = listeners[0].socket.getsockname()[1] if listeners else 0
        logs: list[Log] = []
        async with trio.open_nursery() as nursery:
            if listeners:
                nursery.start_soon(self._mesh.serve, listeners)
            with self._scope:
                try:
                    await self._gather(nursery)
                    nursery.start_soon(self._announce)
                    logs = await self._play()
                except (LobbyError, LinkRefused, PlayerLeft) as error:
                    self._failure = error
            with trio.CancelScope(shield=True):
                await self._say_goodbye()
            nursery.cancel_scope.cancel()
        if self._failure is not None:
            raise self._failure
        return logs or list(self._match.logs.values() if self._match else ())

    @abstractmethod
    async def _gather(self, nursery: trio.Nursery) -> None:
        """Wait until ``self._setup`` is there."""

    async def _play(self) -> list[Log]:
        seating = self._seating
        assert self._setup is not None
        self._match = Match(
            self._setup,
            seating.identity,
            self._mesh,
            seating.chooser,
            seating.tell,
            seating.open_replay,
        )
        for carry in self._early:
            try:
                await self._match.take(carry.signed, None)
            except MessageError:
                logger.debug("an early entry was none")
        self._match.announce()
        return await self._match.run()

    async def _announce(self) -> None:
        """Tell the others now and then what we have: whatever got lost comes after all."""
        while True:
            await trio.sleep(limits.HAVE_EVERY)
            if self._match is not None:
                self._match.announce()

    async def _say_goodbye(self) -> None:
        self._mesh.broadcast(Bye("left"))
        with trio.move_on_after(1):
            await self._mesh.wait_until_alone()

    # -- the mesh's handler --------------------------------------------------------------------

    def refusal(self, link: Link) -> str | None:
        """Return why a new link is not wanted, or None."""
        if self._setup is not None:
            if any(player.key == link.key for player in self._setup.players):
                return None
            return "The game at this table has begun."
        return self._refusal_before_start(link)

    def joined(self, link: Link) -> None:
        """A link is there."""
        if self._match is not None:
            self._match.joined(link)
        elif self._setup is None:
            self._joined_before_start(link)

    def lost(self, link: Link) -> None:
        """A link is gone."""
        if self._match is not None:
            self._match.lost(link)
        elif self._setup is None:
            self._lost_before_start(link)

    async def receive(self, link: Link, message: Message) -> None:
        """Do what a message asks for."""
        match message:
            case Carry(signed):
                if self._match is not None:
                    await self._match.take(signed, link)
                elif len(self._early) < _MOST_EARLY:
                    self._early.append(message)
            case Have():
                if self._match is not None:
                    self._match.hear(message, link)
            case Bye(reason):
                self._hear_bye(link, reason)
                link.close()
            case Hello():
                raise MessageError("A second hello.")
            case _:
                self._receive_before_start(link, message)

    def _hear_bye(self, link: Link, reason: str) -> None:
        if self._match is not None:
            self._match.left(link.key)

    @abstractmethod
    def _refusal_before_start(self, link: Link) -> str | None: ...

    @abstractmethod
    def _joined_before_start(self, link: Link) -> None: ...

    @abstractmethod
    def _lost_before_start(self, link: Link) -> None: ...

    @abstractmethod
    def _receive_before_start(self, link: Link, message: Message) -> None: ...


class Host(Peer):
    """Opens a table and waits until all seats are taken."""

    def __init__(self, seating: Seating, secret: bytes, rules: Rules, deals: int) -> None:
        super().__init__(seating, secret)
        self._lobby = HostLobby(rules, deals, self._me)
        self._full = trio.Event()

    async def _gather(self, nursery: trio.Nursery) -> None:
        self._tell_table()
        await self._full.wait()

    def _tell_table(self) -> None:
        lobby = self._lobby
        self._seating.tell(TableNews(lobby.rules, lobby.deals, lobby.names()))
        self._mesh.broadcast(lobby.table())

    def _refusal_before_start(self, link: Link) -> str | None:
        return self._lobby.refusal(link.key)

    def _joined_before_start(self, link: Link) -> None:
        self._lobby.sit(link.key, link.hello, link.address)
        self._tell_table()
        if self._lobby.full:
            self._setup = self._lobby.setup()
            self._mesh.broadcast(Start(self._setup.raw))
            self._full.set()

    def _lost_before_start(self, link: Link) -> None:
        self._lobby.leave(link.key)
        self._tell_table()

    def _receive_before_start(self, link: Link, message: Message) -> None:
        raise MessageError("Only the host tells of the table.")

    def joined(self, link: Link) -> None:
        """A link is there; who comes back may have missed the start."""
        if self._setup is not None:
            link.send(self._lobby.table())
            link.send(Start(self._setup.raw))
        super().joined(link)


class Guest(Peer):
    """Joins a table by its invite."""

    def __init__(self, seating: Seating, invite: Invite) -> None:
        super().__init__(seating, invite.secret)
        self._invite = invite
        self._lobby = GuestLobby(self._me)
        self._nursery: trio.Nursery | None = None
        self._dialling: set[bytes] = set()

    async def _gather(self, nursery: trio.Nursery) -> None:
        self._nursery = nursery
        host, addresses = self._invite.host_key, self._invite.addresses
        link = await self._mesh.dial(addresses, host)
        nursery.start_soon(self._mesh.keep, host, lambda: addresses, link)
        await self._agreed.wait()

    def _refusal_before_start(self, link: Link) -> str | None:
        if link.key == self._invite.host_key or self._lobby.seat(link.key):
            return None
        return "You do not sit at this table."

    def _joined_before_start(self, link: Link) -> None:
        """Nothing: the host will tell."""

    def _lost_before_start(self, link: Link) -> None:
        """Nothing: we dial again."""

    def _hear_bye(self, link: Link, reason: str) -> None:
        if self._setup is None and link.key == self._invite.host_key:
            sentence = "The host has closed the table." if reason == "left" else reason
            self._fail(LinkRefused(sentence))
        super()._hear_bye(link, reason)

    def _receive_before_start(self, link: Link, message: Message) -> None:
        if link.key != self._invite.host_key:
            raise MessageError("Only the host tells of the table.")
        if self._setup is not None:
            return  # it tells again what we know
        try:
            if isinstance(message, Table):
                self._hear_table(message)
            elif isinstance(message, Start):
                self._setup = self._lobby.agree(message.setup)
                self._agreed.set()
        except LobbyError as error:
            self._fail(error)

    def _hear_table(self, table: Table) -> None:
        rules = self._lobby.hear(table)
        names = tuple(seat.player for seat in table.seats)
        self._seating.tell(TableNews(rules, table.deals, names))
        for seat in table.seats:
            # Of two guests the one with the lower key dials, so that they do not cross.
            if self._me.key < seat.key != self._invite.host_key and seat.key not in self._dialling:
                self._dialling.add(seat.key)
                assert self._nursery is not None
                self._nursery.start_soon(self._keep_guest, seat.key)

    async def _keep_guest(self, key: bytes) -> None:
        def addresses() -> list[Address]:
            seat = self._lobby.seat(key)
            return [Address(seat.address, seat.port)] if seat and seat.port else []

        await self._mesh.keep(key, addresses)
