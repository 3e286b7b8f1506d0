"""A game told for who is new to it."""

from __future__ import annotations

import pytest

from durak_p2p.rules.family import ALL_PRESETS, preset_rules
from durak_p2p.rules.shedding.presets import GAMES
from durak_p2p.ui.how_played import about_of, how_played


@pytest.mark.parametrize("name", ALL_PRESETS)
def test_every_game_is_told_with_what_its_preset_says(name: str) -> None:
    for players in ALL_PRESETS[name].players:
        rules = preset_rules(name, {"players": players})
        about, short, *told = how_played(rules)
        # "computer" is "classic" for other numbers of players.
        assert about == ALL_PRESETS["classic" if name == "computer" else name].about
        assert short.startswith("The game: ")
        assert len(told) >= 4


def test_what_differs_from_a_preset_is_not_told_as_one() -> None:
    rules = preset_rules("classic", {"deck": 52})
    assert about_of(rules) is None
    assert "52 cards" in how_played(rules)[0]


@pytest.mark.parametrize("name", GAMES)
def test_every_card_that_does_something_is_told(name: str) -> None:
    told = " ".join(how_played(preset_rules(name, {})))
    assert told.count(": ") >= len(GAMES[name].effects)
    assert f"{GAMES[name].match_points} points" in told


def test_why_two_cards_may_follow_each_other() -> None:
    told = how_played(preset_rules("czech", {}))
    assert "Lay one card: of the suit that lies there, or of its rank." in told
    assert "If none fits, draw until one does." in told
    assert "Queen: fits on everything, you name the suit to follow." in told
    assert "Six: the next player draws 2 cards and misses the turn, so you play again." in told
