"""A few of the simulated matches; `python -m tests.simulation` plays more."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from .cheap import cheap_cryptography
from .table import deal_of, simulate

EACH = 10
MATCHES = 100


@pytest.fixture(autouse=True, scope="module")
def cheap() -> Iterator[None]:
    with cheap_cryptography():
        yield


@pytest.mark.parametrize("first", range(0, MATCHES, EACH))
def test_all_honest_peers_come_to_the_same_and_nothing_in_time_is_lost(first: int) -> None:
    for seed in range(first, first + EACH):
        simulate(seed)


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
