"""Opening a table as its host: socket, routers, invite, the door on the LAN, computer players."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import trio

from durak_p2p.cli.addresses import is_local, listen_at
from durak_p2p.cli.computers import Computers, OwnTable
from durak_p2p.cli.doors import CurrentInvite, door_texts, open_door, tell_door
from durak_p2p.cli.exits import Failure
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
from durak_p2p.net.invite import MOST_ADDRESSES, SECRET_BYTES, Address, Invite
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


class Opener:
    """Opens a table; :meth:`open` is what makes the host's peer."""

    def __init__(
        self,
        options: TableOptions,
        own: OwnIdentity,
        name: str,
        style: Style,
        *,
        after: Invite | None = None,
        pin: str | None = None,
    ) -> None:
        """Say what is to be opened.

        Args:
            options: the table.
            own: the host's identity.
            name: its name.
            style: who plays, and on what.
            after: the invite to the table before, whose players this one is for; None: there was
                none, and the invite has to be sent.
            pin: of the table before.
        """
        self._options = options
        self._own = own
        self._name = name
        self._style = style
        self._after = after
        self._pin = pin
        self._secret = (
            secrets.token_bytes(SECRET_BYTES) if after is None else after.next_table().secret
        )

    async def open(self, seating: Seating, nursery: trio.Nursery) -> Seated:
        """Open the table and tell its invite.  Raises :class:`Failure`."""
        options, identity = self._options, self._own.identity
        listeners = await self._listen()
        port = port_of(listeners)
        given = tuple(Address(host, port) for host in options.addresses)
        place = OwnPlace(port, given, announced=options.lan or options.internet)
        mapping = open_mapping(identity, port) if options.internet else None
        reach = None
        if mapping is not None:
            with closed_if_cancelled(listeners):
                reach = await self._ask(mapping, seating.tell, nursery)
        held = self._held(place, () if reach is None else reach.addresses)
        invite = Invite(self._secret, identity.public_key, held, options.rules)
        _tell_invite(invite, options, self._style)
        door: LanDoor | None = None
        doors: tuple[Text, ...] = ()
        if options.lan:
            door, doors = self._open_door(invite, port, seating.tell)
        current = CurrentInvite(invite, door)
        if mapping is not None and reach is not None:
            nursery.start_soon(follow, mapping, reach, invite, place, seating.tell, current.renew)
        peer = Host(
            seating,
            self._secret,
            options.rules,
            options.deals,
            options.patience,
            door,
            watching=options.watching,
        )
        table = OwnTable(identity, seating.nonce, self._secret, port)
        company = Computers(peer, table, self._style.computer_player, nursery)
        for _ in range(options.computers):
            company.add()
        sitting = Sitting(
            True,
            self._own.to_keep,
            self._name,
            seating.nonce,
            str(invite),
            port,
            internet=options.internet,
            pin=None if door is None else door.pin,
        )

        def next_match() -> PeerMaker:
            table = replace(options, port=port, computers=company.seats, as_qr=False)
            pin = None if door is None else door.pin
            after = current.get()
            return Opener(table, self._own, self._name, self._style, after=after, pin=pin).open

        qr = options.as_qr
        return Seated(peer, listeners, sitting, current.get, doors, company, next_match, as_qr=qr)

    async def _listen(self) -> list[trio.SocketListener]:
        """Listen on the port that was asked for; at a next table on any, if another has it now."""
        try:
            return await listen_at(self._options.port, everywhere=self.is_for_others)
        except Failure:
            if self._after is None:
                raise
            return await listen_at(0, everywhere=self.is_for_others)

    @property
    def is_for_others(self) -> bool:
        """Whether other computers are to reach it, as they did the table before."""
        options = self._options
        before = () if self._after is None else self._after.addresses
        asked = options.lan or options.internet or bool(options.addresses)
        return asked or not all(map(is_local, before))

    def _held(self, place: OwnPlace, mapped: Sequence[Address]) -> tuple[Address, ...]:
        """Return the addresses for the invite; those that the one before held stay good."""
        before = () if self._after is None else self._after.addresses
        both = dict.fromkeys((*place.addresses(mapped), *before))
        return tuple(both)[:MOST_ADDRESSES]

    async def _ask(
        self, mapping: Mapping, tell: Callable[[News], None], nursery: trio.Nursery
    ) -> Reach:
        if self._after is not None:  # it has been asked before, and the players are waiting
            nursery.start_soon(mapping.run)
            return mapping.reach
        if not self._style.json:
            say(ASKING)
        reach = await ask_routers(mapping, nursery)
        tell(reach_news(reach))
        return reach

    def _new_pin(self) -> str:
        if self._pin is not None:
            return self._pin
        return new_pin() if self._options.guarded else ""

    def _open_door(
        self, invite: Invite, port: int, tell: Callable[[News], None]
    ) -> tuple[LanDoor, tuple[Text, ...]]:
        """Return the door on the LAN, and how friends there get in, which is told as well."""
        options = self._options
        door = open_door(
            self._name,
            invite,
            options.rules,
            tell,
            pin=self._new_pin(),
            watching=options.watching,
        )
        near = OwnPlace(port).addresses()
        tell_door(door, near, as_json=self._style.json)
        return door, door_texts(door, near)


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
                "It holds for this computer only. For others give --address with the address that\n"
                "this computer has in your network."
            )
        )
    else:
        say(text("If a friend's program gives a reply code instead, paste it here."))
    say("")
