"""The peer that opens a table, and waits until all seats are taken."""

from __future__ import annotations

import secrets

import trio

from durak_p2p.game.setup import MATCH_BYTES
from durak_p2p.net.link import Link
from durak_p2p.net.peer import Peer, Seating
from durak_p2p.rules.family import AnyRules
from durak_p2p.table.lobby import HostLobby
from durak_p2p.table.messages import Message, MessageError, Start
from durak_p2p.table.news import TableNews


class Host(Peer):
    """Opens a table and waits until all seats are taken."""

    def __init__(self, seating: Seating, secret: bytes, rules: AnyRules, deals: int) -> None:
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
            self._setup = self._lobby.setup(secrets.token_bytes(MATCH_BYTES))
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
