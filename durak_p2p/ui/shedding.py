"""The shedding family in sentences: plain data in, plain text out."""

from __future__ import annotations

from durak_p2p.rules.shedding import Move, Phase, Reason, SheddingResult, SheddingView, Verb
from durak_p2p.texts import CardText, Text, listed, plural, text
from durak_p2p.ui.commands import move_words
from durak_p2p.ui.names import Names
from durak_p2p.ui.words import SUIT_NAMES, cards_counted, cards_text, lines, sentences


def turn_of(names: Names, seat: int, phase: Phase) -> Text:
    """Return whose turn it is, and to do what: "Anna's turn to play."."""
    name = names[seat]
    match phase:
        case Phase.PLAY:
            own = text("Your turn to play.")
            return names.told(seat, text("{name}'s turn to play.", name=name), own)
        case Phase.DRAW:
            own = text("Your turn to draw.")
            return names.told(seat, text("{name}'s turn to draw.", name=name), own)
        case Phase.FOLLOW:
            own = text("Your turn to play on, or pass.")
            return names.told(seat, text("{name}'s turn to play on, or pass.", name=name), own)
        case Phase.COVER:
            own = text("Your turn to cover the ace.")
            return names.told(seat, text("{name}'s turn to cover the ace.", name=name), own)
        case _:
            return names.told(seat, text("{name}'s turn.", name=name), text("Your turn."))


def move_text(names: Names, seat: int, move: Move) -> Text:
    """Return a sentence that tells of a move."""
    name = names[seat]
    match move.verb:
        case Verb.PLAY:
            return _play_text(names, seat, CardText(move.card or ""), move.suit)
        case Verb.DRAW:
            return names.told(seat, text("{name} draws.", name=name), text("You draw."))
        case Verb.PASS:
            return names.told(seat, text("{name} passes.", name=name), text("You pass."))


def _play_text(names: Names, seat: int, card: CardText, named: str | None) -> Text:
    name = names[seat]
    if named is None:
        other = text("{name} plays {card}.", name=name, card=card)
        return names.told(seat, other, text("You play {card}.", card=card))
    suit = SUIT_NAMES[named]
    return names.told(
        seat,
        text("{name} plays {card} and names {suit}.", name=name, card=card, suit=suit),
        text("You play {card} and name {suit}.", card=card, suit=suit),
    )


def result_text(names: Names, result: SheddingResult) -> Text:
    """Return a few sentences that tell how a deal ended, and how the match stands."""
    told: list[str] = []
    if result.reason is Reason.TURNOVERS:
        told.append(text("The pile would be turned over for the tenth time."))
    elif result.reason is Reason.TIME:
        told.append(text("The time is over."))
    if result.winner is None and result.reason is Reason.AWAY:
        told.append(text("The deal cannot go on, and does not count."))
    elif result.winner is None:
        told.append(text("Both count the same: nobody has won."))
    elif result.reason in (Reason.LEFT, Reason.AWAY):
        name = names[result.winner]
        told.append(names.told(result.winner, text("{name} won.", name=name), text("You won.")))
    else:
        told.append(_winner_text(names, result, result.winner))
    scores = [
        text("{score} for {name}", name=names.object(seat), score=score)
        for seat, score in enumerate(result.score)
    ]
    told.append(text("The score: {scores}.", scores=listed(scores)))
    if result.loser is not None:
        other = text("{name} is the fool: the match is lost.", name=names[result.loser])
        own = text("You are the fool: the match is lost.")
        told.append(names.told(result.loser, other, own))
    return sentences(told)


def _winner_text(names: Names, result: SheddingResult, winner: int) -> Text:
    won = names.told(winner, text("{name} won", name=names[winner]), text("You won"))
    if result.reason is Reason.CARDS:
        won = names.told(
            winner,
            text("{name} is rid of the cards first", name=names[winner]),
            text("You are rid of the cards first"),
        )
    loser = 1 - winner
    points = plural("{count} point", "{count} points", result.points[loser])
    return names.told(
        loser,
        text("{won}; {name} gets {points}.", won=won, name=names[loser], points=points),
        text("{won}; you get {points}.", won=won, points=points),
    )


def table_text(view: SheddingView, names: Names) -> Text:
    """Return all that a seat sees, in a few lines."""
    turn = listed([])
    if view.word is not None:
        turn = turn_of(names, view.word, view.phase)
    hand = listed([]) if view.seat is None else hand_text(view)
    return lines([_pile_line(view, names), hand, turn])


def turn_text(view: SheddingView, names: Names) -> Text:
    """Return what somebody needs to know whose turn it is."""
    assert view.seat is not None
    turn = turn_of(Names(names.by_seat, view.seat), view.seat, view.phase)
    if view.owed:
        owed = plural("{count} card is still owed.", "{count} cards are still owed.", view.owed)
        turn = sentences([turn, owed])
    moves = text("You can: {moves}", moves=listed([move_words(move) for move in view.legal]))
    return lines([turn, _pile_line(view, names), hand_text(view), moves])


def hand_text(view: SheddingView) -> Text:
    """Return the own hand in a line."""
    return text("Your hand: {cards}", cards=cards_text(view.hand))


def _pile_line(view: SheddingView, names: Names) -> Text:
    others = [
        plural("{name} has {count} card", "{name} has {count} cards", count, name=names[seat])
        for seat, count in enumerate(view.counts)
        if seat != view.seat
    ]
    return sentences([_pile_text(view), text("{facts}.", facts=listed(others))])


def _pile_text(view: SheddingView) -> Text:
    stock = cards_counted(view.stock)
    if view.top is None:
        return text("Nothing lies there yet; {cards} in the stock.", cards=stock)
    top = CardText(view.top)
    if not view.suit:
        return text("On the pile: {card}, follow it; {cards} in the stock.", card=top, cards=stock)
    suit = SUIT_NAMES[view.suit]
    return text(
        "On the pile: {card}, follow {suit}; {cards} in the stock.",
        card=top,
        suit=suit,
        cards=stock,
    )
