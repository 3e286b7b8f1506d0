"""The peer that watches a table without a seat."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping

import trio

from durak_p2p import limits
from durak_p2p.crypto import Identity
from durak_p2p.game import Log, SetupPlayer, SignedEntry
from durak_p2p.game.names import told_apart
from durak_p2p.game.setup import NONCE_BYTES, PATIENCE
from durak_p2p.net.address_book import AddressBook
from durak_p2p.net.invite import Invite
from durak_p2p.net.link import Link, LinkRefused
from durak_p2p.net.mesh import Mesh
from durak_p2p.net.talk import Talk
from durak_p2p.rules.family import AnyView, view_of
from durak_p2p.table.audience import AudienceList
from durak_p2p.table.early import EarlyEntries
from durak_p2p.table.errors import NobodyCame, TableError
from durak_p2p.table.follower import Follower
from durak_p2p.table.keeping import Replays
from durak_p2p.table.lobby import GuestLobby, table_news
from durak_p2p.table.messages import (
    Audience,
    Bye,
    Carry,
    Have,
    Hello,
    Message,
    Say,
    Start,
    Table,
    Whereabouts,
)
from durak_p2p.table.news import News
from durak_p2p.table.presence import Presence
from durak_p2p.texts import heard, text

logger = logging.getLogger(__name__)


class _Listening:
    """The wire of who only asks for what it lacks."""

    def __init__(self, mesh: Mesh) -> None:
        self._mesh = mesh

    def broadcast(self, message: Message, but: bytes | None = None) -> None:
        """Say what we have; the rest the players tell each other themselves."""
        if isinstance(message, Have):
            self._mesh.broadcast(message, but)


class Spectator:
    """Watches a table by its invite, and holds the verified log; the mesh's handler.

    Nothing hidden ever comes to it, and the table is the same with it or without.
    """

    def __init__(
        self,
        name: str,
        invite: Invite,
        tell: Callable[[News], None],
        replays: Replays,
        identity: Identity | None = None,
    ) -> None:
        """*identity*: the key to show; None: one that is forgotten afterwards."""
        identity = identity if identity is not None else Identity.generate()
        self._me = SetupPlayer(identity.public_key, name, bytes(NONCE_BYTES))
        self._invite = invite
        self._tell = tell
        self._replays = replays
        self._mesh = Mesh(identity, invite.secret, self._hello, self)
        self._lobby = GuestLobby(self._me, invite.rules)
        self._audience = AudienceList(tell)
        self._talk = Talk(invite.secret, identity, tell)
        self._book = AddressBook()
        self._keeps = {invite.host_key}  # the players to whom we keep a link
        self._early = EarlyEntries()
        self._follower: Follower | None = None
        self._view: AnyView | None = None
        self._deadline: float | None = None
        self._is_beside = False  # what we follow is in the hands of another thread
        self._lock = trio.Lock()  # whoever holds it may change what we follow
        self._over = trio.Event()
        self._has_heard_left = False
        self._scope = trio.CancelScope()
        self._nursery: trio.Nursery | None = None
        self._failure: TableError | None = None

    def _hello(self) -> Hello:
        return Hello(self._me.name, self._me.nonce, 0, watches=True)

    @property
    def key(self) -> bytes:
        """Our identity key."""
        return self._me.key

    @property
    def logs(self) -> list[Log]:
        """The logs of the deals that we have seen, the first maybe not the match's first."""
        return list(self._follower.logs.values()) if self._follower is not None else []

    def view(self) -> AnyView | None:
        """Return what all may see of the current deal, or None before its cards are dealt.

        While an entry is being checked that is what we saw before.
        """
        if not self._is_beside and self._follower is not None:
            deal = self._follower.log.state.deal
            self._view = None if deal is None else view_of(deal, None, {})
        return self._view

    def deadline(self) -> float | None:
        """Return when the time of who has the word is over, by the clock of trio; None: never.

        While an entry is being checked that is what it was before.
        """
        if not self._is_beside and self._follower is not None:
            now = trio.current_time()
            left = self._follower.seconds_left(now)
            self._deadline = None if left is None else now + left
        return self._deadline

    def leave(self) -> None:
        """Watch no longer."""
        self._scope.cancel()

    def _fail(self, error: TableError) -> None:
        self._failure = self._failure or error
        self._scope.cancel()

    async def run(self) -> None:
        """Watch until the match is over, or :meth:`leave` is called.

        Raises :class:`TableError` when there is nothing (more) to be watched.
        """
        async with trio.open_nursery() as nursery:
            self._nursery = nursery
            with self._scope:
                try:
                    await self._watch(nursery)
                except TableError as error:
                    self._failure = error
            with trio.CancelScope(shield=True):
                await self._part()
            nursery.cancel_scope.cancel()
        if self._failure is not None:
            raise self._failure

    async def _watch(self, nursery: trio.Nursery) -> None:
        host = self._invite.host_key

        async def connect() -> Link:
            known = self._book.of(host)
            invited = [address for address in self._invite.addresses if address not in known]
            return await self._mesh.dial([*known, *invited], host)

        nursery.start_soon(self._mesh.keep, host, connect, await connect())
        nursery.start_soon(self._watch_time)
        await self._over.wait()
        # What the end has been may still be taken back: as long as they stay we do.
        with trio.move_on_after(limits.LINGER + limits.PARTING):
            await self._mesh.wait_until_alone()

    async def _part(self) -> None:
        async with self._lock:  # an entry may still be in the checking
            if self._follower is not None:
                self._follower.presence.over = True
                try:
                    self._follower.close_replay()
                except TableError as error:
                    self._fail(error)
        self._mesh.broadcast(Bye("left"))
        with trio.move_on_after(limits.PARTING):
            await self._mesh.wait_until_alone()

    async def _watch_time(self) -> None:
        """Say what we have, now and then; give up when nobody has been there for long."""
        seen = trio.current_time()
        while not self._over.is_set():
            await trio.sleep(limits.HAVE_EVERY)
            now = trio.current_time()
            follower = self._follower
            if follower is not None:
                follower.announce()
            self._audience.look(now)
            if self._mesh.links:
                seen = now
            patience = PATIENCE if follower is None else follower.log.setup.patience
            if now - seen >= patience:
                self._fail(NobodyCame(text("Nobody at the table can be reached any more.")))

    # -- the mesh's handler ----------------------------------------------------------------------

    def refusal(self, link: Link) -> str | None:
        """Return None: we have dialled whoever it is."""
        return None

    def joined(self, link: Link) -> None:
        """A link to a player is there."""
        if self._follower is not None:
            link.send(self._follower.have)
            self._follower.joined(link.key, trio.current_time())

    def lost(self, link: Link) -> None:
        """A link to a player is gone."""
        if self._over.is_set():
            return
        self._audience.lost(link.key, trio.current_time())
        if self._follower is not None:
            self._follower.lost(link.key, trio.current_time())
            if self._has_heard_left and not self._mesh.links:
                self._fail(NobodyCame(text("The players have left the table before the end.")))

    async def receive(self, link: Link, message: Message) -> None:
        """Take what a player tells.  What nobody has to tell a spectator is passed over."""
        try:
            match message:
                case Table() | Start() if link.key == self._invite.host_key:
                    async with self._lock:
                        self._hear_host(message)
                case Whereabouts():
                    self._hear_places(message)
                case Audience():
                    others = [one for one in message.spectators if one.key != self._me.key]
                    self._audience.hear(Audience(tuple(others)), link.key, trio.current_time())
                case Carry(signed):
                    async with self._lock:
                        await self._take(signed, link.key)
                case Have():
                    self._hear_have(message, link)
                case Say(said):
                    self._talk.hear(said, link.key, self._people())
                case Bye(reason):
                    self._hear_bye(link, reason)
                    link.close()
                case _:
                    logger.debug("passed over: %s", message.name)
        except TableError as error:
            self._fail(error)

    def _hear_host(self, message: Table | Start) -> None:
        if self._follower is not None:
            return  # it tells again what we know
        if isinstance(message, Table):
            rules = self._lobby.hear(message)
            self._tell(table_news(rules, message, self.key))
            return
        setup, now = self._lobby.look_on(message.setup), trio.current_time()
        here = setup.number, -1
        presence = Presence(setup.players, self._me.key, setup.patience, now, self._tell, here)
        wire = _Listening(self._mesh)
        self._follower = Follower(
            Log(setup), wire, self._tell, self._replays, self._early, presence
        )
        for key in self._mesh.links:
            self._follower.joined(key, now)
        self._follower.take_early(now)
        self._go_on(self._follower)
        self._follower.announce()

    def _hear_places(self, places: Whereabouts) -> None:
        if self._follower is None or self._nursery is None:
            return
        self._book.hear(places, [player.key for player in self._follower.log.setup.players])
        for key in self._book.known() - self._keeps:
            self._keeps.add(key)
            self._nursery.start_soon(self._keep_link, key)

    async def _keep_link(self, key: bytes) -> None:
        await self._mesh.keep(key, lambda: self._mesh.dial(self._book.of(key), key))

    def _people(self) -> Mapping[bytes, str]:
        """Return the names, told apart, of all at the table by their keys."""
        here = self._lobby.people()
        if self._follower is not None:
            here = [(player.key, player.name) for player in self._follower.log.setup.players]
        return told_apart(here)

    def _hear_have(self, have: Have, link: Link) -> None:
        """Where a player is at a deal that we do not know, ask for what we lack before it."""
        if self._follower is None:
            return
        self._follower.note_standing(have, link.key)
        if have.deal not in self._follower.logs:
            link.send(self._follower.have)

    def _hear_bye(self, link: Link, reason: str) -> None:
        self._has_heard_left = self._has_heard_left or reason == "left"
        if self._follower is None and link.key == self._invite.host_key:
            closed = text("The host has closed the table.")
            self._fail(LinkRefused(closed if reason == "left" else heard(reason)))

    # -- the match -------------------------------------------------------------------------------

    async def _take(self, signed: SignedEntry, source: bytes) -> None:
        follower = self._follower
        if follower is None:
            self._early.keep(signed, source)
            return
        self.view()  # what is seen meanwhile
        self._is_beside = True
        try:
            judged = await trio.to_thread.run_sync(follower.judge, signed, source)
        finally:
            self._is_beside = False
        if judged is not None:
            follower.heed(judged, source, trio.current_time())
            self._go_on(follower)

    def _go_on(self, follower: Follower) -> None:
        """Go over to the next deal when one is over."""
        while (follower.log.closed or follower.broken) and not self._over.is_set():
            coming = follower.end_deal()
            if coming is None:
                follower.presence.over = True
                self._over.set()
            else:
                follower.begin_deal(coming, trio.current_time())
