"""`durak verify`: statuses, and the shape of what it prints."""

import errno
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import pytest
from click.testing import CliRunner

from durak_p2p.cli.verify import verify
from durak_p2p.replay import read_frames
from tests.cli.programs import run, sentence


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    home = tmp_path_factory.mktemp("good")
    assert run(home, "demo", "--deck=24", f"--out={home / 'out'}").returncode == 0
    return next((home / "out").iterdir()).read_bytes()


def cut(raw: bytes) -> bytes:
    return raw[: read_frames(raw).frames[-1].offset]


def torn(raw: bytes) -> bytes:
    return raw[:-10]


def broken(raw: bytes) -> bytes:
    return raw[:-1] + bytes([raw[-1] ^ 1])


KINDS: dict[str, tuple[Callable[[bytes], bytes], int, str]] = {
    "good": (lambda raw: raw, 0, "good"),
    "cut": (cut, 3, "unfinished"),
    "torn": (torn, 3, "unfinished"),
    "broken": (broken, 1, "broken"),
    "empty": (lambda _: b"", 2, "unreadable"),
    "text": (lambda _: b"durak, a poem\n", 2, "unreadable"),
    "other version": (lambda raw: b"durak/2\n" + raw[8:], 2, "unreadable"),
    "too long": (lambda raw: raw + bytes(16 * 1024 * 1024), 2, "unreadable"),
}


@pytest.fixture
def files(good: bytes, tmp_path: Path) -> dict[str, str]:
    for name, (make, _, _) in KINDS.items():
        (tmp_path / name).write_bytes(make(good))
    return {name: str(tmp_path / name) for name in KINDS}


@pytest.mark.parametrize("kind", KINDS)
def test_each_verdict_has_its_status(kind: str, files: dict[str, str], tmp_path: Path) -> None:
    _, status, verdict = KINDS[kind]
    plain = run(tmp_path, "verify", files[kind])
    assert plain.returncode == status
    assert not plain.stderr
    told = run(tmp_path, "verify", "--json", files[kind])
    assert told.returncode == status
    report = json.loads(told.stdout)
    assert report["file"] == files[kind]
    assert report["verdict"] == verdict
    assert isinstance(report["reason"], str)
    if status != 2:
        assert {"match", "deal", "rules", "players", "seats", "result"} <= report.keys()
    if verdict == "broken":
        assert report["fault"].keys() == {"entry", "author", "name", "reason", "proven"}


@pytest.mark.parametrize(
    ("kinds", "status"),
    [
        (["good", "good"], 0),
        (["good", "cut"], 3),
        (["cut", "empty", "good"], 2),
        (["good", "empty", "broken", "cut"], 1),
    ],
)
def test_of_several_files_the_worst_decides(
    kinds: list[str], status: int, files: dict[str, str], tmp_path: Path
) -> None:
    done = run(tmp_path, "verify", "--json", *(files[kind] for kind in kinds))
    assert done.returncode == status
    verdicts = [json.loads(line)["verdict"] for line in done.stdout.splitlines()]
    assert verdicts == [KINDS[kind][2] for kind in kinds]


def test_what_is_no_file(tmp_path: Path) -> None:
    cases = [
        (tmp_path / "none", "It cannot be opened: No such file"),
        (tmp_path, "It is a folder without replays"),
    ]
    for path, says in cases:
        done = run(tmp_path, "verify", str(path))
        assert done.returncode == 2
        assert done.stdout.startswith(f"{path}\n  Could not be read as a replay. {says}")


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="there is no endless file")
def test_a_file_without_end(tmp_path: Path) -> None:
    assert run(tmp_path, "verify", "/dev/zero").returncode == 2


def test_a_file_that_may_not_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # The system's refusal is made here: where tests run as root nothing is refused.
    def refuse(self: Path, mode: str) -> NoReturn:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(self))

    monkeypatch.setattr(Path, "open", refuse)
    done = CliRunner().invoke(verify, [str(tmp_path / "secret")])
    assert done.exit_code == 2
    assert "Permission denied." in done.output


@pytest.mark.skipif(os.name != "posix", reason="names are bytes on POSIX")
def test_names_of_files_reach_the_terminal_plain(good: bytes, tmp_path: Path) -> None:
    names = [b"\x1b[31mred", b"\xe2\x80\xaereversed", b"\xff\xfe", b"\xc2\x9b5m"]
    for name in names:
        Path(os.fsdecode(os.fsencode(tmp_path) + b"/" + name)).write_bytes(good)
    paths = [str(path) for path in tmp_path.iterdir()]
    for flags in ([], ["--json"]):
        done = run(tmp_path, "verify", *flags, *paths)
        assert done.returncode == 0
        assert done.stdout.isascii()
        assert "\x1b" not in done.stdout


def test_no_file_is_a_usage_error(tmp_path: Path) -> None:
    done = run(tmp_path, "verify")
    assert done.returncode == 2
    assert "Missing argument" in sentence(done)


def test_a_folder_stands_for_the_replays_in_it(good: bytes, tmp_path: Path) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    (folder / "b.durak").write_bytes(good)
    (folder / "a.durak").write_bytes(cut(good))
    (folder / "notes.txt").write_text("nothing to judge")
    done = run(tmp_path, "verify", str(folder))
    assert done.returncode == 3
    assert done.stdout.index("a.durak\n  Good but unfinished") < done.stdout.index(
        "b.durak\n  Good."
    )
    assert "notes.txt" not in done.stdout


SAMPLES = Path(__file__).parents[2] / "replays"
ENDS: dict[str, tuple[dict[str, object], list[str], list[str]]] = {
    "good-left.durak": (
        {"by": "left", "voices": 0},
        ["left"],
        ["complete and opened", "Boris is the fool;", "Left, and signed it: Boris."],
    ),
    "good-away.durak": (
        {"by": "away", "voices": 3},
        ["away"],
        [
            "complete, but not opened by: Boris. Hands and 1 shuffle rest on the proofs alone.",
            "Boris is the fool;",
            "Away: Boris, say 3 players.",
        ],
    ),
    "good-overrun.durak": (
        {"by": "time", "voices": 1},
        [],
        ["complete and opened", "By time: Boris has not moved in time, says 1 player."],
    ),
    "good-2-players.durak": ({"by": "cards", "author": None, "voices": 0}, [], []),
}


@pytest.mark.parametrize("name", ENDS)
def test_how_a_deal_has_ended_is_told(name: str, tmp_path: Path) -> None:
    ended, gone, sentences = ENDS[name]
    told = run(tmp_path, "verify", str(SAMPLES / name))
    assert told.returncode == 0
    words = " ".join(told.stdout.split())
    assert all(sentence_ in words for sentence_ in sentences)
    report = json.loads(run(tmp_path, "verify", "--json", str(SAMPLES / name)).stdout)
    assert report["opened"] == ("away" not in gone)
    assert {**report["ended"], **ended} == report["ended"]
    assert [one["reason"] for one in report["gone"]] == gone
    for one in report["gone"]:
        assert report["players"][one["author"]]["name"] == "Boris"
        assert one["author"] == report["ended"]["author"]
        assert one["opened"] == (one["reason"] == "left")


def test_a_deal_that_goes_on_has_not_ended(tmp_path: Path) -> None:
    done = run(tmp_path, "verify", "--json", str(SAMPLES / "unfinished.durak"))
    report = json.loads(done.stdout)
    assert (report["ended"], report["gone"], report["opened"]) == (None, [], False)
