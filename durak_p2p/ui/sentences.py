"""Sentences about a table: plain data in, plain text out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from durak_p2p.cards import Card, suit
from durak_p2p.game import (
    Answered,
    Breach,
    CardsDealt,
    DealBegan,
    DealEnded,
    Departed,
    Event,
    FalseClaim,
    Forked,
    GameState,
    Judged,
    Leaving,
    Log,
    MoveMade,
    Opened,
    Progress,
    TimeOver,
)
from durak_p2p.rules import Deal, Result, Rules
from durak_p2p.rules.family import AnyMove, AnyResult, AnyRules
from durak_p2p.rules.match import Standings
from durak_p2p.rules.shedding import Move as SheddingMove
from durak_p2p.rules.shedding import Reason, SheddingDeal, SheddingResult, SheddingRules
from durak_p2p.table.news import (
    AloneNews,
    AskedNews,
    AwayNews,
    BackNews,
    DealNews,
    LeftNews,
    News,
    NotAnnouncedNews,
    NotMetNews,
    NotOpenNews,
    OtherKeyNews,
    OtherNameNews,
    PastNews,
    ReachNews,
    ReplyCodeNews,
    ResumedNews,
    SayNews,
    StandingsNews,
    TableNews,
    UnwatchedNews,
    WantsAgainNews,
    WatchedNews,
    WrongPinNews,
)
from durak_p2p.texts import CardText, Text, listed, plural, text
from durak_p2p.ui import beating, rule_words, shedding
from durak_p2p.ui.hand_order import hand_order
from durak_p2p.ui.names import Names
from durak_p2p.ui.words import SUIT_NAMES, and_listed, cards_text, lines, sentences


def rules_text(rules: AnyRules) -> Text:
    """Return the rules of a table in a line: what is not as usual, first the deck."""
    if isinstance(rules, SheddingRules):
        return rule_words.shedding_rules(rules)
    return rule_words.beating_rules(rules)


def move_text(names: Names, seat: int, move: AnyMove) -> Text:
    """Return a sentence that tells of a move."""
    if isinstance(move, SheddingMove):
        return shedding.move_text(names, seat, move)
    return beating.move_text(names, seat, move)


def result_text(names: Names, result: AnyResult) -> Text:
    """Return a sentence or two that tell how a deal ended."""
    if isinstance(result, SheddingResult):
        return shedding.result_text(names, result)
    return beating.result_text(names, result)


def event_text(state: GameState, names: Names, event: Event) -> Text | None:
    """Return a sentence that tells of a deal's event, or None where there is nothing to tell."""
    match event:
        case Progress():
            return None
        case DealBegan(_, dealer):
            return _began_text(state, names, dealer)
        case CardsDealt(counts, opened):
            return _dealt_text(state, names, counts, opened)
        case Answered(_, shown):
            return _shown_text(names, shown) if shown else None
        case MoveMade(seat, move):
            return move_text(names, seat, move)
        case Judged(accusation):
            return beating.judgement_text(names, accusation)
        case DealEnded(result):
            return result_text(names, result)
        case Opened(_, claims):
            return sentences([*_claims_text(state, claims), *cheats_text(state, names)]) or None
        case Breach(author, reason, _):
            return text(
                "{name} has broken the protocol, the deal ends here: {reason}",
                name=state.name(author),
                reason=reason,
            )
        case Leaving(author):
            of_another = text("{name} leaves the table.", name=state.name(author))
            return text("You leave the table.") if _is_own(state, names, author) else of_another
        case Departed(author, "away"):
            return text("{name} does not come back; the seat is free.", name=state.name(author))
        case Departed():
            return None
        case TimeOver(author, voices):
            if _is_own(state, names, author):
                return plural(
                    "You are out of time, says {count} player.",
                    "You are out of time, say {count} players.",
                    voices,
                )
            return plural(
                "{name} is out of time, says {count} player.",
                "{name} is out of time, say {count} players.",
                voices,
                name=state.name(author),
            )
        case Forked():
            return text("A player has seen another log than we have; asking for it.")


def _is_own(state: GameState, names: Names, author: int) -> bool:
    """Whether it is oneself; before seats are drawn that is not said."""
    return names.own is not None and state.seat_of(author) == names.own


def cheats_text(state: GameState, names: Names) -> list[Text]:
    """Return sentences that tell, after a deal, who has cheated in it, caught or not."""
    deal = state.deal
    if not isinstance(deal, Deal) or not deal.rules.may_cheat:
        return []
    return beating.cheats_text(names, deal.cheats, deal.accusations)


def _began_text(state: GameState, names: Names, dealer: int) -> Text:
    setup, told = state.setup, []
    if setup.deals > 1:
        told.append(text("Deal {number} of {deals}.", number=setup.number, deals=setup.deals))
    order = listed(map(names.object, range(len(names.by_seat))))
    told.append(text("The order of play: {names}.", names=order))
    told.append(names.told(dealer, text("{name} deals.", name=names[dealer]), text("You deal.")))
    if isinstance(setup.rules, Rules) and setup.rules.teams != "none":
        told.append(_teams_text(setup.rules, names))
    return sentences(told)


def _teams_text(rules: Rules, names: Names) -> Text:
    teams: dict[int, list[str]] = {}
    for seat in range(len(names.by_seat)):
        teams.setdefault(rules.team(seat), []).append(names.object(seat))
    first, *others = [and_listed(team) for team in teams.values()]
    for other in others:
        first = text("{team} against {other}", team=first, other=other)
    return text("The teams: {teams}.", teams=first)


def _shown_text(names: Names, shown: Mapping[int, Card]) -> Text:
    told = [
        names.told(
            seat,
            text("{name} shows {card}", name=names[seat], card=CardText(card)),
            text("You show {card}", card=CardText(card)),
        )
        for seat, card in shown.items()
    ]
    return text("{facts}.", facts=listed(told, "; "))


def _claims_text(state: GameState, claims: Sequence[FalseClaim]) -> list[Text]:
    told = [_claim_text(state, claim) for claim in claims]
    return [text("The opened deck shows: {facts}.", facts=listed(told, "; "))] if told else []


def _claim_text(state: GameState, claim: FalseClaim) -> Text:
    name = state.name(claim.author)
    if claim.card is None:
        return text("{name} passed at once, although a card had to be drawn", name=name)
    return text("{name} held {card}, and denied it", name=name, card=CardText(claim.card))


def _dealt_text(
    state: GameState, names: Names, counts: Sequence[int], opened: Sequence[Card]
) -> Text | None:
    if isinstance(state.setup.rules, SheddingRules):
        return _shedding_dealt_text(state, names, counts, opened)
    if not opened:
        return _drawn_text(names, counts)
    trump, card = suit(opened[-1]), CardText(opened[-1])
    if not trump:
        return text("The cards are dealt. {card} is turned.", card=card)
    return text(
        "The cards are dealt. Trump: {suit} ({card} turned).", suit=SUIT_NAMES[trump], card=card
    )


def _shedding_dealt_text(
    state: GameState, names: Names, counts: Sequence[int], opened: Sequence[Card]
) -> Text | None:
    if isinstance(state.deal, SheddingDeal) and state.deal.result is not None:
        return text("Left in hand: {cards}.", cards=cards_text(_counted(state.deal)))
    if not all(counts) or state.move_steps:
        return None  # that it draws a card was said when it moved so
    if not opened:
        return text("The cards are dealt.")
    return text("The cards are dealt. {card} is open.", card=CardText(opened[-1]))


def _counted(deal: SheddingDeal) -> list[Card]:
    """Return the cards of hands that were shown to be counted (rules 4.1 rules 8 and 10)."""
    result = deal.result
    assert result is not None
    late = result.reason is Reason.TIME
    hands = [hand for seat, hand in enumerate(deal.hands) if not late or seat != result.winner]
    return hand_order((deal.faces[p] for hand in hands for p in hand), None, "suit")


def _drawn_text(names: Names, counts: Sequence[int]) -> Text:
    drawn = [
        text("{number} by {name}", number=count, name=names.object(seat))
        for seat, count in enumerate(counts)
        if count
    ]
    return text("Drawn: {facts}.", facts=listed(drawn))


def asked_text(names: Sequence[str]) -> Text:
    """Return who has not said yet whether to play on without those who are gone."""
    return text("Waiting for {names} to answer, too.", names=and_listed(names))


def time_text(seconds: int) -> Text:
    """Return a time in minutes and seconds."""
    minutes, rest = divmod(seconds, 60)
    told = [plural("{count} minute", "{count} minutes", minutes)] if minutes else []
    if rest or not minutes:
        told.append(plural("{count} second", "{count} seconds", rest))
    return listed(told, " ")


def names_of(log: Log, own: bytes | None = None) -> Names:
    """Return what the players of a deal are called by the one with the key *own*."""
    keys = [player.key for player in log.setup.players]
    return Names.of(log.state, keys.index(own) if own in keys else None)


def _standings_text(logs: Sequence[Log], own: bytes | None) -> Text | None:
    rules = logs[0].setup.rules
    if not isinstance(rules, Rules):
        return None  # the other family's results tell the score
    if not _results_by_first_seat(logs):
        return None  # no deal has ended with a result yet
    standings = Standings.of(rules, _results_by_first_seat(logs))
    return beating.standings_text(standings, names_of(logs[0], own))


def _results_by_first_seat(logs: Sequence[Log]) -> list[Result]:
    """Return the results of a match's deals, told by the seats of the first.

    Whoever is gone from a later deal gets nothing in it.
    """
    first = _keys_by_seat(logs[0])
    results: list[Result] = []
    for log in logs:
        result = log.state.result
        if isinstance(result, Result):
            keys = _keys_by_seat(log)
            points = dict(zip(keys, result.points, strict=True))
            fool = None if result.fool is None else first.index(keys[result.fool])
            points_at_first = tuple(points.get(key, 0) for key in first)
            results.append(replace(result, fool=fool, points=points_at_first))
    return results


def _keys_by_seat(log: Log) -> list[bytes]:
    return [log.setup.players[author].key for author in log.state.seats]


def _reply_code_text(code: str) -> Text:
    return text(
        "Nobody answers where the invite says: the table may be over, or its host's program "
        "closed. If it runs, send this reply code to your host, who types it there:\n\n"
        "    {code}\n\nThen both programs look for each other; "
        "this one does so for ten minutes.",
        code=code,
    )


def _private_reply_code_text(code: str) -> Text:
    return text(
        "Nobody answers where the invite says: the table may be over, or its host's program "
        "closed. If it runs, send this reply code to your host, who types it there:\n\n"
        "    {code}\n\nIt holds no address that can be reached from "
        "everywhere. If you know the public address of your router, quit, and join again with "
        "--address.",
        code=code,
    )


def news_text(news: News, own: bytes | None = None) -> Text | None:
    """Return a sentence that tells of a piece of news, or None where there is nothing to tell.

    *own* is the key of the player who reads it, if it is one.
    """
    match news:
        case TableNews():
            return _table_text(news)
        case DealNews(log, event) | PastNews(log, event):
            return event_text(log.state, names_of(log, own), event)
        case StandingsNews(logs):
            return _standings_text(logs, own)
        case AwayNews(name, patience):
            return text(
                "{name} is away; the seat waits for {time}.", name=name, time=time_text(patience)
            )
        case ResumedNews(log):
            setup = log.setup
            return text(
                "You are back at the table, in deal {number} of {deals}.",
                number=setup.number,
                deals=setup.deals,
            )
        case AloneNews():
            return text("All others are gone: you are the last one at the table.")
        case BackNews(name):
            return text("{name} is back.", name=name)
        case LeftNews(name):
            return text("{name} has left the table.", name=name)
        case AskedNews(names):
            return asked_text(names)
        case WatchedNews(name):
            return text("{name} watches.", name=name)
        case UnwatchedNews(name):
            return text("{name} watches no longer.", name=name)
        case SayNews(name, words):
            return text("{name} says: {words}", name=name, words=words)
        case ReplyCodeNews(code, public):
            return _reply_code_text(code) if public else _private_reply_code_text(code)
        case NotOpenNews():
            return text("Your host has not opened the next table yet; it is waited for.")
        case WantsAgainNews(name):
            return text("{name} wants another match.", name=name)
        case NotMetNews():
            return text(
                "The guest with the reply code has not been found. If it still waits, type its "
                "code again. Routers that change port numbers, as some carriers' do, cannot be "
                "passed so."
            )
        case OtherKeyNews(_, name, known, day):
            return text(
                "{name} is here, with another key than the {known} you played with on {day}: it "
                "may be another person.",
                name=name,
                known=known,
                day=day.isoformat(),
            )
        case OtherNameNews(name, known, day):
            return text(
                "{name} was called {known} when you played together on {day}.",
                name=name,
                known=known,
                day=day.isoformat(),
            )
        case WrongPinNews(address):
            return text("Somebody at {address} has typed a wrong PIN.", address=address)
        case NotAnnouncedNews():
            return text(
                "The table cannot be announced on the LAN, so `durak lan` does not show it; "
                "its address and the invite work all the same."
            )
        case ReachNews(sentences=said, invite=invite):
            return lines(said) if invite is None else lines([*said, *_new_invite(invite)])


def _new_invite(invite: str) -> list[str]:
    heading = text("The addresses have changed. The invite for whoever joins from now on:")
    return [heading, "", f"    {invite}", ""]


def _table_text(news: TableNews) -> Text:
    missing = news.rules.players - len(news.names)
    here = listed(_person_text(name, news, place) for place, name in enumerate(news.names))
    if not missing and news.ready is not None and len(news.ready) < len(news.names):
        return text(
            "At the table: {names}. All seats are taken; the game begins when all are ready.",
            names=here,
        )
    if not missing:
        return text("At the table: {names}. All are here.", names=here)
    return plural(
        "At the table: {names}. Waiting for {count} more.",
        "At the table: {names}. Waiting for {count} more.",
        missing,
        names=here,
    )


def _person_text(name: str, news: TableNews, place: int) -> str:
    is_ready = news.ready is not None and place in news.ready
    if place in news.computers:
        return text("{name} (computer)", name=name)
    return text("{name} (ready)", name=name) if is_ready else name
