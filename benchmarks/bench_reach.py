"""How long it takes until a host knows whether its router maps its port, by protocol.

    .venv/bin/python benchmarks/bench_reach.py [TIMES]

The routers are miniupnpd in network namespaces (tests/lab); it needs root and their packages.
"""

from __future__ import annotations

import statistics
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.lab.commands import what_is_missing
from tests.lab.laboratory import Laboratory
from tests.lab.test_reach import HOMES, host_of, mapped


def main(times: int) -> None:
    missing = what_is_missing()
    if missing is not None:
        sys.exit(missing)
    with Laboratory(*HOMES.values()) as lab:
        for home in HOMES:
            seconds = []
            for _ in range(times):
                with mapped(host_of(lab, home), 40001) as host:
                    told = host.settled()
                    seconds.append(told["seconds"])
                    host.leave()
            print(f"{home:14} {statistics.median(seconds):6.3f} s  {told['ipv4']}, {told['ipv6']}")


main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
