"""Plays many seeds on all cores."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections import Counter
from collections.abc import Iterator

from .cheap import cheap_cryptography
from .playing import simulate, told

CHUNK = 20  # seeds that one process is given at once

Played = tuple[Counter[str], list[tuple[int, str]]]


def play(task: tuple[int, int, str]) -> Played:
    """Play some seeds; what happened in them, and those that failed with a line of why."""
    first, count, kind = task
    counts: Counter[str] = Counter()
    failed: list[tuple[int, str]] = []
    with cheap_cryptography():
        for seed in range(first, first + count):
            try:
                counts += told(simulate(seed, kind))
            except Exception as error:
                failed.append((seed, f"{type(error).__name__}: {error}"[:300]))
            counts["matches"] += 1
    return counts, failed


def tasks(first: int, count: int, kind: str) -> Iterator[tuple[int, int, str]]:
    for start in range(first, first + count, CHUNK):
        yield start, min(CHUNK, first + count - start), kind


def play_many(first: int, count: int, kind: str) -> Iterator[Played]:
    """Play seeds, and yield what came of some of them, as it comes."""
    context = multiprocessing.get_context("spawn")
    with context.Pool(os.cpu_count(), signal.signal, (signal.SIGINT, signal.SIG_IGN)) as pool:
        yield from pool.imap_unordered(play, tasks(first, count, kind))
