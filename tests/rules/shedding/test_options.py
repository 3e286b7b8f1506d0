"""The options of the family, their checks, and the moves' texts."""

from typing import Any

import pytest

from durak_p2p.cards import Card
from durak_p2p.rules import MoveSyntaxError, RulesError
from durak_p2p.rules.shedding import (
    GAMES,
    OPTIONS,
    PRESET_LIST,
    PRESETS,
    Move,
    SheddingDeal,
    SheddingRules,
    Verb,
    parse_move,
    rules_for,
)
from durak_p2p.ui.language import Language


@pytest.mark.parametrize("preset", GAMES)
def test_every_preset_makes_rules_that_its_options_make_again(preset: str) -> None:
    rules = rules_for(preset, reshuffle=True, turn_seconds=30)
    assert SheddingRules.from_options(rules.options()) == rules
    assert hash(rules) == hash(rules_for(preset, reshuffle=True, turn_seconds=30))
    assert (rules.preset, rules.deck, rules.players) == (preset, GAMES[preset].deck, 2)


RUSSIAN = Language.load("ru")


def test_defaults_are_the_base_game() -> None:
    assert SheddingRules.from_options({}) == rules_for("czech") == SheddingRules()
    for name, option in OPTIONS.items():
        assert getattr(SheddingRules(), name) == option.default


def test_twelve_presets_each_told_in_two_languages() -> None:
    assert len(PRESET_LIST) == len(PRESETS) == 12
    for told in (*PRESET_LIST, *OPTIONS.values()):
        assert told.about.endswith(".")
        assert RUSSIAN.say(told.about).endswith(".")
        assert told.source.startswith(("C", "A"))


@pytest.mark.parametrize(
    "options",
    [
        {"players": 3},
        {"players": True},
        {"players": 2.0},
        {"deck": 32},
        {"deck": 52},
        {"reshuffle": 1},
        {"reshuffle": None},
        {"king_draws": True},
        {"turn_seconds": 0},
        {"turn_seconds": True},
        {"turn_seconds": 1.5},
        {"variant": "simple"},
        {"preset": "classic"},
        {"preset": None},
        {"preset": ["czech"]},
    ],
)
def test_what_4_1_does_not_allow_is_refused(options: dict[str, Any]) -> None:
    with pytest.raises(RulesError):
        SheddingRules.from_options(options)


def test_each_game_has_its_own_deck_and_no_other() -> None:
    assert rules_for("czech-2", deck=32).deck == 32
    with pytest.raises(RulesError, match="32 cards"):
        rules_for("czech-2", deck=36)


def test_king_draws_in_czech_9_only() -> None:
    assert rules_for("czech-9", king_draws=True).king_draws
    assert "king_draws" in rules_for("czech-9").options()
    assert "king_draws" not in rules_for("polish").options()
    for value in (True, False):
        with pytest.raises(RulesError, match="polish has no option 'king_draws'"):
            rules_for("polish", king_draws=value)


def test_there_must_be_such_a_preset() -> None:
    with pytest.raises(RulesError):
        rules_for("classic")


@pytest.mark.parametrize(
    "arguments",
    [
        {"dealer": 2},
        {"dealer": -1},
        {"lead": 2},
        {"scores": (100, 0)},
        {"scores": (0, 120)},
        {"scores": (0, 0, 0)},
    ],
)
def test_a_deal_needs_seats_and_scores_that_can_be(arguments: dict[str, Any]) -> None:
    with pytest.raises(ValueError):
        SheddingDeal(rules_for("czech"), **arguments)


def test_king_120_takes_scores_to_119() -> None:
    assert SheddingDeal(rules_for("king-120"), scores=(119, -5)).scores == (119, -5)


@pytest.mark.parametrize("text", ["play 8c", "play Qs h", "play 2c", "draw", "pass"])
def test_a_move_is_its_text(text: str) -> None:
    assert parse_move(text).text == str(parse_move(text)) == text


def test_a_move_names_its_card_and_suit() -> None:
    assert parse_move("play Qs h") == Move(Verb.PLAY, Card("Qs"), "h")
    assert parse_move("play 8c").cards == ("8c",)
    assert parse_move("draw").cards == ()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "play",
        "play ",
        "play 8",
        "play 8x",
        "play 8c x",
        "play 8c ch",
        "play 8c ",
        "play  8c",
        "play 8c 9c",
        "play 8c h h",
        " play 8c",
        "PLAY 8c",
        "draw 8c",
        "draw ",
        "pass 1",
        "take",
        "lead 8c",
        "beat 6s 7s",
    ],
)
def test_what_is_no_move(text: str) -> None:
    with pytest.raises(MoveSyntaxError):
        parse_move(text)
