"""Whole deals between homes, by the command as people run it."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.cli.programs import INVITE, Program, run
from tests.lab.commands import needs_laboratory
from tests.lab.laboratory import Laboratory
from tests.lab.node import Node
from tests.lab.plan import HomePlan, PortMapping

pytestmark = needs_laboratory
REPLY = r"durak-reply:[A-Za-z0-9_-]{70,}"
PORT = "7777"
ASKING = {"DURAK_INTERNET": "yes"}
IN_TIME = 6.0  # seconds that the two programs may need to find each other


@pytest.fixture(scope="module")
def lab() -> Iterator[Laboratory]:
    plans = (
        HomePlan("a", delay=0.02),
        HomePlan("b", delay=0.02),
        HomePlan("c", ports="changed"),
        HomePlan("d", PortMapping()),
        HomePlan("e", PortMapping(nat_pmp=False, pcp=False, permits=False)),
    )
    with Laboratory(*plans) as made:
        yield made


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Starter]:
    with ExitStack() as programs:
        yield Starter(tmp_path, programs)


class Starter:
    """Starts the command in hosts of the laboratory; each player writes to a folder of its own."""

    def __init__(self, folder: Path, programs: ExitStack) -> None:
        self.folder = folder
        self._programs = programs

    def __call__(self, node: Node, name: str, *arguments: str, **more: str) -> Program:
        home = self.folder / name
        home.mkdir()
        words = [*arguments, f"--name={name}", f"--out={home / 'games'}"]
        program = Program(home, *words, prefix=node.prefix, **more)
        self._programs.callback(program.close)
        return program

    def replays(self) -> list[Path]:
        return sorted(self.folder.glob("*/games/*.durak"))

    def check_played(self, players: int) -> None:
        """All have written the same replay, and it is good."""
        paths = self.replays()
        assert len(paths) == players
        assert len({path.read_bytes() for path in paths}) == 1
        assert run(self.folder, "verify", str(paths[0])).returncode == 0


def invite_of(host: Program) -> str:
    return INVITE.search(host.wait_for(INVITE.pattern + r"\s"))[0]  # type: ignore[index]


@pytest.mark.parametrize("version", [4, 6])
def test_two_whom_nobody_can_dial_play_a_deal(
    lab: Laboratory, start: Starter, version: int
) -> None:
    anna, boris = lab.host("a1"), lab.host("b1")
    where = (
        [anna.ipv6, boris.ipv6] if version == 6 else [lab.home(home).public_ipv4 for home in "ab"]
    )
    host = start(
        anna, "Anna", "host", "--computer", "--deck=24", "--address", where[0], "--port", PORT
    )
    guest = start(boris, "Boris", "join", "--computer", "--address", where[1], invite_of(host))
    code = guest.wait_for(REPLY + r"\s").strip()
    host.type(code)
    began = time.monotonic()
    host.wait_for("All are here")
    assert time.monotonic() - began < IN_TIME
    assert (host.end(30), guest.end(30)) == (0, 0)
    start.check_played(2)


@pytest.mark.parametrize(
    ("hosting", "joining"),
    [("c1", "d1"), ("a1", "e1")],
    ids=["it maps a port for the guest", "it opens no port but tells its address"],
)
def test_the_guest_asks_its_router(
    lab: Laboratory, start: Starter, hosting: str, joining: str
) -> None:
    """No address is typed; in the first case the host's router changes port numbers, besides."""
    public = lab.home(hosting[0]).public_ipv4
    host = start(lab.host(hosting), "Anna", "host", "--address", public, "--port", "7790")
    guest = start(lab.host(joining), "Boris", "join", invite_of(host), **ASKING)
    host.type(guest.wait_for(REPLY + r"\s").strip())
    began = time.monotonic()
    host.wait_for("All are here")
    assert time.monotonic() - began < IN_TIME


def test_a_line_that_is_cut_for_five_seconds_ends_no_deal(lab: Laboratory, start: Starter) -> None:
    anna, boris = lab.host("a1"), lab.host("b2")
    home = lab.home("b")
    host = start(anna, "Anna", "host", "--address", anna.ipv6, "--port", PORT)
    guest = start(boris, "Boris", "join", "--address", boris.ipv6, invite_of(host))
    host.type(guest.wait_for(REPLY + r"\s").strip())
    host.wait_for("All are here")
    people = [host, guest]
    asked = wait_for_word(people)
    home.cut()
    time.sleep(5)
    home.heal()
    assert all(person.process.poll() is None for person in people)
    mover = people[asked]
    mover.type(re.findall(r"^You can: (.*)$", mover.output, re.MULTILINE)[-1].split(", ")[0])
    people[1 - asked].wait_for("You can: ")
    host.type("quit")
    host.end()


def wait_for_word(people: list[Program]) -> int:
    """Return which of the people is asked for a move."""
    end = time.monotonic() + 20
    while time.monotonic() < end:
        for number, person in enumerate(people):
            if "You can: " in person.output:
                return number
        time.sleep(0.01)
    raise AssertionError("nobody is asked for a move")


def test_of_four_players_only_the_host_can_be_dialled(lab: Laboratory, start: Starter) -> None:
    anna = lab.host("a2")
    lab.home("a").forward(7778, anna)
    public = lab.home("a").public_ipv4
    host = start(
        *(anna, "Anna", "host", "--computer", "--json"),
        *("--address", public, "--port", "7778", "--players", "4"),
    )
    invite = json.loads(host.wait_for(r'\{"news": "invite".*\}'))["invite"]
    guests = [
        start(lab.host(f"{home}2"), name, "join", "--computer", invite)
        for home, name in (("b", "Boris"), ("c", "Clara"), ("d", "Dmitri"))
    ]
    assert [program.end(60) for program in (host, *guests)] == [0, 0, 0, 0]
    start.check_played(4)


def test_a_code_of_another_table_is_refused(lab: Laboratory, start: Starter) -> None:
    anna, boris = lab.host("a1"), lab.host("b1")
    other = start(anna, "Olga", "host", "--address", anna.ipv6, "--port", "7780")
    guest = start(boris, "Boris", "join", "--address", boris.ipv6, invite_of(other))
    host = start(anna, "Anna", "host", "--address", anna.ipv6, "--port", "7781")
    invite_of(host)
    code = guest.wait_for(REPLY + r"\s").strip()
    host.type(code)
    host.wait_for("not for this table")
    host.type(code[:-1])
    host.wait_for("damaged")
    guest.type(code)
    guest.wait_for("for the program of the host")
