"""Line mode without a terminal: lines in, sentences out."""

from __future__ import annotations

import dataclasses

import pytest
import trio
import trio.testing

from durak_p2p.rules import Move, View, parse_move
from durak_p2p.rules.family import preset_rules
from durak_p2p.table.news import TableNews
from durak_p2p.ui.language import Language
from durak_p2p.ui.line_mode import HELP_HINT, HINT, LineMode
from tests.net.running import in_trio, until
from tests.ui.test_sentences import DEFENDING, LEADING, NAMES


class Typed:
    """Lines that a test types."""

    def __init__(self, *, live: bool) -> None:
        self.live = live
        self.send, self.receive = trio.open_memory_channel[str | None](100)

    async def next_line(self) -> str | None:
        return await self.receive.receive()


class Person:
    """A person in line mode, the text that it has read, and whether it has quit."""

    def __init__(self, *, live: bool = True, comes_back: bool = True) -> None:
        self.lines = Typed(live=live)
        self.said: list[str] = []
        self.has_quit = False
        self.view: View | None = None
        go_away = self._go_away if comes_back else None
        self.mode = LineMode(
            self.lines, self.said.append, self._quit, go_away, bytes(32), Language()
        )
        self.mode.watch(lambda: self.view)
        self.mode._names = NAMES  # as news of a deal tells them

    def _quit(self) -> None:
        self.has_quit = True

    def _go_away(self) -> None:
        self.is_away = True

    async def type(self, *lines: str | None) -> None:
        for line in lines:
            await self.lines.send.send(line)
        await trio.testing.wait_all_tasks_blocked()


async def asked(person: Person, view: View, *lines: str) -> Move:
    """Ask for a move while *lines* are typed."""
    person.view = view
    moves: list[Move] = []
    async with trio.open_nursery() as nursery:
        nursery.start_soon(person.mode.read)

        async def choose() -> None:
            moves.append(await person.mode.choose(view, None))

        nursery.start_soon(choose)
        await trio.testing.wait_all_tasks_blocked()
        await person.type(*lines)
        await until(lambda: moves)
        nursery.cancel_scope.cancel()
    return moves[0]


@in_trio
async def test_a_move_is_taken_however_it_is_typed() -> None:
    for text in ("beat 6d 7d", "  BEAT  6D   7d ", "Beat 6d 7D"):
        person = Person()
        assert await asked(person, DEFENDING, text) == parse_move("beat 6d 7d")


@in_trio
async def test_ten_may_be_typed_as_a_number() -> None:
    person = Person()
    assert await asked(person, LEADING, "lead 10h") == parse_move("lead Th")


@in_trio
async def test_a_card_alone_is_the_move_that_lays_it() -> None:
    for view, typed, move in (
        (LEADING, "ac", "lead Ac"),
        (LEADING, "7б", "lead 7d"),
        (LEADING, "7h 7d", "lead 7d 7h"),
        (DEFENDING, "7d", "beat 6d 7d"),
    ):
        assert await asked(Person(), view, typed) == parse_move(move)


@in_trio
async def test_a_card_alone_that_can_be_laid_in_no_way_or_several_is_told() -> None:
    beats = (parse_move("beat 6d 7d"), parse_move("beat 6c 7d"), parse_move("transfer 7d"))
    person = Person()
    view = dataclasses.replace(DEFENDING, legal=beats)
    assert await asked(person, view, "7d", "Ac", "7d 9x", "transfer 7d") == beats[2]
    told = "\n".join(person.said)
    assert "7d can be laid in several ways: beat 6d 7d, beat 6c 7d, transfer 7d. Type" in told
    assert "Ac cannot be laid now." in told
    assert "'9x' is not a card." in told


@in_trio
async def test_what_is_no_move_is_told_and_asked_again() -> None:
    person = Person()
    move = await asked(person, LEADING, "frobnicate", "lead 1x", "beat 6s", "\x1b[A", "", "lead 7d")
    assert move == parse_move("lead 7d")
    assert f"'frobnicate' is not a move. {HELP_HINT}" in person.said
    assert any("is not a card" in text for text in person.said)
    assert any("wrong number of cards" in text for text in person.said)
    assert not any("\x1b" in text for text in person.said)


@in_trio
async def test_a_refusal_is_told_without_repeating_everything() -> None:
    person = Person()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(person.mode.choose, LEADING, "The card is not in your hand.")
        await trio.testing.wait_all_tasks_blocked()
        nursery.cancel_scope.cancel()
    assert person.said == ["The card is not in your hand."]


@in_trio
async def test_commands_before_and_after_the_cards_are_dealt() -> None:
    person = Person()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(person.mode.read)
        await person.type("hand", "table", "lead 6s", "?")
        assert person.said == [
            HINT,
            "The cards are not dealt yet.",
            "The cards are not dealt yet.",
            "The deal has not begun yet.",
            person.said[-1],
        ]
        assert person.said[-1].startswith("Moves:\n  lead 6h 6s ")
        person.said.clear()
        person.view = dataclasses.replace(LEADING, word=1)
        await person.type("hand", "lead 6s", "quit", "HELP", "quit")
        assert not person.has_quit
        leaving = (
            "Who leaves with cards in hand has lost the deal. To leave for good, type quit\n"
            "  once more; with Ctrl-C you only go away, and your seat waits."
        )
        assert person.said == [
            "Your hand: 7s Js Ac 7d  7h",
            "It is not your turn: Boris has the word.",
            leaving,
            person.said[3],
            leaving,
        ]
        assert "\n  quit, exit " in person.said[3]
        await person.type("exit")
        assert person.has_quit


@in_trio
async def test_a_piped_move_waits_for_its_turn() -> None:
    person = Person(live=False)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(person.mode.read)
        await person.type("lead 7d", "quit")
        assert not person.said
        assert not person.has_quit
        assert await person.mode.choose(LEADING, None) == parse_move("lead 7d")
        await trio.testing.wait_all_tasks_blocked()
        assert person.has_quit


@in_trio
async def test_the_end_of_input_quits() -> None:
    person = Person(live=False)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(person.mode.read)
        await person.type(None)
    assert person.has_quit


@in_trio
async def test_in_russian_everything_can_be_typed_and_is_answered_in_russian() -> None:
    person = Person()
    person.mode._language = Language.load("ru")
    move = await asked(
        person, DEFENDING, "карты", "абракадабра", "уличаю 6ч", "бью 6б", "бью 6б 7б"
    )
    assert move == parse_move("beat 6d 7d")
    assert "У вас на руках: 7п Вп Тт 7б  7ч" in person.said
    for sentence in (
        "«абракадабра» — такого хода нет.",
        "Кого вы обвиняете? За столом: Boris, Clara.",
        "Карт названо не столько, сколько надо: бью 6п 7п",
    ):
        assert any(said.startswith(sentence) for said in person.said), sentence


@in_trio
async def test_a_verb_of_the_other_family_is_told_as_it_was_typed() -> None:
    person = Person()
    person.mode._rules = preset_rules("czech", {})
    async with trio.open_nursery() as nursery:
        nursery.start_soon(person.mode.read)
        await person.type("бью 6б 7б")
        assert f"'бью' is not a move. {HELP_HINT}" in person.said
        nursery.cancel_scope.cancel()


@in_trio
async def test_talk_is_no_move_and_no_command() -> None:
    person = Person()
    told: list[str] = []
    person.mode.watch(lambda: person.view, say=told.append)
    typed = (
        *("say Quit, all of you", "  SAY  two  words", '"quit"', "'take", "«беру!»"),
        *("сказать привет", "сказать", "скажи ещё"),
    )
    move = await asked(person, LEADING, *typed, "lead 7d")
    assert move == parse_move("lead 7d")
    assert told == [
        *("Quit, all of you", " two  words", "quit", "take", "беру!"),
        *("привет", "", "ещё"),
    ]
    assert not person.has_quit


@in_trio
async def test_where_nobody_hears_that_is_said() -> None:
    person = Person()
    await asked(person, LEADING, "say hello", "lead 7d")
    assert "At this table there is nobody to talk to." in person.said


@in_trio
async def test_where_nobody_can_come_back_no_seat_is_said_to_wait() -> None:
    person = Person(comes_back=False)
    person.view = LEADING
    async with trio.open_nursery() as nursery:
        nursery.start_soon(person.mode.read)
        await person.type("quit")
        assert person.said[-1] == (
            "Who leaves with cards in hand has lost the deal. To leave, type quit once more."
        )
        assert not person.has_quit
        person.lines.send.send_nowait(None)  # Ctrl-C, or the end of what is typed
    assert person.has_quit


@in_trio
async def test_who_is_out_leaves_without_a_warning() -> None:
    person = Person()
    person.view = dataclasses.replace(LEADING, out=(LEADING.seat,), hand=())
    async with trio.open_nursery() as nursery:
        nursery.start_soon(person.mode.read)
        await person.type("quit")
    assert person.has_quit
    assert "Who leaves with cards in hand" not in "".join(person.said)


@pytest.mark.parametrize(("typed", "wanted"), [("again", True), ("ещё", True), ("quit", False)])
def test_after_a_match_another_one_is_played_if_it_is_wanted(typed: str, wanted: bool) -> None:
    person = Person()

    async def main() -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(person.mode.read)
            await person.type("again")  # which means nothing before
            assert person.said[-1].startswith("'again' is not a move.")
            nursery.start_soon(person.type, "table", typed)
            assert await person.mode.ended() is wanted
            assert not person.has_quit
            nursery.cancel_scope.cancel()
        assert "The match is over. Type again for another one, quit to leave." in person.said

    trio.run(main)


@in_trio
async def test_who_is_gone_or_types_into_a_pipe_wants_no_other_match() -> None:
    assert not await Person(live=False).mode.ended()
    person = Person()
    person.lines.send.send_nowait(None)
    await person.mode.read()
    assert not await person.mode.ended()


@in_trio
async def test_the_rules_are_told_when_they_are_asked_for() -> None:
    person = Person()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(person.mode.read)
        await person.type("rules")
        assert person.said[-1] == "The rules of this table are not known yet."
        person.mode.tell(TableNews(preset_rules("transfer", {}), 1, ("Anna",)))
        await person.type("правила")
        nursery.cancel_scope.cancel()
    assert "The game: transfer game, 36 cards, 2 players" in person.said[-1]
    assert "Who defends beats each with a higher card of its suit" in person.said[-1]
