"""Moves that break the rules where the table allows it (rules 2, rules 1 to 3).

Only which card is laid is free. Lawful is what was lawful when it was laid, so it is noted then.
"""

from collections.abc import Iterable
from itertools import combinations

from durak_p2p.cards import Card
from durak_p2p.rules.errors import RuleError
from durak_p2p.rules.lawful import FREE, misfits, refuse_impossible, verbs
from durak_p2p.rules.moves import Move, Verb
from durak_p2p.rules.records import Cheat, Laid
from durak_p2p.rules.state import State


def note(state: State, seat: int, move: Move, positions: tuple[int, ...]) -> None:
    """Keep a move that is about to lay or show cards, and whether it breaks the rules."""
    wrong = misfits(state, move)
    cheat = Cheat(seat, state.bout, move, wrong) if wrong else None
    if cheat is not None:
        state.cheats.append(cheat)
    lay = state.laid[-1].lay if state.laid else 0
    if move.verb is not Verb.THROW or state.lay_by != seat:
        lay += 1
    state.laid.append(Laid(seat, move, positions, lay, state.most, cheat))


def unlawful_moves(state: State, hand: Iterable[Card]) -> list[Move]:
    """The moves of who has the word, holding these cards, that the table takes as cheats.

    Of leads those of two cards; sorted as text.
    """
    cards = sorted(hand)
    return sorted(
        (
            move
            for verb in verbs(state.rules, state.phase) & FREE[state.rules.cheating]
            for move in _all_moves(state, verb, cards)
            if is_cheat(state, move)
        ),
        key=str,
    )


def is_cheat(state: State, move: Move) -> bool:
    """Whether the table would take this move although it breaks the rules.

    The move is one of who has the word, and its own cards are in the hand.
    """
    if move.verb not in verbs(state.rules, state.phase) & FREE[state.rules.cheating]:
        return False
    try:
        refuse_impossible(state, move)
    except RuleError:
        return False
    return bool(misfits(state, move))


def _all_moves(state: State, verb: Verb, hand: list[Card]) -> list[Move]:
    match verb:
        case Verb.LEAD:
            return [Move(verb, (one, other)) for one, other in combinations(hand, 2)]
        case Verb.BEAT:
            waiting = [attack for attack, beaten in state.table_cards.items() if beaten is None]
            return [Move(verb, (attack, card)) for attack in waiting for card in hand]
        case _:  # a throw or a transfer
            return [Move(verb, (card,)) for card in hand]
