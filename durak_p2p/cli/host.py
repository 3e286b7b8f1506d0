"""`durak host`: open a table."""

from __future__ import annotations

import sys
from pathlib import Path

from durak_p2p.cli.addresses import own_address
from durak_p2p.cli.exits import Exit, Failure
from durak_p2p.cli.help_texts import command, option
from durak_p2p.cli.opening import HostSide, Opener, TableOptions
from durak_p2p.cli.own_name import choose_name
from durak_p2p.cli.playing import play
from durak_p2p.cli.reaching import internet_option
from durak_p2p.cli.speaking import say
from durak_p2p.cli.storage import ReplayFolder, own_identity
from durak_p2p.cli.style import Style, seat_options
from durak_p2p.cli.tables import choose_rules, rule_options
from durak_p2p.cli.values import WholeNumber
from durak_p2p.game.setup import LEAST_PATIENCE, MOST_PATIENCE, PATIENCE
from durak_p2p.texts import plural, text


@command(
    text("Open a table and print the invite for it."),
    text(
        "Send the invite to your friends: who has it can join. The first deal begins when all "
        "seats are taken and all say that they are ready."
    ),
)
@rule_options
@option(
    "--address",
    "addresses",
    multiple=True,
    metavar=text("ADDRESS"),
    help=text(
        "An address at which friends reach this computer besides those that it finds by itself; "
        "may be given several times."
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
@option(
    "--patience",
    type=WholeNumber(LEAST_PATIENCE, MOST_PATIENCE),
    metavar=text("SECONDS"),
    default=PATIENCE,
    show_default=True,
    help=text("How long the seat of a player who is away waits for it."),
)
@option(
    "--lan/--no-lan",
    default=True,
    envvar="DURAK_LAN",
    show_envvar=True,
    help=text("Whether the table is announced on your LAN, for `durak lan`.  [default: it is]"),
)
@option(
    "--computers",
    type=WholeNumber(0, 7),
    metavar=text("NUMBER"),
    default=0,
    help=text("How many seats are for computer players, which this program runs."),
)
@internet_option
@option("--qr", "as_qr", is_flag=True, help=text("Show the invite as a QR code, too."))
@option("--open", "is_open", is_flag=True, help=text("Let anybody on your LAN join: no PIN."))
@option("--no-watching", is_flag=True, help=text("Let nobody watch without a seat."))
@seat_options
def host(
    preset: str,
    players: int | None,
    deck: int | None,
    settings: tuple[str, ...],
    deals: int,
    addresses: tuple[str, ...],
    port: int,
    patience: int,
    lan: bool,
    computers: int,
    internet: bool,
    as_qr: bool,
    is_open: bool,
    no_watching: bool,
    name: str | None,
    out: Path | None,
    label: str | None,
    style: Style,
    new_key: bool,
) -> None:
    """Open a table, and sit down at it."""
    rules = choose_rules(preset, players, deck, settings)
    if computers >= rules.players:
        raise Failure(
            plural(
                "There is {count} seat besides yours for computer players.",
                "There are {count} seats besides yours for computer players.",
                rules.players - 1,
            ),
            Exit.USAGE,
        )
    options = TableOptions(
        rules=rules,
        deals=deals,
        patience=patience,
        addresses=tuple(own_address(written) for written in addresses),
        port=port,
        computers=computers,
        internet=internet,
        lan=lan,
        guarded=not is_open,
        watching=not no_watching,
        as_qr=as_qr,
    )
    own_name = choose_name(name)
    folder = ReplayFolder(out, label)
    with own_identity(temporary=new_key) as own:
        if own.remark is not None and not style.json:
            say(own.remark)
        opener = Opener(HostSide(options, own, own_name, style))
        status = play(own.identity, own_name, folder, style, opener.open)
    sys.exit(status)
