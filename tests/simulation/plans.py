"""What is simulated: kinds of matches, and what a seed makes of each."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from random import Random

from durak_p2p.rules.family import ALL_PRESETS, AnyRules, preset_rules
from durak_p2p.rules.shedding import SheddingRules
from tests.rules.tables import random_rules

from .adversaries import ADVERSARIES, Equivocator, Flooder, Liar, Withholder
from .network import Weather
from .peer import Fate, Peer
from .people import Manners
from .simulation import NEVER, Plan

_CZECH = [
    name for name, one in ALL_PRESETS.items() if isinstance(preset_rules(name, {}), SheddingRules)
]


MOST_WITH_BAD = 5  # players where some are not honest: more of them only take longer


def beating_table(rng: Random, cheating: str, turn_seconds: int | None = None) -> AnyRules:
    """Any table of the beating family, small ones more often."""
    players = rng.choice([2, 2, 3, 3, 3, 3, 4, 4, 4])
    if rng.random() < 0.1:
        players = rng.choice([5, 5, 5, 6, 6, 7, 8])
    decks = [size for size in (24, 24, 32, 36, 52, 54) if players * 6 <= size]
    deck = rng.choice(decks[:3])
    return random_rules(
        rng, players=players, deck=deck, cheating=cheating, turn_seconds=turn_seconds
    )


def any_table(rng: Random, turn_seconds: int | None = None) -> AnyRules:
    """Any table, now and then of the shedding family."""
    if rng.random() < 0.15:
        chosen = {"reshuffle": rng.random() < 0.5, "turn_seconds": turn_seconds}
        return preset_rules(rng.choice(_CZECH), chosen)
    return beating_table(rng, rng.choice(["none", "beat-transfer", "all"]), turn_seconds)


def accusations(rng: Random) -> Plan:
    """Cheating, and accusations at the worst moments; nobody is missed."""
    rules = beating_table(rng, rng.choice(["beat-transfer", "all"]))
    return Plan(
        rules=rules,
        deals=rng.choice([1, 1, 1, 1, 2]),
        patience=NEVER,
        weather=Weather.random(rng),
        manners=Manners.random(rng),
        fates=(Fate(),) * rules.players,
    )


def plain(rng: Random) -> Plan:
    """Any games, without cheating or with."""
    rules = any_table(rng)
    return replace(accusations(rng), rules=rules, fates=(Fate(),) * rules.players)


def crashes(rng: Random) -> Plan:
    """Programs are killed at any moment, and come back before they are missed."""
    plan = plain(rng)
    fates = tuple(killed(rng, rng.choice([0.1, 5.0, 30.0])) for _ in range(plan.rules.players))
    return replace(plan, fates=fates)


def killed(rng: Random, down: float) -> Fate:
    often = rng.choice([0, 1, 1, 2, 4, 10])
    within = rng.choice([20, 300, 2000])
    return Fate(tuple(rng.randint(1, within) for _ in range(often)), down)


def departures(rng: Random) -> Plan:
    """Players leave, are away too long, or think too long; matches go on without them."""
    limit = rng.choice([None, None, 5, 15])
    rules = any_table(rng, limit)
    weather = Weather.random(rng, longest=[1.0, 8.0, 30.0])
    manners = replace(Manners.random(rng), dozes=rng.choice([0.0, 0.005]) if limit else 0.0)
    fates = []
    for _ in range(rules.players):
        fate = killed(rng, rng.choice([5.0, 60.0])) if rng.random() < 0.3 else Fate()
        leaves_at = rng.uniform(0.0, 60.0) if rng.random() < 0.25 else math.inf
        fates.append(replace(fate, leaves_at=leaves_at))
    return Plan(
        rules=rules,
        deals=rng.choice([1, 2, 3]),
        patience=rng.choice([10, 15, 40]),
        weather=weather,
        manners=manners,
        fates=tuple(fates),
        may_give_up=True,
    )


def with_bad(*kinds: type[Peer]) -> Callable[[Random], Plan]:
    """Return what plans matches in which one is of each of some kinds, and programs are killed."""

    def planner(rng: Random) -> Plan:
        plan = crashes(rng)
        while not len(kinds) + 2 <= plan.rules.players <= MOST_WITH_BAD:
            plan = crashes(rng)
        fates = [Fate() if number < len(kinds) else fate for number, fate in enumerate(plan.fates)]
        patient = Liar not in kinds and Withholder not in kinds
        return replace(
            plan,
            deals=1,
            bad=kinds,
            fates=tuple(fates),
            patience=NEVER if patient else 60,
            may_give_up=not patient,
        )

    return planner


def gang(rng: Random) -> Plan:
    """Two who are not honest, of any kinds."""
    return with_bad(*rng.sample(ADVERSARIES, 2))(rng)


KINDS: dict[str, Callable[[Random], Plan]] = {
    "accusations": accusations,
    "plain": plain,
    "crashes": crashes,
    "departures": departures,
    "withholds": with_bad(Withholder),
    "equivocates": with_bad(Equivocator),
    "floods": with_bad(Flooder),
    "lies": with_bad(Liar),
    "gang": gang,
}
