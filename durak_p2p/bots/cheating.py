"""A computer player for tables where cheating is allowed: it tries, it looks, and it errs.

It has no eyes but its own: what it notices it sees from the cards that lie open, as a person would.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from durak_p2p.bots.simple import Bot
from durak_p2p.rules import Move, Phase, Verb, View
from durak_p2p.rules.beating import beats
from durak_p2p.rules.choice import Choice, Deliberate
from durak_p2p.rules.family import AnyView

T = TypeVar("T")


class Chance(Protocol):
    """Randomness that is passed in; ``random.Random(seed)`` is one."""

    def random(self) -> float:
        """Return a number from 0 up to 1."""

    def choice(self, seq: Sequence[T]) -> T:
        """Return one of the items."""


@dataclass(frozen=True, slots=True)
class Rates:
    """How often, from 0 (never) to 1 (always).

    ``cheats``: with the word, where it could. ``notices``: at each look at an unlawful beat.
    ``errs``: at each look, an accusation out of the blue.
    """

    cheats: float = 0.15
    notices: float = 0.25
    errs: float = 0.004


class CheatingBot:
    """Plays like another bot, and now and then not."""

    def __init__(self, honest: Bot, rates: Rates, chance: Chance) -> None:
        self._honest = honest
        self._rates = rates
        self._chance = chance

    def choose(self, view: AnyView) -> Choice:
        """Return a move, or an unlawful one that is meant."""
        if isinstance(view, View) and view.rules.may_cheat:
            tries = _cheats(view)
            if tries and self._chance.random() < self._rates.cheats:
                return Deliberate(self._chance.choice(tries))
        return self._honest.choose(view)

    def accuses(self, view: AnyView) -> int | None:
        """Return the seat to accuse of cheating, or None.  Called once for each new sight."""
        if not isinstance(view, View) or view.seat in view.out or not view.table:
            return None
        defender = view.defender
        if _has_bad_beat(view) and defender not in (None, view.seat):
            if self._chance.random() < self._rates.notices:
                return defender
        elif self._chance.random() < self._rates.errs:
            others = [
                seat
                for seat in range(len(view.counts))
                if seat != view.seat and seat not in view.out
            ]
            return self._chance.choice(others) if others else None
        return None


def _has_bad_beat(view: View) -> bool:
    trump = view.trump
    return trump is not None and any(
        beater is not None and not beats(beater, attack, trump) for attack, beater in view.table
    )


def _cheats(view: View) -> list[Move]:
    """Return beats, and where the table allows it throw-ins, with cards that do not fit."""
    if view.phase is Phase.DEFEND:
        waiting = [attack for attack, beater in view.table if beater is None]
        tries = [Move(Verb.BEAT, (attack, card)) for attack in waiting for card in view.hand]
    elif view.phase is Phase.THROW and view.rules.cheating == "all":
        tries = [Move(Verb.THROW, (card,)) for card in view.hand]
    else:
        tries = []
    return [move for move in tries if move not in view.legal]
