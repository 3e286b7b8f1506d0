"""Rules 1.3 and 1.1: who deals and leads the next deal; what a match brings."""

import pytest

from durak_p2p.rules import Reason, Result, rules_for
from durak_p2p.rules.match import NextDeal, Standings, next_deal

DEALT = NextDeal(dealer=1, lead=None)


def lost_by(fool: int, players: int, reason: Reason = Reason.CARDS, epaulettes: int = 0) -> Result:
    points = tuple(0 if seat == fool else 2 for seat in range(players))
    return Result(fool, points, epaulettes, reason)


@pytest.mark.parametrize(
    ("option", "lead"),
    [("left-of-fool", 3), ("right-of-fool", 1), ("lowest-trump", None), ("winner", 0)],
)
def test_the_fool_deals_and_next_lead_says_who_leads(option: str, lead: int | None) -> None:
    rules = rules_for("classic", players=4, next_lead=option)
    assert next_deal(rules, DEALT, lost_by(2, 4), [0, 3, 1]) == NextDeal(2, lead)


def test_left_of_the_last_seat_is_the_first() -> None:
    rules = rules_for("classic", players=3)
    assert next_deal(rules, DEALT, lost_by(2, 3), [0, 1]) == NextDeal(2, 0)


def test_after_a_draw_the_same_dealer_deals_and_the_lowest_trump_leads() -> None:
    rules = rules_for("classic", players=2)
    draw = Result(None, (1, 1), 0, Reason.DRAW)
    assert next_deal(rules, NextDeal(1, 0), draw, [0, 1]) == NextDeal(1, None)


@pytest.mark.parametrize("reason", [Reason.REPLAY, Reason.REPETITION])
def test_a_replayed_deal_is_dealt_again_as_it_was(reason: Reason) -> None:
    rules = rules_for("classic", players=2, ends="replay")
    again = Result(None, (0, 0), 0, reason)
    assert next_deal(rules, NextDeal(1, 0), again, [0, 1]) == NextDeal(1, 0)


def test_the_winning_team_leads_its_member_nearest_left_of_the_dealer() -> None:
    rules = rules_for("classic", teams="2x2", next_lead="right-of-fool")
    result = Result(2, (0, 2, 0, 2), 0, Reason.CARDS)
    assert next_deal(rules, DEALT, result, [3, 0, 1]) == NextDeal(2, 3)


def test_of_three_teams_the_first_without_cards_leads() -> None:
    rules = rules_for("classic", teams="2x2x2", deck=52)
    result = Result(0, (0, 2, 2, 0, 2, 2), 0, Reason.CARDS)
    # Seats 1 and 4 are a team, 2 and 5 another: the latter is the first to be out whole.
    assert next_deal(rules, DEALT, result, [1, 2, 5, 3, 4]) == NextDeal(0, 2)


def test_a_team_whose_player_overran_its_time_does_not_lead() -> None:
    rules = rules_for("classic", teams="2x2")
    result = Result(3, (2, 0, 2, 0), 0, Reason.TIME)
    assert next_deal(rules, DEALT, result, []) == NextDeal(3, 0)


def test_standings_add_up_points_purse_fools_and_epaulettes() -> None:
    rules = rules_for("classic", players=2, scoring="points-and-purse")
    results = [
        lost_by(0, 2, epaulettes=2),
        lost_by(1, 2),
        Result(None, (1, 1), 0, Reason.DRAW),
        Result(None, (0, 0), 0, Reason.REPLAY),
        lost_by(0, 2, epaulettes=1),
    ]
    assert Standings.of(rules, results) == Standings(
        points=(3, 5), purse=(10, 20), fools=(2, 1), epaulettes=(3, 0), deals=5, draws=1, replays=1
    )


def test_without_a_purse_nothing_is_paid() -> None:
    rules = rules_for("classic", players=2)
    assert Standings.of(rules, [lost_by(0, 2)]).purse == (0, 0)
