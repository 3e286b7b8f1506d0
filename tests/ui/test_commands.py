"""Words of moves and commands as they are typed."""

from __future__ import annotations

from pathlib import Path

import pytest

from durak_p2p.rules import RulesError, shedding
from durak_p2p.rules.family import ALL_PRESETS, options_of, parse_move, preset_rules
from durak_p2p.rules.shedding import SheddingRules
from durak_p2p.ui.commands import move_words, word_meant, words_meant
from durak_p2p.ui.language import Language
from durak_p2p.ui.rule_words import MEANINGS
from durak_p2p.ui.sentences import rules_text
from durak_p2p.ui.views import table_text, turn_text
from tests.pseudo_language import pseudo_language, untranslated
from tests.ui.test_sentences import DEFENDING, LEADING, NAMES, WATCHING, moves

RUSSIAN = Language.load("ru")
BEATING_MOVES = moves(
    *("lead 6h", "lead 6h 6s", "beat 6s 7s", "take", "throw 7d", "pass", "transfer 6d"),
    *("show 6d", "exchange", "done", "lead Xr Xb"),
)
SHEDDING_MOVES = tuple(map(shedding.parse_move, ("play 8c", "play Qs h", "draw", "pass")))


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("хожу 6ч 6п", "lead 6h 6s"),
        ("Бью 6п 10п", "beat 6s Ts"),
        ("крыть 6п дп", "beat 6s Qs"),
        ("беру", "take"),
        ("код", "qr"),
        ("подкинуть 7б", "throw 7d"),
        ("бито", "pass"),
        ("пас", "pass"),
        ("перевод 6б", "transfer 6d"),
        ("показать 6б", "show 6d"),
        ("обмен", "exchange"),
        ("обвиняю Борис", "accuse Борис"),
        ("уличаю 6ч", "accuse 6ч"),
        ("готов", "done"),
        ("мухлюю бью 6п 7ч", "cheat beat 6s 7h"),
        ("cheat бью 6п 7h", "cheat beat 6s 7h"),
        ("дуфв 6р", "lead 6h"),  # on the keys of "lead 6h"
        ("LEAD 10H", "lead Th"),
        ("frobnicate 1x", "frobnicate 1x"),
    ],
)
def test_what_is_typed_in_the_beating_family(typed: str, meant: str) -> None:
    assert " ".join(words_meant(typed.split(), is_shedding=False)) == meant


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("хожу 8т", "play 8c"),
        ("кладу Дп ч", "play Qs h"),
        ("беру", "draw"),
        ("пас", "pass"),
        ("play qs h", "play Qs h"),
        ("take", "take"),  # an English verb means what it says
    ],
)
def test_what_is_typed_in_the_shedding_family(typed: str, meant: str) -> None:
    assert " ".join(words_meant(typed.split(), is_shedding=True)) == meant


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        *[("?", "help"), ("помощь", "help"), ("справка", "help"), ("карты", "hand")],
        *[("стол", "table"), ("выход", "quit"), ("exit", "quit"), ("йгше", "quit")],
        *[("", None), ("тузы", None)],
    ],
)
def test_commands(typed: str, meant: str | None) -> None:
    assert word_meant(typed) == meant


@pytest.mark.parametrize("language", [Language(), RUSSIAN], ids=lambda language: language.code)
@pytest.mark.parametrize("move", BEATING_MOVES + SHEDDING_MOVES, ids=str)
def test_what_is_offered_can_be_typed(move: object, language: Language) -> None:
    is_shedding = isinstance(move, shedding.Move)
    rules = preset_rules("czech" if is_shedding else "passport", {})
    shown = language.say(move_words(move))  # type: ignore[arg-type]
    assert parse_move(rules, " ".join(words_meant(shown.split(), is_shedding=is_shedding))) == move


def test_every_option_and_value_has_words() -> None:
    for preset in ALL_PRESETS:
        options = options_of(preset_rules(preset, {}))
        if "variant" not in options:
            continue
        named = {name for name in options if name not in ("variant", "deck", "players")}
        assert set(MEANINGS) == named
        for name in named:
            assert set(MEANINGS[name]) == set(options[name].values)


def test_the_views_have_no_word_of_english(tmp_path: Path) -> None:
    language = pseudo_language(tmp_path)
    for view in (LEADING, DEFENDING, WATCHING):
        for told in (turn_text, table_text):
            if told is turn_text and view is WATCHING:
                continue
            assert untranslated(language.say(told(view, NAMES)), "You", "Boris", "Clara") == []


def test_no_rules_have_a_word_of_english(tmp_path: Path) -> None:
    language = pseudo_language(tmp_path)
    typed = {
        str(word)
        for preset in ALL_PRESETS
        for option in options_of(preset_rules(preset, {})).values()
        for word in (option.name, *option.values)
    }
    for preset in ALL_PRESETS:
        plain = preset_rules(preset, {})
        for name, option in options_of(plain).items():
            for value in [*option.values, *([30] if option.open_ended else [])]:
                try:
                    rules = preset_rules(preset, {name: value})
                except RulesError as error:
                    told = language.say(error.args[0])
                    assert untranslated(told, *ALL_PRESETS, *typed) == []
                    continue
                known = [rules.preset] if isinstance(rules, SheddingRules) else []
                assert untranslated(language.say(rules_text(rules)), *known) == []
