"""What cards are called in Russian, and how they may be typed in both alphabets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from durak_p2p.cards import BLACK_JOKER, RANKS, RED_JOKER, SUITS, deck
from durak_p2p.ui.layouts import LATIN, RUSSIAN

_HIGH: Final = "TJQKA"

#: Ranks and suits as Russian players write them: 10 В Д К Т; трефы, бубны, червы, пики.
RUSSIAN_RANKS: Final[Mapping[str, str]] = {
    **{rank: rank for rank in RANKS},
    **dict(zip(_HIGH, ("10", *"ВДКТ"), strict=True)),
}
RUSSIAN_SUITS: Final[Mapping[str, str]] = dict(zip(SUITS, "тбчп", strict=True))
RUSSIAN_JOKERS: Final[Mapping[str, str]] = {BLACK_JOKER: "Джч", RED_JOKER: "Джк"}
SUIT_SIGNS: Final[Mapping[str, str]] = dict(zip(SUITS, "♣♦♥♠", strict=True))

#: The letter that a Russian keyboard has on the key of a Latin one.
_SAME_KEY: Final = str.maketrans(RUSSIAN, LATIN)


def russian_card(card: str) -> str:
    """Return a card as Russian players write it: "Тп" is the ace of spades."""
    return RUSSIAN_JOKERS.get(card) or RUSSIAN_RANKS[card[0]] + RUSSIAN_SUITS[card[1]]


def same_keys(typed: str) -> str:
    """Return what would have been typed, had the keyboard not been on its Russian letters."""
    return typed.translate(_SAME_KEY)


def card_typed(word: str) -> str | None:
    """Return the card that is meant by *word*, or None.

    It is written as in English ("Td", "10d"), in Russian ("10б", "Дк" or "Дт" for the queen of
    clubs), with the keys of the English one on a Russian keyboard, or with a sign for the suit.
    Small letters will do.  The alphabets are not mixed: "T" is the ten, and "Т" is туз.
    """
    return _CARDS_TYPED.get(word.casefold())


def suit_typed(word: str) -> str | None:
    """Return the suit that is meant by *word*: a letter in either alphabet, or a sign; or None."""
    return _SUITS_TYPED.get(word.casefold())


def _latin(suit: str) -> set[str]:
    return {suit, SUIT_SIGNS[suit]}


def _cyrillic(suit: str) -> set[str]:
    crosses = {"к"} if suit == "c" else set()  # the clubs have two names: трефы, крести
    return {RUSSIAN_SUITS[suit], _on_russian_keys(suit), SUIT_SIGNS[suit], *crosses}


def _on_russian_keys(latin: str) -> str:
    return "".join(
        chr(next((key for key, letter in _SAME_KEY.items() if chr(letter) == c), ord(c)))
        for c in latin.casefold()
    )


def _spellings(card: str) -> Iterator[str]:
    if card in RUSSIAN_JOKERS:
        yield from (card, _on_russian_keys(card), RUSSIAN_JOKERS[card])
        return
    rank, suit = card[0], card[1]
    latin = {rank, "10"} if rank == "T" else {rank}
    yield from (spelling + end for spelling in latin for end in _latin(suit))
    cyrillic = {RUSSIAN_RANKS[rank], _on_russian_keys(rank)}
    yield from (spelling + end for spelling in cyrillic for end in _cyrillic(suit))


_CARDS_TYPED: Final[Mapping[str, str]] = {
    spelling.casefold(): card for card in deck(54) for spelling in _spellings(card)
}
_SUITS_TYPED: Final[Mapping[str, str]] = {
    spelling: suit for suit in SUITS for spelling in _latin(suit) | _cyrillic(suit)
}
