"""Plays a deal whose deck is known: for the arbiter, simulations and tests."""

from collections.abc import Sequence

from durak_p2p.cards import Card, deck, sort_hand
from durak_p2p.rules.deal import Deal
from durak_p2p.rules.errors import RequestError
from durak_p2p.rules.moves import Move
from durak_p2p.rules.options import Rules
from durak_p2p.rules.requests import Cards, Question
from durak_p2p.texts import text


def start(rules: Rules, cards: Sequence[Card], dealer: int = 0, lead: int | None = None) -> Deal:
    """A deal with all faces known, brought to its first word.

    Args:
        rules: the table's rules.
        cards: the whole deck by position, the top first.
        dealer: the dealer's seat.
        lead: who leads; None: the rules' first lead.

    Raises:
        ValueError: this is not the deck of the rules, or there is no such seat.
    """
    if len(cards) != rules.deck or set(cards) != set(deck(rules.deck)):
        raise ValueError(f"This is not a deck of {rules.deck} cards.")
    deal = Deal(rules, dealer, lead)
    deal.supply(dict(enumerate(cards)))
    settle(deal)
    return deal


def play(deal: Deal, seat: int, move: Move) -> None:
    """Make a move and answer what the deal asks then; as `Deal.play` otherwise."""
    deal.play(seat, move)
    if deal.pending is not None:
        settle(deal)


def settle(deal: Deal) -> None:
    """Answer the deal's requests out of the faces known to it, until a seat has the word."""
    while deal.pending is not None:
        if isinstance(deal.pending, Cards):
            deal.supply({})
        else:
            deal.answer(answer_from_faces(deal))


def answer_from_faces(deal: Deal) -> dict[int, tuple[int, Card]]:
    """The true answers to the pending question. A seat with several such cards shows the first.

    Raises:
        RequestError: nothing is asked.
    """
    if not isinstance(deal.pending, Question):
        raise RequestError(text("Nothing is asked."))
    shown: dict[int, tuple[int, Card]] = {}
    for card in deal.pending.cards:
        position = deal.where.get(card)
        for seat, hand in enumerate(deal.hands):
            if position is not None and position in hand and seat not in shown:
                shown[seat] = (position, card)
    return shown


def hand_cards(deal: Deal, seat: int) -> list[Card]:
    """The seat's cards, sorted; all its faces must be known to the deal."""
    return sort_hand(deal.known[position] for position in deal.hands[seat])


def legal(deal: Deal, seat: int | None = None) -> list[Move]:
    """The lawful moves of a seat; None: of the one that has the word."""
    if deal.word is None:
        return deal.legal(()) if seat is None or seat in deal.owing else []
    if seat is not None and seat != deal.word:
        return []
    known = deal.known
    return deal.legal([known[position] for position in deal.hands[deal.word]])
