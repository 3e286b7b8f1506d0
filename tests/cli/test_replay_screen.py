"""`durak replay` on a real terminal: keys in, and what a person sees."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests.cli.make_golden import ROOT
from tests.cli.programs import DURAK, environment

pexpect = pytest.importorskip("pexpect")
pyte = pytest.importorskip("pyte")


def test_a_replay_is_stepped_through_and_quit(tmp_path: Path) -> None:
    sample = str(ROOT / "replays" / "good-4-players.durak")
    child = pexpect.spawn(
        DURAK[0],
        [*DURAK[1:], "replay", sample, "--hands"],
        env=environment(tmp_path, TERM="xterm", LANG="C.UTF-8"),
        dimensions=(24, 80),
        encoding="utf-8",
        codec_errors="replace",
    )
    screen = pyte.Screen(80, 24)
    stream = pyte.Stream(screen)

    def sees(wanted: str) -> None:
        end = time.monotonic() + 30
        while time.monotonic() < end:
            try:
                stream.feed(child.read_nonblocking(10_000, timeout=0.1))
            except (pexpect.TIMEOUT, pexpect.EOF):
                time.sleep(0.02)
            if wanted in "\n".join(screen.display):
                return
        raise AssertionError("\n".join(screen.display))

    sees("1 of 55; Before the first bout")
    child.send("n")
    sees("4 of 55; Bout 1")
    sees("Clara leads 9♣.")
    child.send("+ ")
    sees("playing, 2 a second")
    child.send("s")
    sees("Dmitri")
    child.send("\x1b[F")
    sees("55 of 55")
    child.send("q")
    sees("Checked: 74 entries.")
    child.expect(pexpect.EOF, timeout=30)
    child.close()
    assert child.exitstatus == 0
