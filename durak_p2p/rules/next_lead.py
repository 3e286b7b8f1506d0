"""Who leads the next bout (rules 1.4 rules 5, 6 and 8; 1.6)."""

from collections.abc import Sequence

from durak_p2p.rules.seating import clockwise, next_in, next_opponent
from durak_p2p.rules.state import State


def next_lead(state: State, went_out: Sequence[int]) -> int:
    """The lead of the bout after the one that has just ended.

    `went_out`: who went out with it.
    """
    defender = state.defender
    if state.taken:
        if _stood_alone(state, went_out):
            # Otherwise the same opponent, the one to the left, would lead again and again.
            return next_opponent(state, state.attacker, of=defender)
        return next_in(state, defender)
    if defender not in state.out:
        return defender
    team = state.rules.team(defender)
    for seat in clockwise(defender + 1, state.rules.players):
        if state.rules.team(seat) == team and seat not in state.out:
            return seat
    return next_in(state, defender)


def _stood_alone(state: State, went_out: Sequence[int]) -> bool:
    """Whether the defender took as the last of a team, with one other team in the deal."""
    if state.rules.teams == "none":
        return False
    team = state.rules.team
    playing = [s for s in range(state.rules.players) if s not in state.out or s in went_out]
    mates = [seat for seat in playing if team(seat) == team(state.defender)]
    return len(mates) == 1 and len({team(seat) for seat in playing}) == 2
