"""protocol/rules.md, section 4, and the program name the same options, games and moves."""

import re
from pathlib import Path

from durak_p2p.rules.shedding import GAMES, OPTIONS, Verb

TEXT = (Path(__file__).parents[3] / "protocol" / "rules.md").read_text(encoding="utf-8")


def rows(heading: str) -> dict[str, list[str]]:
    """The rows of the table with this heading, by the code word in their first cell."""
    lines = TEXT[TEXT.index(f"| {heading} |") :].split("\n\n")[0].splitlines()[2:]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return {re.findall(r"[a-z0-9_-]+", row[0])[0]: row[1:] for row in cells}


def test_every_option_stands_there_with_its_values_and_source() -> None:
    table = rows("option of this family")
    assert list(table) == list(OPTIONS)
    for name, option in OPTIONS.items():
        assert table[name][1] == option.source
        if name == "preset":
            continue
        values = [value.strip("` ") for value in table[name][0].split("·")]
        known = [str(value).lower() for value in option.values]
        assert values[: len(known)] == known
        assert (len(values) > len(known)) == option.open_ended


def test_every_game_stands_there_with_what_it_has_of_its_own() -> None:
    table = rows("game")
    assert list(table) == list(GAMES)
    for name, game in GAMES.items():
        told = table[name][0]
        assert ("*draws one*" in told) == game.draws_one
        assert ("dealer leads" in told) == game.dealer_leads
        assert ("*8 goes on*" in told) == any(e.goes_on for e in game.effects.values())
        assert ("face up" in told) == game.last_open
        assert ("32 cards" in told) == (game.deck == 32)
        size = next((n for n, word in {4: "four cards", 6: "six cards"}.items() if word in told), 5)
        assert size == game.hand_size
        assert set(re.findall(r"`([a-z_]+_[a-z]+)`", told)) == set(game.optional)


def test_every_verb_stands_there() -> None:
    assert set(rows("move of this family")) == {verb.value for verb in Verb}
