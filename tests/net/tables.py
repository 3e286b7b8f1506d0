"""Tables in one process, over real sockets on loopback, with computer players."""

from __future__ import annotations

import io
import secrets
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import BinaryIO

import trio

from durak_p2p.bots import SimpleBot
from durak_p2p.crypto import Identity
from durak_p2p.game import Event, MoveMade, Setup
from durak_p2p.net.guest import Guest
from durak_p2p.net.host import Host
from durak_p2p.net.invite import Address, Invite
from durak_p2p.net.peer import Peer
from durak_p2p.net.seating import Seating
from durak_p2p.replay import Verdict, verify_replay
from durak_p2p.rules import Move, View, rules_for
from durak_p2p.table.keeping import NothingKept, Replays
from durak_p2p.table.news import DealNews, News, TableNews
from tests.net.running import until

LOOPBACK = "127.0.0.1"
NAMES = ("Anna", "Boris", "Clara", "Dmitri", "Eva", "Fyodor", "Galina", "Henry")
Attack = Callable[["Table"], Awaitable[None]]


class Kept(io.BytesIO):
    """A file in memory whose content is there after it was closed."""

    content = b""

    def close(self) -> None:
        self.content = self.getvalue()
        super().close()


@dataclass
class Sitter:
    """One at the table: its peer, what it was told, what it wrote."""

    name: str
    pace: float
    identity: Identity = field(default_factory=Identity.generate)
    nonce: bytes = field(default_factory=lambda: secrets.token_bytes(16))
    news: list[News] = field(default_factory=list)
    files: list[Kept] = field(default_factory=list)
    peer: Peer = field(init=False)
    listeners: Sequence[trio.SocketListener] = ()
    port: int = 0  # kept apart: it is asked for when the listener may be closed
    moves: int = 0
    ready: bool = True

    async def choose(self, view: View, refusal: str | None) -> Move:
        assert refusal is None
        await trio.sleep(self.pace)
        return SimpleBot().choose(view)

    def tell(self, news: News) -> None:
        self.news.append(news)
        if isinstance(news, DealNews) and isinstance(news.event, MoveMade):
            self.moves += 1

    async def plays_on(self, gone: tuple[str, ...]) -> bool:
        return True

    def open_replay(self, setup: Setup) -> BinaryIO:
        self.files.append(Kept())
        return self.files[-1]

    @property
    def seating(self) -> Seating:
        replays = Replays(self.open_replay)
        return Seating(
            *(self.identity, self.name, self, self.tell, replays, NothingKept(), self.nonce),
            ready=self.ready,
        )

    @property
    def address(self) -> Address:
        return Address(LOOPBACK, self.port)

    def kinds(self, kind: type[News]) -> list[News]:
        return [news for news in self.news if isinstance(news, kind)]

    async def listen(self) -> None:
        self.listeners = await trio.open_tcp_listeners(0, host=LOOPBACK)
        self.port = self.listeners[0].socket.getsockname()[1]

    async def run(self) -> None:
        await self.peer.run(self.listeners)


class Table:
    """A host and its guests.  ``moves`` made so far are counted by the host."""

    def __init__(self, players: int, *, pace: float = 0.0, deck: int = 24) -> None:
        self.deck = deck
        self.sitters = [Sitter(NAMES[number], pace) for number in range(players)]
        self.host, *self.guests = self.sitters
        self.secret = secrets.token_bytes(16)
        self.invite: Invite

    async def open(self, deals: int = 1) -> None:
        """Listen, and make the host; nobody runs yet."""
        await self.host.listen()
        rules = rules_for("classic", players=len(self.sitters), deck=self.deck)
        self.host.peer = Host(self.host.seating, self.secret, rules, deals)
        self.invite = Invite(self.secret, self.host.identity.public_key, (self.host.address,))

    async def seat(self, guest: Sitter, *, via: Address | None = None, listen: bool = True) -> None:
        """Make a guest, that dials *via* or the host itself."""
        invite = self.invite
        if via is not None:
            invite = Invite(invite.secret, invite.host_key, (via,), invite.rules)
        if listen:
            await guest.listen()
        guest.peer = Guest(guest.seating, invite)

    async def wait_for_moves(self, count: int) -> None:
        await until(lambda: self.host.moves >= count)

    def check_ended_well(self, deals: int = 1) -> None:
        """All have written the same replays, and they are good."""
        for deal in range(deals):
            contents = {sitter.files[deal].content for sitter in self.sitters}
            assert len(contents) == 1
            assert verify_replay(contents.pop()).verdict is Verdict.GOOD
        assert {len(sitter.files) for sitter in self.sitters} == {deals}

    def events(self, kind: type[Event]) -> int:
        """Return how many of a kind of event the host was told."""
        told = [news.event for news in self.host.news if isinstance(news, DealNews)]
        return sum(isinstance(event, kind) for event in told)

    def stop(self) -> None:
        for sitter in self.sitters:
            sitter.peer.stop()

    def seats_taken(self) -> int:
        tables = self.host.kinds(TableNews)
        assert isinstance(tables[-1], TableNews)
        return len(tables[-1].names)


async def play(table: Table, attack: Attack | None = None, deals: int = 1) -> None:
    """Play to the end while *attack* goes on, from before the guests come."""
    await table.open(deals)
    async with trio.open_nursery() as attackers:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(table.host.run)
            if attack is not None:
                attackers.start_soon(attack, table)
                await trio.sleep(0.05)
            for guest in table.guests:
                await table.seat(guest)
                nursery.start_soon(guest.run)
        attackers.cancel_scope.cancel()
    table.check_ended_well(deals)
