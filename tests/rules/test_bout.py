"""1.4, rules 1 to 6 and 10: a bout."""

import pytest

from durak_p2p.rules import Phase

from .positions import hand, legal, position, refused, say, table

# -- rule 1: the lead ------------------------------------------------------------------------------


def test_rule_1_several_cards_of_one_rank_may_be_led() -> None:
    deal = position("6c 6h 6s 7c", "8c 8h 8s 9c")
    assert legal(deal) == [
        "lead 6c",
        "lead 6c 6h",
        "lead 6c 6h 6s",
        "lead 6c 6s",
        "lead 6h",
        "lead 6h 6s",
        "lead 6s",
        "lead 7c",
    ]
    say(deal, "0 lead 6s 6c")
    assert table(deal) == "6s/- 6c/-", "the order in which they were named is kept"
    assert (deal.phase, deal.word) == (Phase.DEFEND, 1)


def test_rule_1_one_card_is_led_where_the_table_says_so() -> None:
    deal = position("6c 6h 7c", "8c 8h 9c", lead=0, preset="encyclopedia")
    assert legal(deal) == ["lead 6c", "lead 6h", "lead 7c"]
    refused(deal, "0 lead 6c 6h", "limit")


def test_rule_1_not_more_are_led_than_the_defender_holds() -> None:
    deal = position("6c 6h 6s 7c", "8c 8h")
    assert deal.limit == 2
    assert refused(deal, "0 lead 6c 6h 6s", "limit") == "At most 2 can be led here, not 3."
    assert "lead 6c 6h" in legal(deal)
    assert "lead 6c 6h 6s" not in legal(deal)


def test_rule_1_cards_of_different_ranks_are_not_led() -> None:
    deal = position("6c 7c", "8c 8h")
    refused(deal, "0 lead 6c 7c", "unlawful")


def test_rule_1_the_defender_is_the_next_player_to_the_left_still_in() -> None:
    deal = position("6c 7c", "", "8c 9c", "")
    assert (deal.lead, deal.defender) == (0, 2)
    say(deal, "0 lead 6c", "2 beat 6c 8c", "0 pass")
    assert (deal.lead, deal.defender) == (2, 0)


# -- rule 2: the defender --------------------------------------------------------------------------


def test_rule_2_the_defender_beats_one_card_after_another_whichever_it_likes() -> None:
    deal = position("6c 6h 7c", "8c 8h 9c 6d")
    say(deal, "0 lead 6c 6h")
    assert legal(deal) == [
        "beat 6c 6d",
        "beat 6c 8c",
        "beat 6c 9c",
        "beat 6h 6d",
        "beat 6h 8h",
        "take",
    ]
    say(deal, "1 beat 6h 8h")
    assert (deal.phase, deal.word, table(deal)) == (Phase.DEFEND, 1, "6c/- 6h/8h")
    say(deal, "1 beat 6c 9c")
    assert (deal.phase, deal.word) == (Phase.THROW, 0)


def test_rule_2_a_take_is_for_all_that_lies_there() -> None:
    deal = position("6c 6h 7c", "8c 8h 9c 6d")
    say(deal, "0 lead 6c 6h", "1 beat 6h 8h", "1 take", "0 pass")
    assert hand(deal, 1) == "6c 8c 9c 6d 6h 8h"
    assert table(deal) == ""


def test_rule_2_what_does_not_beat_is_refused_in_a_sentence() -> None:
    deal = position("9c 7s", "7c Ts Jc")
    say(deal, "0 lead 9c")
    assert refused(deal, "1 beat 9c 7c", "unlawful") == "7c does not beat 9c."
    refused(deal, "1 beat 9c Ts", "unlawful")


# -- rule 3: throwing in ---------------------------------------------------------------------------


def test_rule_3_the_lead_has_the_first_word_then_the_others_clockwise() -> None:
    deal = position("6c Ac", "7c 8c Kc", "7h As", "6h Ah")
    say(deal, "0 lead 6c", "1 beat 6c 7c")
    assert deal.word == 0
    say(deal, "0 pass")
    assert (deal.word, deal.passed) == (2, [0])
    say(deal, "2 throw 7h")
    assert (deal.phase, deal.word) == (Phase.DEFEND, 1)
    assert deal.passed == [0], "passes stand until the defender lays a card"


def test_rule_3_when_the_card_is_beaten_the_lead_is_asked_again() -> None:
    deal = position("6c Ac 6s", "7c 8h 9s Kc", "7h As", "6h Ah")
    say(deal, "0 lead 6c", "1 beat 6c 7c", "0 pass", "2 throw 7h", "1 beat 7h 8h")
    assert (deal.word, deal.passed) == (0, [])
    say(deal, "0 throw 6s", "1 beat 6s 9s", "0 pass", "2 pass")
    assert (deal.word, deal.passed) == (3, [0, 2])
    say(deal, "3 pass")
    assert (deal.phase, deal.lead, deal.bout) == (Phase.LEAD, 1, 3)


def test_rule_3_a_rank_that_beats_may_be_thrown_in_as_well() -> None:
    deal = position("6c 9h 9s Ac", "9c 7c Td", trump="d")
    say(deal, "0 lead 6c", "1 beat 6c 9c")
    assert legal(deal) == ["pass", "throw 9h", "throw 9s"]
    assert refused(deal, "0 throw Ac", "unlawful") == (
        "No card of the rank of Ac lies on the table."
    )


def test_rule_3_who_holds_cards_is_asked_even_when_none_fits() -> None:
    deal = position("6c Ac", "7c 8c Kc", "Th Qs", "Jh Qh")
    say(deal, "0 lead 6c", "1 beat 6c 7c")
    for seat in (0, 2, 3):
        assert deal.word == seat
        assert legal(deal) == ["pass"]
        say(deal, f"{seat} pass")
    assert deal.bout == 3


def test_rule_3_a_player_without_a_card_is_passed_over() -> None:
    deal = position("6c", "7c 8c Kc", "6h Qs")
    say(deal, "0 lead 6c", "1 beat 6c 7c")
    assert (deal.word, deal.passed) == (2, [])


def test_rule_3_if_no_thrower_holds_a_card_all_have_passed() -> None:
    deal = position("6c", "7c 8c Kc", "", "")
    say(deal, "0 lead 6c", "1 beat 6c 7c")
    assert deal.result is not None
    assert deal.result.fool == 1


def test_rule_3_pass_is_final_asks_the_first_who_has_not_passed() -> None:
    deal = position("6c Ac 6s", "7c 8h 9s Kc", "7h As", "6h Ah", pass_is_final=True)
    say(deal, "0 lead 6c", "1 beat 6c 7c", "0 pass", "2 throw 7h", "1 beat 7h 8h")
    assert (deal.word, deal.passed) == (2, [0])
    say(deal, "2 pass", "3 throw 6h", "1 take")
    assert (deal.phase, deal.word, deal.passed) == (Phase.ADD, 3, [0, 2])
    say(deal, "3 pass")
    assert (deal.phase, deal.passed) == (Phase.LEAD, [])


def test_rule_3_pass_is_final_for_all_closes_the_bout_at_the_next_beat() -> None:
    deal = position("6c Ac 6s", "7c 8h 9s Kc", "7h", pass_is_final=True)
    say(deal, "0 lead 6c", "1 beat 6c 7c", "0 pass", "2 throw 7h", "1 beat 7h 8h")
    assert (deal.phase, deal.bout, deal.out) == (Phase.LEAD, 3, [2])


def test_rule_3_last_thrower_has_the_first_word_then_the_lead_then_the_others() -> None:
    deal = position("6c Ac Kh", "7c 8h 9s Kc Qd", "7h 8s As", "6h Ah Qh", first_word="last-thrower")
    say(deal, "0 lead 6c", "1 beat 6c 7c")
    assert deal.word == 0, "nobody has thrown in yet: the lead"
    say(deal, "0 pass", "2 throw 7h", "1 beat 7h 8h")
    assert deal.word == 2
    say(deal, "2 pass")
    assert deal.word == 0
    say(deal, "0 pass")
    assert deal.word == 3
    say(deal, "3 throw 6h", "1 take")
    assert (deal.phase, deal.word) == (Phase.ADD, 3), "so in rule 5, too"
    say(deal, "3 pass")
    assert deal.word == 0
    say(deal, "0 pass")
    assert deal.word == 2


def test_throwers_neighbours_are_the_two_beside_the_defender() -> None:
    deal = position("6c Ac", "7c 8c Kc", "7h As", "6h Ah", throwers="neighbours")
    say(deal, "0 lead 6c", "1 beat 6c 7c", "0 pass")
    assert deal.word == 2
    say(deal, "2 pass")
    assert deal.bout == 3, "seat 3 sits not beside the defender"


def test_throwers_neighbours_are_counted_among_those_still_in() -> None:
    deal = position("6c Ac", "7c 8c Kc", "", "7h 6h Ah", throwers="neighbours")
    say(deal, "0 lead 6c", "1 beat 6c 7c", "0 pass")
    assert deal.word == 3


def test_throwers_lead_throws_in_alone() -> None:
    deal = position("6c 6s Ac", "7c 8s Kc", "7h As", "6h Ah", throwers="lead")
    say(deal, "0 lead 6c", "1 beat 6c 7c", "0 throw 6s", "1 beat 6s 8s", "0 pass")
    assert deal.bout == 3
    deal = position("6c 6s Ac", "7c 8s Kc", "7h As", "6h Ah", throwers="lead")
    say(deal, "0 lead 6c", "1 take", "0 throw 6s", "0 pass")
    assert deal.bout == 3


# -- throw_in any-time -----------------------------------------------------------------------------


def test_any_time_a_round_of_the_throwers_comes_straight_after_the_lead() -> None:
    deal = position("6c 6s Ac", "7c 8s Kc 9c 9h", "6h As", "Ah Qh", throw_in="any-time")
    say(deal, "0 lead 6c")
    assert (deal.phase, deal.word) == (Phase.THROW, 0)
    say(deal, "0 throw 6s")
    assert deal.word == 0, "each lays as many as it likes and ends with a pass"
    say(deal, "0 pass", "2 throw 6h", "2 pass", "3 pass")
    assert (deal.phase, deal.word, table(deal)) == (Phase.DEFEND, 1, "6c/- 6s/- 6h/-")
    assert deal.passed == [0, 2, 3]


def test_any_time_a_round_comes_after_each_card_beaten_whatever_else_lies_unbeaten() -> None:
    deal = position("6c 6s Ac 7h", "7c 8s Kc 9c 9h", "6h As", throw_in="any-time")
    say(deal, "0 lead 6c 6s", "0 pass", "2 pass", "1 beat 6c 7c")
    assert (deal.phase, deal.word, deal.passed) == (Phase.THROW, 0, [])
    say(deal, "0 throw 7h", "0 pass", "2 pass")
    assert (deal.phase, deal.word, table(deal)) == (Phase.DEFEND, 1, "6c/7c 6s/- 7h/-")


def test_any_time_when_all_is_beaten_a_round_without_a_card_closes_the_bout() -> None:
    deal = position("6c 6s Ac 7h", "7c 8s Kc 9c 9h", "6h As", throw_in="any-time")
    say(deal, "0 lead 6c", "0 pass", "2 pass", "1 beat 6c 7c", "0 pass")
    assert (deal.phase, deal.word) == (Phase.THROW, 2)
    say(deal, "2 pass")
    assert (deal.phase, deal.bout) == (Phase.LEAD, 3)


def test_any_time_the_limit_ends_the_round() -> None:
    deal = position("6c 6s Ac", "7c 8s", "6h As", throw_in="any-time")
    say(deal, "0 lead 6c", "0 throw 6s")
    assert (deal.phase, deal.word) == (Phase.DEFEND, 1)


def test_any_time_an_empty_hand_ends_a_players_part() -> None:
    deal = position("6c 6s", "7c 8s 9s", "6h As", throw_in="any-time")
    say(deal, "0 lead 6c", "0 throw 6s")
    assert (deal.phase, deal.word) == (Phase.THROW, 2)


def test_any_time_a_final_pass_counts_in_these_rounds_too() -> None:
    deal = position("6c 6s Ac 7h", "7c 8s Kc 9c", "6h As", throw_in="any-time", pass_is_final=True)
    say(deal, "0 lead 6c 6s", "0 pass", "2 throw 6h", "2 pass")
    assert deal.word == 1
    say(deal, "1 beat 6c 7c")
    assert (deal.phase, deal.word) == (Phase.DEFEND, 1), "all have passed for good"
    say(deal, "1 take")
    assert (deal.phase, deal.bout) == (Phase.LEAD, 3)


def test_any_time_the_last_thrower_begins_the_round_after_a_beat() -> None:
    deal = position(
        "6c Ac 7h",
        "7c 8h Kc 9c",
        "6h As",
        "Ah Qh",
        throw_in="any-time",
        first_word="last-thrower",
    )
    say(deal, "0 lead 6c", "0 pass", "2 throw 6h", "2 pass", "3 pass", "1 beat 6c 7c")
    assert (deal.phase, deal.word) == (Phase.THROW, 2)
    say(deal, "2 pass")
    assert deal.word == 0


# -- rule 4: the limits ----------------------------------------------------------------------------


@pytest.mark.parametrize(("bout", "first", "most"), [(1, 5, 5), (1, 6, 6), (2, 5, 6)])
def test_rule_4_at_most_five_or_six_in_the_first_bout_and_six_later(
    bout: int, first: int, most: int
) -> None:
    deal = position(
        "6c 6h 6s 7h 7s 8h Ah",
        "7c 8c 9h 9s Ts Td Kd As",
        bout=bout,
        first_bout_limit=first,
    )
    assert deal.limit == most
    say(deal, "0 lead 6c 6h 6s", "1 beat 6c 7c", "1 beat 6h 9h", "1 beat 6s 9s")
    say(deal, "0 throw 7h", "1 beat 7h Td", "0 throw 7s", "1 beat 7s Ts")
    if most == 5:
        assert deal.bout == bout + 1, "the limit is reached and all is beaten"
    else:
        assert (deal.bout, deal.word) == (bout, 0), "one more may be thrown in"


def test_rule_4_the_first_bouts_limit_holds_for_cards_added_after_a_take() -> None:
    deal = position(
        "6c 6h 6s 6d Ac Ah As", "7c 8c 9h 9s Ts Js", "7h 7s 7d Kh Ks Kd", bout=1, trump="d"
    )
    say(deal, "0 lead 6c 6h 6s", "1 beat 6c 7c", "1 take", "0 throw 6d", "0 pass")
    assert (deal.word, deal.limit) == (2, 5)
    say(deal, "2 throw 7h")
    assert (deal.phase, deal.bout) == (Phase.LEAD, 2), "five lie there: nobody is asked any more"
    assert len(deal.hands[1]) == 11


def test_rule_4_never_more_than_the_defender_held_when_the_bout_began() -> None:
    deal = position("6c 6h 7h 7s", "7c 8h 9s", "8s As")
    say(deal, "0 lead 6c 6h", "1 beat 6c 7c", "1 beat 6h 8h")
    assert (deal.limit, len(deal.hands[1])) == (3, 1)
    say(deal, "0 throw 7h", "1 take")
    assert (deal.phase, deal.bout) == (Phase.LEAD, 3), "three attack cards: nothing is added"


def test_rule_4_the_first_bout_is_bout_1_however_it_ends() -> None:
    deal = position("6c 7h 7s", "9h 9s Tc Ts", stock="8c 8h 8s Ah As Ac Qd", bout=1)
    say(deal, "0 lead 6c", "1 take", "0 pass")
    assert (deal.bout, deal.lead) == (2, 0)
    assert deal.limit == 6


# -- rule 5: after a take --------------------------------------------------------------------------


def test_rule_5_the_throwers_add_as_many_as_they_like_once_round() -> None:
    deal = position("6c 6s Ac", "7c 8s Kc 9c 9h", "6h As", "6d Qh")
    say(deal, "0 lead 6c", "1 take")
    assert (deal.phase, deal.word, deal.taken) == (Phase.ADD, 0, True)
    assert legal(deal) == ["pass", "throw 6s"]
    say(deal, "0 throw 6s")
    assert deal.word == 0
    say(deal, "0 pass", "2 throw 6h", "2 pass", "3 throw 6d", "3 pass")
    assert (deal.lead, deal.defender) == (2, 3)
    assert hand(deal, 1) == "6c 7c 9c Kc 6d 6h 9h 6s 8s"
    assert not deal.taken


def test_rule_5_passes_are_forgotten_at_the_take() -> None:
    deal = position("6c 6s Ac", "7c 8s Kc 9c 9h", "7h As")
    say(deal, "0 lead 6c", "1 beat 6c 7c", "0 pass", "2 throw 7h", "1 take")
    assert (deal.word, deal.passed) == (0, [])
    say(deal, "0 throw 6s", "0 pass", "2 pass")
    assert len(deal.hands[1]) == 8


def test_rule_5_nothing_is_added_where_the_table_says_so() -> None:
    deal = position("6c 6s Ac", "7c 8s Kc 9c 9h", "6h As", throw_after_take=False)
    say(deal, "0 lead 6c", "1 take")
    assert (deal.phase, deal.lead) == (Phase.LEAD, 2)


def test_rule_5_an_empty_hand_ends_a_players_part_and_the_round() -> None:
    deal = position("6c 6s", "7c 8s Kc 9c 9h", "6h")
    say(deal, "0 lead 6c", "1 take", "0 throw 6s")
    assert deal.word == 2
    say(deal, "2 throw 6h")
    assert deal.phase is Phase.OVER


def test_rule_5_the_next_lead_is_left_of_the_one_who_took() -> None:
    deal = position("6c 6s Ac", "7c 8s Kc 9c 9h", "", "6h As")
    say(deal, "0 lead 6c", "1 take", "0 pass", "3 pass")
    assert (deal.lead, deal.defender) == (3, 0)


def test_rule_5_in_a_game_of_two_the_same_player_leads_again_after_a_take() -> None:
    deal = position("6c 6s Ac", "7c 8s Kc 9c 9h")
    say(deal, "0 lead 6c", "1 take", "0 pass")
    assert (deal.lead, deal.defender) == (0, 1)


# -- rule 6: beaten --------------------------------------------------------------------------------


def test_rule_6_the_defender_leads_next_and_the_cards_leave_the_deal() -> None:
    deal = position("6c 6s Ac", "7c 8s Kc")
    gone = deal.discard
    say(deal, "0 lead 6c", "1 beat 6c 7c", "0 pass")
    assert (deal.lead, deal.discard - gone) == (1, 2)


def test_rule_6_a_defender_without_a_card_has_beaten_the_bout() -> None:
    deal = position("6c 6s Ac", "7c", "6h 7h As")
    say(deal, "0 lead 6c", "1 beat 6c 7c")
    assert (deal.phase, deal.out, deal.lead) == (Phase.LEAD, [1], 2)


def test_rule_6_the_limit_closes_the_bout_without_asking() -> None:
    deal = position("6c 6s 6h Ac", "7c 7s 7h 9d Td", "8h 8s Ks", bout=2)
    deal.most = 3
    say(deal, "0 lead 6c 6s 6h", "1 beat 6c 7c", "1 beat 6s 7s", "1 beat 6h 7h")
    assert (deal.phase, deal.bout) == (Phase.LEAD, 3)


# -- rule 10: simple -------------------------------------------------------------------------------


def test_rule_10_simple_one_or_two_are_led_and_nothing_is_thrown_in() -> None:
    deal = position("6c 6s 6h Ac", "7c 7s 9d Td", "7h 8s Ks", variant="simple")
    assert legal(deal) == [
        "lead 6c",
        "lead 6c 6h",
        "lead 6c 6s",
        "lead 6h",
        "lead 6h 6s",
        "lead 6s",
        "lead Ac",
    ]
    refused(deal, "0 lead 6c 6s 6h", "limit")
    say(deal, "0 lead 6c 6s", "1 beat 6c 7c", "1 beat 6s 7s")
    assert (deal.phase, deal.lead, deal.bout) == (Phase.LEAD, 1, 3)


def test_rule_10_simple_a_take_ends_the_bout_at_once() -> None:
    deal = position("6c 6s 6h Ac", "7c 7s 9d Td", "7h 8s Ks", variant="simple")
    say(deal, "0 lead 6c 6s", "1 beat 6c 7c", "1 take")
    assert (deal.phase, deal.lead) == (Phase.LEAD, 2)
    assert hand(deal, 1) == "6c 7c 9d Td 6s 7s"


def test_rule_10_simple_two_are_not_led_to_one_card() -> None:
    deal = position("6c 6s 6h Ac", "7c", variant="simple")
    assert legal(deal) == ["lead 6c", "lead 6h", "lead 6s", "lead Ac"]
