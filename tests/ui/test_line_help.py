"""The help of line mode: what it names can be typed, and it is laid out for any window."""

from __future__ import annotations

from pathlib import Path

import pytest

from durak_p2p.rules.family import ALL_PRESETS, AnyRules, preset_rules
from durak_p2p.ui.card_names import card_typed
from durak_p2p.ui.commands import VERBS, means_ready, said_in, word_meant
from durak_p2p.ui.language import Language
from durak_p2p.ui.line_help import (
    AWAY_ROW,
    HELP_ROW,
    HOST_ROWS,
    QUIT_ROW,
    READY_ROW,
    SAY_ROW,
    WATCHED_ROW,
    command_rows,
    help_text,
    move_rows,
)
from durak_p2p.ui.wrapping import in_columns
from tests.pseudo_language import pseudo_language, untranslated

COMMANDS = command_rows(READY_ROW, SAY_ROW, *HOST_ROWS, HELP_ROW, QUIT_ROW, WATCHED_ROW, AWAY_ROW)
LANGUAGES = pytest.mark.parametrize(
    "language", [Language(), Language.load("ru")], ids=lambda language: language.code
)
SHEDDING = preset_rules("czech", {})


def moves_told(rules: AnyRules | None) -> list[str]:
    return [what for what, _ in move_rows(rules)]


@LANGUAGES
def test_all_that_the_help_names_is_understood(language: Language) -> None:
    for what in (*moves_told(None), *moves_told(SHEDDING)):
        first = language.say(what).split()[0]
        assert card_typed(first) or word_meant(first) in {*VERBS, "cheat"}
    for what, _ in COMMANDS:
        for typed in language.say(what).split(", "):
            first = typed.split()[0]
            understood = word_meant(first) or said_in(typed) or means_ready([first])
            assert understood or first in ("Enter", "Ctrl-C")


def test_only_moves_that_the_game_has_are_told() -> None:
    simple = moves_told(preset_rules("simple", {}))
    assert simple == ["lead 6h 6s", "beat 6s 7s", "take", "7d"]
    throw_in = moves_told(preset_rules("classic", {}))
    assert {"throw 7d", "pass"} <= set(throw_in)
    assert not {"transfer 6d", "show 6d", "exchange", "done"} & set(throw_in)
    assert "transfer 6d" in moves_told(preset_rules("transfer", {}))
    assert {"cheat beat 6s 7h", "accuse Boris", "done"} <= set(
        moves_told(preset_rules("cheaters", {}))
    )
    assert moves_told(SHEDDING)[0] == "play 8c"


@LANGUAGES
@pytest.mark.parametrize("width", [40, 59, 79, 120])
def test_no_line_of_the_help_is_longer_than_the_window(language: Language, width: int) -> None:
    for rules in (None, *(preset_rules(preset, {}) for preset in ALL_PRESETS)):
        told = help_text(language, width, move_rows(rules), COMMANDS)
        assert max(map(len, told.splitlines())) <= width


def test_explanations_stand_in_a_column_or_below_where_there_is_no_room_for_one() -> None:
    rows = [("  take", "take all that lies there on the table"), ("  pass", "nothing")]
    assert in_columns(rows, 10, 36).splitlines() == [
        "  take    take all that lies there",
        "          on the table",
        "  pass    nothing",
    ]
    assert in_columns(rows, 10, 30).splitlines() == [
        "  take",
        "    take all that lies there",
        "    on the table",
        "  pass",
        "    nothing",
    ]


def test_the_help_has_no_word_of_english(tmp_path: Path) -> None:
    language = pseudo_language(tmp_path)
    for rules in (None, SHEDDING):
        assert untranslated(help_text(language, 200, move_rows(rules), COMMANDS)) == []
