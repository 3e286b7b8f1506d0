"""The line that says how far something is."""

from __future__ import annotations

import io
import sys
import time
from collections.abc import Callable

import pytest

from durak_p2p.cli.progress import ProgressLine


class Terminal(io.StringIO):
    """Standard error at a terminal, 80 columns wide."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def passes(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Lets seconds pass on the clock."""
    now = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    monkeypatch.setenv("COLUMNS", "80")

    def wait(seconds: float) -> None:
        now[0] += seconds

    return wait


def test_it_is_told_when_it_takes_its_time_and_taken_away_in_the_end(
    passes: Callable[[float], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = Terminal()
    monkeypatch.setattr(sys, "stderr", shown)
    with ProgressLine() as line:
        line.tell("not yet")
        assert not shown.getvalue()
        passes(1)
        line.tell("10 of 20")
        line.tell("11 of 20")  # too soon after
        passes(1)
        line.tell("9")
    assert shown.getvalue() == "\r10 of 20\r\r9       \r\r \r"


def test_what_is_longer_than_the_window_is_cut(
    passes: Callable[[float], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = Terminal()
    monkeypatch.setattr(sys, "stderr", shown)
    with ProgressLine() as line:
        passes(1)
        line.tell("x" * 100)
    assert shown.getvalue().split("\r")[1] == "x" * 78 + "…"


def test_nothing_is_written_to_a_file(
    passes: Callable[[float], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = io.StringIO()
    monkeypatch.setattr(sys, "stderr", shown)
    with ProgressLine() as line:
        passes(1)
        line.tell("10 of 20")
    assert not shown.getvalue()
