"""`durak watch` as people and programs use it."""

from __future__ import annotations

import json
import os
import re
import signal
from contextlib import ExitStack
from pathlib import Path

import pytest

from durak_p2p.replay import Verdict, verify_replay
from tests.cli.programs import DURAK, INVITE, Program, program, run, sentence

QUICK = ("--computer", "--new-key")


def replays(folder: Path) -> list[bytes]:
    return [path.read_bytes() for path in sorted(folder.glob("*.durak"))]


class Played:
    """A host and a guest, computers that play against each other once both are there."""

    def __init__(self, home: Path, stack: ExitStack, *options: str) -> None:
        self.home = home
        self._stack = stack
        self.host = self._start("host", "--name=Anna", "--deck=24", *QUICK, *options)
        self.invite = self.host.wait_for(INVITE.pattern)

    def _start(self, *arguments: str) -> Program:
        out = f"--out={self.home / arguments[1].removeprefix('--name=').lower()}"
        return self._stack.enter_context(program(self.home, *arguments, out))

    def join(self, *options: str) -> Program:
        return self._start("join", "--name=Boris", self.invite, *QUICK, *options)

    def watch(self, *options: str) -> Program:
        return self._start("watch", "--name=Wera", self.invite, *options)


def test_a_match_is_watched_from_the_lobby_to_its_end(tmp_path: Path) -> None:
    with ExitStack() as stack:
        table = Played(tmp_path, stack, "--deals=2", "--pace=0.02")
        watcher = table.watch()
        table.host.wait_for("Wera watches.")
        watcher.type("table")
        watcher.wait_for("The cards are not dealt yet.")
        watcher.type("lead 6h")
        watcher.wait_for("You watch, without a seat. Type table, help or quit.")
        guest = table.join("--pace=0.02")
        guest.wait_for("Wera watches.")
        watcher.wait_for(r"(Anna|Boris) leads")
        watcher.type("table")
        watcher.wait_for(r"Anna: \d+ cards?")
        assert [p.end(60) for p in (table.host, guest, watcher)] == [0, 0, 0]
    assert "Your hand" not in watcher.output
    assert "You" not in watcher.output.replace("You watch, without a seat.", "")
    assert re.search(r"^Replays:\n/.*deal1\.durak\n/.*deal2\.durak$", watcher.output, re.MULTILINE)
    assert len(replays(tmp_path / "anna")) == 2
    assert replays(tmp_path / "wera") == replays(tmp_path / "anna") == replays(tmp_path / "boris")


def test_a_program_watches_a_game_where_one_may_cheat(tmp_path: Path) -> None:
    """Nothing is marked before the deal is opened, and the end of its input is no end."""
    with ExitStack() as stack:
        table = Played(tmp_path, stack, "--rules=cheaters", "--cheats=0.5", "--pace=0.01")
        watcher = table.watch("--json")
        assert watcher.process.stdin is not None
        watcher.process.stdin.close()
        watcher.process.stdin = None
        guest = table.join("--cheats=0.5", "--pace=0.01")
        assert [p.end(60) for p in (table.host, guest, watcher)] == [0, 0, 0]
    news = [json.loads(line) for line in watcher.output.splitlines()]
    kinds = [one["news"] for one in news]
    assert "move" in kinds
    assert kinds[-1] == "replay"
    assert "cheat" not in json.dumps(news[kinds.index("seats") : kinds.index("result")])
    (replay,) = replays(tmp_path / "wera")
    assert verify_replay(replay).verdict is Verdict.GOOD
    assert replays(tmp_path / "anna") == [replay]


@pytest.mark.skipif(os.name != "posix", reason="signals are POSIX's")
@pytest.mark.parametrize("how", ["quit", "signal"])
def test_who_stops_watching_disturbs_nobody(tmp_path: Path, how: str) -> None:
    with ExitStack() as stack:
        table = Played(tmp_path, stack, "--pace=0.1")
        guest = table.join("--pace=0.1")
        watcher = table.watch()
        watcher.wait_for(r"(Anna|Boris) leads")
        if how == "quit":
            watcher.type("quit")
        else:
            watcher.process.send_signal(signal.SIGINT)
        assert watcher.end() == 3
        assert "You have stopped watching before the end." in watcher.output
        assert [p.end(60) for p in (table.host, guest)] == [0, 0]
    assert "is away" not in table.host.output
    (replay,) = replays(tmp_path / "wera")
    assert verify_replay(replay).verdict is Verdict.UNFINISHED
    assert replays(tmp_path / "anna") == replays(tmp_path / "boris")


def test_a_table_that_forbids_it(tmp_path: Path) -> None:
    with ExitStack() as stack:
        table = Played(tmp_path, stack, "--no-watching")
        watcher = table.watch()
        assert watcher.end() == 1
        assert watcher.errors == "durak: This table is not to be watched.\n"
        assert "watches" not in table.host.output


def test_what_is_no_invite_is_refused_with_a_sentence(tmp_path: Path) -> None:
    done = run(tmp_path, "watch", "durak:nonsense")
    assert done.returncode == 2
    assert sentence(done)


def test_a_host_that_comes_back_has_an_invite_and_may_be_watched(tmp_path: Path) -> None:
    """What was allowed, and the secret, are kept with the seat; the invite is made anew."""
    with ExitStack() as stack:
        table = Played(tmp_path, stack, "--pace=0.2")
        guest = table.join("--pace=0.2")
        guest.wait_for("The cards are dealt")
        table.host.process.send_signal(signal.SIGKILL)
        table.host.process.wait()
        host = stack.enter_context(program(tmp_path, "resume"))
        host.type("invite")
        table.invite = host.wait_for(INVITE.pattern)
        watcher = table.watch()
        host.wait_for("Wera watches.")
        watcher.wait_for("The cards are dealt")
        host.type("quit")
        assert host.end() == 3
        assert guest.end() == 0
        assert watcher.end() == 0


def test_a_table_on_the_lan_is_watched_by_its_address(tmp_path: Path) -> None:
    done = run(tmp_path, "watch", "127.0.0.1:1", "--pin=1234")
    assert done.returncode == 1
    assert "Nobody answers" in done.stderr
    assert run(tmp_path, "watch", "127.0.0.1:1", "--pin=abc").returncode == 2


@pytest.mark.skipif(os.name != "posix", reason="pseudo-terminals are POSIX's")
def test_a_table_is_watched_on_the_whole_screen(tmp_path: Path) -> None:
    from tests.cli.screens import Screen

    with ExitStack() as stack:
        table = Played(tmp_path, stack, "--pace=0.02", "--set=turn_seconds=600")
        command = [*DURAK, "watch", table.invite, "--name=Wera"]
        screen = Screen(tmp_path, command, (80, 24), DURAK_YES="no")
        stack.callback(screen.child.close, force=True)
        screen.wait_for("Waiting for 1 more player")
        guest = table.join("--pace=0.02")
        screen.wait_for("Trump: .*stock")
        assert "you watch" in screen.text
        screen.wait_for(r"\b(9:\d\d|10:00)\b")  # the clock of who has the word
        screen.resize(60, 18)
        screen.wait_for("The match is over")
        screen.child.send("q")
        assert screen.end() == 0
        assert [p.end(60) for p in (table.host, guest)] == [0, 0]
    assert "Replay:" in screen.afterwards
    logs = [path.read_bytes() for path in tmp_path.glob("data/durak-p2p/replays/*.durak")]
    assert logs == replays(tmp_path / "anna")
