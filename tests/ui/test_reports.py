"""Reports of mouse and cursor among the keys: what only looks like one does no harm."""

from __future__ import annotations

import io

import pytest
import trio
from prompt_toolkit.application import create_app_session
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output.vt100 import Vt100_Output

from durak_p2p.ui.hosting import run_as_guest
from durak_p2p.ui.reports import is_mouse_report
from durak_p2p.ui.screen.application import make_application, run_application
from durak_p2p.ui.typed_lines import TerminalLines, with_prompt

SIZE = Size(rows=24, columns=80)
NO_MOUSE = (
    "\x1b[31m",
    "\x1b[0m",
    "\x1b[1;31m",
    "\x1b[<0;1M",
    "\x1b[<;;M",
    "\x1b[;M",
    f"\x1b[<0;{'9' * 5000};1M",
    "\x1b[M\x00\x00\x00",
)
PASTED = (*NO_MOUSE, "\x1b[Mabc", f"\x1b[{'9' * 5000};1R", "\x1b[5;5R")


@pytest.mark.parametrize("data", ["\x1b[<0;5;6M", "\x1b[<0;5;6m", "\x1b[32;5;6M", "\x1b[M !!"])
def test_reports_of_the_mouse_are_known(data: str) -> None:
    assert is_mouse_report(data)


@pytest.mark.parametrize("data", NO_MOUSE)
def test_what_is_none_is_told_apart(data: str) -> None:
    assert not is_mouse_report(data)


@pytest.mark.parametrize("data", PASTED)
def test_the_screen_goes_on(data: str) -> None:
    pressed: list[str] = []

    async def main() -> None:
        with create_pipe_input() as keys:
            output = Vt100_Output(io.StringIO(), lambda: SIZE, term="xterm")
            application = make_application(
                lambda width, height: [[("", "x")]],
                lambda key, text: pressed.append(key),
                lambda x, y: None,
                lambda colours: {},
                lambda: True,
                source=keys,
                output=output,
            )
            async with trio.open_nursery() as nursery:
                nursery.start_soon(run_application, application)
                await trio.sleep(0.05)
                keys.send_text(f"{data}z")
                while "z" not in pressed:  # noqa: ASYNC110 - keys tell nobody
                    await trio.sleep(0.01)
                nursery.cancel_scope.cancel()

    run_as_guest(main)
    assert pressed[-1] == "z"


@pytest.mark.parametrize("data", PASTED)
def test_a_line_is_typed_on(data: str) -> None:
    output = Vt100_Output(io.StringIO(), lambda: SIZE, term="xterm", enable_cpr=False)
    typed: list[str | None] = []

    async def main(lines: TerminalLines) -> None:
        typed.append(await lines.next_line())

    with create_pipe_input() as keys, create_app_session(input=keys, output=output):
        keys.send_text(f"half{data}-line\r")
        run_as_guest(lambda: with_prompt(main, "you> ", output))
    assert typed == ["half-line"]
