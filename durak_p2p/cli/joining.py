"""Sitting down at a table whose invite one has."""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence
from dataclasses import dataclass

import trio

from durak_p2p.cli.addresses import listen_at
from durak_p2p.cli.exits import Exit, Failure
from durak_p2p.cli.playing import Style, play
from durak_p2p.cli.replies import find_candidates
from durak_p2p.cli.speaking import say
from durak_p2p.cli.storage import ReplayFolder, own_identity
from durak_p2p.net.guest import Guest
from durak_p2p.net.invite import Address, Invite
from durak_p2p.net.peer import Peer, Seating


@dataclass(frozen=True, slots=True)
class Place:
    """Where others reach this guest: ``hosts`` as the user has said, and the TCP port (0: any)."""

    hosts: Sequence[str] = ()
    port: int = 0


def sit_down(
    invite: Invite,
    name: str,
    folder: ReplayFolder,
    style: Style,
    place: Place,
    *,
    temporary_key: bool,
) -> Exit:
    """Play at the table of *invite* as a guest, and return the exit status."""
    with own_identity(temporary=temporary_key) as (identity, remark):
        if remark is not None and not style.json:
            say(remark)

        async def make(seating: Seating) -> tuple[Peer, Sequence[trio.SocketListener]]:
            listeners = await _listen(invite, place.port)

            async def candidates(open_port: int, nursery: trio.Nursery) -> tuple[Address, ...]:
                own = [Address(host, open_port) for host in place.hosts]
                return await find_candidates(open_port, own, nursery)

            return Guest(seating, invite, candidates), listeners

        return play(identity, name, folder, style, make)


async def _listen(invite: Invite, port: int) -> list[trio.SocketListener]:
    """Listen for the other guests; where that fails they reach us through the host."""
    everywhere = not all(_is_local(address) for address in invite.addresses)
    try:
        return await listen_at(port, everywhere=everywhere)
    except Failure:
        if port:
            raise
        return []


def _is_local(address: Address) -> bool:
    try:
        return ipaddress.ip_address(address.host).is_loopback
    except ValueError:
        return address.host == "localhost"
