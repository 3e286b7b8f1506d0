"""`durak host`: open a table."""

from __future__ import annotations

import secrets
import sys
from pathlib import Path

import click

from durak_p2p.bots import Rates
from durak_p2p.cli.addresses import THIS_COMPUTER, listen_at, own_address
from durak_p2p.cli.doors import lan_addresses, open_door, tell_door
from durak_p2p.cli.help_texts import command, option
from durak_p2p.cli.playing import Seated, Style, play
from durak_p2p.cli.seats import seat_options
from durak_p2p.cli.speaking import say
from durak_p2p.cli.storage import ReplayFolder, own_identity
from durak_p2p.cli.tables import choose_name, choose_rules, rule_options
from durak_p2p.cli.telling import say_json
from durak_p2p.game.setup import LEAST_PATIENCE, MOST_PATIENCE, PATIENCE
from durak_p2p.net.host import Host
from durak_p2p.net.invite import SECRET_BYTES, Address, Invite
from durak_p2p.net.listening import port_of
from durak_p2p.net.peer import Seating
from durak_p2p.rules.family import AnyRules
from durak_p2p.table.journal import Sitting
from durak_p2p.texts import text
from durak_p2p.ui.sentences import rules_text


@command(
    text("Open a table and print the invite for it."),
    text(
        "Send the invite to your friends: who has it can join. The first deal begins when all "
        "seats are taken."
    ),
)
@rule_options
@option(
    "--address",
    "hosts",
    multiple=True,
    metavar=text("ADDRESS"),
    help=text(
        "An address of this computer at which friends reach it; may be given several times. "
        "Without it only this computer can join."
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
@option("--open", "is_open", is_flag=True, help=text("Let anybody on your LAN join: no PIN."))
@option(
    "--watching/--no-watching",
    default=True,
    help=text("Whether who has the invite may watch without a seat.  [default: they may]"),
)
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
    is_open: bool,
    watching: bool,
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
    """Open a table, and sit down at it."""
    rules = choose_rules(preset, players, deck, settings)
    own_name = choose_name(name)
    addresses = [own_address(written) for written in hosts]
    folder = ReplayFolder(out, label)
    style = Style(computer, as_json, computer, Rates(cheats, notices, errs), seed, pace)
    with own_identity(temporary=new_key) as own:
        if own.remark is not None and not as_json:
            say(own.remark)
        secret = secrets.token_bytes(SECRET_BYTES)
        key = own.identity.public_key

        async def make(seating: Seating) -> Seated:
            listeners = await listen_at(port, everywhere=lan or bool(addresses))
            open_port = port_of(listeners)
            reachable = tuple(Address(where, open_port) for where in addresses)
            if not reachable and lan:
                reachable = lan_addresses(open_port)
            reachable = reachable or (Address(THIS_COMPUTER, open_port),)
            invite = Invite(secret, key, reachable, rules)
            _print_invite(invite, rules, style)
            door = None
            if lan:
                door = open_door(own_name, invite, rules, seating.tell, guarded=not is_open)
                tell_door(door, invite, as_json=as_json)
            sitting = Sitting(True, own.to_keep, own_name, seating.nonce, str(invite), open_port)
            peer = Host(seating, secret, rules, deals, patience, door, watching=watching)
            return Seated(peer, listeners, sitting)

        status = play(own.identity, own_name, folder, style, make)
    sys.exit(status)


def _print_invite(invite: Invite, rules: AnyRules, style: Style) -> None:
    if style.json:
        say_json({"news": "invite", "invite": str(invite), "text": None})
        return
    say(text("Your table: {rules}.", rules=rules_text(rules)))
    say(text("Invite (send it to your friends; they run `durak join` with it):"))
    say("")
    say(f"    {invite}")
    say("")
    if all(address.host == THIS_COMPUTER for address in invite.addresses):
        say(
            text(
                "It holds for this computer only. For others give --address with the address that\n"
                "this computer has in your network."
            )
        )
    else:
        say(text("If a friend's program gives a reply code instead, paste it here."))
    say("")
