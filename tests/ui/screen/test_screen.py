"""The running screen: keys go into a pipe, and a terminal emulator shows what a person sees."""

from __future__ import annotations

from dataclasses import replace

import pytest
import trio

from durak_p2p.rules import Move, Verb
from durak_p2p.rules.choice import Deliberate
from durak_p2p.ui.screen.palettes import PALETTES
from durak_p2p.ui.settings import Settings
from tests.net.running import until
from tests.ui.screen.playing import Sitting, sitting
from tests.ui.screen.tables import Table


def defending(**options: object) -> Table:
    """Our seat must beat 6♥ 6♠, and can with several cards."""
    table = Table.begin("classic", 3, players=4, **options)
    return table.play_until(lambda v: v.phase == "defend" and len(v.table) >= 2)


def test_a_card_is_moved_by_its_key() -> None:
    with sitting(defending()) as run:

        async def script(seat: Sitting) -> None:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(seat.asks)
                await seat.sees("Your turn: beat 6♥ 6♠")
                seat.type("1")  # the jack of spades beats only one of them
            assert seat.made == [Move(Verb.BEAT, ("6s", "Js"))]
            await seat.sees("You beat")

        run(script)


def test_arrows_and_enter() -> None:
    with sitting(defending()) as run:

        async def script(seat: Sitting) -> None:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(seat.asks)
                await seat.sees("▲1")
                seat.type("\x1b[C\x1b[C")
                await seat.sees("▲3")
                seat.type("\r")
            assert seat.made == [Move(Verb.BEAT, ("6h", "Qh"))]

        run(script)


def test_a_card_that_beats_several_asks_which() -> None:
    with sitting(defending()) as run:

        async def script(seat: Sitting) -> None:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(seat.asks)
                await seat.sees("Your turn")
                seat.type("5")
                await seat.sees("K♦:  [1] beat 6♥  [2] beat 6♠")
                seat.type("2")
            assert seat.made == [Move(Verb.BEAT, ("6s", "Kd"))]

        run(script)


def test_a_card_that_does_not_fit_tells_why() -> None:
    with sitting(defending()) as run:

        async def script(seat: Sitting) -> None:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(seat.asks)
                await seat.sees("Your turn")
                seat.type("4")
                await seat.sees("does not beat")
                seat.type("1")
            assert seat.made[-1] == Move(Verb.BEAT, ("6s", "Js"))

        run(script)


@pytest.mark.parametrize("keys", ["tt", "ty", "t\x1b[D\r", "ее", "ед"])
def test_taking_asks_on_both_layouts(keys: str) -> None:
    with sitting(defending()) as run:

        async def script(seat: Sitting) -> None:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(seat.asks)
                await seat.sees("Your turn")
                seat.type(keys[0])
                await seat.sees("Take all the same?")
                seat.type(keys[1:])
            assert seat.made == [Move(Verb.TAKE)]

        run(script)


def test_taking_does_not_ask_where_that_is_not_wanted() -> None:
    with sitting(defending(), replace(Settings(), confirm_take=False)) as run:

        async def script(seat: Sitting) -> None:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(seat.asks)
                await seat.sees("Your turn")
                seat.type("t")
            assert seat.made == [Move(Verb.TAKE)]

        run(script)


def test_a_typed_move() -> None:
    with sitting(defending()) as run:

        async def script(seat: Sitting) -> None:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(seat.asks)
                await seat.sees("Your turn")
                seat.type(":beat 6s 10h\r")
                await seat.sees("does not beat")
                seat.type("/beat 6h 10h\r")
            assert seat.made[-1] == Move(Verb.BEAT, ("6h", "Th"))

        run(script)


def test_a_cheat_is_deliberate() -> None:
    with sitting(defending(cheating="beat-transfer")) as run:

        async def script(seat: Sitting) -> None:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(seat.asks)
                await seat.sees("C cheat")
                seat.type("c")
                await seat.sees("even if it does not fit")
                seat.type("4")
                await seat.sees("[2] beat 6♠")
                seat.type("2")
            assert seat.made == [Deliberate(Move(Verb.BEAT, ("6s", "Tc")))]

        run(script)


def test_a_slip_is_no_cheat_but_says_how_to() -> None:
    with sitting(defending(cheating="beat-transfer")) as run:

        async def script(seat: Sitting) -> None:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(seat.asks)
                await seat.sees("C cheat")
                seat.type("4")
                await seat.sees("C, then the card: to do it all the same.")
                seat.type("1")

        run(script)


def test_accusing_needs_no_word() -> None:
    table = Table.begin("cheaters", 3, players=4).play_until(lambda v: v.phase == "lead")
    table.play(table.view().legal[0])
    assert table.deal.word != 0
    with sitting(table) as run:

        async def script(seat: Sitting) -> None:
            await seat.sees("A accuse")
            seat.type("ф")
            await seat.sees("Who has cheated?")
            seat.type("2")
            await seat.has_accused.wait()
            assert seat.accused == [2]

        run(script)


@pytest.mark.parametrize(
    ("key", "answer"),
    [("y", True), ("\r", True), ("д", True), ("n", False), ("н", False), ("\x1b", False)],
)
def test_whether_to_play_on(key: str, answer: bool) -> None:
    with sitting(defending()) as run:

        async def script(seat: Sitting) -> None:
            answers = []

            async def ask() -> None:
                answers.append(await seat.screen.plays_on(("Boris", "Vera")))

            async with trio.open_nursery() as nursery:
                nursery.start_soon(ask)
                await seat.sees("Boris, Vera are gone. Play on without?")
                await seat.sees("[N] end the match")
                seat.type(key)
            assert answers == [answer]

        run(script)


def test_every_resize_recovers() -> None:
    with sitting(defending()) as run:

        async def script(seat: Sitting) -> None:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(seat.asks)
                for columns, rows, wanted in (
                    (80, 24, "Your turn"),
                    (20, 5, "60x18 needed"),
                    (160, 50, "Your turn"),
                    (1, 1, ""),
                    (60, 18, "Your turn"),
                ):
                    seat.emulator.resize(columns, rows)
                    seat.screen._application.invalidate()
                    await seat.sees(wanted)
                seat.type("1")
            assert len(seat.made) == 1

        run(script)


def test_from_the_end_of_a_page_the_first_step_back_is_seen() -> None:
    with sitting(defending(), size=(60, 18)) as run:

        async def script(seat: Sitting) -> None:
            seat.type("h\x1b[F")
            await seat.sees("close what is open")
            seat.type("\x1b[A\x1b[A")
            await until(lambda: "close what is open" not in seat.emulator.text)

        run(script)


def test_keys_do_nothing_where_nothing_is_seen() -> None:
    with sitting(defending()) as run:

        async def script(seat: Sitting) -> None:
            async def resized(columns: int, rows: int, wanted: str) -> None:
                seat.emulator.resize(columns, rows)
                seat.screen._application.invalidate()
                await seat.sees(wanted)

            async with trio.open_nursery() as nursery:
                nursery.start_soon(seat.asks)
                await seat.sees("Your turn")
                seat.type("q")
                await seat.sees("[Y] leave")
                await resized(59, 18, "needs 60 columns")
                for key in ("y", "1", "t", "q", "y", "escape"):
                    seat.screen.press(key)
                await resized(60, 18, "Q leave")  # the question is closed
                assert "[Y] leave" not in seat.emulator.text
                assert not seat.left.is_set()
                assert not seat.made
                await resized(20, 5, "60x18 needed")
                seat.type("\x03\x03")
                await seat.left.wait()
                nursery.cancel_scope.cancel()

        run(script)


def test_a_question_of_the_table_stays_until_it_is_answered() -> None:
    with sitting(defending()) as run:

        async def script(seat: Sitting) -> None:
            answers = []

            async def ask() -> None:
                answers.append(await seat.screen.plays_on(("Boris",)))

            async with trio.open_nursery() as nursery:
                nursery.start_soon(ask)
                await seat.sees("Play on without?")
                for columns, wanted in ((20, "60x18 needed"), (80, "Play on without?")):
                    seat.emulator.resize(columns, 24)
                    seat.screen._application.invalidate()
                    await seat.sees(wanted)
                    seat.screen.press("n" if columns == 20 else "y")
            assert answers == [True]

        run(script)


@pytest.mark.parametrize("keys", ["qq", "qy", "\x03\x03", "йд", "q\x1b[D\r"])
def test_leaving_asks(keys: str) -> None:
    with sitting(defending()) as run:

        async def script(seat: Sitting) -> None:
            await seat.sees("Q leave")
            seat.type(keys[0])
            await seat.sees("Who leaves with cards in hand has lost the deal.")
            assert not seat.left.is_set()
            seat.type(keys[1:])
            await seat.left.wait()

        run(script)


def test_settings_change_the_picture_and_are_kept() -> None:
    with sitting(defending()) as run:

        async def script(seat: Sitting) -> None:
            await seat.sees("Q leave")
            seat.type("o")
            await seat.sees("Settings")
            seat.type("\x1b[B" * 3 + "\x1b[D")  # suits, to the value before the first
            await seat.sees("letters")
            seat.type("\x1b")
            await seat.sees("Trump: d")
            assert seat.saved == [replace(Settings(), suits="letters")]

        run(script)


def test_colours_change_at_once() -> None:
    with sitting(defending()) as run:

        async def script(seat: Sitting) -> None:
            await seat.sees("Q leave")
            seat.type("o\x1b[B")
            await seat.sees("The colours of the screen.")
            for shown, theme in (("light", "light"), ("green cloth", "felt"), ("dark", "dark")) * 4:
                seat.type("\x1b[C" if shown != "dark" else "\x1b[C\x1b[C")
                await seat.sees(f"Colours            {shown} ")
                ground = PALETTES[theme].ground.removeprefix("#")
                assert seat.emulator.cell(0, 2).bg == ground, theme

        run(script)


def test_a_bell_calls_who_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("durak_p2p.ui.screen.screen.AWAY_SECONDS", -1.0)
    for bell in (True, False):
        with sitting(defending(), replace(Settings(), bell=bell)) as run:

            async def script(seat: Sitting, bell: bool = bell) -> None:
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(seat.asks)
                    await seat.sees("Your turn")
                    assert seat.emulator.bells == bell
                    seat.type("1")

            run(script)


def test_a_bug_in_a_key_is_raised_and_the_terminal_restored() -> None:
    with sitting(defending()) as run:
        seats = []

        async def script(seat: Sitting) -> None:
            seats.append(seat)
            await seat.sees("Q leave")
            seat.screen._do = lambda action: 1 / 0  # type: ignore[method-assign,return-value,assignment]
            seat.type("qq")
            await trio.sleep_forever()

        with pytest.raises(ExceptionGroup) as raised:
            run(script)
        assert raised.group_contains(ZeroDivisionError)
        assert seats[0].emulator.written.endswith("\x1b[?25h") or (
            "\x1b[?1049l" in seats[0].emulator.written
        )


def click(seat: Sitting, shown: str) -> None:
    """Press and release the mouse on a text that stands on the screen."""
    rows = seat.emulator.screen.display
    y = next(place for place, row in enumerate(rows) if shown in row)
    x = rows[y].index(shown)
    seat.type(f"\x1b[<0;{x + 1};{y + 1}M\x1b[<0;{x + 1};{y + 1}m")


def test_a_click_is_a_key_where_the_mouse_is_on() -> None:
    with sitting(defending(), replace(Settings(), mouse=True)) as run:

        async def script(seat: Sitting) -> None:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(seat.asks)
                await seat.sees("T take")
                click(seat, "T take")
                await seat.sees("Take all the same?")
                seat.type("n")
                await seat.sees("▲1")
                click(seat, "║J")
            assert seat.made == [Move(Verb.BEAT, ("6s", "Js"))]

        run(script)


def test_answers_can_be_clicked() -> None:
    with sitting(defending(), replace(Settings(), mouse=True), (60, 18)) as run:

        async def script(seat: Sitting) -> None:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(seat.asks)
                await seat.sees("Your turn")
                seat.type("5")
                await seat.sees("[2] beat 6♠")
                click(seat, "beat 6♠")
            assert seat.made == [Move(Verb.BEAT, ("6s", "Kd"))]
            await seat.sees("Q leave")
            seat.type("q")
            await seat.sees("[N] stay")
            click(seat, "[N] stay")
            await seat.sees("Q leave")
            seat.type("q")
            await seat.sees("[Y] leave")
            click(seat, "[Y] leave")
            await seat.left.wait()

        run(script)


def test_the_mouse_is_off_unless_it_is_wanted() -> None:
    with sitting(defending()) as run:

        async def script(seat: Sitting) -> None:
            await seat.sees("Q leave")
            assert "\x1b[?1000h" not in seat.emulator.written

        run(script)


def test_a_clock_runs_down() -> None:
    with sitting(defending()) as run:

        async def script(seat: Sitting) -> None:
            over = trio.current_time() + 118
            seat.screen.watch(seat.table.view, deadline=lambda: over)
            await seat.sees("2:00")
            over = trio.current_time() + 60
            await seat.sees("0:59")
            over = trio.current_time() + 3
            await seat.sees("0:02")

        run(script)


def test_what_is_said_is_shown() -> None:
    with sitting(defending()) as run:

        async def script(seat: Sitting) -> None:
            seat.screen.show("Vera: well \x1b[31mplayed\u202e!")
            await seat.sees("Vera: well ?[31mplayed?!")

        run(script)
