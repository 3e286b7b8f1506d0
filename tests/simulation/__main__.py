"""`python -m tests.simulation FIRST COUNT [KIND]`: play so many seeds; a failing one is told."""

from __future__ import annotations

import sys
import time
import traceback
from collections import Counter

from .adversaries import KINDS, WithEquivocator
from .cheap import cheap_cryptography
from .table import deal_of, simulate


def main(first: int, count: int, kind: str = "honest") -> int:
    told: Counter[str] = Counter()
    failed: list[int] = []
    began = time.monotonic()
    with cheap_cryptography():
        for seed in range(first, first + count):
            if seed > first and (seed - first) % 100 == 0:
                print(f"{seed - first} of {count}, {len(failed)} failed", file=sys.stderr)
            try:
                simulation = simulate(seed, KINDS[kind])
            except Exception:
                traceback.print_exc()
                failed.append(seed)
                continue
            for log in simulation.logs():
                if log.breach is not None:
                    continue
                deal = deal_of(log)
                told["deals"] += 1
                told["cheats caught"] += sum(c.caught_by is not None for c in deal.cheats)
                told["missed"] += sum(c.caught_by is None for c in deal.cheats)
                told["right accusations"] += sum(a.right for a in deal.accusations)
                told["wrong"] += sum(not a.right for a in deal.accusations)
            if isinstance(simulation, WithEquivocator):
                told["found out"] += simulation.found_out
            told["said"] += len(simulation.said)
            told["of them late"] += sum(not one.in_time for one in simulation.said)
    seconds = time.monotonic() - began
    print(f"{count} matches in {seconds:.0f} s:", ", ".join(f"{k} {v}" for k, v in told.items()))
    print(f"failed: {failed}" if failed else "none failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2]), *sys.argv[3:]))
