"""Cards typed alone, without a verb: the one lawful move that lays them."""

from __future__ import annotations

from collections.abc import Sequence

from durak_p2p.cards import SUITS, Card, CardError, parse_card
from durak_p2p.rules import Move, MoveSyntaxError
from durak_p2p.rules.family import AnyMove
from durak_p2p.texts import cards_text, listed, sentence_of, text
from durak_p2p.ui.card_names import card_typed
from durak_p2p.ui.commands import move_words


def begins_with_card(words: Sequence[str]) -> bool:
    """Whether a line, its words as the rules write them, has a card where a verb would be."""
    return bool(words) and card_typed(words[0]) == words[0]


def bare_move(words: Sequence[str], legal: Sequence[AnyMove]) -> AnyMove:
    """Return the one move among the *legal* that lays just these cards.

    *words* are the cards as the rules write them; a suit may follow that is named with them.
    Raises :class:`MoveSyntaxError`: they are no cards, or none or several of the moves lay them.
    """
    suit = words[-1] if len(words) > 1 and words[-1] in SUITS else None
    try:
        cards = {parse_card(word) for word in (words if suit is None else words[:-1])}
    except CardError as error:
        raise MoveSyntaxError(sentence_of(error)) from None
    found = [move for move in legal if _laid(move) == cards and suit in (None, _named(move))]
    if len(found) == 1:
        return found[0]
    told = cards_text(sorted(cards))
    if not found:
        raise MoveSyntaxError(text("{cards} cannot be laid now.", cards=told))
    moves = listed(map(move_words, found))
    raise MoveSyntaxError(
        text("{cards} can be laid in several ways: {moves}. Type which.", cards=told, moves=moves)
    )


def _laid(move: AnyMove) -> set[Card]:
    return set(move.laid if isinstance(move, Move) else move.cards)


def _named(move: AnyMove) -> str | None:
    return None if isinstance(move, Move) else move.suit
