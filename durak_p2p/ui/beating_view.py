"""What a seat of the beating family sees, in a few lines: a view in, plain text out."""

from __future__ import annotations

from collections.abc import Sequence

from durak_p2p.cards import Card
from durak_p2p.rules import Move, Phase, Verb, View
from durak_p2p.texts import CardText, Text, listed, plural, text
from durak_p2p.ui.beating import turn_of
from durak_p2p.ui.commands import move_words
from durak_p2p.ui.hand_order import trumps_among
from durak_p2p.ui.names import Names
from durak_p2p.ui.words import SUIT_NAMES, cards_counted, cards_text, lines, sentences, table_cards


def hand_text(view: View) -> Text:
    """Return the own hand in a line, trumps apart."""
    return text("Your hand: {cards}", cards=held_text(view.hand, view.trump))


def held_text(cards: Sequence[Card], trump: str | None) -> Text:
    """Return the cards of a hand side by side, as they are ordered, trumps apart."""
    trumps = trumps_among(cards, trump)
    others = [card for card in cards if card not in trumps]
    parts = [cards_text(part) for part in (others, [c for c in cards if c in trumps]) if part]
    return listed(parts, "  ") if parts else cards_text(())


def turn_text(view: View, names: Names) -> Text:
    """Return what somebody needs to know whose turn it is."""
    others = [_short_text(view, names, seat) for seat in _in_turn(view) if seat != view.seat]
    return lines(
        [
            _turn_line(view, names),
            sentences([_stock_text(view), text("{facts}.", facts=listed(others))]),
            _table_line(view),
            hand_text(view),
            moves_text(view),
        ]
    )


def _turn_line(view: View, names: Names) -> Text:
    """Return that it is our turn, and against whom, where that could be several players."""
    assert view.seat is not None
    own = turn_of(Names(names.by_seat, view.seat), view.seat, view.phase)
    against = view.lead if view.phase is Phase.DEFEND else view.defender
    if against is None or against == view.seat:
        return own
    name = names[against]
    match view.phase:
        case Phase.LEAD:
            return text("Your turn to lead; {name} defends.", name=name)
        case Phase.DEFEND if len(view.counts) > 2:
            return text("Your turn to beat or take; {name} has led.", name=name)
        case Phase.THROW if len(view.counts) > 2:
            return text("Your turn to throw in or pass; {name} defends.", name=name)
        case Phase.ADD if len(view.counts) > 2:
            return text("Your turn to throw in more or pass; {name} takes.", name=name)
        case _:
            return own


def table_text(view: View, names: Names) -> Text:
    """Return all that a seat sees, a line for each player."""
    others = [seat for seat in _in_turn(view) if seat != view.seat]
    roles = [
        text("{name}: {facts}", name=names[seat], facts=_role_text(view, seat)) for seat in others
    ]
    table = listed([])
    if view.phase not in (Phase.DEAL, Phase.OVER):
        table = _table_line(view) or text("On the table: nothing")
    turn = turn_of(names, view.word, view.phase) if view.word is not None else listed([])
    hand = listed([]) if view.seat is None else hand_text(view)
    return lines([_stock_text(view), *roles, table, hand, turn])


def moves_text(view: View) -> Text:
    """Return what the seat may do now, as it is typed.

    Of several cards that can be led together only the longest lead is named.
    """
    short = [move_words(move) for move in view.legal if not _is_long_lead(move)]
    longest: dict[str, Move] = {}
    for move in filter(_is_long_lead, view.legal):
        best = longest.setdefault(move.cards[0][0], move)
        if len(move.cards) > len(best.cards):
            longest[move.cards[0][0]] = move
    together = [
        text("{move} (all at once, or some of them)", move=move_words(move))
        for move in longest.values()
    ]
    return text("You can: {moves}", moves=listed([*short, *together]))


def _is_long_lead(move: Move) -> bool:
    return move.verb is Verb.LEAD and len(move.cards) > 1


def _in_turn(view: View) -> list[int]:
    """Return the seats in the order of play, from the one after ours."""
    count, own = len(view.counts), view.seat if view.seat is not None else -1
    return [(own + step) % count for step in range(1, count + 1)]


def _stock_text(view: View) -> Text:
    if view.trump is None:
        return listed([])
    trump, stock = SUIT_NAMES.get(view.trump, view.trump), cards_counted(view.stock)
    if not (view.turned and view.stock):
        return text("Trump: {suit}; {cards} in the stock.", suit=trump, cards=stock)
    return text(
        "Trump: {suit} ({card} turned); {cards} in the stock.",
        suit=trump,
        card=CardText(view.turned),
        cards=stock,
    )


def _table_line(view: View) -> Text:
    if not view.table:
        return listed([])
    return text("On the table: {cards}", cards=table_cards(view.table))


def _short_text(view: View, names: Names, seat: int) -> Text:
    if seat in view.out:
        return text("{name} is out", name=names[seat])
    count = view.counts[seat]
    return plural("{name} has {count} card", "{name} has {count} cards", count, name=names[seat])


def _role_text(view: View, seat: int) -> Text:
    if seat in view.out:
        return text("is out")
    parts = [plural("{count} card", "{count} cards", view.counts[seat])]
    if seat == view.lead:
        parts.append(text("leads"))
    if seat == view.defender:
        parts.append(text("takes") if view.taken else text("defends"))
    return listed(parts)
