"""Going out, the end of the deal and its result (rules 1.4 rules 8, 9 and 11; 3)."""

from collections.abc import Collection

from durak_p2p.rules.drawing import drawing_order
from durak_p2p.rules.epaulettes import epaulettes
from durak_p2p.rules.seating import clockwise
from durak_p2p.rules.state import Phase, Reason, Result, State


def go_out(state: State) -> list[int]:
    """Put out who has no card when the stock is empty; in the order of drawing."""
    if state.pile:
        return []
    went_out = [seat for seat in drawing_order(state) if not state.hands[seat]]
    state.out += went_out
    return went_out


def still_in(state: State) -> list[int]:
    return [seat for seat in range(state.rules.players) if seat not in state.out]


def is_over(state: State) -> bool:
    """Whether no two opponents have cards."""
    return len({state.rules.team(seat) for seat in still_in(state)}) <= 1


def end(state: State, went_out: Collection[int]) -> None:
    """The deal ends after a bout; `went_out`: who went out with it."""
    for seat in clockwise(state.defender, state.rules.players):
        if seat not in state.out:
            _end_with_fool(state, seat, Reason.CARDS)
            return
    if state.rules.ends == "no-draw":
        _end_with_fool(state, state.defender, Reason.NO_DRAW)
    elif state.rules.ends == "replay":
        _end_as_replay(state, Reason.REPLAY)
    else:
        _end_as_draw(state, went_out, Reason.DRAW)


def end_repeated(state: State) -> None:
    """A position is there for the third time: nobody is the fool, under `no-draw` too."""
    if state.rules.ends == "replay":
        _end_as_replay(state, Reason.REPETITION)
    else:
        _end_as_draw(state, still_in(state), Reason.REPETITION)


def end_by_time(state: State, seat: int) -> None:
    """`seat` overran its time and is the fool. The cards lying there leave the deal."""
    _discard_table(state)
    _end_with_fool(state, seat, Reason.TIME)


def end_by_departure(state: State, seat: int, reason: Reason) -> None:
    """`seat` is gone: with cards it is the fool; without, nobody is, and the deal counts nothing.

    The cards lying there leave the deal.
    """
    _discard_table(state)
    if seat in state.out:
        _end_as_replay(state, reason)
    else:
        _end_with_fool(state, seat, reason)


def end_abandoned(state: State) -> None:
    """Nobody is there to play on. The cards lying there leave the deal."""
    _discard_table(state)
    _end_as_replay(state, Reason.AWAY)


def _discard_table(state: State) -> None:
    state.discarded.extend(
        state.where[card] for pair in state.table_cards.items() for card in pair if card is not None
    )


def _end_with_fool(state: State, fool: int, reason: Reason) -> None:
    team = state.rules.team
    points = tuple(0 if team(seat) == team(fool) else 2 for seat in range(state.rules.players))
    _finish(state, Result(fool, points, epaulettes(state, fool), reason))


def _end_as_draw(state: State, drawn: Collection[int], reason: Reason) -> None:
    team = state.rules.team
    teams = {team(seat) for seat in drawn}
    points = tuple(1 if team(seat) in teams else 2 for seat in range(state.rules.players))
    _finish(state, Result(None, points, 0, reason))


def _end_as_replay(state: State, reason: Reason) -> None:
    _finish(state, Result(None, (0,) * state.rules.players, 0, reason))


def _finish(state: State, result: Result) -> None:
    state.result = result
    state.phase = Phase.OVER
    state.word = state.pending = None
    state.take_off_table()
    state.forget_cheating()
    state.passes.clear()
    state.taken = False
