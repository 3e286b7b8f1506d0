"""The reference held to what needs no second implementation."""

from collections import Counter

import pytest

from .arbiter import Arbiter
from .random_sessions import Session, run_alone


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("family", ["beating", "shedding"])
def test_random_sessions_end_and_lose_no_card(family: str, seed: int) -> None:
    tally = Counter()
    run_alone(Session(seed, family), Arbiter(), tally)
    assert tally["ended"] == 1
