"""`durak join`: sit down at a friend's table."""

from __future__ import annotations

import ipaddress
import sys
from collections.abc import Sequence
from pathlib import Path

import click
import trio

from durak_p2p.bots import Rates
from durak_p2p.cli.addresses import listen_at, own_address
from durak_p2p.cli.exits import Exit, Failure
from durak_p2p.cli.help_texts import argument, command, option
from durak_p2p.cli.playing import Style, play
from durak_p2p.cli.replies import find_candidates
from durak_p2p.cli.seats import seat_options
from durak_p2p.cli.speaking import say
from durak_p2p.cli.storage import ReplayFolder, own_identity
from durak_p2p.cli.tables import choose_name
from durak_p2p.net.guest import Guest
from durak_p2p.net.invite import Address, Invite, InviteError
from durak_p2p.net.peer import Peer, Seating
from durak_p2p.texts import sentence_of, text


@command(text("Join the table of INVITE (durak:...), which a friend has sent you."))
@argument("invite", text("INVITE..."), nargs=-1, required=True)
@option(
    "--address",
    "hosts",
    multiple=True,
    metavar=text("ADDRESS"),
    help=text(
        "A public address of this computer, or of its router, for the reply code that is needed "
        "where nobody can be dialled; may be given several times."
    ),
)
@option(
    "--port",
    type=click.IntRange(0, 65535),
    default=0,
    show_default=True,
    metavar=text("NUMBER"),
    help=text("The TCP port to listen on; 0: any that is free."),
)
@seat_options
def join(
    invite: tuple[str, ...],
    hosts: tuple[str, ...],
    port: int,
    name: str | None,
    out: Path | None,
    label: str | None,
    computer: bool,
    cheats: float,
    notices: float,
    errs: float,
    seed: int | None,
    as_json: bool,
    new_key: bool,
) -> None:
    """Sit down at a friend's table."""
    try:
        parsed = Invite.parse("".join(invite))  # mail may have broken it over lines
    except InviteError as error:
        raise Failure(sentence_of(error), Exit.USAGE) from None
    given = [own_address(written) for written in hosts]
    own_name = choose_name(name)
    folder = ReplayFolder(out, label)
    style = Style(computer, as_json, computer, Rates(cheats, notices, errs), seed)
    with own_identity(temporary=new_key) as (identity, remark):
        if remark is not None and not as_json:
            say(remark)

        async def make(seating: Seating) -> tuple[Peer, Sequence[trio.SocketListener]]:
            listeners = await _listen(parsed, port)

            async def candidates(open_port: int, nursery: trio.Nursery) -> tuple[Address, ...]:
                own = [Address(host, open_port) for host in given]
                return await find_candidates(open_port, own, nursery)

            return Guest(seating, parsed, candidates), listeners

        status = play(identity, own_name, folder, style, make)
    sys.exit(status)


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
