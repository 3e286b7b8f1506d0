"""1.2: which card beats which."""

import itertools

import pytest

from durak_p2p.cards import RANKS, Card, deck, rank, suit
from durak_p2p.rules.beating import beat_table, beats, trumps


@pytest.mark.parametrize("trump", "cdhs")
def test_a_card_is_beaten_by_a_higher_one_of_its_suit_and_a_plain_one_by_any_trump(
    trump: str,
) -> None:
    for attack in deck(52):
        for card in deck(52):
            higher = RANKS.index(rank(card)) > RANKS.index(rank(attack))
            expected = (suit(card) == suit(attack) and higher) or (
                suit(card) == trump and suit(attack) != trump
            )
            assert beats(card, attack, trump) == expected, (card, attack, trump)


def test_in_52_cards_the_low_ranks_are_told_apart() -> None:
    for low, high in itertools.pairwise(RANKS):
        assert beats(Card(high + "s"), Card(low + "s"), "d")
        assert not beats(Card(low + "s"), Card(high + "s"), "d")


@pytest.mark.parametrize(
    ("trump", "highest", "other"),
    [("h", "Xr", "Xb"), ("d", "Xr", "Xb"), ("c", "Xb", "Xr"), ("s", "Xb", "Xr")],
)
def test_the_joker_of_the_trump_suits_colour_is_the_highest_trump(
    trump: str, highest: str, other: str
) -> None:
    for card in deck(54):
        if card != highest:
            assert beats(Card(highest), card, trump)
            assert not beats(card, Card(highest), trump)
    assert trumps(54, trump)[-2:] == ("A" + trump, highest)


@pytest.mark.parametrize("trump", "cdhs")
def test_the_other_joker_beats_its_own_colour_and_is_beaten_by_any_trump(trump: str) -> None:
    red = trump in "dh"
    other, own = (Card("Xb"), "cs") if red else (Card("Xr"), "dh")
    for card in deck(52):
        assert beats(other, card, trump) == (suit(card) in own)
        assert beats(card, other, trump) == (suit(card) == trump)


@pytest.mark.parametrize("trump", "cdhs")
def test_the_table_says_the_same(trump: str) -> None:
    for attack, answers in beat_table(trump).items():
        assert set(answers) == {card for card in deck(54) if beats(card, attack, trump)}
        for card, move in answers.items():
            assert move.text == f"beat {attack} {card}"
