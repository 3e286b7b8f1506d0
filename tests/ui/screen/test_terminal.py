"""What a terminal can do."""

from __future__ import annotations

import pytest

from durak_p2p.ui.screen.terminal import has_screen, terminal_of


@pytest.mark.parametrize(
    ("encoding", "unicode"),
    [
        ("utf-8", True),
        ("UTF8", True),
        ("ascii", False),
        ("koi8-r", False),
        (None, False),
        ("?", False),
    ],
)
def test_letters_where_the_output_is_not_unicode(encoding: str | None, unicode: bool) -> None:
    assert terminal_of({}, encoding).unicode is unicode


@pytest.mark.parametrize(
    ("environment", "colours"),
    [({}, True), ({"NO_COLOR": "1"}, False), ({"NO_COLOR": ""}, True), ({"TERM": "vt100"}, False)],
)
def test_no_colours_where_none_are_wanted(environment: dict[str, str], colours: bool) -> None:
    assert terminal_of(environment, "utf-8").colours is colours


def test_all_colours_where_the_terminal_says_so() -> None:
    assert terminal_of({"COLORTERM": "truecolor"}, "utf-8").truecolor
    assert not terminal_of({"TERM": "xterm-256color"}, "utf-8").truecolor


def test_no_screen_on_a_dumb_terminal_or_a_pipe() -> None:
    assert has_screen({"TERM": "xterm"}, terminals=True)
    assert not has_screen({"TERM": "dumb"}, terminals=True)
    assert not has_screen({"TERM": "xterm"}, terminals=False)
