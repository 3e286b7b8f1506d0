"""`durak arbiter`: the rules for other programs."""

from __future__ import annotations

import sys

from durak_p2p.arbiter import Arbiter
from durak_p2p.cli.help_texts import command
from durak_p2p.texts import text


@command(
    text("Judge deals for other programs: JSON lines in, an answer for each line."),
    text(
        "The deck is known to the arbiter; there is no network and no cryptography. "
        "protocol/arbiter.md says what the lines hold."
    ),
)
def arbiter() -> None:
    """Answer each line of standard input."""
    judge = Arbiter()
    for raw in sys.stdin.buffer:
        # Bytes that are no UTF-8 become characters that no good line has.
        line = raw.decode("utf-8", errors="replace")
        sys.stdout.write(judge.answer(line) + "\n")
        sys.stdout.flush()
