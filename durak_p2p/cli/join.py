"""`durak join`: sit down at a friend's table."""

from __future__ import annotations

import sys
from pathlib import Path

import click
import trio

from durak_p2p.bots import Rates
from durak_p2p.cli.addresses import listen_for, own_address
from durak_p2p.cli.exits import Exit, Failure
from durak_p2p.cli.help_texts import argument, command, option
from durak_p2p.cli.playing import Seated, Style, play
from durak_p2p.cli.replies import find_candidates
from durak_p2p.cli.resume import come_back, seat_for
from durak_p2p.cli.seats import seat_options
from durak_p2p.cli.speaking import say
from durak_p2p.cli.storage import ReplayFolder, own_identity
from durak_p2p.cli.tables import choose_name
from durak_p2p.net.guest import Guest
from durak_p2p.net.invite import Address, Invite, InviteError
from durak_p2p.net.listening import port_of
from durak_p2p.net.peer import Seating
from durak_p2p.table.journal import Sitting
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
    pace: float,
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
    style = Style(computer, as_json, computer, Rates(cheats, notices, errs), seed, pace)
    found = seat_for(parsed)
    if found is not None:
        if not as_json:
            say(text("Your seat at this table has waited for you."))
        sys.exit(come_back(found, style))
    own_name = choose_name(name)
    folder = ReplayFolder(out, label)
    with own_identity(temporary=new_key) as own:
        if own.remark is not None and not as_json:
            say(own.remark)

        async def make(seating: Seating) -> Seated:
            listeners = await listen_for(parsed.addresses, port)

            async def candidates(open_port: int, nursery: trio.Nursery) -> tuple[Address, ...]:
                known = [Address(where, open_port) for where in given]
                return await find_candidates(open_port, known, nursery)

            open_port = port_of(listeners) if listeners else 0
            sitting = Sitting(False, own.to_keep, own_name, seating.nonce, str(parsed), open_port)
            return Seated(Guest(seating, parsed, candidates), listeners, sitting)

        status = play(own.identity, own_name, folder, style, make)
    sys.exit(status)
