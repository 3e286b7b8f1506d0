"""What people read: golden texts of views and news."""

from __future__ import annotations

import dataclasses
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from durak_p2p.game import CardsDealt, Log, MoveMade, TimeOver, next_setup
from durak_p2p.game.names import told_apart
from durak_p2p.rules import Move, Reason, Result, View, parse_move, rules_for
from durak_p2p.rules.family import preset_rules
from durak_p2p.rules.shedding import SheddingResult
from durak_p2p.rules.shedding.state import Reason as SheddingReason
from durak_p2p.rules.state import Phase
from durak_p2p.table.news import AwayNews, BackNews, LeftNews, StandingsNews, TableNews
from durak_p2p.ui.beating_view import moves_text, table_text, turn_text
from durak_p2p.ui.language import Language
from durak_p2p.ui.names import Names
from durak_p2p.ui.plain import plain_text
from durak_p2p.ui.sentences import event_text, move_text, news_text, result_text, rules_text
from tests.game.parting import all_to_all, at_a_move, play_on, who_moves
from tests.game.tables import Table, first_setup

NAMES = Names(("You", "Boris", "Clara"), own=0)


def moves(*texts: str) -> tuple[Move, ...]:
    return tuple(map(parse_move, texts))


LEADING = View(
    rules=rules_for("classic", players=3),
    seat=0,
    hand=("Ac", "7d", "7h", "7s", "Js"),
    legal=moves("lead 7d", "lead 7d 7h", "lead 7d 7h 7s", "lead 7h", "lead 7s", "lead Ac"),
    counts=(5, 6, 1),
    known=((), (), ()),
    table=(),
    trump="h",
    turned="6h",
    stock=18,
    discard=6,
    phase=Phase.LEAD,
    word=0,
    lead=0,
    defender=1,
    limit=6,
    taken=False,
    passed=(),
    done=(),
    barred=(),
    cheats=(),
    bout=2,
    out=(),
    result=None,
    dealer=2,
)
DEFENDING = dataclasses.replace(
    LEADING,
    phase=Phase.DEFEND,
    lead=2,
    defender=0,
    table=(("6s", "7s"), ("6d", None)),
    legal=moves("beat 6d 7d", "take"),
    stock=0,
    turned=None,
)
WATCHING = dataclasses.replace(LEADING, word=1, lead=2, defender=1, taken=True, out=(2,), legal=())


def test_a_turn_to_lead() -> None:
    assert turn_text(LEADING, NAMES) == (
        "Your turn to lead; Boris defends.\n"
        "Trump: hearts (6h turned); 18 cards in the stock. Boris has 6 cards, Clara has 1 card.\n"
        "Your hand: Ac 7d 7s Js  7h\n"
        "You can: lead 7d, lead 7h, lead 7s, lead Ac, lead 7d 7h 7s (all at once, or some of them)"
    )


def test_a_turn_to_defend() -> None:
    assert turn_text(DEFENDING, NAMES) == (
        "Your turn to beat or take; Clara has led.\n"
        "Trump: hearts; no cards in the stock. Boris has 6 cards, Clara has 1 card.\n"
        "On the table: 6s/7s  6d\n"
        "Your hand: Ac 7d 7s Js  7h\n"
        "You can: beat 6d 7d, take"
    )


def test_a_turn_to_throw_in_says_to_whom() -> None:
    view = dataclasses.replace(DEFENDING, lead=0, defender=1)
    for phase, told in (
        (Phase.THROW, "Your turn to throw in or pass; Boris defends."),
        (Phase.ADD, "Your turn to throw in more or pass; Boris takes."),
    ):
        three = dataclasses.replace(view, phase=phase)
        assert turn_text(three, NAMES).splitlines()[0] == told
        two = dataclasses.replace(three, counts=(5, 6))
        assert turn_text(two, NAMES).splitlines()[0] == f"{told.partition(';')[0]}."


def test_the_whole_table() -> None:
    assert table_text(WATCHING, NAMES) == (
        "Trump: hearts (6h turned); 18 cards in the stock.\n"
        "Boris: 6 cards, takes\n"
        "Clara: is out\n"
        "On the table: nothing\n"
        "Your hand: Ac 7d 7s Js  7h\n"
        "Boris's turn to lead."
    )


def test_every_move_that_is_offered_can_be_typed() -> None:
    for view in (LEADING, DEFENDING):
        for part in moves_text(view).removeprefix("You can: ").split(", "):
            text = part.split(" (")[0]
            if text != "or some of them)":
                assert parse_move(text) in view.legal


@pytest.mark.parametrize(
    ("move", "hers", "mine"),
    [
        ("lead 6h 6s", "Boris leads 6h 6s.", "You lead 6h 6s."),
        ("beat 6s 7s", "Boris beats 6s with 7s.", "You beat 6s with 7s."),
        ("take", "Boris takes.", "You take."),
        ("throw 7d", "Boris throws in 7d.", "You throw in 7d."),
        ("pass", "Boris passes.", "You pass."),
        ("transfer 6d", "Boris transfers with 6d.", "You transfer with 6d."),
        ("show 6d", "Boris shows 6d to transfer.", "You show 6d to transfer."),
    ],
)
def test_moves_are_told(move: str, hers: str, mine: str) -> None:
    assert move_text(NAMES, 1, parse_move(move)) == hers
    assert move_text(NAMES, 0, parse_move(move)) == mine


def test_results_are_told() -> None:
    def result(fool: int | None, reason: Reason, epaulettes: int = 0) -> Result:
        points = (2, 2, 2) if fool is None else tuple(2 * (seat != fool) for seat in range(3))
        return Result(fool=fool, points=points, epaulettes=epaulettes, reason=reason)

    assert result_text(NAMES, result(1, Reason.CARDS)) == (
        "Boris is the fool; you and Clara have won."
    )
    assert result_text(NAMES, result(0, Reason.CARDS)) == (
        "You are the fool; Boris and Clara have won."
    )
    assert result_text(NAMES, result(0, Reason.CARDS, 2)) == (
        "You are the fool with two epaulettes; Boris and Clara have won."
    )
    alone = Names(("You", "Boris"), own=0)
    assert result_text(alone, Result(1, (2, 0), 0, Reason.CARDS)) == (
        "Boris is the fool; you have won."
    )
    team = Names(("A", "B", "C", "D"))
    assert result_text(team, Result(0, (0, 2, 0, 2), 0, Reason.CARDS)) == (
        "The losers are A (the fool) and C; B and D have won."
    )
    ours = Names(("A", "You", "C", "D"), own=1)
    lost = result_text(ours, Result(1, (2, 0, 2, 0), 1, Reason.CARDS))
    assert lost == "The losers are you (the fool with an epaulette) and D; A and C have won."
    assert Language.load("ru").say(lost) == "Проиграли вы (дурак с погоном) и D. В выигрыше A и C."
    assert result_text(NAMES, result(None, Reason.DRAW)).endswith("a draw.")
    assert result_text(NAMES, result(None, Reason.REPETITION)).endswith("a draw.")
    again = Result(None, (0, 0, 0), 0, Reason.REPETITION)
    assert result_text(NAMES, again).endswith("third time: the deal does not count.")


def test_news_is_told() -> None:
    rules = rules_for("classic", players=3)
    assert news_text(TableNews(rules, 1, ("Anna",))) == "At the table: Anna. Waiting for 2 more."
    assert news_text(TableNews(rules, 1, ("A", "B", "A (2)"))) == (
        "At the table: A, B, A (2). All are here."
    )
    some = TableNews(rules, 1, ("A", "B", "A (2)"), frozenset({0, 2}), frozenset({0}))
    assert news_text(some) == (
        "At the table: A (computer), B, A (2) (ready). "
        "All seats are taken; the game begins when all are ready."
    )
    assert news_text(AwayNews("Anna", 90)) == (
        "Anna is away; the seat waits for 1 minute 30 seconds."
    )
    assert news_text(BackNews("Anna")) == "Anna is back."
    assert news_text(LeftNews("Anna")) == "Anna has left the table."


def test_rules_are_told_in_a_line() -> None:
    assert rules_text(rules_for("classic", players=2)) == "throw-in, 36 cards, 2 players"


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (["Anna", "Anna (2)", "Anna"], ("Anna", "Anna (2)", "Anna (3)")),
        (["Anna", "Anna", "Anna (2)"], ("Anna", "Anna (3)", "Anna (2)")),
        (["Anna (2)", "Anna (2)", "Anna"], ("Anna (2)", "Anna (2) (2)", "Anna")),
        (["Anna", "\u0410nna"], ("Anna", "\u0410nna (2)")),  # the second begins in Cyrillic
        (["Anna", "anna", "ANNA (2)"], ("Anna", "anna (3)", "ANNA (2)")),
    ],
)
def test_nobody_takes_a_name_with_which_another_is_told_apart(
    names: list[str], told: tuple[str, ...]
) -> None:
    people = [(bytes([place]), name) for place, name in enumerate(names)]
    assert tuple(told_apart(people).values()) == told


def test_those_of_one_name_are_told_apart_by_their_keys_in_whatever_order() -> None:
    people = [(b"c", "Anna"), (b"b", "Boris"), (b"a", "Anna"), (b"d", "Anna")]
    told = {b"a": "Anna", b"b": "Boris", b"c": "Anna (2)", b"d": "Anna (3)"}
    assert told_apart(people) == told_apart(people[::-1]) == told


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain, Борис, ♠", "plain, Борис, ♠"),
        ("two\nlines", "two\nlines"),
        ("\x1b[31m\x9b\x07\r\t\x00\x7f", "?[31m??????"),
        ("\u202ea\u2066b\u200bc\u2028d\ufeff", "?a?b?c?d?"),
        ("\udcff\ue000", "??"),
        ("e\u0301", "e\u0301"),
    ],
)
def test_only_plain_text_reaches_a_terminal(text: str, shown: str) -> None:
    assert plain_text(text) == shown


@given(st.text())
def test_plain_text_is_printable(text: str) -> None:
    shown = plain_text(text)
    assert len(shown) == len(text)
    assert plain_text(shown) == shown
    assert not set(shown) & {chr(code) for code in [*range(10), *range(11, 32), *range(127, 160)]}


def test_who_goes_is_the_fool_and_a_deal_that_cannot_go_on_does_not_count() -> None:
    left = Result(1, (2, 0, 2), 0, Reason.LEFT)
    assert result_text(NAMES, left) == "Boris is the fool; you and Clara have won."
    for reason in (Reason.LEFT, Reason.AWAY):
        nobody = Result(None, (0, 0, 0), 0, reason)
        assert result_text(NAMES, nobody) == "The deal cannot go on, and does not count."


def test_in_the_shedding_family_who_goes_has_lost_the_match() -> None:
    names = Names(("You", "Boris"), own=0)
    won = SheddingResult(0, (0, 0), (12, 30), 1, SheddingReason.AWAY)
    told = "You won. The score: 12 for you, 30 for Boris. Boris is the fool: the match is lost."
    assert result_text(names, won) == told
    lost = SheddingResult(1, (0, 0), (12, 30), 0, SheddingReason.LEFT)
    told = "Boris won. The score: 12 for you, 30 for Boris. You are the fool: the match is lost."
    assert result_text(names, lost) == told
    nobody = SheddingResult(None, (0, 0), (12, 30), None, SheddingReason.AWAY)
    told = "The deal cannot go on, and does not count. The score: 12 for you, 30 for Boris."
    assert result_text(names, nobody) == told


def test_standings_follow_the_players_when_a_seat_is_gone() -> None:
    rules = rules_for("classic", players=4, deck=24)
    first = Table(first_setup(rules, "standings", 3), "standings")
    first.play(lambda log: log.state.deal is not None)
    leave = first.players[2].leave()
    assert leave is not None
    all_to_all(first, [leave])
    play_on(first, {2})
    log = first.log
    coming = next_setup(log)
    assert coming is not None
    second = Table(coming, "standings").play()
    fool, gone = log.state.result.fool, log.state.seat_of(2)
    points = {player.name: 0 for player in log.setup.players}
    fools: Counter[str] = Counter()
    for deal in (log, second.log):
        result, names = deal.state.result, deal.state.seat_names()
        for name, won in zip(names, result.points, strict=True):
            points[name] += won
        if result.fool is not None:
            fools[names[result.fool]] += 1
    told = news_text(StandingsNews((log, second.log)), coming.players[0].key)
    assert told is not None
    assert fool == gone
    own = coming.players[0].name
    for name, won in points.items():
        shown = "you" if name == own else name
        share = f"{shown} with {won} point{'s' * (won != 1)}"
        assert share in told
        if fools[name]:
            times = fools[name]
            assert f"{share}, the fool {times} time{'s' * (times != 1)}" in told


def test_that_somebody_draws_in_the_shedding_family_is_told_once() -> None:
    at = Table(first_setup(preset_rules("czech", {}), "told once"), "told once").play()
    log = Log(at.log.setup)
    told = [
        (event, event_text(log.state, Names.of(log.state), event))
        for signed in at.record().entries
        for event in log.receive(signed)
    ]
    draws = [place for place, (event, _) in enumerate(told)
             if isinstance(event, MoveMade) and event.move.text == "draw"]  # fmt: skip
    assert draws
    for place in draws:
        assert (told[place][1] or "").endswith(" draws.")
        after, sentence = told[place + 1]
        assert not isinstance(after, CardsDealt) or sentence is None


def test_whose_time_is_over_reads_it_of_himself() -> None:
    done = at_a_move("overrun", 2, turn_seconds=30)
    late = who_moves(done.log)
    state, event = done.log.state, TimeOver(late, 1)
    assert event_text(state, Names.of(state, late), event) == (
        "You are out of time, says 1 player."
    )
    assert event_text(state, Names.of(state, 1 - late), event) == (
        f"{state.name(late)} is out of time, says 1 player."
    )
