"""The invite as a QR code, as people ask for it."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from durak_p2p.ui.qr import qr_lines
from tests.cli.programs import INVITE, environment, program

UTF8 = {"PYTHONIOENCODING": "utf-8"}
posix = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals")


def test_the_invite_is_shown_as_a_code_at_once_and_when_it_is_asked_for(tmp_path: Path) -> None:
    with program(tmp_path, "host", "--qr", **UTF8) as host:
        host.wait_for("Waiting for 1 more")
        code = "\n".join(qr_lines(INVITE.findall(host.output)[0], 1000, 1000, colours=False))
        assert host.output.count(code) == 1
        host.type("код")
        host.wait_for(r"(?s)phone's camera.*phone's camera:\n\n(.+\n){20}")
        host.type("quit")
        host.end()
        assert host.output.count(code) == 2


def test_without_unicode_it_is_said(tmp_path: Path) -> None:
    with program(tmp_path, "host", PYTHONIOENCODING="ascii") as host:
        host.wait_for("Type qr to see")
        host.type("QR")
        host.wait_for("it needs Unicode")
        host.type("quit")
        host.end()


def test_a_guest_has_none(tmp_path: Path) -> None:
    with program(tmp_path, "host", "--players=3", **UTF8) as host:
        invite = host.wait_for(INVITE.pattern)
        with program(tmp_path, "join", invite, "--name=Boris", "--new-key", **UTF8) as guest:
            guest.wait_for("Waiting for 1 more")
            guest.type("qr")
            guest.wait_for("There is no invite here")


@posix
def test_what_does_not_fit_is_not_shown_by_half(tmp_path: Path) -> None:
    pytest.importorskip("pexpect")
    from tests.cli.screens import Screen

    command = [sys.executable, "-m", "durak_p2p", "host"]
    screen = Screen(tmp_path, command, (100, 24), LANG="C.UTF-8", **UTF8)
    try:
        screen.wait_for("Waiting for 1 more")
        screen.child.send("k")
        screen.wait_for("Any key: back")
        assert "▀" not in screen.text
        needed = re.search(r"window of (\d+) columns\s+and (\d+) rows", screen.text)
        assert needed, screen.text
        screen.child.send(" ")
        screen.resize(max(int(needed[1]), 60), int(needed[2]))
        screen.wait_for("Waiting for 1 more")
        screen.child.send("k")
        screen.wait_for("Any key: back")
        first = next(row for row, line in enumerate(screen.text.split("\n")) if "▀" in line)
        assert first > 0  # all of the code is in sight, the light around it, too
        screen.child.send(" ")
        screen.wait_for("Waiting for 1 more")
        screen.child.send("qy")
        screen.end()
    finally:
        screen.child.close(force=True)


@posix
@pytest.mark.parametrize(
    ("front", "keys", "leaving"),
    [(["--plain"], "qr\r", "quit\r"), ([], "k", " qy"), ([], ":код\r", " qy")],
    ids=["lines", "key", "typed on the screen"],
)
def test_at_a_terminal_it_is_black_on_white(
    front: list[str], keys: str, leaving: str, tmp_path: Path
) -> None:
    import pexpect  # it is nothing for Windows

    size = (60, 100)
    terminal = {"TERM": "xterm-256color", "LANG": "C.UTF-8", **UTF8}
    child = pexpect.spawn(
        sys.executable,
        ["-m", "durak_p2p", "host", *front],
        env=environment(tmp_path, **terminal),  # type: ignore[arg-type]
        dimensions=size,
        timeout=30,
    )
    try:
        child.expect("Waiting for 1 more")
        child.send(keys)
        child.expect_exact("\x1b[38;5;16;48;5;231m ")
        child.expect_exact("▀".encode())
        for key in leaving if not front else [leaving]:
            child.send(key)
            child.expect(".", timeout=5)
        child.expect(pexpect.EOF)
    finally:
        child.close(force=True)
