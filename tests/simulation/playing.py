"""Plays the match of a seed, checks it, and tells what happened in it."""

from __future__ import annotations

from collections import Counter

from durak_p2p.rules import Deal

from .invariants import check, whole_logs
from .peer import Status
from .plans import KINDS
from .simulation import Simulation


def again(seed: int, kind: str) -> str:
    """The command that plays a seed's match again."""
    return f"python -m tests.simulation {seed} 1 {kind}"


def simulate(seed: int, kind: str = "accusations") -> Simulation:
    """Play the match of a seed and check it; what is wrong is told with the seed."""
    simulation = Simulation(seed, kind, KINDS[kind])
    try:
        simulation.run()
        check(simulation)
    except BaseException as error:
        error.add_note(f"{simulation}\nAgain: {again(seed, kind)}")
        raise
    return simulation


def told(simulation: Simulation) -> Counter[str]:
    """How often what happened, to see that it is what is meant to be simulated."""
    counts: Counter[str] = Counter()
    for log in whole_logs(simulation):
        counts["deals"] += 1
        deal = log.state.deal
        for gone in log.state.departed.values():
            counts[f"players {gone.reason}"] += 1
        counts["moves too late"] += log.state.timeout is not None
        if isinstance(deal, Deal):
            counts["cheats caught"] += sum(c.caught_by is not None for c in deal.cheats)
            counts["cheats missed"] += sum(c.caught_by is None for c in deal.cheats)
            counts["right accusations"] += sum(a.right for a in deal.accusations)
            counts["wrong accusations"] += sum(not a.right for a in deal.accusations)
    said = [one for peer in simulation.honest for one in peer.said]
    counts["accusations said"] += len(said)
    counts["too late"] += sum(not one.in_time for one in said)
    counts["programs killed"] += simulation.killed
    counts["gave up"] += sum(peer.status is Status.STUCK for peer in simulation.honest)
    counts["rewinds"] += sum(log.rewinds for peer in simulation.honest for log in peer.logs())
    counts["events"] += simulation.world.events
    return +counts
