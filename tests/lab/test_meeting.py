"""Simultaneous open between homes of which neither can be dialled."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, Queue
from threading import Thread

import pytest

from tests.lab.commands import needs_laboratory
from tests.lab.laboratory import Home, Laboratory
from tests.lab.node import end
from tests.lab.plan import HomePlan

pytestmark = needs_laboratory
IN_TIME = 30.0  # seconds that a meeting may take: it takes under 2 where nothing else runs
CHECKOUT = Path(__file__).parents[2]


class Person:
    """A peer that runs in the first host of a home, and what it tells."""

    def __init__(self, home: Home, own: int, its: int, port: int, *candidates: str, idle: float):
        self.candidates = candidates
        words = [str(word) for word in (own, its, port, idle, *candidates)]
        self.process = home.hosts[0].start(
            *(sys.executable, "-m", "tests.lab.meeting_peer", *words),
            cwd=CHECKOUT,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.told: Queue[str] = Queue()
        self._thread = Thread(target=self._listen, daemon=True)
        self._thread.start()
        assert self.hear(20) == "ready"

    def _listen(self) -> None:
        for line in self.process.stdout or ():
            self.told.put(line.strip())

    def hear(self, seconds: float) -> str:
        """Return what it tells next, or "" if it tells nothing in time."""
        try:
            return self.told.get(timeout=seconds)
        except Empty:
            return ""

    def close(self) -> None:
        self.process.kill()
        self._thread.join(5)
        end(self.process)


@contextmanager
def two(
    one: Home, other: Home, version: int, port: int, idle: float = 20
) -> Iterator[tuple[Person, Person]]:
    """Two who look for each other; the second one has come last."""
    seen = [home.hosts[0].ipv6 if version == 6 else home.public_ipv4 for home in (one, other)]
    first = Person(one, 1, 2, port, seen[1], idle=idle)
    try:
        second = Person(other, 2, 1, port, seen[0], idle=idle)
        try:
            yield first, second
        finally:
            second.close()
    finally:
        first.close()


@pytest.fixture(scope="module")
def lab() -> Iterator[Laboratory]:
    plans = (
        HomePlan("a", delay=0.025),
        HomePlan("b", delay=0.025),
        HomePlan("c", delay=0.001, unwanted="reset"),
        HomePlan("d", delay=0.001, unwanted="reset"),
        HomePlan("e", ports="changed"),
        HomePlan("f", carrier=True),
    )
    with Laboratory(*plans) as made:
        yield made


@pytest.mark.parametrize("version", [4, 6])
@pytest.mark.parametrize(
    ("one", "other"),
    [("a", "b"), ("a", "c"), ("c", "d"), ("a", "f")],
    ids=["both drop", "one resets", "both reset", "a carrier that leaves ports as they are"],
)
def test_both_come_to_a_link(lab: Laboratory, one: str, other: str, version: int) -> None:
    port = 41000 + version
    with two(lab.home(one), lab.home(other), version, port) as (first, second):
        assert re.fullmatch(r"linked [0-9.]+", told := second.hear(IN_TIME))
        assert first.hear(1).startswith("linked ")
        assert float(told.split()[1]) < IN_TIME
        assert first.hear(0.5) == second.hear(0) == ""  # and it holds


def test_a_router_that_changes_port_numbers_is_not_passed(lab: Laboratory) -> None:
    with two(lab.home("a"), lab.home("e"), 4, 41010) as (first, second):
        assert first.hear(3) == second.hear(0) == ""


def test_ports_of_ipv6_are_never_changed(lab: Laboratory) -> None:
    with two(lab.home("a"), lab.home("e"), 6, 41011) as (_, second):
        assert second.hear(IN_TIME).startswith("linked ")


@pytest.mark.parametrize("version", [4, 6])
def test_a_link_that_a_cut_line_has_ended_comes_back(lab: Laboratory, version: int) -> None:
    """The routers on the way take the old connection for a living one for days."""
    home = lab.home("b")
    with two(lab.home("a"), home, version, 41020 + version, idle=1) as (first, second):
        assert first.hear(IN_TIME).startswith("linked ")
        assert second.hear(IN_TIME).startswith("linked ")
        home.cut()
        assert first.hear(5) == second.hear(5) == "lost"
        home.heal()
        assert first.hear(IN_TIME).startswith("linked ")
        assert second.hear(IN_TIME).startswith("linked ")


@pytest.mark.parametrize("version", [4, 6])
def test_who_was_killed_is_met_again_at_the_same_port(lab: Laboratory, version: int) -> None:
    one, other = lab.home("a"), lab.home("b")
    port = 41030 + version
    with two(one, other, version, port) as (first, second):
        assert second.hear(IN_TIME).startswith("linked ")
        first.close()
        assert second.hear(5) == "lost"
        again = Person(one, 1, 2, port, *first.candidates, idle=20)
        try:
            assert again.hear(IN_TIME).startswith("linked ")
            assert second.hear(IN_TIME).startswith("linked ")
        finally:
            again.close()
