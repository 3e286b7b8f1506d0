"""The end of a deal and what it counts (rules 4.1 rules 7 to 10; 4.2)."""

from collections.abc import Iterable, Sequence

from durak_p2p.cards import Card, rank
from durak_p2p.rules.requests import Cards, Grant
from durak_p2p.rules.shedding.presets import Game
from durak_p2p.rules.shedding.state import Ending, Reason, SheddingResult, State


def end_by_card(state: State, winner: int, card: Card) -> None:
    """`winner` has laid the last card (rule 7)."""
    _end(state, Ending(winner, Reason.CARDS, card), [1 - winner])


def end_by_turnovers(state: State) -> None:
    """The pile would be turned over for the last time (rule 9)."""
    _end(state, Ending(None, Reason.TURNOVERS), [0, 1])


def end_by_time(state: State, seat: int) -> None:
    """`seat` overran its time (rule 10)."""
    _end(state, Ending(1 - seat, Reason.TIME), [seat])


def end_by_departure(state: State, seat: int, reason: Reason) -> None:
    """`seat` is gone and has lost the match; its hand cannot be counted (rule 10)."""
    _end_uncounted(state, seat, reason)


def end_abandoned(state: State) -> None:
    """Nobody is there to play on: there is no winner, and nothing is counted."""
    _end_uncounted(state, None, Reason.AWAY)


def _end_uncounted(state: State, loser: int | None, reason: Reason) -> None:
    winner = None if loser is None else 1 - loser
    state.ending = Ending(winner, reason)
    state.owed = 0
    state.drawn = False
    state.pending = None
    state.result = SheddingResult(
        winner=winner, points=(0, 0), score=state.scores, loser=loser, reason=reason
    )


def _end(state: State, ending: Ending, counted: Iterable[int]) -> None:
    """What is counted all must see: hidden cards of these hands are asked for first."""
    state.ending = ending
    state.owed = 0
    state.drawn = False
    state.pending = None
    hidden = [p for seat in counted for p in state.hands[seat] if p not in state.faces]
    if hidden:
        state.pending = Cards(tuple(Grant(position, None) for position in hidden))
    else:
        count_hands(state)


def count_hands(state: State) -> None:
    """The hands that count are open: the deal is over."""
    ending = state.ending
    assert ending is not None
    points = [0, 0]
    if ending.winner is None:
        counts = [count(state.game, _hand(state, seat)) for seat in (0, 1)]
        winner = None if counts[0] == counts[1] else counts.index(min(counts))
    else:
        winner = ending.winner
        points[winner] = -bonus(state.game, ending.card)
    left: list[Card] = []
    if winner is not None:
        left = _hand(state, 1 - winner)
        points[1 - winner] = count(state.game, left)
    score = state.scores[0] + points[0], state.scores[1] + points[1]
    state.result = SheddingResult(
        winner=winner,
        points=(points[0], points[1]),
        score=score,
        loser=_match_loser(state.game, winner, left, score),
        reason=ending.reason,
    )


def count(game: Game, cards: Sequence[Card]) -> int:
    """What these cards count, left in a hand (rule 8)."""
    if len(cards) == 1 and rank(cards[0]) in game.alone:
        plain = game.alone[rank(cards[0])]
    else:
        plain = sum(game.counts.get(rank(card), 0) for card in cards)
    return plain + sum(game.left_with.get(card, 0) for card in cards)


def bonus(game: Game, card: Card | None) -> int:
    """What ending with a card takes off the winner's score."""
    if card is None:
        return 0
    return game.ends_with.get(card, game.ends_with.get(rank(card), 0))


def _match_loser(
    game: Game, winner: int | None, left: Iterable[Card], score: tuple[int, int]
) -> int | None:
    if winner is None:
        return None
    loser = 1 - winner
    if any(rank(card) in game.loses_match for card in left):
        return loser
    return loser if score[loser] >= game.match_points else None


def _hand(state: State, seat: int) -> list[Card]:
    return [state.faces[position] for position in state.hands[seat]]
