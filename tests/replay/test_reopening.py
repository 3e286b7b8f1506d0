"""A replay that was begun before a program was killed is gone on with, wherever it was cut."""

from __future__ import annotations

import io

import pytest

from durak_p2p.game import Log
from durak_p2p.replay import ReplayWriter, verify_replay
from durak_p2p.replay.file import MAGIC
from tests.replay.test_samples import FOLDER

DATA = (FOLDER / "good-2-players.durak").read_bytes()
CUTS = [*range(len(MAGIC) + 1), *range(len(MAGIC) + 1, len(DATA), 4999), len(DATA)]


@pytest.fixture(scope="module")
def log() -> Log:
    log = verify_replay(DATA).log
    assert log is not None
    return log


def test_it_is_whole_afterwards_wherever_it_was_cut(log: Log) -> None:
    for cut in CUTS:
        file = io.BytesIO(DATA[:cut])
        writer = ReplayWriter.reopen(file, log)
        assert writer is not None
        writer.finish()
        assert file.getvalue() == DATA


@pytest.mark.parametrize("content", [b"\0", b"notes", MAGIC + b"notes" * 9, DATA + b"\0\0\0\1x"])
def test_what_is_not_its_beginning_is_left_as_it_is(log: Log, content: bytes) -> None:
    file = io.BytesIO(content)
    assert ReplayWriter.reopen(file, log) is None
    assert file.getvalue() == content
