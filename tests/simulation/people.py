"""People: how fast they think, when they cheat, and that they speak up at the worst moments."""

from __future__ import annotations

import math
from dataclasses import dataclass
from random import Random

from durak_p2p.bots import CheatingBot, Rates, SimpleBot
from durak_p2p.rules import View
from durak_p2p.rules.choice import Choice
from durak_p2p.rules.family import AnyView

MOST_CHEATS = 40  # so many choices of a player, then it plays on honestly, so that deals end
_LONG_DEAL = 150  # choices of one player; then it plays at random, for two bots can go in circles


@dataclass(frozen=True)
class Manners:
    """When players speak up, how long they think, what becomes of them; times in seconds."""

    rates: Rates
    pace: float  # how long a choice takes, on average
    dozes: float  # chance that one takes so long that a limit is overrun
    at_a_move: float  # chance that a move makes everybody accuse, at once ...
    in_close: float  # ... and that one accuses while it is asked whether it is done
    any_time: float  # seconds between accusations at any time, on average

    @classmethod
    def random(cls, rng: Random) -> Manners:
        return cls(
            rates=Rates(rng.choice([0.1, 0.4]), rng.choice([0.2, 0.8]), rng.choice([0.0, 0.05])),
            pace=rng.choice([0.001, 0.1, 1.0]),
            dozes=0.0,
            at_a_move=rng.choice([0.0, 0.03, 0.2]),
            in_close=rng.choice([0.0, 0.1, 0.5]),
            any_time=rng.choice([math.inf, 30.0, 3.0]),
        )


class Person:
    """Who decides for a seat; goes on where it was when its program is killed."""

    def __init__(self, manners: Manners, rng: Random) -> None:
        self._manners = manners
        self._rng = rng
        self._choices = 0
        self._honest = SimpleBot()
        self._bot = CheatingBot(self._honest, manners.rates, rng)

    def thinking_time(self, limit: int | None) -> float:
        """How long the next choice takes."""
        if self._rng.random() < self._manners.dozes:
            return self._rng.uniform(0.5, 2.0) * (limit or 20)
        return -math.log(1.0 - self._rng.random()) * self._manners.pace

    def choose(self, view: AnyView) -> Choice:
        self._choices += 1
        if self._choices > _LONG_DEAL and self._rng.random() < 0.5:
            laying = [move for move in view.legal if move.cards] if isinstance(view, View) else []
            return self._rng.choice(laying or list(view.legal))
        if self._choices > MOST_CHEATS:
            return self._honest.choose(view)
        return self._bot.choose(view)

    def accuses(self, view: AnyView) -> int | None:
        return self._bot.accuses(view)
