"""Whole deals, played again from their files, give the same files."""

from pathlib import Path

import pytest

from .make_golden import TABLES
from .playthrough import GOLDEN, replay

FILES = sorted(GOLDEN.glob("*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_deal_played_again_is_told_in_the_same_words(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert replay(text) == text


def test_every_table_has_its_file() -> None:
    assert {path.stem for path in FILES} == set(TABLES)


@pytest.mark.parametrize("name", ["cheaters-3", "cheaters-all-transfer-4"])
def test_deals_of_cheaters_tell_of_cheats_caught_and_missed_and_of_wrong_accusations(
    name: str,
) -> None:
    text = (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")
    for part in ("    right: ", "    wrong: ", ", caught by ", ", missed\n"):
        assert part in text
