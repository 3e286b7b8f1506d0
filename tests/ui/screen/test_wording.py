"""Texts on the screen: cards in their colours, lines broken between words."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from durak_p2p.texts import cards_text, text
from durak_p2p.ui.language import Language
from durak_p2p.ui.screen.canvas import Canvas, cut, text_width
from durak_p2p.ui.screen.glyphs import glyphs_for
from durak_p2p.ui.screen.wording import UNBROKEN, Wording, wrap
from durak_p2p.ui.settings import Settings

WORDING = Wording(Language(), glyphs_for(Settings()))


def test_cards_have_the_styles_of_their_suits() -> None:
    said = text("Beat {cards}, or take.", cards=cards_text(["6h", "Ts"]))
    assert WORDING.say(said) == "Beat 6♥ 10♠, or take."
    assert WORDING.fragments(said, "class:table") == [
        ("class:table", "Beat "),
        ("class:table.hearts", "6♥"),
        ("class:table", " "),
        ("class:table.spades", "10♠"),
        ("class:table", ", or take."),
    ]


def test_a_name_that_looks_like_a_card_is_none() -> None:
    assert WORDING.fragments(text("{name} leads.", name="As"), "x") == [("x", "As leads.")]


def plain(lines: list[list[tuple[str, str]]]) -> list[str]:
    return ["".join(part for _, part in line) for line in lines]


def test_lines_are_broken_between_words_only() -> None:
    fragments = [("a", "one two "), ("b", "three"), ("a", ", four")]
    assert plain(wrap(fragments, 12)) == ["one two ", "three, four"]
    assert plain(wrap([("a", "one two"), ("b", " three")], 30)) == ["one two three"]
    kept = f"two{UNBROKEN}three"
    assert plain(wrap([("a", f"one {kept}")], 10)) == ["one ", "two three"]


@given(
    st.lists(st.tuples(st.sampled_from("ab"), st.text("ab 漢\u0301", max_size=12)), max_size=8),
    st.integers(2, 30),
)
def test_no_line_is_too_long_and_nothing_is_lost(
    fragments: list[tuple[str, str]], width: int
) -> None:
    lines = wrap(fragments, width)
    assert all(text_width(line.rstrip(" ")) <= width for line in plain(lines))
    assert "".join(plain(lines)) == "".join(part for _, part in fragments)


@given(st.text("ab漢e\u0301", max_size=12), st.integers(0, 12))
def test_what_is_cut_fits(said: str, width: int) -> None:
    assert text_width(cut(said, width)) <= width
    if text_width(said) <= width:
        assert cut(said, width) == said


PUTS = st.tuples(st.integers(-5, 12), st.integers(-2, 4), st.text("ab漢\u0301", max_size=12))


@example([(0, 0, "漢\u0301"), (0, 0, "a")])
@example([(0, 0, "漢"), (1, 0, "\u0301a")])
@given(st.lists(PUTS, max_size=6))
def test_a_canvas_keeps_its_size(puts: list[tuple[int, int, str]]) -> None:
    canvas = Canvas(8, 2, "s")
    for x, y, said in puts:
        canvas.put(x, y, said, "t")
    assert [sum(text_width(part) for _, part in line) for line in canvas.lines()] == [8, 8]


@pytest.mark.parametrize(
    ("language", "red", "black"),
    [("en", "red joker", "black joker"), ("ru", "красный джокер", "чёрный джокер")],
)
def test_jokers_are_called_so(language: str, red: str, black: str) -> None:
    wording = Wording(Language.load(language), glyphs_for(Settings()))
    sentence = cards_text(["Xr", "Xb", "6h"])
    assert wording.say(sentence) == f"{red} {black} 6♥"
    assert wording.fragments(sentence, "class:table")[::2] == [
        ("class:table.hearts", red),
        ("class:table.spades", black),
        ("class:table.hearts", "6♥"),
    ]
