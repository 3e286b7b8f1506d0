"""What makes a guest's peer at the table of an invite, and at the tables after it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import trio

from durak_p2p.cli.addresses import listen_for
from durak_p2p.cli.playing import PeerMaker, Seated
from durak_p2p.cli.replies import find_candidates
from durak_p2p.net.guest import Guest
from durak_p2p.net.invite import Address, Invite
from durak_p2p.net.listening import port_of
from durak_p2p.net.seating import Seating
from durak_p2p.table.journal import Sitting


@dataclass(frozen=True, slots=True)
class Place:
    """Where others reach this guest: ``addresses`` as the user has said, and the TCP port (0: any).

    ``internet``: whether its router is asked to let them in, where that is needed.
    """

    addresses: Sequence[str] = ()
    port: int = 0
    internet: bool = True


def guest_maker(
    invite: Invite, name: str, to_keep: bytes | None, place: Place, *, waits: bool = False
) -> PeerMaker:
    """Return what makes the peer of a guest.

    Args:
        invite: to the table.
        name: the guest's.
        to_keep: what a seat must keep of its key, as `OwnIdentity.to_keep`.
        place: where the host may find it.
        waits: whether the host, with whom we have just played, may open the table only later.
    """

    async def make(seating: Seating, _: trio.Nursery) -> Seated:
        listeners = await listen_for(invite.addresses, place.port)

        async def candidates(open_port: int, nursery: trio.Nursery) -> tuple[Address, ...]:
            known = [Address(host, open_port) for host in place.addresses]
            return await find_candidates(open_port, known, nursery, ask=place.internet)

        sitting = Sitting(
            False,
            to_keep,
            name,
            seating.nonce,
            str(invite),
            port_of(listeners) if listeners else 0,
            next(((at.host, at.port) for at in invite.addresses if "%" in at.host), None),
        )
        guest = Guest(seating, invite, candidates, waits=waits)
        secret = invite.next_table().secret
        return Seated(guest, listeners, sitting, next_match=next_match, next_secret=secret)

    def next_match() -> PeerMaker:
        return guest_maker(invite.next_table(), name, to_keep, place, waits=True)

    return make
