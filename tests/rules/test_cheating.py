"""2: cheating, where the table allows it: what is free, and how a bout closes."""

from typing import Any

import pytest

from durak_p2p.cards import Card
from durak_p2p.rules import (
    Cheat,
    Close,
    Deal,
    Move,
    NotYourWord,
    Phase,
    RequestError,
    Verb,
    parse_move,
    view_of,
)

from .positions import cards, hand, legal, position, refused, say, table


def cheaters(*hands: str, cheating: str = "all", **options: Any) -> Deal:
    return position(*hands, cheating=cheating, **options)


def all_done(deal: Deal) -> Deal:
    for seat in deal.owing:
        say(deal, f"{seat} done")
    return deal


# -- rule 1: what is free --------------------------------------------------------------------------


def test_any_card_beats_any_card() -> None:
    deal = say(cheaters("9c Ac", "6h 7c", cheating="beat-transfer"), "0 lead 9c", "1 beat 9c 6h")
    assert table(deal) == "9c/6h"
    assert (deal.phase, deal.word) == (Phase.THROW, 0)


def test_any_card_transfers_an_attack() -> None:
    deal = cheaters("9c Ac", "6h 7c", "Th Jh", variant="transfer", cheating="beat-transfer")
    say(deal, "0 lead 9c", "1 transfer 6h")
    assert table(deal) == "9c/- 6h/-"
    assert (deal.defender, deal.word) == (2, 2)


def test_the_attacks_rank_is_that_of_the_first_card_lying_there() -> None:
    deal = cheaters("9c Ac", "6h 7c", "9h 6s Jh Qh", variant="transfer")
    say(deal, "0 lead 9c", "1 transfer 6h")
    transfers = [move for move in legal(deal) if move.startswith("transfer")]
    assert transfers == [], "seat 0 cannot be given three"
    deal = cheaters("9c Ac Kc Qc", "6h 7c", "9h 6s Jh Qh", variant="transfer")
    say(deal, "0 lead 9c", "1 transfer 6h")
    assert [move for move in legal(deal) if move.startswith("transfer")] == ["transfer 9h"]
    assert deal.is_cheat(parse_move("transfer 6s"))


def test_leads_and_throw_ins_are_free_with_all_and_not_with_beat_transfer() -> None:
    refused(cheaters("9c Ac", "6h 7c", cheating="beat-transfer"), "0 lead 9c Ac", "unlawful")
    deal = say(cheaters("9c Ac", "6h 7c"), "0 lead 9c Ac")
    assert table(deal) == "9c/- Ac/-"
    for allowed, taken in (("beat-transfer", False), ("all", True)):
        deal = say(cheaters("9c Ac", "Tc 7c", cheating=allowed), "0 lead 9c", "1 beat 9c Tc")
        if taken:
            assert table(say(deal, "0 throw Ac")) == "9c/Tc Ac/-"
        else:
            refused(deal, "0 throw Ac", "unlawful")


def test_with_none_nothing_is_free_and_nobody_is_accused() -> None:
    deal = cheaters("9c Ac", "6h 7c", cheating="none")
    refused(deal, "1 accuse 0", "unlawful")
    refused(deal, "1 done", "unlawful")
    say(deal, "0 lead 9c")
    refused(deal, "1 beat 9c 6h", "unlawful")


def test_only_which_card_is_free() -> None:
    deal = cheaters("6c Tc Ac 9s", "6h 7c", "Th", stock="7h Td")
    refused(deal, "0 lead 6c Tc Ac", "limit")
    refused(deal, "1 lead 6h", "not-your-word")
    refused(deal, "0 throw 6c", "unlawful")
    say(deal, "0 lead 6c Tc")
    refused(deal, "1 beat 6c 9h", "no-such-card")
    refused(deal, "1 beat 9h 6h", "no-such-card")
    refused(deal, "1 transfer 6h", "unlawful")


def test_the_option_lead_says_how_many_are_led() -> None:
    refused(cheaters("6c Tc Ac", "6h 7c 8c", preset="encyclopedia"), "0 lead 6c Tc", "limit")
    deal = cheaters("6c Tc Ac", "6h 7c 8c", preset="simple")
    refused(deal, "0 lead 6c Tc Ac", "limit")
    say(deal, "0 lead 6c Tc")


def test_transfers_end_where_they_always_do() -> None:
    deal = cheaters("9c 9d 9h Ac", "6h 7c 8c", "Th", variant="transfer")
    refused(say(deal, "0 lead 9c"), "1 transfer 6h", "limit")
    deal = cheaters("9c 9d", "6h 7c 8c", "Th Jh Qh", variant="transfer", bout=1)
    refused(say(deal, "0 lead 9c"), "1 transfer 6h", "unlawful")
    deal = cheaters("9c 9d", "6h 7c 8c", "Th Jh Qh", variant="transfer")
    refused(say(deal, "0 lead 9c 9d", "1 beat 9c 6h"), "1 transfer 7c", "unlawful")


def test_a_show_is_no_cheat() -> None:
    deal = cheaters("9c Ac", "6h 9d 8d", "Th Jh", preset="passport", cheating="all")
    say(deal, "0 lead 9c")
    refused(deal, "1 show 6h", "unlawful")
    refused(deal, "1 show 8d", "unlawful")
    say(deal, "1 show 9d")
    refused(deal, "2 accuse 2", "unlawful")
    say(deal, "2 accuse 1")
    assert deal.barred == {2}


# -- rule 2: what fits -----------------------------------------------------------------------------


def test_what_fits_is_judged_by_what_lies_there_unlawful_cards_among_it() -> None:
    deal = say(cheaters("9c Ac As", "Tc 7c Kc", "8s Ah"), "0 lead 9c", "1 beat 9c Tc")
    say(deal, "0 throw Ac", "1 beat Ac Kc")
    assert legal(deal) == ["pass", "throw As"]
    say(deal, "0 throw As")
    assert [cheat.move.text for cheat in deal.cheats] == ["throw Ac", "beat Ac Kc"]


# -- rule 3: nobody is told ------------------------------------------------------------------------


def test_lawful_moves_alone_are_listed() -> None:
    deal = say(cheaters("9c Ac", "6h Tc", "7h"), "0 lead 9c")
    assert legal(deal) == ["beat 9c Tc", "take"]
    assert [move.text for move in deal.unlawful(cards("6h Tc"))] == ["beat 9c 6h"]


def test_the_movers_own_client_can_ask_before_the_move_is_made() -> None:
    deal = cheaters("9c 9h Ac", "6h Tc", "7h", variant="transfer")
    assert not deal.is_cheat(parse_move("lead 9c 9h"))
    assert deal.is_cheat(parse_move("lead 9c Ac"))
    say(deal, "0 lead 9c")
    assert deal.is_cheat(parse_move("beat 9c 6h"))
    for text in ("beat 9c Tc", "beat 9h 6h", "take", "throw 6h", "accuse 1", "done"):
        assert not deal.is_cheat(parse_move(text)), text
    assert not cheaters("9c Ac", "6h", cheating="none").is_cheat(parse_move("lead 9c Ac"))


def test_no_view_differs_by_whether_a_move_was_lawful() -> None:
    honest = say(cheaters("9c 7h", "Tc 8s", "7s"), "0 lead 9c", "1 beat 9c Tc", "0 pass")
    cheat = say(cheaters("9c 7h", "6h 8s", "7s"), "0 lead 9c", "1 beat 9c 6h", "0 pass")
    for seat in (None, 0, 2):
        one, other = (view_of(deal, seat) for deal in (honest, cheat))
        assert repr(one).replace("Tc", "6h") == repr(other)
        assert one.cheats == other.cheats == ()


def test_when_the_deal_is_over_every_cheat_is_told() -> None:
    deal = say(cheaters("9c", "6h 8s 9s"), "0 lead 9c", "1 beat 9c 6h")
    assert deal.phase is Phase.CLOSE
    assert view_of(deal, None).cheats == ()
    all_done(deal)
    assert deal.phase is Phase.OVER
    told = view_of(deal, None).cheats
    assert told == (Cheat(1, 2, parse_move("beat 9c 6h"), (Card("6h"),)),)
    assert told[0].caught_by is None


def test_who_caught_whom_is_told() -> None:
    deal = say(cheaters("9c", "6h 8s 9s"), "0 lead 9c", "1 beat 9c 6h", "0 accuse 1")
    all_done(deal)
    assert [(cheat.seat, cheat.caught_by) for cheat in deal.cheats] == [(1, 0)]
    judged = deal.accusations[0]
    assert (judged.seat, judged.accused, judged.right, judged.takes) == (0, 1, True, True)
    assert judged.returned == ((1, "6h"),)


# -- rules 4 and 5: accusing -----------------------------------------------------------------------


def test_an_accusation_needs_no_word_and_may_come_while_somebody_has_it() -> None:
    deal = say(cheaters("9c Ac", "6h 8s 9s", "7h Kh"), "0 lead 9c", "1 beat 9c 6h")
    assert deal.word == 0
    say(deal, "2 accuse 1")
    assert deal.taken


def test_an_accusation_before_anything_is_laid_is_taken_and_is_wrong() -> None:
    deal = say(cheaters("9c Ac", "6h 8s", "7h"), "1 accuse 0", "0 accuse 2")
    assert (deal.phase, deal.word, deal.barred) == (Phase.LEAD, 0, {0, 1})


def test_who_was_wrong_can_accuse_nobody_until_the_bout_closes() -> None:
    deal = say(cheaters("9c Ac", "6h Tc 9s", "7h Kh"), "0 lead 9c", "1 beat 9c Tc", "2 accuse 1")
    assert view_of(deal, None).barred == (2,)
    refused(deal, "2 accuse 0", "unlawful")
    say(deal, "0 pass", "2 pass")
    refused(deal, "2 accuse 1", "unlawful")
    all_done(deal)
    assert (deal.bout, deal.barred) == (3, set())
    say(deal, "2 accuse 1")


def test_a_player_who_is_barred_can_be_accused_and_others_can_accuse() -> None:
    deal = say(cheaters("9c Ac", "6h Tc 9s", "7h Kh"), "0 lead 9c", "1 accuse 0", "1 beat 9c 6h")
    say(deal, "2 accuse 1")
    assert deal.taken


def test_nobody_accuses_itself_nor_who_is_out_nor_a_seat_that_is_not_there() -> None:
    deal = cheaters("9c Ac", "6h", "", "7h Kh")
    refused(deal, "0 accuse 0", "unlawful")
    refused(deal, "0 accuse 2", "unlawful")
    refused(deal, "0 accuse 5", "unlawful")
    refused(deal, "2 accuse 0", "not-your-word")
    refused(deal, "5 accuse 0", "not-your-word")
    refused(deal, "-1 accuse 0", "not-your-word")


def test_a_player_without_a_card_is_still_in_until_the_bout_has_closed() -> None:
    deal = say(cheaters("9c", "6h Tc", "7h Kh"), "0 lead 9c", "1 beat 9c 6h")
    say(deal, "0 accuse 1")
    assert deal.taken
    say(deal, "1 accuse 0")
    assert deal.barred == {1}


def test_team_mates_may_accuse_each_other() -> None:
    deal = cheaters("9c Ac", "6h 8s", "7h Kh", "Jh Qh", teams="2x2")
    say(deal, "0 lead 9c", "1 beat 9c 6h", "3 accuse 1")
    assert deal.taken


def test_what_an_earlier_bout_held_stands_for_good() -> None:
    deal = say(cheaters("9c Ac", "6h Tc 9s", "7h Kh"), "0 lead 9c", "1 beat 9c 6h")
    say(deal, "0 pass", "2 pass")
    all_done(deal)
    say(deal, "2 accuse 1")
    assert deal.barred == {2}


# -- rules 9 and 10: closing -----------------------------------------------------------------------


def test_a_bout_closes_with_everyones_done() -> None:
    deal = say(cheaters("9c Ac", "Tc 8s", "7h Kh"), "0 lead 9c", "1 beat 9c Tc", "0 pass")
    refused(deal, "0 done", "unlawful")
    say(deal, "2 pass")
    assert (deal.phase, deal.word, deal.request) == (Phase.CLOSE, None, Close((0, 1, 2)))
    assert (table(deal), deal.discard, deal.limit) == ("9c/Tc", 30, 2)
    assert legal(deal) == ["done"]
    say(deal, "1 done")
    assert deal.request == Close((0, 2))
    refused(deal, "1 done", "not-your-word")
    refused(deal, "0 pass", "unlawful")
    refused(deal, "2 pass", "not-your-word")
    say(deal, "2 done", "0 done")
    assert (deal.phase, deal.word, deal.bout, deal.discard) == (Phase.LEAD, 1, 3, 32)
    assert not deal.done


def test_a_view_shows_done_to_who_owes_it_and_who_has_said_it() -> None:
    deal = say(cheaters("9c Ac", "Tc 8s", "7h Kh"), "0 lead 9c", "1 take", "0 pass", "2 pass")
    say(deal, "1 done")
    assert [view_of(deal, seat).legal for seat in (None, 0, 1)] == [(), (Move(Verb.DONE),), ()]
    assert (view_of(deal, 1).done, view_of(deal, 1).word) == ((1,), None)


def test_until_then_all_cards_stay_on_the_table_taken_ones_too() -> None:
    deal = cheaters("9c Ac", "Tc 8s", "7h Kh", stock="6s 6d")
    say(deal, "0 lead 9c", "1 take", "0 pass", "2 pass")
    assert (table(deal), hand(deal, 1), deal.taken, deal.stock) == ("9c/-", "Tc 8s", True, 2)
    all_done(deal)
    assert (hand(deal, 1), deal.stock) == ("9c Tc 8s", 0)


def test_who_is_out_is_not_asked() -> None:
    deal = say(cheaters("9c Ac", "", "Tc 8s"), "0 lead 9c", "2 take", "0 pass")
    assert deal.request == Close((0, 2))
    refused(deal, "1 done", "not-your-word")


@pytest.mark.parametrize("accused", [0, 1])
def test_a_judgement_right_or_wrong_voids_what_was_said(accused: int) -> None:
    deal = cheaters("9c", "6h 8s", "7h Kh", throw_after_take=False)
    say(deal, "0 lead 9c", "1 beat 9c 6h", "2 pass", "0 done", "2 done", f"2 accuse {accused}")
    assert deal.request == Close((0, 1, 2))
    say(deal, "2 done")


def test_an_accusation_reopens_a_bout_that_closes() -> None:
    deal = say(cheaters("9c", "6h 8s", "9h Kh"), "0 lead 9c", "1 beat 9c 6h", "2 pass")
    assert deal.phase is Phase.CLOSE
    say(deal, "1 done", "2 accuse 1")
    assert (deal.phase, deal.word, table(deal)) == (Phase.ADD, 2, "9c/-")
    say(deal, "2 throw 9h")
    assert deal.request == Close((0, 1, 2))


def test_the_last_bout_closes_likewise() -> None:
    deal = say(cheaters("9c", "8s"), "0 lead 9c", "1 beat 9c 8s")
    assert (deal.phase, deal.result) == (Phase.CLOSE, None)
    say(deal, "1 done", "0 accuse 1")
    assert (deal.phase, hand(deal, 1)) == (Phase.CLOSE, "8s")
    all_done(deal)
    assert deal.result is not None
    assert (deal.result.fool, deal.result.reason) == (1, "cards")
    refused(deal, "1 accuse 0", "not-your-word")
    refused(deal, "1 done", "not-your-word")


def test_nothing_is_exchanged_while_a_bout_closes() -> None:
    deal = cheaters("9c 6d", "Tc 8s", stock="7h Ad", trump_exchange=True)
    say(deal, "0 lead 9c", "1 beat 9c Tc", "0 pass")
    assert legal(deal) == ["done"]
    assert [move.text for move in deal.legal(cards("6d"))] == ["done"]
    refused(deal, "0 exchange", "unlawful")


def test_whoever_owes_a_done_can_overrun_its_time() -> None:
    deal = say(cheaters("9c Ac", "Tc 8s"), "0 lead 9c", "1 take", "0 pass", "0 done")
    with pytest.raises(NotYourWord):
        deal.overrun(0)
    deal.overrun(1)
    assert deal.result is not None
    assert (deal.result.fool, deal.result.reason) == (1, "time")
    assert (deal.done, deal.barred, deal.table) == (set(), set(), ())


def test_without_the_word_no_card_is_opened() -> None:
    deal = say(cheaters("9c Ac", "Tc 8s"), "0 lead 9c")
    with pytest.raises(RequestError):
        deal.play(0, parse_move("accuse 1"), {deal.where[Card("Ac")]: Card("Ac")})
    assert not deal.barred
