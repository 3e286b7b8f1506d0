"""Opening a table as its host: socket, routers, invite, the door on the LAN, computer players."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import trio

from durak_p2p.cli.addresses import is_local, listen_again, listen_at
from durak_p2p.cli.computers import Computers, OwnTable
from durak_p2p.cli.doors import CurrentInvite, door_texts, open_door, tell_door
from durak_p2p.cli.playing import PeerMaker, Seated
from durak_p2p.cli.qr_codes import show_qr
from durak_p2p.cli.reaching import (
    ASKING,
    Mapping,
    OwnPlace,
    ask_routers,
    follow,
    open_mapping,
    reach_news,
)
from durak_p2p.cli.speaking import say
from durak_p2p.cli.storage import OwnIdentity
from durak_p2p.cli.style import Style
from durak_p2p.cli.telling import say_json
from durak_p2p.net.host import Host
from durak_p2p.net.invite import SECRET_BYTES, Address, Invite
from durak_p2p.net.lan.door import LanDoor, new_pin
from durak_p2p.net.listening import closed_if_cancelled, port_of
from durak_p2p.net.reach.mapper import Reach
from durak_p2p.net.seating import Seating
from durak_p2p.rules.family import AnyRules
from durak_p2p.table.journal import Sitting
from durak_p2p.table.news import News
from durak_p2p.texts import Text, text
from durak_p2p.ui.sentences import rules_text


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOptions:
    """A table as its host wants it.

    Attributes:
        rules: of all its deals, ``deals`` many.
        patience: seconds that the seat of a player who is away waits.
        addresses: at which friends reach this computer besides those that it finds.
        port: the TCP port to listen on; 0: any.
        computers: how many seats are for computer players.
        internet: whether routers are asked to let friends in.
        lan: whether the table is announced on the LAN; ``guarded``: by a PIN.
        watching: whether it may be watched.
        as_qr: whether the invite is shown as a QR code, too.
    """

    rules: AnyRules
    deals: int
    patience: int
    addresses: tuple[str, ...]
    port: int
    computers: int
    internet: bool
    lan: bool
    guarded: bool
    watching: bool
    as_qr: bool


@dataclass(frozen=True, slots=True)
class HostSide:
    """Who hosts what: the table, the host's identity and name, and how it plays there."""

    options: TableOptions
    own: OwnIdentity
    name: str
    style: Style


class HostTable:
    """A host's table where it is now, newly opened or come back to.

    ``door`` is the one on the LAN; None: there is none.  ``computers`` are the host's own.
    """

    def __init__(
        self,
        side: HostSide,
        listeners: Sequence[trio.SocketListener],
        invite: Invite,
        pin: str | None,
        seating: Seating,
        nursery: trio.Nursery,
    ) -> None:
        """Make the host's peer.

        Args:
            side: who hosts what.
            listeners: where the peer listens.
            invite: to the table.
            pin: by which those on the LAN get in, "" for anybody there; None: nobody does.
            seating: what the peer needs besides the net.
            nursery: runs as long as the peer.
        """
        self._side = side
        self._listeners = listeners
        self._port = port_of(listeners)  # they are closed before the next table is opened
        self._pin = pin
        self._tell = seating.tell
        self._nursery = nursery
        options = side.options
        self.door: LanDoor | None = None
        if pin is not None:
            self.door = open_door(
                side.name, invite, options.rules, seating.tell, pin=pin, watching=options.watching
            )
        self._invite = CurrentInvite(invite, self.door)
        self._peer = Host(
            seating,
            invite.secret,
            options.rules,
            options.deals,
            options.patience,
            self.door,
            watching=options.watching,
        )
        table = OwnTable(seating.identity, seating.nonce, invite.secret, self._port)
        self.computers = Computers(self._peer, table, side.style.computer_player, nursery)

    def follow(self, mapping: Mapping, told: Reach | None, place: OwnPlace) -> None:
        """Tell what else comes of asking the routers than was *told*, and renew the invite.

        None: it was told before there was this table; programs are told it all again.
        """
        invite = self._invite
        if told is None and self._side.style.json:
            told = mapping.reach
        self._nursery.start_soon(
            follow, mapping, told, invite.get(), place, self._tell, invite.renew
        )

    def seated(self, sitting: Sitting | None, doors: Sequence[Text] = ()) -> Seated:
        """Return the host's seat; *sitting* is None where it comes back.

        *doors* say how else than by the invite one gets in.
        """
        return Seated(
            self._peer,
            self._listeners,
            sitting,
            self._invite.get,
            doors,
            self.computers,
            self._next_match,
            self._invite.get().next_table().secret,
            as_qr=self._side.options.as_qr,
        )

    def _next_match(self) -> PeerMaker:
        """Return what opens the next table."""
        after, options = self._invite.get(), self._side.options
        options = replace(
            options,
            # Those that the guests are invited to; the deal may have been short of a player.
            rules=after.rules or options.rules,
            port=self._port,
            computers=self.computers.seats,
            as_qr=False,
        )
        return Opener(replace(self._side, options=options), after=after, pin=self._pin).open


class Opener:
    """Opens a table; :meth:`open` is what makes the host's peer."""

    def __init__(
        self, side: HostSide, *, after: Invite | None = None, pin: str | None = None
    ) -> None:
        """Say what is to be opened.

        Args:
            side: who hosts what.
            after: the invite to the table before, whose players this one is for; None: there was
                none, and the invite has to be sent.
            pin: of the table before.
        """
        self._side = side
        self._options = side.options
        self._after = after
        self._pin = pin
        self._secret = (
            secrets.token_bytes(SECRET_BYTES) if after is None else after.next_table().secret
        )

    async def open(self, seating: Seating, nursery: trio.Nursery) -> Seated:
        """Open the table and tell its invite.  Raises :class:`Failure`."""
        options = self._options
        listeners = await self._listen()
        port = port_of(listeners)
        given = tuple(Address(host, port) for host in options.addresses)
        place = OwnPlace(port, given, announced=options.lan or options.internet)
        mapping = open_mapping(self._side.own.identity, port) if options.internet else None
        reach = None
        if mapping is not None:
            with closed_if_cancelled(listeners):
                reach = await self._ask(mapping, seating.tell, nursery)
        invite = self._invite(place, () if reach is None else reach.addresses)
        self._tell_how_to_come(invite)
        pin = self._pin_here() if options.lan else None
        table = HostTable(self._side, listeners, invite, pin, seating, nursery)
        doors = () if table.door is None else self._tell_door(table.door, port)
        if mapping is not None and reach is not None:
            table.follow(mapping, reach if self._after is None else None, place)
        for _ in range(options.computers):
            table.computers.add()
        sitting = Sitting(
            True,
            self._side.own.to_keep,
            self._side.name,
            seating.nonce,
            str(invite),
            port,
            internet=options.internet,
            pin=pin,
        )
        return table.seated(sitting, doors)

    async def _listen(self) -> list[trio.SocketListener]:
        listen = listen_at if self._after is None else listen_again
        return await listen(self._options.port, everywhere=self.is_for_others)

    @property
    def is_for_others(self) -> bool:
        """Whether other computers are to reach it, as they did the table before."""
        options = self._options
        before = () if self._after is None else self._after.addresses
        asked = options.lan or options.internet or bool(options.addresses)
        return asked or not all(map(is_local, before))

    def _invite(self, place: OwnPlace, mapped: Sequence[Address]) -> Invite:
        """Return the invite; the addresses that the one before held stay good."""
        before = () if self._after is None else self._after.addresses
        invite = Invite(self._secret, self._side.own.identity.public_key, (), self._options.rules)
        return invite.with_addresses((*place.addresses(mapped), *before))

    async def _ask(
        self, mapping: Mapping, tell: Callable[[News], None], nursery: trio.Nursery
    ) -> Reach:
        if self._after is not None:  # it has been asked before, and the players are waiting
            nursery.start_soon(mapping.run)
            return mapping.reach
        if not self._side.style.json:
            say(ASKING)
        reach = await ask_routers(mapping, nursery)
        tell(reach_news(reach))
        return reach

    def _tell_how_to_come(self, invite: Invite) -> None:
        """Tell the invite; the players of the table before need none."""
        style = self._side.style
        if self._after is None or style.json:
            _tell_invite(invite, self._options, style)
        elif style.screen is None:
            say(
                text(
                    "The next table is open; who has played finds it without a new invite. Type "
                    "invite to see it, for others."
                )
            )

    def _pin_here(self) -> str:
        """Return the PIN of the table before, or a new one; "": the table is open."""
        if self._pin is not None:
            return self._pin
        return new_pin() if self._options.guarded else ""

    def _tell_door(self, door: LanDoor, port: int) -> tuple[Text, ...]:
        """Return how friends on the LAN get in; at a first table it is told, too."""
        near, style = OwnPlace(port).addresses(), self._side.style
        if self._after is None or style.json:
            tell_door(door, near, as_json=style.json)
        return door_texts(door, near)


def _tell_invite(invite: Invite, options: TableOptions, style: Style) -> None:
    if style.json:
        say_json({"news": "invite", "invite": str(invite), "text": None})
        return
    say(text("Your table: {rules}.", rules=rules_text(options.rules)))
    say(text("Invite (send it to your friends; they run `durak join` with it):"))
    say("")
    say(f"    {invite}")
    say("")
    if options.as_qr and style.screen is None:
        show_qr(invite)
    elif style.screen is None:
        say(text("Type qr to see the invite as a QR code."))
        say(
            text(
                "Type computer to give a free seat to a computer player, computer off to take it "
                "away."
            )
        )
    if all(map(is_local, invite.addresses)):
        say(
            text(
                "It holds for this computer only. For others give --address with the address that "
                "this computer has in your network."
            )
        )
    else:
        say(text("If a friend's program gives a reply code instead, paste it here."))
    say("")
