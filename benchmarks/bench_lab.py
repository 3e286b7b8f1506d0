"""How long it takes between homes to sit down and to be dealt to.

    .venv/bin/python benchmarks/bench_lab.py [TIMES]

The homes are network namespaces (tests/lab); it needs root and their packages.  Seated through a
mapped port: from starting `durak join` until its table is told.  By simultaneous open: from typing
the reply code until both are at the table.  Set-up: from the first commitment until the cards are
dealt, for four players in two homes; all data between the homes take the time that is told.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import count
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.cli.programs import INVITE, Program
from tests.lab.commands import what_is_missing
from tests.lab.laboratory import Laboratory
from tests.lab.node import Node
from tests.lab.plan import HomePlan, PortMapping

ASKING = {"DURAK_INTERNET": "yes"}
REPLY = r"durak-reply:[A-Za-z0-9_-]{70,}"
DELAYS = (0.05, 0.1)  # seconds from one home to the other
_ports = count(7780)


class People:
    """Programs in the homes of a laboratory, for as long as one measurement takes."""

    def __init__(self, lab: Laboratory, programs: ExitStack) -> None:
        self._lab = lab
        self._programs = programs
        self._folder = Path(programs.enter_context(tempfile.TemporaryDirectory()))

    def start(self, host: str, *words: str, **more: str) -> Program:
        home = self._folder / host
        home.mkdir()
        node: Node = self._lab.host(host)
        words = (*words, f"--name={host}", "--new-key", f"--out={home}")
        program = Program(home, *words, prefix=node.prefix, **more)
        self._programs.callback(program.close)
        return program

    def public(self, home: str) -> str:
        return self._lab.home(home).public_ipv4

    def address(self, host: str) -> str:
        return self._lab.host(host).ipv4

    def forward(self, host: str, port: int) -> None:
        self._lab.home(host[0]).forward(port, self._lab.host(host))


def invite_of(host: Program, pattern: str = INVITE.pattern) -> str:
    return INVITE.findall(host.wait_for(pattern + r"\b", 30))[-1]


def through_a_mapped_port(people: People) -> float:
    host = people.start("a1", "host", "--json", "--players=3", **ASKING)
    invite = invite_of(host, r'"news": "invite", "invite": "durak:[^"]*')
    began = time.monotonic()
    guest = people.start("b1", "join", "--json", invite)
    guest.wait_for('"news": "table"')
    return time.monotonic() - began


def by_simultaneous_open(people: People) -> float:
    port = str(next(_ports))
    host = people.start("b1", "host", "--address", people.public("b"), "--port", port)
    guest = people.start("c1", "join", "--address", people.public("c"), invite_of(host))
    host.type(guest.wait_for(REPLY + r"\s", 30).strip())
    began = time.monotonic()
    host.wait_for("All are here", 30)
    guest.wait_for("All are here", 30)
    return time.monotonic() - began


def set_up_of_four(people: People) -> float:
    port = next(_ports)
    people.forward("a1", port)
    near = people.address("a1")  # for a2: the router does not lead back in
    where = ("--address", people.public("a"), "--address", near, "--port", str(port))
    host = people.start("a1", "host", "--computer", "--json", "--players=4", *where)
    invite = invite_of(host)
    for name in ("a2", "b1", "b2"):
        people.start(name, "join", "--computer", invite)
    host.wait_for('"news": "progress"', 60)
    began = time.monotonic()
    host.wait_for('"news": "dealt"', 60)
    return time.monotonic() - began


def measure(lab: Laboratory, what: Callable[[People], float], times: int) -> Iterator[float]:
    for _ in range(times):
        with ExitStack() as programs:
            yield what(People(lab, programs))


def tell(name: str, seconds: list[float]) -> None:
    print(f"{name:48} {statistics.median(seconds):6.2f}  {max(seconds):6.2f}", flush=True)


def main(times: int) -> None:
    missing = what_is_missing()
    if missing is not None:
        sys.exit(missing)
    print(f"{'seconds':48} {'median':>6}  {'most':>6}")
    homes = (HomePlan("a", PortMapping(), delay=0.01), HomePlan("b", delay=0.01))
    with Laboratory(*homes, HomePlan("c", delay=0.01)) as lab:
        tell("seated through a mapped port", [*measure(lab, through_a_mapped_port, times)])
        tell("seated by simultaneous open", [*measure(lab, by_simultaneous_open, times)])
    for delay in DELAYS:
        with Laboratory(*(HomePlan(name, delay=delay / 2) for name in "ab")) as lab:
            name = f"set-up of four, {delay * 1000:.0f} ms from home to home"
            tell(name, [*measure(lab, set_up_of_four, times)])


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
