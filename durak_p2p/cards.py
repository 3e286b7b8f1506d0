"""Cards and decks. A card is its two-character text everywhere: "6s", "Td", "Xr" (rules 1.2)."""

from collections.abc import Iterable
from typing import Final, NewType

from durak_p2p.texts import text

Card = NewType("Card", str)

SUITS: Final = "cdhs"
RANKS: Final = "23456789TJQKA"
JOKER: Final = "X"

#: Rank → its place from the lowest up; the jokers stand above the ace.
RANK_ORDER: Final = {rank: place for place, rank in enumerate(RANKS + JOKER)}
#: Suit → the joker of its colour.
JOKER_OF: Final = {"c": Card("Xb"), "d": Card("Xr"), "h": Card("Xr"), "s": Card("Xb")}

BLACK_JOKER: Final = Card("Xb")
RED_JOKER: Final = Card("Xr")
JOKERS: Final = (BLACK_JOKER, RED_JOKER)

#: Deck size → the ranks in it, lowest first.
DECK_RANKS: Final = {24: RANKS[7:], 32: RANKS[5:], 36: RANKS[4:], 52: RANKS, 54: RANKS}


class CardError(ValueError):
    """This is not a card, or not a deck."""


def _deck(size: int) -> tuple[Card, ...]:
    suited = tuple(Card(rank + suit) for suit in SUITS for rank in DECK_RANKS[size])
    return suited + JOKERS if size == 54 else suited


_DECKS: Final = {size: _deck(size) for size in DECK_RANKS}
_CARDS: Final = {card: card for card in _DECKS[54]}
_HAND_ORDER: Final = {card: place for place, card in enumerate(_DECKS[54])}


def parse_card(written: str) -> Card:
    """The card written as `written`.

    Raises:
        CardError: it is the text of no card.
    """
    card = _CARDS.get(Card(written))
    if card is None:
        raise CardError(text("{word!r} is not a card.", word=written))
    return card


def deck(size: int) -> tuple[Card, ...]:
    """The deck of `size` cards in its canonical order.

    A card's index in it is the number that the cryptography knows the card by: suits c d h s,
    ranks ascending inside a suit, then Xb and Xr.

    Raises:
        CardError: no deck has that size (24, 32, 36, 52, 54 do).
    """
    try:
        return _DECKS[size]
    except KeyError:
        raise CardError(text("There is no deck of {size} cards.", size=size)) from None


def rank(card: Card) -> str:
    """The rank's character; "X" for a joker."""
    return card[0]


def suit(card: Card) -> str:
    """The suit's character; "" for a joker, which has none."""
    return "" if card[0] == JOKER else card[1]


def is_joker(card: Card) -> bool:
    """Whether a card is one of the two jokers."""
    return card[0] == JOKER


def sort_hand(cards: Iterable[Card]) -> list[Card]:
    """The cards by suit c d h s, then rank, jokers last (Xb, Xr)."""
    return sorted(cards, key=_HAND_ORDER.__getitem__)
