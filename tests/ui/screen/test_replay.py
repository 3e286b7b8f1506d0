"""A replay on the screen: what keys do, and what is drawn."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
import trio
from prompt_toolkit.input import DummyInput, create_pipe_input
from prompt_toolkit.output import DummyOutput

from durak_p2p.replay.timeline import Timeline
from durak_p2p.rules import View
from durak_p2p.rules.family import preset_rules
from durak_p2p.texts import text
from durak_p2p.ui.hosting import run_as_guest
from durak_p2p.ui.language import Language
from durak_p2p.ui.replaying import moment_text, names_in
from durak_p2p.ui.screen.playback import LEAP, SPEEDS, Playback, keys_told, pressed, ticked
from durak_p2p.ui.screen.replay import ReplayScreen, model_at
from durak_p2p.ui.screen.terminal import Terminal
from durak_p2p.ui.settings import Settings
from tests.game.tables import Table, first_setup, replay_of
from tests.net.running import until
from tests.ui.screen.emulator import Emulator

SAMPLES = Path(__file__).parents[3] / "replays"
VERDICT = text("good.")


@pytest.fixture(scope="module")
def four() -> Timeline:
    return Timeline.read((SAMPLES / "good-4-players.durak").read_bytes())


def after(timeline: Timeline, *keys: str) -> Playback:
    playback = Playback()
    for key in keys:
        playback = pressed(playback, timeline, key)
    return playback


def test_steps_and_jumps(four: Timeline) -> None:
    assert after(four, "left").place == 0
    assert after(four, "right", "right", "left").place == 1
    assert after(four, "n").place == four.bouts[1]
    assert after(four, "n", "right", "p").place == four.bouts[1]
    assert after(four, "end").place == four.last
    assert after(four, "end", "right").place == four.last
    assert after(four, "end", "home").place == 0


def test_keys_are_the_same_on_the_russian_layout(four: Timeline) -> None:
    for latin, russian in (
        ("n", "т"),
        ("p", "з"),
        ("s", "ы"),
        ("c", "с"),
        ("h", "р"),
        ("q", "й"),
    ):
        assert after(four, "n", latin) != after(four, "n")
        assert after(four, "n", russian) == after(four, "n", latin)


def test_playing_goes_on_to_the_end_and_stops(four: Timeline) -> None:
    playback = after(four, "space")
    for place in range(1, four.last + 1):
        assert playback.playing
        playback = ticked(playback, four)
        assert playback.place == place
    assert not playback.playing
    assert not pressed(playback, four, "space").playing
    assert not after(four, "space", "space").playing
    assert not after(four, "space", "right").playing


def test_speed_has_bounds(four: Timeline) -> None:
    assert after(four, *"+" * 9).speed == len(SPEEDS) - 1
    assert after(four, *"-" * 9).speed == 0


def test_seats_come_in_turn_and_a_spectator_after_them(four: Timeline) -> None:
    assert [after(four, *"s" * times).seat for times in range(6)] == [None, 0, 1, 2, 3, None]


def test_quitting(four: Timeline) -> None:
    for key in ("q", "escape", "c-c"):
        assert after(four, key).over


@pytest.mark.parametrize(
    "name", sorted(p.name for p in SAMPLES.glob("*.durak") if "unreadable" not in p.name)
)
def test_each_moment_of_each_sample_has_a_picture(name: str) -> None:
    timeline = Timeline.read((SAMPLES / name).read_bytes())
    for place, moment in enumerate(timeline.moments):
        for seat in (None, 0):
            playback = Playback(place, seat, hands=True)
            model = model_at(playback, timeline, Settings(), VERDICT)
            assert model.acts == ()
            assert bool(model.hands) == (moment.state.deal is not None)
            assert bool(model.opening) == (moment.state.deal is None)
            view = timeline.view(place, seat)
            if isinstance(view, View):
                assert sorted(held.card for held in model.hand) == sorted(view.hand)
                # The own hand stands in the same order among all hands.
                if seat is not None:
                    own = model.hands[seat]
                    assert (*own.plain, *own.trumps) == tuple(held.card for held in model.hand)
                    assert set(own.trumps) == {held.card for held in model.hand if held.trump}


def test_hands_are_sorted_as_the_settings_have_it(four: Timeline) -> None:
    by_rank = model_at(Playback(3, hands=True), four, Settings(sort="rank"), VERDICT)
    assert [" ".join(hand.plain) for hand in by_rank.hands] == [
        "Ts Td Qs Kc Kd Ac",
        "9s 9d Jd Qd",
        "Js Ks As",
        "Tc Jc Qc Ad",
    ]
    by_suit = model_at(Playback(3, hands=True), four, Settings(), VERDICT)
    assert by_suit.hands[1].plain == ("9s", "9d", "Jd", "Qd")
    assert by_suit.hands[1].trumps == ("Kh", "Ah")


def test_what_came_later_is_not_in_the_log(four: Timeline) -> None:
    model = model_at(Playback(3), four, Settings(), VERDICT)
    assert model.log[0] == VERDICT
    assert model.log[-1] == "Clara leads 9c."
    assert model_at(Playback(four.last), four, Settings(), VERDICT).log[-1] == VERDICT
    assert model.headline == "4 of 55; Bout 1"


@pytest.fixture(scope="module")
def czech() -> Timeline:
    """A deal of the shedding family, in which cards are drawn."""
    setup = first_setup(preset_rules("czech", {}), "looked at")
    table = Table(setup, "looked at").play()
    return Timeline.read(replay_of(table.log))


def test_a_step_goes_to_what_is_told_next_and_shows_what_is_not(czech: Timeline) -> None:
    names = names_in(czech, None)
    untold = [place for place in range(czech.last) if moment_text(czech, place, names) is None]
    assert untold
    seen, playback = [0], Playback()
    while playback.place < czech.last:
        playback = pressed(playback, czech, "right")
        seen.append(playback.place)
    assert [model_at(Playback(at), czech, Settings(), VERDICT).log[-1] for at in untold] == [
        model_at(Playback(at - 1), czech, Settings(), VERDICT).log[-1] for at in untold
    ]
    assert not {at - 1 for at in untold} & set(seen)
    back = [playback.place]
    while playback.place:
        playback = pressed(playback, czech, "left")
        back.append(playback.place)
    assert back == seen[::-1]


def test_what_is_left_in_hand_is_told_in_the_order_of_the_hand(czech: Timeline) -> None:
    last = model_at(Playback(czech.last, hands=True), czech, Settings(), VERDICT)
    (left,) = (hand.plain for hand in last.hands if hand.plain)
    assert f"Left in hand: {' '.join(left)}." in last.log


def test_without_bouts_one_goes_on_and_back_by_ten(czech: Timeline) -> None:
    assert after(czech, "n").place == LEAP
    assert after(czech, "n", "right", "p").place == after(czech, "n", "right").place - LEAP
    assert model_at(Playback(1), czech, Settings(), VERDICT).headline == (
        f"2 of {len(czech.moments)}"
    )
    assert "N P ten steps" in rows(czech, Playback())[-1]


def rows(timeline: Timeline, playback: Playback, size: tuple[int, int] = (80, 24)) -> list[str]:
    terminal = Terminal(source=DummyInput(), output=DummyOutput())
    screen = ReplayScreen(timeline, Settings(), Language(), terminal, playback, VERDICT)
    return ["".join(text for _, text in line) for line in screen.draw(*size)]


@pytest.mark.parametrize("size", [(60, 18), (80, 24), (160, 50)])
def test_before_there_are_cards_the_rules_and_the_players_are_told(
    four: Timeline, size: tuple[int, int]
) -> None:
    shown = " ".join(" ".join(rows(four, Playback(), size)).split())
    assert "The game: throw-in, 24 cards, 4 players." in shown
    assert "The order of play: Dmitri" in shown.replace("│ ", "")
    assert "Trump" not in shown
    assert "Trump: ♥" in "\n".join(rows(four, Playback(1), size))


@pytest.mark.parametrize("seat", [None, 2])
def test_the_stock_is_told_as_long_as_there_are_cards(four: Timeline, seat: int | None) -> None:
    stocks = set()
    for place in (*range(1, four.last, 4), four.last):
        view = four.view(place, seat)
        assert view is not None
        assert rows(four, Playback(place, seat))[0].rstrip().endswith(f"stock: {view.stock}")
        stocks.add(view.stock)
    assert stocks == {0}


def test_all_hands_have_a_row_each_and_what_happened_last_stays_in_sight(four: Timeline) -> None:
    shown = rows(four, Playback(3, hands=True), (60, 18))
    assert [row.split()[0] for row in shown[-5:-1]] == ["Dmitri", "Boris", "Clara", "Anna"]
    assert shown[-4].rstrip().endswith("9♠ 9♦ J♦ Q♦  K♥ A♥")
    assert any("Clara leads 9♣." in row for row in shown)


def test_where_the_deal_was_not_opened_it_is_said_above_the_hands() -> None:
    timeline = Timeline.read((SAMPLES / "good-away.durak").read_bytes())
    shown = "\n".join(rows(timeline, Playback(3, hands=True)))
    assert "of hands only what all have seen is shown" in shown
    assert "hidden cards" in shown


def test_what_the_lowest_row_names_can_be_clicked(four: Timeline) -> None:
    terminal = Terminal(source=DummyInput(), output=DummyOutput())
    screen = ReplayScreen(four, Settings(), Language(), terminal, Playback(), VERDICT)
    row = "".join(text for _, text in screen.draw(80, 24)[-1])
    screen._click(row.index("bouts"), 23)
    screen._click(row.index("C cards"), 23)
    assert screen._playback == Playback(four.bouts[1], hands=True)
    screen._click(row.index("cards"), 22)
    assert screen._playback.hands


@pytest.mark.parametrize("key", ["h", "?", ",", "f1"])
def test_a_page_tells_all_keys(four: Timeline, key: str) -> None:
    opened = after(four, "n", key)
    assert opened.help == 0
    assert opened.place == four.bouts[1]
    page = "\n".join(rows(four, replace(opened, help=99), (80, 30)))
    for keys, says in keys_told(four):
        assert f"{keys} " in page
        assert says in page
    assert "The game: throw-in" in "\n".join(rows(four, opened))


def test_from_the_end_of_the_page_the_first_step_back_is_seen(four: Timeline) -> None:
    last = str(keys_told(four)[-1][0])
    emulator = Emulator(60, 18)
    with create_pipe_input() as source:

        async def main() -> None:
            terminal = Terminal(source=source, output=emulator.output)
            playback = Playback()
            screen = ReplayScreen(four, Settings(), Language(), terminal, playback, VERDICT)
            with trio.fail_after(20):
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(screen.run)
                    source.send_text("?\x1b[F")
                    await emulator.shows(last)
                    source.send_text("\x1b[A")
                    await until(lambda: last not in emulator.text)
                    nursery.cancel_scope.cancel()

        run_as_guest(main)


def test_the_page_is_scrolled_and_closed_and_does_nothing_else(four: Timeline) -> None:
    assert after(four, "?", "down", "down", "up").help == 1
    for key in ("q", "escape", "?", "s", "n", "enter"):
        assert after(four, "?", key) == Playback()
    assert after(four, "?", "c-c").over


def test_in_too_small_a_window_keys_do_nothing_unseen(four: Timeline) -> None:
    terminal = Terminal(source=DummyInput(), output=DummyOutput())
    screen = ReplayScreen(four, Settings(), Language(), terminal, Playback(), VERDICT)
    screen.draw(59, 18)
    for key in ("right", "c", "q"):
        screen._press(key, "")
    assert screen._playback == Playback()
    screen.draw(60, 18)
    screen._press("right", "")
    assert screen._playback == Playback(1)
    screen.draw(59, 18)
    screen._press("c-c", "")
    assert screen._playback.over


@pytest.mark.parametrize("width", [60, 80, 120])
def test_the_lowest_row_names_help_and_quitting_at_every_size(four: Timeline, width: int) -> None:
    row = rows(four, Playback(), (width, 24))[-1]
    assert row.startswith(" ←→ step")
    assert "C cards" in row
    assert "H help" in row
    assert "Q leave" in row
    assert len(row) == width
