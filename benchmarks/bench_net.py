"""How long guests and moves take, on this computer alone, and what strangers can do to it.

    .venv/bin/python benchmarks/bench_net.py [TIMES]

Seated: from starting `durak join` until its table is told.  A move: from the moment at which it is
chosen until the last of eight peers, all in one process and over TLS, has it in its model.  An
honest handshake: from the TCP connection to the host's hello, while another process keeps 300
silent connections open and begins 1,000 TLS hellos a second, never to be ended.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import trio

sys.path.insert(0, str(Path(__file__).parents[1]))

from durak_p2p.crypto import Identity
from durak_p2p.game import MoveMade
from durak_p2p.net.invite import Invite
from durak_p2p.rules import Move, View
from durak_p2p.table.news import DealNews, News
from tests.cli.programs import INVITE, Program, program
from tests.net.puppet import connected
from tests.net.tables import NAMES, Sitter, Table, play

ROOT = Path(__file__).parents[1]
PLAYERS, DECK, PACE = 8, 52, 0.05
SILENT, HALF_HELLOS = 300, 1000
STRANGERS = {
    "nobody else": None,
    "silent and half, other addresses": [f"127.0.0.{last}" for last in range(2, 31)],
    "silent and half, the same address": ["127.0.0.1"],
}


def told(what: str, seconds: Sequence[float]) -> None:
    """Print median, 95th percentile and the longest, in milliseconds."""
    ordered = sorted(seconds)
    most = ordered[min(len(ordered) * 95 // 100, len(ordered) - 1)]
    print(
        f"{what:42} {statistics.median(ordered) * 1000:7.0f}  {most * 1000:7.0f}"
        f"  {ordered[-1] * 1000:7.0f}",
        flush=True,
    )


def invite_of(host: Program) -> Invite:
    host.wait_for(INVITE.pattern + r"\s")
    return Invite.parse(INVITE.findall(host.output)[0])


def seated(home: Path) -> float:
    """Return how long a guest takes to its seat, in seconds."""
    with program(home, "host", "--new-key", "--players=3") as host:
        invite = str(invite_of(host))
        began = time.monotonic()
        with program(home, "join", invite, "--new-key", "--json") as guest:
            guest.wait_for('"news": "table"')
            return time.monotonic() - began


@dataclass
class Timed(Sitter):
    """Notes when it has chosen a move, and when it has seen each."""

    chosen: list[float] = field(default_factory=list)
    seen: list[float] = field(default_factory=list)

    async def choose(self, view: View, refusal: str | None) -> Move:
        move = await super().choose(view, refusal)
        self.chosen.append(trio.current_time())
        return move

    def tell(self, news: News) -> None:
        super().tell(news)
        if isinstance(news, DealNews) and isinstance(news.event, MoveMade):
            self.seen.append(trio.current_time())


def moves() -> list[float]:
    """Play a deal of eight; return how long each move took to the last of them, in seconds."""
    table = Table(PLAYERS, deck=DECK)
    sitters = [Timed(name, PACE) for name in NAMES]
    table.sitters = [*sitters]
    table.host, *table.guests = table.sitters
    trio.run(play, table)
    chosen = sorted(moment for sitter in sitters for moment in sitter.chosen)
    arrived = [max(moments) for moments in zip(*(s.seen for s in sitters), strict=True)]
    return [last - first for first, last in zip(chosen, arrived, strict=True)]


def memory(process: int) -> float:
    """Return the most that a process has held in memory, in MB."""
    status = Path(f"/proc/{process}/status").read_text()
    (kilobytes,) = [line.split()[1] for line in status.splitlines() if line.startswith("VmHWM")]
    return int(kilobytes) / 1024


async def handshake(invite: Invite) -> float:
    """Return how long an honest peer takes to the host's hello, in seconds."""
    began = trio.current_time()
    while True:
        async with connected(Identity.generate(), invite.secret, invite.addresses[0]) as peer:
            if await peer.hear() is not None:
                return trio.current_time() - began
        await trio.sleep(0.2)  # as programs do: it was shown out


def handshakes(home: Path, times: int, sources: Sequence[str] | None) -> tuple[list[float], float]:
    """Return the seconds of handshakes while strangers knock, and the host's memory in MB."""

    async def one_after_the_other(invite: Invite) -> list[float]:
        seconds = []
        for _ in range(times):
            seconds.append(await handshake(invite))
            await trio.sleep(0.1)
        return seconds

    with program(home, "host", "--new-key", "--players=3", "--address=127.0.0.1") as host:
        invite = invite_of(host)
        port = invite.addresses[0].port
        words = [sys.executable, "-m", "tests.net.knocking", str(port)]
        if sources is None:
            return trio.run(one_after_the_other, invite), memory(host.process.pid)
        words += [str(SILENT), str(HALF_HELLOS), *sources]
        with subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE) as knocking:
            try:
                assert knocking.stdout is not None
                knocking.stdout.readline()
                return trio.run(one_after_the_other, invite), memory(host.process.pid)
            finally:
                knocking.kill()


def main(times: int) -> None:
    print(f"{'milliseconds':42} {'median':>7}  {'95 %':>7}  {'most':>7}")
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        seated(home)  # compiles what is imported
        told("a guest is seated", [seated(home) for _ in range(times)])
        told("a move is at all eight", moves())
        for what, sources in STRANGERS.items():
            seconds, megabytes = handshakes(home, 5 * times, sources)
            told(f"handshake: {what}", seconds)
            print(f"{'    the host has held at most, MB':42} {megabytes:7.0f}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 7)
