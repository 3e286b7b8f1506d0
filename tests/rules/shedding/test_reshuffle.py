"""The option `reshuffle`: the players shuffle the pile together (protocol/rules.md, 4.1 rule 6)."""

import pytest

from durak_p2p.cards import Card
from durak_p2p.rules import Cards, Grant, RequestError, Word
from durak_p2p.rules.shedding import Phase, Reason, Reshuffle, SheddingDeal, driver

from .positions import cards, hand, legal, peer, pile, position, refused, say, snapshot, stock


def waiting(**options: object) -> SheddingDeal:
    """Seat 0 has drawn from an empty stock; under the 8c lie the Jd, the Ah and the 9d."""
    deal = position(
        "Td",
        "Ks 9c",
        top="8c",
        under="Jd Ah 9d",
        reshuffle=True,
        **options,  # type: ignore[arg-type]
    )
    return say(deal, "0 draw")


def test_a_draw_from_an_empty_stock_waits_for_the_shuffle() -> None:
    deal = waiting()
    assert (deal.phase, deal.word, legal(deal)) == (Phase.SHUFFLE, None, [])
    assert (deal.stock, deal.pile, deal.turnovers, deal.drawn) == (0, 4, 1, False)
    refused(deal, "0 draw", "not-your-word")


def test_the_request_names_the_cards_under_the_top_card_and_their_new_positions() -> None:
    deal = waiting()
    request = deal.request
    assert isinstance(request, Reshuffle)
    assert [deal.faces[place] for place in request.positions] == ["Jd", "Ah", "9d"]
    assert request.becomes == (36, 37, 38)


def test_the_shuffled_cards_are_the_stock_top_first_and_the_draw_is_made() -> None:
    deal = say(waiting(), "stock 9d Jd Ah")
    assert (hand(deal, 0), stock(deal), pile(deal)) == ("9d Td", "Jd Ah", "8c")
    assert (deal.word, deal.phase, deal.drawn) == (0, Phase.PLAY, True)
    assert deal.hands[0][-1] == 36


def test_only_the_cards_under_the_top_card_may_be_given() -> None:
    for text in ("9d Jd", "9d Jd Ah 8c", "9d Jd Ks", "9d Jd Jd"):
        refused(waiting(), f"stock {text}", "no-such-card")
    refused(say(waiting(), "stock 9d Jd Ah"), "stock 9d Jd Ah", "unlawful")


def test_without_the_option_nothing_is_shuffled() -> None:
    refused(position("Td", "Ks", top="8c", under="Jd"), "stock Jd", "unlawful")


def test_owed_cards_wait_too_and_are_still_owed() -> None:
    deal = position("6c 9c", "8d", top="7c", under="Th", reshuffle=True)
    say(deal, "0 play 6c", "1 draw")
    assert (deal.phase, deal.owed) == (Phase.SHUFFLE, 2)
    say(deal, "stock 7c Th")
    assert (deal.phase, deal.owed, deal.word, hand(deal, 1)) == (Phase.DRAW, 1, 1, "7c 8d")
    say(deal, "1 draw")
    assert (deal.phase, deal.word) == (Phase.PLAY, 0)


def test_the_tenth_time_the_deal_ends_and_nothing_is_shuffled() -> None:
    deal = waiting(turnovers=9)
    assert deal.result is not None
    assert deal.result.reason is Reason.TURNOVERS


def test_time_ends_a_deal_that_waits_for_a_shuffle() -> None:
    deal = waiting()
    driver.overrun(deal, 1)
    assert deal.result is not None
    assert (deal.result.points, deal.stock, deal.pile) == ((0, 13), 0, 4)


def test_the_next_shuffle_numbers_on() -> None:
    deal = say(waiting(), "stock 9d Jd Ah", "0 draw", "0 draw")
    assert (hand(deal, 0), deal.stock) == ("9d Td Jd Ah", 0)
    deal.laid.insert(0, deal.hands[0].pop())
    deal.open_face(deal.laid[0], Card("Ah"))
    say(deal, "0 draw")
    assert deal.request == Reshuffle((38,), (39,))


def test_for_peers_what_was_seen_is_hidden_again_and_each_drawn_card_is_granted() -> None:
    deal = peer(waiting())
    assert Card("Jd") in deal.where
    deal.reshuffled()
    assert set(deal.faces.values()) == {"8c"}
    assert list(deal.where) == ["8c"]
    assert deal.request == Cards((Grant(36, 0),))
    deal.supply({})
    assert deal.request == Word(0)


def test_faces_are_all_given_or_none() -> None:
    deal = waiting()
    before = snapshot(deal)
    jack, ace, nine = cards("Jd Ah 9d")
    for faces in (
        {36: jack},
        {36: jack, 37: ace, 39: nine},
        {36: jack, 37: ace, 38: jack},
        {36: jack, 37: ace, 38: Card("8c")},
    ):
        with pytest.raises(RequestError):
            deal.reshuffled(faces)
        assert snapshot(deal) == before
    deal.reshuffled({36: jack, 37: ace, 38: nine})
    assert deal.known[38] == nine


def test_no_shuffle_is_answered_that_is_not_asked_for() -> None:
    with pytest.raises(RequestError):
        position("Td", "Ks", top="8c").reshuffled()
