"""Epaulettes (rules 1.7)."""

from durak_p2p.cards import DECK_RANKS, rank
from durak_p2p.rules.state import State


def epaulettes(state: State, fool: int) -> int:
    """How many epaulettes the fool of this deal has: 0, 1 or 2."""
    if not state.rules.epaulettes or fool != state.defender or not state.lay:
        return 0
    lowest = DECK_RANKS[state.rules.deck][0]
    if rank(state.lay[-1]) != lowest:
        return 0
    return min(2, sum(rank(card) == lowest for card in state.lay))
