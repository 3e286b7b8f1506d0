"""Whole deals, played again from their files, give the same files."""

from pathlib import Path

import pytest

from .make_golden import TABLES, make
from .playthrough import GOLDEN, replay

FILES = sorted(GOLDEN.glob("*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_deal_played_again_is_told_in_the_same_words(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert replay(text) == text


@pytest.mark.parametrize(("number", "name"), list(enumerate(TABLES)))
def test_the_script_makes_the_same_files(number: int, name: str) -> None:
    assert make(name, number) == (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")


def test_every_table_has_its_file() -> None:
    assert {path.stem for path in FILES} == set(TABLES)
