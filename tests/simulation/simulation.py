"""One simulated match, all of it out of a seed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import chain
from random import Random

from durak_p2p.game import Log, Setup, SetupPlayer
from durak_p2p.rules import Deal
from durak_p2p.rules.family import AnyRules
from tests.game.tables import Foreseeable

from .cheap import Identity
from .network import Network, Weather, World
from .peer import Fate, Peer
from .people import Manners

NAMES = ("Anna", "Boris", "Clara", "Dmitri", "Ewa", "Fjodor", "Galja", "Hans")
LONGEST = 6_000.0  # seconds of the match's own time; then it hangs
STALLED = 250.0  # seconds without a step, so that one that is not honest makes all wait for ever
AFTERWARDS = 45.0  # seconds in which all learn what they do not know yet
NEVER = 20_000  # seconds of patience, where nobody is to be missed


@dataclass(frozen=True)
class Plan:
    """What a seed decides before anything happens."""

    rules: AnyRules
    deals: int
    patience: int
    weather: Weather
    manners: Manners
    fates: tuple[Fate, ...]
    may_give_up: bool = False  # several can be away at once
    bad: tuple[type[Peer], ...] = ()  # the kinds of those who are not honest, at the first seats


Planner = Callable[[Random], Plan]


class Simulation:
    """A match from a plan; cryptography must be cheap already."""

    def __init__(self, seed: int, kind: str, planner: Planner) -> None:
        self.seed = f"{kind} {seed}"
        rng = Random(f"simulation {self.seed}")
        self.plan = plan = planner(rng)
        self.world = World()
        self.killed = 0
        setup = self._setup(plan)
        kinds = list(plan.bad) + [Peer] * (plan.rules.players - len(plan.bad))
        self.peers = [
            kinds[number](self, number, setup, plan.manners, plan.fates[number])
            for number in range(plan.rules.players)
        ]
        self.network = Network(self.world, self.peers, plan.weather, Random(f"net {self.seed}"))

    def __str__(self) -> str:
        plan = self.plan
        options = plan.rules.options()
        return (
            f"{self.seed}: {options}\n{plan.weather}\n{plan.manners}\n{plan.fates}\n"
            f"deals {plan.deals}, patience {plan.patience}, bad {plan.bad}"
        )

    def _setup(self, plan: Plan) -> Setup:
        source = Foreseeable(f"simulation {self.seed}")
        players = [
            SetupPlayer(Identity(f"{self.seed} {number}").public_key, name, source.token(16))
            for number, name in enumerate(NAMES[: plan.rules.players])
        ]
        return Setup.first(source.token(16), plan.rules, players, plan.deals, plan.patience)

    def run(self) -> None:
        if self.plan.bad:
            self._watch("")
        self.world.run(LONGEST)

    def _watch(self, before: str) -> None:
        """Stop where one that is not honest makes all wait for ever."""
        now = " ".join(f"{peer.status} {[log.step for log in peer.logs()]}" for peer in self.peers)
        if now == before:
            self.world.stop()
        else:
            self.world.after(STALLED, self._watch, now)

    def note_end(self) -> None:
        """Somebody has come to an end; when all have, there is time left to tell each other."""
        if all(peer.final for peer in self.honest):
            self.world.after(AFTERWARDS, self.world.stop)

    @property
    def honest(self) -> list[Peer]:
        return [peer for peer in self.peers if peer.honest]

    def check_conserved(self, log: Log) -> None:
        """No card is lost, and none is there twice."""
        deal = log.state.deal
        if isinstance(deal, Deal):
            table = (card for pair in deal.table_cards.items() for card in pair if card)
            lying = [deal.where[card] for card in table]
            there = sorted(chain(*deal.hands, deal.pile, deal.discarded, lying))
            assert there == list(range(deal.rules.deck)), "cards are not conserved"
