"""What is refused, in which order the errors are looked for, and that nothing changes.

The numbers of field reports are those of faults that users of other programs met.
"""

import pytest

from durak_p2p.cards import Card
from durak_p2p.rules import (
    Deal,
    Move,
    MoveSyntaxError,
    Phase,
    RequestError,
    Verb,
    parse_move,
    rules_for,
)

from .positions import hand, legal, position, refused, say, snapshot

# -- the order of errors ---------------------------------------------------------------------------


def test_the_word_is_looked_at_before_anything_else() -> None:
    deal = position("6c 6s Ac", "7c 8s", "7h")
    refused(deal, "1 throw 2c", "not-your-word")
    refused(deal, "1 lead 7c", "not-your-word")
    refused(deal, "9 lead 6c", "not-your-word")
    refused(deal, "-1 lead 6c", "not-your-word")


@pytest.mark.parametrize("move", ["beat 6c 7c", "take", "throw Kd", "pass", "transfer Kd"])
def test_a_verb_that_the_phase_has_not_comes_next(move: str) -> None:
    refused(position("6c 6s Ac", "7c 8s", "7h"), f"0 {move}", "unlawful")


def test_then_the_card_is_looked_for() -> None:
    deal = position("6c 6s Ac", "7c 8s", "7h")
    refused(deal, "0 lead 6c 6s 6h", "no-such-card")
    assert refused(deal, "0 lead Kd", "no-such-card") == "Kd is not in the hand."
    say(deal, "0 lead 6c")
    refused(deal, "1 beat 6c 9c", "no-such-card")
    refused(deal, "1 beat 6s 8s", "no-such-card")
    refused(deal, "1 beat Ah 8s", "no-such-card")
    say(deal, "1 beat 6c 7c")
    refused(deal, "0 throw 7h", "no-such-card")


def test_then_the_limits_and_then_the_rest() -> None:
    deal = position("6c 7s Ac", "7c 8s", "7h")
    refused(deal, "0 lead 6c 7s Ac", "limit")
    refused(deal, "0 lead 6c 7s", "unlawful")


def test_a_move_that_names_the_wrong_number_of_cards_is_no_move() -> None:
    deal = position("6c 7s Ac", "7c 8s", "7h")
    before = snapshot(deal)
    for move in (Move(Verb.LEAD), Move(Verb.TAKE, (Card("6c"),)), Move(Verb.BEAT, (Card("6c"),))):
        with pytest.raises(MoveSyntaxError):
            deal.play(0, move)
    assert snapshot(deal) == before


# -- field reports ---------------------------------------------------------------------------------


def test_report_3_beating_an_attack_card_that_is_not_there() -> None:
    deal = say(position("6c 6s Ac", "7c 8s 9s"), "0 lead 6c 6s", "1 beat 6s 8s")
    message = refused(deal, "1 beat 6s 9s", "no-such-card")
    assert message == "6s does not lie there unbeaten."


def test_report_4_one_card_named_twice_in_a_lead() -> None:
    refused(position("6c 6s Ac", "7c 8s 9s"), "0 lead 6c 6c", "no-such-card")


def test_report_5_a_move_before_the_deal_began_or_after_it_ended() -> None:
    deal = Deal(rules_for("classic"))
    refused(deal, "0 lead 6c", "not-your-word")
    deal.supply({35: Card("6s")})
    refused(deal, "0 lead 6c", "not-your-word")
    deal = say(position("6c", "7c 8c"), "0 lead 6c", "1 take")
    refused(deal, "1 lead 7c", "not-your-word")


def test_report_9_after_a_take_no_more_is_added_than_the_taker_held() -> None:
    deal = position("6c 6s 6h Ac", "7c 8s", "6d Ah")
    say(deal, "0 lead 6c", "1 beat 6c 7c", "0 throw 6s", "1 take")
    assert (deal.phase, deal.bout) == (Phase.LEAD, 3), "nobody is asked for more"
    assert len(deal.hands[1]) == 4


def test_report_12_taking_is_a_move_of_its_own_and_never_forced() -> None:
    deal = say(position("6c Ac", "8s 9s", "6d Ah"), "0 lead 6c")
    assert legal(deal) == ["take"]
    assert deal.word == 1, "the defender says so itself"


def test_report_15_a_card_laid_is_not_in_the_hand_any_more() -> None:
    deal = say(position("6c 6s Ac", "7c 8s 9s"), "0 lead 6c 6s")
    assert hand(deal, 0) == "Ac"
    say(deal, "1 beat 6c 7c")
    assert hand(deal, 1) == "8s 9s"
    refused(deal, "1 beat 6s 7c", "no-such-card")


# -- faces given with a move -----------------------------------------------------------------------


def public_deal() -> Deal:
    """A deal of two as a peer runs it: only the turned six is known, and seat 0 leads."""
    deal = Deal(rules_for("classic"), dealer=1, lead=0)
    deal.supply({35: Card("6s")})
    return deal


def test_a_hidden_card_is_laid_by_opening_it() -> None:
    deal = public_deal()
    deal.play(0, parse_move("lead 7c 7h"), {2: Card("7c"), 0: Card("7h")})
    assert deal.table == (("7c", None), ("7h", None))
    assert deal.hands[0] == [4, 6, 8, 10]
    assert deal.faces == {35: "6s", 2: "7c", 0: "7h"}


@pytest.mark.parametrize(
    ("faces", "error"),
    [
        ({}, ValueError),
        ({1: "7c"}, ValueError),
        ({0: "8c"}, ValueError),
        ({0: "7c", 2: "8c"}, RequestError),
        ({0: "7c", 2: "7c"}, RequestError),
        ({0: "7c", 35: "6h"}, RequestError),
        ({0: "7c", 40: "9h"}, RequestError),
    ],
    ids=str,
)
def test_a_face_too_few_too_many_or_elsewhere_is_refused(
    faces: dict[int, str], error: type[Exception]
) -> None:
    deal = public_deal()
    before = snapshot(deal)
    with pytest.raises(error):
        deal.play(0, parse_move("lead 7c"), {place: Card(card) for place, card in faces.items()})
    assert snapshot(deal) == before


def test_a_card_that_all_have_seen_is_laid_without_opening_it() -> None:
    deal = public_deal()
    deal.play(0, parse_move("lead 7c"), {0: Card("7c")})
    deal.play(1, parse_move("take"))
    deal.play(0, parse_move("pass"))
    deal.supply({})
    deal.play(0, parse_move("lead 8c"), {2: Card("8c")})
    assert deal.locate(1, Card("7c")) == 0
    with pytest.raises(ValueError, match="does not beat"):
        deal.play(1, parse_move("beat 8c 7c"))
