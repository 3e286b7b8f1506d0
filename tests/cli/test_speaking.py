"""How what commands say is broken into lines at a terminal."""

from __future__ import annotations

import io

import pytest

from durak_p2p.cli.speaking import complain, say


class Terminal(io.StringIO):
    """A stream that is a terminal."""

    def isatty(self) -> bool:
        return True


SAID = (
    "The quick brown fox jumps over the lazy dog.\n    durak:"
    + "A" * 50
    + "\n    and away it goes now"
)


def test_lines_are_broken_between_words_at_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "20")
    out, errors = Terminal(), Terminal()
    monkeypatch.setattr("sys.stdout", out)
    monkeypatch.setattr("sys.stderr", errors)
    say(SAID)
    complain("no such thing as that")
    lines = out.getvalue().split("\n")
    assert lines[:3] == ["The quick brown fox", "    jumps over the", "    lazy dog."]
    assert lines[3] == SAID.split("\n")[1]  # to be copied in one piece
    assert lines[4:6] == ["    and away it goes", "        now"]
    assert errors.getvalue() == "durak: no such thing\n    as that\n"


def test_elsewhere_they_stay_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "20")
    out = io.StringIO()
    monkeypatch.setattr("sys.stdout", out)
    say(SAID)
    assert out.getvalue() == SAID + "\n"
