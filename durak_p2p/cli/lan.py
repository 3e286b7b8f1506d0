"""`durak lan`: tables on the LAN, and a seat at one of them."""

from __future__ import annotations

import sys
from pathlib import Path

import trio

from durak_p2p.cli.exits import Exit, Failure
from durak_p2p.cli.finding import Finder
from durak_p2p.cli.guest_seat import Place
from durak_p2p.cli.help_texts import command, option
from durak_p2p.cli.joining import sit_down
from durak_p2p.cli.own_name import choose_name
from durak_p2p.cli.showing import InPlace, JsonLines, PlainLines
from durak_p2p.cli.storage import ReplayFolder
from durak_p2p.cli.style import Style, seat_options
from durak_p2p.cli.values import Number
from durak_p2p.net.invite import Invite
from durak_p2p.texts import text
from durak_p2p.ui.screen.start_lan import read_pin
from durak_p2p.ui.typed_lines import Lines, TerminalLines, run_with_lines


@command(
    text("List the tables on your LAN, and join one by its number."),
    text(
        "Instead of a number you can type a table's address or paste an invite. With --json the "
        "tables are only listed, as JSON lines, until the program is stopped."
    ),
)
@option(
    "--pin",
    metavar=text("DIGITS"),
    help=text("The PIN of the table that you choose; else you are asked for it."),
)
@option(
    "--once",
    "seconds",
    type=Number(0.1, 3600),
    metavar=text("SECONDS"),
    help=text("Only list what is found within so many seconds."),
)
@seat_options
def lan(
    pin: str | None,
    seconds: float | None,
    name: str | None,
    out: Path | None,
    label: str | None,
    style: Style,
    new_key: bool,
) -> None:
    """List, choose and join."""
    if pin is not None and read_pin(pin) is None:
        raise Failure(text("A PIN is some digits."), Exit.USAGE)
    own_name = choose_name(name)
    if style.json or seconds is not None:
        show = JsonLines() if style.json else PlainLines()
        sys.exit(trio.run(Finder(show).watch, seconds))
    folder = ReplayFolder(out, label)
    invite = _choose(None if pin is None else read_pin(pin))
    if invite is None:
        sys.exit(Exit.GOOD)
    sys.exit(sit_down(invite, own_name, folder, style, Place(), temporary_key=new_key))


def _choose(pin: str | None) -> Invite | None:
    in_place = InPlace()

    async def main(lines: Lines) -> Invite | None:
        if isinstance(lines, TerminalLines):
            in_place.refresh = lines.refresh
            return await Finder(in_place).choose(lines, pin)
        return await Finder(PlainLines(numbers=True)).choose(lines, pin)

    return run_with_lines(main, in_place.prompt)
