"""A game told for who is new to it."""

from __future__ import annotations

import pytest

from durak_p2p.rules.family import ALL_PRESETS, preset_rules
from durak_p2p.rules.shedding.presets import GAMES
from durak_p2p.ui.how_played import RANK_NAMES, about_of, how_played


@pytest.mark.parametrize("name", ALL_PRESETS)
def test_every_game_is_told_with_what_its_preset_says(name: str) -> None:
    for players in ALL_PRESETS[name].players:
        rules = preset_rules(name, {"players": players})
        about, short, *told = how_played(rules)
        # "computer" is "classic" for other numbers of players.
        assert about == ALL_PRESETS["classic" if name == "computer" else name].about
        assert short.startswith("The game: ")
        assert told[0].startswith(("Who leads lays a card", "Lay one card"))
        assert told[-1].startswith(("Who ", "The team "))


def test_what_differs_from_a_preset_is_not_told_as_one() -> None:
    rules = preset_rules("classic", {"deck": 52})
    assert about_of(rules) is None
    assert "52 cards" in how_played(rules)[0]


@pytest.mark.parametrize("name", GAMES)
def test_every_card_that_does_something_is_told(name: str) -> None:
    told = how_played(preset_rules(name, {}))
    for card, effect in GAMES[name].effects.items():
        (line,) = (line for line in told if line.startswith(f"{RANK_NAMES.get(card, card)}: "))
        assert ("fits on everything" in line) == effect.fits_always
        assert ("you name the suit to follow" in line) == effect.names
        assert (f"draws {effect.draws} card" in line) == (effect.draws > 0)
        assert ("misses the turn" in line) == effect.misses
        assert ("you must lay one more card" in line) == effect.goes_on
        assert ("you may lay any card on it" in line) == effect.any_next
        assert ("you may cover it" in line) == effect.covered
    assert f"{GAMES[name].match_points} points" in told[-1]


def test_ranks_within_a_sentence_have_small_letters() -> None:
    fitting = "By its rank a card fits only here: six."
    assert any(line.endswith(fitting) for line in how_played(preset_rules("pentagon", {})))


def test_why_two_cards_may_follow_each_other() -> None:
    told = how_played(preset_rules("czech", {}))
    assert "Lay one card: of the suit that lies there, or of its rank." in told
    assert "If none fits, draw until one does." in told
    assert "Queen: fits on everything, you name the suit to follow." in told
    assert "Six: the next player draws 2 cards and misses the turn, so you play again." in told
