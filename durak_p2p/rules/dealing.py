"""The deal: six cards each and the turned card (rules 1.3)."""

from durak_p2p.cards import is_joker, suit
from durak_p2p.rules.beating import beat_table
from durak_p2p.rules.options import HAND_SIZE
from durak_p2p.rules.requests import Cards, Grant
from durak_p2p.rules.state import State


def deal_hands(state: State) -> None:
    """Six cards each, one at a time, clockwise from the seat left of the dealer."""
    rules = state.rules
    turned = rules.deck - 1
    grants = []
    for number in range(rules.players * HAND_SIZE):
        seat = (state.dealer + 1 + number) % rules.players
        position = state.pile.pop()
        state.hands[seat].append(position)
        # Where the deck is dealt out, its last card is seen by all, and its owner's all the same.
        grants.append(Grant(position, None if position == turned else seat))
    if not rules.dealt_out:
        grants.append(Grant(turned, None))
    state.pending = Cards(tuple(grants))


def turn_up(state: State) -> bool:
    """Look at the card turned up: if it is suited it makes trump, and True is returned.

    A joker makes none: the next card up is pending to be opened. The suited card nearest the
    bottom goes under the jokers passed over, and all else keeps its order.
    """
    position = state.turned_position
    card = state.faces[position]
    if is_joker(card):
        state.turned_position = position - 1
        state.pending = Cards((Grant(position - 1, None),))
        return False
    if not state.rules.dealt_out:
        state.pile.remove(position)
        state.pile.insert(0, position)
    state.turned = card
    state.trump = suit(card)
    state.beaten_by = beat_table(state.trump)
    return True
