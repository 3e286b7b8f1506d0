"""A few of the simulated matches; `python -m tests.simulation` plays more."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from .adversaries import KINDS, WithEquivocator
from .cheap import cheap_cryptography
from .table import deal_of, simulate

EACH = 10
MATCHES = 90
OF_EACH_KIND = 8


@pytest.fixture(autouse=True, scope="module")
def cheap() -> Iterator[None]:
    with cheap_cryptography():
        yield


@pytest.mark.parametrize("first", range(0, MATCHES, EACH))
def test_all_honest_peers_come_to_the_same_and_nothing_in_time_is_lost(first: int) -> None:
    for seed in range(first, first + EACH):
        simulate(seed)


@pytest.mark.parametrize("kind", ["withholds", "floods"])
def test_one_that_bends_the_protocol_harms_nobody(kind: str) -> None:
    for seed in range(OF_EACH_KIND):
        simulate(seed, KINDS[kind])


def test_one_that_equivocates_is_named_by_all() -> None:
    found_out = 0
    for seed in range(OF_EACH_KIND):
        simulation = simulate(seed, KINDS["equivocates"])
        assert isinstance(simulation, WithEquivocator)
        found_out += simulation.found_out
    assert found_out


def test_a_seed_plays_the_same_again() -> None:
    for seed in (3, 5):
        one, again = simulate(seed), simulate(seed)
        assert [f.content for p in one.peers for f in p.files] == [
            f.content for p in again.peers for f in p.files
        ]
        assert one.said == again.said
        assert [deal_of(log).accusations for log in one.logs()] == [
            deal_of(log).accusations for log in again.logs()
        ]
