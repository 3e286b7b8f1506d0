"""Some hundred simulated matches; `python -m tests.simulation` plays thousands."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from collections.abc import Iterator

import pytest

from .cheap import cheap_cryptography
from .playing import simulate
from .simulation import Simulation

EACH = 20
MATCHES = {
    "accusations": 160,
    "plain": 60,
    "crashes": 120,
    "departures": 120,
    "withholds": 20,
    "equivocates": 40,
    "floods": 20,
    "lies": 20,
    "gang": 40,
}


@pytest.fixture(autouse=True, scope="module")
def cheap() -> Iterator[None]:
    with cheap_cryptography():
        yield


@pytest.mark.parametrize(
    ("kind", "first"),
    [(kind, first) for kind, count in MATCHES.items() for first in range(0, count, EACH)],
)
def test_all_honest_peers_come_to_the_same(kind: str, first: int) -> None:
    for seed in range(first, first + EACH):
        simulate(seed, kind)


def fingerprint(simulation: Simulation) -> str:
    """A hash of all that was written, in its order, and of how long it took."""
    hashed = hashlib.sha256(f"{simulation.world.events} {simulation.world.now}".encode())
    for peer in simulation.peers:
        for files in peer.disk.files.values():
            for file in files:
                hashed.update(file.getvalue())
        for deal in peer.disk.deals:
            for signed in deal.signed:
                hashed.update(signed.digest)
    return hashed.hexdigest()


@pytest.mark.parametrize(("seed", "kind"), [(3, "accusations"), (5, "crashes")])
def test_a_seed_plays_the_same_again_wherever(seed: int, kind: str) -> None:
    here = fingerprint(simulate(seed, kind))
    assert fingerprint(simulate(seed, kind)) == here
    script = (
        "from tests.simulation.cheap import cheap_cryptography\n"
        "from tests.simulation.playing import simulate\n"
        "from tests.simulation.test_simulation import fingerprint\n"
        "with cheap_cryptography():\n"
        f"    print(fingerprint(simulate({seed}, {kind!r})))\n"
    )
    for hash_seed in ("1", "2"):  # sets of text come in another order
        there = subprocess.run(
            [sys.executable, "-c", script],
            capture_output=True,
            text=True,
            env={"PYTHONHASHSEED": hash_seed},
            check=True,
        )
        assert there.stdout.strip() == here
