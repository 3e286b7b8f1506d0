"""Two programs on two pseudo-terminals play each other on the whole screen, by keys."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.cli.programs import DURAK, INVITE, run

pytest.importorskip("pexpect")
pytest.importorskip("termios")
from tests.cli.screens import Screen, play_to_the_end, wait_until_gone

#: Cards are in sight, and the match before no more.
NEXT_MATCH = r"\A(?!(?s:.*)The match is over)(?s:.*)Trump: "


@contextmanager
def two(home: Path, *options: str) -> Iterator[tuple[Screen, Screen]]:
    """Anna, who hosts, and Boris, each with a home of their own; both are in the lobby."""
    size = (80, 24)
    host = [*DURAK, "host", "--name=Anna", *options]
    anna = Screen(home / "anna", host, size, DURAK_YES="no")
    boris = None
    try:
        anna.wait_for("Waiting for 1 more player.")
        found = INVITE.search(anna.seen)
        assert found is not None, "the invite does not stand on the normal screen"
        join = [*DURAK, "join", found[0], "--name=Boris"]
        boris = Screen(home / "boris", join, size, DURAK_YES="no")
        boris.wait_for("All are here. R: begin by these rules.")
        yield anna, boris
    finally:
        for screen in (anna, boris):
            if screen is not None:
                screen.child.close(force=True)


def test_a_deal_from_the_lobby_to_its_end(tmp_path: Path) -> None:
    with two(tmp_path, "--deck=24") as (anna, boris):
        boris.child.send("mhello\r")
        anna.wait_for("Boris says: hello")
        anna.child.send("r")
        boris.wait_for("1  Anna +is ready")
        anna.child.send("i")
        anna.wait_for("Any key: back to the table.")
        boris.child.send("r")  # which brings Anna back
        for screen in (anna, boris):
            screen.wait_for("Trump: ")
        anna.resize(60, 18)
        boris.resize(160, 50)
        play_to_the_end((anna, boris), "stock: [0-9]\\b|The match is over")
        anna.resize(120, 34)
        boris.resize(80, 24)
        play_to_the_end((anna, boris), "The match is over")
        for screen, leave in (
            (anna, lambda: anna.child.send("q")),
            (boris, lambda: boris.child.kill(signal.SIGTERM)),
        ):
            assert re.search("is the fool|are the fool|draw", screen.text)
            leave()  # by its key, or by a signal
            assert screen.end() == 0
            assert "Replay:" in screen.afterwards
    logs = [path.read_bytes() for path in tmp_path.glob("*/data/durak-p2p/replays/*.durak")]
    assert len(logs) == 2
    assert logs[0] == logs[1]


def test_another_match_begins_as_soon_as_both_want_it(tmp_path: Path) -> None:
    """Without a new invite; the guest asks for it first, the host's program opens the table."""
    with two(tmp_path, "--deck=24", "--players=3", "--computers=1") as (anna, boris):
        for screen in (anna, boris):
            screen.child.send("r")
        play_to_the_end((anna, boris), "The match is over")
        boris.child.send("n")
        boris.wait_for("Looking for the table")
        anna.wait_for("The match is over; Boris wants another one.")
        anna.child.send("n")
        for screen in (anna, boris):
            screen.wait_for(NEXT_MATCH)
            assert "Bot 1" in screen.text
        anna.child.send("q")
        anna.wait_for("Who leaves with cards")
        anna.child.send("y")
        assert anna.end() == 3
        assert len(INVITE.findall(anna.seen)) == 1  # the players need no new one
        boris.wait_for("The match is over")
        assert re.search(r"Anna leaves the\s+table\.", boris.text)  # that is why
        assert "N again" not in boris.text  # who could open the next table is gone
        boris.child.send("q")
        assert boris.end() == 0
    for home in (tmp_path / "anna", tmp_path / "boris"):
        kept = sorted(home.glob("data/durak-p2p/replays/*.durak"))
        assert len(kept) == 2
        done = run(home, "verify", *map(str, kept))
        assert done.returncode == 0, done.stdout


def test_another_match_begins_with_a_host_that_was_killed_as_well(tmp_path: Path) -> None:
    with two(tmp_path, "--deck=24") as (anna, boris):
        for screen in (anna, boris):
            screen.child.send("r")
        for screen in (anna, boris):
            screen.wait_for("Trump: ")
        anna.child.kill(signal.SIGKILL)
        back = Screen(tmp_path / "anna", [*DURAK, "resume"], (80, 24))
        try:
            boris.wait_for("Anna is back.")
            play_to_the_end((back, boris), "The match is over")
            back.child.send("n")
            boris.wait_for("The match is over; Anna wants another one.")
            boris.child.send("n")
            for screen in (back, boris):
                screen.wait_for(NEXT_MATCH)
        finally:
            back.child.close(force=True)


def test_who_goes_away_is_waited_for_and_comes_back_to_the_screen(tmp_path: Path) -> None:
    with two(tmp_path, "--set=turn_seconds=600") as (anna, boris):
        anna.child.send("r")
        boris.child.send("r")
        for screen in (anna, boris):
            screen.wait_for(r"\b(9:\d\d|10:00)\b")  # the clock runs
        boris.child.send("\x03")
        assert boris.end() == 3
        assert "Your seat waits for you" in boris.afterwards
        anna.wait_for(r"away 2:\d\d")
        back = Screen(tmp_path / "boris", [*DURAK, "resume"], (80, 24))
        try:
            back.wait_for("Your turn|Waiting for Anna")
            back.wait_for("Trump: ")
            anna.wait_for("Boris is back.")
            assert "away" not in anna.text.splitlines()[3]
            back.child.send("q")
            back.wait_for("Who leaves with cards in hand has lost the deal.")
            back.child.send("y")
            assert back.end() == 3
        finally:
            back.child.close(force=True)
        anna.wait_for("Boris is the fool")
        anna.child.send("q")
        assert anna.end() == 0


@pytest.mark.parametrize("how", ["signal", "signal while the invite is shown", "hang-up"])
def test_being_ended_from_outside(how: str, tmp_path: Path) -> None:
    anna = Screen(tmp_path, [*DURAK, "host", "--name=Anna"], (80, 24))
    try:
        anna.wait_for("Waiting for 1 more player.")
        if "invite" in how:
            anna.child.send("i")
            anna.wait_for("Any key: back to the table.")
        if how == "hang-up":
            anna.child.close(force=False)
            wait_until_gone(anna.child.pid)
        else:
            os.kill(anna.child.pid, signal.SIGTERM)
            assert anna.end() == 3
            assert "You have left the table." in anna.afterwards
    finally:
        anna.child.close(force=True)


def test_a_host_that_closes_the_table_ends_the_guests_screen_with_a_sentence(
    tmp_path: Path,
) -> None:
    with two(tmp_path) as (anna, boris):
        anna.child.send("q")
        anna.wait_for("Leave the table?")
        anna.child.send("y")
        assert anna.end() == 3
        assert boris.end() == 1
        assert "The host has closed the table." in boris.afterwards
    assert run(tmp_path / "boris", "resume").returncode == 1


def test_a_host_that_asks_for_the_qr_code_sees_it_before_the_lobby(tmp_path: Path) -> None:
    host = Screen(tmp_path, [*DURAK, "host", "--name=Anna", "--qr"], (100, 50), DURAK_YES="no")
    try:
        host.wait_for("Any key: back to the table.")
        assert "▄" in host.text
        host.child.send(" ")
        host.wait_for("Waiting for 1 more player.")
        host.child.send("qq")
        assert host.end() == 3
    finally:
        host.child.close(force=True)
