"""1.3: the deal, the turned card and the first lead."""

from collections.abc import Sequence
from typing import Any

import pytest

from durak_p2p.cards import Card, deck
from durak_p2p.rules import (
    Cards,
    Deal,
    Grant,
    Phase,
    Question,
    Request,
    RequestError,
    Word,
    answer_from_faces,
    false_answers,
    rules_for,
    start,
)

from .positions import cards


def stacked(size: int, hands: Sequence[str], dealer: int, turned: str = "") -> list[Card]:
    """A deck that deals these hands (six cards each), with `turned` at the bottom."""
    held = [cards(text) for text in hands]
    seats = len(hands)
    top = [held[(dealer + 1 + i) % seats][i // seats] for i in range(6 * seats)]
    bottom = cards(turned)
    rest = [card for card in deck(size) if card not in top and card not in bottom]
    return [*top, *rest, *bottom]


def waits_for(deal: Deal) -> Request:
    return deal.request


@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_six_cards_each_one_at_a_time_from_the_seat_left_of_the_dealer(dealer: int) -> None:
    deal = Deal(rules_for("classic", players=3), dealer)
    request = deal.request
    assert isinstance(request, Cards)
    assert request.grants == (
        *(Grant(position, (dealer + 1 + position) % 3) for position in range(18)),
        Grant(35, None),
    )
    assert request.opened == (35,)
    assert deal.hands[(dealer + 1) % 3] == [0, 3, 6, 9, 12, 15]
    assert deal.stock == 18
    assert (deal.phase, deal.word) == (Phase.DEAL, None)


@pytest.mark.parametrize(("deck_size", "players"), [(36, 6), (24, 4)])
def test_where_the_deck_is_dealt_out_the_last_card_is_trump_and_in_its_owners_hand(
    deck_size: int, players: int
) -> None:
    deal = Deal(rules_for("classic", players=players, deck=deck_size), dealer=2)
    request = deal.request
    assert isinstance(request, Cards)
    assert request.grants[-1] == Grant(deck_size - 1, None)
    assert len(request.grants) == deck_size
    deal.supply({deck_size - 1: Card("9h")})
    assert (deal.trump, deal.turned, deal.stock) == ("h", "9h", 0)
    assert deal.locate(2, Card("9h")) == deck_size - 1


def test_the_bottom_card_makes_trump_and_is_drawn_last() -> None:
    deal = Deal(rules_for("classic"))
    deal.supply({35: Card("Qs")})
    assert (deal.trump, deal.turned) == ("s", "Qs")
    assert deal.pile[0] == 35


def test_the_lowest_trump_leads_and_is_asked_for_from_the_bottom_up() -> None:
    deal = Deal(rules_for("classic", players=3), dealer=0)
    deal.supply({35: Card("6s")})
    assert waits_for(deal) == Question((Card("7s"),)), "the turned six lies in the stock"
    deal.answer({})
    assert waits_for(deal) == Question((Card("8s"),))
    deal.answer({2: (4, Card("8s"))})
    assert waits_for(deal) == Word(2)
    assert (deal.lead, deal.defender, deal.bout, deal.phase) == (2, 0, 1, Phase.LEAD)
    assert deal.locate(2, Card("8s")) == 4, "all have seen the card shown"
    assert [(asked.cards, asked.shown) for asked in deal.questions] == [
        (("7s",), ()),
        (("8s",), ((2, "8s"),)),
    ]


def test_a_turned_card_in_a_hand_settles_the_lead_when_its_turn_comes() -> None:
    deal = Deal(rules_for("classic", players=6), dealer=3)
    deal.supply({35: Card("8c")})
    assert waits_for(deal) == Question((Card("6c"),))
    deal.answer({})
    assert waits_for(deal) == Question((Card("7c"),))
    deal.answer({})
    assert waits_for(deal) == Word(3), "nobody is asked for the eight: the dealer has it"


HANDS_WITHOUT_HEARTS = ("7c 8c 9c Tc 6d Kd", "7d 8d 9d Td 6s Ks", "7s 8s 9s Ts 6c Kc")


@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_first_seat_leads_when_nobody_has_a_trump(dealer: int) -> None:
    order = stacked(36, HANDS_WITHOUT_HEARTS, dealer, "9h")
    deal = start(rules_for("classic", players=3), order, dealer)
    assert deal.lead == 0
    assert len(deal.questions) == 8


@pytest.mark.parametrize(("dealer", "lead"), [(0, 1), (1, 2), (2, 0)])
def test_lowest_card_leads_when_nobody_has_a_trump_the_nearest_left_of_the_dealer(
    dealer: int, lead: int
) -> None:
    order = stacked(36, HANDS_WITHOUT_HEARTS, dealer, "9h")
    deal = start(rules_for("classic", players=3, no_trump_lead="lowest-card"), order, dealer)
    assert deal.lead == lead, "each seat holds a six"
    assert deal.questions[-1].cards == ("6c", "6d", "6s")
    assert deal.questions[-1].shown == ((0, "6d"), (1, "6s"), (2, "6c"))


def test_lowest_card_goes_up_rank_by_rank() -> None:
    hands = ("8c Jc Qc Kc Jd Qd", "8d 9d Td Kd Ad Ac")
    order = stacked(36, hands, 0, "9h")
    deal = start(rules_for("classic", no_trump_lead="lowest-card"), order)
    assert [len(asked.cards) for asked in deal.questions[8:]] == [3, 3, 3]
    assert deal.questions[-1].shown == ((0, "8c"), (1, "8d"))
    assert deal.lead == 1


def test_if_every_seat_denies_everything_seat_0_leads() -> None:
    deal = Deal(rules_for("classic", no_trump_lead="lowest-card"), dealer=0)
    deal.supply({35: Card("6s")})
    while isinstance(deal.request, Question):
        deal.answer({})
    assert waits_for(deal) == Word(0)


def test_a_false_none_is_found_when_the_deck_is_opened() -> None:
    order = stacked(36, ("6h 7h 6c 7c 8c 9c", "8h 6d 7d 8d 9d Td"), 0, "Ah")
    deal = Deal(rules_for("classic"), 0)
    deal.supply({35: Card("Ah")})
    deal.answer({})  # 6h: seat 0 keeps quiet
    deal.answer({})  # 7h: again
    deal.answer({1: (0, Card("8h"))})
    assert deal.lead == 1
    assert false_answers(deal.questions, order) == [(0, "6h"), (0, "7h")]
    honest = start(rules_for("classic"), order)
    assert false_answers(honest.questions, order) == []


def test_a_false_none_to_a_question_of_a_rank_is_found_too() -> None:
    order = stacked(36, HANDS_WITHOUT_HEARTS, 0, "9h")
    deal = Deal(rules_for("classic", players=3, no_trump_lead="lowest-card"))
    deal.supply(dict(enumerate(order)))
    while len(deal.questions) < 8:
        deal.answer({})
    truth = answer_from_faces(deal)
    del truth[1]
    deal.answer(truth)
    assert deal.lead == 2
    assert false_answers(deal.questions, order) == [(1, "6s")]


def test_a_given_lead_asks_nothing() -> None:
    deal = Deal(rules_for("classic", players=4), dealer=1, lead=3)
    deal.supply({35: Card("6s")})
    assert waits_for(deal) == Word(3)
    assert (deal.defender, deal.questions) == (0, ())


@pytest.mark.parametrize("seats", [{"dealer": 2}, {"dealer": -1}, {"lead": 2}, {"lead": -1}])
def test_there_must_be_such_seats(seats: dict[str, Any]) -> None:
    with pytest.raises(ValueError):
        Deal(rules_for("classic"), **seats)


def test_a_caller_that_answers_wrongly_is_told_and_nothing_changes() -> None:
    deal = Deal(rules_for("classic"))
    with pytest.raises(RequestError):
        deal.supply({})
    with pytest.raises(RequestError):
        deal.supply({35: Card("2c")})
    with pytest.raises(RequestError):
        deal.supply({35: Card("6s"), 3: Card("6s")})
    with pytest.raises(RequestError):
        deal.supply({35: Card("6s"), 36: Card("7s")})
    with pytest.raises(RequestError):
        deal.answer({})
    assert deal.known == deal.faces == {}
    deal.supply({35: Card("6s")})
    with pytest.raises(RequestError):
        deal.supply({})
    for shown in (
        {0: (0, Card("7s"))},
        {1: (0, Card("8s"))},
        {7: (0, Card("7s"))},
        {0: (1, Card("7s")), 1: (0, Card("7s"))},
    ):
        with pytest.raises(RequestError):
            deal.answer(shown)
    assert deal.questions == ()
    assert set(deal.faces) == {35}


@pytest.mark.parametrize("order", [[], deck(36)[:-1], [*deck(36)[:-1], deck(36)[0]], deck(52)])
def test_the_driver_wants_the_whole_deck(order: Sequence[Card]) -> None:
    with pytest.raises(ValueError):
        start(rules_for("classic"), order)
