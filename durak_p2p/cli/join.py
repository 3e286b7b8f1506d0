"""`durak join`: sit down at a friend's table."""

from __future__ import annotations

import sys
from pathlib import Path

from durak_p2p.cli.addresses import own_address
from durak_p2p.cli.exits import Exit
from durak_p2p.cli.guest_seat import Place
from durak_p2p.cli.help_texts import argument, command, option
from durak_p2p.cli.invited import invited_to, pin_option
from durak_p2p.cli.joining import sit_down
from durak_p2p.cli.own_name import choose_name
from durak_p2p.cli.reaching import internet_option
from durak_p2p.cli.storage import ReplayFolder
from durak_p2p.cli.style import Style, seat_options
from durak_p2p.cli.values import WholeNumber
from durak_p2p.texts import text


@command(
    text("Join a friend's table."),
    text(
        "TABLE is the invite (durak:...) that the friend has sent you; or, on the friend's own "
        "LAN, the address of the table (192.168.1.20:7777), which the host's screen shows with a "
        "PIN."
    ),
)
@argument("table", text("TABLE..."), nargs=-1)
@pin_option
@option(
    "--address",
    "addresses",
    multiple=True,
    metavar=text("ADDRESS"),
    help=text(
        "A public address of this computer, or of its router, for the reply code that is needed "
        "where nobody can be dialled; may be given several times."
    ),
)
@option(
    "--port",
    type=WholeNumber(0, 65535),
    default=0,
    show_default=True,
    metavar=text("NUMBER"),
    help=text("The TCP port to listen on; 0: any that is free."),
)
@internet_option
@seat_options
def join(
    table: tuple[str, ...],
    pin: str | None,
    addresses: tuple[str, ...],
    port: int,
    internet: bool,
    name: str | None,
    out: Path | None,
    label: str | None,
    style: Style,
    new_key: bool,
) -> None:
    """Sit down at a friend's table."""
    given = [own_address(written) for written in addresses]
    own_name = choose_name(name)
    asks = not style.computer and not style.json
    invite = invited_to("".join(table), pin, asks=asks)  # mail may have broken it over lines
    if invite is None:
        sys.exit(Exit.GOOD)
    folder = ReplayFolder(out, label)
    place = Place(given, port, internet)
    sys.exit(sit_down(invite, own_name, folder, style, place, temporary_key=new_key))
