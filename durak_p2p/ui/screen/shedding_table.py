"""The model of a table of the shedding family."""

from __future__ import annotations

from durak_p2p.cards import Card
from durak_p2p.rules.shedding import Move, Phase, SheddingView, Verb
from durak_p2p.texts import Text, plural, text
from durak_p2p.ui.names import Names
from durak_p2p.ui.screen.model import Act, Pile, Role

_IN_PLAY = (Phase.PLAY, Phase.DRAW, Phase.FOLLOW, Phase.COVER)


def pile_of(view: SheddingView) -> Pile:
    """Return what lies there."""
    return Pile(view.top, view.suit, view.pile, view.owed)


def moves_of(view: SheddingView, card: Card) -> tuple[Move, ...]:
    """Return the lawful moves that lay a card: one for each suit that it may name."""
    return tuple(move for move in view.legal if move.card == card)


def acts_of(view: SheddingView) -> list[Act]:
    """Return what can be done besides laying cards."""
    verbs = {move.verb for move in view.legal}
    acts = ((Verb.PLAY, Act.LAY), (Verb.DRAW, Act.DRAW), (Verb.PASS, Act.PASS))
    return [act for verb, act in acts if verb in verbs]


def roles_of(view: SheddingView, seat: int) -> tuple[Role, ...]:
    """Return what a seat does, or what became of it."""
    if view.result is not None:
        if seat == view.result.loser:
            return (Role.FOOL,)
        return (Role.WINNER,) if seat == view.result.winner else ()
    return (Role.DEALER,) if seat == view.dealer and view.word is None else ()


def headline_of(view: SheddingView, names: Names, *, asked: bool) -> Text:
    """Return what is to be done now, and by whom."""
    if view.phase is Phase.OVER:
        return text("The deal is over.")
    if view.word is None:
        return text("The cards are dealt.")
    if asked:
        return _own_headline(view)
    if view.word == view.seat:
        return text("It is your turn.")
    return text("Waiting for {name} to play.", name=names[view.word])


def _own_headline(view: SheddingView) -> Text:
    verbs = {move.verb for move in view.legal}
    if view.owed:
        return plural(
            "Your turn: draw {count} card that is owed.",
            "Your turn: draw {count} cards that are owed.",
            view.owed,
        )
    if verbs == {Verb.DRAW}:
        return text("Your turn: nothing fits; draw.")
    if verbs == {Verb.PASS}:
        return text("Your turn: nothing fits; pass.")
    if view.top is None:
        return text("Your turn: lead any card.")
    match view.phase:
        case Phase.COVER:
            return text("Your turn: cover the ace.")
        case Phase.FOLLOW if Verb.PASS in verbs:
            return text("Your turn: play on, or pass.")
        case Phase.FOLLOW:
            return text("Your turn: play on.")
        case _:
            return text("Your turn: play a card that fits.")
