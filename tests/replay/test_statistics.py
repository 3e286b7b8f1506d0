"""Deals summed up from one player's side."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from durak_p2p.game.setup import SetupPlayer
from durak_p2p.replay import Verdict
from durak_p2p.replay.statistics import Outcome, Statistics, Streak, Tally
from durak_p2p.replay.summary import Finding, Summary, read_setup
from durak_p2p.rules import Result
from durak_p2p.rules.state import Reason

SAMPLES = Path(__file__).parents[2] / "replays"
DAY = datetime(2026, 1, 1)


def summary(name: str) -> Summary:
    data = (SAMPLES / name).read_bytes()
    return Summary(read_setup(data), Finding.of(data))


TWO = summary("good-2-players.durak")  # Boris on seat 0, Anna on seat 1


def deal(number: int, outcome: str, verdict: Verdict = Verdict.GOOD) -> tuple[datetime, Summary]:
    """A deal of two that Anna has won, drawn, lost, or that did not count."""
    points = {"won": (0, 2), "drawn": (1, 1), "lost": (2, 0), "void": (0, 0)}[outcome]
    fool = {"won": 0, "lost": 1}.get(outcome)
    result = Result(fool, points, 1 if outcome == "lost" else 0, Reason.CARDS)
    setup = TWO.setup
    assert setup is not None
    players = tuple(replace(p, nonce=number.to_bytes(16, "big")) for p in setup.players)
    finding = replace(TWO.finding, result=result, verdict=verdict)
    return DAY + timedelta(days=number), Summary(replace(setup, players=players), finding)


def is_anna(player: SetupPlayer) -> bool:
    return player.name == "Anna"


def of(*outcomes: str) -> Statistics:
    return Statistics.of([deal(n, outcome) for n, outcome in enumerate(outcomes)], is_anna)


def test_outcomes_fools_and_epaulettes_are_counted() -> None:
    statistics = of("won", "lost", "drawn", "void", "lost")
    assert statistics.total == Tally(won=1, drawn=1, lost=2)
    assert (statistics.void, statistics.fools, statistics.epaulettes) == (1, 2, 2)
    assert statistics.opponents == (("Boris", Tally(1, 1, 2)),)
    assert statistics.games == (("classic", Tally(1, 1, 2)),)


@pytest.mark.parametrize(
    ("outcomes", "streak", "wins", "losses"),
    [
        ((), None, 0, 0),
        (("won",), Streak(Outcome.WON, 1), 1, 0),
        (("won", "won", "lost"), Streak(Outcome.LOST, 1), 2, 1),
        (("lost", "lost", "won", "drawn"), Streak(Outcome.DRAWN, 1), 1, 2),
        (("won", "drawn", "won"), Streak(Outcome.WON, 1), 1, 0),
        (("won", "void", "won"), Streak(Outcome.WON, 2), 2, 0),
    ],
)
def test_streaks(outcomes: tuple[str, ...], streak: Streak | None, wins: int, losses: int) -> None:
    statistics = of(*outcomes)
    assert (statistics.streak, statistics.wins, statistics.losses) == (streak, wins, losses)


def test_the_order_is_that_of_the_days_not_of_the_files() -> None:
    deals = [deal(2, "lost"), deal(0, "won"), deal(1, "won")]
    assert Statistics.of(deals, is_anna).streak == Streak(Outcome.LOST, 1)


def test_each_deal_counts_once_and_a_good_copy_before_an_unfinished_one() -> None:
    good = deal(1, "won")
    cut = deal(1, "won", Verdict.UNFINISHED)
    for copies in ([good, good], [good, cut], [cut, good, cut]):
        statistics = Statistics.of(copies, is_anna)
        assert (statistics.total.deals, statistics.unfinished) == (1, 0)
    alone = Statistics.of([cut, cut], is_anna)
    assert (alone.total.deals, alone.unfinished) == (0, 1)


def test_broken_replays_and_deals_of_others_do_not_count() -> None:
    broken = deal(1, "won", Verdict.BROKEN)
    assert Statistics.of([broken], is_anna) == of()
    assert Statistics.of([deal(1, "won")], lambda player: False) == of()


def test_by_key_only_ones_own_deals_count() -> None:
    assert TWO.setup is not None
    key = next(player.key for player in TWO.setup.players if player.name == "Anna")
    other = summary("good-4-players.durak")
    assert other.setup is not None
    replays = [(DAY, TWO), (DAY, other)]
    keyed = Statistics.of(replays, lambda player: player.key == key)
    assert keyed.total.deals == 1 + any(player.key == key for player in other.setup.players)


def test_who_was_the_fool_elsewhere_is_so_here() -> None:
    replays = [(DAY, summary(f"good-{name}.durak")) for name in ("left", "away", "overrun")]
    boris = Statistics.of(replays, lambda player: player.name == "Boris")
    assert (boris.total, boris.fools) == (Tally(0, 0, 3), 3)
    assert {name: tally.won for name, tally in boris.opponents} == dict.fromkeys(
        ("Anna", "Clara", "Dmitri"), 0
    )
