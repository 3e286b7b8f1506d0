"""`durak join`: sit down at a friend's table."""

from __future__ import annotations

import ipaddress
import sys
from collections.abc import Sequence
from pathlib import Path

import trio

from durak_p2p import limits
from durak_p2p.bots import Rates
from durak_p2p.cli.addresses import EVERYWHERE, THIS_COMPUTER
from durak_p2p.cli.exits import Exit, Failure
from durak_p2p.cli.help_texts import argument, command
from durak_p2p.cli.playing import Style, play
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
@seat_options
def join(
    invite: tuple[str, ...],
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
    own_name = choose_name(name)
    folder = ReplayFolder(out, label)
    style = Style(computer, as_json, computer, Rates(cheats, notices, errs), seed)
    with own_identity(temporary=new_key) as (identity, remark):
        if remark is not None and not as_json:
            say(remark)

        async def make(seating: Seating) -> tuple[Peer, Sequence[trio.SocketListener]]:
            return Guest(seating, parsed), await _listen(parsed.addresses)

        status = play(identity, own_name, folder, style, make)
    sys.exit(status)


async def _listen(addresses: tuple[Address, ...]) -> list[trio.SocketListener]:
    """Listen for the other guests; where that fails they reach us through the host."""
    host = THIS_COMPUTER if all(_is_local(address) for address in addresses) else EVERYWHERE
    try:
        return await trio.open_tcp_listeners(0, host=host, backlog=limits.BACKLOG)
    except OSError:
        return []


def _is_local(address: Address) -> bool:
    try:
        return ipaddress.ip_address(address.host).is_loopback
    except ValueError:
        return address.host == "localhost"
