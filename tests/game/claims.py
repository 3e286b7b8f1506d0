"""One deal that was played, and what players may say in it of time, and of leaving."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from durak_p2p.game import EntryType, Log, SignedEntry
from durak_p2p.game.codec import Value

from .tables import Record, assert_honest, played

RECORD = played(3)
AT = RECORD.step_of(EntryType.MOVE, 5)
ACCUSED = RECORD.steps[AT][0].entry.author
VOTERS = sorted({0, 1, 2} - {ACCUSED})
TIMEOUT, SEEN, LEAVE = EntryType.TIMEOUT, EntryType.SEEN, EntryType.LEAVE


def says(
    at: Log,
    author: int,
    accused: int = ACCUSED,
    type_: EntryType = TIMEOUT,
    record: Record = RECORD,
    **changes: Any,
) -> SignedEntry:
    """A claim about the step that *at* waits for; with changes, then signed."""
    right = record.forge(at, author, (accused,), type=type_)
    return record.sign(replace(right.entry, **changes), author)


def leaves(
    log: Log, author: int, *, entries: int = 0, claims: int = 0, opening: Value = None
) -> SignedEntry:
    """A leave at the current step; *entries* and *claims*: how many steps after it is silent."""
    shown: Value = RECORD.secrets[author].opening() if opening is None else opening
    body = (log.step + entries, log.step + claims, shown)
    return RECORD.forge(log, author, body, type=LEAVE)


def finish(record: Record, log: Log, gone: set[int]) -> Log:
    """Let those who are there write what the deal still needs."""
    while not log.complete:
        due = log.missing() - gone
        assert due
        for author in sorted(due):
            assert_honest(log.receive(record.forge(log, author, record.honest(log, author))))
    return log


def is_at(log: Log, type_: EntryType) -> bool:
    return log.state.step is not None and log.state.step.type is type_
