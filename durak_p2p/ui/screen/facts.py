"""What is known of a table besides the cards: who is there, what happened, what was said.

Facts are folded from the news, one after the other, as the log folds entries.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Final

from durak_p2p.game import (
    CardsDealt,
    DealBegan,
    DealEnded,
    Departed,
    EntryType,
    Event,
    Leaving,
    Log,
    Progress,
    TimeOver,
)
from durak_p2p.rules.family import AnyResult, AnyRules
from durak_p2p.table.news import (
    AskedNews,
    AwayNews,
    BackNews,
    DealNews,
    LeftNews,
    News,
    OtherKeyNews,
    PastNews,
    ReplyCodeNews,
    ResumedNews,
    StandingsNews,
    TableNews,
    WantsAgainNews,
)
from durak_p2p.texts import Text, text
from durak_p2p.ui.names import Names
from durak_p2p.ui.screen.model import Making
from durak_p2p.ui.sentences import names_of, news_text

#: How many sentences the log on the screen keeps.
MOST_SENTENCES: Final = 500
#: The steps of the deck's making to which each player gives one entry.
MAKING_STEPS: Final = (EntryType.COMMIT, EntryType.REVEAL, EntryType.SHUFFLE)


@dataclass(frozen=True, slots=True)
class Lobby:
    """Where those who will play meet, until the first deal begins.

    Attributes:
        names: of who is there, told apart; none while the table is still looked for.
        ready: places in ``names`` of who has said that the deal may begin.
        computers: places of those that are no people, by their own word.
        own: our own place.
        keys: of who is there, by place.
        doubted: keys of those who came under a known name that had another key.
        doors: how one gets in besides by the invite, in sentences.
        reply_code: to be passed on to the host where nobody answers; "" where that is not needed.
    """

    names: tuple[str, ...] = ()
    ready: frozenset[int] = frozenset()
    computers: frozenset[int] = frozenset()
    own: int | None = None
    keys: tuple[bytes, ...] = ()
    doubted: frozenset[bytes] = frozenset()
    doors: tuple[Text, ...] = ()
    reply_code: str = ""

    @property
    def waiting_for(self) -> tuple[str, ...]:
        """The names of the others who are not ready."""
        places = range(len(self.names))
        return tuple(self.names[at] for at in places if at not in self.ready and at != self.own)


@dataclass(frozen=True, slots=True)
class Facts:
    """A table as its news have told it so far.

    Attributes:
        own: our identity key; None for who looks on at a replay.
        watches: whether we look on without a seat, while others play.
        rules: of the table.
        deals: how many are to be played, and ``number`` which one is.
        people: who is at the table, before seats are drawn.
        names: by seat, once they are drawn.
        lobby: while the players meet; None: they are all there.
        away: names of those whose link is lost, and until when their seats wait, by the program's
            clock.
        log: what has happened, oldest first.
        can_chat: whether something can be said to all.
        can_repeat: whether another match can follow.
        can_get_ready: whether it is awaited that we say that the deal may begin.
        can_invite: whether there is an invite to be shown, as a QR code as well.
        can_seat: whether computer players can be given free seats.
        can_meet: whether reply codes of guests are taken.
        keeps_seat: whether one can go away so that the seat waits.
        asked: names of those who have not said yet whether to play on without who is gone.
        made: steps of the deck's making that each player has done; empty once cards are dealt.
        result: of the last deal that has ended, while no new one has begun.
        parted: who has left the current deal, or was out of time, in sentences.
        standings: how the match stands after the last deal that has ended, in a sentence.
        deadline: when the time for the move that is awaited is over, by the program's clock.
        held: whether a deal that is over is looked at, while the next one has begun.
        awaited: whether it is our turn in the next one already.
        ended: whether the match is over.
        want_again: names of the others who want another one then.
    """

    own: bytes | None = None
    watches: bool = False
    rules: AnyRules | None = None
    deals: int = 1
    number: int = 1
    people: tuple[str, ...] = ()
    names: Names = field(default_factory=lambda: Names(()))
    lobby: Lobby | None = None
    away: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    log: tuple[str, ...] = ()
    can_chat: bool = False
    can_repeat: bool = False
    can_get_ready: bool = False
    can_invite: bool = False
    can_seat: bool = False
    can_meet: bool = False
    keeps_seat: bool = False
    asked: tuple[str, ...] = ()
    made: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    result: AnyResult | None = None
    parted: tuple[Text, ...] = ()
    standings: Text | None = None
    deadline: float | None = None
    held: bool = False
    awaited: bool = False
    ended: bool = False
    want_again: tuple[str, ...] = ()

    @property
    def making(self) -> tuple[Making, ...]:
        """How far the deck's making is, by player; empty when it is not being made (any more)."""
        if self.ended:
            return ()
        return tuple(Making(name, steps, len(MAKING_STEPS)) for name, steps in self.made.items())

    @property
    def wants_us(self) -> bool:
        """Whether all have come to the table, and wait for us to say that the deal may begin."""
        here = len(self.lobby.names) if self.lobby is not None else 0
        return self.can_get_ready and self.rules is not None and here == self.rules.players


def after(facts: Facts, news: News, now: float) -> Facts:
    """Return the facts after a piece of news; *now* is told by the program's clock."""
    if isinstance(news, TableNews):
        return _after_table(facts, news)
    sentence = news_text(news, facts.own)
    if sentence:
        facts = told(facts, sentence)
    match news:
        case DealNews(log, event) | PastNews(log, event):
            if sentence and isinstance(event, Leaving | TimeOver | Departed):
                facts = replace(facts, parted=(*facts.parted, sentence))
            return _after_event(replace(facts, lobby=None, can_get_ready=False), log, event)
        case ResumedNews(log):
            facts = _of_setup(replace(facts, lobby=None, can_get_ready=False), log)
            return replace(facts, names=names_of(log, facts.own)) if log.state.seats else facts
        case AskedNews(names):
            return replace(facts, asked=names)
        case AwayNews(name, patience):
            return replace(facts, away=MappingProxyType({**facts.away, name: now + patience}))
        case BackNews(name) | LeftNews(name):
            return _not_away(facts, name)
        case OtherKeyNews(key) if facts.lobby is not None:
            doubted = facts.lobby.doubted | {key}
            return replace(facts, lobby=replace(facts.lobby, doubted=doubted))
        case WantsAgainNews(name):
            return replace(facts, want_again=(*facts.want_again, name))
        case StandingsNews():
            return replace(facts, standings=sentence)
        case ReplyCodeNews(code) if facts.lobby is not None:
            return replace(facts, lobby=replace(facts.lobby, reply_code=code))
        case _:
            return facts


def _not_away(facts: Facts, name: str) -> Facts:
    there = {each: until for each, until in facts.away.items() if each != name}
    return replace(facts, away=MappingProxyType(there))


def _after_table(facts: Facts, news: TableNews) -> Facts:
    people = news.names
    lobby = facts.lobby
    if lobby is not None:
        now = replace(
            lobby,
            names=people,
            ready=news.ready or frozenset(),
            computers=news.computers,
            own=news.own,
            keys=news.keys,
            reply_code="",
        )
        for sentence in _changes(lobby, now):
            facts = told(facts, sentence)
        facts = replace(facts, lobby=now)
    else:
        facts = told(facts, news_text(news, facts.own) or "")
    return replace(facts, rules=news.rules, deals=news.deals, people=people, ended=False)


def _changes(before: Lobby, now: Lobby) -> list[Text]:
    """Return what has changed among those who meet; nothing of those who were there before us."""
    if not before.names:
        return []
    came = [name for name in now.names if name not in before.names]
    gone = [name for name in before.names if name not in now.names]
    were_ready = {before.names[place] for place in before.ready}
    ready = [
        now.names[at]
        for at in sorted(now.ready)
        if now.names[at] not in were_ready and at != now.own and at not in now.computers
    ]
    return [
        *(text("{name} sits down at the table.", name=name) for name in came),
        *(text("{name} has left the table.", name=name) for name in gone),
        *(text("{name} is ready.", name=name) for name in ready),
    ]


def told(facts: Facts, sentence: str) -> Facts:
    """Return the facts with one more sentence in the log."""
    return replace(facts, log=(*facts.log, sentence)[-MOST_SENTENCES:])


def _after_event(facts: Facts, log: Log, event: Event) -> Facts:
    setup = log.setup
    facts = _of_setup(facts, log)
    match event:
        case Progress(type_, author):
            if type_ not in MAKING_STEPS or log.state.deal is not None:
                return facts
            people = setup.names
            made = {name: facts.made.get(name, 0) for name in people}
            made[people[author]] = MAKING_STEPS.index(type_) + 1
            asked = tuple(name for name in facts.asked if name != people[author])
            facts = replace(facts, asked=asked)
            return replace(
                facts, made=MappingProxyType(made), people=people, result=None, parted=()
            )
        case DealBegan():
            return replace(facts, names=names_of(log, facts.own))
        case CardsDealt():
            return replace(facts, made=MappingProxyType({}))
        case DealEnded(result):
            return replace(facts, result=result, standings=None)
        case Leaving(author):
            return _not_away(facts, log.state.name(author))
        case Departed(author):  # the deal is over, even if its deck was not made
            return replace(_not_away(facts, log.state.name(author)), made=MappingProxyType({}))
        case _:
            return facts


def _of_setup(facts: Facts, log: Log) -> Facts:
    setup = log.setup
    return replace(facts, rules=setup.rules, deals=setup.deals, number=setup.number)
