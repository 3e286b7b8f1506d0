"""Pictures of tables: as they were kept, and what holds for all of them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from prompt_toolkit.styles import Style

from durak_p2p.texts import text
from durak_p2p.ui.language import Language
from durak_p2p.ui.screen.canvas import text_width
from durak_p2p.ui.screen.glyphs import glyphs_for
from durak_p2p.ui.screen.keys import press
from durak_p2p.ui.screen.model import CARD_KEYS, Act
from durak_p2p.ui.screen.palettes import PALETTES
from durak_p2p.ui.screen.parts import keys_told, log_lines
from durak_p2p.ui.screen.questions import whether_to_play_on
from durak_p2p.ui.screen.render import Frame, render
from durak_p2p.ui.screen.selection import Mode, Selection
from durak_p2p.ui.screen.sizes import LEAST_HEIGHT, LEAST_WIDTH
from durak_p2p.ui.screen.start_model import Offers, Page, Start
from durak_p2p.ui.screen.start_page import draw_start
from durak_p2p.ui.screen.themes import style_rules
from durak_p2p.ui.screen.wording import Wording
from durak_p2p.ui.settings import Settings, settings_from
from durak_p2p.ui.start import Item, TableForm
from tests.ui.screen.make_golden import (
    ALL_CASES,
    CASES,
    GAMES,
    GOLDEN,
    REPLAYS,
    closing,
    crowd,
    czech,
    defence,
    lobby,
    many_cards,
    over,
    picture,
    tell,
    transfer,
    written,
)
from tests.ui.screen.tables import Table


@pytest.mark.parametrize("name", ALL_CASES)
def test_golden(name: str) -> None:
    kept = (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")
    assert written(ALL_CASES[name]) == kept


def test_every_golden_file_has_its_case() -> None:
    assert {path.stem for path in GOLDEN.glob("*.txt")} == set(ALL_CASES)


@pytest.mark.parametrize("name", ALL_CASES)
def test_every_row_is_as_wide_as_the_screen(name: str) -> None:
    width, height = ALL_CASES[name].size
    frame = picture(ALL_CASES[name])
    assert [sum(text_width(text) for _, text in line) for line in frame.lines] == [width] * height


@pytest.mark.parametrize("name", [name for name, case in ALL_CASES.items() if not case.unicode])
def test_ascii_is_ascii(name: str) -> None:
    assert "".join(text for line in picture(ALL_CASES[name]).lines for _, text in line).isascii()


def shown(model_of: object, width: int, height: int) -> Frame:
    settings = Settings()
    model = model_of(settings)  # type: ignore[operator]
    wording = Wording(Language(), glyphs_for(settings))
    return render(model, Selection(), settings, wording, width, height)


@pytest.mark.parametrize("page", Page)
def test_the_start_screen_has_a_picture_at_every_size(page: Page) -> None:
    row = 0 if page is not Page.REPLAYS else len(REPLAYS) - 1
    start = Start(TableForm(GAMES, "Anna"), page, row=row, notice=text("No. ") * 99)
    offers = Offers(tuple(Item), replays=REPLAYS, statistics="…\n" * 50, tell=tell)
    wording = Wording(Language(), glyphs_for(Settings()))
    for width in (0, 1, 59, 60, 79, 80, 200):
        for height in (0, 1, 17, 18, 24, 60):
            lines = draw_start(start, offers, Settings(), wording, width, height)
            assert len(lines) == max(height, 1)
            for line in lines:
                assert sum(text_width(text) for _, text in line) == max(width, 1)


@pytest.mark.parametrize("model_of", [defence, crowd, many_cards])
def test_every_size_has_a_picture(model_of: object) -> None:
    for width in (0, 1, 7, 20, 59, 60, 61, 79, 80, 100, 119, 120, 200):
        for height in (0, 1, 5, 17, 18, 19, 23, 24, 33, 34, 60):
            frame = shown(model_of, width, height)
            assert len(frame.lines) == max(height, 1)
            for line in frame.lines:
                assert sum(text_width(text) for _, text in line) == max(width, 1)


def test_too_small_a_screen_says_what_is_needed() -> None:
    frame = shown(defence, 59, 17)
    said = "".join(text for _, text in frame.lines[0])
    assert str(LEAST_WIDTH) in said
    assert str(LEAST_HEIGHT) in said


@pytest.mark.parametrize("deck", ["two", "four"])
@pytest.mark.parametrize("theme", [*PALETTES, "mono"])
def test_every_style_is_one_that_can_be_shown(theme: str, deck: str) -> None:
    style = Style.from_dict(style_rules(theme, deck))
    for case in ALL_CASES.values():
        for line in picture(case).lines:
            for name, _ in line:
                attributes = style.get_attrs_for_style_str(name)
                if theme != "mono":  # a picture has a ground of its own everywhere
                    assert attributes.bgcolor or name.startswith("class:caret"), name


def test_four_colours_are_four() -> None:
    style = Style.from_dict(style_rules("dark", "four"))
    colours = {
        style.get_attrs_for_style_str(f"class:card.lit.{suit}").color
        for suit in ("clubs", "diamonds", "hearts", "spades")
    }
    assert len(colours) == 4


def test_mono_has_no_colours() -> None:
    for rule in style_rules("mono", "four").values():
        assert set(rule.split()) <= {"bold", "reverse", "dim", "nodim"}


def test_a_card_that_cannot_be_laid_shows_no_key() -> None:
    """Never colour alone: with nothing but characters, lit and dim cards differ."""
    rows = written(ALL_CASES["defence-normal"]).splitlines()
    assert rows[22].split() == ["▲1", "2", "3", "·", "5", "6"]


def test_nothing_is_dimmed_where_cheating_is_on() -> None:
    table = Table.begin("classic", 3, players=4, cheating="all")
    table.play_until(lambda v: v.phase == "defend" and len(v.legal) > 1)
    assert {held.light.name for held in table.model().hand} == {"PLAIN"}


def test_trumps_stand_apart() -> None:
    table = Table.begin("classic", 3, players=4)
    trumps = [held.trump for held in table.model().hand]
    assert trumps == sorted(trumps)
    assert any(trumps)


def test_wide_and_hostile_names_keep_their_cells() -> None:
    table = Table.begin("classic", 3, players=4)
    table.facts = type(table.facts)(
        rules=table.rules,
        names=type(table.facts.names)(("You", "漢字の名前" * 5, "e\u0301tu", ""), 0),
    )
    wording = Wording(Language(), glyphs_for(Settings()))
    for size in ((60, 18), (80, 24), (160, 50)):
        frame = render(table.model(), Selection(), Settings(), wording, *size)
        assert {sum(text_width(text) for _, text in line) for line in frame.lines} == {size[0]}


def rows_of(frame: Frame) -> list[str]:
    return ["".join(text for _, text in line).rstrip() for line in frame.lines]


def test_what_happened_last_is_always_told() -> None:
    """Eight players leave no row for the log of a small screen."""
    model = crowd(Settings())
    rows = rows_of(shown(crowd, 60, 18))
    assert any(str(model.log[-1])[:50] in row for row in rows), rows
    selection = Selection().saying("Not now.")  # what is to be known now goes first
    wording = Wording(Language(), glyphs_for(Settings()))
    noticed = rows_of(render(model, selection, Settings(), wording, 60, 18))
    assert sum(row != other for row, other in zip(rows, noticed, strict=True)) == 1


def test_no_sentence_of_the_log_begins_in_its_middle() -> None:
    model = replace(
        defence(Settings()),
        log=("One two three " * 10, "Four five six " * 10, "Seven eight nine."),
    )
    wording = Wording(Language(), glyphs_for(Settings()))

    def lines(most: int) -> list[str]:
        return ["".join(t for _, t in line) for line in log_lines(model, wording, 56, most)]

    assert lines(0) == []
    assert lines(1) == lines(2) == lines(3) == ["Seven eight nine."]
    assert len(lines(4)) == len(lines(6)) == 4
    assert lines(4)[0].startswith("Four five six")
    assert len(lines(7)) == 7
    newest = replace(model, log=model.log[:2])
    told = ["".join(t for _, t in line) for line in log_lines(newest, wording, 56, 2)]
    assert told[0].startswith("Four five six")
    assert told[1].endswith("…")
    assert max(map(text_width, told)) <= 56


@pytest.mark.parametrize(
    ("keys", "told"),
    [
        ("2", "2"),
        ("123456", "1-6"),
        ("156", "1 5 6"),
        ("12356", "1-3 5 6"),
        ("1234567890be", "1-0 b e"),
        ("90be", "9 0 b e"),
        ("13579be", "1 3 5 7 9 …"),
        (CARD_KEYS, "1-0 b e f g …"),
    ],
)
def test_the_key_bar_lists_keys_that_lay_a_card_and_no_others(keys: str, told: str) -> None:
    assert keys_told(keys) == told


def test_the_number_of_the_deal_is_never_cut_off() -> None:
    table = Table.begin("passport", 5, players=3, cheating="all")
    table.facts = replace(table.facts, deals=12, number=7, deadline=42.0)
    wording = Wording(Language.load("ru"), glyphs_for(Settings()))
    first = rows_of(render(table.model(), Selection(), Settings(), wording, 60, 18))[0]
    assert "…" in first
    assert first.startswith(" Сдача 7 из 12: ")


def test_the_help_tells_no_key_that_the_game_does_not_have() -> None:
    def helped(model_of: object) -> str:
        model = model_of(Settings())  # type: ignore[operator]
        wording = Wording(Language(), glyphs_for(Settings()))
        frame = render(model, Selection(mode=Mode.HELP), Settings(), wording, 80, 60)
        return "\n".join(rows_of(frame))

    plain, dishonest, shedding = helped(defence), helped(closing), helped(czech)
    assert "take what lies there" in plain
    for other in ("draw a card", "hand the attack on", "has cheated", "done with the bout"):
        assert other not in plain
    assert "has cheated" in dishonest
    assert "draw a card" in shedding
    for other in ("take what lies there", "pick a card up", "has cheated"):
        assert other not in shedding


def test_signs_marked_as_text() -> None:
    settings = settings_from({"suits": "text-signs"})
    wording = Wording(Language(), glyphs_for(settings))
    frame = render(defence(settings), Selection(), settings, wording, 80, 24)
    assert "♥\ufe0e" in "".join(text for line in frame.lines for _, text in line)
    assert {sum(text_width(text) for _, text in line) for line in frame.lines} == {80}


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if case.size[0] == 60])
def test_the_key_bar_of_a_small_screen_has_one_row_with_help_and_leaving(name: str) -> None:
    """Or with how to close what is open."""
    bar = written(CASES[name]).splitlines()[17]
    if "Esc" in bar or "Enter" in bar:
        assert " Q " not in bar  # it would do something else, or nothing
    else:
        assert " H " in bar
        assert " Q " in bar


@pytest.mark.parametrize(
    ("key", "told"),
    [
        ("q", "Y leave  N stay  ←→ choose  Enter stay"),
        ("m", "Enter say  Esc back"),
        (":", "Enter do it  Esc back"),
        ("l", "↑↓ scroll  Esc back"),
        ("h", "↑↓ scroll  Esc back"),
        ("o", "↑↓ choose  ←→ change  Esc back"),
    ],
)
@pytest.mark.parametrize("size", [(60, 18), (80, 24), (160, 50)])
def test_the_key_bar_tells_the_keys_of_what_is_open(
    key: str, told: str, size: tuple[int, int]
) -> None:
    model = lobby(Settings())
    wording = Wording(Language(), glyphs_for(Settings()))
    before = render(model, Selection(), Settings(), wording, *size)
    selection = press(model, Selection(), Settings(), key, key).selection
    frame = render(model, selection, Settings(), wording, *size)
    assert rows_of(frame)[-1].strip() == told
    shown = {hit.key for hit in frame.hits}
    assert not shown & {hit.key for hit in before.hits}


def test_nothing_moves_where_a_question_needs_fewer_rows_of_keys_than_the_commands() -> None:
    acts = (Act.LAY, Act.TAKE, Act.TRANSFER, Act.SHOW, Act.EXCHANGE, Act.CHEAT, Act.ACCUSE)
    model = replace(transfer(Settings()), acts=(*acts, Act.HELP, Act.LEAVE))
    wording = Wording(Language(), glyphs_for(Settings()))
    asking = press(model, Selection(), Settings(), "q").selection
    assert asking.mode is Mode.ASK
    before, asked = (
        rows_of(render(model, each, Settings(), wording, 60, 18)) for each in (Selection(), asking)
    )
    keys = next(y for y, row in enumerate(before) if " T take" in row)
    assert keys == 16
    assert asked[keys - 3 : keys] == before[keys - 3 : keys]
    assert asked[keys].split()[:2] == ["Y", "leave"]


def test_enter_is_said_to_do_one_thing_only() -> None:
    """It answers the question whether to play on before it shows the next deal."""
    next_deal = text("The deal is over; Enter shows the next one.")
    model = replace(over(Settings()), ended=False, acts=(Act.NEXT, Act.LEAVE), headline=next_deal)
    wording = Wording(Language(), glyphs_for(Settings()))
    asked = whether_to_play_on(Selection(), ("Boris",))
    for selection, told in ((Selection(), True), (asked, False)):
        rows = rows_of(render(model, selection, Settings(), wording, 80, 24))
        assert any("Enter shows the next one" in row for row in rows) == told
        assert any("The deal is over" in row for row in rows)


@pytest.mark.parametrize("size", [(60, 18), (80, 24)])
def test_how_a_deal_ended_is_told_whole_where_rows_are_free(size: tuple[int, int]) -> None:
    outcome = (
        text("Vera is the fool; you and Boris have won."),
        text("Vera has left the table."),
        text(
            "After 3 deals: you with 4 points; Vera with 2 points, the fool 2 times, "
            "1 epaulette; Boris with 6 points and much more to tell of."
        ),
    )
    frame = shown(lambda settings: replace(over(settings), outcome=outcome), *size)
    told = " ".join("".join(part for _, part in line) for line in frame.lines)
    assert "to tell of." in told
    assert "The match is over." in told
