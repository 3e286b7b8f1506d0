"""1.6, and what the other rules say of teams."""

from typing import Any

from durak_p2p.rules import Deal, Phase, start

from .positions import cards, hand, legal, position, refused, say
from .test_dealing import stacked


def pairs(*hands: str, **options: Any) -> Deal:
    """Seats 0 and 2 against 1 and 3."""
    return position(*hands, teams="2x2", **options)


def thirds(*hands: str, **options: Any) -> Deal:
    """Seats 0, 2, 4 against 1, 3, 5."""
    return position(*hands, teams="3x3", **options)


def three_pairs(*hands: str, **options: Any) -> Deal:
    """Seats 0 and 3, 1 and 4, 2 and 5."""
    return position(*hands, teams="2x2x2", **options)


# -- who attacks whom ------------------------------------------------------------------------------


def test_the_defender_is_the_next_opponent() -> None:
    assert pairs("6c Ac", "7c 8c", "9c Tc", "Jc Qc").defender == 1
    assert pairs("6c Ac", "", "9c Tc", "Jc Qc").defender == 3, "seat 2 is a team-mate"
    assert thirds("6c", "", "7c", "", "8c", "9c").defender == 5
    assert three_pairs("6c", "", "", "7c", "8c", "9c").defender == 4


def test_no_one_throws_in_on_a_team_mate() -> None:
    deal = pairs("6c Ac", "7c 8c Kc", "6h Tc", "6s Qc")
    say(deal, "0 lead 6c", "1 beat 6c 7c", "0 pass")
    assert (deal.word, deal.throwers) == (2, (0, 2))
    say(deal, "2 pass")
    assert deal.bout == 3, "seat 3 is not asked"


def test_with_three_teams_both_others_throw_in() -> None:
    deal = three_pairs("6c Ac", "7c 8c", "9c Tc", "Jc Qc", "6h 6d", "6s Kh")
    assert deal.throwers == (0, 2, 3, 5)


def test_neighbours_are_the_nearest_opponents_of_the_defender() -> None:
    hands = ("6c Ac", "7c 8c", "9c Tc", "Jc Qc", "6h 6d", "6s Kh")
    assert thirds(*hands, throwers="neighbours").throwers == (0, 2)
    assert three_pairs(*hands, throwers="neighbours").throwers == (0, 2)
    without_1_and_2 = ("6c Ac", "", "", "Jc Qc", "6h 6d", "6s Kh")
    deal = three_pairs(*without_1_and_2, throwers="neighbours")
    assert deal.defender == 4
    assert deal.throwers == (3, 5), "the lead sits further off than its team-mate"


def test_a_transfer_goes_to_the_next_opponent_of_the_one_who_transfers() -> None:
    deal = pairs("6c Ac", "6h 8c", "", "Jc Qc 9d", variant="transfer")
    say(deal, "0 lead 6c")
    assert deal.defender == 1
    refused(deal, "1 transfer 8c", "limit")
    deal = pairs("6c Ac Kc", "6h 8c", "", "Jc Qc 9d", variant="transfer")
    say(deal, "0 lead 6c", "1 transfer 6h")
    assert deal.defender == 0, "seat 2 is out and seat 3 a team-mate"
    deal = three_pairs(
        "6c Ac", "6h 7h", "6s 7s 8s", "Jc Qc Kc 9c", "6d Ad", "9s Ts", variant="transfer"
    )
    say(deal, "0 lead 6c", "1 transfer 6h", "2 transfer 6s")
    assert (deal.defender, deal.throwers) == (3, (2, 4, 5, 1)), "seat 0 is a team-mate of seat 3"


# -- the next lead ---------------------------------------------------------------------------------


def test_after_a_take_the_player_to_the_left_leads_of_whichever_team() -> None:
    deal = thirds("6c Ac", "7c 8c", "9c Tc", "Jc Qc", "6h 6d", "6s Kh")
    say(deal, "0 lead 6c", "1 take", "0 pass", "2 pass", "4 pass")
    assert (deal.lead, deal.defender) == (2, 3)
    deal = pairs("6c Ac", "7c 8c", "", "Jc Qc")
    say(deal, "0 lead 6c", "1 take", "0 pass")
    assert (deal.lead, deal.defender) == (3, 0), "seat 2 is out, and seat 3 a team-mate"


def test_rule_8_a_defender_who_goes_out_leaves_the_lead_to_the_team() -> None:
    deal = pairs("6c Ac", "7c", "9c Tc", "Jc Qc")
    say(deal, "0 lead 6c", "1 beat 6c 7c")
    assert (deal.out, deal.lead, deal.defender) == ([1], 3, 0)
    deal = three_pairs("6c Ac", "7c", "9c Tc", "Jc Qc", "6h 6d", "6s Kh")
    say(deal, "0 lead 6c", "1 beat 6c 7c")
    assert (deal.out, deal.lead, deal.defender) == ([1], 4, 5)


def test_rule_8_if_the_team_has_nobody_left_the_next_to_the_left_leads() -> None:
    deal = three_pairs("6c Ac", "7c", "9c Tc", "Jc Qc", "", "6s Kh")
    say(deal, "0 lead 6c", "1 beat 6c 7c")
    assert (deal.out, deal.lead, deal.defender) == ([4, 1], 2, 3)


def test_against_a_player_alone_the_opponents_lead_in_turn() -> None:
    deal = pairs("6c Ac", "7c 8c 9h", "9c Tc", "")
    say(deal, "0 lead 6c", "1 take", "0 pass", "2 pass")
    assert (deal.lead, deal.defender) == (2, 1)
    say(deal, "2 lead 9c", "1 take", "2 pass", "0 pass")
    assert (deal.lead, deal.defender) == (0, 1)


def test_with_one_opponent_left_that_one_leads_again() -> None:
    deal = pairs("6c Ac", "7c 8c 9h", "", "")
    say(deal, "0 lead 6c", "1 take", "0 pass")
    assert (deal.lead, deal.defender) == (0, 1)


def test_in_turn_counts_from_the_one_who_transferred_last() -> None:
    deal = pairs("6c Ac Kc Jh", "6h 8c", "", "6d Qc", variant="transfer")
    say(deal, "0 lead 6c", "1 transfer 6h")
    assert deal.defender == 0
    say(deal, "0 take", "1 pass", "3 pass")
    assert (deal.lead, deal.defender) == (3, 0), "not seat 1 on its left"


def test_the_rule_is_for_two_teams_only() -> None:
    deal = three_pairs("6c Ac", "7c 8c 9h", "9c Tc", "", "", "Kh 9s")
    say(deal, "0 lead 6c", "1 take", "0 pass", "2 pass", "5 pass")
    assert (deal.lead, deal.defender) == (2, 0)


def test_who_stands_alone_is_judged_when_the_cards_are_taken() -> None:
    """Seat 1 transfers with its last card and is out: seat 3 did not stand alone when it took."""
    deal = pairs("6c Ac 9d", "6h", "6s Td 8s", "Jc Qc Kc 7h", variant="transfer")
    say(deal, "0 lead 6c", "1 transfer 6h", "2 transfer 6s", "3 take", "2 pass", "0 pass")
    assert deal.out == [1]
    assert (deal.lead, deal.defender) == (0, 3)


# -- the end ---------------------------------------------------------------------------------------


def test_the_losing_team_is_the_one_that_has_cards_when_no_other_has() -> None:
    deal = pairs("6c", "7c 8c", "", "9c Tc")
    say(deal, "0 lead 6c", "1 take")
    assert deal.result is not None
    assert (deal.result.fool, deal.result.points) == (1, (2, 0, 2, 0))


def test_the_fool_is_the_first_with_cards_from_the_last_defender_on() -> None:
    deal = thirds("6c", "7c", "", "9c Tc", "", "Jc")
    say(deal, "0 lead 6c", "1 beat 6c 7c")
    assert deal.result is not None
    assert (deal.result.fool, deal.result.points) == (3, (2, 0, 2, 0, 2, 0))
    assert deal.result.epaulettes == 0, "seat 3 was not the defender"


def test_with_three_teams_a_team_that_is_out_does_not_end_the_deal() -> None:
    deal = three_pairs("6c", "7c 8c", "9c Tc", "", "Jc Qc", "Kh 9s")
    say(deal, "0 lead 6c", "1 take", "2 pass", "5 pass")
    assert (deal.out, deal.phase) == ([3, 0], Phase.LEAD)
    assert (deal.lead, deal.defender) == (2, 4)


def test_a_draw_of_teams_is_one_for_all_of_those_who_went_out_last() -> None:
    deal = pairs("6c", "7c", "", "")
    say(deal, "0 lead 6c", "1 beat 6c 7c")
    assert deal.result is not None
    assert (deal.result.fool, deal.result.points) == (None, (1, 1, 1, 1))
    deal = three_pairs("6c", "7c", "", "", "", "")
    say(deal, "0 lead 6c", "1 beat 6c 7c")
    assert deal.result is not None
    assert deal.result.points == (1, 1, 2, 1, 1, 2), "the third team was out before"


def test_without_draws_the_last_defenders_team_has_lost() -> None:
    deal = pairs("6c", "7c", "", "", ends="no-draw")
    say(deal, "0 lead 6c", "1 beat 6c 7c")
    assert deal.result is not None
    assert (deal.result.fool, deal.result.points) == (1, (2, 0, 2, 0))
    assert deal.result.epaulettes == 1


def test_who_overruns_the_time_has_lost_for_the_team() -> None:
    deal = pairs("6c Ac", "7c 8c", "9c Tc", "Jc Qc")
    assert deal.word is not None
    slow = deal.word
    deal.overrun(slow)
    assert deal.result is not None
    assert deal.result.fool == slow
    assert deal.result.points == tuple(0 if seat % 2 == slow % 2 else 2 for seat in range(4))


# -- jokers at the table ---------------------------------------------------------------------------


def test_a_joker_at_the_bottom_makes_no_trump_the_suited_card_above_it_does() -> None:
    order = stacked(54, ("2c 3c 4c 5c 6c 7c", "8c 9c Tc Jc Qc Kc"), 0, "4h 9s Xb Xr")
    deal = start(rules_54(), order)
    assert (deal.turned, deal.trump) == ("9s", "s")
    assert deal.pile[:4] == [51, 53, 52, 50], "the nine goes under; all else keeps its order"
    assert {deal.faces[position] for position in (51, 52, 53)} == set(cards("9s Xb Xr"))
    assert 50 not in deal.faces
    # The trump joker's place is known: it is not asked about.
    assert [asked.cards[0] for asked in deal.questions][-1] == "As"
    assert deal.lead == 0


def rules_54() -> Any:
    return position("2c", "3c", deck=54).rules


def test_a_single_joker_at_the_bottom() -> None:
    order = stacked(54, ("2c 3c 4c 5c 6c 7c", "8h 9c Tc Jc Qc Kc"), 0, "Xr 9s 4h Xb")
    deal = start(rules_54(), order)
    assert (deal.turned, deal.pile[:3]) == ("4h", [52, 53, 51])
    assert deal.lead == 1
    assert 50 not in deal.faces, "the other joker is not seen"


def test_the_trump_joker_leads_as_the_highest_trump() -> None:
    order = stacked(54, ("2c 3c 4c 5c 6c 7c", "Xr 9c Tc Jc Qc Kc"), 0, "4h")
    deal = start(rules_54(), order)
    assert deal.lead == 1
    assert deal.locate(1, cards("Xr")[0]) is not None


def test_jokers_are_of_one_rank() -> None:
    deal = position("Xb Xr", "7c 8c 9d", deck=54, trump="s")
    assert legal(deal) == ["lead Xb", "lead Xb Xr", "lead Xr"]
    deal = position("2s Xr", "3s Xb 9d", deck=54, trump="s")
    say(deal, "0 lead 2s", "1 beat 2s Xb", "0 throw Xr")
    assert legal(deal) == ["beat Xr 3s", "take"]
    say(deal, "1 take")
    assert hand(deal, 1) == "9d 2s 3s Xb Xr"
