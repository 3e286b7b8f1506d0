"""The model of a table of the beating family."""

from __future__ import annotations

from durak_p2p.cards import Card
from durak_p2p.rules import Move, Phase, Verb, View
from durak_p2p.texts import Text, cards_text, text
from durak_p2p.ui.names import Names
from durak_p2p.ui.screen.model import Act, Role

#: Which verbs are commands, in the order of the key bar.
_ACTS = (
    (Verb.TAKE, Act.TAKE),
    (Verb.TRANSFER, Act.TRANSFER),
    (Verb.SHOW, Act.SHOW),
    (Verb.PASS, Act.PASS),
    (Verb.DONE, Act.DONE),
    (Verb.EXCHANGE, Act.EXCHANGE),
)
_IN_PLAY = (Phase.LEAD, Phase.DEFEND, Phase.THROW, Phase.ADD, Phase.CLOSE)


def moves_of(view: View, card: Card) -> tuple[Move, ...]:
    """Return the lawful moves that lay a card, or lay it first of several."""
    return tuple(
        move
        for move in view.legal
        if move.laid[:1] == (card,) or (move.verb is Verb.SHOW and move.cards == (card,))
    )


def acts_of(view: View) -> list[Act]:
    """Return what can be done besides laying cards."""
    verbs = {move.verb for move in view.legal}
    acts = [Act.LAY] if any(move.laid for move in view.legal) else []
    acts += [act for verb, act in _ACTS if verb in verbs]
    if view.rules.may_cheat and view.phase in _IN_PLAY and view.seat not in view.out:
        if view.legal and view.phase is not Phase.CLOSE:
            acts.append(Act.CHEAT)
        if view.seat not in view.barred and view.seat is not None:
            acts.append(Act.ACCUSE)
    return acts


def roles_of(view: View, seat: int) -> tuple[Role, ...]:
    """Return what a seat does in the bout."""
    if view.result is not None:
        if seat == view.result.fool:
            return (Role.FOOL,)
        return (Role.WINNER,) if view.result.points[seat] > 1 else ()
    if seat in view.out:
        return (Role.OUT,)
    if view.phase not in _IN_PLAY:
        return (Role.DEALER,) if seat == view.dealer and view.phase is Phase.DEAL else ()
    roles = []
    if seat == view.defender:
        roles.append(Role.TAKES if view.taken else Role.DEFENDS)
    elif seat == view.lead:
        roles.append(Role.LEADS if view.phase is Phase.LEAD else Role.ATTACKS)
    if seat in view.passed and view.phase in (Phase.DEFEND, Phase.THROW, Phase.ADD):
        roles.append(Role.PASSED)
    if seat in view.done and view.phase is Phase.CLOSE:
        roles.append(Role.DONE)
    return tuple(roles)


def headline_of(view: View, names: Names, *, asked: bool) -> Text:
    """Return what is to be done now, and by whom."""
    if view.phase is Phase.OVER:
        return text("The deal is over.")
    if view.phase not in _IN_PLAY:
        return text("The cards are dealt.")
    if asked:
        return _own_headline(view, names)
    if view.word is None:
        return text("The bout closes: waiting for all to be done.")
    name = names[view.word]
    if view.word == view.seat:
        return text("It is your turn.")
    match view.phase:
        case Phase.LEAD:
            return text("Waiting for {name} to lead.", name=name)
        case Phase.DEFEND:
            return text("Waiting for {name} to beat or take.", name=name)
        case _:
            return text("Waiting for {name} to throw in or pass.", name=name)


def _own_headline(view: View, names: Names) -> Text:
    waiting = [attack for attack, beater in view.table if beater is None]
    verbs = {move.verb for move in view.legal}
    match view.phase:
        case Phase.LEAD:
            assert view.defender is not None
            return text("Your turn: lead against {name}.", name=names[view.defender])
        case Phase.DEFEND if Verb.TRANSFER in verbs or Verb.SHOW in verbs:
            return text("Your turn: beat {cards}, transfer, or take.", cards=cards_text(waiting))
        case Phase.DEFEND if Verb.BEAT in verbs:
            return text("Your turn: beat {cards}, or take.", cards=cards_text(waiting))
        case Phase.DEFEND:
            return text("Your turn: nothing beats {cards}; take.", cards=cards_text(waiting))
        case Phase.THROW if Verb.THROW in verbs:
            return text("Your turn: throw in, or pass.")
        case Phase.ADD if Verb.THROW in verbs:
            return text("Your turn: throw in more before they are taken, or pass.")
        case Phase.CLOSE:
            return text("The bout closes: say done, or accuse.")
        case _:
            return text("Your turn: nothing fits; pass.")
