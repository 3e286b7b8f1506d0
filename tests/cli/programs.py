"""The command as people run it: processes with a home of their own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread

DURAK = [sys.executable, "-m", "durak_p2p"]
INVITE = re.compile(r"durak:[A-Za-z0-9_-]{60,}")


def environment(home: Path, **more: str) -> dict[str, str]:
    """A plain environment, in which nothing of ours is anywhere yet."""
    kept = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT") if name in os.environ}
    own = {"HOME": str(home), "XDG_DATA_HOME": str(home / "data"), "USER": "anna"}
    # Nothing goes to the network that this computer is in, unless a test says so.
    # And people are ready at once.
    quiet = {"DURAK_LAN": "no", "DURAK_INTERNET": "no", "DURAK_YES": "yes"}
    return {**kept, **own, **quiet, **more}


def run(
    home: Path, *arguments: str, stdin: str = "", seconds: float = 60, **more: str
) -> subprocess.CompletedProcess[str]:
    """Run the command to its end.  It never shows a traceback."""
    done = subprocess.run(
        [*DURAK, *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        errors="replace",
        timeout=seconds,
        env=environment(home, **more),
        check=False,
    )
    assert_no_traceback(done.stdout + done.stderr)
    return done


def assert_no_traceback(text: str) -> None:
    assert "Traceback" not in text, text
    assert "error in the program" not in text, text
    assert "Exception ignored" not in text, text
    assert "was destroyed" not in text, text


def sentence(done: subprocess.CompletedProcess[str]) -> str:
    """Return the one sentence that stands on standard error."""
    lines = done.stderr.splitlines()
    assert len(lines) == 1, done.stderr
    assert lines[0].startswith("durak: ")
    assert lines[0].endswith(".")
    return lines[0].removeprefix("durak: ")


class Program:
    """A running command whose output is collected while it runs.

    *prefix* are words before the command, which run it elsewhere.
    """

    def __init__(
        self, home: Path, *arguments: str, prefix: Sequence[str] = (), **more: str
    ) -> None:
        self.process = subprocess.Popen(
            [*prefix, *DURAK, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment(home, PYTHONUNBUFFERED="1", **more),
        )
        self.output = ""
        self.errors = ""
        self._threads = [
            Thread(target=self._collect, args=(name,), daemon=True) for name in ("stdout", "stderr")
        ]
        for thread in self._threads:
            thread.start()

    def _collect(self, name: str) -> None:
        stream = getattr(self.process, name)
        for line in stream:
            text = line.decode(errors="replace")
            if name == "stdout":
                self.output += text
            else:
                self.errors += text

    def type(self, line: str) -> None:
        assert self.process.stdin is not None
        with suppress(BrokenPipeError):  # it may have ended meanwhile; its status tells
            self.process.stdin.write(f"{line}\n".encode())
            self.process.stdin.flush()

    def wait_for(self, pattern: str, seconds: float = 20) -> str:
        """Wait until *pattern* stands in the output, and return what matched."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if found := re.search(pattern, self.output):
                return found[0]
            if self.process.poll() is not None and not self._threads[0].is_alive():
                break
            time.sleep(0.01)
        raise AssertionError(f"no {pattern!r} in:\n{self.output}\n{self.errors}")

    def end(self, seconds: float = 10) -> int:
        """Wait for the program's end and return its status."""
        status = self.process.wait(seconds)
        for thread in self._threads:
            thread.join(5)
        assert_no_traceback(self.output + self.errors)
        return status

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for thread in self._threads:
            thread.join(5)
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            if stream is not None:
                with suppress(BrokenPipeError):
                    stream.close()


@contextmanager
def program(home: Path, *arguments: str, **more: str) -> Iterator[Program]:
    running = Program(home, *arguments, **more)
    try:
        yield running
    finally:
        running.close()


@contextmanager
def table(
    home: Path, *options: str, guests: int = 1, ready: bool = True, **more: str
) -> Iterator[list[Program]]:
    """A host and guests, people with piped input; each writes to a folder of its own.

    *ready*: they have typed that they are.
    """
    more = {"DURAK_YES": "no", **more}
    with program(home, "host", "--name=Anna", f"--out={home / 'anna'}", *options, **more) as host:
        invite = host.wait_for(INVITE.pattern)
        people = [host]
        try:
            for name in ("Boris", "Clara", "Dmitri")[:guests]:
                out = f"--out={home / name.lower()}"
                people.append(
                    Program(home, "join", invite, f"--name={name}", out, "--new-key", **more)
                )
            if ready:
                for person in people:
                    person.type("ready")
            yield people
        finally:
            for guest in people[1:]:
                guest.close()


def wait_for_turn(people: list[Program]) -> Program:
    """Return the one who is asked for a move first."""
    end = time.monotonic() + 20
    while time.monotonic() < end:
        for person in people:
            if "You can: " in person.output:
                return person
        time.sleep(0.01)
    raise AssertionError("nobody is asked for a move")


def type_moves(people: list[Program]) -> None:
    """Type a move for whoever is asked, until all programs have ended."""
    answered = dict.fromkeys(map(id, people), 0)
    while any(person.process.poll() is None for person in people):
        for person in people:
            asked = re.findall(r"^You can: (.*)$", person.output, re.MULTILINE)
            if len(asked) > answered[id(person)]:
                answered[id(person)] = len(asked)
                person.type(re.split(r", | \(", asked[-1])[0])
        time.sleep(0.005)


def alive(pid: int) -> bool:
    """Whether a process is there and no mere zombie."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def children(pid: int) -> list[int]:
    """The processes that *pid* has started, in any of its threads."""
    listed = [path.read_text() for path in Path(f"/proc/{pid}/task").glob("*/children")]
    return [int(child) for child in " ".join(listed).split()]
