"""Programs killed at random instants of a deal: each comes back, and the deal ends well.

`python -m tests.cli.killing FIRST COUNT [KILLS]` plays so many deals with as many kills in each.
"""

from __future__ import annotations

import random
import signal
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

from durak_p2p.replay import Verdict, verify_replay

from .programs import INVITE, Program

NAMES = ("Anna", "Boris", "Clara")
LONGEST = 120.0  # seconds for a deal


class Seat:
    """A computer player in a home of its own, whose program is killed and started again."""

    def __init__(self, home: Path, name: str, *command: str) -> None:
        self.home = home / name
        self.home.mkdir()
        self.kills = 0
        self.program = self._start(*command, f"--name={name}")

    def _start(self, *command: str) -> Program:
        return Program(self.home, *command, "--computer", "--json", "--pace=0.03")

    def waits(self) -> bool:
        """Whether there is a seat to come back to: the first deal has begun for it."""
        return any(self.home.glob("data/durak-p2p/seats/*.seat"))

    @property
    def ended(self) -> bool:
        return self.program.process.poll() is not None

    def kill(self) -> None:
        """Kill the program, and start another that comes back."""
        self.program.process.send_signal(signal.SIGKILL)
        self.program.process.wait()
        self.program.close()
        self.kills += 1
        self.program = self._start("resume")


def play_with_kills(home: Path, seed: int, kills: int) -> int:
    """Play a deal with so many kills, if it lasts so long; return how many there were."""
    chance = random.Random(seed)
    with ExitStack() as stack:

        def sit(name: str, *command: str) -> Seat:
            seat = Seat(home, name, *command)
            stack.callback(lambda: seat.program.close())
            return seat

        host = sit(NAMES[0], "host", f"--players={len(NAMES)}", "--patience=60")
        invite = host.program.wait_for(INVITE.pattern)
        seats = [host, *(sit(name, "join", invite) for name in NAMES[1:])]
        began = time.monotonic()
        done = 0
        while not all(seat.ended for seat in seats):
            assert time.monotonic() - began < LONGEST, f"deal {seed} does not end"
            time.sleep(chance.uniform(0.0, 0.4))
            alive = [seat for seat in seats if not seat.ended and seat.waits()]
            if done < kills and alive:
                chance.choice(alive).kill()
                done += 1
        for seat in seats:
            _check_end(seat)
        contents = {path.read_bytes() for path in home.glob("*/data/durak-p2p/replays/*.durak")}
        assert len(contents) == 1, f"deal {seed} has {len(contents)} replays"
        assert verify_replay(contents.pop()).verdict is Verdict.GOOD
    return done


def _check_end(seat: Seat) -> None:
    """A program ends well; or it was killed when all was over, and nothing is left to do."""
    status = seat.program.end()
    nothing_left = status == 1 and "No seat waits for you." in seat.program.errors
    assert status == 0 or nothing_left, seat.program.errors


def main(first: int, count: int, kills: int = 5) -> int:
    done = 0
    for seed in range(first, first + count):
        with tempfile.TemporaryDirectory() as home:
            done += play_with_kills(Path(home), seed, kills)
        print(f"deal {seed}: well; {done} kills so far", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
