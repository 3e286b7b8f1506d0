"""From a key press to the picture on the screen, and what an idle screen costs.

    .venv/bin/python benchmarks/bench_screen.py

A key goes into a pipe, as from a terminal; the time is up when all of the picture is written.
"""

from __future__ import annotations

import random
import statistics
import sys
import time

import trio
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output.color_depth import ColorDepth
from prompt_toolkit.output.vt100 import Vt100_Output

from durak_p2p.bots import SimpleBot
from durak_p2p.cards import deck
from durak_p2p.rules import driver, rules_for, view_of
from durak_p2p.rules.family import AnyView
from durak_p2p.ui.controls import Controls
from durak_p2p.ui.hosting import run_as_guest
from durak_p2p.ui.language import Language
from durak_p2p.ui.names import Names
from durak_p2p.ui.screen.facts import Facts
from durak_p2p.ui.screen.screen import Screen
from durak_p2p.ui.screen.terminal import Terminal
from durak_p2p.ui.settings import Settings

SIZES = ((60, 18), (80, 24), (160, 50))
PRESSES = 200
IDLE_SECONDS = 5.0


class Sink:
    """A terminal that shows nothing, and says when something was written."""

    encoding = "utf-8"

    def __init__(self) -> None:
        self.written = trio.Event()

    def write(self, data: str) -> None:
        """Take what is written."""

    def flush(self) -> None:
        """All of a picture is there."""
        self.written.set()
        self.written = trio.Event()

    def isatty(self) -> bool:
        return True

    def fileno(self) -> int:
        return 1


def view() -> AnyView:
    """Return what seat 0 sees in the middle of a deal of four."""
    rules = rules_for("classic", players=4)
    cards = list(deck(rules.deck))
    random.Random(3).shuffle(cards)
    deal = driver.start(rules, cards)
    while deal.word is not None:
        seen = view_of(deal, deal.word, deal.known)
        if deal.word == 0 and seen.phase == "defend" and len(seen.table) > 1:
            return seen
        driver.play(deal, deal.word, SimpleBot().choose(seen))  # type: ignore[arg-type]
    raise AssertionError("the deal ended before that")


async def measure(source: PipeInput, columns: int, rows: int) -> tuple[list[float], float]:
    """Return the seconds of each key press, and the share of a core that waiting takes."""
    sink = Sink()
    output = Vt100_Output(
        sink,  # type: ignore[arg-type]
        lambda: Size(rows, columns),
        term="xterm-256color",
        default_color_depth=ColorDepth.DEPTH_24_BIT,
        enable_cpr=False,
    )
    seen, names = view(), Names(("You", "Boris", "Vera", "Grigory"), 0)
    facts = Facts(rules=seen.rules, names=names)
    terminal = Terminal(source=source, output=output, truecolor=True)
    screen = Screen(
        Settings(), lambda settings: Language(), terminal, Controls(lambda: None), facts
    )
    screen.watch(lambda: seen)
    taken = []
    async with trio.open_nursery() as nursery:
        nursery.start_soon(screen.run)
        nursery.start_soon(screen.choose, seen, None)
        await trio.sleep(0.5)
        for press in range(PRESSES):
            written = sink.written
            began = time.perf_counter()
            source.send_text("\x1b[C" if press % 4 else "t" if press % 8 else "\x7f")
            await written.wait()
            taken.append(time.perf_counter() - began)
            await trio.sleep(0.01)
        began, used = time.perf_counter(), time.process_time()
        await trio.sleep(IDLE_SECONDS)
        idle = (time.process_time() - used) / (time.perf_counter() - began)
        nursery.cancel_scope.cancel()
    return taken, idle


def main() -> None:
    print(f"Python {sys.version.split()[0]}, {PRESSES} key presses each")
    for columns, rows in SIZES:
        with create_pipe_input() as source:
            taken, idle = run_as_guest(lambda: measure(source, columns, rows))  # noqa: B023
        ms = sorted(second * 1000 for second in taken)
        print(
            f"{columns}x{rows}: median {statistics.median(ms):.1f} ms, "
            f"nineteen of twenty within {ms[len(ms) * 19 // 20]:.1f} ms; idle {idle:.2%} of a core"
        )


if __name__ == "__main__":
    main()
