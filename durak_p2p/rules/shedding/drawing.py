"""Drawing, and the pile turned over to be the stock again (rules 4.1 rules 4 to 6 and 9)."""

from collections.abc import Mapping, Sequence
from typing import Final

from durak_p2p.cards import Card
from durak_p2p.rules.requests import Cards, Grant
from durak_p2p.rules.shedding import ending
from durak_p2p.rules.shedding.requests import Reshuffle
from durak_p2p.rules.shedding.state import Phase, State

#: The pile is not turned over for this time: the deal ends.
LAST_TURNOVER: Final = 10


def can_draw(state: State) -> bool:
    """Whether there is a card to draw: in the stock, or under the top card."""
    return bool(state.undrawn) or len(state.laid) > 1


def draw(state: State) -> None:
    """Who has the turn draws one card; `can_draw` holds."""
    if not state.undrawn:
        state.turnovers += 1
        if state.turnovers == LAST_TURNOVER:
            ending.end_by_turnovers(state)
            return
        if state.rules.reshuffle:
            under = tuple(state.laid[:-1])
            becomes = tuple(range(state.positions, state.positions + len(under)))
            state.pending = Reshuffle(under, becomes)
            return
        _turn_over(state, state.laid[:-1])
    _take_one(state)


def take_from_shuffled(state: State, request: Reshuffle, faces: Mapping[int, Card]) -> None:
    """The pile has been shuffled: it is the stock now, and the draw that waited is made."""
    state.pending = None
    state.positions += len(request.becomes)
    state.forget(request.positions)
    for position, card in faces.items():
        state.remember(position, card)
    _turn_over(state, request.becomes)
    _take_one(state)


def _turn_over(state: State, stock: Sequence[int]) -> None:
    del state.laid[:-1]
    state.undrawn = list(reversed(stock))


def _take_one(state: State) -> None:
    position = state.undrawn.pop()
    state.hands[state.turn].append(position)
    # A card that has been in the open pile needs no opening: all have seen it.
    if position not in state.faces:
        state.pending = Cards((Grant(position, state.turn),))
    if state.stage is Phase.DRAW:
        state.owed -= 1
        settle_owed(state)
    else:
        state.drawn = True


def owe(state: State, seat: int, cards: int, then: int) -> None:
    """`seat` owes so many cards; when they are drawn, seat `then` has the turn."""
    state.stage = Phase.DRAW
    state.turn = seat
    state.owed = cards
    state.after_owed = then
    settle_owed(state)


def settle_owed(state: State) -> None:
    """If all that is owed is drawn, or nothing is there to be drawn, the play goes on."""
    if state.owed and can_draw(state):
        return
    state.owed = 0
    state.stage = Phase.PLAY
    state.turn = state.after_owed
