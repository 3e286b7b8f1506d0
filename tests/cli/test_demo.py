"""`durak demo`, as a process with processes."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.programs import (
    DURAK,
    alive,
    assert_no_traceback,
    children,
    environment,
    run,
    sentence,
)

needs_proc = pytest.mark.skipif(
    not Path("/proc/self/task").exists(), reason="processes are looked up in /proc"
)


@pytest.mark.parametrize(("players", "deck"), [(2, 36), (4, 24), (6, 36)])
def test_a_whole_deal(players: int, deck: int, tmp_path: Path) -> None:
    done = run(
        tmp_path, "demo", f"--players={players}", f"--deck={deck}", f"--out={tmp_path / 'out'}"
    )
    assert done.returncode == 0, done.stderr
    assert not done.stderr
    assert f"Deal 1: {players} replays are the same, byte by byte." in done.stdout
    assert "Making the deck: " in done.stdout
    files = sorted((tmp_path / "out").iterdir())
    assert len(files) == players
    assert len({file.read_bytes() for file in files}) == 1
    judged = run(tmp_path, "verify", str(files[-1]))
    assert judged.returncode == 0
    assert ".durak\n  Good. " in judged.stdout


def test_two_deals_as_json(tmp_path: Path) -> None:
    done = run(tmp_path, "demo", "--deals=2", "--deck=24", "--json", f"--out={tmp_path / 'out'}")
    assert done.returncode == 0, done.stderr
    summary = json.loads(done.stdout)
    assert summary["ok"] is True
    assert [deal["number"] for deal in summary["deals"]] == [1, 2]
    for deal in summary["deals"]:
        assert deal["same"]
        assert deal["verdict"] == "good"
        assert len(deal["replays"]) == 2
        assert all(Path(path).stat().st_size == deal["bytes"] for path in deal["replays"])


def test_files_that_are_not_kept_are_not_named(tmp_path: Path) -> None:
    for flags in ([], ["--json"]):
        done = run(tmp_path, "demo", "--deck=24", *flags, TMPDIR=str(tmp_path))
        assert done.returncode == 0
        assert str(tmp_path) not in done.stdout
    assert json.loads(done.stdout)["deals"][0]["replays"] == []
    assert not list(tmp_path.glob("durak*"))


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    done = run(tmp_path, "demo", f"--out={tmp_path / 'file' / 'out'}")
    assert done.returncode == 1
    assert "cannot be made: Not a directory." in sentence(done)


@needs_proc
@pytest.mark.parametrize("sent", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
def test_nothing_is_left_behind(sent: signal.Signals, tmp_path: Path) -> None:
    demo = subprocess.Popen(
        [*DURAK, "demo", "--players=4", "--deals=100"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(tmp_path, TMPDIR=str(tmp_path)),
        start_new_session=True,
    )
    with demo:
        assert demo.stdout is not None
        for line in demo.stdout:
            if "leads" in line:
                break
        peers = children(demo.pid)
        assert len(peers) == 4
        demo.send_signal(sent)
        output, errors = demo.communicate(timeout=5)
    assert_no_traceback(output + errors)
    end = time.monotonic() + 5
    while any(map(alive, peers)) and time.monotonic() < end:
        time.sleep(0.02)
    assert not any(map(alive, peers))
    if sent != signal.SIGKILL:
        assert demo.returncode == 130
        assert errors == "durak: The demo was stopped.\n"
        assert not list(tmp_path.glob("durak*"))


@pytest.mark.skipif(sys.platform == "win32", reason="pipes break otherwise there")
@pytest.mark.parametrize("arguments", [["demo", "--deck=24"], ["verify", "nothing"], ["--help"]])
def test_nobody_reads_the_output(arguments: list[str], tmp_path: Path) -> None:
    started = subprocess.Popen(
        [*DURAK, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(tmp_path),
    )
    with started:
        assert started.stdout is not None
        started.stdout.close()
        assert started.stderr is not None
        errors = started.stderr.read().decode()
        started.wait(20)
    assert_no_traceback(errors)
