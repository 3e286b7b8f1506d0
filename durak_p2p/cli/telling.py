"""Ways to tell what happens: sentences for people, JSON lines for programs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from durak_p2p.cli.speaking import own_language, say, say_path
from durak_p2p.game import (
    Answered,
    Breach,
    CardsDealt,
    DealBegan,
    DealEnded,
    Departed,
    Event,
    Forked,
    GameState,
    Judged,
    Leaving,
    MoveMade,
    Opened,
    Progress,
    TimeOver,
)
from durak_p2p.rules import Deal
from durak_p2p.rules.family import AnyResult, AnyView
from durak_p2p.rules.shedding import SheddingResult, SheddingView
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
from durak_p2p.texts import Text, text
from durak_p2p.ui.sentences import news_text


def say_json(value: dict[str, Any]) -> None:
    """Print one JSON object on a line, in ASCII: it fits every encoding."""
    click.echo(json.dumps(value))


def result_json(result: AnyResult) -> dict[str, Any]:
    """Return a result as arbiter.md names it."""
    if isinstance(result, SheddingResult):
        return {
            "winner": result.winner,
            "points": list(result.points),
            "score": list(result.score),
            "loser": result.loser,
            "reason": result.reason.value,
        }
    return {
        "fool": result.fool,
        "points": list(result.points),
        "epaulettes": result.epaulettes,
        "reason": result.reason.value,
    }


def ended_json(state: GameState) -> dict[str, Any] | None:
    """Return by what a deal has ended: the cards, time, or a player who is gone; None: not yet."""
    result, departed = state.result, state.departed
    if state.timeout is not None and (result is None or result.reason.value == "time"):
        author, voices = state.timeout  # who then leaves before the count has left
        return {"by": "time", "author": author, "voices": voices}
    if result is not None and result.reason.value not in ("left", "away"):
        return {"by": "cards", "author": None, "voices": 0}
    if not departed:
        return None
    # Of those who are gone since that step: who was waited for, before whose leave only said so.
    author = min(departed, key=lambda gone: (departed[gone].step, departed[gone].reason, gone))
    return {"by": departed[author].reason, "author": author, "voices": departed[author].voices}


def gone_json(state: GameState) -> list[dict[str, Any]]:
    """Return who is gone from a deal, by author."""
    return [
        {
            "author": author,
            "reason": gone.reason,
            "voices": gone.voices,
            "step": gone.step,
            "opened": author in state.openings,
        }
        for author, gone in sorted(state.departed.items())
    ]


def cheats_json(state: GameState | None) -> dict[str, int]:
    """Return how many cheats of a deal were caught and missed, and the wrong accusations.

    Nothing is told of them before the deal is opened.
    """
    deal = state.deal if state is not None and state.opened is not None else None
    if not isinstance(deal, Deal):
        return {"caught": 0, "missed": 0, "wrong": 0}
    caught = sum(cheat.caught_by is not None for cheat in deal.cheats)
    return {
        "caught": caught,
        "missed": len(deal.cheats) - caught,
        "wrong": sum(not accusation.right for accusation in deal.accusations),
    }


def view_json(view: AnyView) -> dict[str, Any]:
    """Return what all can see of a deal, named as in arbiter.md; ``counts`` are hands' cards."""
    told: dict[str, Any] = {
        "phase": view.phase.value,
        "word": view.word,
        "lead": view.lead,
        "counts": list(view.counts),
        "known": [list(cards) for cards in view.known],
        "stock": view.stock,
        "turned": view.turned,
    }
    if isinstance(view, SheddingView):
        return told | {
            "top": view.top,
            "suit": view.suit,
            "pile": view.pile,
            "owed": view.owed,
            "drawn": view.drawn,
            "turnovers": view.turnovers,
        }
    return told | {
        "defender": view.defender,
        "table": [list(pair) for pair in view.table],
        "trump": view.trump,
        "discard": view.discard,
        "bout": view.bout,
        "limit": view.limit,
        "taken": view.taken,
        "passed": list(view.passed),
        "done": list(view.done),
        "barred": list(view.barred),
        "out": list(view.out),
    }


def news_json(news: News) -> dict[str, Any]:
    """Return a piece of news as a JSON object; ``text`` is the sentence for people, or null."""
    told = news_text(news)
    said = own_language().say(told) if told is not None else None
    return {**_news_fields(news), "text": said}


def _news_fields(news: News) -> dict[str, Any]:
    match news:
        case TableNews(rules, deals, names, ready, computers):
            return {
                "news": "table",
                "rules": rules.options(),
                "deals": deals,
                "names": list(names),
                "ready": None if ready is None else sorted(ready),
                "computers": sorted(computers),
            }
        case DealNews(log, event):
            return {"deal": log.setup.number, **event_json(event)}
        case PastNews(log, event):
            return {"deal": log.setup.number, **event_json(event), "past": True}
        case StandingsNews(logs):
            results = [log.state.result for log in logs]
            return {
                "news": "standings",
                "results": [result_json(result) for result in results if result is not None],
            }
        case AwayNews(name, patience):
            return {"news": "away", "name": name, "patience": patience}
        case ResumedNews(log):
            return {"news": "resumed", "deal": log.setup.number}
        case AloneNews():
            return {"news": "alone"}
        case BackNews(name):
            return {"news": "back", "name": name}
        case LeftNews(name):
            return {"news": "left", "name": name}
        case AskedNews(names):
            return {"news": "asked", "names": list(names)}
        case WatchedNews(name):
            return {"news": "watched", "name": name}
        case UnwatchedNews(name):
            return {"news": "unwatched", "name": name}
        case SayNews(name, words):
            return {"news": "say", "name": name, "words": words}
        case ReplyCodeNews(code, _):
            return {"news": "reply code", "code": code}
        case NotOpenNews():
            return {"news": "not open"}
        case WantsAgainNews(name):
            return {"news": "wants again", "name": name}
        case NotMetNews():
            return {"news": "not met"}
        case OtherKeyNews(key, name, known, day):
            return {
                "news": "other key",
                "key": key.hex(),
                "name": name,
                "known": known,
                "day": day.isoformat(),
            }
        case OtherNameNews(name, known, day):
            return {"news": "other name", "name": name, "known": known, "day": day.isoformat()}
        case WrongPinNews(address):
            return {"news": "wrong pin", "address": address}
        case NotAnnouncedNews():
            return {"news": "not announced"}
        case ReachNews(facts, _, invite):
            return {"news": "reach", **facts, "invite": invite}


def event_json(event: Event) -> dict[str, Any]:
    """Return a deal's event as a JSON object; ``news`` says of which kind it is."""
    match event:
        case Progress(type_, author):
            return {"news": "progress", "step": type_.value, "author": author}
        case DealBegan(seats, dealer):
            return {"news": "seats", "seats": list(seats), "dealer": dealer}
        case CardsDealt(counts, opened):
            return {"news": "dealt", "counts": list(counts), "opened": list(opened)}
        case Answered(cards, shown):
            return {"news": "answered", "cards": list(cards), "shown": shown}
        case MoveMade(seat, move):
            return {"news": "move", "seat": seat, "move": move.text}
        case Judged(accusation):
            return {
                "news": "judged",
                "seat": accusation.seat,
                "accused": accusation.accused,
                "right": accusation.right,
            }
        case DealEnded(result):
            return {"news": "result", "result": result_json(result)}
        case Opened(deck, claims):
            return {"news": "opened", "deck": list(deck), "false_claims": len(claims)}
        case Breach(author, reason, _):
            return {"news": "breach", "author": author, "reason": reason}
        case Leaving(author):
            return {"news": "leaving", "author": author}
        case Departed(author, reason):
            return {"news": "departed", "author": author, "reason": reason}
        case TimeOver(author, voices):
            return {"news": "time", "author": author, "voices": voices}
        case Forked():
            return {"news": "forked"}


def replay_text(path: Path) -> Text:
    """Return the sentence that names a replay where there is no room for its path.

    `durak replay` finds it by its name.
    """
    return text("Replay: {name}", name=path.name)


def tell_replays(paths: Sequence[Path], *, as_json: bool) -> None:
    """Say where replays lie."""
    if paths and not as_json:
        say(text("Replay:") if len(paths) == 1 else text("Replays:"))
    for path in paths:
        if as_json:
            say_json({"news": "replay", "path": str(path), "text": None})
        else:
            say_path(path)


def tell_json(news: News) -> None:
    """Print a piece of news as JSON."""
    say_json(news_json(news))
