"""`durak join`: sit down at a friend's table."""

from __future__ import annotations

import sys
from pathlib import Path

import click
import trio

from durak_p2p.bots import Rates
from durak_p2p.cli.addresses import own_address
from durak_p2p.cli.entering import (
    Asker,
    NotEntered,
    Target,
    enter,
    read_address,
    read_pin,
)
from durak_p2p.cli.exits import Exit, Failure
from durak_p2p.cli.help_texts import argument, command, option
from durak_p2p.cli.joining import Place, sit_down
from durak_p2p.cli.playing import Style
from durak_p2p.cli.reaching import internet_option
from durak_p2p.cli.seats import seat_options
from durak_p2p.cli.showing import InPlace, PlainLines
from durak_p2p.cli.signals import watch_signals
from durak_p2p.cli.storage import ReplayFolder
from durak_p2p.cli.tables import choose_name
from durak_p2p.net.invite import SCHEME, Address, Invite, InviteError
from durak_p2p.texts import sentence_of, text
from durak_p2p.ui.typed_lines import Lines, TerminalLines, run_with_lines


@command(
    text("Join a friend's table."),
    text(
        "TABLE is the invite (durak:...) that the friend has sent you; or, on the friend's own "
        "LAN, the address of the table (192.168.1.20:7777), which the host's screen shows with a "
        "PIN."
    ),
)
@argument("table", text("TABLE..."), nargs=-1, required=True)
@option("--pin", metavar=text("DIGITS"), help=text("The PIN on the host's screen, for an address."))
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
@internet_option
@seat_options
def join(
    table: tuple[str, ...],
    pin: str | None,
    hosts: tuple[str, ...],
    port: int,
    internet: bool,
    name: str | None,
    out: Path | None,
    label: str | None,
    computer: bool,
    cheats: float,
    notices: float,
    errs: float,
    pace: float,
    seed: int | None,
    as_json: bool,
    plain: bool,
    ascii_only: bool,
    ready: bool,
    new_key: bool,
) -> None:
    """Sit down at a friend's table."""
    style = Style.of(
        computer=computer,
        as_json=as_json,
        plain=plain,
        ascii_only=ascii_only,
        rates=Rates(cheats, notices, errs),
        seed=seed,
        pace=pace,
        ready=ready,
    )
    given = [own_address(written) for written in hosts]
    own_name = choose_name(name)
    invite = _invite("".join(table), pin, style)  # mail may have broken it over lines
    if invite is None:
        sys.exit(Exit.GOOD)
    folder = ReplayFolder(out, label)
    place = Place(given, port, internet)
    sys.exit(sit_down(invite, own_name, folder, style, place, temporary_key=new_key))


def _invite(typed: str, pin: str | None, style: Style) -> Invite | None:
    """Return the invite to what was typed; None if the person has thought better of it."""
    address = None if typed.lower().startswith(SCHEME) else read_address(typed)
    if address is None:
        try:
            return Invite.parse(typed)
        except InviteError as error:
            raise Failure(sentence_of(error), Exit.USAGE) from None
    if pin is not None and read_pin(pin) is None:
        raise Failure(text("A PIN is some digits."), Exit.USAGE)
    try:
        return _admission(address, None if pin is None else read_pin(pin), style)
    except NotEntered as reason:
        raise Failure(reason.sentence) from None


def _admission(address: Address, pin: str | None, style: Style) -> Invite | None:
    in_place = InPlace()
    fetched: list[Invite | None] = []
    refused: list[NotEntered] = []

    async def main(lines: Lines | None) -> None:
        ask = None
        if lines is not None:
            ask = Asker(lines, in_place if isinstance(lines, TerminalLines) else PlainLines())
        async with trio.open_nursery() as nursery:
            await nursery.start(watch_signals, nursery.cancel_scope.cancel)
            try:
                fetched.append(await enter(Target([address]), pin, ask))
            except NotEntered as reason:  # not out of the nursery, which would wrap it
                refused.append(reason)
            nursery.cancel_scope.cancel()

    if pin is not None or style.computer or style.json:
        trio.run(main, None)
    else:
        run_with_lines(main, in_place.prompt)
    if refused:
        raise refused[0]
    return fetched[0] if fetched else None
