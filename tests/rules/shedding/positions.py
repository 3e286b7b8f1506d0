"""Builds positions for the tests, and plays moves written as text.

deal = position("8c 9d", "7h Qs", top="8d", stock="Ac")
say(deal, "0 play 8c", "1 draw")
"""

from collections.abc import Iterable
from copy import copy
from typing import Any

import pytest

from durak_p2p.cards import Card, deck, parse_card, suit
from durak_p2p.rules import RuleError
from durak_p2p.rules.shedding import Phase, SheddingDeal, driver, parse_move, rules_for


def cards(text: str) -> list[Card]:
    """The cards in a text like "6h Td"."""
    return [parse_card(word) for word in text.split()]


def position(
    *hands: str,
    top: str | None = None,
    follow: str | None = None,
    stock: str = "",
    under: str = "",
    turn: int = 0,
    turnovers: int = 0,
    scores: tuple[int, int] = (0, 0),
    preset: str = "czech",
    **options: Any,
) -> SheddingDeal:
    """A deal of these cards and no others, all faces known to it; `turn` has the word.

    Args:
        hands: by seat.
        top: the pile's top card; None: a card is to be led.
        follow: the suit named with it; None: its own.
        stock: the stock, top first.
        under: the cards under the top card, the one laid first first.
        turn: who has the word.
        turnovers: how often the pile has been turned over.
        scores: before the deal.
        options: of the table.
    """
    deal = SheddingDeal(rules_for(preset, **options), scores=scores)
    held, drawn, laid = [cards(hand) for hand in hands], cards(stock), cards(under)
    if top is not None:
        laid.append(parse_card(top))
    order = [*(card for hand in held for card in hand), *drawn, *laid]
    assert len(set(order)) == len(order), "a card is named twice"
    deal.known = dict(enumerate(order))
    deal.where = {card: place for place, card in deal.known.items()}
    deal.hands = [[deal.where[card] for card in hand] for hand in held]
    deal.undrawn = [deal.where[card] for card in reversed(drawn)]
    deal.laid = [deal.where[card] for card in laid]
    deal.faces = {deal.where[card]: card for card in laid}
    if laid:
        deal.top = laid[-1]
        deal.suit = follow or suit(laid[-1])
    deal.pending = None
    deal.stage = Phase.PLAY
    deal.turn = turn
    deal.turnovers = turnovers
    return deal


def dealt(
    preset: str = "czech", dealer: int = 0, lead: int | None = None, **options: Any
) -> SheddingDeal:
    """A deal of the canonical deck, all faces known to it."""
    rules = rules_for(preset, **options)
    return driver.start(rules, deck(rules.deck), dealer, lead)


def say(deal: SheddingDeal, *moves: str) -> SheddingDeal:
    """Play moves written as "seat verb card suit", and shuffles as "stock cards"."""
    for text in moves:
        first, rest = text.split(" ", 1)
        if first == "stock":
            driver.shuffle(deal, cards(rest))
        else:
            driver.play(deal, int(first), parse_move(rest))
    return deal


def refused(deal: SheddingDeal, text: str, code: str = "unlawful") -> str:
    """Try a move that must be refused with this code, and change nothing; gives the message."""
    before = snapshot(deal)
    with pytest.raises(RuleError) as caught:
        say(deal, text)
    assert caught.value.code == code, str(caught.value)
    assert snapshot(deal) == before
    return str(caught.value)


def legal(deal: SheddingDeal) -> list[str]:
    """The texts of the lawful moves."""
    return [move.text for move in driver.legal(deal)]


def named(card: str, suits: str = "cdhs") -> list[str]:
    """The texts of the moves that lay a card and name one of these suits."""
    return [f"play {card} {suit}" for suit in suits]


def hand(deal: SheddingDeal, seat: int) -> str:
    """The sorted cards of a seat."""
    return " ".join(driver.hand_cards(deal, seat))


def stock(deal: SheddingDeal) -> str:
    """The stock, top first."""
    return " ".join(deal.known[place] for place in reversed(deal.undrawn))


def pile(deal: SheddingDeal) -> str:
    """The pile, the card laid first first."""
    return " ".join(deal.faces[place] for place in deal.laid)


def snapshot(deal: SheddingDeal) -> dict[str, Any]:
    """Everything that a deal is, copied."""
    return {name: _copy(getattr(deal, name)) for name in _attributes(deal)}


def twin(deal: SheddingDeal) -> SheddingDeal:
    """A deal of its own that stands where this one does."""
    other = object.__new__(SheddingDeal)
    for name in _attributes(deal):
        setattr(other, name, copy(getattr(deal, name)))
    other.hands = [list(held) for held in deal.hands]
    return other


def peer(deal: SheddingDeal) -> SheddingDeal:
    """A deal that stands where this one does and knows only what all have seen."""
    other = twin(deal)
    other.known = dict(deal.faces)
    other.where = {card: place for place, card in deal.faces.items()}
    return other


def _attributes(deal: SheddingDeal) -> Iterable[str]:
    for kind in type(deal).__mro__:
        yield from getattr(kind, "__slots__", ())


def _copy(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_copy(item) for item in value]
    return list(value.items()) if isinstance(value, dict) else value
