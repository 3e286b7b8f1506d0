"""How many attack cards may lie there (rules 1.4 rules 1, 4 and 10; 1.5)."""

from typing import Final

from durak_p2p.rules.options import LARGEST_BOUT
from durak_p2p.rules.state import State

#: Value of the option `lead` → how many cards may be led.
MOST_LED: Final = {"same-rank": LARGEST_BOUT, "one": 1, "one-or-two": 2}


def bout_limit(state: State) -> int:
    """The attack cards that any defender may be given in this bout."""
    return state.rules.first_bout_limit if state.bout == 1 else LARGEST_BOUT


def limit_for(state: State, defender: int) -> int:
    """Rule 4's number if the bout began, or were transferred, now with this defender."""
    return min(bout_limit(state), len(state.hands[defender]))


def most_led(state: State) -> int:
    """How many cards may be led."""
    return min(state.most, MOST_LED[state.rules.lead])


def is_full(state: State) -> bool:
    """Whether no further attack card may be laid in this bout."""
    return len(state.table_cards) >= state.most
