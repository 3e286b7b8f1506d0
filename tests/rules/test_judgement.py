"""2: what a right accusation undoes, and where the word is then (rules 6 to 8, 11)."""

from typing import Any

import pytest

from durak_p2p.rules import Close, Deal, Phase, view_of

from .positions import hand, legal, position, say, table
from .test_cheating import all_done, cheaters


def transfers(*hands: str, **options: Any) -> Deal:
    return position(*hands, cheating="all", variant="transfer", **options)


# -- beats -----------------------------------------------------------------------------------------


def test_all_unlawful_beats_go_back_and_the_accused_takes_what_is_left() -> None:
    deal = cheaters("9c 9s 9h Ac", "6h Tc 7s Js 6s", "8h Kh")
    say(deal, "0 lead 9c 9s 9h", "1 beat 9c 6h", "1 beat 9s Js", "1 beat 9h 7s", "2 accuse 1")
    assert table(deal) == "9c/- 9s/Js 9h/-"
    assert (deal.taken, deal.phase, deal.word) == (True, Phase.ADD, 0)
    assert hand(deal, 1) == "Tc 6h 6s 7s"
    assert [cheat.caught_by for cheat in deal.cheats] == [2, 2]
    assert deal.ranks == {"9", "J"}


def test_cards_sent_back_stay_known_to_all() -> None:
    deal = say(cheaters("9c Ac", "6h Tc 7s"), "0 lead 9c", "1 beat 9c 6h", "0 accuse 1")
    assert view_of(deal, None).known[1] == ("6h",)


def test_a_forced_take_forgets_passes_and_is_followed_by_the_round_of_adding() -> None:
    deal = say(cheaters("9c Ac", "6h Tc 7s", "9h Kh"), "0 lead 9c", "1 beat 9c 6h", "0 pass")
    say(deal, "2 accuse 1")
    assert (deal.passed, deal.phase, deal.word) == ([], Phase.ADD, 0)
    say(deal, "0 pass", "2 throw 9h", "2 pass")
    all_done(deal)
    assert (hand(deal, 1), deal.word) == ("9c Tc 6h 9h 7s", 2)


def test_final_passes_outlast_a_forced_take() -> None:
    deal = cheaters("9c Ac", "6h Tc 7s", "9h Kh", pass_is_final=True)
    say(deal, "0 lead 9c", "1 beat 9c 6h", "0 pass", "2 accuse 1")
    assert (deal.passed, deal.phase, deal.word) == ([0], Phase.ADD, 2)


def test_a_take_already_said_is_not_said_anew() -> None:
    deal = cheaters("9c 9s Ac", "6h Tc 7s", "9h Kh")
    say(deal, "0 lead 9c 9s", "1 beat 9c 6h", "1 take", "0 pass", "0 accuse 1")
    assert (deal.passed, deal.phase, deal.word) == ([0], Phase.ADD, 2)
    assert table(deal) == "9c/- 9s/-"
    assert deal.taken


def test_a_cheat_that_has_gone_back_is_no_cheat_any_more() -> None:
    deal = say(cheaters("9c Ac", "6h Tc 7s", "9h Kh"), "0 lead 9c", "1 beat 9c 6h", "2 accuse 1")
    say(deal, "0 accuse 1")
    assert deal.barred == {0}


def test_without_adding_a_forced_take_closes_the_bout() -> None:
    deal = cheaters("9c Ac", "6h Tc 7s", throw_after_take=False)
    say(deal, "0 lead 9c", "1 beat 9c 6h", "0 accuse 1")
    assert deal.request == Close((0, 1))
    deal = cheaters("9c Ac", "6h Tc 7s", preset="simple")
    say(deal, "0 lead 9c", "1 beat 9c 6h", "0 accuse 1")
    assert deal.request == Close((0, 1))


def test_the_winner_of_the_last_bout_does_not_go_out() -> None:
    deal = say(cheaters("9c Ac", "6h", "8h"), "0 lead 9c", "1 beat 9c 6h")
    assert deal.phase is Phase.CLOSE
    say(deal, "0 accuse 1")
    all_done(deal)
    assert (deal.out, hand(deal, 1), deal.word) == ([], "9c 6h", 2)


# -- added cards -----------------------------------------------------------------------------------


def test_an_added_card_goes_back_and_what_beat_it_to_the_defender() -> None:
    deal = cheaters("9c Ac Kh", "Tc Qd Jc", "8h Th")
    say(deal, "0 lead 9c", "1 beat 9c Tc", "0 throw Ac", "1 beat Ac Qd", "2 accuse 0")
    assert table(deal) == "9c/Tc"
    assert (hand(deal, 0), hand(deal, 1)) == ("Ac Kh", "Jc Qd")
    assert (deal.taken, deal.phase, deal.word) == (False, Phase.THROW, 2)


def test_the_accused_adds_nothing_more_in_this_bout() -> None:
    deal = cheaters("9c Ac 9h", "Tc Qd Jc", "8h Th")
    say(deal, "0 lead 9c", "1 beat 9c Tc", "0 throw Ac", "2 accuse 0")
    assert (deal.phase, deal.word) == (Phase.THROW, 2)
    say(deal, "2 throw Th", "1 take", "2 pass")
    assert deal.request == Close((0, 1, 2)), "seat 0 is not asked after the take"
    assert deal.passed == [2]
    all_done(deal)
    assert deal.silenced == set(), "a new bout, and it is asked again"


def test_a_card_led_along_goes_back_and_the_first_one_stays() -> None:
    deal = say(cheaters("9c Ac Kh 9h", "Tc Qd Jc Qs", "8h Th"), "0 lead 9c Ac Kh")
    say(deal, "1 beat Ac Qd", "1 accuse 0")
    assert (table(deal), deal.word) == ("9c/-", 1)
    assert (hand(deal, 0), hand(deal, 1)) == ("Ac 9h Kh", "Tc Jc Qd Qs")
    assert [cheat.cards for cheat in deal.cheats] == [("Ac", "Kh")]
    say(deal, "1 beat 9c Tc")
    assert deal.word == 2, "the lead adds nothing more"


def test_a_lawful_card_added_on_an_unlawful_one_stays() -> None:
    deal = cheaters("9c Ac Kh", "Tc Qd Jc", "As Th", stock="6s 6d")
    say(deal, "0 lead 9c", "1 beat 9c Tc", "0 throw Ac", "1 beat Ac Qd", "0 pass", "2 throw As")
    say(deal, "1 accuse 0")
    assert (table(deal), deal.word) == ("9c/Tc As/-", 1)
    say(deal, "1 take")
    assert legal(deal) == ["pass", "throw Th"]


def test_a_cheat_on_top_of_a_cheat_goes_back_uncaught() -> None:
    deal = cheaters("9c Ac Kh", "Tc 6h Jc", "8h 7h")
    say(deal, "0 lead 9c", "1 beat 9c Tc", "0 throw Ac", "1 beat Ac 6h", "2 accuse 0")
    assert table(deal) == "9c/Tc"
    assert [cheat.caught_by for cheat in deal.cheats] == [2, None]
    say(deal, "0 accuse 1")
    assert deal.barred == {0}


def test_the_beats_of_the_same_bout_are_judged_by_themselves() -> None:
    deal = cheaters("9c Ac Kh", "6h Qd Jc", "8h 7h")
    say(deal, "0 lead 9c", "1 beat 9c 6h", "0 throw Ac", "1 beat Ac Qd", "2 accuse 0")
    assert (table(deal), deal.taken) == ("9c/6h", False)
    say(deal, "2 accuse 1")
    assert (table(deal), deal.taken, hand(deal, 1)) == ("9c/-", True, "Jc Qd 6h")


def test_accusing_after_a_take_leaves_the_take() -> None:
    deal = cheaters("9c Ac Kh", "6h Qd Jc", "9h 7h")
    say(deal, "0 lead 9c", "1 take", "0 throw Ac", "0 pass", "1 accuse 0")
    assert (table(deal), deal.taken, deal.passed, deal.word) == ("9c/-", True, [0], 2)


def test_passes_stand() -> None:
    deal = cheaters("9c Ac Kh", "Tc Qd Jc", "8h Th", "6s 7s")
    say(deal, "0 lead 9c", "1 beat 9c Tc", "0 pass", "2 throw 8h", "1 accuse 2")
    assert (deal.passed, deal.word) == ([0], 3)


def test_passes_that_were_forgotten_stay_forgotten() -> None:
    deal = cheaters("9c Ac Kh", "Tc Qd Jc", "8h Th", "6s 7s")
    say(deal, "0 lead 9c", "1 beat 9c Tc", "0 pass", "2 throw 8h", "1 beat 8h Qd", "1 accuse 2")
    assert (deal.passed, deal.word) == ([], 0)


def test_the_bout_closes_where_nobody_is_left_to_add() -> None:
    deal = cheaters("9c Ac", "Tc Qd Jc", throwers="lead")
    say(deal, "0 lead 9c", "1 beat 9c Tc", "0 throw Ac", "1 accuse 0")
    assert (deal.phase, table(deal)) == (Phase.CLOSE, "9c/Tc")


def test_any_time_the_round_is_where_it_would_be() -> None:
    deal = cheaters("9c 9s Ac", "Tc Qd Js", "8h Th", throw_in="any-time")
    say(deal, "0 lead 9c 9s", "0 throw Ac", "2 accuse 0")
    assert (deal.phase, deal.word) == (Phase.THROW, 2)
    say(deal, "2 pass")
    assert (deal.phase, deal.word) == (Phase.DEFEND, 1)


def test_any_time_after_a_transfer_the_defender_has_the_word_at_once() -> None:
    deal = transfers("9c Ac Kc", "9h 8h 7h 6h", "Tc Th Qd Jd", throw_in="any-time")
    say(deal, "0 lead 9c Ac", "0 pass", "2 pass", "1 transfer 9h", "2 beat Ac Jd")
    assert (deal.phase, deal.word) == (Phase.THROW, 1), "a card was beaten"
    say(deal, "1 accuse 0")
    assert (deal.phase, deal.word) == (Phase.DEFEND, 2), "none is beaten"


def test_the_last_thrower_is_who_laid_the_last_card_still_lying_there() -> None:
    deal = cheaters(
        "9c Ac Kc 9s", "Tc Jd Qd Kd", "Th 8h 9h", "Ts 6s 7s", first_word="last-thrower", bout=3
    )
    say(deal, "0 lead 9c", "1 beat 9c Tc", "0 pass", "2 throw Th", "1 beat Th Jd")
    say(deal, "2 pass", "0 pass", "3 throw 6s")
    assert deal.last_thrower == 3
    say(deal, "1 beat 6s Kd", "0 accuse 3")
    assert (deal.last_thrower, deal.word, deal.phase) == (2, 2, Phase.THROW)


# -- transfers -------------------------------------------------------------------------------------


def test_all_laid_since_the_transfer_goes_back_and_the_accused_takes() -> None:
    deal = transfers("9c Ac Td Jd", "6h 8h 7h", "Tc Th Qd 7d", "7s 8s Ts")
    say(deal, "0 lead 9c", "1 transfer 6h", "2 beat 9c Tc", "2 beat 6h Th", "1 pass", "3 throw Ts")
    say(deal, "2 beat Ts 7d", "3 accuse 1")
    assert table(deal) == "9c/-"
    hands = ["Ac Td Jd", "6h 7h 8h", "Tc 7d Qd Th", "7s 8s Ts"]
    assert [hand(deal, seat) for seat in range(4)] == hands
    assert (deal.defender, deal.attacker, deal.taken) == (1, 0, True)
    assert (deal.phase, deal.word, deal.throwers, deal.limit) == (Phase.ADD, 0, (0, 2, 3), 3)
    assert deal.accusations[0].returned == ((1, "6h"), (2, "Tc"), (2, "Th"), (3, "Ts"), (2, "7d"))


def test_transfers_on_top_of_it_are_undone_and_may_have_been_lawful() -> None:
    deal = transfers("9c Ac Td Jd Kd", "6h 8h 7h", "9h Th Qd 7d", "7s 8s Ts Js")
    say(deal, "0 lead 9c", "1 transfer 6h", "2 transfer 9h", "3 take", "2 pass", "0 accuse 1")
    assert (table(deal), deal.defender, deal.taken) == ("9c/-", 1, True)
    assert (deal.passed, deal.word) == ([], 0), "the accused's take is a new one"


def test_of_several_unlawful_transfers_the_first_undoes_all() -> None:
    deal = transfers("9c Ac Td Jd Kd Kh", "6h 8h 7h 6c")
    say(deal, "0 lead 9c", "1 transfer 6h", "0 transfer Ac", "1 transfer 8h", "0 take")
    say(deal, "0 accuse 1")
    assert (table(deal), deal.defender) == ("9c/-", 1)
    assert (hand(deal, 0), hand(deal, 1)) == ("Ac Td Jd Kd Kh", "6c 6h 7h 8h")
    assert [(cheat.move.text, cheat.caught_by) for cheat in deal.cheats] == [
        ("transfer 6h", 0),
        ("transfer Ac", None),
        ("transfer 8h", 0),
    ]


def test_a_transfer_before_it_stands() -> None:
    deal = transfers("9c Ac Td Jd Kd", "9h 8h 7h", "6h Th Qd 7d", "7s 8s Ts Js")
    say(deal, "0 lead 9c", "1 transfer 9h", "2 transfer 6h", "3 beat 9c Js", "0 accuse 2")
    assert (table(deal), deal.defender, deal.attacker) == ("9c/- 9h/-", 2, 1)
    assert (deal.word, deal.limit) == (1, 4)


def test_a_card_of_the_attacks_rank_transfers_whatever_was_led_along() -> None:
    deal = transfers("9c Ac Td Jd Kd Kh", "9h 8h 7h 6s", "9s Th Qd 7d Ks")
    say(deal, "0 lead 9c Ac", "1 transfer 9h", "2 take", "0 accuse 1")
    assert deal.barred == {0}


def test_who_led_along_and_transferred_unlawfully_loses_both() -> None:
    deal = transfers("9c Ac Td Jd Kd Kh", "9h 8h 7h 6s 6c 6d")
    say(deal, "0 lead 9c Ac", "1 transfer 9h", "0 transfer Td", "1 accuse 0")
    assert (table(deal), deal.defender, deal.taken) == ("9c/- 9h/-", 0, True)
    assert hand(deal, 0) == "Ac Td Jd Kd Kh"
    assert deal.silenced == {0}


def test_added_cards_that_went_back_with_a_transfer_silence_nobody() -> None:
    deal = transfers("9c Ac Td Jd Kd", "6h 8h 7h", "9h Th Qd 7d", "7s 8s Ts Js")
    say(deal, "0 lead 9c", "1 transfer 6h", "2 beat 9c Qd", "2 beat 6h Th", "1 pass", "3 throw 7s")
    say(deal, "0 accuse 1")
    assert deal.silenced == set()
    assert deal.throwers == (0, 2, 3)


def test_shows_since_are_undone() -> None:
    deal = transfers("9c Ac Td Jd Kd", "6h 8h 7h", "9d Th Qd 7d", "7s 8s Ts Js", show_trump=True)
    say(deal, "0 lead 9c", "1 transfer 6h", "2 show 9d", "3 take", "0 accuse 1")
    assert (deal.defender, deal.shown) == (1, set())
    assert hand(deal, 2) == "7d 9d Qd Th"


def test_a_show_before_an_added_card_stands() -> None:
    deal = transfers("9c Ac Td Jd Kd", "9d 8h 7h", "Tc Th Qd 7d", "7s 8s Ts Js", show_trump=True)
    say(deal, "0 lead 9c Ac", "1 show 9d", "2 beat 9c Tc", "2 accuse 0")
    assert (table(deal), deal.defender, deal.shown, deal.attacker) == ("9c/Tc", 2, {1}, 1)


def test_rule_4s_number_is_not_measured_anew() -> None:
    deal = transfers("9c Ac Td Jd", "9h 8h 7h", "9s Th Qd 7d")
    say(deal, "0 lead 9c Ac", "1 accuse 0", "1 transfer 9h", "2 transfer 9s")
    assert deal.limit == 3
    deal = transfers("9c Ac Td Jd 6s Ks", "9h 8h 7h", "9s Th Qd 7d")
    say(deal, "0 lead 9c Ac", "1 transfer 9h", "2 transfer 9s")
    assert deal.limit == 4
    say(deal, "1 accuse 0")
    assert deal.limit == 4
    assert len(deal.hands[0]) == 5


def test_the_accused_may_still_transfer_as_a_defender() -> None:
    deal = transfers("9c Ac Td 9d", "9h 8h 7h 6s Ts", "9s Th Qd 7d")
    say(deal, "0 lead 9c Ac", "1 accuse 0", "1 transfer 9h", "2 transfer 9s")
    assert deal.word == 0
    say(deal, "0 transfer 9d")
    assert (deal.defender, deal.throwers) == (1, (2,))


# -- the first bout, teams, jokers, epaulettes -----------------------------------------------------


def test_the_first_bouts_limit_holds_after_a_judgement() -> None:
    deal = cheaters("9c 9s 9h 9d 6c 6s", "Tc Ts Th Td 7h 7c", "Jc Qc Kc Ac 7s 8s", bout=1)
    say(deal, "0 lead 9c 9s 9h 9d 6c", "1 beat 9c 7h", "2 accuse 0")
    assert (table(deal), deal.limit) == ("9c/7h 9s/- 9h/- 9d/-", 5)
    say(deal, "2 accuse 1")
    assert (deal.taken, deal.phase, deal.word) == (True, Phase.ADD, 2)
    say(deal, "2 throw 7s")
    assert deal.phase is Phase.CLOSE


def test_in_teams_a_transfer_undone_gives_back_the_opponents() -> None:
    deal = transfers("9c Ac", "6h 8h 7h", "9h Th Qd 7d", "7s 8s Ts Js", teams="2x2")
    say(deal, "0 lead 9c", "1 transfer 6h")
    assert (deal.defender, deal.throwers) == (2, (1, 3))
    say(deal, "2 take", "3 accuse 1")
    assert (deal.defender, deal.throwers, deal.word) == (1, (0, 2), 0)


def test_a_joker_beats_what_it_may_not_and_is_sent_back() -> None:
    deal = position("9c Xr", "Xb 7h", "8h 7s", preset="party", cheating="beat-transfer", trump="d")
    say(deal, "0 lead 9c", "1 beat 9c Xb", "2 accuse 1")
    assert deal.barred == {2}, "the black joker beats black cards"
    deal = position("9h Xr", "Xb 7h", "8h 7s", preset="party", cheating="beat-transfer", trump="d")
    say(deal, "0 lead 9h", "1 beat 9h Xb", "2 accuse 1")
    assert (hand(deal, 1), deal.taken) == ("7h Xb", True)


def test_cards_sent_back_count_in_no_lay() -> None:
    deal = cheaters("9c", "8c 7c 7s", "6s 8h")
    say(deal, "0 lead 9c", "1 take", "2 throw 6s", "2 throw 8h", "0 accuse 2")
    assert deal.lay == ["9c"]
    all_done(deal)


@pytest.mark.parametrize(("accused", "epaulettes"), [(2, 0), (1, 1)])
def test_a_six_sent_back_makes_no_epaulette(accused: int, epaulettes: int) -> None:
    deal = cheaters("9c 8s", "8c 7c 7s", "6s 8h")
    say(deal, "0 lead 9c", "1 take", "0 pass", "2 throw 6s", f"0 accuse {accused}")
    if accused == 1:
        say(deal, "2 pass")
    deal.overrun(1)
    assert deal.result is not None
    assert (deal.result.fool, deal.result.epaulettes) == (1, epaulettes)


def test_a_lawful_card_of_the_lay_still_counts() -> None:
    deal = cheaters("6c 7c 8h", "8c 7s 9s", "6s Ah 6h")
    say(deal, "0 lead 6c", "1 take", "0 throw 7c", "0 pass", "2 throw 6s")
    say(deal, "1 accuse 0")
    assert deal.lay == ["6s"]
    say(deal, "2 pass")


def test_an_accusation_parts_a_lay() -> None:
    deal = cheaters("6c", "8c 7s Ac", "6s Ah 6h")
    say(deal, "0 lead 6c", "1 take", "2 throw 6s", "1 accuse 0", "2 throw 6h")
    assert deal.lay == ["6h"]


def test_an_exchanged_card_goes_back_to_who_laid_it() -> None:
    deal = cheaters("9c 6d Kc", "Tc 8s Jd", "7h Kh", stock="7s Ad", trump_exchange=True)
    say(deal, "0 lead 9c", "1 beat 9c Tc", "0 exchange", "0 throw Ad", "1 beat Ad Jd", "2 accuse 0")
    assert (hand(deal, 0), deal.turned, deal.phase) == ("Kc Ad", "6d", Phase.THROW)


def test_two_judgements_on_one_bout() -> None:
    deal = cheaters("9c Ac Kh", "6h Qd Jc", "8h 7h Ah")
    say(deal, "0 lead 9c", "1 beat 9c 6h", "0 throw Ac", "1 beat Ac Qd", "0 pass", "2 throw 8h")
    say(deal, "1 accuse 0", "1 accuse 2", "0 accuse 1")
    assert (table(deal), deal.taken, deal.silenced) == ("9c/-", True, {0, 2})
    assert deal.request == Close((0, 1, 2))
    assert [hand(deal, seat) for seat in range(3)] == ["Ac Kh", "Jc Qd 6h", "7h 8h Ah"]
