"""Words and numbers that sentences are made of."""

from __future__ import annotations

from collections.abc import Sequence

from durak_p2p.cards import Card
from durak_p2p.texts import Text, plural

SUIT_NAMES = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}


def cards_text(cards: Sequence[Card]) -> str:
    """Return cards side by side."""
    return " ".join(cards) or "none"


def counted(count: int, one: str, many: str) -> str:
    """Return a number with its noun."""
    return f"{count} {one if count == 1 else many}"


def cards_counted(count: int) -> Text:
    """Return a number of cards with its noun."""
    return plural("{count} card", "{count} cards", count)
