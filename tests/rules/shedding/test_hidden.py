"""Hidden hands: what is asked for, who sees it, and duties judged later (4.4)."""

import pytest

from durak_p2p.cards import Card, deck
from durak_p2p.rules import (
    Cards,
    Grant,
    MoveSyntaxError,
    NoSuchCard,
    Over,
    RequestError,
    Unlawful,
    Word,
)
from durak_p2p.rules.shedding import (
    Breach,
    Claim,
    Move,
    Phase,
    SheddingDeal,
    Verb,
    breaches,
    parse_move,
    rules_for,
)

from .positions import cards, peer, position, refused, snapshot


def play(deal: SheddingDeal, text: str, at: int | None = None) -> None:
    """A seat plays; `at`: the position that it opens."""
    seat, move = text.split(" ", 1)
    parsed = parse_move(move)
    faces = {} if at is None or parsed.card is None else {at: parsed.card}
    deal.play(int(seat), parsed, faces)


# -- cards asked for ------------------------------------------------------------------------------


def test_hands_are_dealt_by_position_each_to_its_seat_alone() -> None:
    deal = SheddingDeal(rules_for("pharaoh"), dealer=0)
    grants = tuple(Grant(place, 1 - place % 2) for place in range(8))
    assert deal.request == Cards(grants)
    assert (deal.phase, deal.word, deal.legal(cards("6c"))) == (Phase.DEAL, None, [])
    assert deal.hands == [[1, 3, 5, 7], [0, 2, 4, 6]]
    deal.supply({})
    assert deal.request == Word(1)


def test_czech_3_asks_for_the_dealers_last_card_to_be_opened_to_all() -> None:
    deal = SheddingDeal(rules_for("czech-3"), dealer=0)
    assert isinstance(deal.request, Cards)
    assert deal.request.opened == (11,)
    with pytest.raises(RequestError):
        deal.supply({})
    deal.supply({11: Card("9h")})
    assert (deal.turned, deal.faces) == ("9h", {11: "9h"})


def test_a_drawn_card_is_granted_to_its_seat() -> None:
    deal = peer(position("Td", "Ks", top="8c", stock="Ah Kh"))
    play(deal, "0 draw")
    assert deal.request == Cards((Grant(2, 0),))
    assert (deal.word, deal.stock, deal.drawn) == (None, 1, True)
    with pytest.raises(RequestError):
        deal.reshuffled()
    deal.supply({})
    assert deal.request == Word(0)


def test_cards_of_the_pile_turned_over_are_public_and_not_granted() -> None:
    deal = peer(position("Td", "Ks", top="8c", under="Ah Kh"))
    play(deal, "0 draw")
    assert deal.request == Word(0)
    assert deal.locate(0, Card("Ah")) == 2
    assert deal.locate(1, Card("Ah")) is None


def test_a_card_laid_is_opened_unless_all_have_seen_it() -> None:
    deal = peer(position("9c Td", "Ks", top="8c", under="Tc"))
    move = parse_move("play 9c")
    hand = {0: Card("9c"), 1: Card("Td")}
    assert deal.opens(move, hand) == {0: "9c"}
    deal.play(0, move, {0: Card("9c")})
    assert deal.faces[0] == "9c"
    deal = peer(position("Jd", "Ks", top="8c", under="Tc"))
    play(deal, "0 draw")
    assert deal.opens(parse_move("play Tc"), {0: Card("Jd"), 2: Card("Tc")}) == {}
    play(deal, "0 play Tc")
    assert deal.top == "Tc"


def test_when_the_deal_ends_the_hand_left_is_opened_to_all_and_then_counted() -> None:
    deal = peer(position("9c", "Ks Jd", top="8c"))
    play(deal, "0 play 9c", at=0)
    assert deal.request == Cards((Grant(1, None), Grant(2, None)))
    assert (deal.phase, deal.word, deal.result) == (Phase.COUNT, None, None)
    assert deal.ending is not None
    assert deal.ending.winner == 0
    deal.supply({1: Card("Ks"), 2: Card("Jd")})
    assert deal.request == Over()
    assert deal.result is not None
    assert deal.result.points == (0, 6)


def test_at_the_tenth_turnover_both_hands_are_opened_what_is_known_is_not() -> None:
    deal = position("Td 9d", "Ks", top="8c", under="Ah", turnovers=9)
    deal.open_face(0, Card("Td"))
    deal = peer(deal)
    play(deal, "0 draw")
    assert deal.request == Cards((Grant(1, None), Grant(2, None)))
    deal.supply({1: Card("9d"), 2: Card("Ks")})
    assert deal.result is not None
    assert (deal.result.winner, deal.result.points) == (1, (19, 0))


def test_time_asks_for_the_losers_hand_a_card_just_drawn_with_it() -> None:
    deal = peer(position("Td", "Ks", top="8c", stock="Ah Kh"))
    play(deal, "0 draw")
    deal.overrun(0)
    assert deal.request == Cards((Grant(0, None), Grant(2, None)))
    with pytest.raises(ValueError, match="over"):
        deal.overrun(1)


def test_nothing_is_asked_in_words() -> None:
    deal = position("9c", "Ks")
    assert deal.questions == ()
    with pytest.raises(RequestError):
        deal.answer({})
    with pytest.raises(RequestError):
        deal.supply({})


@pytest.mark.parametrize(
    "faces",
    [
        {0: "9h"},
        {0: "9c", 1: "Td"},
        {2: "9c"},
        {99: "9c"},
        {0: "9c", 3: "9c"},
    ],
)
def test_a_move_opens_what_it_lays_and_nothing_else(faces: dict[int, Card]) -> None:
    deal = peer(position("9c Td", "Ks", top="8c"))
    before = snapshot(deal)
    with pytest.raises((RequestError, NoSuchCard)):
        deal.play(0, parse_move("play 9c"), faces)
    with pytest.raises(RequestError):
        deal.play(0, parse_move("pass"), {0: Card("9c")})
    assert snapshot(deal) == before


def test_a_card_of_another_deck_or_place_is_not_believed() -> None:
    deal = peer(position("9c", "Ks Jd", top="8c"))
    play(deal, "0 play 9c", at=0)
    for faces in ({1: "2c", 2: "Jd"}, {1: "9c", 2: "Jd"}, {1: "Jd", 2: "Jd"}):
        with pytest.raises(RequestError):
            deal.supply(faces)  # type: ignore[arg-type]


def test_a_move_made_of_what_does_not_go_together_is_no_move() -> None:
    deal = position("9c", "Ks Jd", top="8c")
    for move in (Move(Verb.DRAW, Card("9c")), Move(Verb.PLAY), Move(Verb.PLAY, Card("9c"), "x")):
        with pytest.raises(MoveSyntaxError):
            deal.play(0, move)


# -- duties ---------------------------------------------------------------------------------------


def test_where_the_hand_is_hidden_a_draw_is_taken_and_noted() -> None:
    known = position("9c Td", "Ks", top="8c", stock="Ah Kh")
    refused(known, "0 draw")
    deal = peer(known)
    play(deal, "0 draw")
    (duty,) = deal.duties
    assert (duty.number, duty.seat, duty.hand, duty.claim) == (1, 0, (0, 1), Claim.NONE_FITS)
    assert set(cards("9c 8d Qh")) <= duty.fitting
    assert Card("Td") not in duty.fitting
    assert breaches(deal.duties, known.known) == (Breach(1, 0, Move(Verb.DRAW), Card("9c")),)


def test_a_draw_that_kept_the_duty_is_no_breach() -> None:
    known = position("Jd Td", "Ks", top="8c", stock="9c Kh")
    deal = peer(known)
    play(deal, "0 draw")
    assert breaches(deal.duties, known.known) == ()


def test_a_pass_is_noted_too_with_the_card_drawn_before_it() -> None:
    known = position("Jd", "Ks", top="8c", stock="9c Kh", preset="czech-1")
    deal = peer(known)
    play(deal, "0 draw")
    deal.supply({})
    play(deal, "0 pass")
    assert [duty.hand for duty in deal.duties] == [(0,), (0, 2)]
    assert breaches(deal.duties, known.known) == (Breach(2, 0, Move(Verb.PASS), Card("9c")),)


def test_owed_cards_and_polish_passes_owe_nothing() -> None:
    deal = peer(position("7c 9d", "Ks", top="8c", stock="9c Kh"))
    play(deal, "0 play 7c", at=0)
    play(deal, "1 draw")
    assert deal.duties == []
    deal = peer(position("6c 9d", "Ks", top="8c", stock="9c Kh", preset="polish"))
    play(deal, "0 play 6c", at=0)
    play(deal, "0 pass")
    assert deal.duties == []


def test_what_all_can_see_is_judged_at_once() -> None:
    known = position("9c Td", "Ks", top="8c", stock="Ah Kh")
    known.open_face(0, Card("9c"))
    deal = peer(known)
    with pytest.raises(Unlawful, match="9c fits"):
        play(deal, "0 draw")
    with pytest.raises(Unlawful, match="drawn first"):
        play(deal, "0 pass")
    assert deal.duties == []


def test_english_nothing_of_the_aces_suit_before_that_draw() -> None:
    known = position("Ac 9c Qh", "Ks", top="8c", stock="Kc Kh", preset="english")
    deal = peer(known)
    play(deal, "0 play Ac", at=0)
    play(deal, "0 draw")
    deal.supply({})
    play(deal, "0 pass")
    (duty,) = deal.duties
    assert duty.fitting == {card for card in deck(36) if card[1] == "c"}
    assert breaches(deal.duties, known.known) == (Breach(2, 0, Move(Verb.DRAW), Card("9c")),)


def test_english_who_passes_without_having_drawn_holds_a_card_of_the_aces_suit() -> None:
    known = position("Ac 9d Qh", "Ks", top="8c", stock="Kc Kh", preset="english")
    deal = peer(known)
    play(deal, "0 play Ac", at=0)
    play(deal, "0 pass")
    (duty,) = deal.duties
    assert duty.claim is Claim.ONE_FITS
    assert breaches(deal.duties, known.known) == (Breach(2, 0, Move(Verb.PASS), None),)
    honest = position("Ac 9c Qh", "Ks", top="8c", stock="Kc Kh", preset="english")
    deal = peer(honest)
    play(deal, "0 play Ac", at=0)
    play(deal, "0 pass")
    assert breaches(deal.duties, honest.known) == ()


def test_english_a_known_card_of_the_suit_leaves_nothing_to_note() -> None:
    known = position("Ac 9c Qh", "Ks", top="8c", stock="Kc Kh", preset="english")
    known.open_face(1, Card("9c"))
    deal = peer(known)
    play(deal, "0 play Ac", at=0)
    play(deal, "0 pass")
    assert deal.duties == []


def test_after_a_reshuffle_duties_are_judged_by_the_new_positions() -> None:
    known = position("Td", "Ks", top="8c", under="9c Jd", reshuffle=True, preset="czech-1")
    deal = peer(known)
    play(deal, "0 draw")
    deal.reshuffled()
    deal.supply({})
    play(deal, "0 pass")
    faces = {**known.known, 36: Card("9c"), 37: Card("Jd")}
    assert breaches(deal.duties, faces) == (Breach(2, 0, Move(Verb.PASS), Card("9c")),)


def test_what_may_be_done_lists_only_what_duty_allows() -> None:
    deal = peer(position("9c Td", "Ks", top="8c", stock="Ah Kh"))
    assert [move.text for move in deal.legal(cards("9c Td"))] == ["play 9c"]
    assert [move.text for move in deal.legal(cards("9d Td"))] == ["draw"]
