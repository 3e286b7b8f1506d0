"""Sentences about a table: plain data in, plain text out."""

from __future__ import annotations

from collections.abc import Sequence

from durak_p2p.cards import Card
from durak_p2p.game import (
    Answered,
    Breach,
    CardsDealt,
    DealBegan,
    DealEnded,
    Event,
    Forked,
    GameState,
    MoveMade,
    Opened,
    Progress,
)
from durak_p2p.net.news import AwayNews, BackNews, DealNews, LeftNews, News, TableNews
from durak_p2p.rules import Move, Phase, Reason, Result, Rules, Verb, View

SUIT_NAMES = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}


def cards_text(cards: Sequence[Card]) -> str:
    """Return cards side by side."""
    return " ".join(cards) or "none"


def plural(count: int, one: str, many: str) -> str:
    """Return a number with its noun."""
    return f"{count} {one if count == 1 else many}"


def rules_text(rules: Rules) -> str:
    """Return the rules of a table in a line: what is not as usual, first the deck."""
    plain = Rules(players=rules.players)
    differing = [
        f"{name} {value}"
        for name, value in rules.options().items()
        if name not in ("variant", "deck", "players") and value != getattr(plain, name)
    ]
    head = f"{rules.variant}, {rules.deck} cards, {plural(rules.players, 'player', 'players')}"
    return ", ".join([head, *differing])


def move_text(name: str, move: Move) -> str:
    """Return a sentence that tells of a move."""
    match move.verb:
        case Verb.LEAD:
            return f"{name} leads {cards_text(move.cards)}."
        case Verb.BEAT:
            return f"{name} beats {move.cards[0]} with {move.cards[1]}."
        case Verb.TAKE:
            return f"{name} takes."
        case Verb.THROW:
            return f"{name} throws in {cards_text(move.cards)}."
        case Verb.PASS:
            return f"{name} passes."
        case Verb.TRANSFER:
            return f"{name} transfers with {cards_text(move.cards)}."
        case Verb.SHOW:
            return f"{name} shows {cards_text(move.cards)} and transfers."
        case Verb.EXCHANGE:
            return f"{name} exchanges the lowest trump for the turned card."


def result_text(names: Sequence[str], result: Result) -> str:
    """Return a sentence that tells how a deal ended."""
    if result.fool is None:
        why = {
            Reason.REPETITION: "The same position has come a third time: a draw.",
            Reason.REPLAY: "Nobody is left with cards: the deal does not count.",
        }
        return why.get(result.reason, "Nobody is left with cards: a draw.")
    epaulettes = {1: " with an epaulette", 2: " with two epaulettes"}.get(result.epaulettes, "")
    return f"{names[result.fool]} is the fool{epaulettes}."


def event_text(state: GameState, event: Event) -> str | None:
    """Return a sentence that tells of a deal's event, or None where there is nothing to tell."""
    names = state.seat_names()
    match event:
        case Progress() | Opened(false_answers=()):
            return None
        case DealBegan(_, dealer):
            return f"Seats: {', '.join(names)}. {names[dealer]} deals."
        case CardsDealt(counts, opened):
            return _dealt_text(state, counts, opened)
        case Answered(_, shown):
            if not shown:
                return None
            told = [f"{names[seat]} shows {card}" for seat, card in shown.items()]
            return f"{'; '.join(told)}."
        case MoveMade(seat, move):
            return move_text(names[seat], move)
        case DealEnded(result):
            return result_text(names, result)
        case Opened(_, lies):
            told = [f"{state.name(lie.author)} held {lie.card} and denied it" for lie in lies]
            return f"The opened deck shows: {'; '.join(told)}."
        case Breach(author, reason, _):
            return f"{state.name(author)} has broken the protocol, the deal ends here: {reason}"
        case Forked():
            return "A player has seen another log than we have; asking for it."


def _dealt_text(state: GameState, counts: Sequence[int], opened: Sequence[Card]) -> str:
    names = state.seat_names()
    if opened:
        suit = opened[-1][1]
        return f"The cards are dealt. Trump: {SUIT_NAMES.get(suit, suit)} ({opened[-1]} turned)."
    drawn = [f"{names[seat]} {count}" for seat, count in enumerate(counts) if count]
    return f"Drawn: {', '.join(drawn)}."


def news_text(news: News) -> str | None:
    """Return a sentence that tells of a piece of news, or None where there is nothing to tell."""
    match news:
        case TableNews(rules, _, names):
            missing = rules.players - len(names)
            here = f"At the table: {', '.join(names)}."
            return f"{here} Waiting for {missing} more." if missing else f"{here} All are here."
        case DealNews(log, event):
            return event_text(log.state, event)
        case AwayNews(name):
            return f"{name} is away; the seat waits."
        case BackNews(name):
            return f"{name} is back."
        case LeftNews(name):
            return f"{name} has left the table."


def hand_text(view: View) -> str:
    """Return the own hand in a line."""
    return f"Your hand: {cards_text(view.hand)}"


def table_text(view: View, names: Sequence[str]) -> str:
    """Return all that a seat sees, in a few lines."""
    lines: list[str] = []
    if view.trump is not None:
        turned = f", {view.turned} turned" if view.turned and view.stock else ""
        stock = plural(view.stock, "card", "cards") if view.stock else "no cards"
        lines.append(f"Trump: {SUIT_NAMES[view.trump]}{turned}; {stock} in the stock.")
    for seat, name in enumerate(names):
        if seat != view.seat:
            lines.append(f"{name}: {_role_text(view, seat)}")
    pairs = [f"{attack}/{beater}" if beater else attack for attack, beater in view.table]
    if view.phase not in (Phase.DEAL, Phase.OVER):
        lines.append(f"On the table: {'  '.join(pairs) or 'nothing'}")
    lines.append(hand_text(view))
    return "\n".join(lines)


def _role_text(view: View, seat: int) -> str:
    if seat in view.out:
        return "out"
    parts = [plural(view.counts[seat], "card", "cards")]
    if seat == view.lead:
        parts.append("leads")
    if seat == view.defender:
        parts.append("takes" if view.taken else "defends")
    if seat == view.word:
        parts.append("has the word")
    return ", ".join(parts)


def moves_text(view: View) -> str:
    """Return what the seat may do now."""
    return f"You can: {', '.join(move.text for move in view.legal)}"
