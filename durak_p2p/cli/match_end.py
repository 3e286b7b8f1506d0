"""How a match ended: with which exit status, and in which words if it failed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from durak_p2p.cli.exits import Exit, Failure
from durak_p2p.game import Log, next_setup
from durak_p2p.table.errors import NobodyCame, TableError
from durak_p2p.texts import sentence_of


def match_status(logs: list[Log]) -> Exit:
    """Return the exit status that says how a match ended."""
    if any(log.breach for log in logs):
        return Exit.BROKEN
    complete = bool(logs) and logs[-1].complete and next_setup(logs[-1]) is None
    return Exit.GOOD if complete else Exit.UNFINISHED


async def failure_of(run: Callable[[], Awaitable[None]]) -> Failure | None:
    """Run a peer to its end, by *run*; return why it failed, if it did."""
    try:
        await run()
    except NobodyCame as error:
        return Failure(sentence_of(error), Exit.UNFINISHED)
    except TableError as error:
        return Failure(sentence_of(error))
    return None
