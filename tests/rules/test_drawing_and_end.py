"""1.4, rules 7 to 9 and 11: drawing, going out, the end; and the trump exchange."""

from typing import Any

import pytest

from durak_p2p.cards import Card
from durak_p2p.rules import Cards, Deal, Grant, NotYourWord, Phase, Reason, bout, parse_move

from .positions import hand, legal, position, refused, say

FOUR_IN_HAND = ("6c 6s Ac Kc", "7c 8s Qc Jc", "Ah Kh Qh Jh", "As Ks Qs Js")

# -- rule 7: drawing -------------------------------------------------------------------------------


def test_rule_7_the_lead_draws_first_the_others_clockwise_the_defender_last() -> None:
    deal = position(*FOUR_IN_HAND, stock="9h 9s 9d Td Jd Qd Kd Ad Tc Th Ts 7d")
    top = list(reversed(deal.pile))
    deal.play(0, parse_move("lead 6c"))
    deal.play(1, parse_move("beat 6c 7c"))
    for seat in (0, 2, 3):
        deal.play(seat, parse_move("pass"))
    request = deal.request
    assert isinstance(request, Cards)
    seats = [0, 0, 0, 2, 2, 3, 3, 1, 1, 1]
    assert request.grants == tuple(
        Grant(place, seat) for place, seat in zip(top, seats, strict=False)
    )
    assert (deal.phase, deal.word, deal.stock) == (Phase.DRAW, None, 2)
    deal.supply({})
    assert (deal.phase, deal.word, deal.lead) == (Phase.LEAD, 1, 1)


def test_rule_7_a_short_stock_goes_to_the_first_in_order() -> None:
    deal = position(*FOUR_IN_HAND, stock="9h 9s 9d Td 7d")
    say(deal, "0 lead 6c", "1 beat 6c 7c", "0 pass", "2 pass", "3 pass")
    assert [len(held) for held in deal.hands] == [6, 3, 6, 4]
    assert hand(deal, 0) == "Kc Ac 9d 9h 6s 9s"
    assert hand(deal, 2) == "7d Td Jh Qh Kh Ah", "the turned card is the last one drawn"
    assert deal.stock == 0


def test_rule_7_after_a_take_the_defender_has_cards_enough_and_draws_none() -> None:
    deal = position("6c 6s Ac Kc", "7c 8s Qc Jc 9c Tc", stock="9h 9s 9d Td 7d")
    say(deal, "0 lead 6c", "1 take", "0 pass")
    assert [len(held) for held in deal.hands] == [6, 7]
    assert deal.stock == 2


def test_rule_7_the_turned_card_alone_needs_no_opening() -> None:
    deal = position("6c 6s Ac", "7c 8s Qc", stock="7d")
    deal.play(0, parse_move("lead 6c"))
    deal.play(1, parse_move("beat 6c 7c"))
    deal.play(0, parse_move("pass"))
    assert deal.phase is Phase.LEAD
    assert deal.locate(0, Card("7d")) is not None


# -- rule 8: going out -----------------------------------------------------------------------------


def test_rule_8_nobody_is_out_while_there_is_a_stock() -> None:
    deal = position("6c", "7c 8s Qc", stock="9h 9s 9d Td 7d Ad")
    say(deal, "0 lead 6c", "1 beat 6c 7c")
    assert (deal.out, len(deal.hands[0]), deal.phase) == ([], 6, Phase.LEAD)


def test_rule_8_who_draws_the_last_card_is_in_and_who_gets_none_is_out() -> None:
    deal = position("6c", "7c 8s Qc", "6h", stock="Ad")
    say(deal, "0 lead 6c", "1 beat 6c 7c", "2 throw 6h", "1 take")
    assert deal.out == [2]
    assert hand(deal, 0) == "Ad"
    assert (deal.phase, deal.lead, deal.defender) == (Phase.LEAD, 0, 1)


def test_rule_8_several_go_out_in_the_order_of_drawing() -> None:
    deal = position("6c", "7c 7h", "6h", "As 8c")
    say(deal, "0 lead 6c", "1 beat 6c 7c", "2 throw 6h", "1 beat 6h 7h")
    assert deal.out == [0, 2, 1]
    assert deal.result is not None
    assert (deal.result.fool, deal.result.points) == (3, (2, 2, 2, 0))


def test_rule_8_the_lead_out_in_mid_bout_still_leads_it_and_others_throw_in() -> None:
    deal = position("6c", "7c 7h 7s Kc", "6h 6s Ac", "As 8c")
    say(deal, "0 lead 6c", "1 beat 6c 7c")
    assert (deal.out, deal.lead, deal.word) == ([], 0, 2)
    say(deal, "2 throw 6h", "1 beat 6h 7h", "2 pass", "3 pass")
    assert (deal.out, deal.lead, deal.defender) == ([0], 1, 2)


def test_rule_8_if_the_next_lead_is_out_it_is_the_next_to_the_left() -> None:
    deal = position("6c Ac", "7c", "6h Kc", "As 8c")
    say(deal, "0 lead 6c", "1 beat 6c 7c")
    assert (deal.out, deal.lead, deal.defender) == ([1], 2, 3)


def test_rule_8_who_is_out_gets_no_role() -> None:
    deal = position("6c Ac", "7c", "6h Kc", "")
    say(deal, "0 lead 6c", "1 beat 6c 7c")
    assert (deal.lead, deal.defender) == (2, 0)
    say(deal, "2 lead 6h", "0 take")
    assert (deal.lead, deal.defender) == (2, 0)


# -- rule 9: the end -------------------------------------------------------------------------------


def test_rule_9_the_last_with_cards_is_the_fool() -> None:
    deal = position("6c", "7c 8c")
    say(deal, "0 lead 6c", "1 beat 6c 7c")
    assert deal.result is not None
    assert (deal.result.fool, deal.result.points, deal.result.reason) == (1, (2, 0), "cards")


def test_rule_9_the_end_is_looked_for_after_a_take_too() -> None:
    deal = position("6c", "7c 8c")
    say(deal, "0 lead 6c", "1 take")
    assert deal.result is not None
    assert (deal.result.fool, deal.phase, deal.word) == (1, Phase.OVER, None)
    assert hand(deal, 1) == "6c 7c 8c"


def test_rule_9_when_over_the_last_bout_is_told_and_the_table_is_empty() -> None:
    deal = position("6c", "7c 8c", bout=9)
    say(deal, "0 lead 6c", "1 take")
    assert (deal.lead, deal.defender, deal.bout) == (0, 1, 9)
    assert (deal.table, deal.passed, deal.taken, deal.limit) == ((), [], False, None)


@pytest.mark.parametrize(
    ("ends", "fool", "points"),
    [("draw", None, (1, 1)), ("no-draw", 1, (2, 0)), ("replay", None, (0, 0))],
)
def test_rule_9_both_last_hands_empty_in_one_bout(
    ends: str, fool: int | None, points: tuple[int, ...]
) -> None:
    deal = position("6c", "7c", ends=ends)
    say(deal, "0 lead 6c", "1 beat 6c 7c")
    assert deal.result is not None
    assert (deal.result.fool, deal.result.points, deal.result.reason) == (fool, points, ends)


def test_rule_9_who_was_out_before_a_draw_has_won() -> None:
    deal = position("6c", "", "7c 7h", "6h")
    say(deal, "0 lead 6c", "2 beat 6c 7c", "3 throw 6h", "2 beat 6h 7h")
    assert deal.result is not None
    assert (deal.result.points, deal.result.reason) == ((1, 2, 1, 1), Reason.DRAW)


def test_rule_9_a_deal_that_is_over_takes_no_move() -> None:
    deal = position("6c", "7c")
    say(deal, "0 lead 6c", "1 beat 6c 7c")
    for text in ("0 lead 6c", "1 pass", "0 take"):
        refused(deal, text, "not-your-word")
    assert legal(deal) == []


# -- rule 11: repetition ---------------------------------------------------------------------------


def go_round(deal: Deal) -> None:
    """Nine bouts, each a six led and taken, after which every card is where it was."""
    for lead in (0, 2, 1) * 3:
        if deal.phase is Phase.OVER:
            return
        assert deal.word == lead
        held = [deal.known[place] for place in deal.hands[lead]]
        longest = next(card for card in held if card.startswith("6"))
        say(deal, f"{lead} lead {longest}", f"{deal.defender} take")
        while deal.phase is Phase.ADD:
            say(deal, f"{deal.word} pass")


@pytest.mark.parametrize(
    ("ends", "points"), [("draw", (1, 1, 1, 2)), ("no-draw", (1, 1, 1, 2)), ("replay", (0,) * 4)]
)
def test_rule_11_the_same_hands_and_lead_for_the_third_time_is_a_draw(
    ends: str, points: tuple[int, ...]
) -> None:
    deal = position("6c Ac", "6h Ah", "6s As", "", ends=ends, bout=5)
    go_round(deal)
    assert (deal.result, deal.lead, deal.bout) == (None, 0, 14)
    go_round(deal)
    assert deal.result is not None
    assert (deal.result.fool, deal.result.points) == (None, points)
    assert deal.result.reason is Reason.REPETITION
    assert (deal.lead, deal.defender, deal.bout) == (0, 1, 23), "the bout that would have begun"
    assert [hand(deal, seat) for seat in range(3)] == ["6c Ac", "6h Ah", "6s As"]


def test_rule_11_another_lead_with_the_same_hands_is_another_position() -> None:
    deal = position("6c Ac", "6h Ah", "6s As")
    go_round(deal)
    deal.bout -= 1
    bout.begin(deal, 1)
    assert deal.phase is Phase.LEAD


# -- trump_exchange --------------------------------------------------------------------------------


def test_the_six_of_trumps_is_swapped_for_the_turned_card_and_the_word_is_kept() -> None:
    deal = position("6d 6s Ac", "7c 8s Qc", stock="9h Kd", trump_exchange=True)
    assert legal(deal) == ["exchange", "lead 6d", "lead 6d 6s", "lead 6s", "lead Ac"]
    say(deal, "0 exchange")
    assert (deal.phase, deal.word, deal.turned, deal.stock) == (Phase.LEAD, 0, "6d", 2)
    assert hand(deal, 0) == "Ac Kd 6s"
    assert deal.locate(0, Card("Kd")) is not None, "all have seen which card it got"
    say(deal, "0 lead Ac", "1 take", "0 pass")
    assert hand(deal, 0) == "6d Kd 9h 6s", "the six lies at the bottom and is drawn last"


def test_the_exchange_is_made_in_any_phase_with_the_word() -> None:
    options: dict[str, Any] = {"stock": "9h Kd", "trump_exchange": True}
    deal = position("6s Ac", "6d 8s Qc", "7h 7c", **options)
    say(deal, "0 lead 6s")
    assert "exchange" in legal(deal)
    say(deal, "1 exchange", "1 beat 6s Kd")
    deal = position("6s Ac", "9d 8s Qc", "6d 7c", **options)
    say(deal, "0 lead 6s", "1 take", "0 pass", "2 exchange", "2 pass")
    assert deal.turned is not None
    assert hand(deal, 2) == "7c Kd"
    deal = position("6s Ac", "9d 8s Qc", "6d 7c", **options)
    refused(deal, "2 exchange", "not-your-word")


def test_the_exchange_is_refused_without_the_six_or_without_a_stock() -> None:
    deal = position("6s Ac", "6d 8s Qc", stock="9h Kd", trump_exchange=True)
    refused(deal, "0 exchange", "no-such-card")
    deal = position("6s Ac", "8s Qc", stock="9h 6d", trump_exchange=True)
    refused(deal, "0 exchange", "no-such-card")
    deal = position("6d Ac", "8s Qc", trump_exchange=True)
    refused(deal, "0 exchange", "unlawful")
    deal = position("6d Ac", "8s Qc", stock="9h Kd")
    refused(deal, "0 exchange", "unlawful")
    assert "exchange" not in legal(deal)


# -- time ------------------------------------------------------------------------------------------


def test_who_overruns_the_time_is_the_fool_and_all_others_have_won() -> None:
    deal = position("7s Ac", "6d 8s Qc", "", "Kh Ks")
    say(deal, "0 lead 7s", "1 beat 7s 8s")
    deal.overrun(0)
    assert deal.result is not None
    assert (deal.result.fool, deal.result.points, deal.result.reason) == (0, (0, 2, 2, 2), "time")
    assert (deal.table, deal.word, deal.phase) == ((), None, Phase.OVER)
    assert sum(map(len, deal.hands)) + deal.discard == 36
    with pytest.raises(NotYourWord):
        deal.overrun(1)


@pytest.mark.parametrize("seat", [1, 2, 3, -1, 4])
def test_who_has_not_the_word_overruns_no_time(seat: int) -> None:
    deal = position("7s Ac", "6d 8s Qc", "", "Kh Ks")
    with pytest.raises(NotYourWord):
        deal.overrun(seat)
    assert deal.result is None
