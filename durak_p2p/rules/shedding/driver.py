"""Plays a deal whose deck is known: for the arbiter, simulations and tests."""

from collections.abc import Sequence

from durak_p2p.cards import Card, deck, sort_hand
from durak_p2p.rules.errors import NoSuchCard, Unlawful
from durak_p2p.rules.requests import Cards
from durak_p2p.rules.shedding.deal import SheddingDeal
from durak_p2p.rules.shedding.moves import Move
from durak_p2p.rules.shedding.options import SheddingRules
from durak_p2p.rules.shedding.requests import Reshuffle
from durak_p2p.texts import text


def start(
    rules: SheddingRules,
    cards: Sequence[Card],
    dealer: int = 0,
    lead: int | None = None,
    scores: tuple[int, int] = (0, 0),
) -> SheddingDeal:
    """A deal with all faces known, brought to its first word.

    Args:
        rules: the table's rules.
        cards: the whole deck by position, the top first.
        dealer: the dealer's seat.
        lead: who leads; None: as in a match's first deal.
        scores: the score before the deal, by seat.

    Raises:
        ValueError: this is not the deck of the rules, there is no such seat, or a score has lost
            the match already.
    """
    if len(cards) != rules.deck or set(cards) != set(deck(rules.deck)):
        raise ValueError(f"This is not a deck of {rules.deck} cards.")
    deal = SheddingDeal(rules, dealer, lead, scores)
    deal.supply(dict(enumerate(cards)))
    return deal


def play(deal: SheddingDeal, seat: int, move: Move) -> None:
    """Make a move and answer what the deal asks then but a shuffle; as `SheddingDeal.play`."""
    deal.play(seat, move)
    settle(deal)


def overrun(deal: SheddingDeal, seat: int) -> None:
    """The seat overran its time, and what is left is counted; as `SheddingDeal.overrun`."""
    deal.overrun(seat)
    settle(deal)


def shuffle(deal: SheddingDeal, stock: Sequence[Card]) -> None:
    """The cards under the top card are in this order now, the top first.

    Raises:
        Unlawful: no shuffle is awaited.
        NoSuchCard: these are other cards.
    """
    request = deal.pending
    if not isinstance(request, Reshuffle):
        raise Unlawful(text("No pile is to be shuffled now."))
    if sorted(stock) != sorted(deal.faces[position] for position in request.positions):
        raise NoSuchCard(text("These are not the cards under the top card."))
    deal.reshuffled(dict(zip(request.becomes, stock, strict=True)))
    settle(deal)


def settle(deal: SheddingDeal) -> None:
    """Open the cards asked for, out of the faces known to the deal."""
    if isinstance(deal.pending, Cards):
        deal.supply({})


def hand_cards(deal: SheddingDeal, seat: int) -> list[Card]:
    """The seat's cards, sorted; all its faces must be known to the deal."""
    return sort_hand(deal.known[position] for position in deal.hands[seat])


def legal(deal: SheddingDeal) -> list[Move]:
    """The lawful moves of the seat that has the word."""
    if deal.word is None:
        return []
    return deal.legal([deal.known[position] for position in deal.hands[deal.word]])
