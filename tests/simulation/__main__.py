"""`python -m tests.simulation FIRST COUNT [KIND]`: play so many seeds, on all cores.

A failing seed is told at once, with the command that plays it again; a single seed is played in
this process, and what is wrong with it is told in full.  Ctrl-C ends it and tells what there is.
"""

from __future__ import annotations

import sys
import time
from collections import Counter

from .cheap import cheap_cryptography
from .many import play_many
from .plans import KINDS
from .playing import again, simulate, told

PROGRESS = 10.0  # seconds from one line to the next


def main(first: int, count: int, kind: str = "accusations") -> int:
    if count == 1:
        with cheap_cryptography():
            print(simulation := simulate(first, kind))
        print(", ".join(f"{number} {what}" for what, number in told(simulation).items()))
        return 0
    counts: Counter[str] = Counter()
    failed: list[int] = []
    began = told_at = time.monotonic()
    try:
        for more, lost in play_many(first, count, kind):
            counts.update(more)
            for seed, why in lost:
                failed.append(seed)
                print(f"{why}\n    again: {again(seed, kind)}", flush=True)
            if time.monotonic() - told_at > PROGRESS:
                told_at = time.monotonic()
                print(f"{counts['matches']} of {count}, {len(failed)} failed", file=sys.stderr)
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
    seconds = time.monotonic() - began
    print(f"{kind}, {seconds:.0f} s:", ", ".join(f"{n} {what}" for what, n in counts.items()))
    print(f"failed: {sorted(failed)}" if failed else "none failed")
    return 1 if failed else 0


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4) or (sys.argv[3:] and sys.argv[3] not in KINDS):
        sys.exit(f"python -m tests.simulation FIRST COUNT [{' | '.join(KINDS)}]")
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2]), *sys.argv[3:]))
