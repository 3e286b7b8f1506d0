"""The base game `czech`, rule by rule (protocol/rules.md, 4.1)."""

import pytest

from durak_p2p.rules import NotYourWord
from durak_p2p.rules.shedding import Phase, Reason, driver

from .positions import (
    dealt,
    hand,
    legal,
    named,
    pile,
    position,
    refused,
    say,
    stock,
)


def test_1_five_each_one_at_a_time_from_the_player_left_of_the_dealer() -> None:
    deal = dealt(dealer=0)
    assert hand(deal, 1) == "6c 8c Tc Qc Ac"
    assert hand(deal, 0) == "7c 9c Jc Kc 6d"
    assert (deal.stock, deal.pile) == (26, 0)
    assert stock(deal).startswith("7d 8d 9d")


def test_1_no_card_is_turned_to_begin_the_pile() -> None:
    deal = dealt()
    assert (deal.top, deal.suit, deal.turned) == (None, None, None)


def test_2_the_player_left_of_the_dealer_leads_the_first_deal_with_any_card() -> None:
    deal = dealt(dealer=0)
    assert (deal.word, deal.phase) == (1, Phase.PLAY)
    assert legal(deal) == ["play 6c", "play 8c", "play Ac", *named("Qc"), "play Tc"]
    assert dealt(dealer=1).word == 0


def test_2_a_lead_that_is_given_is_taken() -> None:
    assert dealt(dealer=0, lead=0).word == 0


def test_2_a_lead_is_a_card() -> None:
    deal = dealt(dealer=0)
    refused(deal, "1 draw")
    refused(deal, "1 pass")


def test_3_a_card_fits_by_suit_or_by_rank() -> None:
    deal = position("9c 8d Th", "Ks", top="8c", stock="Ah")
    assert legal(deal) == ["play 8d", "play 9c"]
    refused(deal, "0 play Th")


def test_3_the_suit_to_follow_is_the_named_one_not_the_cards_own() -> None:
    deal = position("9c 8d Th", "Ks", top="Qc", follow="h", stock="Ah")
    assert legal(deal) == ["play Th"]


def test_3_a_named_suit_changes_nothing_about_the_rank() -> None:
    deal = position("Jd 9h", "Ks", top="Js", follow="c", stock="Ah", preset="polish")
    assert legal(deal) == named("Jd")


def test_3_a_queen_fits_always_on_a_queen_too() -> None:
    assert legal(position("Qd", "Ks", top="8c", stock="Ah")) == named("Qd")
    assert legal(position("Qd 9c", "Ks", top="Qs", follow="h", stock="Ah")) == named("Qd")


def test_3_who_lays_a_queen_names_any_suit_its_own_too() -> None:
    deal = say(position("Qd 9c", "Ks 7d", top="8c"), "0 play Qd d")
    assert (deal.top, deal.suit, deal.word) == ("Qd", "d", 1)
    deal = say(position("Qd 9c", "Ks 7d", top="8c"), "0 play Qd s")
    assert (deal.top, deal.suit) == ("Qd", "s")
    assert legal(deal) == ["play Ks"]


def test_3_a_suit_is_named_only_and_always_with_a_queen() -> None:
    deal = position("Qd 9c", "Ks", top="8c")
    assert "named" in refused(deal, "0 play Qd")
    assert "no suit" in refused(deal, "0 play 9c h")


def test_3_a_suit_is_named_when_a_queen_is_led() -> None:
    deal = position("Qd 9c", "Ks 8h")
    refused(deal, "0 play Qd")
    assert say(deal, "0 play Qd h").suit == "h"


def test_3_a_suit_is_named_when_a_queen_is_the_last_card() -> None:
    deal = position("Qd", "Ks", top="8c")
    refused(deal, "0 play Qd")
    say(deal, "0 play Qd h")
    assert (deal.phase, deal.suit) == (Phase.OVER, "h")


def test_4_who_has_no_card_that_fits_draws_until_one_does_and_lays_that() -> None:
    deal = position("Td", "Ks 9c", top="8c", stock="Jd Ah 9d 8h As")
    for _ in range(3):
        assert legal(deal) == ["draw"]
        say(deal, "0 draw")
        assert (deal.word, deal.drawn) == (0, True)
    say(deal, "0 draw")
    assert legal(deal) == ["play 8h"]
    say(deal, "0 play 8h")
    assert (deal.word, deal.drawn, hand(deal, 0)) == (
        1,
        False,
        "9d Jd Td Ah".replace("Jd Td", "Td Jd"),
    )


def test_4_nobody_draws_or_passes_who_has_a_card_that_fits() -> None:
    deal = position("Tc Td", "Ks", top="8c", stock="Ah")
    assert "Tc fits" in refused(deal, "0 draw")
    refused(deal, "0 pass")
    refused(position("Qd Td", "Ks", top="8c", stock="Ah"), "0 draw")


def test_4_who_can_draw_does_not_pass() -> None:
    refused(position("Td", "Ks", top="8c", stock="Ah"), "0 pass")
    refused(position("Td", "Ks", top="8c", under="Ah"), "0 pass")


def test_4_where_nothing_can_be_drawn_who_has_no_card_that_fits_passes() -> None:
    deal = position("Td", "Ks 9c", top="8c")
    assert legal(deal) == ["pass"]
    refused(deal, "0 draw")
    say(deal, "0 pass")
    assert (deal.word, legal(deal)) == (1, ["play 9c"])
    refused(position("Tc Td", "Ks", top="8c"), "0 pass")


def test_5_after_a_six_the_next_player_draws_two_and_misses_the_turn() -> None:
    deal = say(position("6c 9c 9d", "8c", top="7c", stock="Ah Kh Jh"), "0 play 6c")
    assert (deal.phase, deal.word, deal.owed) == (Phase.DRAW, 1, 2)
    say(deal, "1 draw")
    assert (deal.phase, deal.word, deal.owed) == (Phase.DRAW, 1, 1)
    say(deal, "1 draw")
    assert (deal.phase, deal.word, deal.owed) == (Phase.PLAY, 0, 0)
    assert hand(deal, 1) == "8c Kh Ah"


def test_5_after_a_seven_the_next_player_draws_one_and_misses_the_turn() -> None:
    deal = say(
        position("7c 9c 9d", "8c", top="8d", follow="c", stock="Ah Kh"), "0 play 7c", "1 draw"
    )
    assert (deal.phase, deal.word, hand(deal, 1)) == (Phase.PLAY, 0, "8c Ah")


def test_5_after_an_ace_the_next_player_misses_the_turn() -> None:
    deal = say(position("Ac 9c 9d", "8c", top="8d", follow="c"), "0 play Ac")
    assert (deal.phase, deal.word) == (Phase.PLAY, 0)


def test_5_who_laid_the_card_plays_again_bound_to_it_as_anyone() -> None:
    deal = say(position("Ac 9c 9d Ad", "8c", top="8d", follow="c", stock="Th"), "0 play Ac")
    assert legal(deal) == ["play 9c", "play Ad"]
    deal = say(position("Ac 9d 9h", "8c", top="Tc", stock="Th"), "0 play Ac")
    assert legal(deal) == ["draw"]


def test_5_owed_cards_are_drawn_before_anything_else_and_cannot_be_passed_on() -> None:
    deal = say(position("6c 9c", "6d 8c Qh", top="7c", stock="Ah Kh Jh"), "0 play 6c")
    assert legal(deal) == ["draw"]
    for text in ("1 play 6d", "1 play Qh s", "1 pass", "1 play As"):
        assert "owed" in refused(deal, text)
    refused(deal, "0 play 9c", "not-your-word")


def test_5_it_holds_for_a_card_led_too() -> None:
    deal = say(position("6c 9c", "8c", stock="Ah Kh Jh"), "0 play 6c")
    assert (deal.phase, deal.word, deal.owed) == (Phase.DRAW, 1, 2)
    assert say(position("Ac 9c", "8c", stock="Ah"), "0 play Ac").word == 0


def test_6_the_top_card_stays_and_the_card_laid_first_is_drawn_first() -> None:
    deal = position("Td", "Ks 9c", top="8c", under="Jd Ah 9d")
    say(deal, "0 draw")
    assert (hand(deal, 0), stock(deal), pile(deal)) == ("Td Jd", "Ah 9d", "8c")
    assert (deal.top, deal.turnovers) == ("8c", 1)


def test_6_a_suit_named_stays_named() -> None:
    deal = say(position("Td", "Ks 9c", top="Qc", follow="s", under="Jd Ah"), "0 draw")
    assert (deal.top, deal.suit) == ("Qc", "s")


def test_6_the_pile_is_turned_over_only_when_a_card_is_to_be_drawn() -> None:
    deal = say(position("Td", "Ks 9c", top="8c", under="Jd Ah", stock="9d"), "0 draw")
    assert (deal.stock, deal.pile, deal.turnovers) == (0, 3, 0)


def test_6_owed_cards_that_are_not_there_are_forgotten() -> None:
    deal = say(position("6c 9c", "8d", stock="Ah"), "0 play 6c")
    assert (deal.phase, deal.owed) == (Phase.DRAW, 2)
    say(deal, "1 draw")
    assert (deal.phase, deal.owed, deal.word) == (Phase.PLAY, 0, 0)
    deal = say(position("6c 9c", "8d"), "0 play 6c")
    assert (deal.phase, deal.owed, deal.word) == (Phase.PLAY, 0, 0)


def test_6_owed_cards_are_drawn_out_of_the_pile_turned_over() -> None:
    deal = say(position("6c 9c", "8d", top="7c", under="Th"), "0 play 6c", "1 draw", "1 draw")
    assert (hand(deal, 1), pile(deal), deal.turnovers) == ("7c 8d Th", "6c", 1)
    assert (deal.phase, deal.word) == (Phase.PLAY, 0)


def test_6_cards_that_all_have_seen_are_not_granted_again() -> None:
    deal = position("Td", "Ks 9c", top="8c", under="Jd Ah 9d")
    deal.play(0, driver.legal(deal)[0])
    assert deal.pending is None
    assert deal.locate(0, "Jd") is not None  # type: ignore[arg-type]


@pytest.mark.parametrize("card", ["6c", "7c", "Ac", "9c"])
def test_7_who_has_laid_the_last_card_has_won_at_once(card: str) -> None:
    deal = say(position(card, "Ks Td", top="8c", stock="Ah Kh"), f"0 play {card}")
    assert deal.result is not None
    assert (deal.result.winner, deal.result.reason) == (0, Reason.CARDS)
    assert (deal.phase, deal.word, deal.owed) == (Phase.OVER, None, 0)
    assert (hand(deal, 1), deal.stock) == ("Td Ks", 2), "the card makes nobody draw"
    refused(deal, "1 play Ks", "not-your-word")


@pytest.mark.parametrize(
    ("left", "points"),
    [
        ("Jd", 2),
        ("Kd", 4),
        ("Ad", 11),
        ("6d 7d 8d 9d Td", 40),
        ("Qd", 20),
        ("Qd Qh", 6),
        ("Qd Jd", 5),
        ("Qd Kd Jd Ad", 20),
    ],
)
def test_8_the_other_counts_the_cards_left(left: str, points: int) -> None:
    deal = say(position("9c", left, top="8c", scores=(7, 30)), "0 play 9c")
    assert deal.result is not None
    assert (deal.result.points, deal.result.score) == ((0, points), (7, 30 + points))
    assert (deal.result.winner, deal.result.loser) == (0, None)


def test_8_who_reaches_100_has_lost_the_match() -> None:
    for before, loser in ((88, None), (89, 1), (99, 1)):
        deal = say(position("9c", "Ad", top="8c", scores=(50, before)), "0 play 9c")
        assert deal.result is not None
        assert deal.result.loser == loser


def test_8_scores_may_be_below_zero() -> None:
    deal = say(position("9c", "Ad", top="8c", scores=(0, -30)), "0 play 9c")
    assert deal.result is not None
    assert deal.result.score == (0, -19)


def test_9_at_the_tenth_turnover_the_deal_ends_and_who_counts_less_has_won() -> None:
    deal = position("Td Jd", "Ks 9c", top="8c", under="Ah 9d", turnovers=9, scores=(3, 4))
    say(deal, "0 draw")
    assert deal.result is not None
    assert (deal.result.winner, deal.result.reason) == (0, Reason.TURNOVERS)
    assert (deal.result.points, deal.result.score) == ((0, 13), (3, 17))
    assert (deal.turnovers, deal.stock, deal.pile, hand(deal, 0)) == (10, 0, 3, "Td Jd")


def test_9_the_ninth_turnover_is_one_as_any() -> None:
    deal = say(position("Td Jd", "Ks", top="8c", under="Ah 9d", turnovers=8), "0 draw")
    assert (deal.result, deal.turnovers) == (None, 9)


def test_9_it_ends_at_an_owed_card_too() -> None:
    deal = say(position("6c 9d", "8d", top="7c", turnovers=9), "0 play 6c", "1 draw")
    assert deal.result is not None
    assert (deal.result.winner, deal.result.points, deal.owed) == (1, (9, 0), 0)


def test_9_a_lone_queen_counts_20_there_too() -> None:
    deal = say(position("Td 6d", "Qs", top="8c", under="Ah", turnovers=9), "0 draw")
    assert deal.result is not None
    assert (deal.result.winner, deal.result.points) == (0, (0, 20))


def test_9_after_equal_counts_nobody_has_won() -> None:
    deal = position("Td", "6d Kd", top="8c", under="Ah", turnovers=9, scores=(99, 99))
    say(deal, "0 draw")
    assert deal.result is not None
    assert (deal.result.winner, deal.result.points, deal.result.loser) == (None, (0, 0), None)
    assert deal.result.score == (99, 99)


@pytest.mark.parametrize("seat", [0, 1])
def test_10_who_overruns_its_time_loses_as_one_left_with_its_cards(seat: int) -> None:
    deal = position("Qd", "Ks Ah", top="8c", scores=(85, 60))
    driver.overrun(deal, seat)
    assert deal.result is not None
    assert (deal.result.winner, deal.result.reason) == (1 - seat, Reason.TIME)
    assert deal.result.points == ((20, 0), (0, 15))[seat]
    assert deal.result.loser == (0, None)[seat]
    with pytest.raises(NotYourWord):
        driver.overrun(deal, seat)


def test_10_there_must_be_such_a_seat() -> None:
    with pytest.raises(ValueError, match="no such seat"):
        dealt().overrun(2)


def test_10_time_ends_a_deal_while_cards_are_owed() -> None:
    deal = say(position("6c 9c", "8d Kd", stock="Ah Kh"), "0 play 6c")
    driver.overrun(deal, 0)
    assert deal.result is not None
    assert (deal.result.points, deal.owed, deal.phase) == ((9, 0), 0, Phase.OVER)
