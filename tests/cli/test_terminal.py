"""Line mode on a real terminal: the prompt, and what is left of it afterwards."""

from __future__ import annotations

import os
import re
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.cli.programs import DURAK, INVITE, Program, assert_no_traceback, environment, program

pexpect = pytest.importorskip("pexpect")
pyte = pytest.importorskip("pyte")
termios = pytest.importorskip("termios")

ESCAPES = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]|\x1b[=>]|\r")


class Terminal:
    """A pseudo-terminal on which the command runs."""

    def __init__(
        self, home: Path, *arguments: str, prefix: Sequence[str] = (), **more: str
    ) -> None:
        """*prefix*: words before the command, that run it elsewhere."""
        program, *words = [*prefix, *DURAK, *arguments, "--plain"]
        self.child = pexpect.spawn(
            program,
            words,
            env=environment(home, **{"TERM": "xterm-256color", **more}),
            dimensions=(30, 90),
            timeout=15,
            encoding="utf-8",
            codec_errors="replace",
        )
        self.before = termios.tcgetattr(self.child.child_fd)
        self.seen = ""
        self._screen = pyte.Screen(90, 30)
        self._stream = pyte.Stream(self._screen)

    def wait_for(self, pattern: str) -> str:
        """Wait until *pattern* is in what was written, escapes left out."""
        return self._wait(pattern, lambda: self.text)

    def wait_to_see(self, pattern: str) -> str:
        """Wait until *pattern* stands on the screen, where only changes may have been written."""
        return self._wait(pattern, lambda: self.shown)

    def _wait(self, pattern: str, text: Callable[[], str]) -> str:
        end = time.monotonic() + 15
        while time.monotonic() < end:
            if found := re.search(pattern, text()):
                return found[0]
            self._read()
        raise AssertionError(f"no {pattern!r} in:\n{text()}")

    def _read(self) -> None:
        try:
            data = self.child.read_nonblocking(10000, timeout=0.05)
            self.seen += data
            self._stream.feed(data)
        except pexpect.TIMEOUT:
            pass
        except pexpect.EOF:
            time.sleep(0.02)

    @property
    def text(self) -> str:
        return ESCAPES.sub("", self.seen)

    @property
    def shown(self) -> str:
        return "\n".join(line.rstrip() for line in self._screen.display)

    def type(self, line: str) -> None:
        self.child.send(f"{line}\r")

    def end(self, seconds: float = 5) -> int:
        """Wait for the end; the terminal is as it was before."""
        end = time.monotonic() + seconds
        while self.child.isalive() and time.monotonic() < end:
            self._read()
        assert not self.child.isalive()
        self._read()
        assert_no_traceback(self.text)
        assert self.settings() == self.before
        assert "\x1b[?25l" not in self.seen.rpartition("\x1b[?25h")[2], "the cursor is hidden"
        assert "\x1b[?2004h" not in self.seen.rpartition("\x1b[?2004l")[2], "pasting is bracketed"
        return int(self.child.exitstatus)

    def settings(self) -> list[object]:
        return termios.tcgetattr(self.child.child_fd)  # type: ignore[no-any-return]


@contextmanager
def terminal(home: Path, *arguments: str, **more: str) -> Iterator[Terminal]:
    shown = Terminal(home, *arguments, **more)
    try:
        yield shown
    finally:
        shown.child.close(force=True)


@contextmanager
def two(home: Path, **more: str) -> Iterator[tuple[Terminal, Program]]:
    """Anna at a terminal, and Boris with a pipe."""
    with terminal(
        home, "host", "--name=Anna", "--new-key", f"--out={home / 'anna'}", **more
    ) as anna:
        invite = anna.wait_for(INVITE.pattern)
        with program(
            home, "join", invite, "--name=Boris", "--new-key", f"--out={home / 'boris'}"
        ) as boris:
            yield anna, boris


def test_commands_at_the_prompt(tmp_path: Path) -> None:
    with terminal(tmp_path, "host", "--name=Anna", "--new-key") as anna:
        anna.wait_for("Type help, quit to leave; Enter tells all again.")
        anna.wait_for("you>")
        anna.type("help")
        anna.wait_for("Td .* ten of diamonds")
        anna.type("hand")
        anna.wait_for("The cards are not dealt yet.")
        anna.type("frobnicate")
        anna.wait_for("'frobnicate' is not a move.")
        anna.type("quit")
        assert anna.end() == 3


@pytest.mark.parametrize("how", ["\x03", "\x04", signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_every_way_out_while_waiting(how: str | signal.Signals, tmp_path: Path) -> None:
    with terminal(tmp_path, "host", "--name=Anna", "--new-key") as anna:
        anna.wait_for("you>")
        assert anna.settings() != anna.before
        if isinstance(how, str):
            anna.child.send(how)
        else:
            os.kill(anna.child.pid, how)
        assert anna.end(3) == 3
        assert "You have left the table." in anna.text


@pytest.mark.parametrize("how", ["\x03", "\x04", "quit\r", signal.SIGTERM])
def test_every_way_out_in_the_middle(how: str | signal.Signals, tmp_path: Path) -> None:
    with two(tmp_path) as (anna, boris):
        anna.wait_for("Your hand: ")
        if how == "quit\r":
            anna.child.send(how)
            anna.wait_for("Who leaves with cards in hand has lost the deal.")
            assert anna.child.isalive()
        if isinstance(how, str):
            anna.child.send(how)
        else:
            os.kill(anna.child.pid, how)
        assert anna.end(3) == 3
        assert "is away" not in anna.text
        if how == "quit\r":
            assert "You have left the table before the end." in anna.text
            assert boris.end() == 0
            assert "Anna leaves the table." in boris.output
        else:
            assert "Your seat waits for you" in anna.text
            boris.wait_for("Anna is away; the seat waits")


def test_two_at_once_ctrl_c(tmp_path: Path) -> None:
    with terminal(tmp_path, "host", "--name=Anna", "--new-key") as anna:
        anna.wait_for("you>")
        anna.child.send("\x03\x03")
        os.kill(anna.child.pid, signal.SIGINT)
        assert anna.end(3) in (3, 130)


def test_moves_at_the_prompt(tmp_path: Path) -> None:
    with two(tmp_path) as (anna, boris):
        anna.wait_for("(Your|Boris's) turn to lead")
        if "Boris's turn to lead" in anna.text:
            anna.type("lead 6s")
            anna.wait_for("It is not your turn: Boris has the word.")
            lead = boris.wait_for(r"You can: lead \w\w").removeprefix("You can: ")
            boris.type(lead)
            anna.wait_for(f"Boris leads {lead[-2:]}.")
            anna.wait_for("Your turn to beat or take.")
            anna.type("take")
            boris.wait_for("Anna takes.")
        else:
            held = anna.wait_for(r"Your hand: [^\n]*").removeprefix("Your hand: ").split()
            other = next(card for card in ("6s", "7s", "8s", "9s", "Ts") if card not in held)
            anna.type(f"lead {other}")
            anna.wait_for(f"{other} is not in ")
            anna.type(f"lead {held[0]}")
            anna.wait_for("Boris's turn to beat or take.")
            boris.wait_for(f"Anna leads {held[0]}.")
            assert "You lead" not in anna.text  # it stands there as it was typed
        anna.type("table")
        anna.wait_for("Boris: . cards")
        boris.type("quit")
        anna.wait_for("The match is over. Type again for another one, quit to leave.")
        anna.type("again")
        anna.wait_for("The next table is open; who has played finds it")
        anna.type("quit")
        assert anna.end() == 0
        assert "Boris leaves the table." in anna.text
        assert len(INVITE.findall(anna.text)) == 1


@pytest.mark.parametrize("more", [{"NO_COLOR": "1"}, {"TERM": "dumb"}, {"TERM": "vt100"}], ids=str)
def test_other_terminals(more: dict[str, str], tmp_path: Path) -> None:
    with two(tmp_path, **more) as (anna, _):
        anna.wait_for("Your hand: ")
        anna.type("hand")
        anna.wait_for("Your hand: ")
        if more.get("TERM") == "dumb":
            assert "\x1b" not in anna.seen
        assert not re.search(r"\x1b\[[0-9;]*3[0-7][;m]", anna.seen), "there are colours"
        anna.type("quit")
        anna.wait_for("Who leaves with cards in hand has lost the deal.")
        anna.type("quit")
        assert anna.end() == 3


def test_hostile_names_never_reach_the_terminal(tmp_path: Path) -> None:
    with terminal(tmp_path, "host", "--name=\x1b]0;owned\x07Anna", "--new-key") as anna:
        anna.wait_for(r"At the table: \]0;ownedAnna \(ready\)\. Waiting")
        assert "\x1b]0" not in anna.seen
        anna.type("quit")
        assert anna.end() == 3


def test_a_window_of_any_size(tmp_path: Path) -> None:
    with terminal(tmp_path, "host", "--name=Anna", "--new-key") as anna:
        anna.wait_for("Enter tells all again")
        anna.wait_for("you>")
        for rows, columns in ((1, 1), (2, 5), (50, 200), (24, 80)):
            anna.child.setwinsize(rows, columns)
            anna.seen = ""
            anna.type("help")
            anna.wait_for("leave")
        anna.type("quit")
        assert anna.end() == 3


BUG = """
import sys
from durak_p2p.ui.line_mode import LineMode
from durak_p2p.cli.main import main
async def choose(self, view, refusal):
    raise ZeroDivisionError
LineMode.choose = choose
sys.argv = ["durak", *sys.argv[1:]]
main()
"""


def test_a_bug_leaves_the_terminal_as_it_was(tmp_path: Path) -> None:
    with terminal(tmp_path, "host", "--name=Anna", "--new-key") as plain:
        plain.wait_for("you>")
        child = pexpect.spawn(
            sys.executable,
            ["-c", BUG, "host", "--plain", "--name=Anna", "--new-key", f"--out={tmp_path / 'a'}"],
            env=environment(tmp_path, TERM="xterm"),
            timeout=15,
            encoding="utf-8",
            dimensions=(30, 90),
        )
        before = termios.tcgetattr(child.child_fd)
        child.expect(INVITE.pattern)
        with program(
            tmp_path, "join", child.after, "--computer", "--new-key", f"--out={tmp_path / 'b'}"
        ):
            child.expect("durak: an error in the program itself \\(ZeroDivisionError\\)")
            child.expect(pexpect.EOF)
            child.wait()
            assert termios.tcgetattr(child.child_fd) == before
            assert "Traceback" not in child.before
            assert child.exitstatus == 1
        child.close()
        plain.type("quit")
        plain.end()
