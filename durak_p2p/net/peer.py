"""One peer at a table: waits for the others, plays the match, leaves.

What host and guest have in common; how each comes to the first deal is in `host` and `guest`.
"""

from __future__ import annotations

import logging
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence

import trio

from durak_p2p import limits
from durak_p2p.game import Log, Setup, SetupPlayer
from durak_p2p.game.names import told_apart
from durak_p2p.net.address_book import AddressBook
from durak_p2p.net.invite import Address
from durak_p2p.net.link import Link
from durak_p2p.net.match import MatchTask
from durak_p2p.net.mesh import Mesh
from durak_p2p.net.reply import ReplyError
from durak_p2p.net.seating import Seating
from durak_p2p.net.talk import Talk
from durak_p2p.rules import NotYourWord
from durak_p2p.rules.family import AnyView
from durak_p2p.table.audience import AudienceList
from durak_p2p.table.bucket import Bucket
from durak_p2p.table.chat import CannotSay
from durak_p2p.table.early import EarlyEntries
from durak_p2p.table.errors import TableError
from durak_p2p.table.keeping import Agreement, Restored
from durak_p2p.table.match import Match
from durak_p2p.table.messages import (
    Accuse,
    Audience,
    Bye,
    Carry,
    Have,
    Hello,
    Message,
    MessageError,
    Say,
    Start,
    Table,
    Whereabouts,
)
from durak_p2p.table.news import ResumedNews
from durak_p2p.texts import text

logger = logging.getLogger(__name__)


class Peer(ABC):
    """One of those at a table; the mesh's handler."""

    def __init__(self, seating: Seating, secret: bytes) -> None:
        self._seating = seating
        self._me = SetupPlayer(seating.identity.public_key, seating.name, seating.nonce)
        self._mesh = Mesh(seating.identity, secret, self._hello, self)
        self._talk = Talk(secret, seating.identity, seating.tell)
        self._port = 0
        self._setup: Setup | None = None
        self._agreed = trio.Event()
        self._match: MatchTask | None = None
        self._early = EarlyEntries()
        self._book = AddressBook()
        self._tellings: dict[bytes, Bucket] = {}  # of each player, about where others are
        self._audience = AudienceList(seating.tell)
        self._met: set[tuple[bytes, str]] = set()  # keys and names
        self._keeps: set[bytes] = set()  # the peers to whom we keep a link
        self._scope = trio.CancelScope()
        self._restored: Restored | None = None
        self._failure: TableError | None = None

    @property
    def key(self) -> bytes:
        """Our identity key."""
        return self._me.key

    def _hello(self) -> Hello:
        return Hello(self._me.name, self._me.nonce, self._port)

    def view(self) -> AnyView | None:
        """Return what we may see of the current deal, or None before its cards are dealt."""
        return self._match.view() if self._match is not None else None

    @property
    def may_play_again(self) -> bool:
        """Whether there may be another match at the next table, once this one is over."""
        return True

    @property
    def others(self) -> dict[bytes, str]:
        """The names of the other players of the match, by key; none before it has begun."""
        if self._setup is None:
            return {}
        names = {p.key: n for p, n in zip(self._setup.players, self._setup.names, strict=True)}
        return {key: name for key, name in names.items() if key != self.key}

    def found_at(self, key: bytes) -> list[Address]:
        """Return where another player may be found, the likeliest first."""
        return self._addresses(key)

    def deadline(self) -> float | None:
        """Return when the time of who has the word is over, by the clock of trio; None: never."""
        return self._match.deadline() if self._match is not None else None

    def accuse(self, seat: int) -> None:
        """Accuse a seat of cheating.  Raises a ``RuleError`` where that cannot be."""
        if self._match is None:
            raise NotYourWord(text("The deal has not begun yet."))
        self._match.accuse(seat)

    def say(self, words: str) -> None:
        """Say something to all at the table.  Raises ``CannotSay``."""
        if not self._mesh.links:
            raise CannotSay(text("Just now nobody is there to hear it."))
        self._mesh.broadcast(Say(self._talk.say(words)))

    @property
    def lets_in(self) -> bool:
        """Whether others may come: to sit down before the start, or to watch."""
        return self._setup is None or self._may_be_watched

    @abstractmethod
    def get_ready(self) -> None:
        """Say that we have seen the rules, and that the first deal may begin."""

    def take_reply(self, code: str) -> None:
        """Look for the guest whose reply code somebody has typed.  Raises :class:`ReplyError`."""
        raise ReplyError(text("A reply code is for the program of the host, who sent the invite."))

    def take_up(self, restored: Restored) -> None:
        """Come back to a match that was begun before."""
        self._restored = restored
        self._setup = restored.setup

    def _meet(self, table: Table) -> None:
        """See who is in the lobby; each person is news once, as long as it stays there."""
        people = {(s.key, s.player) for s in table.seats if not s.computer and s.key != self.key}
        came = people - self._met
        self._met = people
        for key, name in sorted(came):
            self._seating.met(key, name)

    def _agree(self, setup: Setup, agreement: Agreement) -> None:
        """The first deal can begin."""
        self._setup = setup
        self._book.keep_only(player.key for player in setup.players)
        self._seating.agreed(setup, agreement)
        self._agreed.set()

    def leave(self) -> None:
        """Leave the table for good; with cards in hand that loses the deal."""
        if self._match is not None:
            self._match.leave()
        else:
            self._scope.cancel()

    def stop(self) -> None:
        """Go away, whatever is going on there; the seat waits for us."""
        self._scope.cancel()

    def _fail(self, error: TableError) -> None:
        self._failure = error
        self._scope.cancel()

    @property
    def logs(self) -> list[Log]:
        """The logs of the match's deals so far."""
        return list(self._match.match.logs.values()) if self._match is not None else []

    async def run(self, listeners: Sequence[trio.SocketListener]) -> None:
        """Sit at the table until the match is over, or :meth:`stop` is called.

        Raises :class:`TableError` when it cannot go on.
        """
        self._port = listeners[0].socket.getsockname()[1] if listeners else 0
        async with trio.open_nursery() as nursery:
            if listeners:
                nursery.start_soon(self._mesh.serve, listeners)
            nursery.start_soon(self._watch_audience)
            with self._scope:
                try:
                    await self._gather(nursery)
                    nursery.start_soon(self._announce)
                    for player in self._others():
                        if player.key not in self._keeps:
                            nursery.start_soon(self._keep_link, player.key)
                    await self._play()
                except TableError as error:
                    self._failure = error
            with trio.CancelScope(shield=True):
                await self._say_goodbye()
            nursery.cancel_scope.cancel()
        if self._failure is not None:
            raise self._failure

    @abstractmethod
    async def _gather(self, nursery: trio.Nursery) -> None:
        """Wait until ``self._setup`` is there."""

    def _others(self) -> list[SetupPlayer]:
        players = self._setup.players if self._setup is not None else ()
        return [player for player in players if player.key != self._me.key]

    async def _keep_link(self, key: bytes) -> None:
        """Keep a link to another player.

        Of two one dials, so that they do not cross; the other one tries, too, when that has not
        led to a link for a while.
        """
        if not self._dials_first(key):
            await trio.sleep(limits.SECOND_DIALLER)
        await self._mesh.keep(key, lambda: self._mesh.dial(self._addresses(key), key))

    def _addresses(self, key: bytes) -> list[Address]:
        """Where a player may be found, the likeliest first."""
        return self._book.of(key)

    def _dials_first(self, key: bytes) -> bool:
        return self._me.key < key

    @property
    def _awaits_all(self) -> bool:
        """Whether at the end we stay for who has not told us anything, too."""
        return False

    async def _play(self) -> None:
        seating = self._seating
        assert self._setup is not None
        match = Match(
            self._setup,
            seating.identity,
            self._mesh,
            seating.tell,
            seating.keeper,
            seating.replays,
            self._early,
            trio.current_time(),
            restored=self._restored,
            awaits_all=self._awaits_all,
        )
        self._match = MatchTask(match, seating.chooser)
        if self._restored is not None:
            seating.tell(ResumedNews(match.log))
        for link in self._mesh.links.values():
            self._joined_match(self._match, link)
        await self._match.run()

    def _joined_match(self, task: MatchTask, link: Link) -> None:
        if link.hello.watches:
            link.send(Start(task.match.log.setup.raw))
            link.send(self._book.told())
        task.joined(link)

    async def _announce(self) -> None:
        """Tell the others now and then what we have: whatever got lost comes after all."""
        while True:
            await trio.sleep(limits.HAVE_EVERY)
            if self._match is not None:
                self._match.announce()

    async def _say_goodbye(self) -> None:
        if self._match is not None:
            self._match.match.presence.over = True
        self._audience.over = True
        self._mesh.broadcast(Bye("left" if self.is_over else "away"))
        with trio.move_on_after(limits.PARTING):
            await self._mesh.wait_until_alone()

    @property
    def has_left(self) -> bool:
        """Whether we have left the match before its end."""
        return self._match is not None and self._match.match.player.has_left

    @property
    def is_over(self) -> bool:
        """Whether nothing is left for us to play; otherwise our seat waits for us."""
        return self._restored is None if self._match is None else self._match.is_over

    # -- the mesh's handler --------------------------------------------------------------------

    def refusal(self, link: Link) -> str | None:
        """Return why a new link is not wanted, or None."""
        if link.hello.watches:
            return self._refusal_to_watch(link.key)
        return self._refusal(link.key)

    def _refusal_to_watch(self, key: bytes) -> str | None:
        if not self._may_be_watched:
            return text("This table is not to be watched.")
        if self._sits(key):
            return text("You sit at this table.")
        if key not in self._audience and len(self._audience) >= limits.SPECTATORS:
            return text("This table has as many spectators as it can have.")
        return None

    def _sits(self, key: bytes) -> bool:
        """Whether the peer with *key* has a seat."""
        return any(player.key == key for player in self._others())

    def _refusal(self, key: bytes) -> str | None:
        if self._setup is not None:
            if any(player.key == key for player in self._setup.players):
                return None
            if self._may_be_watched:
                return text("The game at this table has begun; `durak watch` lets you look on.")
            return text("The game at this table has begun.")
        return self._refusal_before_start(key)

    def joined(self, link: Link) -> None:
        """A link is there."""
        if link.hello.watches:
            self._joined_to_watch(link)
            return
        self._unwatched(link.key)
        link.send(self._audience.message())
        if link.hello.port:
            self._book.learn(link.key, Address(link.address, link.hello.port))
        if self._setup is not None:
            self._mesh.broadcast(self._book.told())
        if self._match is not None:
            self._joined_match(self._match, link)
        elif self._setup is None:
            self._joined_before_start(link)

    def _joined_to_watch(self, link: Link) -> None:
        self._audience.come(link.key, link.hello.player)
        self._mesh.broadcast(self._audience.message())
        if self._match is not None:
            self._joined_match(self._match, link)

    async def _watch_audience(self) -> None:
        while True:
            await trio.sleep(limits.TICK)
            self._audience.look(trio.current_time())

    def _unwatched(self, key: bytes) -> None:
        if self._audience.go(key, trio.current_time()):
            self._mesh.broadcast(self._audience.message())

    def lost(self, link: Link) -> None:
        """A link is gone."""
        self._audience.lost(link.key, trio.current_time())
        if link.hello.watches:
            self._unwatched(link.key)
        elif self._match is not None:
            self._match.lost(link)
        elif self._setup is None:
            self._lost_before_start(link)

    async def receive(self, link: Link, message: Message) -> None:
        """Do what a message asks for.  Raises ``MessageError`` where the peer may not say it."""
        if link.hello.watches:
            link.charge(limits.SPECTATOR_MESSAGE)
            if not isinstance(message, Have | Bye):
                raise MessageError(text("Who only watches has nothing to say."))
        match message:
            case Carry(signed):
                if self._match is not None:
                    await self._match.take(signed, link)
                else:
                    self._early.keep(signed, link.key)
            case Have():
                if self._match is not None:
                    await self._match.hear(message, link)
            case Whereabouts():
                self._hear_places(message, link)
            case Audience():
                self._audience.hear(message, link.key, trio.current_time())
            case Accuse(signed):
                if self._match is not None:
                    await self._match.hear_accusation(signed, link)
            case Say(said):
                if self._talk.hear(said, link.key, self._people()):
                    self._mesh.broadcast(message, link.key)  # not all are linked to who says it
            case Bye(reason):
                self._hear_bye(link, reason)
                link.close()
            case Hello():
                raise MessageError(text("A second hello."))
            case _:
                self._receive_before_start(link, message)

    def _hear_places(self, told: Whereabouts, link: Link) -> None:
        """Note where others are, and pass on what is new; of who tells much the rest is unread.

        All that is new goes to all: who tells of new places without end would make us send more
        than the others let us.
        """
        keys = [player.key for player in self._others()]
        if link.key not in keys:
            return  # before the start
        tellings = self._tellings.setdefault(
            link.key, Bucket(limits.WHEREABOUTS_AT_ONCE, limits.WHEREABOUTS_RATE)
        )
        if tellings.take(trio.current_time()) and self._book.hear(told, keys):
            self._mesh.broadcast(self._book.told(), link.key)

    def _people(self) -> Mapping[bytes, str]:
        """Return the names, told apart, of all at the table by their keys."""
        if self._setup is None:
            return told_apart(self._here())
        setups = [self._setup]
        if self._match is not None:  # in whose later deals who is gone has no namesakes any more
            setups.append(self._match.match.log.setup)
        return {
            player.key: name
            for setup in setups
            for player, name in zip(setup.players, setup.names, strict=True)
        }

    def _hear_bye(self, link: Link, reason: str) -> None:
        if self._match is not None:
            self._match.parted(link.key)

    @property
    @abstractmethod
    def _may_be_watched(self) -> bool: ...

    @abstractmethod
    def _here(self) -> Sequence[tuple[bytes, str]]:
        """Return the keys and names of those at the table before the start, in order."""

    @abstractmethod
    def _refusal_before_start(self, key: bytes) -> str | None: ...

    @abstractmethod
    def _joined_before_start(self, link: Link) -> None: ...

    @abstractmethod
    def _lost_before_start(self, link: Link) -> None: ...

    @abstractmethod
    def _receive_before_start(self, link: Link, message: Message) -> None: ...
