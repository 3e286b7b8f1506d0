"""The moves that are lawful now (for lists) and what is wrong with one that is not (for refusals).

Both sides of one rule stand next to each other here; a test compares them on every position. What
is wrong is of two kinds: a move that cannot be made now whatever its cards are, and a card
that does not fit. Where cheating is allowed only the second is free (rules 2).
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from durak_p2p.cards import Card, rank
from durak_p2p.rules.beating import SHOWS, THROWS, TRANSFERS, is_trump, leads, trumps
from durak_p2p.rules.errors import Limit, NoSuchCard, Unlawful
from durak_p2p.rules.limits import bout_limit, most_led
from durak_p2p.rules.moves import DONE, EXCHANGE, PASS, TAKE, Move, Verb
from durak_p2p.rules.options import Rules
from durak_p2p.rules.seating import next_opponent
from durak_p2p.rules.state import Phase, State
from durak_p2p.texts import CardText, Text, cards_text, text

# -- which verbs a phase has ----------------------------------------------------------------------


def verbs(rules: Rules, phase: Phase) -> frozenset[Verb]:
    """The verbs that a phase has at this table."""
    found = set(_VERBS.get(phase, ()))
    if phase is Phase.DEFEND and rules.variant == "transfer":
        found.add(Verb.TRANSFER)
        if rules.show_trump:
            found.add(Verb.SHOW)
    if found and rules.trump_exchange:
        found.add(Verb.EXCHANGE)
    if phase is Phase.CLOSE and rules.may_cheat:
        found.add(Verb.DONE)
    return frozenset(found)


_VERBS: Final[Mapping[Phase, tuple[Verb, ...]]] = {
    Phase.LEAD: (Verb.LEAD,),
    Phase.DEFEND: (Verb.BEAT, Verb.TAKE),
    Phase.THROW: (Verb.THROW, Verb.PASS),
    Phase.ADD: (Verb.THROW, Verb.PASS),
}
#: Value of the option `cheating` → the verbs with which any card may be laid (rules 2).
FREE: Final[Mapping[str, frozenset[Verb]]] = {
    "none": frozenset(),
    "beat-transfer": frozenset({Verb.BEAT, Verb.TRANSFER}),
    "all": frozenset({Verb.BEAT, Verb.TRANSFER, Verb.LEAD, Verb.THROW}),
}

# -- lists: cards come sorted as text, and so do the moves ----------------------------------------


def moves(state: State, hand: Iterable[Card]) -> list[Move]:
    """The lawful moves of who has the word and holds these cards, sorted as text."""
    lister = _LISTS.get(state.phase)
    if lister is None:
        return []
    cards = sorted(hand)
    found = lister(state, cards)
    if state.rules.trump_exchange and lowest_trump(state) in cards and state.pile:
        if state.phase is Phase.CLOSE:
            return found
        found.append(EXCHANGE)
        found.sort(key=str)
    return found


def _leads(state: State, hand: list[Card]) -> list[Move]:
    most = most_led(state)
    found: list[Move] = []
    start = 0
    for end in range(1, len(hand) + 1):
        if end == len(hand) or hand[end][0] != hand[start][0]:
            found += leads(tuple(hand[start:end]), most)
            start = end
    return found


def _defences(state: State, hand: list[Card]) -> list[Move]:
    found: list[Move] = []
    table = state.table_cards
    waiting = [attack for attack, beaten in table.items() if beaten is None]
    if len(waiting) > 1:
        waiting.sort()
    for attack in waiting:
        beats = state.beaten_by[attack]
        found += [beats[card] for card in hand if card in beats]
    if state.rules.variant == "transfer" and len(waiting) == len(table):
        return found + _transfers(state, hand)
    found.append(TAKE)
    return found


def _transfers(state: State, hand: list[Card]) -> list[Move]:
    """`show` and `transfer`, with `take` between them, where the text has it."""
    found: list[Move] = []
    if not transfers_begin_now(state):
        return [TAKE]
    attacked = first_attack(state)[0]
    fitting = [card for card in hand if card[0] == attacked]
    room = room_for_transfer(state) - len(state.table_cards)
    if state.rules.show_trump and room >= 0 and state.defender not in state.shown:
        assert state.trump is not None
        found += [SHOWS[card] for card in fitting if is_trump(card, state.trump)]
    found.append(TAKE)
    if room >= 1:
        found += [TRANSFERS[card] for card in fitting]
    return found


def _throws(state: State, hand: list[Card]) -> list[Move]:
    ranks = state.ranks
    return [PASS, *[THROWS[card] for card in hand if card[0] in ranks]]


def _close(state: State, hand: list[Card]) -> list[Move]:
    return [DONE]


_LISTS: Final[Mapping[Phase, Callable[[State, list[Card]], list[Move]]]] = {
    Phase.LEAD: _leads,
    Phase.DEFEND: _defences,
    Phase.THROW: _throws,
    Phase.ADD: _throws,
    Phase.CLOSE: _close,
}

# -- refusals: the cards are in the hand already --------------------------------------------------


def refuse_impossible(state: State, move: Move) -> None:
    """Raise if the move of who has the word cannot be made now; its cards are in the hand.

    Raises:
        NoSuchCard, Limit, Unlawful: looked for in this order.
    """
    refuse = _IMPOSSIBLE.get(move.verb)
    if refuse is not None:
        refuse(state, move.cards)


def refuse_misfit(state: State, move: Move) -> None:
    """Raise if a card of the move, which could be made otherwise, does not fit.

    Raises:
        Unlawful: it does not.
    """
    finder = _MISFITS.get(move.verb)
    if finder is not None and finder(state, move.cards):
        raise Unlawful(_why_misfit(state, move.verb, move.cards))


def misfits(state: State, move: Move) -> tuple[Card, ...]:
    """The cards of a move that it lays against the rules. The move could be made otherwise."""
    finder = _MISFITS.get(move.verb)
    return finder(state, move.cards) if finder is not None else ()


def _impossible_lead(state: State, cards: tuple[Card, ...]) -> None:
    most = most_led(state)
    if len(cards) > most:
        raise Limit(
            text("At most {most} can be led here, not {number}.", most=most, number=len(cards))
        )


def _misfits_of_lead(state: State, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    return tuple(card for card in cards if card[0] != cards[0][0])


def _impossible_beat(state: State, cards: tuple[Card, ...]) -> None:
    attack = cards[0]
    if state.table_cards.get(attack, attack) is not None:
        raise NoSuchCard(text("{attack} does not lie there unbeaten.", attack=CardText(attack)))


def _misfit_of_beat(state: State, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    return () if cards[1] in state.beaten_by[cards[0]] else cards[1:]


def _misfit_of_throw(state: State, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    return () if cards[0][0] in state.ranks else cards


def _impossible_transfer(state: State, cards: tuple[Card, ...]) -> None:
    lying = len(state.table_cards) + 1
    most = room_for_transfer(state)
    if lying > most:
        raise Limit(
            text(
                "{lying} cards would lie there, and the next player can be given {most}.",
                lying=lying,
                most=most,
            )
        )
    _impossible_handing_on(state)


def _misfit_of_transfer(state: State, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    return () if rank(cards[0]) == rank(first_attack(state)) else cards


def _impossible_show(state: State, cards: tuple[Card, ...]) -> None:
    lying = len(state.table_cards)
    most = room_for_transfer(state)
    if lying > most:
        raise Limit(
            text(
                "{lying} cards lie there, and the next player can be given {most}.",
                lying=lying,
                most=most,
            )
        )
    if state.defender in state.shown:
        raise Unlawful(text("A trump is shown only once in a bout."))
    _impossible_handing_on(state)
    # A show is no cheat, whatever is allowed: all see the card (rules 2).
    assert state.trump is not None
    if not is_trump(cards[0], state.trump):
        raise Unlawful(text("{card} is no trump.", card=CardText(cards[0])))
    if _misfit_of_transfer(state, cards):
        raise Unlawful(_why_misfit(state, Verb.SHOW, cards))


def _impossible_handing_on(state: State) -> None:
    if state.unbeaten < len(state.table_cards):
        raise Unlawful(text("A card is beaten already: there is no transfer any more."))
    if not transfers_begin_now(state):
        raise Unlawful(text("The first bout cannot be transferred."))


def _impossible_exchange(state: State, cards: tuple[Card, ...]) -> None:
    if not state.pile:
        raise Unlawful(text("The stock is empty: there is no turned card to swap."))


def _why_misfit(state: State, verb: Verb, cards: tuple[Card, ...]) -> Text:
    match verb:
        case Verb.LEAD:
            return text("{cards} are not of one rank.", cards=cards_text(cards))
        case Verb.BEAT:
            beater, attack = map(CardText, reversed(cards))
            return text("{beater} does not beat {attack}.", beater=beater, attack=attack)
        case Verb.THROW:
            return text("No card of the rank of {card} lies on the table.", card=CardText(cards[0]))
        case _:  # a transfer or a show
            attack = CardText(first_attack(state))
            card = CardText(cards[0])
            return text("{card} is not of the rank of {attack}.", card=card, attack=attack)


_IMPOSSIBLE: Final[Mapping[Verb, Callable[[State, tuple[Card, ...]], None]]] = {
    Verb.LEAD: _impossible_lead,
    Verb.BEAT: _impossible_beat,
    Verb.TRANSFER: _impossible_transfer,
    Verb.SHOW: _impossible_show,
    Verb.EXCHANGE: _impossible_exchange,
}
_MISFITS: Final[Mapping[Verb, Callable[[State, tuple[Card, ...]], tuple[Card, ...]]]] = {
    Verb.LEAD: _misfits_of_lead,
    Verb.BEAT: _misfit_of_beat,
    Verb.THROW: _misfit_of_throw,
    Verb.TRANSFER: _misfit_of_transfer,
}

# -- shared by both -------------------------------------------------------------------------------


def room_for_transfer(state: State) -> int:
    """How many attack cards the player may be given to whom the defender would transfer."""
    return min(bout_limit(state), len(state.hands[next_opponent(state, state.defender)]))


def transfers_begin_now(state: State) -> bool:
    """Whether this bout can be transferred at all."""
    return state.bout > 1 or state.rules.transfer_in_first_bout


def first_attack(state: State) -> Card:
    """The first card lying there: its rank is the attack's (rules 1.5, 2)."""
    return next(iter(state.table_cards))


def lowest_trump(state: State) -> Card:
    """The deck's lowest trump, which may be exchanged for the turned card."""
    assert state.trump is not None
    return trumps(state.rules.deck, state.trump)[0]
