"""protocol/rules.md and the program name the same options, values and presets."""

import re
from pathlib import Path

from durak_p2p.rules import OPTIONS, PRESETS, Verb

TEXT = (Path(__file__).parents[2] / "protocol" / "rules.md").read_text(encoding="utf-8")


def rows(heading: str) -> dict[str, list[str]]:
    """The rows of the table with this heading, by the code word in their first cell."""
    lines = TEXT[TEXT.index(f"| {heading} |") :].split("\n\n")[0].splitlines()[2:]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return {re.findall(r"[a-z0-9_-]+", row[0])[0]: row[1:] for row in cells}


def test_every_option_stands_there_with_its_values_and_source() -> None:
    table = rows("option")
    assert list(table) == list(OPTIONS)
    for name, option in OPTIONS.items():
        values = [value.strip("` ") for value in table[name][0].split("·")]
        known = [str(value).lower() for value in option.values]
        assert values[: len(known)] == known
        assert (len(values) > len(known)) == option.open_ended
        assert table[name][1] == option.source


def test_every_preset_stands_there_with_the_options_that_it_sets() -> None:
    table = rows("preset")
    assert set(table) == set(PRESETS)
    for name, options in PRESETS.items():
        named = re.findall(r"`([a-z_]+)`", table[name][0])
        assert {word for word in named if word in OPTIONS} <= set(options) | {"simple", "transfer"}


def test_every_verb_stands_there() -> None:
    assert set(rows("move")) == {verb.value for verb in Verb}
