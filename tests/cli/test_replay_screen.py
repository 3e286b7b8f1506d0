"""`durak replay` on a real terminal: keys in, and what a person sees."""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.make_golden import ROOT
from tests.cli.programs import DURAK, run

pytest.importorskip("pexpect")
from tests.cli.screens import Screen


@pytest.fixture
def screen(tmp_path: Path) -> Iterator[Screen]:
    sample = str(ROOT / "replays" / "good-4-players.durak")
    shown = Screen(tmp_path, [*DURAK, "replay", sample, "--hands"], (80, 24), LANG="C.UTF-8")
    try:
        shown.wait_for("1 of 55; Before the first bout")
        yield shown
    finally:
        shown.child.close(force=True)


def test_a_replay_is_stepped_through_and_quit(screen: Screen) -> None:
    screen.child.send("n")
    screen.wait_for("4 of 55; Bout 1")
    screen.wait_for("Clara leads 9♣.")
    screen.child.send("+ ")
    screen.wait_for("playing, 2 a second")
    screen.child.send("s")
    screen.wait_for("Dmitri")
    screen.child.send("\x1b[F")
    screen.wait_for("55 of 55")
    screen.child.send("q")
    assert screen.end() == 0
    assert "Checked: 74 entries." in screen.afterwards


def test_letters_and_plain_characters_where_they_are_asked_for(tmp_path: Path) -> None:
    sample = str(ROOT / "replays" / "good-4-players.durak")
    arguments = [*DURAK, "replay", sample, "--ascii", "--seat=Anna"]
    screen = Screen(tmp_path, arguments, (80, 24), LANG="C.UTF-8")
    screen.child.send("n")
    screen.wait_for("Clara leads 9c.")
    assert screen.text.isascii()
    screen.child.send("q")
    assert screen.end() == 0


def test_the_terminal_is_restored_when_the_program_is_ended(screen: Screen) -> None:
    os.kill(screen.child.pid, signal.SIGTERM)
    screen.end()


def test_replays_are_listed_without_breaking_words_or_paths(tmp_path: Path) -> None:
    folder = tmp_path / "the games played"
    folder.mkdir()
    path = folder / "20261201-120000-left.durak"
    shutil.copy(ROOT / "replays" / "good-left.durak", path)
    told = " ".join(run(tmp_path, "replays", str(folder)).stdout.split())
    screen = Screen(tmp_path, [*DURAK, "replays", str(folder)], (40, 18))
    screen.wait_for_the_end(20)
    lines = screen.seen.replace("\r", "").split("\n")
    assert [line.strip() for line in lines if len(line) > 40] == [str(path)]
    assert " ".join(" ".join(lines).split()) == told
