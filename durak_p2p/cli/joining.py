"""Sitting down at a table whose invite one has."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import trio

from durak_p2p.cli.addresses import listen_for
from durak_p2p.cli.exits import Exit
from durak_p2p.cli.playing import Seated, play
from durak_p2p.cli.replies import find_candidates
from durak_p2p.cli.resume import come_back, seat_for
from durak_p2p.cli.speaking import say
from durak_p2p.cli.storage import ReplayFolder, own_identity
from durak_p2p.cli.style import Style
from durak_p2p.net.guest import Guest
from durak_p2p.net.invite import Address, Invite
from durak_p2p.net.listening import port_of
from durak_p2p.net.seating import Seating
from durak_p2p.table.journal import Sitting
from durak_p2p.texts import text


@dataclass(frozen=True, slots=True)
class Place:
    """Where others reach this guest: ``hosts`` as the user has said, and the TCP port (0: any).

    ``internet``: whether its router is asked to let them in, where that is needed.
    """

    hosts: Sequence[str] = ()
    port: int = 0
    internet: bool = True


def sit_down(
    invite: Invite,
    name: str,
    folder: ReplayFolder,
    style: Style,
    place: Place,
    *,
    temporary_key: bool,
) -> Exit:
    """Play at the table of *invite* as a guest, and return the exit status.

    If a seat waits there for us we come back to it.
    """
    found = seat_for(invite)
    if found is not None:
        if not style.json:
            say(text("Your seat at this table has waited for you."))
        return come_back(found, style, internet=place.internet, newer=invite)
    with own_identity(temporary=temporary_key) as own:
        if own.remark is not None and not style.json:
            say(own.remark)

        async def make(seating: Seating, _: trio.Nursery) -> Seated:
            listeners = await listen_for(invite.addresses, place.port)

            async def candidates(open_port: int, nursery: trio.Nursery) -> tuple[Address, ...]:
                known = [Address(host, open_port) for host in place.hosts]
                return await find_candidates(open_port, known, nursery, ask=place.internet)

            open_port = port_of(listeners) if listeners else 0
            sitting = Sitting(
                False,
                own.to_keep,
                name,
                seating.nonce,
                str(invite),
                open_port,
                next(((at.host, at.port) for at in invite.addresses if "%" in at.host), None),
            )
            return Seated(Guest(seating, invite, candidates), listeners, sitting)

        return play(own.identity, name, folder, style, make)
