"""Who sits where: the next player still in, the next opponent, the throwers in their order."""

from collections.abc import Iterator

from durak_p2p.rules.state import State


def clockwise(start: int, seats: int) -> Iterator[int]:
    """All seats, clockwise, beginning with `start`."""
    for step in range(seats):
        yield (start + step) % seats


def next_in(state: State, seat: int) -> int:
    """The next player to the left of `seat` who is still in (`seat` itself if it is the last)."""
    seats = state.rules.players
    out = state.out
    for other in clockwise(seat + 1, seats):
        if other not in out:
            return other
    return seat


def next_opponent(state: State, seat: int, of: int | None = None) -> int:
    """The next player to the left of `seat` who is still in and an opponent of `of`.

    `of` left out is `seat` itself. Without teams that is the next player still in.
    """
    if state.rules.teams == "none" and of is None:
        return next_in(state, seat)
    team = state.rules.team(seat if of is None else of)
    for other in clockwise(seat + 1, state.rules.players):
        if other not in state.out and state.rules.team(other) != team:
            return other
    return seat


def nearest_opponent_right(state: State, seat: int) -> int:
    """As `next_opponent`, to the right."""
    seats = state.rules.players
    team = state.rules.team(seat)
    for step in range(1, seats):
        other = (seat - step) % seats
        if other not in state.out and state.rules.team(other) != team:
            return other
    return seat


def throwers(state: State) -> tuple[int, ...]:
    """Who may throw in on the defender, in the order asked (rules 1.4 rule 3, 1.6).

    Who led the bout, or transferred last, comes first, then the others clockwise. Whose added card
    was found to be against the rules adds nothing more (rules 2).
    """
    rules = state.rules
    if rules.variant == "simple":
        return ()
    defender, attacker = state.defender, state.attacker
    if rules.throwers == "lead":
        allowed = {attacker}
    elif rules.throwers == "neighbours":
        allowed = {nearest_opponent_right(state, defender), next_opponent(state, defender)}
    elif rules.teams == "none":
        allowed = set(range(rules.players))
        allowed.remove(defender)
    else:
        team = rules.team(defender)
        allowed = {seat for seat in range(rules.players) if rules.team(seat) != team}
    unasked = state.silenced.union(state.out)
    return tuple(
        seat
        for seat in clockwise(attacker, rules.players)
        if seat in allowed and seat not in unasked
    )
