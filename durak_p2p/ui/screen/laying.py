"""What it means to pick a card of the hand: a move, a choice between moves, or part of a lead."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from durak_p2p.cards import Card, rank
from durak_p2p.rules import Move, Verb, shedding
from durak_p2p.rules.family import AnyMove
from durak_p2p.texts import CardText, Text, cards_text, text
from durak_p2p.ui.screen.model import HandCard, TableModel
from durak_p2p.ui.screen.selection import Make, MenuItem, Pressed, Selection

SUITS: Final = {
    "s": text("spades"),
    "h": text("hearts"),
    "c": text("clubs"),
    "d": text("diamonds"),
}


def pick(model: TableModel, selection: Selection, card: Card) -> Pressed:
    """Return what it comes to when a card is picked."""
    selection = replace(selection, cursor=card, notice=None)
    held = model.held(card)
    if held is None or not model.asked:
        return Pressed(selection.saying(text("It is not your turn.")))
    verbs = {move.verb for move in model.legal}
    if Verb.LEAD in verbs:
        return _pick_to_lead(model, selection, held)
    if selection.cheating:
        return _choose(selection, card, _cheats(model, card), deliberate=True)
    if not held.moves:
        # Why not is told by the rules, to whom it is put.
        tried = _attempt(model, card)
        if tried is None:
            return Pressed(selection.saying(text("No card can be laid now.")))
        return Pressed(selection, Make(tried))
    # What can be beaten is offered as it lies.
    place = {attack: number for number, (attack, _) in enumerate(model.pairs)}
    moves = sorted(held.moves, key=lambda move: place.get(move.cards[0], len(place)))
    return _choose(selection, card, tuple(moves))


def choose_verb(model: TableModel, selection: Selection, verb: Verb, question: Text) -> Pressed:
    """Return what it comes to when a card is asked for by what is done with it."""
    moves = [move for move in model.legal if move.verb is verb]
    if len(moves) == 1:
        return Pressed(selection.closed(), Make(moves[0]))
    items = tuple(
        MenuItem((str(number),), cards_text(move.cards), Make(move))
        for number, move in enumerate(moves, start=1)
    )
    return Pressed(selection.asking(question, items))


def lead_raised(model: TableModel, selection: Selection) -> Pressed:
    """Lead the cards that are picked up."""
    raised = selection.raised
    if selection.cheating:
        return Pressed(selection.closed(), Make(Move(Verb.LEAD, raised), deliberate=True))
    return Pressed(selection, Make(_lead_of(model, raised) or Move(Verb.LEAD, raised)))


def raise_card(model: TableModel, selection: Selection, card: Card) -> Pressed:
    """Pick a card up, to be led with others."""
    if card in selection.raised or not model.asked:
        return Pressed(selection)
    raised = (*selection.raised, card)
    if not selection.cheating:
        fitting = [other for other in selection.raised if rank(other) == rank(card)]
        raised = (*fitting, card)
        if _lead_of(model, raised) is None:
            if len(raised) == 1:
                return Pressed(selection)
            return Pressed(selection.saying(text("No more can be led together.")))
    return Pressed(replace(selection, raised=raised, notice=None))


def lower_card(selection: Selection, card: Card) -> Selection:
    """Put a card back that was picked up."""
    return replace(selection, raised=tuple(c for c in selection.raised if c != card))


def _pick_to_lead(model: TableModel, selection: Selection, held: HandCard) -> Pressed:
    """A card without another of its rank is led at once; others wait for their mates."""
    card = held.card
    if card in selection.raised:
        return lead_raised(model, selection)
    together = any(card in move.cards and len(move.cards) > 1 for move in model.legal)
    if not (together or selection.cheating):
        return Pressed(replace(selection, raised=()), Make(Move(Verb.LEAD, (card,))))
    return raise_card(model, selection, card)


def _lead_of(model: TableModel, cards: tuple[Card, ...]) -> AnyMove | None:
    """Return the lawful lead of these cards, in the order picked."""
    picked = Move(Verb.LEAD, cards)
    lawful = any(
        move.verb is Verb.LEAD and sorted(move.cards) == sorted(cards) for move in model.legal
    )
    return picked if lawful else None


def _choose(
    selection: Selection, card: Card, moves: tuple[AnyMove, ...], *, deliberate: bool = False
) -> Pressed:
    if not moves:
        return Pressed(selection.saying(text("{card} cannot be laid now.", card=CardText(card))))
    if len(moves) == 1:
        return Pressed(selection, Make(moves[0], deliberate))
    items = tuple(
        MenuItem((str(number), *_letter(move)), _label(move), Make(move, deliberate))
        for number, move in enumerate(moves, start=1)
    )
    return Pressed(selection.asking(text("{card}:", card=CardText(card)), items))


def _letter(move: AnyMove) -> tuple[str, ...]:
    return (move.suit,) if isinstance(move, shedding.Move) and move.suit else ()


def _label(move: AnyMove) -> Text:
    if isinstance(move, shedding.Move):
        return SUITS[move.suit] if move.suit else text("play it")
    match move.verb:
        case Verb.BEAT:
            return text("beat {card}", card=CardText(move.cards[0]))
        case Verb.TRANSFER:
            return text("transfer with it")
        case Verb.SHOW:
            return text("show it and keep it")
        case _:
            return text("throw it in")


def _waiting(model: TableModel) -> list[Card]:
    return [attack for attack, beater in model.pairs if beater is None]


def _attempt(model: TableModel, card: Card) -> AnyMove | None:
    """Return the move that was most likely meant with a card that cannot be laid."""
    verbs = {move.verb for move in model.legal}
    if model.pile is not None:
        return shedding.Move(shedding.Verb.PLAY, card)
    if Verb.TAKE in verbs:
        return Move(Verb.BEAT, (_waiting(model)[0], card))
    return Move(Verb.THROW, (card,)) if Verb.PASS in verbs else None


def _cheats(model: TableModel, card: Card) -> tuple[AnyMove, ...]:
    """Return what can be tried with a card, lawful or not; the rules say what cannot be at all."""
    verbs = {move.verb for move in model.legal}
    if Verb.PASS in verbs:
        return (Move(Verb.THROW, (card,)),)
    if Verb.TAKE not in verbs:
        return ()
    waiting = _waiting(model)
    beats: list[AnyMove] = [Move(Verb.BEAT, (attack, card)) for attack in waiting]
    if model.transfers and len(waiting) == len(model.pairs):
        beats.append(Move(Verb.TRANSFER, (card,)))
    return tuple(beats)
