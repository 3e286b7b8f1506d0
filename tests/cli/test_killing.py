"""Programs are killed at random instants of deals; `python -m tests.cli.killing` for more."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from .killing import play_with_kills

DEALS, KILLS = 17, 6


@pytest.mark.skipif(os.name != "posix", reason="SIGKILL is POSIX's")
@pytest.mark.parametrize("seed", range(DEALS))
def test_who_is_killed_comes_back_and_the_deal_ends_well(seed: int, tmp_path: Path) -> None:
    assert play_with_kills(tmp_path, seed, KILLS) == KILLS
