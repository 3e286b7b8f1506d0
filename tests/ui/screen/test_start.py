"""What keys come to on the start screen."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from durak_p2p.texts import text
from durak_p2p.ui.layouts import LATIN, RUSSIAN
from durak_p2p.ui.screen.start import Offers, Page, Replay, Start, TurnSetting, press
from durak_p2p.ui.settings import SETTINGS
from durak_p2p.ui.start import ENTRIES, Chosen, Game, Item, TableForm

GAMES = (Game("classic", (2, 3, 4), "…"), Game("pairs", (4,), "…"), Game("party", (2, 3), "…"))
REPLAYS = (Replay(text("one"), "/1.durak"), Replay(text("two"), "/2.durak"))
WITHOUT_SEAT = tuple(item for item in Item if item is not Item.RESUME)


def pressed(
    keys: Iterable[str], start: Start | None = None, items: tuple[Item, ...] = WITHOUT_SEAT
) -> tuple[Start, object]:
    start = start or Start(TableForm(GAMES, "Anna"))
    offers = Offers(items, lambda typed: None if typed.startswith("durak:") else "no", REPLAYS)
    outcome: object = None
    for key in keys:
        start, outcome = press(start, offers, key, key if len(key) == 1 else "")
    return start, outcome


@pytest.mark.parametrize("item", WITHOUT_SEAT)
def test_number_letter_and_arrows_lead_to_the_same(item: Item) -> None:
    place = WITHOUT_SEAT.index(item)
    letter = ENTRIES[item].key
    russian = RUSSIAN[LATIN.index(letter)]
    reached = {
        str(pressed(keys))
        for keys in (
            [str(place + 1)], [letter], [letter.upper()], [russian], [russian.upper()],
        )
    }  # fmt: skip
    assert len(reached) <= 1
    by_arrows = pressed(["down"] * place + ["enter"])
    assert by_arrows[1] == pressed([letter])[1]
    assert by_arrows[0].page == pressed([letter])[0].page


def test_letters_are_each_ones_own() -> None:
    keys = [entry.key for entry in ENTRIES.values()]
    assert len(set(keys)) == len(keys) == len(Item)
    assert len(Item) <= 10  # each has a digit


@pytest.mark.parametrize("key", ["q", "й", "escape", "c-c", "c-d"])
def test_ways_out(key: str) -> None:
    assert pressed([key])[1] == Chosen(Item.QUIT)


def test_a_table_is_opened_with_answers_that_can_be_changed() -> None:
    assert pressed(["p", "enter"])[1] == Chosen(
        Item.PLAY, ("--name=Anna", "--rules=classic", "--players=2", "--deals=1")
    )
    keys = [
        "h",
        "right",
        "right",
        "down",
        "right",
        "down",
        "left",
        "down",
        "backspace",
        "e",
        "enter",
    ]
    assert pressed(keys)[1] == Chosen(
        Item.HOST, ("--name=Anne", "--rules=party", "--players=3", "--deals=20")
    )


def test_as_many_play_as_the_game_is_for() -> None:
    start, _ = pressed(["h", "down", "right", "up", "right"])
    assert start.form.arguments()[1:3] == ("--rules=pairs", "--players=4")
    start, _ = pressed(["right"], start)
    assert start.form.arguments()[1:3] == ("--rules=party", "--players=2")


def test_a_letter_of_a_name_is_no_command() -> None:
    start, outcome = pressed(["p", "up", "q", "o"])
    assert (start.form.name, outcome) == ("Annaqo", None)
    assert pressed(["escape"], start)[0].page is Page.MENU


def test_an_invite_may_be_pasted_as_mail_breaks_it_and_is_looked_at() -> None:
    start, _ = pressed(["j"])
    offers = Offers(WITHOUT_SEAT, lambda typed: None if typed == "durak:AbCd" else "It is damaged.")
    start, outcome = press(start, offers, "enter")
    assert (start.notice, outcome) == ("It is damaged.", None)
    start, outcome = press(start, offers, "paste", "durak:Ab\r\n  Cd\n")
    assert start.notice is None
    assert press(start, offers, "enter")[1] == Chosen(Item.JOIN, ("durak:AbCd", "--name=Anna"))


def test_settings_are_turned_there() -> None:
    first, second = list(SETTINGS)[:2]
    assert pressed(["o", "right"])[1] == TurnSetting(first, 1)
    assert pressed(["o", "down", "left"])[1] == TurnSetting(second, -1)
    assert pressed(["o", "escape"])[0].page is Page.MENU
    assert pressed(["o", "q"])[0].page is Page.MENU


def test_a_replay_is_chosen_among_those_there_are() -> None:
    there = Start(TableForm(GAMES, "Anna"), Page.REPLAYS, Item.REPLAYS)
    assert pressed(["down", "enter"], there)[1] == Chosen(Item.REPLAYS, ("/2.durak",))
    assert pressed(["up", "enter"], there)[1] == Chosen(Item.REPLAYS, ("/2.durak",))
    back = pressed(["escape"], there)[0]
    assert (back.page, WITHOUT_SEAT[back.row]) == (Page.MENU, Item.REPLAYS)


def test_a_seat_that_waits_comes_first() -> None:
    assert pressed(["enter"], items=tuple(Item))[1] == Chosen(Item.RESUME)
    assert pressed(["1"], items=tuple(Item))[1] == Chosen(Item.RESUME)
    assert pressed(["0"], items=tuple(Item))[1] == Chosen(Item.QUIT)


def test_a_seat_that_does_not_wait_any_more_is_no_item() -> None:
    start = Start(TableForm(GAMES, "Anna"), item=Item.RESUME)
    assert start.at_menu(WITHOUT_SEAT).row == 0
    assert start.at_menu(tuple(Item)).row == 0
