"""From the shell to cards in hand: how long `durak play` takes to deal.

    .venv/bin/python benchmarks/bench_play.py [RUNS]

The real program on a pseudo-terminal, with a home of its own; the time is up when the trump stands
on the screen, which is dealt after the hands.  Median, quickest and slowest.
"""

from __future__ import annotations

import os
import pty
import signal
import statistics
import sys
import tempfile
import time
from pathlib import Path

TABLES = ((2, 36), (4, 36), (6, 36), (8, 52))
RUNS = 7
LONGEST_WAIT = 60.0  # seconds


def seconds_to_cards(home: Path, players: int, deck: int) -> tuple[float, float]:
    """Start the program; return the seconds until the trump is shown, and those of CPU."""
    command = [sys.executable, "-m", "durak_p2p", "play", f"--players={players}", f"--deck={deck}"]
    variables = {name: value for name, value in os.environ.items() if name[:2] != "PY"}
    variables |= {"HOME": str(home), "TERM": "xterm-256color", "LANG": "C.UTF-8"}
    begun = time.monotonic()
    child, terminal = pty.fork()
    if child == 0:
        os.execve(command[0], command, variables)
    shown = b""
    try:
        while b"Trump" not in shown:
            shown += os.read(terminal, 65536)
            if time.monotonic() - begun > LONGEST_WAIT:
                sys.exit("no cards were dealt")
        taken = time.monotonic() - begun
    finally:
        os.kill(child, signal.SIGKILL)
        used = os.wait4(child, 0)[2]
        os.close(terminal)
    return taken, used.ru_utime + used.ru_stime


def main() -> None:
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else RUNS
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        seconds_to_cards(home, 2, 36)  # compiles what is imported
        print("players  cards  cards in hand [s]  quickest  slowest  CPU [s]")
        for players, deck in TABLES:
            measured = [seconds_to_cards(home, players, deck) for _ in range(runs)]
            taken, used = zip(*measured, strict=True)
            print(
                f"{players:7}  {deck:5}  {statistics.median(taken):17.2f}"
                f"  {min(taken):8.2f}  {max(taken):7.2f}  {statistics.median(used):7.2f}"
            )


if __name__ == "__main__":
    main()
