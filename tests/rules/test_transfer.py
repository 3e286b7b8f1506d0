"""1.5: transfers, and the trump that is shown."""

from typing import Any

from durak_p2p.rules import Deal, Phase

from .positions import hand, legal, position, refused, say, table


def transfer(*hands: str, **options: Any) -> Deal:
    return position(*hands, variant="transfer", **options)


def passport(*hands: str, **options: Any) -> Deal:
    return position(*hands, preset="passport", **options)


# -- handing an attack on --------------------------------------------------------------------------


def test_a_card_of_the_attacks_rank_hands_it_on_to_the_next_player() -> None:
    deal = say(transfer("6c Ac", "6h 8s", "7c 7h 9c"), "0 lead 6c")
    assert legal(deal) == ["take", "transfer 6h"]
    say(deal, "1 transfer 6h")
    assert table(deal) == "6c/- 6h/-"
    assert (deal.phase, deal.word, deal.defender, deal.lead) == (Phase.DEFEND, 2, 2, 0)
    assert hand(deal, 1) == "8s", "the card leaves the hand"
    assert legal(deal) == ["beat 6c 7c", "beat 6c 9c", "beat 6h 7h", "take"]


def test_it_goes_round_to_where_it_began_and_on() -> None:
    deal = transfer("6c 6s Ac Kc Qc", "6h 8s Jh Qs", "6d 7h 9c")
    say(deal, "0 lead 6c", "1 transfer 6h", "2 transfer 6d")
    assert (deal.defender, deal.word) == (0, 0)
    assert legal(deal) == ["beat 6c Ac", "beat 6c Kc", "beat 6c Qc", "take"], (
        "seat 1 cannot be given four cards"
    )
    deal = transfer("6c 6s Ac Kc Qc", "6h 8s Jh Qs 9s", "6d 7h 9c")
    say(deal, "0 lead 6c", "1 transfer 6h", "2 transfer 6d", "0 transfer 6s")
    assert (deal.defender, deal.lead, deal.limit) == (1, 0, 4)


def test_two_players_hand_it_to_and_fro() -> None:
    deal = transfer("6c 6s Ac Kc Qc", "6h 6d 8s Jh Qs", bout=2)
    say(deal, "0 lead 6c", "1 transfer 6h", "0 transfer 6s", "1 beat 6c 6d", "1 take", "0 pass")
    assert (deal.lead, deal.defender) == (0, 1)


def test_report_11_the_player_chooses_to_beat_or_to_transfer_with_a_trump() -> None:
    deal = say(transfer("6c Ac", "6d 8s", "7c 7h 9c"), "0 lead 6c")
    assert legal(deal) == ["beat 6c 6d", "take", "transfer 6d"]


def test_after_a_card_is_beaten_there_is_no_transfer() -> None:
    deal = transfer("6c 6s Ac", "6d 6h 8s", "7c 7h 9c")
    say(deal, "0 lead 6c 6s", "1 beat 6c 6d")
    refused(deal, "1 transfer 6h", "unlawful")
    assert legal(deal) == ["beat 6s 8s", "take"]


def test_a_card_thrown_in_later_is_not_handed_on() -> None:
    deal = transfer("6c 6s Ac", "6d 6h 7c 8s", "7s 7h 9c 9d")
    say(deal, "0 lead 6c", "1 beat 6c 7c", "0 throw 6s")
    refused(deal, "1 transfer 6h", "unlawful")


def test_another_rank_is_refused_and_so_is_a_card_not_held() -> None:
    deal = say(transfer("6c Ac", "6h 8s", "7c 7h 9c"), "0 lead 6c")
    assert refused(deal, "1 transfer 8s", "unlawful") == "8s is not of the rank of 6c."
    refused(deal, "1 transfer 6s", "no-such-card")


def test_in_a_throw_in_game_there_is_no_transfer_whatever_is_held() -> None:
    deal = say(position("6c Ac", "6h 8s", "7c 7h 9c"), "0 lead 6c")
    refused(deal, "1 transfer 6h", "unlawful")
    refused(deal, "1 transfer 6s", "unlawful")
    refused(deal, "1 show 6h", "unlawful")


# -- the limits ------------------------------------------------------------------------------------


def test_not_more_is_handed_on_than_the_next_player_holds() -> None:
    deal = say(transfer("6c 6s Ac", "6h 8s", "7c 7h"), "0 lead 6c 6s")
    assert legal(deal) == ["beat 6s 8s", "take"]
    assert refused(deal, "1 transfer 6h", "limit") == (
        "3 cards would lie there, and the next player can be given 2."
    )


def test_report_18_the_limit_is_taken_from_the_new_defenders_hand() -> None:
    deal = transfer("6c 6s Ac", "6h 8s Th Ts", "7c 7h", "6d As")
    say(deal, "0 lead 6c", "1 transfer 6h")
    assert deal.limit == 2
    say(deal, "2 take")
    assert (deal.phase, deal.bout) == (Phase.LEAD, 3), "two lie there: nothing is added"


def test_the_limit_may_grow_with_the_new_defenders_hand() -> None:
    deal = transfer("6c 6s Ac", "6h", "7c 7h 7s 8c 8h", "6d As")
    say(deal, "0 lead 6c")
    assert deal.limit == 1
    say(deal, "1 transfer 6h")
    assert deal.limit == 5
    say(deal, "2 take", "3 throw 6d", "3 pass", "0 throw 6s", "0 pass")
    assert hand(deal, 2) == "6c 7c 8c 6d 6h 7h 8h 6s 7s"


def test_a_player_still_in_with_an_empty_hand_is_not_passed_over() -> None:
    deal = transfer("6c", "6h 8s", "7c 7h", stock="9c 9h 9s Td Ad")
    say(deal, "0 lead 6c", "1 transfer 6h")
    assert deal.defender == 2
    deal = transfer("6c", "6h 8s", stock="9c 9h 9s Td Ad")
    say(deal, "0 lead 6c")
    refused(deal, "1 transfer 6h", "limit")
    assert "transfer 6h" not in legal(deal)


def test_the_first_bout_is_not_transferred() -> None:
    hands = ("6c Ac", "6h 8s", "7c 7h 9c")
    deal = say(transfer(*hands, bout=1), "0 lead 6c")
    assert legal(deal) == ["take"]
    assert refused(deal, "1 transfer 6h", "unlawful") == "The first bout cannot be transferred."
    deal = say(transfer(*hands, bout=1, transfer_in_first_bout=True), "0 lead 6c")
    assert legal(deal) == ["take", "transfer 6h"]


def test_a_transfer_too_many_is_told_before_a_wrong_rank() -> None:
    deal = say(transfer("6c 6s Ac", "6h 8s", "7c 7h"), "0 lead 6c 6s")
    refused(deal, "1 transfer 8s", "limit")


# -- after it --------------------------------------------------------------------------------------


def test_who_transferred_has_the_first_word_among_the_throwers() -> None:
    deal = transfer("6c Ac Kc", "6h 8s", "7c 7h 9c Jc", "9h Jh")
    say(deal, "0 lead 6c", "1 transfer 6h", "2 beat 6c 7c", "2 beat 6h 7h")
    assert deal.word == 1
    say(deal, "1 pass")
    assert deal.word == 3, "then clockwise from there"
    say(deal, "3 pass")
    assert deal.word == 0
    deal = transfer("6c Ac Kc", "6h 8s", "7c 7h 9c Jc", "9h Jh")
    say(deal, "0 lead 6c", "1 transfer 6h", "2 take")
    assert (deal.phase, deal.word) == (Phase.ADD, 1)


def test_who_led_draws_first_all_the_same_and_the_last_defender_last() -> None:
    deal = transfer("6c Ac Kc Qc Jc", "6h 8s 9s Js Ks", "7c 7h 9c Tc Th", stock="9d Td Jd Qd Kd Ad")
    say(deal, "0 lead 6c", "1 transfer 6h", "2 beat 6c 7c", "2 beat 6h 7h", "1 pass", "0 pass")
    assert [hand(deal, seat) for seat in range(3)] == [
        "Jc Qc Kc Ac 9d Td",
        "Jd Qd 8s 9s Js Ks",
        "9c Tc Kd Ad Th",
    ]
    assert (deal.lead, deal.defender) == (2, 0)


def test_who_led_and_defends_at_the_end_draws_last() -> None:
    deal = transfer("6c Ac Kc Qc Jc", "6h 8s 9s Js Ks", stock="9d Td Jd Qd Kd Ad", trump="d")
    say(deal, "0 lead 6c", "1 transfer 6h", "0 beat 6c Jc")
    assert legal(deal) == ["take"]
    deal = transfer("6c Ac Kc Qh Jc", "6h 8s 9s Js Ks", stock="9d Td Jd Qd Kd Ad", trump="d")
    say(deal, "0 lead 6c", "1 transfer 6h", "0 beat 6c Jc", "0 beat 6h Qh", "1 throw Js")
    say(deal, "0 take", "1 pass")
    assert deal.stock == 3, "seat 1 drew three, seat 0 has more than six"


def test_after_a_take_the_next_lead_is_left_of_the_last_defender() -> None:
    deal = transfer("6c Ac Kc", "6h 8s", "7c 7h 9c Jc", "9h Jh")
    say(deal, "0 lead 6c", "1 transfer 6h", "2 take", "1 pass", "3 pass", "0 pass")
    assert (deal.lead, deal.defender) == (3, 0)


def test_throwers_lead_means_who_transferred_last() -> None:
    deal = transfer("6c 6s Kc", "6h 6d 8s", "7c 7h 9c Jc", "9h Jh", throwers="lead")
    say(deal, "0 lead 6c", "1 transfer 6h", "2 take", "1 throw 6d", "1 pass")
    assert deal.bout == 3


def test_throwers_neighbours_are_those_of_the_new_defender() -> None:
    deal = transfer("6c 6s Kc", "6h 6d 8s", "7c 7h 9c Jc", "9h Jh", "Th Ts", throwers="neighbours")
    say(deal, "0 lead 6c", "1 transfer 6h")
    assert deal.throwers == (1, 3)


def test_any_time_there_is_no_round_after_a_transfer() -> None:
    deal = transfer("6c Kc", "6h 8s Ts", "7c 7h 9c Jc", "9h Jh", throw_in="any-time")
    say(deal, "0 lead 6c", "0 pass", "2 pass", "3 pass")
    assert (deal.word, deal.passed) == (1, [0, 2, 3])
    say(deal, "1 transfer 6h")
    assert (deal.phase, deal.word, deal.passed) == (Phase.DEFEND, 2, [])
    say(deal, "2 beat 6c 7c")
    assert (deal.phase, deal.word) == (Phase.THROW, 1), "after a beat there is one"


def test_any_time_thrown_cards_are_handed_on_with_the_rest() -> None:
    deal = transfer("6c 6s Kc", "6h 8s Ts", "7c 7h 9c Jc", "9h Jh", throw_in="any-time")
    say(deal, "0 lead 6c", "0 throw 6s", "0 pass", "2 pass", "3 pass", "1 transfer 6h")
    assert (table(deal), deal.defender) == ("6c/- 6s/- 6h/-", 2)


def test_the_last_thrower_is_forgotten_at_a_transfer() -> None:
    deal = transfer(
        "6c 6s Kc",
        "6h 8s Ts",
        "7c 7h 9c Jc",
        "6d Jh",
        throw_in="any-time",
        first_word="last-thrower",
    )
    say(deal, "0 lead 6c", "0 pass", "2 pass", "3 throw 6d", "3 pass", "1 transfer 6h", "2 take")
    assert deal.word == 1


def test_a_final_pass_stays_final_after_a_transfer() -> None:
    deal = transfer(
        "6c 6s Kc", "6h 8s Ts", "7c 7h 9c Jc", "6d Jh", throw_in="any-time", pass_is_final=True
    )
    say(deal, "0 lead 6c", "0 pass", "2 pass", "3 pass", "1 transfer 6h", "2 take")
    assert (deal.word, deal.passed) == (1, [0, 2, 3])
    say(deal, "1 pass")
    assert deal.bout == 3


# -- show_trump ------------------------------------------------------------------------------------


def test_the_trump_of_the_rank_may_be_shown_and_kept() -> None:
    deal = say(passport("6c Ac", "6d 8s", "7c 7h"), "0 lead 6c")
    assert legal(deal) == ["beat 6c 6d", "show 6d", "take", "transfer 6d"]
    say(deal, "1 show 6d")
    assert (table(deal), deal.defender, deal.word) == ("6c/-", 2, 2)
    assert hand(deal, 1) == "6d 8s"
    place = deal.where[deal.known[deal.hands[1][0]]]
    assert place in deal.faces, "all have seen it"


def test_what_lies_there_must_fit_the_next_hand_and_no_more() -> None:
    deal = say(passport("6c Ac", "6d 6h 8s", "7c"), "0 lead 6c")
    assert legal(deal) == ["beat 6c 6d", "show 6d", "take"]
    deal = say(passport("6c 6s Ac", "6d 6h 8s", "7c"), "0 lead 6c 6s")
    refused(deal, "1 show 6d", "limit")
    refused(deal, "1 show 6h", "limit")


def test_once_in_a_bout_for_each_player() -> None:
    deal = passport("6c 6s Ac Kc", "6d 8s 9s Ts", "6h 7h Th")
    say(deal, "0 lead 6c", "1 show 6d", "2 transfer 6h", "0 transfer 6s")
    assert "take" in legal(deal)
    assert "show 6d" not in legal(deal), "seat 2 has two cards left"
    refused(deal, "1 show 6d", "limit")
    deal = passport("6c 6s Ac Kc", "6d 8s 9s Ts", "6h 7h Th 9h Tc 9c")
    say(deal, "0 lead 6c", "1 show 6d", "2 transfer 6h", "0 transfer 6s")
    refused(deal, "1 show 6d", "unlawful")
    say(deal, "1 transfer 6d")
    assert deal.defender == 2, "the second time it is laid"


def test_the_next_bout_begins_anew() -> None:
    deal = passport("6c 6s Ac Kc", "6d 8s 9s Ts", "7h Th 9h Tc 9c")
    say(deal, "0 lead 6c", "1 show 6d", "2 take", "1 pass", "0 pass")
    assert (deal.lead, deal.shown) == (0, set())
    say(deal, "0 lead 6s", "1 show 6d")


def test_only_the_trump_of_the_rank_is_shown_and_only_in_time() -> None:
    deal = say(passport("6c 7s", "6h 7d 8s", "7c 9h"), "0 lead 6c")
    refused(deal, "1 show 6h", "unlawful")
    refused(deal, "1 show 7d", "unlawful")
    refused(deal, "1 show 6d", "no-such-card")
    deal = say(passport("6c 6s", "6d 7c 8s", "7h 9h"), "0 lead 6c 6s", "1 beat 6c 7c")
    refused(deal, "1 show 6d", "unlawful")
    deal = say(passport("6c 7s", "6d 7c 8s", "7h 9h", bout=1), "0 lead 6c")
    refused(deal, "1 show 6d", "unlawful")
    assert "show 6d" not in legal(deal)


def test_for_jokers_it_is_the_trump_joker() -> None:
    deal = passport("Xb 7s", "Xr 7c 8s", "7h 8h 9h", deck=54, trump="d")
    say(deal, "0 lead Xb")
    assert legal(deal) == ["beat Xb Xr", "show Xr", "take", "transfer Xr"]
    say(deal, "1 transfer Xr", "2 take", "1 pass", "0 pass")
    assert hand(deal, 2) == "7h 8h 9h Xb Xr"
    deal = passport("Xr 7s", "Xb 7c 8s", "7h 9h", deck=54, trump="d")
    say(deal, "0 lead Xr")
    refused(deal, "1 show Xb", "unlawful")
    assert legal(deal) == ["take", "transfer Xb"]


def test_after_a_show_who_showed_has_the_first_word() -> None:
    deal = passport("6c Ac Kc", "6d 8s", "7c 7h 9c Jc", "9h Jh")
    say(deal, "0 lead 6c", "1 show 6d", "2 beat 6c 7c")
    assert deal.word == 1


def test_a_show_lays_no_card_so_passes_stand() -> None:
    deal = passport("6c 6s Kc", "6d 8s Ts", "7c 7h 9c Jc", "9h Jh", throw_in="any-time")
    say(deal, "0 lead 6c", "0 pass", "2 pass", "3 pass", "1 show 6d")
    assert (deal.phase, deal.word, deal.passed) == (Phase.DEFEND, 2, [0, 2, 3])
    say(deal, "2 take")
    assert (deal.phase, deal.word, deal.passed) == (Phase.ADD, 1, [])


# -- epaulettes of a transfer ----------------------------------------------------------------------


def test_a_transfer_is_a_lay_of_its_own() -> None:
    deal = say(transfer("6c", "6h", "7h 8h"), "0 lead 6c", "1 transfer 6h", "2 take")
    assert deal.result is not None
    assert (deal.result.fool, deal.result.epaulettes) == (2, 1)


def test_sixes_led_and_a_six_that_transfers_them_are_two_lays() -> None:
    deal = transfer("6c 6s", "6h Ac", "7h 8h 9h")
    say(deal, "0 lead 6c 6s", "1 transfer 6h")
    assert deal.lay == ["6h"]


def test_a_show_lays_nothing_so_the_last_lay_is_the_one_before() -> None:
    deal = passport("6c 6h", "6d 7d", "7h 8h")
    say(deal, "0 lead 6c 6h", "1 show 6d")
    assert deal.lay == ["6c", "6h"]
