"""Matches: who deals and leads next, and when it is over (protocol/rules.md, 4.1 rules 2, 8, 9)."""

import pytest

from durak_p2p.rules.match import NextDeal
from durak_p2p.rules.shedding import GAMES, Reason, SheddingResult, next_deal, rules_for

LEADS = {"czech-3", "polish", "czech-9"}


def result(winner: int | None, loser: int | None = None) -> SheddingResult:
    return SheddingResult(winner, (0, 0), (0, 0), loser, Reason.CARDS)


@pytest.mark.parametrize("preset", sorted(set(GAMES) - LEADS))
def test_2_they_take_turns_to_deal_and_who_won_leads(preset: str) -> None:
    rules = rules_for(preset)
    assert next_deal(rules, NextDeal(0, None), result(0)) == NextDeal(1, 0)
    assert next_deal(rules, NextDeal(0, None), result(1)) == NextDeal(1, 1)
    assert next_deal(rules, NextDeal(1, 0), result(0)) == NextDeal(0, 0)


@pytest.mark.parametrize("preset", sorted(LEADS))
def test_2_where_the_preset_says_so_the_dealer_leads_in_every_deal(preset: str) -> None:
    rules = rules_for(preset)
    for winner in (0, 1):
        assert next_deal(rules, NextDeal(0, None), result(winner)) == NextDeal(1, 1)
        assert next_deal(rules, NextDeal(1, 1), result(winner)) == NextDeal(0, 0)


@pytest.mark.parametrize("preset", sorted(GAMES))
def test_9_after_equal_counts_the_same_dealer_deals_again_with_the_same_lead(preset: str) -> None:
    for dealt in (NextDeal(0, None), NextDeal(1, 1), NextDeal(1, 0)):
        assert next_deal(rules_for(preset), dealt, result(None)) == dealt


def test_8_who_has_lost_the_match_ends_it() -> None:
    assert next_deal(rules_for("czech"), NextDeal(0, 1), result(0, loser=1)) is None
