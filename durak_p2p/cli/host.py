"""`durak host`: open a table."""

from __future__ import annotations

import secrets
import sys
from pathlib import Path

import click
import trio

from durak_p2p.bots import Rates
from durak_p2p.cli.addresses import is_local, listen_at, own_address
from durak_p2p.cli.computers import Computers, OwnTable
from durak_p2p.cli.doors import door_texts, open_door, tell_door
from durak_p2p.cli.exits import Exit, Failure
from durak_p2p.cli.help_texts import command, option
from durak_p2p.cli.playing import Seated, Style, play
from durak_p2p.cli.qr_codes import show_qr
from durak_p2p.cli.reaching import (
    ASKING,
    OwnPlace,
    ask_routers,
    follow,
    internet_option,
    open_mapping,
    reach_news,
)
from durak_p2p.cli.seats import seat_options
from durak_p2p.cli.speaking import say
from durak_p2p.cli.storage import ReplayFolder, own_identity
from durak_p2p.cli.tables import choose_name, choose_rules, rule_options
from durak_p2p.cli.telling import say_json
from durak_p2p.game.setup import LEAST_PATIENCE, MOST_PATIENCE, PATIENCE
from durak_p2p.net.host import Host
from durak_p2p.net.invite import SECRET_BYTES, Address, Invite
from durak_p2p.net.listening import closed_if_cancelled, port_of
from durak_p2p.net.seating import Seating
from durak_p2p.rules.family import AnyRules
from durak_p2p.table.journal import Sitting
from durak_p2p.texts import Text, plural, text
from durak_p2p.ui.sentences import rules_text


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
    "hosts",
    multiple=True,
    metavar=text("ADDRESS"),
    help=text(
        "An address at which friends reach this computer besides those that it finds by itself; "
        "may be given several times."
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
@option(
    "--patience",
    type=click.IntRange(LEAST_PATIENCE, MOST_PATIENCE),
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
    type=click.IntRange(0, 7),
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
    hosts: tuple[str, ...],
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
    computer: bool,
    pace: float,
    cheats: float,
    notices: float,
    errs: float,
    seed: int | None,
    as_json: bool,
    plain: bool,
    ascii_only: bool,
    ready: bool,
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
    own_name = choose_name(name)
    addresses = [own_address(written) for written in hosts]
    folder = ReplayFolder(out, label)
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
    with own_identity(temporary=new_key) as own:
        if own.remark is not None and not as_json:
            say(own.remark)
        secret = secrets.token_bytes(SECRET_BYTES)
        key = own.identity.public_key

        async def make(seating: Seating, nursery: trio.Nursery) -> Seated:
            listeners = await listen_at(port, everywhere=lan or internet or bool(addresses))
            open_port = port_of(listeners)
            given = tuple(Address(where, open_port) for where in addresses)
            place = OwnPlace(open_port, given, announced=lan or internet)
            mapping = open_mapping(own.identity, open_port) if internet else None
            reach = None
            if mapping is not None:
                if not as_json:
                    say(ASKING)
                with closed_if_cancelled(listeners):
                    reach = await ask_routers(mapping, nursery)
                seating.tell(reach_news(reach))
            held = place.addresses(() if reach is None else reach.addresses)
            invite = Invite(secret, key, held, rules)
            _print_invite(invite, rules, style, as_qr=as_qr)
            current = [invite]
            door = None
            doors: tuple[Text, ...] = ()
            if lan:
                door = open_door(
                    own_name,
                    invite,
                    rules,
                    seating.tell,
                    guarded=not is_open,
                    watching=not no_watching,
                )
                near = OwnPlace(open_port).addresses()
                tell_door(door, near, as_json=as_json)
                doors = door_texts(door, near)

            def renewed(newer: Invite) -> None:
                current[0] = newer
                if door is not None:
                    door.invite = newer

            if mapping is not None and reach is not None:
                nursery.start_soon(follow, mapping, reach, invite, place, seating.tell, renewed)
            sitting = Sitting(True, own.to_keep, own_name, seating.nonce, str(invite), open_port)
            peer = Host(seating, secret, rules, deals, patience, door, watching=not no_watching)
            table = OwnTable(own.identity, seating.nonce, secret, open_port)
            company = Computers(peer, table, style.computer_player, nursery)
            for _ in range(computers):
                company.add()
            return Seated(peer, listeners, sitting, lambda: current[0], doors, company)

        status = play(own.identity, own_name, folder, style, make)
    sys.exit(status)


def _print_invite(invite: Invite, rules: AnyRules, style: Style, *, as_qr: bool) -> None:
    if style.json:
        say_json({"news": "invite", "invite": str(invite), "text": None})
        return
    say(text("Your table: {rules}.", rules=rules_text(rules)))
    say(text("Invite (send it to your friends; they run `durak join` with it):"))
    say("")
    say(f"    {invite}")
    say("")
    if as_qr:
        show_qr(invite)
    elif style.screen is None:
        say(text("Type qr to see the invite as a QR code."))
        say(
            text(
                "Type computer to give a free seat to a computer player, computer off to take it "
                "away."
            )
        )
    if all(map(is_local, invite.addresses)):
        say(
            text(
                "It holds for this computer only. For others give --address with the address that\n"
                "this computer has in your network."
            )
        )
    else:
        say(text("If a friend's program gives a reply code instead, paste it here."))
    say("")
