"""Plays the match of a seed and checks it."""

from __future__ import annotations

from .invariants import check
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
