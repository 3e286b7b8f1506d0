"""`durak host` and `durak join` as people use them, with typed lines from pipes."""

from __future__ import annotations

import os
import re
import signal
import time
from pathlib import Path

import pytest

from durak_p2p.net.invite import Invite
from durak_p2p.replay import Verdict, verify_replay
from tests.cli.programs import (
    INVITE,
    Program,
    program,
    run,
    sentence,
    table,
    type_moves,
    wait_for_turn,
)

posix = pytest.mark.skipif(os.name != "posix", reason="signals are POSIX's")


def refused(home: Path, invite: str, who: str = "--new-key") -> str:
    """Try to join; return the sentence that says why not."""
    with program(home, "join", invite, who) as guest:
        assert guest.end() == 1
        assert guest.errors.startswith("durak: ")
        assert guest.errors.count("\n") == 1
        return guest.errors.removeprefix("durak: ").rstrip("\n")


def verdicts(home: Path) -> list[Verdict]:
    replays = sorted(home.glob("*/*.durak"))
    return [verify_replay(path.read_bytes()).verdict for path in replays]


def test_two_people_play_a_deal_to_its_end(tmp_path: Path) -> None:
    with table(tmp_path, "--deck=24") as people:
        type_moves(people)
        assert [person.end() for person in people] == [0, 0]
        for person in people:
            assert re.search(r"(are|is) the fool\b|a draw\.", person.output)
            assert re.search(r"^Replay:\n/.*deal1\.durak$", person.output, re.MULTILINE)
            assert "You have left" not in person.output
            assert not person.errors
    assert verdicts(tmp_path) == [Verdict.GOOD] * 2
    first, second = (path.read_bytes() for path in sorted(tmp_path.glob("*/*.durak")))
    assert first == second


def test_lines_typed_ahead_wait_for_their_turn(tmp_path: Path) -> None:
    """From a pipe all lines may come at once; what is refused is told, and the next one tried."""
    with table(tmp_path, "--deck=24") as people:
        deck = [rank + suit for suit in "cdhs" for rank in "9TJQKA"]
        for person in people:
            for card in deck:
                person.type(f"lead {card}")
                person.type("take")
        for person in people:
            person.type("quit")
        assert wait_for_turn(people)
        statuses = {person.end(40) for person in people}
        assert statuses <= {0, 3}
        assert "leads" in people[0].output + people[1].output


def test_the_end_of_input_leaves_the_table(tmp_path: Path) -> None:
    with table(tmp_path) as people:
        asked = wait_for_turn(people)
        other = people[1 - people.index(asked)]
        assert other.process.stdin is not None
        other.process.stdin.close()
        assert other.end() == 3
        assert asked.end() == 0
        assert "You have left the table before the end." in other.output
        assert "you are the last one at the table" in asked.output
    assert verdicts(tmp_path) == [Verdict.GOOD] * 2


@posix
@pytest.mark.parametrize(
    ("who", "sent"),
    [(0, signal.SIGINT), (1, signal.SIGTERM), (0, signal.SIGHUP), (1, signal.SIGKILL)],
)
def test_going_away_in_the_middle_and_coming_back(
    sent: signal.Signals, who: int, tmp_path: Path
) -> None:
    with table(tmp_path) as people:
        wait_for_turn(people)
        leaver, other = people[who], people[1 - who]
        leaver.process.send_signal(sent)
        name = ("Anna", "Boris")[who]
        other.wait_for(f"{name} is away; the seat waits for 3 minutes.")
        if sent is not signal.SIGKILL:
            assert leaver.end() == 3
            assert "Your seat waits for you: `durak resume` brings you back." in leaver.output
        with program(tmp_path, "resume") as again:
            again.wait_for("You are back at the table, in deal 1 of 1.")
            other.wait_for(f"{name} is back.")
            again.wait_for("Your hand")
            again.type("quit")
            assert again.end() == 3
            assert other.end() == 0  # whether it was its turn or not
        assert f"{name} leaves the table." in other.output
        nothing = run(tmp_path, "resume")
        assert sentence(nothing) == "No seat waits for you."
    assert verdicts(tmp_path) == [Verdict.GOOD] * 2


@posix
def test_a_killed_player_is_waited_for_and_then_the_fool(tmp_path: Path) -> None:
    with table(tmp_path, "--players=3", "--patience=10", guests=2) as people:
        asked = wait_for_turn(people)
        asked.process.kill()
        name = ("Anna", "Boris", "Clara")[people.index(asked)]
        staying = [person for person in people if person is not asked]
        for person in staying:
            person.wait_for(f"{name} is away; the seat waits for 10 seconds.")
            person.wait_for(f"{name} does not come back; the seat is free.")
        assert [person.end() for person in staying] == [0, 0]
    assert sorted(verdicts(tmp_path)) == [Verdict.GOOD, Verdict.GOOD, Verdict.UNFINISHED]


@posix
@pytest.mark.parametrize("sent", [signal.SIGKILL, signal.SIGINT])
def test_who_goes_before_the_start_frees_the_seat(sent: signal.Signals, tmp_path: Path) -> None:
    with table(tmp_path, "--players=3", ready=False) as people:
        host, guest = people
        host.wait_for("At the table: Anna, Boris. Waiting for 1 more.")
        guest.wait_for("At the table: Anna, Boris. Waiting for 1 more.")
        guest.process.send_signal(sent)
        host.wait_for(r"Boris\. Waiting for 1 more\.\n(?s:.*)At the table: Anna\. Waiting for 2")
        host.type("quit")
        assert host.end() == 3


@posix
def test_ctrl_c_while_waiting(tmp_path: Path) -> None:
    with table(tmp_path, "--players=3", ready=False) as people:
        host, guest = people
        guest.wait_for("Waiting for 1 more.")
        for person in (guest, host):
            started = time.monotonic()
            person.process.send_signal(signal.SIGINT)
            assert person.end() == 3
            assert time.monotonic() - started < 2
            assert person.output.endswith("You have left the table.\n")


def test_the_host_leaves_before_the_start(tmp_path: Path) -> None:
    with table(tmp_path, "--players=3", ready=False) as people:
        host, guest = people
        guest.wait_for("Waiting for 1 more.")
        host.type("quit")
        assert host.end() == 3
        assert guest.end() == 1
        assert guest.errors == "durak: The host has closed the table.\n"


def test_who_comes_too_late(tmp_path: Path) -> None:
    with table(tmp_path) as people:
        invite = people[0].wait_for(INVITE.pattern)
        wait_for_turn(people)
        begun = "The game at this table has begun; `durak watch` lets you look on."
        assert refused(tmp_path, invite) == begun
        for person in people:
            person.type("quit")
        people[0].end()
    assert re.fullmatch(r"Nobody answers at 127\.0\.0\.1:\d+\.", refused(tmp_path, invite))


def test_the_same_invite_again_brings_one_back_to_the_seat(tmp_path: Path) -> None:
    """A guest whose program was closed comes back with the same key."""
    with program(tmp_path, "host", "--name=Anna", "--new-key", "--players=3") as host:
        invite = host.wait_for(INVITE.pattern)
        with (
            program(tmp_path, "join", invite, "--name=Boris") as boris,
            program(tmp_path, "join", invite, "--name=Clara", "--new-key") as clara,
        ):
            wait_for_turn([host, boris, clara])
            boris.process.kill()
            boris.process.wait()
            with program(tmp_path, "join", invite, "--name=Somebody") as again:
                again.wait_for("Your seat at this table has waited for you.")
                again.wait_for("You are back at the table, in deal 1 of 1.")
                for other in (host, clara):
                    other.wait_for("Boris is back.")


def test_another_table_at_the_same_port(tmp_path: Path) -> None:
    with program(tmp_path, "host", "--new-key") as first:
        invite = first.wait_for(INVITE.pattern)
        port = run_port(first)
        first.type("quit")
        first.end()
    with program(tmp_path, "host", "--new-key", f"--port={port}") as second:
        second.wait_for(INVITE.pattern)
        assert "is no table of this invite" in refused(tmp_path, invite)
        taken = run(tmp_path, "host", "--new-key", f"--port={port}")
        assert taken.returncode == 1
        assert sentence(taken) == f"Port {port} cannot be listened on: Address already in use."


def run_port(host: Program) -> int:
    return Invite.parse(host.wait_for(INVITE.pattern)).addresses[0].port


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("\x1b[31mRed\x1b[0m", "[31mRed[0m"),
        ("a\u202eb\u2066c", "abc"),
        ("  many   spaces\n", "many spaces"),
        ("x" * 50, "x" * 20),
        ("Борис", "Борис"),
    ],
)
def test_names_are_shown_plain(name: str, shown: str, tmp_path: Path) -> None:
    done = run(tmp_path, "host", f"--name={name}", "--new-key", stdin="quit\n", PYTHONUTF8="1")
    assert done.returncode == 3
    assert f"At the table: {shown} (ready). Waiting" in done.stdout


def test_a_name_of_which_nothing_is_left(tmp_path: Path) -> None:
    done = run(tmp_path, "host", "--name=\x07\u202e", "--new-key")
    assert done.returncode == 2
    assert "1 to 20 printable characters" in sentence(done)


@pytest.mark.parametrize(
    "encoding",
    [
        {"PYTHONIOENCODING": "ascii"},
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        {"PYTHONIOENCODING": "cp866"},
    ],
    ids=str,
)
def test_no_encoding_is_a_reason_to_stop(encoding: dict[str, str], tmp_path: Path) -> None:
    name = "Anna" if "LC_ALL" in encoding else "Ёж🎴"  # a name needs an encoding to come in
    with table(tmp_path, "--deck=24", f"--name={name}", **encoding) as people:
        wait_for_turn(people)
        people[0].process.stdin.write(b"\xff\xfe \xd1\x91\n")  # type: ignore[union-attr]
        people[0].type("quit")
        assert people[0].end() == 3
        assert people[1].end() == 0


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["host", "--players=9"], "9"),
        (["host", "--players=many"], "is not a valid integer"),
        (["host", "--deck=24", "--players=5"], "24 cards are too few for 5 players."),
        (["host", "--deck=17"], "17"),
        (["host", "--rules=poker"], "There is no game 'poker'"),
        (["host", "--set=limit"], "'limit' sets no option"),
        (["host", "--set=nonsense=1"], "'nonsense=1' sets no option"),
        (["host", "--set=throwers=nobody"], "it can be all, neighbours, lead."),
        pytest.param(
            ["host", "--set=turn_seconds=" + "9" * 5000],
            "is not a value of 'turn_seconds'",
            id="nines",
        ),
        (["host", "--deals=0"], "0 is not between 1 and 1000."),
        (["host", "--port=70000"], "70000 is not between 0 and 65535."),
        (["host", "--address=example.org"], "'example.org' is not an IP address."),
        (["host", "--address=0.0.0.0"], "is no address at which others reach"),
        (
            ["join", "durak:AAAA", "--address=fe80::1%eth0"],
            "Give an address that is not link-local.",
        ),
        (["host", "--deals=x"], "'x' is no whole number."),
        (["lan", "--once=x"], "'x' is no number."),
        (["host", "--rules=czech", "--players=3"], "czech is a game for two."),
        (["replays", "--limit=0"], "0 is less than 1."),
        (["replays", "--since=foo"], "'foo' is no day: one is written like 2026-12-31."),
        (["replays", "--rules=nonsense"], "There is no game 'nonsense'; there are classic, "),
        (["host", "--nonsense"], "No such option '--nonsense'. `durak host"),
        (["host", "--player"], "No such option '--player'. Did you mean '--players'?"),
        (["stats", "--plai"], "No such option '--plai'. `durak stats"),
        (["--plai"], "No such option '--plai'. Did you mean '--plain'?"),
        (["join"], "Which table? Give the invite"),
        (["join", "hello"], "That is no address (192.168.1.20:7777), and no invite (durak:...)."),
        (["join", "10.0.0.1"], "That is no address (192.168.1.20:7777), and no invite"),
        (["join", "durak:AAAA"], "The invite is cut short."),
        (["join", "durak:\x1b[31m"], "The invite is damaged"),
        (["demo", "--players=9"], "9"),
        (["demo", "--deck=24", "--players=5"], "24 cards are too few"),
        (["deal"], "No such command 'deal'."),
    ],
    ids=str,
)
def test_usage_errors_are_one_sentence(arguments: list[str], says: str, tmp_path: Path) -> None:
    done = run(tmp_path, *arguments)
    assert done.returncode == 2
    assert says in sentence(done)
    assert "\x1b" not in done.stderr
    assert not done.stdout
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["host", "--deals=два"], "«два» — не целое число."),
        (["lan", "--once=два"], "«два» — не число."),
        (["replays", "--since=вчера"], "«вчера» — не день;"),
        (["settings", "цвет"], "Нет настройки «цвет»;"),
        (["settings", "theme", "белая"], "нет значения «белая»"),
        (["host", "--deals=\x1b[31m\u202eдва"], "«?[31m?два» — не целое число."),
        (["settings", "theme", "\x1b[31m"], "нет значения «?[31m»"),
        (["settings", "\x1b[31m"], "Нет настройки «?[31m»"),
    ],
    ids=ascii,
)
def test_what_was_typed_is_told_in_its_own_letters(
    arguments: list[str], says: str, tmp_path: Path
) -> None:
    done = run(tmp_path, *arguments, DURAK_LANG="ru", PYTHONIOENCODING="utf-8")
    assert done.returncode == 2
    assert says in done.stderr
    assert not {"\x1b", "\u202e"} & set(done.stderr)


def test_without_a_command_help_is_shown(tmp_path: Path) -> None:
    assert "Commands:" in run(tmp_path).stderr
    for command in ("demo", "host", "join", "verify"):
        assert run(tmp_path, command, "--help").returncode == 0


def test_people_talk_before_the_first_deal_and_in_it(tmp_path: Path) -> None:
    with table(tmp_path, ready=False) as people:
        anna, boris = people
        boris.wait_for("At the table: ")
        boris.type('"hello \x1b[31mAnna')
        anna.wait_for(r"Boris says: hello \[31mAnna\n")
        for person in people:
            person.type("ready")
        wait_for_turn(people)
        anna.type("say well, well")
        boris.wait_for("Anna says: well, well")
        anna.type("say")
        anna.wait_for("There is nothing to say in that line.")


def test_the_game_begins_when_all_have_said_that_they_are_ready(tmp_path: Path) -> None:
    with table(tmp_path, ready=False) as people:
        anna, boris = people
        boris.wait_for(r"The game: throw-in, 36 cards, 2 players\.\n")
        boris.wait_for("Type ready when these rules suit you")
        boris.type("ready")
        whole = "All seats are taken; the game begins when all are ready."
        anna.wait_for(rf"At the table: Anna, Boris \(ready\)\. {whole}")
        boris.wait_for(rf"At the table: Anna, Boris \(ready\)\. {whole}")
        boris.type("ready")
        boris.wait_for("You have said that you are ready.")
        assert "The order of play" not in anna.output
        anna.type("готова")
        anna.wait_for(r"At the table: Anna \(ready\), Boris \(ready\)\. All are here\.")
        wait_for_turn(people)
