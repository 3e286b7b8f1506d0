"""The first lead: who holds the lowest trump shows it and leads (rules 1.3)."""

from collections.abc import Iterable, Mapping, Sequence

from durak_p2p.cards import Card
from durak_p2p.rules.beating import plain_by_rank, trumps
from durak_p2p.rules.requests import Asked, Question
from durak_p2p.rules.seating import clockwise
from durak_p2p.rules.state import State


def first_lead(state: State) -> int | Question:
    """The seat that leads, or what must be asked to find it.

    A card whose place all have seen is not asked about: in the stock it is passed over, in a hand
    it settles the matter when its turn comes. If nobody has shown anything although everything
    was asked (which takes a false answer), seat 0 leads.
    """
    assert state.trump is not None
    denied = {card for asked in state.asked for card in asked.cards}
    if state.asked and state.asked[-1].shown:
        return _nearest_left(state, [seat for seat, _ in state.asked[-1].shown])
    for card in trumps(state.rules.deck, state.trump):
        position = state.where.get(card)
        if position is not None and position in state.faces:
            for seat, hand in enumerate(state.hands):
                if position in hand:
                    return seat
        elif card not in denied:
            return Question((card,))
    if state.rules.no_trump_lead == "lowest-card":
        for cards in plain_by_rank(state.rules.deck, state.trump):
            hidden = tuple(c for c in cards if state.where.get(c, -1) not in state.faces)
            if hidden and hidden[0] not in denied:
                return Question(hidden)
    return 0


def _nearest_left(state: State, seats: Sequence[int]) -> int:
    """Of these seats the one nearest left of the dealer."""
    order = clockwise(state.dealer + 1, state.rules.players)
    return next(seat for seat in order if seat in seats)


def note_answers(state: State, question: Question, shown: Mapping[int, tuple[int, Card]]) -> None:
    """Keep who showed what, and who said "none"; what is shown all have seen."""
    for position, card in shown.values():
        state.open_face(position, card)
    state.asked.append(
        Asked(
            cards=question.cards,
            hands=tuple(map(tuple, state.hands)),
            shown=tuple(sorted((seat, card) for seat, (_, card) in shown.items())),
        )
    )


def false_answers(asked: Iterable[Asked], faces: Sequence[Card]) -> list[tuple[int, Card]]:
    """Who said "none" although holding what was asked for: the seat and the (first) such card.

    Args:
        asked: a deal's `questions`.
        faces: the whole deck by position, as opened after the deal.
    """
    found = []
    for question in asked:
        showed = {seat for seat, _ in question.shown}
        for seat, hand in enumerate(question.hands):
            held = {faces[position] for position in hand}
            denied = [card for card in question.cards if card in held]
            if denied and seat not in showed:
                found.append((seat, denied[0]))
    return found
