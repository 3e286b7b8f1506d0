"""What a laid card does, and whose turn it is then (rules 4.1 rules 5 and 7; 4.2; 4.3)."""

from durak_p2p.cards import Card, suit
from durak_p2p.rules.shedding import ending
from durak_p2p.rules.shedding.drawing import owe
from durak_p2p.rules.shedding.fitting import lies_open_ace
from durak_p2p.rules.shedding.state import Phase, State


def lay(state: State, card: Card, position: int, named: str | None) -> None:
    """Who has the turn lays a card, found lawful, and names a suit where it names one."""
    seat, other = state.turn, 1 - state.turn
    effect = state.game.effect(card)
    state.hands[seat].remove(position)
    state.laid.append(position)
    state.top = card
    state.suit = named or suit(card)
    state.drawn = False
    if not state.hands[seat] and not effect.goes_on:
        ending.end_by_card(state, seat, card)
        return
    state.stage = Phase.PLAY
    if effect.any_next or effect.covered:
        state.stage = Phase.FOLLOW
    elif effect.draws:
        owe(state, other, effect.draws, then=seat if effect.misses else other)
    elif not (effect.misses or effect.goes_on):
        state.turn = other


def pass_on(state: State) -> None:
    """Who has the turn passes: the other is bound to the same card."""
    # An open ace stays to be covered, from whoever it comes (4.3 rule 3).
    state.stage = Phase.COVER if lies_open_ace(state) else Phase.PLAY
    state.turn = 1 - state.turn
    state.drawn = False
