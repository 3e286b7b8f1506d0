"""Who has the word (rules 1.4 rules 2, 3, 5 and 6)."""

from durak_p2p.rules.limits import is_full
from durak_p2p.rules.state import Phase, State


def next_thrower(state: State) -> int | None:
    """The next to be asked for a card to throw in; None when all have passed.

    Asked is the first in order who holds cards and has not passed. That is the whole of rules 3
    and 5: who lays a card is still the first in a round of rule 5, and passes are forgotten where
    a round begins anew. Whether a card *fits* is not looked at, for that would tell what a hand
    holds.
    """
    passes, hands = state.passes, state.hands
    last = state.last_thrower
    if last is not None and last not in passes and hands[last]:
        return last
    for seat in state.throwers:
        if seat not in passes and hands[seat]:
            return seat
    return None


def give_word(state: State) -> bool:
    """Give the word to whose it is now; False if nobody has it because the bout is over."""
    full = is_full(state)
    if state.taken:
        seat = None if full or not state.rules.throw_after_take else next_thrower(state)
        return seat is not None and _give(state, Phase.ADD, seat)
    if state.unbeaten:
        seat = next_thrower(state) if state.asking and not full else None
        if seat is not None:
            return _give(state, Phase.THROW, seat)
        return _give(state, Phase.DEFEND, state.defender)
    if full or not state.hands[state.defender]:
        return False
    seat = next_thrower(state)
    return seat is not None and _give(state, Phase.THROW, seat)


def _give(state: State, phase: Phase, seat: int) -> bool:
    state.phase = phase
    state.word = seat
    return True
