"""What is printed while lines are typed: read as a terminal shows it."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Awaitable, Callable

import pytest
import trio
from prompt_toolkit.application import create_app_session
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output.vt100 import Vt100_Output

from durak_p2p.ui.hosting import run_as_guest
from durak_p2p.ui.typed_lines import TerminalLines, with_prompt

pyte = pytest.importorskip("pyte")

Main = Callable[[TerminalLines, Callable[[str], None]], Awaitable[None]]


def shown(main: Main) -> list[str]:
    """Run *main* with lines and a way to press keys; return the lines on the screen."""
    file = io.StringIO()
    size = Size(rows=24, columns=60)
    output = Vt100_Output(file, lambda: size, term="xterm", enable_cpr=False)
    with create_pipe_input() as keys, create_app_session(input=keys, output=output):

        async def typing(lines: TerminalLines) -> None:
            await main(lines, keys.send_text)

        run_as_guest(lambda: with_prompt(typing, "you> ", output))
    screen = pyte.Screen(60, 24)
    # Line ends as the terminal's driver makes them; in an escape sequence there are none.
    pyte.Stream(screen).feed(re.sub("(?<!\r)\n", "\r\n", file.getvalue()))
    return [line.rstrip() for line in screen.display if line.strip()]


def test_each_answer_stands_between_what_was_typed_and_the_next_prompt() -> None:
    async def main(lines: TerminalLines, press: Callable[[str], None]) -> None:
        press("one\rtwo\rthree\r")
        while (typed := await lines.next_line()) != "three":
            print(f"answer to {typed}")
            print("in two lines")

    assert shown(main) == [
        *("you> one", "answer to one", "in two lines"),
        *("you> two", "answer to two", "in two lines"),
        "you> three",
    ]


@pytest.mark.parametrize("in_thread", [False, True])
def test_what_comes_while_one_types_stands_above_the_whole_line(*, in_thread: bool) -> None:
    async def main(lines: TerminalLines, press: Callable[[str], None]) -> None:
        async with trio.open_nursery() as nursery:

            async def disturb() -> None:
                press("hal")
                await trio.sleep(0.05)
                if in_thread:
                    await trio.to_thread.run_sync(print, "from outside")
                else:
                    print("from outside", end="")
                    print()
                press("f\r")

            nursery.start_soon(disturb)
            assert await lines.next_line() == "half"

    assert shown(main) == ["from outside", "you> half"]


def test_nothing_that_was_said_last_is_lost_and_the_files_are_as_before() -> None:
    before = sys.stdout, sys.stderr

    async def main(lines: TerminalLines, press: Callable[[str], None]) -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(lines.next_line)
            await trio.sleep(0.02)  # most often it is at the prompt by then
            print("last", file=sys.stderr)
            nursery.cancel_scope.cancel()
        print("very last, without an end", end="")

    told = shown(main)
    assert told[-1].endswith("very last, without an end")
    assert "last" in told
    assert (sys.stdout, sys.stderr) == before
