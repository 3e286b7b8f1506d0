"""What becomes of a bout's cards, told from the news alone."""

from __future__ import annotations

import pytest

from durak_p2p.cards import Card
from durak_p2p.game import Judged, Log, MoveMade, Progress
from durak_p2p.game.entry import EntryType
from durak_p2p.rules import Deal, Move, Reason, rules_for
from durak_p2p.rules.family import preset_rules
from durak_p2p.table.news import DealNews
from durak_p2p.ui.bouts import Bouts, Closing
from durak_p2p.ui.names import Names
from tests.game.claims import is_at
from tests.game.parting import all_to_all, claims_of, play_on, who_moves
from tests.game.tables import Table, first_setup


@pytest.mark.parametrize("preset", ["classic", "transfer", "cheaters"])
def test_each_bout_closes_once_with_all_cards_that_were_laid_in_it(preset: str) -> None:
    label = f"{preset} taken"
    at = Table(first_setup(rules_for(preset, players=3), label), label).play()
    log, bouts = Log(at.log.setup), Bouts()
    closings: list[Closing] = []
    laid: set[Card] = set()
    out: list[str] = []
    accused = False
    for signed in at.record().entries:
        for event in log.receive(signed):
            accused = accused or isinstance(event, Judged)
            closing = bouts.after(DealNews(log, event), Names.of(log.state))
            if closing is not None and closing.comes_first:
                check(closing, laid)
                laid.clear()
            if isinstance(event, MoveMade) and isinstance(event.move, Move):
                laid.update(event.move.laid)
            if closing is not None and not closing.comes_first:
                check(closing, laid)
                laid.clear()
            if closing is not None:
                closings.append(closing)
                out += closing.out
    assert not accused, "cards went back, and this test does not know it"
    deal = log.state.deal
    assert isinstance(deal, Deal)
    assert len(closings) == deal.bout
    assert any(closing.taker is None for closing in closings)
    assert any(closing.taker is not None for closing in closings)
    assert len(out) == 1, "of three players one was out before the deal was over"
    assert out[0].endswith(" has no cards left, and is out.")


def check(closing: Closing, laid: set[Card]) -> None:
    if closing.taker is None:
        assert closing.told == f"All is beaten: {len(laid)} cards out of the deal."
    else:
        told = closing.told.removesuffix(".").split(" picks up ")[1]
        assert set(told.split()) == laid


def test_that_a_deal_is_broken_off_closes_no_bout() -> None:
    at = Table(first_setup(rules_for("classic", players=2), "broken off"), "broken off")
    at.play(lambda log: log.state.deal is not None and bool(log.state.deal.table))
    bouts, names = Bouts(), Names.of(at.log.state)
    assert bouts.after(DealNews(at.log, Progress(EntryType.MOVE, 0)), names) is None
    leave = at.players[0].leave()
    assert leave is not None
    all_to_all(at, [leave])
    play_on(at, {0})
    assert at.log.state.result is not None
    assert bouts.after(DealNews(at.log, Progress(EntryType.MOVE, 0)), names) is None


@pytest.mark.parametrize("preset", ["classic", "cheaters"])
def test_that_time_is_over_closes_no_bout(preset: str) -> None:
    rules = preset_rules(preset, {"players": 2, "turn_seconds": 30})
    at = Table(first_setup(rules, "too late"), "too late")
    at.play(
        lambda log: is_at(log, EntryType.MOVE) and bool(log.state.deal and log.state.deal.table)
    )
    bouts, names = Bouts(), Names.of(at.log.state)
    assert bouts.after(DealNews(at.log, Progress(EntryType.MOVE, 0)), names) is None
    all_to_all(at, claims_of(at, who_moves(at.log)))
    play_on(at, set())
    deal = at.log.state.deal
    assert isinstance(deal, Deal)
    assert deal.result is not None
    assert deal.result.reason is Reason.TIME
    assert not deal.table, "what lay there is gone, and nobody has beaten it"
    assert bouts.after(DealNews(at.log, Progress(EntryType.MOVE, 0)), names) is None


def test_in_the_shedding_family_there_is_no_bout_to_close() -> None:
    at = Table(first_setup(preset_rules("czech", {}), "no bouts"), "no bouts").play()
    log, bouts = Log(at.log.setup), Bouts()
    for signed in at.record().entries:
        for event in log.receive(signed):
            assert bouts.after(DealNews(log, event), Names.of(log.state)) is None
