"""1.1: the table's options and the presets."""

import json
from typing import Any

import pytest

from durak_p2p.rules import OPTIONS, PRESET_LIST, PRESETS, Rules, RulesError, rules_for
from durak_p2p.ui.language import Language

RUSSIAN = Language.load("ru")


def test_the_default_of_an_option_is_its_first_value_and_that_of_the_rules() -> None:
    assert Rules().options() == {name: option.default for name, option in OPTIONS.items()}


@pytest.mark.parametrize("name", OPTIONS)
def test_every_option_tells_in_both_languages_what_it_is(name: str) -> None:
    option = OPTIONS[name]
    assert option.about.endswith(".")
    assert RUSSIAN.say(option.about).endswith(".")
    assert any("а" <= letter <= "я" for letter in RUSSIAN.say(option.about))


@pytest.mark.parametrize(
    ("deck", "most"), [(24, 4), (32, 5), (36, 6), (52, 8), (54, 8)], ids=lambda n: str(n)
)
def test_six_cards_for_each_player_must_be_there(deck: int, most: int) -> None:
    for players in range(2, most + 1):
        assert Rules.from_options({"deck": deck, "players": players}).players == players
    with pytest.raises(RulesError):
        Rules.from_options({"deck": deck, "players": most + 1})


def test_a_table_that_cannot_be_is_refused_with_a_sentence() -> None:
    with pytest.raises(RulesError, match=r"^24 cards are too few for 5 players\.$"):
        rules_for("classic", deck=24, players=5)


@pytest.mark.parametrize(
    "options",
    [
        {"decks": 36},
        {"deck": 35},
        {"deck": "36"},
        {"deck": 36.0},
        {"players": 1},
        {"players": 9, "deck": 52},
        {"players": True},
        {"pass_is_final": 1},
        {"throw_after_take": None},
        {"first_bout_limit": 4},
        {"lead": "two"},
        {"lead": ["one"]},
        {"teams": "4x2"},
        {"cheating": "all of it"},
        {"turn_seconds": 0},
        {"turn_seconds": -5},
        {"turn_seconds": 2**64},
        {"turn_seconds": 2.5},
        {"turn_seconds": True},
        {"variant": "simple", "lead": "one"},
        {"lead": "one-or-two"},
        {"teams": "2x2", "players": 3},
        {"teams": "3x3", "players": 4},
        {"teams": "2x2x2", "players": 4},
    ],
    ids=str,
)
def test_unknown_options_and_values_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(RulesError):
        Rules.from_options(options)


def test_options_are_plain_json_and_give_the_same_rules_back() -> None:
    for preset in PRESETS:
        rules = rules_for(preset)
        assert Rules.from_options(json.loads(json.dumps(rules.options()))) == rules
        assert hash(Rules.from_options(rules.options())) == hash(rules)


def test_turn_seconds_is_none_or_any_number_of_seconds() -> None:
    assert Rules().turn_seconds is None
    assert rules_for("classic", turn_seconds=17).turn_seconds == 17


def test_a_simple_game_has_its_own_lead_and_teams_their_number_of_players() -> None:
    assert Rules.from_options({"variant": "simple"}).lead == "one-or-two"
    assert Rules.from_options({"teams": "2x2"}).players == 4
    assert Rules.from_options({"teams": "3x3"}).players == 6


def test_each_option_can_be_set_on_top_of_a_preset() -> None:
    assert rules_for("encyclopedia").lead == "one"
    assert rules_for("encyclopedia", lead="same-rank").lead == "same-rank"
    with pytest.raises(RulesError):
        rules_for("bridge")


def test_simple_set_on_top_of_a_preset_brings_its_own_lead() -> None:
    assert rules_for("encyclopedia", variant="simple").lead == "one-or-two"
    assert rules_for("simple", variant="transfer").lead == "same-rank"
    assert rules_for("encyclopedia", variant="transfer").lead == "one"
    with pytest.raises(RulesError):
        rules_for("encyclopedia", variant="simple", lead="one")


@pytest.mark.parametrize("preset", PRESET_LIST, ids=lambda preset: preset.name)
def test_every_preset_is_a_table_at_each_number_of_players_it_speaks_of(preset: Any) -> None:
    for players in preset.players:
        assert rules_for(preset.name, players=players).players == players
    assert preset.about
    assert RUSSIAN.say(preset.about) != preset.about


def test_the_presets_of_throw_in_are_those_of_the_sources() -> None:
    assert rules_for("classic") == rules_for("computer") == Rules()
    house = rules_for("house")
    assert house.pass_is_final
    assert house.scoring == "points-and-purse"
    assert house.turn_seconds
    assert rules_for("championship").ends == "no-draw"
    encyclopedia = rules_for("encyclopedia")
    assert (encyclopedia.lead, encyclopedia.first_bout_limit) == ("one", 6)
    assert (encyclopedia.first_word, encyclopedia.next_lead) == ("last-thrower", "right-of-fool")


def test_the_other_presets_are_those_of_the_sources() -> None:
    assert rules_for("party").deck == 54
    assert rules_for("party", players=8).players == 8
    assert rules_for("party", players=6, deck=36).deck == 36
    assert rules_for("simple").lead == "one-or-two"
    assert rules_for("transfer").variant == "transfer"
    assert not rules_for("transfer").transfer_in_first_bout
    assert rules_for("passport").show_trump
    assert (rules_for("pairs").teams, rules_for("pairs").players) == ("2x2", 4)
    assert (rules_for("thirds").teams, rules_for("thirds").players) == ("3x3", 6)
    online = rules_for("transfer-online", deck=24, players=4, first_bout_limit=6)
    assert online.transfer_in_first_bout
    assert (online.variant, online.first_bout_limit) == ("transfer", 6)
