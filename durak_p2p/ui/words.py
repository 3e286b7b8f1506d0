"""Words and numbers that sentences are made of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from durak_p2p import texts
from durak_p2p.texts import CardText, Text, listed, plural, text

SUIT_NAMES: Final[Mapping[str, Text]] = {
    "c": text("clubs"),
    "d": text("diamonds"),
    "h": text("hearts"),
    "s": text("spades"),
}
#: Suits as they are typed.
SUIT_LETTERS: Final[Mapping[str, Text]] = {
    "c": text("c"),
    "d": text("d"),
    "h": text("h"),
    "s": text("s"),
}


def cards_text(cards: Sequence[str]) -> Text:
    """Return cards side by side."""
    return texts.cards_text(cards) if cards else text("none")


def cards_counted(count: int) -> Text:
    """Return a number of cards with its noun."""
    return plural("{count} card", "{count} cards", count) if count else text("no cards")


def and_listed(words: Sequence[str]) -> Text:
    """Return one word or more as a sentence names them: "A, B and C"."""
    *several, last = words
    if not several:
        return listed(words)
    return text("{several} and {last}", several=listed(several), last=last)


def lines(parts: Sequence[str]) -> Text:
    """Return lines, those left out that are empty."""
    return listed([part for part in parts if part], "\n")


def sentences(parts: Sequence[str]) -> Text:
    """Return sentences one after another."""
    return listed(parts, " ")


def table_cards(pairs: Sequence[tuple[str, str | None]]) -> Text:
    """Return attack cards side by side, each with the card that beats it: "6s/7s  6d"."""
    return listed(
        [listed([CardText(card) for card in pair if card], "/") for pair in pairs],
        "  ",
    )
