"""`durak resume`: come back to a table at which one's seat waits."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import trio

from durak_p2p.cli.addresses import is_local, listen_again, listen_for
from durak_p2p.cli.exits import Exit, Failure
from durak_p2p.cli.guest_seat import Place, guest_maker
from durak_p2p.cli.help_texts import command, option
from durak_p2p.cli.opening import HostSide, HostTable, TableOptions
from durak_p2p.cli.playing import PeerMaker, Seated, play
from durak_p2p.cli.reaching import OwnPlace, internet_option, open_mapping
from durak_p2p.cli.seat_files import FoundSeat, find_seat, read_seat, waiting_seats
from durak_p2p.cli.speaking import say
from durak_p2p.cli.storage import OwnIdentity, ReplayFolder, own_identity
from durak_p2p.cli.style import Style, style_options
from durak_p2p.crypto import Identity
from durak_p2p.game import Setup
from durak_p2p.net.guest import Guest
from durak_p2p.net.invite import Address, Invite
from durak_p2p.net.listening import port_of
from durak_p2p.net.seating import Seating
from durak_p2p.table.journal import Journal, Sitting
from durak_p2p.texts import listed, text


@command(text("Come back to the table that you left last, or that was lost by a crash."))
@option("--list", "lists", is_flag=True, help=text("Only list the seats that wait for you."))
@internet_option
@style_options
def resume(
    lists: bool,
    internet: bool,
    style: Style,
) -> None:
    """Come back to a seat."""
    seats = waiting_seats()
    if not seats:
        raise Failure(text("No seat waits for you."))
    if lists:
        for path in seats:
            _tell_seat(path)
        return
    found = find_seat(seats[0])
    if found is None:
        raise Failure(text("Another durak here plays on your seat."))
    sys.exit(come_back(found, style, internet=internet))


def _tell_seat(path: Path) -> None:
    setup = _setup_of(read_seat(path))
    say(
        text(
            "{time}: deal {number} of {deals}, with {names}",
            time=f"{datetime.fromtimestamp(path.stat().st_mtime):%Y-%m-%d %H:%M}",
            number=setup.number,
            deals=setup.deals,
            names=listed(player.name for player in setup.players),
        )
    )


def _setup_of(journal: Journal) -> Setup:
    assert journal.setup is not None  # a journal that says of no deal is refused as it is read
    return journal.setup


def seat_for(invite: Invite) -> FoundSeat | None:
    """Return the seat that waits for us at the table of an invite, locked for us."""
    for path in waiting_seats():
        sitting = read_seat(path).sitting
        known = Invite.parse(sitting.invite)
        if (known.secret, known.host_key) == (invite.secret, invite.host_key):
            return find_seat(path)
    return None


def _kept_invite(sitting: Sitting) -> Invite:
    """Return the invite that was sat down by, with the address that its text cannot hold."""
    invite = Invite.parse(sitting.invite)
    if sitting.reached is None:
        return invite
    reached = Address(*sitting.reached)
    unscoped = replace(reached, host=reached.host.partition("%")[0])
    others = (address for address in invite.addresses if address != unscoped)
    return replace(invite, addresses=(reached, *others))


def come_back(
    found: FoundSeat, style: Style, *, internet: bool, newer: Invite | None = None
) -> Exit:
    """Play on from a seat that is locked for us; return the exit status.

    *internet*: whether a host asks its router to let the others in again.  *newer*: an invite to
    the same table that is younger than the one that was sat down by.
    """
    journal, sitting = found.journal, found.journal.sitting
    invite = _kept_invite(sitting)
    if newer is not None:
        invite = invite.with_addresses((*newer.addresses, *invite.addresses))
    coming = _Returning(found, invite, style, internet=internet)
    folder = ReplayFolder(_folder_of(journal))
    try:
        with _identity_of(found) as identity:
            return play(identity, sitting.name, folder, style, coming.make, found)
    finally:
        found.lock.release()  # where it came to no match, which lets go of it itself


class _Returning:
    """Makes the peer that comes back to a seat."""

    def __init__(self, found: FoundSeat, invite: Invite, style: Style, *, internet: bool) -> None:
        self._found = found
        self._sitting = found.journal.sitting
        self._setup = _setup_of(found.journal)
        self._invite = invite
        self._style = style
        self._internet = internet  # a host's router may be asked

    async def make(self, seating: Seating, nursery: trio.Nursery) -> Seated:
        """Return it."""
        if self._sitting.is_host:
            return await self._host(seating, nursery)
        listeners = await _listen_again(self._invite, self._sitting.port)
        guest = Guest(seating, self._invite)
        secret = self._invite.next_table().secret
        return Seated(guest, listeners, None, next_match=self._next_as_guest, next_secret=secret)

    def _next_as_guest(self) -> PeerMaker:
        sitting, place = self._sitting, Place(internet=self._internet)
        following = self._invite.next_table()
        return guest_maker(following, sitting.name, sitting.identity, place, waits=True)

    async def _host(self, seating: Seating, nursery: trio.Nursery) -> Seated:
        sitting = self._sitting
        everywhere = not all(map(is_local, self._invite.addresses))
        listeners = await listen_again(sitting.port, everywhere=everywhere)
        port = port_of(listeners)
        options = self._options()
        own = OwnIdentity(seating.identity, temporary=sitting.identity is not None)
        side = HostSide(options, own, sitting.name, self._style)
        invite = _invite_again(self._invite, sitting.port, port)
        table = HostTable(side, listeners, invite, sitting.pin, seating, nursery)
        table.computers.take_up(self._setup, self._found.heard())
        if options.internet:  # meanwhile the others may dial already
            mapping = open_mapping(seating.identity, port)
            nursery.start_soon(mapping.run)
            table.follow(mapping, None, OwnPlace(port))
        return table.seated(None)

    def _options(self) -> TableOptions:
        """Return how the table was opened, so far as that is kept."""
        setup, sitting = self._setup, self._sitting
        is_near = all(map(is_local, self._invite.addresses))
        return TableOptions(
            rules=setup.rules,
            deals=setup.deals,
            patience=setup.patience,
            addresses=(),
            port=sitting.port,
            computers=0,
            internet=self._internet and sitting.internet and not is_near,
            lan=sitting.pin is not None,
            guarded=bool(sitting.pin),
            watching=self._found.journal.agreement.watching,
            as_qr=False,
        )


def _invite_again(invite: Invite, before: int, port: int) -> Invite:
    """Return a host's invite with the addresses that it has now.

    Those that it had stay good where it listens on the same port as *before*: what a router passes
    on, or its user has given, is not known yet, or any more.
    """
    place = OwnPlace(port, announced=not all(map(is_local, invite.addresses)))
    old = invite.addresses if port == before else ()
    return invite.with_addresses((*place.addresses(), *old))


async def _listen_again(invite: Invite, port: int) -> list[trio.SocketListener]:
    """Listen where the others look for us, or, where that port is taken, anywhere."""
    try:
        return await listen_for(invite.addresses, port)
    except Failure:
        return await listen_for(invite.addresses)


@contextmanager
def _identity_of(found: FoundSeat) -> Iterator[Identity]:
    kept = found.journal.sitting.identity
    if kept is not None:
        yield Identity.from_private_bytes(kept)
        return
    with own_identity(temporary=False) as own:
        keys = [player.key for player in _setup_of(found.journal).players]
        if own.remark is not None:
            raise Failure(text("Your key is in use by another durak here; close that one first."))
        if own.identity.public_key not in keys:
            raise Failure(text("Your key is not the one that sits at that table."))
        yield own.identity


def _folder_of(journal: Journal) -> Path | None:
    """Return the folder of the last replay, if it is still there."""
    if not journal.replays:
        return None
    folder = Path(journal.replays[max(journal.replays)]).parent
    return folder if folder.is_dir() else None
