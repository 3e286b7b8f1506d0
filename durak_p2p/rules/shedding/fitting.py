"""Which card fits, and what it may name (rules 4.1 rule 3; 4.2; 4.3)."""

from durak_p2p.cards import SUITS, Card, deck, rank, suit
from durak_p2p.rules.shedding.state import Phase, State


def lies_open_ace(state: State) -> bool:
    """Whether an ace of `english` lies there that has not been covered (4.3)."""
    return (
        state.stage in (Phase.FOLLOW, Phase.COVER)
        and state.top is not None
        and state.game.effect(state.top).covered
    )


def fits(state: State, card: Card) -> bool:
    """Whether the card may be laid now by who has the turn."""
    top = state.top
    if top is None:
        return True
    if lies_open_ace(state):
        another_ace = state.stage is Phase.COVER and state.game.effect(card).covered
        return suit(card) == suit(top) or another_ace
    if state.stage is Phase.FOLLOW:
        return True
    return (
        suit(card) == state.suit
        or (rank(card) == rank(top) and rank(top) in state.game.by_rank)
        or state.game.effect(card).fits_always
    )


def nameable(state: State, card: Card) -> str:
    """The suits of which one must be named with the card; empty: it names none."""
    top = state.top
    if top is not None and lies_open_ace(state) and suit(card) == suit(top):
        # What covers an ace names the suit to follow, whatever it is itself.
        return SUITS.replace(suit(top), "")
    return SUITS if state.game.effect(card).names else ""


def all_fitting(state: State) -> frozenset[Card]:
    """All cards of the deck that fit now."""
    return frozenset(card for card in deck(state.rules.deck) if fits(state, card))
