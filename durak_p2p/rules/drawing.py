"""Drawing up to six, and its order (rules 1.4 rule 7)."""

from durak_p2p.rules.options import HAND_SIZE
from durak_p2p.rules.requests import Cards, Grant
from durak_p2p.rules.seating import clockwise
from durak_p2p.rules.state import State


def drawing_order(state: State) -> list[int]:
    """Who led the bout first, then the others clockwise, the defender at its end last."""
    order = [
        seat
        for seat in clockwise(state.lead, state.rules.players)
        if seat != state.defender and seat not in state.out
    ]
    order.append(state.defender)
    return order


def draw(state: State) -> None:
    """Move cards from the stock to the hands; what must be opened for it is then pending.

    Each draws all that is missing before the next does. A card that all have seen (the turned one)
    needs no opening.
    """
    pile, faces = state.pile, state.faces
    if not pile:
        return
    grants: list[Grant] = []
    for seat in drawing_order(state):
        hand = state.hands[seat]
        for _ in range(min(HAND_SIZE - len(hand), len(pile))):
            position = pile.pop()
            hand.append(position)
            if position not in faces:
                grants.append(Grant(position, seat))
    if grants:
        state.pending = Cards(tuple(grants))
