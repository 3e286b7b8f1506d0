"""The sample replays get the verdicts that replays/README.md states."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

FOLDER = Path(__file__).parents[2] / "replays"


def load_maker() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_replays", FOLDER / "make.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


MAKE = load_maker()
README = (FOLDER / "README.md").read_text(encoding="utf-8")
FILES = sorted(path.name for path in FOLDER.glob("*.durak"))


def table_of(text: str) -> dict[str, list[str]]:
    """The table's cells by file name."""
    rows = [line.split("|")[1:-1] for line in text.splitlines() if line.startswith("| `")]
    return {cells[0].strip().strip("`"): [cell.strip() for cell in cells[1:]] for cells in rows}


@pytest.mark.parametrize("name", FILES)
def test_a_sample_gets_the_verdict_that_is_stated(name: str) -> None:
    assert MAKE.row(name, (FOLDER / name).read_bytes()) in README.splitlines()


def test_the_table_names_every_file_and_no_other() -> None:
    assert sorted(table_of(README)) == FILES == sorted(MAKE.SAMPLES)


def test_the_names_say_what_the_verdicts_are() -> None:
    for name, (verdict, *_) in table_of(README).items():
        assert name.startswith(verdict)


def test_making_them_again_gives_the_same_verdicts_and_always_the_same_bytes() -> None:
    made = MAKE.make()
    assert made.keys() == {*FILES, "README.md"}
    again = table_of(made["README.md"].decode())
    for name, cells in table_of(README).items():
        assert (again[name][0], again[name][3]) == (cells[0], cells[3])
    name = "unfinished.durak"
    MAKE.played.cache_clear()
    assert MAKE.SAMPLES[name]() == made[name]
