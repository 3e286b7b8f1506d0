"""What is known of a table besides the cards: who is there, what happened, what was said.

Facts are folded from the news, one after the other, as the log folds entries.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Final

from durak_p2p.game import CardsDealt, DealBegan, DealEnded, EntryType, Event, Log, Progress
from durak_p2p.game.names import told_apart
from durak_p2p.rules.family import AnyResult, AnyRules
from durak_p2p.table.news import (
    AwayNews,
    BackNews,
    DealNews,
    LeftNews,
    News,
    TableNews,
)
from durak_p2p.ui.names import Names
from durak_p2p.ui.screen.model import Making
from durak_p2p.ui.sentences import names_of, news_text

#: How many sentences the log on the screen keeps.
MOST_SENTENCES: Final = 500
#: The steps of the deck's making to which each player gives one entry.
MAKING_STEPS: Final = (EntryType.COMMIT, EntryType.REVEAL, EntryType.SHUFFLE)


@dataclass(frozen=True, slots=True)
class Facts:
    """A table as its news have told it so far.

    Attributes:
        own: our identity key; None for who looks on.
        rules: of the table.
        deals: how many are to be played, and ``number`` which one is.
        people: who is at the table, before seats are drawn.
        names: by seat, once they are drawn.
        away: names of those whose link is lost.
        log: what has happened, oldest first.
        can_chat: whether something can be said to all.
        can_repeat: whether another match can follow.
        made: steps of the deck's making that each player has done; empty once cards are dealt.
        result: of the last deal that has ended, while no new one has begun.
        deadline: when the time for the move that is awaited is over, by the program's clock.
        held: whether a deal that is over is looked at, while the next one has begun.
        ended: whether the match is over.
    """

    own: bytes | None = None
    rules: AnyRules | None = None
    deals: int = 1
    number: int = 1
    people: tuple[str, ...] = ()
    names: Names = field(default_factory=lambda: Names(()))
    away: frozenset[str] = frozenset()
    log: tuple[str, ...] = ()
    can_chat: bool = False
    can_repeat: bool = False
    made: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    result: AnyResult | None = None
    deadline: float | None = None
    held: bool = False
    ended: bool = False

    @property
    def making(self) -> tuple[Making, ...]:
        """How far the deck's making is, by player; empty when it is not being made."""
        return tuple(Making(name, steps, len(MAKING_STEPS)) for name, steps in self.made.items())


def after(facts: Facts, news: News) -> Facts:
    """Return the facts after a piece of news."""
    sentence = news_text(news, facts.own)
    if sentence:
        facts = told(facts, sentence)
    match news:
        case TableNews(rules, deals, names):
            people = told_apart(names)
            return replace(facts, rules=rules, deals=deals, people=people, ended=False)
        case DealNews(log, event):
            return _after_event(facts, log, event)
        case AwayNews(name):
            return replace(facts, away=facts.away | {name})
        case BackNews(name) | LeftNews(name):
            return replace(facts, away=facts.away - {name})
        case _:
            return facts


def told(facts: Facts, sentence: str) -> Facts:
    """Return the facts with one more sentence in the log."""
    return replace(facts, log=(*facts.log, sentence)[-MOST_SENTENCES:])


def _after_event(facts: Facts, log: Log, event: Event) -> Facts:
    setup = log.setup
    facts = replace(facts, rules=setup.rules, deals=setup.deals, number=setup.number)
    match event:
        case Progress(type_, author):
            if type_ not in MAKING_STEPS or log.state.deal is not None:
                return facts
            people = told_apart([player.name for player in setup.players])
            made = {name: facts.made.get(name, 0) for name in people}
            made[people[author]] = MAKING_STEPS.index(type_) + 1
            return replace(facts, made=MappingProxyType(made), people=people, result=None)
        case DealBegan():
            return replace(facts, names=names_of(log, facts.own))
        case CardsDealt():
            return replace(facts, made=MappingProxyType({}))
        case DealEnded(result):
            return replace(facts, result=result)
        case _:
            return facts
