"""`durak` alone: the start screen and what it leads to; help where nobody sits at a terminal."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from pathlib import Path
from subprocess import PIPE

import pytest

from tests.cli.make_golden import ROOT
from tests.cli.programs import DURAK, environment, run

pytest.importorskip("pexpect")
from tests.cli.screens import ALTERNATE_ON, Screen


def begun(home: Path, *arguments: str, **more: str) -> Screen:
    folder = home / ".config" / "durak-p2p"
    folder.mkdir(parents=True)
    (folder / "settings.toml").write_text('pace = "none"\n')
    return Screen(home, [*DURAK, *arguments], (80, 24), **more)


def test_a_game_and_its_replay_from_the_start_screen(tmp_path: Path) -> None:
    screen = begun(tmp_path)
    try:
        screen.wait_for("Play against the computer")
        screen.child.send("r")
        screen.wait_for("There are no replays yet.")
        screen.child.send("p")
        screen.wait_for("Game +classic")
        screen.child.send("\r")
        screen.wait_for("Your turn|Waiting for")
        screen.child.send("qq")
        screen.wait_for("P +Play against the computer")
        screen.child.send("r")
        screen.wait_for(r"Replays +1 of 1\n")
        screen.wait_for(r"anna.* \(classic\)\n +\S[^\n]*\n +\d{8}-\S+\.durak\n")
        screen.child.send("\r")
        screen.wait_for("Space run")
        screen.child.send("q")
        screen.wait_for(r"Enter look at it")
        screen.child.send("\x1b")
        screen.wait_for("Play against the computer")
        screen.child.send("j")
        screen.wait_for("Invite or address")
        screen.child.send("durak:AbCd\r")
        screen.wait_for("The invite is")
        screen.child.send("\x1b")
        screen.wait_for("Q +Leave")
        screen.child.send("q")
        assert screen.end() == 0
    finally:
        screen.child.close(force=True)


def test_what_is_told_of_a_replay_that_has_nothing_to_show_can_be_read(tmp_path: Path) -> None:
    folder = tmp_path / "data" / "durak-p2p" / "replays"
    folder.mkdir(parents=True)
    shutil.copy(ROOT / "replays" / "unfinished-set-up.durak", folder)
    screen = begun(tmp_path)
    try:
        screen.wait_for("R +Replays")
        screen.child.send("r")
        screen.wait_for(r"\[unfinished\]")
        screen.child.send("\r")
        screen.wait_for("Good but unfinished(?s:.*)Enter: back to the start.")
        screen.child.send("\r")
        screen.wait_for("Enter look at it")
        screen.child.send("\x1b")
        screen.wait_for("Q +Leave")
        screen.child.send("q")
        assert screen.end() == 0
    finally:
        screen.child.close(force=True)


def test_what_is_printed_can_be_read_and_the_language_changed(tmp_path: Path) -> None:
    screen = begun(tmp_path)
    try:
        screen.wait_for("O +Settings")
        screen.child.send("o\x1b[C\x1b[C")
        screen.wait_for("Язык +русский")
        screen.child.send("\x1b[C")  # on from the last one: as the system asks for, English
        screen.wait_for("Language +of the system")
        screen.child.send("\x1b[D")
        screen.wait_for("Язык +русский")
        screen.child.send("q")
        screen.wait_for("Играть с компьютером")
        screen.child.send("п")  # the key of G
        screen.wait_for("classic +Подкидной дурак")
        screen.child.send("\r")
        screen.wait_for("variant = throw-in")
        screen.child.send("\x1b[F")  # End
        screen.wait_for("epaulettes = yes")
        screen.child.send("\x1b")
        screen.wait_for("classic +Подкидной дурак")
        screen.child.send("й")  # the key of Q
        screen.wait_for("Играть с компьютером")
        screen.child.send("ы")  # the key of S
        screen.wait_for("Вы ещё не сыграли до конца ни одной сдачи.")
        screen.child.send("й")
        screen.wait_for("Играть с компьютером")
        screen.child.send("\x03")
        assert screen.end() == 0
    finally:
        screen.child.close(force=True)
    written = (tmp_path / ".config" / "durak-p2p" / "settings.toml").read_text()
    assert written == 'pace = "none"\nlanguage = "ru"\n'


def test_the_terminal_is_restored_when_the_program_is_ended(tmp_path: Path) -> None:
    screen = begun(tmp_path)
    try:
        screen.wait_for("Q +Leave")
        os.kill(screen.child.pid, signal.SIGTERM)
        screen.end()
    finally:
        screen.child.close(force=True)


def test_nothing_is_complained_of_where_the_terminal_is_gone(tmp_path: Path) -> None:
    own, theirs = os.openpty()
    environ = environment(tmp_path, TERM="xterm-256color")
    with subprocess.Popen(DURAK, stdin=theirs, stdout=theirs, stderr=PIPE, env=environ) as program:
        os.close(theirs)
        seen = b""
        while b"Leave" not in seen:
            seen += os.read(own, 65_536)
        os.close(own)
        assert program.stderr is not None
        assert program.stderr.read() == b""


def test_in_lines(tmp_path: Path) -> None:
    screen = begun(tmp_path, "--plain")
    try:
        screen.wait_for("9 +Leave")
        screen.child.send("1\r")
        screen.wait_for(r"Game \[classic\]:")
        screen.child.send("frob\r")
        screen.wait_for("There is no such one.")
        screen.child.send("transfer\r")
        screen.wait_for(r"Players, 2, 3, 4.* \[2\]:")
        screen.child.send("\r")
        screen.wait_for(r"Deals, .*\[1\]:")
        screen.child.send("\r")
        screen.wait_for("The cards are dealt")
        screen.child.send("quit\rquit\r")
        screen.wait_for("You have left the table")
        screen.wait_for(r"(?s)You have left the table.*Number \(q: leave\):")
        screen.child.send("000123\r")
        screen.wait_for("There is no such number.")
        screen.child.send("5\r")  # its replay: in lines as well
        screen.wait_for("Number of a replay")
        screen.child.send("1\r")
        screen.wait_for("Checked: (?s:.*)Enter: back to the start.")
        screen.child.send("\r")
        screen.wait_for(r"(?s)back to the start.*Number of a replay")
        screen.child.send("\r")
        screen.wait_for(r"(?s)Number of a replay.*Number \(q: leave\):")
        screen.child.send("q\r")
        screen.wait_for_the_end(10)
        assert screen.child.exitstatus == 0
        assert ALTERNATE_ON not in screen.seen
    finally:
        screen.child.close(force=True)


def test_in_lines_where_the_terminal_can_do_no_more(tmp_path: Path) -> None:
    screen = begun(tmp_path, TERM="dumb")
    try:
        screen.wait_for("9 +Leave")
        screen.child.send("q\r")
        screen.wait_for_the_end(10)
        assert "\x1b" not in screen.seen
    finally:
        screen.child.close(force=True)


def test_without_a_terminal_the_help_is_shown_as_ever(tmp_path: Path) -> None:
    alone, asked = run(tmp_path), run(tmp_path, "--help")
    assert alone.returncode == 2
    reason, _, told = alone.stderr.partition("\n")
    assert reason == "durak: There is no terminal to choose at: name a command."
    assert told == asked.stdout
    assert "--plain " in asked.stdout


def test_a_name_that_was_typed_is_the_next_one_too(tmp_path: Path) -> None:
    screen = begun(tmp_path)
    try:
        screen.wait_for("Play against the computer")
        screen.child.send("p\x1b[AVera\r")  # the question above the first one: the name
        screen.wait_for("Your turn|Waiting for")
        screen.child.send("qq")
        screen.wait_for("Play against the computer")
        screen.child.send("q")
        assert screen.end() == 0
    finally:
        screen.child.close(force=True)
    play = [*DURAK, "play", "--plain"]
    again = subprocess.run(
        play, env=environment(tmp_path), input="quit\n", capture_output=True, text=True, timeout=60
    )
    assert "At the table: Vera, " in again.stdout
    kept = tmp_path / "data" / "durak-p2p" / "name.txt"
    assert kept.read_text(encoding="utf-8") == "Vera\n"
    kept.write_text("\x1b[31m\n", encoding="utf-8")  # nothing of it is shown
    other = subprocess.run(
        play, env=environment(tmp_path), input="quit\n", capture_output=True, text=True, timeout=60
    )
    assert "Vera, " not in other.stdout
    assert "\x1b" not in other.stdout
