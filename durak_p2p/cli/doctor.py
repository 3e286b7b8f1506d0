"""`durak doctor`: who could join at a table of this computer."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, Final

import trio

from durak_p2p.cli.addresses import EVERYWHERE
from durak_p2p.cli.exits import Exit
from durak_p2p.cli.help_texts import command, option
from durak_p2p.cli.reaching import ASKING, outcome_json
from durak_p2p.cli.signals import watch_signals
from durak_p2p.cli.speaking import say
from durak_p2p.cli.telling import say_json
from durak_p2p.cli.values import WholeNumber
from durak_p2p.net.reach.diagnosis import Diagnosis, Facts, Firewall, Range, diagnose
from durak_p2p.net.reach.interfaces import LocalAddress, local_addresses
from durak_p2p.net.reach.mapper import PortMapping, Reach
from durak_p2p.system_errors import system_reason
from durak_p2p.texts import Text, text

_STATUS: Final = {
    Range.OUTSIDE: Exit.GOOD,
    Range.LAN: Exit.LAN_ONLY,
    Range.NOBODY: Exit.ALONE,
}
_LONGEST: Final = 20.0  # seconds for asking routers, whatever they do
_UFW_SETTINGS: Final = Path("/etc/ufw/ufw.conf")
_FIREWALLD_RUNS: Final = Path("/run/firewalld.pid")


@command(
    text("Say who could join at a table of this computer, and what to do if nobody can."),
    text(
        "It looks at the addresses of this computer and asks the router to open a port, as a table "
        "does; the port is given back at once. Nobody outside is asked, so what a firewall does is "
        "not seen."
    ),
    text(
        "Exit status: 0 if somebody outside of this network could join; 4 if only those in it "
        "could; 5 if nobody could."
    ),
)
@option(
    "--port",
    type=WholeNumber(0, 65535),
    default=0,
    show_default=True,
    metavar=text("NUMBER"),
    help=text("The TCP port that the table would have; 0: any that is free."),
)
@option("--json", "as_json", is_flag=True, help=text("Print JSON, for programs."))
def doctor(port: int, as_json: bool) -> None:
    """Look, judge, tell."""
    facts = trio.run(_look, port, as_json)
    if facts is None:
        sys.exit(Exit.STOPPED)
    diagnosis = diagnose(facts)
    if as_json:
        say_json(doctor_json(facts, diagnosis))
    else:
        _tell(diagnosis)
    sys.exit(_STATUS[diagnosis.range])


async def _look(port: int, as_json: bool) -> Facts | None:
    """Find the facts out; None if it was stopped."""
    facts = None
    async with trio.open_nursery() as nursery:
        await nursery.start(watch_signals, nursery.cancel_scope.cancel)
        facts = await _find_facts(port, as_json)
        nursery.cancel_scope.cancel()
    return facts


async def _find_facts(port: int, as_json: bool) -> Facts:
    local = _local()
    try:
        listeners = await trio.open_tcp_listeners(port, host=EVERYWHERE)
    except OSError as error:
        reason = text(
            "Port {port} cannot be listened on: {reason}.", port=port, reason=system_reason(error)
        )
        return Facts(port, bool(port), reason, local, None, _firewall())
    open_port = int(listeners[0].socket.getsockname()[1])
    if not as_json:
        say(ASKING)
        say("")
    try:
        reach = await _ask_routers(open_port)
    finally:
        for listener in listeners:
            listener.socket.close()
    return Facts(open_port, bool(port), None, local, reach, _firewall())


async def _ask_routers(port: int) -> Reach:
    mapping = PortMapping(port)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(mapping.run)
        with trio.move_on_after(_LONGEST):
            await mapping.settled()
        reach = mapping.reach
        nursery.cancel_scope.cancel()
    return reach


def _local() -> tuple[LocalAddress, ...]:
    try:
        return local_addresses()
    except OSError:  # the system does not tell them
        return ()


def _firewall() -> Firewall:
    if sys.platform == "win32":
        return Firewall.WINDOWS
    if sys.platform == "darwin":
        return Firewall.MACOS
    if _FIREWALLD_RUNS.exists():
        return Firewall.FIREWALLD
    try:
        on = "ENABLED=yes" in _UFW_SETTINGS.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        on = False
    return Firewall.UFW if on else Firewall.UNKNOWN


_CONCLUSIONS: Final[dict[Range, Text]] = {
    Range.OUTSIDE: text("So friends outside of your network can join, too."),
    Range.LAN: text("So only friends in your own network can join for sure."),
    Range.NOBODY: text("So nobody else can join."),
}


def _tell(diagnosis: Diagnosis) -> None:
    for way in diagnosis.ways:
        say(way.sentence)
    say(_CONCLUSIONS[diagnosis.range])
    if diagnosis.advice:
        say("")
    for advice in diagnosis.advice:
        say(advice)


def doctor_json(facts: Facts, diagnosis: Diagnosis) -> dict[str, Any]:
    """Return facts and diagnosis for programs (protocol/reach.md)."""
    reach = facts.reach
    return {
        "range": diagnosis.range.value,
        "port": facts.port,
        "listening": facts.port_error is None,
        "firewall": facts.firewall.value,
        "addresses": [
            {"interface": a.interface, "address": str(a.ip), "kind": a.kind.value}
            for a in facts.local
        ],
        "ipv4": None if reach is None else outcome_json(reach.ipv4),
        "ipv6": None if reach is None else outcome_json(reach.ipv6),
        "ways": [
            {
                "who": way.who.value,
                "answer": way.answer.value,
                "addresses": list(map(str, way.addresses)),
                "text": way.sentence,
            }
            for way in diagnosis.ways
        ],
        "advice": list(diagnosis.advice),
    }
