"""Cards and decks (rules 1.2)."""

import pytest

from durak_p2p.cards import Card, CardError, deck, parse_card, rank, sort_hand, suit


@pytest.mark.parametrize("size", [24, 32, 36, 52, 54])
def test_a_deck_has_its_size_and_no_card_twice(size: int) -> None:
    assert len(set(deck(size))) == len(deck(size)) == size


def test_the_canonical_order_is_suits_c_d_h_s_with_ranks_ascending_then_the_jokers() -> None:
    assert " ".join(deck(24)[:7]) == "9c Tc Jc Qc Kc Ac 9d"
    assert deck(36)[0] == "6c"
    assert deck(32)[-1] == "As"
    assert deck(52)[:3] == ("2c", "3c", "4c")
    assert deck(54)[-3:] == ("As", "Xb", "Xr")
    assert deck(54)[:52] == deck(52)


@pytest.mark.parametrize("size", [0, 1, 35, 53, 108])
def test_there_is_no_other_deck(size: int) -> None:
    with pytest.raises(CardError):
        deck(size)


def test_every_card_is_its_own_text() -> None:
    assert [parse_card(card) for card in deck(54)] == list(deck(54))


@pytest.mark.parametrize("text", ["", "6", "6x", "1s", "10s", "s6", "6S", "as", "Xs", "X", "6s "])
def test_anything_else_is_no_card(text: str) -> None:
    with pytest.raises(CardError):
        parse_card(text)


def test_a_joker_has_a_rank_of_its_own_and_no_suit() -> None:
    assert (rank(Card("Xr")), suit(Card("Xr"))) == ("X", "")
    assert (rank(Card("Td")), suit(Card("Td"))) == ("T", "d")


def test_a_hand_sorts_by_suit_then_rank_with_jokers_last() -> None:
    hand = [Card(text) for text in ["Xr", "9s", "Ah", "Th", "2h", "Kc", "Xb", "Ad"]]
    assert " ".join(sort_hand(hand)) == "Kc Ad 2h Th Ah 9s Xb Xr"
