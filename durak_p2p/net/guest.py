"""The peer that joins a table by its invite."""

from __future__ import annotations

import trio

from durak_p2p.net.invite import Address, Invite
from durak_p2p.net.link import Link, LinkRefused
from durak_p2p.net.peer import Peer, Seating
from durak_p2p.table.lobby import GuestLobby, LobbyError
from durak_p2p.table.messages import Message, MessageError, Start, Table
from durak_p2p.table.news import TableNews


class Guest(Peer):
    """Joins a table by its invite."""

    def __init__(self, seating: Seating, invite: Invite) -> None:
        super().__init__(seating, invite.secret)
        self._invite = invite
        self._lobby = GuestLobby(self._me, invite.rules)
        self._nursery: trio.Nursery | None = None
        self._dialling: dict[bytes, trio.CancelScope] = {}  # other guests whom we keep a link to

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
        # Of two guests the one with the lower key dials, so that they do not cross.
        to_dial = {
            seat.key for seat in table.seats if self._me.key < seat.key != self._invite.host_key
        }
        for key in self._dialling.keys() - to_dial:
            self._dialling.pop(key).cancel()
        for key in to_dial - self._dialling.keys():
            self._dialling[key] = trio.CancelScope()
            assert self._nursery is not None
            self._nursery.start_soon(self._keep_guest, key, self._dialling[key])

    async def _keep_guest(self, key: bytes, scope: trio.CancelScope) -> None:
        def addresses() -> list[Address]:
            seat = self._lobby.seat(key)
            return [Address(seat.address, seat.port)] if seat and seat.port else []

        with scope:
            await self._mesh.keep(key, addresses)
