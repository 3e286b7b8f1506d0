"""A bout from its lead to its end: what each move does (rules 1.4 rules 1 to 6; 1.5)."""

from collections.abc import Callable, Mapping
from typing import Final

from durak_p2p.cards import Card
from durak_p2p.rules import ending, repetition
from durak_p2p.rules.drawing import draw
from durak_p2p.rules.limits import limit_for
from durak_p2p.rules.moves import Move, Verb
from durak_p2p.rules.next_lead import next_lead
from durak_p2p.rules.seating import next_opponent, throwers
from durak_p2p.rules.state import Phase, State
from durak_p2p.rules.word import give_word


def begin(state: State, lead: int) -> None:
    """A bout begins: `lead` has the word."""
    state.bout += 1
    state.lead = lead
    if state.rules.may_cheat:
        state.forget_cheating()
    lay_nothing(state)
    if not state.pile and repetition.is_third(state):
        ending.end_repeated(state)
        return
    state.phase = Phase.LEAD
    state.word = lead


def lay_nothing(state: State) -> None:
    """The bout is as it was before its lead laid anything; nothing lies there."""
    state.attacker = state.lead
    state.defender = next_opponent(state, state.lead)
    state.most = limit_for(state, state.defender)
    state.throwers = throwers(state)
    state.last_thrower = None
    state.asking = state.taken = False
    state.passes.clear()
    state.shown.clear()
    state.lay = []


def make(state: State, move: Move, positions: tuple[int, ...]) -> None:
    """Make a move that has been accepted; `positions` are those of its own cards."""
    seat = state.word
    assert seat is not None
    act(state, seat, move, positions)
    if move.verb is not Verb.EXCHANGE and not give_word(state):
        stop(state)


def act(state: State, seat: int, move: Move, positions: tuple[int, ...]) -> None:
    """What a move does, but for the word that follows from it."""
    _EFFECTS[move.verb](state, seat, move.cards, positions)
    if move.verb is not Verb.THROW:
        state.lay_by = None


def stop(state: State) -> None:
    """Nobody has the word: the bout closes, with cheating when all are done (rules 2)."""
    if not state.rules.may_cheat:
        clear_table(state)
    else:
        state.phase = Phase.CLOSE
        state.word = None


def clear_table(state: State) -> None:
    """The bout has closed: the cards are picked up or leave the deal, and all draw."""
    lying = [
        state.where[card] for pair in state.table_cards.items() for card in pair if card is not None
    ]
    (state.hands[state.defender] if state.taken else state.discarded).extend(lying)
    state.take_off_table()
    state.word = None
    draw(state)
    if state.pending is None:
        after_drawing(state)
    else:
        state.phase = Phase.DRAW


def after_drawing(state: State) -> None:
    """Who is out, whether the deal is over, and who leads the next bout."""
    went_out = ending.go_out(state)
    if went_out and ending.is_over(state):
        ending.end(state, went_out)
        return
    begin(state, next_lead(state, went_out))


# -- what each verb does --------------------------------------------------------------------------


def _lead(state: State, seat: int, cards: tuple[Card, ...], positions: tuple[int, ...]) -> None:
    _leave_hand(state, seat, positions)
    for card in cards:
        state.table_cards[card] = None
        state.ranks.add(card[0])
    state.unbeaten = len(cards)
    state.lay = list(cards)
    state.asking = state.rules.throw_in == "any-time"


def _beat(state: State, seat: int, cards: tuple[Card, ...], positions: tuple[int, ...]) -> None:
    attack, card = cards
    _leave_hand(state, seat, positions)
    state.table_cards[attack] = card
    state.ranks.add(card[0])
    state.unbeaten -= 1
    state.asking = state.rules.throw_in == "any-time"
    _forget_passes(state)


def _take(state: State, seat: int, cards: tuple[Card, ...], positions: tuple[int, ...]) -> None:
    state.taken = True
    _forget_passes(state)


def _throw(state: State, seat: int, cards: tuple[Card, ...], positions: tuple[int, ...]) -> None:
    _leave_hand(state, seat, positions)
    state.table_cards[cards[0]] = None
    state.ranks.add(cards[0][0])
    state.unbeaten += 1
    if state.lay_by == seat:
        state.lay.append(cards[0])
    else:
        state.lay = [cards[0]]
        state.lay_by = seat
    if state.rules.first_word == "last-thrower":
        state.last_thrower = seat


def _pass(state: State, seat: int, cards: tuple[Card, ...], positions: tuple[int, ...]) -> None:
    state.passes.add(seat)


def _transfer(state: State, seat: int, cards: tuple[Card, ...], positions: tuple[int, ...]) -> None:
    _leave_hand(state, seat, positions)
    state.table_cards[cards[0]] = None
    state.ranks.add(cards[0][0])
    state.unbeaten += 1
    state.lay = [cards[0]]
    _forget_passes(state)
    _hand_on(state)


def _show(state: State, seat: int, cards: tuple[Card, ...], positions: tuple[int, ...]) -> None:
    state.shown.add(seat)
    _hand_on(state)


def _exchange(state: State, seat: int, cards: tuple[Card, ...], positions: tuple[int, ...]) -> None:
    hand = state.hands[seat]
    lowest = positions[0]
    hand[hand.index(lowest)] = state.turned_position
    state.pile[0] = state.turned_position = lowest
    state.turned = state.faces[lowest]


_EFFECTS: Final[Mapping[Verb, Callable[[State, int, tuple[Card, ...], tuple[int, ...]], None]]] = {
    Verb.LEAD: _lead,
    Verb.BEAT: _beat,
    Verb.TAKE: _take,
    Verb.THROW: _throw,
    Verb.PASS: _pass,
    Verb.TRANSFER: _transfer,
    Verb.SHOW: _show,
    Verb.EXCHANGE: _exchange,
}


def _hand_on(state: State) -> None:
    """The attack is on the next opponent, and the old defender has the first word (rules 1.5)."""
    state.attacker = state.defender
    state.defender = next_opponent(state, state.defender)
    state.most = limit_for(state, state.defender)
    state.throwers = throwers(state)
    state.last_thrower = None
    state.asking = False


def _forget_passes(state: State) -> None:
    if not state.rules.pass_is_final:
        state.passes.clear()


def _leave_hand(state: State, seat: int, positions: tuple[int, ...]) -> None:
    hand = state.hands[seat]
    for position in positions:
        hand.remove(position)
