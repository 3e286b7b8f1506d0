"""Computer players on free seats of a host's table, in its own program."""

from __future__ import annotations

import json
import re
import signal
from pathlib import Path

from durak_p2p.replay import Verdict, verify_replay

from .programs import INVITE, Program, program, run, sentence, type_moves


def replays(home: Path, folder: str) -> list[bytes]:
    return [path.read_bytes() for path in sorted((home / folder).glob("*.durak"))]


def host(home: Path, *options: str, ready: bool = False) -> Program:
    more = {"DURAK_YES": "yes" if ready else "no"}
    out = f"--out={home / 'anna'}"
    return Program(home, "host", "--name=Anna", "--pace=0.01", out, *options, **more)


def seats_left(home: Path) -> list[Path]:
    return list((home / "data/durak-p2p/seats").rglob("*"))


def test_a_person_plays_with_computers_alone(tmp_path: Path) -> None:
    anna = host(tmp_path, "--players=3", "--deck=24", "--computers=1")
    try:
        anna.wait_for(r"At the table: Anna, Bot 1 \(computer\)\. Waiting for 1 more\.")
        anna.type("computer")
        anna.wait_for(r"At the table: Anna, Bot 1 \(computer\), Bot 2 \(computer\)\. All seats")
        anna.type("computer")
        anna.wait_for("All seats at this table are taken")
        assert "The cards are dealt" not in anna.output
        anna.type("ready")
        type_moves([anna])
        assert anna.end() == 0
    finally:
        anna.close()
    (content,) = replays(tmp_path, "anna")
    assert verify_replay(content).verdict is Verdict.GOOD
    assert not seats_left(tmp_path)


def test_the_last_computer_is_taken_away_and_a_person_sits_there(tmp_path: Path) -> None:
    anna = host(tmp_path, "--players=3", "--computers=2")
    try:
        anna.wait_for(r"Bot 2 \(computer\)")
        invite = anna.wait_for(INVITE.pattern)
        anna.type("computer off")
        anna.wait_for(r"At the table: Anna, Bot 1 \(computer\)\. Waiting for 1 more\.")
        joins = ("join", invite, "--name=Clara", "--new-key", f"--out={tmp_path / 'clara'}")
        with program(tmp_path, *joins, DURAK_YES="no") as clara:
            clara.wait_for(r"At the table: Anna, Bot 1 \(computer\), Clara\.")
            clara.type("computer")
            clara.wait_for("Only the host seats computer players")
            clara.type("ready")
            anna.type("ready")
            anna.wait_for("The cards are dealt")
            anna.type("computer off")
            anna.wait_for("The game at this table has begun")
            # Who goes for good takes its computers along, and is the fool itself.
            anna.type("quit")
            clara.wait_for("Anna is the fool")
            assert clara.end() == 0
        assert anna.end() == 3
    finally:
        anna.close()
    (content,) = replays(tmp_path, "clara")
    assert verify_replay(content).verdict is Verdict.GOOD
    assert not seats_left(tmp_path)


def test_the_computers_of_a_killed_host_come_back_with_it(tmp_path: Path) -> None:
    annas, claras = tmp_path / "anna's", tmp_path / "clara's"
    annas.mkdir()
    claras.mkdir()
    options = ("--players=3", "--deck=24", "--computers=1", "--deals=2", "--computer")
    anna = host(annas, *options, ready=True)
    try:
        invite = anna.wait_for(INVITE.pattern)
        joins = ("join", invite, "--name=Clara", "--computer", f"--out={tmp_path / 'clara'}")
        with program(claras, *joins, "--pace=0.01") as clara:
            anna.wait_for("(?s)Deal 2 of 2.*The cards are dealt")
            anna.process.send_signal(signal.SIGKILL)
            anna.process.wait()
            anna.close()
            seats = [path for path in seats_left(annas) if path.suffix == ".seat"]
            assert len(seats) == 2
            anna = Program(annas, "resume", "--computer", "--pace=0.01")
            assert anna.end(60) == 0
            assert clara.end(60) == 0
    finally:
        anna.close()
    ours = replays(annas, "anna")
    assert ours == replays(tmp_path, "clara")
    assert [verify_replay(content).verdict for content in ours] == [Verdict.GOOD] * 2
    assert not [path for path in seats_left(annas) if path.suffix == ".seat"]


def test_more_computers_than_seats(tmp_path: Path) -> None:
    done = run(tmp_path, "host", "--computers=2")
    assert sentence(done) == "There is 1 seat besides yours for computer players."
    assert done.returncode == 2
    assert not re.search("durak:", done.stdout)


def test_a_program_that_reads_is_answered_in_its_own_form(tmp_path: Path) -> None:
    done = run(tmp_path, "host", "--json", "--no-lan", stdin="computer off\ninvite\nquit\n")
    told = [json.loads(line) for line in done.stdout.splitlines()]
    (answer,) = [line["text"] for line in told if line["news"] == "answer"]
    assert answer == "There is no computer player of yours at the table."
    first, again = [line["invite"] for line in told if line["news"] == "invite"]
    assert again == first
