"""Builds positions for the tests, and plays moves written as text.

deal = position("6h 7s", "8h 9c", trump="d", lead=0)
say(deal, "0 lead 6h", "1 beat 6h 8h")
"""

from collections.abc import Iterable
from copy import copy
from typing import Any

import pytest

from durak_p2p.cards import Card, deck, parse_card, suit
from durak_p2p.rules import Deal, RuleError, driver, parse_move, rules_for
from durak_p2p.rules import bout as bouts
from durak_p2p.rules.beating import beat_table


def cards(text: str) -> list[Card]:
    """The cards in a text like "6h Td"."""
    return [parse_card(word) for word in text.split()]


def position(
    *hands: str,
    stock: str = "",
    trump: str = "d",
    lead: int = 0,
    bout: int = 2,
    preset: str = "classic",
    **options: Any,
) -> Deal:
    """A deal at the beginning of a bout, all faces known to it.

    Args:
        hands: by seat; with an empty stock an empty hand is out already.
        stock: the stock, top first; its last card is the turned one and makes trump.
        trump: the trump suit where there is no stock.
        lead: who leads.
        bout: the bout's number; 1 is the deal's first.
        options: of the table; the deck is 36 cards where nothing else is said.
    """
    rules = rules_for(preset, players=len(hands), **options)
    deal = Deal(rules, dealer=0)
    held = [cards(hand) for hand in hands]
    pile = cards(stock)
    named = [card for cards_ in [*held, pile] for card in cards_]
    assert len(set(named)) == len(named), "a card is named twice"
    gone = [card for card in deck(rules.deck) if card not in named]
    order = [*(card for hand in held for card in hand), *gone, *pile]
    deal.known = dict(enumerate(order))
    deal.where = {card: place for place, card in deal.known.items()}
    deal.hands = [[deal.where[card] for card in hand] for hand in held]
    deal.pile = [deal.where[card] for card in reversed(pile)]
    deal.discarded = [deal.where[card] for card in gone]
    for card in gone:
        deal.faces[deal.where[card]] = card
    deal.trump = suit(pile[-1]) if pile else trump
    # Without a stock the turned card has gone to some hand; any trump will do.
    turned = pile[-1] if pile else next(c for c in reversed(order) if suit(c) == trump)
    deal.turned = turned
    deal.turned_position = deal.where[turned]
    deal.faces[deal.turned_position] = turned
    deal.beaten_by = beat_table(deal.trump)
    deal.pending = None
    deal.out = [] if pile else [seat for seat, hand in enumerate(held) if not hand]
    deal.bout = bout - 1
    bouts.begin(deal, lead)
    return deal


def say(deal: Deal, *moves: str) -> Deal:
    """Play moves written as "seat verb cards"."""
    for text in moves:
        seat, move = text.split(" ", 1)
        driver.play(deal, int(seat), parse_move(move))
    return deal


def refused(deal: Deal, text: str, code: str) -> str:
    """Try a move that must be refused with this code, and change nothing; gives the message."""
    before = snapshot(deal)
    with pytest.raises(RuleError) as caught:
        say(deal, text)
    assert caught.value.code == code, str(caught.value)
    assert snapshot(deal) == before
    return str(caught.value)


def legal(deal: Deal) -> list[str]:
    """The texts of the lawful moves."""
    return [move.text for move in driver.legal(deal)]


def hand(deal: Deal, seat: int) -> str:
    """The sorted cards of a seat."""
    return " ".join(driver.hand_cards(deal, seat))


def table(deal: Deal) -> str:
    """The table as "6h/7h 6s/-"."""
    return " ".join(f"{attack}/{beaten or '-'}" for attack, beaten in deal.table)


def snapshot(deal: Deal) -> dict[str, Any]:
    """Everything that a deal is, copied."""
    constant = {"rules", "beaten_by", "_verbs"}
    return {name: _copy(getattr(deal, name)) for name in attributes(deal) if name not in constant}


def twin(deal: Deal) -> Deal:
    """A deal of its own that stands where this one does."""
    other = object.__new__(Deal)
    for name in attributes(deal):
        value = getattr(deal, name)
        shared = name in {"rules", "beaten_by"}
        setattr(other, name, value if shared else copy(value))
    other.hands = [list(held) for held in deal.hands]
    return other


def attributes(deal: Deal) -> Iterable[str]:
    for kind in type(deal).__mro__:
        yield from getattr(kind, "__slots__", ())


def _copy(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_copy(item) for item in value]
    if isinstance(value, dict):
        return list(value.items())
    return set(value) if isinstance(value, set) else value
