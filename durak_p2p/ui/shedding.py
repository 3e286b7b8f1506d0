"""The shedding family in sentences: plain data in, plain text out."""

from __future__ import annotations

from durak_p2p.rules.shedding import (
    Move,
    Phase,
    Reason,
    SheddingResult,
    SheddingRules,
    SheddingView,
    Verb,
)
from durak_p2p.ui.names import Names
from durak_p2p.ui.words import SUIT_NAMES, cards_text, counted

TO_DO = {
    Phase.PLAY: "to play",
    Phase.DRAW: "to draw",
    Phase.FOLLOW: "to play on, or pass",
    Phase.COVER: "to cover the ace",
}


def rules_text(rules: SheddingRules) -> str:
    """Return the rules of a table in a line."""
    parts = [rules.preset, f"{rules.deck} cards", "2 players"]
    if rules.reshuffle:
        parts.append("the pile is shuffled when it is turned over")
    if rules.king_draws:
        parts.append("a king makes draw five")
    if rules.turn_seconds is not None:
        parts.append(f"{counted(rules.turn_seconds, 'second', 'seconds')} a turn")
    return ", ".join(parts)


def move_text(names: Names, seat: int, move: Move) -> str:
    """Return a sentence that tells of a move."""
    match move.verb:
        case Verb.PLAY:
            named = f" and names {SUIT_NAMES[move.suit]}" if move.suit else ""
            return f"{names.says(seat, 'plays')} {move.card}{named}."
        case Verb.DRAW:
            return f"{names.says(seat, 'draws')}."
        case Verb.PASS:
            return f"{names.says(seat, 'passes')}."


def result_text(names: Names, result: SheddingResult) -> str:
    """Return a sentence or two that tell how a deal ended, and how the match stands."""
    why = {
        Reason.TURNOVERS: "The pile would be turned over for the tenth time. ",
        Reason.TIME: "The time is over. ",
    }.get(result.reason, "")
    if result.winner is None:
        told = f"{why}Both count the same: nobody has won."
    else:
        loser = 1 - result.winner
        points = counted(result.points[loser], "point", "points")
        told = f"{why}{names.says(result.winner, 'is')} rid of the cards first"
        told = told if result.reason is Reason.CARDS else f"{why}{names[result.winner]} won"
        gets = "get" if loser == names.own else "gets"
        told += f"; {names.object(loser)} {gets} {points}."
    stand = ", ".join(f"{name} {score}" for name, score in zip(names, result.score, strict=True))
    told += f" The score: {stand}."
    if result.loser is not None:
        told += f" {names.says(result.loser, 'is')} the fool: the match is lost."
    return told


def table_text(view: SheddingView, names: Names) -> str:
    """Return all that a seat sees, in a few lines."""
    lines = [f"{_pile_text(view)} {_others_text(view, names)}."]
    lines.append(hand_text(view))
    if view.word is not None:
        lines.append(f"{names.turn(view.word)} {TO_DO.get(view.phase, 'to move')}.")
    return "\n".join(lines)


def turn_text(view: SheddingView, names: Names) -> str:
    """Return what somebody needs to know whose turn it is."""
    head = f"Your turn {TO_DO.get(view.phase, 'to move')}"
    if view.owed:
        head += f": {counted(view.owed, 'card is', 'cards are')} still owed"
    moves = ", ".join(move.text for move in view.legal)
    return "\n".join(
        [
            f"{head}.",
            f"{_pile_text(view)} {_others_text(view, names)}.",
            hand_text(view),
            f"You can: {moves}",
        ]
    )


def hand_text(view: SheddingView) -> str:
    """Return the own hand in a line."""
    return f"Your hand: {cards_text(view.hand)}"


def _pile_text(view: SheddingView) -> str:
    stock = counted(view.stock, "card", "cards") if view.stock else "no cards"
    if view.top is None:
        return f"Nothing lies there yet; {stock} in the stock."
    follow = f"follow {SUIT_NAMES[view.suit]}" if view.suit else "follow it"
    return f"On the pile: {view.top}, {follow}; {stock} in the stock."


def _others_text(view: SheddingView, names: Names) -> str:
    others = [
        f"{names[seat]} has {counted(count, 'card', 'cards')}"
        for seat, count in enumerate(view.counts)
        if seat != view.seat
    ]
    return ", ".join(others)
