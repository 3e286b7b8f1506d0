"""The same position for the third time (rules 1.4 rule 11)."""

from typing import Final

from durak_p2p.rules.state import State

TIMES: Final = 3


def is_third(state: State) -> bool:
    """Note the position in which a lead begins; whether it is there for the third time.

    Positions of the deck stand for cards: who holds which is public, so every peer sees it.
    """
    key = (state.lead, *map(frozenset, state.hands))
    times = state.seen.get(key, 0) + 1
    state.seen[key] = times
    return times >= TIMES
