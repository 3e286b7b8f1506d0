"""Lines from a pipe, which are read by a thread that nobody can take away from its read."""

from __future__ import annotations

import os

import trio

from durak_p2p.ui.typed_lines import PipedLines


def test_a_line_that_was_asked_for_and_not_waited_for_is_the_next_ones() -> None:
    """As a program goes on from one match to the next, each with an event loop of its own."""
    read, write = os.pipe()
    with os.fdopen(read, encoding="utf-8") as file:

        async def give_up() -> None:
            with trio.move_on_after(0.05):
                await PipedLines(file).next_line()
                raise AssertionError("there was nothing to be read")

        async def read_on() -> list[str | None]:
            lines = PipedLines(file)
            os.write(write, b"first\nsecond\n")
            got = [await lines.next_line(), await lines.next_line()]
            os.close(write)
            return [*got, await lines.next_line(), await lines.next_line()]

        trio.run(give_up)
        assert trio.run(read_on) == ["first", "second", None, None]
