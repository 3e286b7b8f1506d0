"""What keys come to on the start screen."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

import pytest
import trio
from prompt_toolkit.input import create_pipe_input

from durak_p2p.texts import listed, text
from durak_p2p.ui.hosting import run_as_guest
from durak_p2p.ui.language import Language
from durak_p2p.ui.layouts import LATIN, RUSSIAN
from durak_p2p.ui.screen.glyphs import glyphs_for
from durak_p2p.ui.screen.start import answered, clicked, found_anew, press
from durak_p2p.ui.screen.start_lan import (
    OTHER_VERSION,
    Answer,
    Enter,
    Entered,
    Found,
    FoundTable,
    NotEntered,
    PinWanted,
)
from durak_p2p.ui.screen.start_model import Offers, Page, Replay, Sight, Start, TurnSetting
from durak_p2p.ui.screen.start_page import clicked_at, draw_start
from durak_p2p.ui.screen.start_screen import StartScreen
from durak_p2p.ui.screen.terminal import Terminal
from durak_p2p.ui.screen.wording import Wording
from durak_p2p.ui.settings import SETTINGS, Settings
from durak_p2p.ui.start import ENTRIES, Chosen, Game, Item, TableForm
from tests.net.running import until
from tests.ui.screen.emulator import Emulator

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


def clicks(start: Start, shown: str, size: tuple[int, int] = (60, 18)) -> tuple[Start, object]:
    """Click on a text where it stands."""
    offers = Offers(WITHOUT_SEAT, replays=REPLAYS)
    look = offers, Settings(), Wording(Language(), glyphs_for(Settings()))
    rows = ["".join(text for _, text in line) for line in draw_start(start, *look, *size)]
    y = next(place for place, row in enumerate(rows) if shown in row)
    hit = clicked_at(start, *look, size, (rows[y].index(shown), y))
    if isinstance(hit, str):
        return press(start, offers, hit)
    return clicked(start, offers, hit) if hit is not None else (start, None)


@pytest.mark.parametrize("size", [(60, 18), (80, 24), (120, 40)])
def test_items_can_be_clicked(size: tuple[int, int]) -> None:
    menu = Start(TableForm(GAMES, "Anna"))
    for item in WITHOUT_SEAT:
        if item is not Item.QUIT:
            clicked_on = clicks(menu, f" {ENTRIES[item].label} ", size)
            assert clicked_on == pressed([ENTRIES[item].key], menu)
    assert clicks(menu, "Q leave", size)[1] == Chosen(Item.QUIT)
    table = pressed(["p"], menu)[0]
    players = clicks(table, "Players", size)[0]
    assert players.row == 1
    assert clicks(players, "Players", size) == pressed(["right"], players)
    assert clicks(table, "Enter begin", size)[1] == pressed(["enter"], table)[1]
    assert clicks(table, "Esc back", size)[0].page is Page.MENU
    settings = pressed(["o"], menu)[0]
    mouse = clicks(settings, "Mouse", size)[0]
    assert clicks(mouse, "Mouse", size)[1] == TurnSetting("mouse", 1)
    replays = Start(TableForm(GAMES, "Anna"), Page.REPLAYS, Item.REPLAYS)
    second = clicks(replays, "two", size)[0]
    assert clicks(second, "two", size)[1] == Chosen(Item.REPLAYS, ("/2.durak",))
    games = Start(TableForm(GAMES, "Anna"), Page.GAMES, Item.RULES)
    party = clicks(games, "party", size)[0]
    assert clicks(party, "party", size)[0].page is Page.GAME
    assert clicked_at(
        menu, Offers(WITHOUT_SEAT), Settings(), Wording(Language(), glyphs_for(Settings())),
        size, (5, size[1] - 2),
    ) is None  # fmt: skip


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


@pytest.mark.parametrize("key", ["q", "й", "c-c", "c-d"])
def test_ways_out(key: str) -> None:
    assert pressed([key])[1] == Chosen(Item.QUIT)


def test_escape_at_the_menu_does_nothing() -> None:
    start = Start(TableForm(GAMES, "Anna"), row=2)
    assert pressed(["escape"], start) == (start, None)


def test_a_game_is_read_and_left_step_by_step() -> None:
    start, outcome = pressed(["g", "down", "enter"])
    assert (start.page, start.row, outcome) == (Page.GAME, 1, None)
    back, outcome = pressed(["escape"], start)
    assert (back.page, back.row, outcome) == (Page.GAMES, 1, None)
    menu, outcome = pressed(["q"], back)
    assert (menu.page, WITHOUT_SEAT[menu.row], outcome) == (Page.MENU, Item.RULES, None)


def test_what_is_read_is_scrolled_as_far_as_it_goes() -> None:
    start = Start(TableForm(GAMES, "Anna"), Page.STATS, Item.STATS)
    offers, sight = Offers(WITHOUT_SEAT), Sight(rows=10, more=25)
    reached = []
    for key in ("up", "down", "pagedown", "space", "pagedown", "up", "pageup", "home", "end"):
        start, outcome = press(start, offers, key, "", sight)
        assert outcome is None
        reached.append(start.scroll)
    assert reached == [0, 1, 10, 19, 25, 24, 15, 0, 25]
    assert press(start, offers, "up", "", Sight(rows=30, more=5))[0].scroll == 4
    assert press(start, offers, "escape")[0].page is Page.MENU


def test_statistics_are_read_first() -> None:
    start, outcome = pressed(["s"])
    assert (start.page, outcome) == (Page.MENU, Chosen(Item.STATS))


def test_long_lists_are_gone_through_in_pages() -> None:
    games = tuple(Game(str(number), (2,), "…") for number in range(12))
    start = Start(TableForm(games, "Anna"), Page.GAMES, Item.RULES)
    rows = [pressed(["pagedown"] * times, start)[0].row for times in range(4)]
    assert rows == [0, 5, 10, 11]
    assert pressed(["end", "pageup"], start)[0].row == 6


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
    assert (start.form.name, outcome) == ("qo", None)
    assert pressed(["escape"], start)[0].page is Page.MENU


def test_what_is_typed_takes_the_place_of_the_name_unless_it_is_edited() -> None:
    assert pressed(["p", "up", "V", "e", "r", "a"])[0].form.name == "Vera"
    assert pressed(["p", "up", "left", "e"])[0].form.name == "Annea"
    start, _ = pressed(["p", "up", "V", "up", "down", "W"])
    assert start.form.name == "W"  # it is a proposal again


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


def test_what_is_wrong_with_a_replay_catches_the_eye() -> None:
    told = (
        ("first\n    good\n    1.durak", False),
        ("second\n    broken\n    2.durak", True),
        ("unreadable\n    3.durak", True),
    )
    replays = tuple(Replay(listed([said]), "/x.durak", wrong=wrong) for said, wrong in told)
    start = Start(TableForm(GAMES, "Anna"), Page.REPLAYS, Item.REPLAYS)
    offers = Offers(WITHOUT_SEAT, replays=replays)
    wording = Wording(Language(), glyphs_for(Settings()))
    picture = draw_start(start, offers, Settings(), wording, 60, 18)
    marked = [part.strip() for row in picture for style, part in row if style.endswith("alarm")]
    assert marked == ["broken", "unreadable"]


def test_all_that_is_told_of_a_replay_is_in_sight() -> None:
    told = text(
        "2026-12-31 20:00  Anna, Boris, Clara, Dmitri (transfer-online, deal 12 of 20)\n"
        "    You are the fool with two epaulettes; Anna and Boris have won.  [good]\n    1.durak"
    )
    start = Start(TableForm(GAMES, "Anna"), Page.REPLAYS, Item.REPLAYS)
    offers = Offers(WITHOUT_SEAT, replays=(Replay(told, "/1.durak"),))
    wording = Wording(Language(), glyphs_for(Settings()))
    rows = draw_start(start, offers, Settings(), wording, 60, 18)
    shown = " ".join("".join(part for _, part in row) for row in rows)
    assert " ".join(told.split()) in " ".join(shown.split())


# -- tables on the LAN -----------------------------------------------------------------------------

ANNA = FoundTable(1, text("1  Anna"), guarded=True)
BORIS = FoundTable(2, text("2  Boris"))
OLGA = FoundTable(3, text("3  Olga"), same_version=False)
ON_LAN = Offers(
    WITHOUT_SEAT,
    lambda typed: None,
    is_address=lambda typed: ":" in typed and "durak" not in typed,
    found=Found((ANNA, BORIS, OLGA)),
)


def on_lan(*keys: str, offers: Offers = ON_LAN) -> tuple[Start, object]:
    start, outcome = Start(TableForm(GAMES, "Anna")), None
    for key in ("l", *keys):
        assert outcome is None, f"{outcome} before {key}"
        start, outcome = press(start, offers, key, key if len(key) == 1 else "")
    return start, outcome


def test_a_table_on_the_lan_is_chosen_by_number_or_arrows() -> None:
    for keys in (("2",), ("down", "enter"), ("up", "up", "enter")):
        assert on_lan(*keys)[1] == Enter(2)
    assert on_lan("9")[1] is None
    assert (on_lan("3")[1], str(on_lan("3")[0].notice)) == (None, str(OTHER_VERSION))
    assert on_lan("escape")[0].page is Page.MENU
    empty = replace(ON_LAN, found=Found())
    assert str(on_lan("down", "enter", offers=empty)[0].notice) == "No table is found yet."


def test_a_table_that_asks_for_a_pin() -> None:
    start, outcome = on_lan("enter")
    assert (start.page, outcome) == (Page.PIN, None)
    assert str(on_lan("enter", "x", "enter")[0].notice) == "A PIN is some digits."
    start, outcome = on_lan("1", *"4821", "enter")
    assert outcome == Enter(1, "4821")
    wrong = text("That is not the PIN.")
    again, nothing = answered(start, PinWanted(wrong))
    assert (again.page, again.pin, again.notice, nothing) == (Page.PIN, "", wrong, None)
    assert press(again, ON_LAN, "escape")[0].page is Page.LAN
    assert answered(start, Entered("durak:AbCd"))[1] == Chosen(
        Item.JOIN, ("durak:AbCd", "--name=Anna")
    )
    assert answered(start, Entered("[fe80::1%eth0]:7777", "4821"))[1] == Chosen(
        Item.JOIN, ("[fe80::1%eth0]:7777", "--pin=4821", "--name=Anna")
    )
    full = text("All seats at that table are taken.")
    assert answered(start, NotEntered(full))[0].notice == full


def test_an_address_asks_for_the_pin_on_the_screen_too() -> None:
    start, outcome = on_lan("j", *"192.168.1.20:7777", "enter")
    assert outcome == Enter("192.168.1.20:7777")
    asked, _ = answered(start, PinWanted())
    assert asked.page is Page.PIN
    for key in "4821":
        asked, _ = press(asked, ON_LAN, key, key)
    assert press(asked, ON_LAN, "enter")[1] == Enter("192.168.1.20:7777", "4821")
    assert press(asked, ON_LAN, "escape")[0].page is Page.JOIN
    pasted, _ = press(on_lan()[0], ON_LAN, "paste", "durak:AbCd\n")
    assert (pasted.page, pasted.invite) == (Page.JOIN, "durak:AbCd")


def test_the_table_that_is_marked_stays_marked_when_the_list_changes() -> None:
    start, _ = on_lan("down")
    for tables, row in (
        ((BORIS, OLGA), 0), ((ANNA, BORIS), 1), ((ANNA, OLGA), 1), ((ANNA,), 0), ((), 0),
    ):  # fmt: skip
        assert found_anew(start, ON_LAN.found, Found(tables)).row == row
    pin, _ = on_lan("1")
    assert found_anew(pin, ON_LAN.found, Found()) == pin


class Lan:
    """A LAN as the test says."""

    def __init__(self) -> None:
        self.changed: list[Callable[[Found], None]] = []
        self.searching = 0
        self.wanted: list[Enter] = []
        self.answers: list[Answer] = []
        self.given_up: list[Enter] = []

    async def search(self, changed: Callable[[Found], None]) -> None:
        self.changed.append(changed)
        self.searching += 1
        try:
            changed(Found(said=(text("Looking for tables on your LAN ..."),)))
            await trio.sleep_forever()
        finally:
            self.searching -= 1

    async def enter(self, wanted: Enter) -> Answer:
        self.wanted.append(wanted)
        if not self.answers:
            try:
                await trio.sleep_forever()
            finally:
                self.given_up.append(wanted)
        return self.answers.pop(0)


def test_the_list_lives_as_long_as_it_is_in_sight() -> None:
    lan = Lan()
    emulator = Emulator(80, 24)
    with create_pipe_input() as source:
        screen = StartScreen(
            Start(TableForm(GAMES, "Anna")),
            ON_LAN,
            Settings(),
            lambda settings: Language(),
            Terminal(source=source, output=emulator.output),
            lambda settings: None,
            lan,
        )

        async def play() -> None:
            await emulator.shows("Play against the computer")
            source.send_text("l")
            await emulator.shows("Looking for tables on your LAN")
            lan.changed[0](Found((BORIS,)))
            await emulator.shows("2  Boris")
            source.send_text("\x1b")
            await emulator.shows("Play against the computer")
            await until(lambda: not lan.searching)
            lan.changed[0](Found((ANNA, BORIS)))  # too late: nobody looks there any more
            source.send_text("l")
            await emulator.shows("Looking for tables on your LAN")
            lan.changed[1](Found((ANNA,)))
            await emulator.shows("1  Anna")
            source.send_text("1")
            await emulator.shows("The table asks for the PIN")
            assert lan.searching == 1
            lan.answers = [PinWanted(text("That is not the PIN.")), Entered("durak:AbCd")]
            source.send_text("1111\r")
            await emulator.shows("That is not the PIN.")
            source.send_text("4821\r")

        async def main() -> None:
            with trio.fail_after(20):
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(play)
                    chosen = await screen.run()
            assert chosen == Chosen(Item.JOIN, ("durak:AbCd", "--name=Anna"))

        run_as_guest(main)
    assert lan.wanted == [Enter(1, "1111"), Enter(1, "4821")]


def test_who_goes_back_while_a_table_is_asked_does_not_sit_down() -> None:
    lan = Lan()
    emulator = Emulator(80, 24)
    with create_pipe_input() as source:
        screen = StartScreen(
            Start(TableForm(GAMES, "Anna")),
            ON_LAN,
            Settings(),
            lambda settings: Language(),
            Terminal(source=source, output=emulator.output),
            lambda settings: None,
            lan,
        )

        async def play() -> None:
            source.send_text("l")
            await emulator.shows("Looking for tables on your LAN")
            lan.changed[0](Found((BORIS,)))
            source.send_text("2")
            await emulator.shows("Asking the table ...")
            source.send_text("22")  # once is enough
            source.send_text("\x1b")
            await emulator.shows("Play against the computer")
            source.send_text("l")
            await emulator.shows("Looking for tables on your LAN")
            lan.changed[1](Found((BORIS,)))
            lan.answers = [NotEntered(text("All seats at that table are taken."))]
            source.send_text("2")
            await emulator.shows("All seats at that table are taken.")
            source.send_text("\x03")

        async def main() -> None:
            with trio.fail_after(20):
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(play)
                    assert await screen.run() == Chosen(Item.QUIT)

        run_as_guest(main)
    assert lan.wanted == [Enter(2), Enter(2)]


def test_who_chooses_another_table_sits_down_at_that_one() -> None:
    """Whatever the one that was asked first answers, and however late."""
    lan = Lan()
    vera = FoundTable(4, text("4  Vera"))
    emulator = Emulator(80, 24)
    with create_pipe_input() as source:
        screen = StartScreen(
            Start(TableForm(GAMES, "Anna")),
            ON_LAN,
            Settings(),
            lambda settings: Language(),
            Terminal(source=source, output=emulator.output),
            lambda settings: None,
            lan,
        )

        async def play() -> None:
            source.send_text("l")
            await emulator.shows("Looking for tables on your LAN")
            lan.changed[0](Found((ANNA, BORIS, vera)))
            source.send_text("2")
            await until(lambda: lan.wanted == [Enter(2)])
            source.send_text("4")
            await until(lambda: lan.wanted[1:] == [Enter(4)])
            source.send_text("1")
            await emulator.shows("The table asks for the PIN")
            lan.answers = [Entered("durak:AbCd")]
            source.send_text("4821\r")

        async def main() -> None:
            with trio.fail_after(20):
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(play)
                    await screen.run()

        run_as_guest(main)
    assert lan.wanted == [Enter(2), Enter(4), Enter(1, "4821")]
    assert lan.given_up == [Enter(2), Enter(4)]


def test_a_list_that_is_not_kept_up_any_more_is_not_chosen_from() -> None:
    lan = Lan()
    emulator = Emulator(80, 24)
    with create_pipe_input() as source:
        screen = StartScreen(
            Start(TableForm(GAMES, "Anna")),
            Offers(WITHOUT_SEAT),
            Settings(),
            lambda settings: Language(),
            Terminal(source=source, output=emulator.output),
            lambda settings: None,
            lan,
        )

        async def play() -> None:
            source.send_text("l")
            await emulator.shows("Looking for tables on your LAN")
            lan.changed[0](Found((BORIS,)))
            await emulator.shows("2  Boris")
            source.send_text("\x1b")
            await emulator.shows("Play against the computer")
            source.send_text("l2")  # all in one moment
            await emulator.shows("Looking for tables on your LAN")
            source.send_text("\x03")

        async def main() -> None:
            with trio.fail_after(20):
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(play)
                    await screen.run()

        run_as_guest(main)
    assert lan.wanted == []
