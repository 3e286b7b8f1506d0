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
from durak_p2p.texts import text
from durak_p2p.ui.hosting import run_as_guest
from durak_p2p.ui.language import Language
from durak_p2p.ui.screen.replay import (
    KEYS,
    SPEEDS,
    Playback,
    ReplayScreen,
    model_at,
    pressed,
    selection_at,
    ticked,
)
from durak_p2p.ui.screen.terminal import Terminal
from durak_p2p.ui.settings import Settings
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
    for latin, russian in (("n", "т"), ("p", "з"), ("s", "ы"), ("h", "р"), ("q", "й")):
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
            if moment.state.deal is not None:
                assert selection_at(playback, timeline).question
            view = timeline.view(place, seat)
            if isinstance(view, View):
                assert sorted(held.card for held in model.hand) == sorted(view.hand)


def test_what_came_later_is_not_in_the_log(four: Timeline) -> None:
    model = model_at(Playback(3), four, Settings(), VERDICT)
    assert model.log[0] == VERDICT
    assert model.log[-1] == "Clara leads 9c."
    assert model_at(Playback(four.last), four, Settings(), VERDICT).log[-1] == VERDICT
    assert model.headline == "4 of 55; Bout 1"


def rows(timeline: Timeline, playback: Playback, size: tuple[int, int] = (80, 24)) -> list[str]:
    terminal = Terminal(source=DummyInput(), output=DummyOutput())
    screen = ReplayScreen(timeline, Settings(), Language(), terminal, playback, VERDICT)
    return ["".join(text for _, text in line) for line in screen.draw(*size)]


@pytest.mark.parametrize("key", ["?", ",", "f1"])
def test_a_page_tells_all_keys(four: Timeline, key: str) -> None:
    opened = after(four, "n", key)
    assert opened.help == 0
    assert opened.place == four.bouts[1]
    page = "\n".join(rows(four, replace(opened, help=99), (80, 30)))
    for keys, says in KEYS:
        assert f"{keys} " in page
        assert says in page
    assert "The game: throw-in" in "\n".join(rows(four, opened))


def test_from_the_end_of_the_page_the_first_step_back_is_seen(four: Timeline) -> None:
    last = str(KEYS[-1][0])
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


@pytest.mark.parametrize("width", [60, 80, 120])
def test_the_lowest_row_names_help_and_quitting_at_every_size(four: Timeline, width: int) -> None:
    row = rows(four, Playback(), (width, 24))[-1]
    assert row.startswith(" ←→ step")
    assert "? help" in row
    assert "Q quit" in row
    assert len(row) == width
