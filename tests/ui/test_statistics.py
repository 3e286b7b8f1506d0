"""Statistics in sentences and bars."""

from __future__ import annotations

import pytest

from durak_p2p.replay.statistics import Outcome, Statistics, Streak, Tally
from durak_p2p.ui.language import Language
from durak_p2p.ui.statistics import BLOCKS, PLAIN, bar, statistics_text


@pytest.mark.parametrize(
    ("tally", "drawn"),
    [
        (Tally(1, 0, 0), "#" * 20),
        (Tally(0, 0, 3), "." * 20),
        (Tally(0, 2, 0), "=" * 20),
        (Tally(1, 0, 1), "#" * 10 + "." * 10),
        (Tally(1, 0, 999), "#" + "." * 19),
        (Tally(999, 0, 1), "#" * 19 + "."),
        (Tally(500, 1, 499), "#" * 9 + "=" + "." * 10),
        (Tally(999, 1, 999), "#" * 9 + "=" + "." * 10),
        (Tally(1, 1, 998), "#" + "=" + "." * 18),
    ],
)
def test_a_bar_shows_all_that_there_is(tally: Tally, drawn: str) -> None:
    assert bar(tally, PLAIN) == drawn


def test_bars_have_one_length() -> None:
    for won in range(6):
        for none in range(6):
            for lost in range(6):
                tally = Tally(won, none, lost)
                if tally.deals:
                    made = bar(tally, PLAIN)
                    assert len(made) == 20
                    for count, character in ((won, "#"), (none, "="), (lost, ".")):
                        assert bool(count) == (character in made)


STATISTICS = Statistics(
    total=Tally(5, 1, 2),
    void=1,
    unfinished=2,
    fools=2,
    epaulettes=1,
    streak=Streak(Outcome.WON, 2),
    wins=3,
    losses=1,
    opponents=(("Boris", Tally(4, 1, 2)), ("Яна", Tally(1, 0, 0))),
    games=(("classic", Tally(5, 1, 2)),),
)


def test_all_is_told_in_english() -> None:
    assert statistics_text("Anna", STATISTICS, 5, PLAIN).splitlines() == [
        "Anna: 8 deals; 5 won, 1 drawn, 2 lost.",
        "The fool 2 times. 1 epaulette worn.",
        "Now 2 wins in a row. Most in a row: 3 won, 1 lost.",
        "1 deal did not count. 2 deals are unfinished, and not counted. "
        "5 replays are broken or cannot be read, and are left out.",
        "By opponent:",
        "  Boris  ###########===......  4 of 7 deals won",
        "  Яна    ####################  1 of 1 deal won",
        "By game:",
        "  classic  ############===.....  5 of 8 deals won",
        "# won, = drawn, . lost",
    ]


def test_plurals_are_right_in_russian() -> None:
    said = Language.load("ru").say(statistics_text("Анна", STATISTICS, 5, BLOCKS)).splitlines()
    assert said[0] == "Анна: 8 сдач; побед 5, ничьих 1, поражений 2."
    assert said[1] == "В дураках 2 раза. На плечах 1 погон."
    assert said[2].startswith("Сейчас 2 победы подряд.")
    assert said[3].startswith("1 сдача не в счёт. 2 сдачи не доиграны")
    assert "█" in said[5]


def test_where_there_is_nothing_there_is_no_table() -> None:
    nothing = Statistics(Tally(0, 0, 0), 0, 0, 0, 0, None, 0, 0, (), ())
    assert statistics_text("Anna", nothing, 0, PLAIN) == "Anna: no deals that count."
    assert statistics_text(None, nothing, 0, PLAIN) == "You have not played a deal to its end yet."
