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
    Log,
    MoveMade,
    Opened,
    Progress,
)
from durak_p2p.net.news import AwayNews, BackNews, DealNews, LeftNews, News, TableNews
from durak_p2p.rules import Move, Reason, Result, Rules, Verb
from durak_p2p.ui.names import Names, told_apart

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


def move_text(names: Names, seat: int, move: Move) -> str:
    """Return a sentence that tells of a move."""
    cards = cards_text(move.cards)
    match move.verb:
        case Verb.LEAD:
            return f"{names.says(seat, 'leads')} {cards}."
        case Verb.BEAT:
            return f"{names.says(seat, 'beats')} {move.cards[0]} with {move.cards[1]}."
        case Verb.TAKE:
            return f"{names.says(seat, 'takes')}."
        case Verb.THROW:
            return f"{names.says(seat, 'throws')} in {cards}."
        case Verb.PASS:
            return f"{names.says(seat, 'passes')}."
        case Verb.TRANSFER:
            return f"{names.says(seat, 'transfers')} with {cards}."
        case Verb.SHOW:
            return f"{names.says(seat, 'shows')} {cards} to transfer."
        case Verb.EXCHANGE:
            return f"{names.says(seat, 'exchanges')} the lowest trump for the turned card."


def result_text(names: Names, result: Result) -> str:
    """Return a sentence that tells how a deal ended."""
    if result.fool is None:
        why = {
            Reason.REPETITION: "The same position has come a third time: a draw.",
            Reason.REPLAY: "Nobody is left with cards: the deal does not count.",
        }
        return why.get(result.reason, "Nobody is left with cards: a draw.")
    epaulettes = {1: " with an epaulette", 2: " with two epaulettes"}.get(result.epaulettes, "")
    return f"{names.says(result.fool, 'is')} the fool{epaulettes}."


def event_text(state: GameState, names: Names, event: Event) -> str | None:
    """Return a sentence that tells of a deal's event, or None where there is nothing to tell."""
    match event:
        case Progress() | Opened(false_answers=()):
            return None
        case DealBegan(_, dealer):
            setup = state.setup
            head = f"Deal {setup.number} of {setup.deals}. " if setup.deals > 1 else ""
            return f"{head}The order of play: {', '.join(names)}. {names.says(dealer, 'deals')}."
        case CardsDealt(counts, opened):
            return _dealt_text(state, names, counts, opened)
        case Answered(_, shown):
            if not shown:
                return None
            told = [f"{names.says(seat, 'shows')} {card}" for seat, card in shown.items()]
            return f"{'; '.join(told)}."
        case MoveMade(seat, move):
            return move_text(names, seat, move)
        case DealEnded(result):
            return result_text(names, result)
        case Opened(_, lies):
            told = [f"{state.name(lie.author)} held {lie.card} and denied it" for lie in lies]
            return f"The opened deck shows: {'; '.join(told)}."
        case Breach(author, reason, _):
            return f"{state.name(author)} has broken the protocol, the deal ends here: {reason}"
        case Forked():
            return "A player has seen another log than we have; asking for it."


def _dealt_text(
    state: GameState, names: Names, counts: Sequence[int], opened: Sequence[Card]
) -> str:
    if opened:
        trump = state.deal.trump if state.deal else None
        told = f" Trump: {SUIT_NAMES[trump]}" if trump else ""
        return f"The cards are dealt.{told} ({opened[-1]} turned)."
    drawn = [f"{names[seat]} {count}" for seat, count in enumerate(counts) if count]
    return f"Drawn: {', '.join(drawn)}."


def names_of(log: Log, own: bytes | None = None) -> Names:
    """Return what the players of a deal are called by the one with the key *own*."""
    keys = [player.key for player in log.setup.players]
    return Names.of(log.state, keys.index(own) if own in keys else None)


def news_text(news: News, own: bytes | None = None) -> str | None:
    """Return a sentence that tells of a piece of news, or None where there is nothing to tell.

    *own* is the key of the player who reads it, if it is one.
    """
    match news:
        case TableNews(rules, _, names):
            missing = rules.players - len(names)
            here = f"At the table: {', '.join(told_apart(names))}."
            return f"{here} Waiting for {missing} more." if missing else f"{here} All are here."
        case DealNews(log, event):
            return event_text(log.state, names_of(log, own), event)
        case AwayNews(name):
            return f"{name} is away; the seat waits."
        case BackNews(name):
            return f"{name} is back."
        case LeftNews(name):
            return f"{name} has left the table."
