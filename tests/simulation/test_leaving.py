"""Deals that players leave or are missed in; `python -m tests.simulation.leaving` plays more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from .cheap import cheap_cryptography
from .leaving import simulate_leaving

EACH = 200
DEALS = 1600


@pytest.fixture(autouse=True, scope="module")
def cheap() -> Iterator[None]:
    with cheap_cryptography():
        yield


@pytest.mark.parametrize("first", range(0, DEALS, EACH))
def test_all_honest_logs_come_to_the_same_whoever_leaves_or_is_late(first: int) -> None:
    told: Counter[str] = Counter()
    for seed in range(first, first + EACH):
        told += simulate_leaving(seed)
    # Whatever can happen has happened.
    assert told.keys() >= {"complete", "left", "away", "by time", "rewound", "broken"}
