"""The peer that joins a table by its invite."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence

import trio

from durak_p2p import limits
from durak_p2p.net.invite import Address, Invite
from durak_p2p.net.link import Link, LinkRefused, TurnedAway, Unreachable
from durak_p2p.net.peer import Peer
from durak_p2p.net.reply import ReplyCode, can_be_met, is_public
from durak_p2p.net.seating import Seating
from durak_p2p.table.lobby import GuestLobby, LobbyError, table_news
from durak_p2p.table.messages import Message, MessageError, Ready, Start, Table
from durak_p2p.table.news import NotOpenNews, ReplyCodeNews
from durak_p2p.texts import heard, listed, sentence_of, text

logger = logging.getLogger(__name__)

_NOT_MET = text(
    "Nor have the two programs found each other by the reply code. Routers that change port "
    "numbers, as some carriers' do, cannot be passed so: one of you must let the other in, by a "
    "port that the router passes on."
)

# Given the port that we listen on, and a nursery for whatever keeps others able to find us there.
CandidateFinder = Callable[[int, trio.Nursery], Awaitable[Sequence[Address]]]


class Guest(Peer):
    """Joins a table by its invite.

    Where nobody lets it in it tells a reply code.
    """

    def __init__(
        self,
        seating: Seating,
        invite: Invite,
        find_candidates: CandidateFinder | None = None,
        *,
        waits: bool = False,
    ) -> None:
        """*find_candidates* looks for the addresses in a reply code; None: there is to be none.

        *waits*: the host may open the table only some time later.
        """
        super().__init__(seating, invite.secret)
        self._find_candidates = find_candidates
        self._waits = waits
        self._own: tuple[Address, ...] = ()  # where others may find us
        self._searched = trio.Event()
        self._being_found = trio.CancelScope()
        self._may_meet = False  # the host's user has our reply code, or will have it
        self._invite = invite
        self._lobby = GuestLobby(self._me, invite.rules)
        self._is_ready = seating.ready

    async def _gather(self, nursery: trio.Nursery) -> None:
        host = self._invite.host_key
        self._keeps.add(host)
        if self._setup is not None:  # we come back
            nursery.start_soon(self._mesh.keep, host, self._connect)
            return
        link = await self._first_link(nursery)
        nursery.start_soon(self._mesh.keep, host, self._connect, link)
        await self._agreed.wait()

    async def _first_link(self, nursery: trio.Nursery) -> Link:
        """Dial the host; if nobody answers, tell a reply code and look for the host."""
        if self._waits and (opened := await self._wait_until_open()) is not None:
            return opened
        nursery.start_soon(self._be_found)
        try:
            link = await self._connect()
        except Unreachable as unreachable:
            await self._searched.wait()
            if not self._own:
                raise
            code = ReplyCode(self._me.key, self._own).sealed(self._invite.secret)
            self._seating.tell(ReplyCodeNews(code, any(map(is_public, self._own))))
            self._may_meet = True
            with trio.move_on_after(limits.MEET):
                return await self._connect()
            raise Unreachable(listed([sentence_of(unreachable), _NOT_MET], " ")) from None
        self._being_found.cancel()
        return link

    async def _wait_until_open(self) -> Link | None:
        """Dial until the host has opened the table, or for long enough to look for other ways."""
        pause = limits.REDIAL_FIRST
        with trio.move_on_after(limits.OPEN_AGAIN):
            while True:
                try:
                    return await self._connect()
                except TurnedAway:
                    raise
                except LinkRefused as refusal:  # it is still at the table before, or nowhere
                    logger.debug("the table is not open yet: %s", refusal)
                if pause == limits.REDIAL_FIRST:
                    self._seating.tell(NotOpenNews())
                await trio.sleep(pause)
                pause = min(2 * pause, limits.REDIAL_MOST)
        return None

    async def _be_found(self) -> None:
        """Find out where others may find us, once dialling lasts longer than usual."""
        find = self._find_candidates
        with self._being_found:
            async with trio.open_nursery() as nursery:
                if find is not None and self._port and self._numeric_addresses():
                    await trio.sleep(limits.SEARCH_AFTER)
                    self._own = tuple(await find(self._port, nursery))
                self._searched.set()

    async def _connect(self) -> Link:
        """Dial the host, and be there to be met if it has our reply code."""
        host = self._invite.host_key
        if self._may_meet:
            return await self._mesh.meet(self._port, self._numeric_addresses(), host)
        return await self._mesh.dial(self._addresses(host), host)

    def _numeric_addresses(self) -> tuple[Address, ...]:
        return tuple(where for where in self._invite.addresses if can_be_met(where))

    def _addresses(self, key: bytes) -> list[Address]:
        """Where a player was found last; the host also where the invite says that it is."""
        found = super()._addresses(key)
        invited = self._invite.addresses if key == self._invite.host_key else ()
        return [*found, *(address for address in invited if address not in found)]

    @property
    def may_play_again(self) -> bool:
        """Whether the host was at the table to the end: it opens the next one."""
        return self._match is None or self._match.match.stays(self._invite.host_key)

    def get_ready(self) -> None:
        """Say that we have seen the rules, and that the first deal may begin."""
        self._is_ready = True
        self._tell_ready()

    def _tell_ready(self) -> None:
        """Tell the host, unless it has not told the rules yet, or knows it."""
        own, host = self._lobby.seat(self._me.key), self._mesh.links.get(self._invite.host_key)
        if not self._is_ready or own is None or host is None:
            return
        self._lobby.ready = True
        if not own.ready:
            host.send(Ready(self._seating.computer))

    @property
    def _may_be_watched(self) -> bool:
        if self._restored is not None:
            return self._restored.agreement.watching
        return self._lobby.agreement.watching

    def _here(self) -> Sequence[tuple[bytes, str]]:
        return self._lobby.people()

    def _refusal_before_start(self, key: bytes) -> str | None:
        if key == self._invite.host_key or self._lobby.seat(key):
            return None
        return text("You do not sit at this table.")

    def _joined_before_start(self, link: Link) -> None:
        """Nothing: the host will tell."""

    def _lost_before_start(self, link: Link) -> None:
        """Nothing: we dial again."""

    def _hear_bye(self, link: Link, reason: str) -> None:
        if self._setup is None and link.key == self._invite.host_key:
            closed = text("The host has closed the table.")
            sentence = closed if reason == "left" else heard(reason)
            self._fail(LinkRefused(sentence))
        super()._hear_bye(link, reason)

    def _receive_before_start(self, link: Link, message: Message) -> None:
        if link.key != self._invite.host_key:
            raise MessageError(text("Only the host tells of the table."))
        if self._setup is not None:
            return  # it tells again what we know
        try:
            if isinstance(message, Table):
                self._hear_table(message)
            elif isinstance(message, Start):
                setup = self._lobby.agree(message.setup)
                self._agree(setup, self._lobby.agreement)
        except LobbyError as error:
            self._fail(error)

    def _hear_table(self, table: Table) -> None:
        before = self._lobby.table
        rules = self._lobby.hear(table)
        if table != before:
            self._seating.tell(table_news(rules, table, self._me.key))
            self._meet(table)
        self._tell_ready()
        self._book.keep_only(seat.key for seat in table.seats)
        for seat in table.seats:
            if seat.port and seat.address:
                self._book.learn(seat.key, Address(seat.address, seat.port))
