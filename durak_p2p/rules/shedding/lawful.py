"""What may be done, and why not (rules 4.1 rule 4; *draws one*; 4.3; 4.4)."""

from collections.abc import Iterable

from durak_p2p.cards import Card
from durak_p2p.rules.errors import Unlawful
from durak_p2p.rules.shedding.drawing import can_draw
from durak_p2p.rules.shedding.duties import Claim, Duty
from durak_p2p.rules.shedding.fitting import lies_open_ace, plays
from durak_p2p.rules.shedding.moves import DRAW, PASS, Move
from durak_p2p.rules.shedding.state import Phase, State
from durak_p2p.texts import CardText, Text, text


def moves(state: State, hand: Iterable[Card]) -> list[Move]:
    """The lawful moves of the seat with the word, holding these cards; sorted as text."""
    if state.word is None:
        return []
    if state.stage is Phase.DRAW:
        return [DRAW]
    by_card = plays(state)
    found = [move for card in sorted(hand) for move in by_card.get(card, ())]
    holds = Claim.ONE_FITS if found else Claim.NONE_FITS
    others = [move for move in (DRAW, PASS) if claim(state, move) in (Claim.NOTHING, holds)]
    return others + found


def claim(state: State, move: Move) -> Claim | None:
    """What a draw or a pass says of the hand; None: it cannot be done now, whatever the hand."""
    if state.stage is Phase.DRAW:
        return Claim.NOTHING if move == DRAW else None
    if state.top is None:
        return None
    may_draw = can_draw(state) and not _has_drawn_enough(state)
    if move == DRAW:
        return Claim.NONE_FITS if may_draw else None
    if state.stage is Phase.FOLLOW:
        return Claim.ONE_FITS if may_draw else Claim.NOTHING
    return None if may_draw else Claim.NONE_FITS


def _has_drawn_enough(state: State) -> bool:
    if state.stage is Phase.FOLLOW:
        # On a six of one's own nothing is drawn; on an ace one card (4.3 rule 2).
        return state.drawn or not lies_open_ace(state)
    return state.game.draws_one and state.drawn


def refuse_play(state: State, move: Move, card: Card) -> None:
    """Refuse to lay a card of the hand where it does not fit, or names what it cannot.

    Raises:
        Unlawful: the sentence says why.
    """
    lawful = plays(state).get(card)
    if lawful is None:
        raise Unlawful(text("{card} does not fit.", card=CardText(card)))
    if move in lawful:
        return
    if move.suit is None:
        raise Unlawful(text("A suit must be named with {card}.", card=CardText(card)))
    if lawful[0].suit is None:
        raise Unlawful(text("{card} names no suit.", card=CardText(card)))
    raise Unlawful(text("{card} cannot name that suit.", card=CardText(card)))


def duty_of(state: State, move: Move) -> Duty | None:
    """Refuse a draw or a pass that cannot be; else what it owes that cannot be seen (4.4).

    Cards of the hand whose faces this deal knows are looked at: all of them where it knows the
    deck, and else those that all have seen.

    Raises:
        Unlawful: the sentence says why.
    """
    said = claim(state, move)
    if said is None:
        raise Unlawful(_why_not(state, move))
    if said is Claim.NOTHING:
        return None
    hand = state.hands[state.turn]
    fitting = plays(state)
    seen = [state.known[position] for position in hand if position in state.known]
    fitted = [card for card in seen if card in fitting]
    if said is Claim.NONE_FITS and fitted:
        raise Unlawful(text("{card} fits.", card=CardText(fitted[0])))
    if said is Claim.ONE_FITS and fitted:
        return None
    if len(seen) == len(hand):
        if said is Claim.ONE_FITS:
            raise Unlawful(text("A card must be drawn first."))
        return None
    return Duty(state.moves_made + 1, state.turn, move, said, tuple(hand), frozenset(fitting))


def _why_not(state: State, move: Move) -> Text:
    if state.stage is Phase.DRAW:
        return text("The cards owed must be drawn first.")
    if state.top is None:
        return text("A card must be led.")
    if move == PASS:
        return text("A card must be drawn first.")
    if not can_draw(state):
        return text("There is no card to draw.")
    return text("No card more may be drawn.")
