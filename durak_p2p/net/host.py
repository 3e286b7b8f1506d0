"""The peer that opens a table, and waits until all seats are taken and all are ready."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Sequence

import trio

from durak_p2p import limits
from durak_p2p.game.setup import MATCH_BYTES, PATIENCE
from durak_p2p.net.lan.door import LanDoor
from durak_p2p.net.link import Link, Unreachable
from durak_p2p.net.match import MatchTask
from durak_p2p.net.peer import Peer
from durak_p2p.net.reply import ReplyCode, ReplyError
from durak_p2p.net.seating import Seating
from durak_p2p.rules.family import AnyRules
from durak_p2p.table.keeping import Restored
from durak_p2p.table.lobby import HostLobby, LobbyError, table_news
from durak_p2p.table.messages import Message, MessageError, Ready, Start
from durak_p2p.table.news import NotMetNews
from durak_p2p.texts import text


class Host(Peer):
    """Opens a table and waits until all seats are taken and all are ready."""

    def __init__(
        self,
        seating: Seating,
        secret: bytes,
        rules: AnyRules,
        deals: int,
        patience: int = PATIENCE,
        lan: LanDoor | None = None,
        *,
        watching: bool = True,
    ) -> None:
        """*patience*: how many seconds a player who is away is waited for.

        *lan*: by which those get in who have no invite; None: nobody.
        *watching*: whether the table may be watched by who has the invite.
        """
        super().__init__(seating, secret)
        self._lan = lan
        if lan is not None:
            self._mesh.open_door(lan.hear)
        self._lobby = HostLobby(
            rules, deals, patience, self._me, watching=watching, computer=seating.computer
        )
        self._lobby.ready = seating.ready
        self._secret = secret
        self._nursery: trio.Nursery | None = None
        self._looking: dict[bytes, trio.CancelScope] = {}  # for guests, by their reply codes
        self._see_off: Callable[[], Awaitable[None]] = trio.lowlevel.checkpoint

    async def _gather(self, nursery: trio.Nursery) -> None:
        self._nursery = nursery
        if self._setup is not None:  # we come back
            return
        self._tell_table()
        if self._lan is not None:
            nursery.start_soon(self._lan.announce, self._port)
        await self._agreed.wait()

    def expect_computer(self, key: bytes) -> None:
        """Keep a seat for a computer player of our own.  Raises :class:`LobbyError`."""
        self._check_not_begun()
        self._lobby.expect_computer(key)

    def dismiss_computer(self, key: bytes) -> None:
        """Free the seat of a computer player of our own.  Raises :class:`LobbyError`."""
        self._check_not_begun()
        self._lobby.dismiss_computer(key)
        self._tell_table()

    def _check_not_begun(self) -> None:
        if self._setup is not None:
            raise LobbyError(text("The game at this table has begun."))

    def accompany(self, see_off: Callable[[], Awaitable[None]]) -> None:
        """Say how our own computer players go, before we do: our links carry their last words."""
        self._see_off = see_off

    async def _say_goodbye(self) -> None:
        await self._see_off()
        await super()._say_goodbye()

    def take_reply(self, code: str) -> None:
        """Look for the guest whose reply code somebody has typed.  Raises :class:`ReplyError`."""
        reply = ReplyCode.parse(code, self._secret)
        key = reply.guest_key
        refusal = self._refusal(key)
        if key == self._me.key:
            refusal = text("That is your own reply code.")
        if refusal is None and self._nursery is None:
            refusal = text("The table is not open yet.")
        if refusal is None and key not in self._looking and len(self._looking) >= limits.MEETINGS:
            refusal = text("There are too many reply codes already.")
        if refusal is not None:
            raise ReplyError(refusal)
        self._stop_looking(key)
        assert self._nursery is not None
        scope = self._looking[key] = trio.CancelScope()
        self._nursery.start_soon(self._look_for, reply, scope)

    async def _look_for(self, reply: ReplyCode, scope: trio.CancelScope) -> None:
        key = reply.guest_key

        async def meet() -> Link:
            with trio.move_on_after(limits.MEET):
                return await self._mesh.meet(self._port, reply.candidates, key)
            self._stop_looking(key)
            self._seating.tell(NotMetNews())
            raise Unreachable(text("The guest was not found."))

        with scope:
            await self._mesh.keep(key, meet)

    def _stop_looking(self, key: bytes) -> None:
        scope = self._looking.pop(key, None)
        if scope is not None:
            scope.cancel()

    def _hear_bye(self, link: Link, reason: str) -> None:
        self._stop_looking(link.key)
        super()._hear_bye(link, reason)

    def _tell_table(self) -> None:
        lobby, table = self._lobby, self._lobby.table()
        self._seating.tell(table_news(lobby.rules, table, self._me.key))
        self._meet(table)
        self._mesh.broadcast(table)
        if self._lan is not None:
            self._lan.tell_seats(len(table.seats))

    def _dials_first(self, key: bytes) -> bool:
        return False  # every guest knows how to dial the host

    @property
    def _awaits_all(self) -> bool:
        # What we wrote last before a crash may be with nobody else.  Our own computer players are
        # back first, and carry it to no one: they end as we end.
        return self._restored is not None

    @property
    def _may_be_watched(self) -> bool:
        return self._lobby.watching

    def _sits(self, key: bytes) -> bool:
        return super()._sits(key) or (self._setup is None and self._lobby.sits(key))

    def _joined_to_watch(self, link: Link) -> None:
        link.send(self._lobby.table())
        super()._joined_to_watch(link)

    def _here(self) -> Sequence[tuple[bytes, str]]:
        return self._lobby.people()

    def _refusal_before_start(self, key: bytes) -> str | None:
        return self._lobby.refusal(key)

    def _joined_before_start(self, link: Link) -> None:
        self._lobby.sit(link.key, link.hello, link.address)
        self._tell_table()
        self._begin_if_ready()

    def get_ready(self) -> None:
        """Say that we have seen the rules, and that the first deal may begin."""
        if not self._lobby.ready and self._setup is None:
            self._lobby.ready = True
            self._tell_table()
            self._begin_if_ready()

    def _begin_if_ready(self) -> None:
        if self._lobby.all_ready and self._setup is None:
            setup = self._lobby.setup(secrets.token_bytes(MATCH_BYTES))
            self._agree(setup, self._lobby.agreement)

    def _lost_before_start(self, link: Link) -> None:
        if self._lobby.sits(link.key):  # a computer player that we send away does not any more
            self._lobby.leave(link.key)
            self._tell_table()
        self._book.keep_only(key for key, _ in self._lobby.people())

    def _receive_before_start(self, link: Link, message: Message) -> None:
        if not isinstance(message, Ready):
            raise MessageError(text("Only the host tells of the table."))
        if self._setup is None and self._lobby.hear_ready(link.key, message):
            self._tell_table()
            self._begin_if_ready()

    def take_up(self, restored: Restored) -> None:
        """Come back to a match that was begun before."""
        super().take_up(restored)
        self._lobby.take_up(restored.setup, restored.agreement)
        if self._lan is not None:
            self._lan.tell_seats(restored.setup.rules.players)  # all are taken

    def _joined_match(self, task: MatchTask, link: Link) -> None:
        """Tell the start, too: not before our half of the deal is kept, and again to who comes
        back, for it may have missed it."""
        assert self._setup is not None
        if self._setup.number == 1 and not link.hello.watches:
            link.send(self._lobby.table())
            link.send(Start(self._setup.raw))
        super()._joined_match(task, link)
