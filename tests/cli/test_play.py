"""`durak play` as a person plays it: the real program on a pseudo-terminal, and in a pipe."""

from __future__ import annotations

import os
import re
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.cli.programs import DURAK, run
from tests.cli.screens import ALTERNATE_OFF, ALTERNATE_ON, Screen, play_to_the_end, wait_until_gone

pexpect = pytest.importorskip("pexpect")
pyte = pytest.importorskip("pyte")
termios = pytest.importorskip("termios")


@contextmanager
def playing(
    home: Path, *arguments: str, size: tuple[int, int] = (80, 24), **more: str
) -> Iterator[Screen]:
    folder = home / ".config" / "durak-p2p"
    if not folder.exists():
        folder.mkdir(parents=True)
        (folder / "settings.toml").write_text('pace = "none"\n')
    screen = Screen(
        home, [*DURAK, "play", "--out", str(home / "replays"), *arguments], size, **more
    )
    try:
        yield screen
    finally:
        screen.child.close(force=True)


def test_a_deal_to_its_end_by_keys_and_again(tmp_path: Path) -> None:
    with playing(tmp_path, "--name=Anna") as screen:
        screen.wait_for("1 . 2|Your turn|Waiting for")
        play_to_the_end([screen], "N again")
        assert re.search("fool|draw", screen.text)
        screen.child.send("nnn")  # once is enough
        screen.wait_for(r"\A(?!(?s:.*)N again)")
        play_to_the_end([screen], "N again")
        screen.child.send("q")
        assert screen.end() == 0
    replays = list((tmp_path / "replays").iterdir())
    assert len(replays) == 2
    told = screen.afterwards.replace("\r", "").split("Replays:\n")[1].splitlines()
    assert sorted(told[:2]) == sorted(map(str, replays))  # each whole, in a line of its own
    done = run(tmp_path, "verify", str(tmp_path / "replays"))
    assert done.returncode == 0, done.stdout
    assert "Anna" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "size"),
    [
        (("--rules=czech",), (80, 24)),
        (("--rules=transfer", "--players=3"), (60, 18)),
        (("--rules=cheaters", "--players=3", "--ascii"), (120, 34)),
    ],
)
def test_other_games(arguments: tuple[str, ...], size: tuple[int, int], tmp_path: Path) -> None:
    with playing(tmp_path, *arguments, size=size) as screen:
        play_to_the_end([screen], "N again")
        if "--ascii" in arguments:
            assert screen.text.isascii()
        screen.child.send("q")
        assert screen.end() == 0


def test_a_match_of_two_deals_waits_for_who_looks_at_the_end_of_one(tmp_path: Path) -> None:
    with playing(tmp_path, "--deals=2") as screen:
        play_to_the_end([screen], "Enter shows the next one")
        assert "Deal 1 of 2" in screen.text
        play_to_the_end([screen], "N again")
        assert "Deal 2 of 2" in screen.text
        screen.child.send("q")
        assert screen.end() == 0


def test_it_speaks_russian(tmp_path: Path) -> None:
    with playing(tmp_path, LANG="ru_RU.UTF-8") as screen:
        screen.wait_for("Козырь")
        screen.wait_for("Q выйти")
        screen.child.send("йд")
        assert screen.end() == 3
        assert "Запись" in screen.afterwards or "стол" in screen.afterwards


def test_every_size_while_it_runs(tmp_path: Path) -> None:
    with playing(tmp_path) as screen:
        screen.wait_for("Trump:")
        for columns, rows, wanted in (
            (60, 18, "Trump:"),
            (30, 5, "60x18 needed"),
            (1, 1, ""),
            (160, 50, "Trump:"),
            (80, 24, "Trump:"),
        ):
            screen.resize(columns, rows)
            time.sleep(0.1)
            screen.wait_for(wanted)
        play_to_the_end([screen], "N again")
        screen.child.send("q")
        assert screen.end() == 0


@pytest.mark.parametrize(
    ("how", "status"),
    [
        ("qq", 3),
        ("\x03\x03", 3),
        (signal.SIGINT, 3),
        (signal.SIGTERM, 3),
        (signal.SIGHUP, 3),
        ("close", None),
    ],
    ids=str,
)
def test_every_way_out(how: str | signal.Signals, status: int | None, tmp_path: Path) -> None:
    with playing(tmp_path) as screen:
        screen.wait_for("Q leave")
        if how == "close":
            pid = screen.child.pid
            screen.child.close(force=False)
            wait_until_gone(pid)
            return
        if isinstance(how, str):
            screen.child.send(how)
        else:
            os.kill(screen.child.pid, how)
        assert screen.end() == status
        assert "You have left the table" in screen.afterwards


BUG = """
import sys
import durak_p2p.ui.screen.screen as screen
from durak_p2p.cli.main import main
def press(*arguments):
    raise ZeroDivisionError
screen.press = press
sys.argv = ["durak", *sys.argv[1:]]
main()
"""


def test_a_bug_in_a_key_leaves_the_terminal_as_it_was(tmp_path: Path) -> None:
    command = [sys.executable, "-c", BUG, "play", "--out", str(tmp_path / "replays")]
    screen = Screen(tmp_path, command, (80, 24))
    try:
        screen.wait_for("Q leave")
        screen.child.send("x")
        screen.wait_for_the_end(20)
        assert termios.tcgetattr(screen.child.child_fd) == screen.before
        assert "an error in the program itself (ZeroDivisionError)" in screen.afterwards
        assert "Traceback" not in screen.seen
        assert screen.child.exitstatus == 1
    finally:
        screen.child.close(force=True)


@pytest.mark.parametrize("more", [{"NO_COLOR": "1"}, {"TERM": "vt100"}], ids=str)
def test_without_colours(more: dict[str, str], tmp_path: Path) -> None:
    with playing(tmp_path, **more) as screen:
        screen.wait_for("Q leave")
        assert not re.search(r"\x1b\[[0-9;]*[34][0-8][;m]", screen.seen), "there are colours"
        screen.child.send("qq")
        assert screen.end() == 3


def test_settings_that_are_changed_there_are_kept(tmp_path: Path) -> None:
    with playing(tmp_path) as screen:
        screen.wait_for("Q leave")
        screen.child.send("o\x1b[B\x1b[C")
        screen.wait_for("Colours .* light")
        screen.child.send("\x03\x03")
        screen.end()
    written = (tmp_path / ".config" / "durak-p2p" / "settings.toml").read_text()
    assert written == 'pace = "none"\ntheme = "light"\n'


def test_broken_settings_are_said_before_anything(tmp_path: Path) -> None:
    folder = tmp_path / ".config" / "durak-p2p"
    folder.mkdir(parents=True)
    (folder / "settings.toml").write_text("pace = 1\n")
    done = run(tmp_path, "play")
    assert done.returncode == 2
    assert "are damaged: 1 is not a value of pace" in done.stderr


def test_line_mode_where_it_is_wanted_or_nothing_else_can_be(tmp_path: Path) -> None:
    done = run(tmp_path, "play", "--name=Anna", stdin="quit\n")
    assert done.returncode == 3
    assert "\x1b" not in done.stdout
    assert "You have left the table" in done.stdout
    with playing(tmp_path, "--plain") as screen:
        screen.wait_for("you>")
        assert ALTERNATE_ON not in screen.seen
        screen.child.send("quit\rquit\r")
        screen.wait_for("You have left the table")


def test_what_is_debugged_is_told_in_lines(tmp_path: Path) -> None:
    command = [*DURAK, "--debug", "play", "--out", str(tmp_path / "replays")]
    screen = Screen(tmp_path, command, (80, 24))
    try:
        screen.wait_for("you>")
        assert ALTERNATE_ON not in screen.seen
    finally:
        screen.child.close(force=True)


def test_it_can_be_stopped_and_goes_on_in_the_foreground(tmp_path: Path) -> None:
    shell = Screen(tmp_path, ["sh", "-i"], (80, 24), PS1="$ ")
    try:
        shell.wait_for(r"\$")
        shell.child.send(f"{' '.join(DURAK)} play --out {tmp_path / 'replays'}\r")
        shell.wait_for("Your turn|Waiting for")
        shell.child.send("\x1a")
        shell.wait_for("Stopped")
        assert shell.seen.count(ALTERNATE_OFF) == 1
        shell.child.send("fg\r")
        shell.wait_for("Q leave")
        shell.child.send("qq")
        shell.wait_for("You have left the table")
    finally:
        shell.child.close(force=True)


def test_the_cards_are_there_at_once(tmp_path: Path) -> None:
    """Meant are 1.5 seconds; other work on the computer makes it ten times as long at most."""
    began = time.monotonic()
    with playing(tmp_path) as screen:
        screen.wait_for("Your turn|Waiting for", 15)
        assert time.monotonic() - began < 15
        screen.child.send("qq")
        assert screen.end() == 3
