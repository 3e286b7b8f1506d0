"""Sentences about a table: plain data in, plain text out."""

from __future__ import annotations

from collections.abc import Sequence

from durak_p2p.cards import Card, sort_hand, suit
from durak_p2p.game import (
    Answered,
    Breach,
    CardsDealt,
    DealBegan,
    DealEnded,
    Event,
    FalseClaim,
    Forked,
    GameState,
    Judged,
    Log,
    MoveMade,
    Opened,
    Progress,
)
from durak_p2p.rules import Deal, Result, Rules
from durak_p2p.rules.family import AnyDeal, AnyMove, AnyResult, AnyRules
from durak_p2p.rules.shedding import Move as SheddingMove
from durak_p2p.rules.shedding import SheddingResult, SheddingRules
from durak_p2p.table.news import (
    AwayNews,
    BackNews,
    DealNews,
    LeftNews,
    News,
    StandingsNews,
    TableNews,
)
from durak_p2p.ui import beating, shedding
from durak_p2p.ui.names import Names, told_apart
from durak_p2p.ui.words import SUIT_NAMES, cards_text


def rules_text(rules: AnyRules) -> str:
    """Return the rules of a table in a line: what is not as usual, first the deck."""
    if isinstance(rules, SheddingRules):
        return shedding.rules_text(rules)
    return beating.rules_text(rules)


def move_text(names: Names, seat: int, move: AnyMove) -> str:
    """Return a sentence that tells of a move."""
    if isinstance(move, SheddingMove):
        return shedding.move_text(names, seat, move)
    return beating.move_text(names, seat, move)


def result_text(names: Names, result: AnyResult) -> str:
    """Return a sentence or two that tell how a deal ended."""
    if isinstance(result, SheddingResult):
        return shedding.result_text(names, result)
    return beating.result_text(names, result)


def event_text(state: GameState, names: Names, event: Event) -> str | None:
    """Return a sentence that tells of a deal's event, or None where there is nothing to tell."""
    match event:
        case Progress():
            return None
        case DealBegan(_, dealer):
            setup = state.setup
            head = f"Deal {setup.number} of {setup.deals}. " if setup.deals > 1 else ""
            order = f"The order of play: {', '.join(names)}. {names.says(dealer, 'deals')}."
            return f"{head}{order}{_teams_text(setup.rules, names)}"
        case CardsDealt(counts, opened):
            return _dealt_text(state, names, counts, opened)
        case Answered(_, shown):
            if not shown:
                return None
            told = [f"{names.says(seat, 'shows')} {card}" for seat, card in shown.items()]
            return f"{'; '.join(told)}."
        case MoveMade(seat, move):
            return move_text(names, seat, move)
        case Judged(accusation):
            return beating.judgement_text(names, accusation)
        case DealEnded(result):
            return result_text(names, result)
        case Opened(_, claims):
            return " ".join([*_claims_text(state, claims), *cheats_text(state, names)]) or None
        case Breach(author, reason, _):
            return f"{state.name(author)} has broken the protocol, the deal ends here: {reason}"
        case Forked():
            return "A player has seen another log than we have; asking for it."


def cheats_text(state: GameState, names: Names) -> list[str]:
    """Return sentences that tell, after a deal, who has cheated in it, caught or not."""
    deal = state.deal
    if not isinstance(deal, Deal) or deal.rules.cheating == "none":
        return []
    return beating.cheats_text(names, deal.cheats, deal.accusations)


def _teams_text(rules: AnyRules, names: Names) -> str:
    if not isinstance(rules, Rules) or rules.teams == "none":
        return ""
    teams: dict[int, list[str]] = {}
    for seat, name in enumerate(names):
        teams.setdefault(rules.team(seat), []).append(name)
    return f" The teams: {' against '.join(' and '.join(team) for team in teams.values())}."


def _claims_text(state: GameState, claims: Sequence[FalseClaim]) -> list[str]:
    told = [_claim_text(state, claim) for claim in claims]
    return [f"The opened deck shows: {'; '.join(told)}."] if told else []


def _claim_text(state: GameState, claim: FalseClaim) -> str:
    name = state.name(claim.author)
    if claim.card is None:
        return f"{name} passed at once, although a card had to be drawn"
    return f"{name} held {claim.card}, and denied it"


def _dealt_text(
    state: GameState, names: Names, counts: Sequence[int], opened: Sequence[Card]
) -> str:
    if isinstance(state.setup.rules, SheddingRules):
        return _shedding_dealt_text(state, names, counts, opened)
    if opened:
        trump = suit(opened[-1])
        told = f" Trump: {SUIT_NAMES[trump]}" if trump else ""
        return f"The cards are dealt.{told} ({opened[-1]} turned)."
    return _drawn_text(names, counts)


def _shedding_dealt_text(
    state: GameState, names: Names, counts: Sequence[int], opened: Sequence[Card]
) -> str:
    if state.deal is not None and state.deal.result is not None:
        return f"Left in hand: {cards_text(_left(state.deal))}."
    if all(counts) and not state.move_steps:
        return "The cards are dealt." + (f" {opened[-1]} is open." if opened else "")
    return _drawn_text(names, counts)


def _left(deal: AnyDeal) -> list[Card]:
    return sort_hand(deal.faces[position] for hand in deal.hands for position in hand)


def _drawn_text(names: Names, counts: Sequence[int]) -> str:
    drawn = [f"{names[seat]} {count}" for seat, count in enumerate(counts) if count]
    return f"Drawn: {', '.join(drawn)}."


def names_of(log: Log, own: bytes | None = None) -> Names:
    """Return what the players of a deal are called by the one with the key *own*."""
    keys = [player.key for player in log.setup.players]
    return Names.of(log.state, keys.index(own) if own in keys else None)


def _standings_text(logs: Sequence[Log], names: Names) -> str | None:
    rules, results = logs[-1].setup.rules, [log.state.result for log in logs]
    if not isinstance(rules, Rules):
        return None  # the other family's results tell the score
    return beating.standings_text(
        rules, [result for result in results if isinstance(result, Result)], names
    )


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
        case StandingsNews(logs):
            return _standings_text(logs, names_of(logs[-1], own))
        case AwayNews(name):
            return f"{name} is away; the seat waits."
        case BackNews(name):
            return f"{name} is back."
        case LeftNews(name):
            return f"{name} has left the table."
