"""`durak replays`: what is kept, newest first; what was found is remembered by the bytes."""

from __future__ import annotations

import errno
import json
import os
import shutil
from pathlib import Path
from typing import Any, NoReturn

import click
import pytest
from click.testing import CliRunner

from durak_p2p.cli import kept_replays
from durak_p2p.cli.exits import Failure
from durak_p2p.cli.kept_replays import Findings, kept_in
from durak_p2p.cli.replay import replay
from durak_p2p.cli.replays import replays
from durak_p2p.cli.stats import stats
from durak_p2p.cli.verify import verify
from durak_p2p.replay import NotAReplay
from durak_p2p.replay.summary import Finding, game_of
from durak_p2p.rules.family import ALL_PRESETS, preset_rules
from tests.cli.make_golden import ROOT
from tests.cli.programs import run, sentence

SAMPLES = ROOT / "replays"
#: Where one's own replays are, in a home.
OWN = Path("data", "durak-p2p", "replays")


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with the samples among its own replays, each begun a day after the one before."""
    home = tmp_path_factory.mktemp("home")
    folder = home / OWN
    folder.mkdir(parents=True)
    for day, sample in enumerate(sorted(SAMPLES.glob("*.durak")), start=1):
        shutil.copy(sample, folder / f"202611{day:02}-120000-{sample.name}")
    return home


def listed(home: Path, *options: str) -> list[dict[str, Any]]:
    done = run(home, "replays", "--json", *options)
    assert done.returncode == 0
    assert not done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_all_are_listed_newest_first_with_their_verdicts(home: Path) -> None:
    found = listed(home)
    assert [one["date"] for one in found] == sorted((one["date"] for one in found), reverse=True)
    assert len(found) == len(list(SAMPLES.glob("*.durak")))
    for one in found:
        assert f"-{one['verdict']}" in Path(one["file"]).name
    assert found == listed(home)  # as remembered
    assert found == listed(home, "--verify")


def test_filters_leave_what_suits(home: Path) -> None:
    assert {len(one["players"]) for one in listed(home, "--with=dmitri")} == {4}
    assert [one["game"] for one in listed(home, "--rules=classic")] == ["classic"]
    lost = listed(home, "--fool=Clara")
    assert [Path(one["file"]).name[16:] for one in lost] == [
        "good-jokers.durak",
        "broken-false-answer.durak",
    ]
    assert len(listed(home, "--limit=3")) == 3
    since = listed(home, "--since=2026-11-22")
    assert [one["date"][:10] for one in since] == ["2026-11-23", "2026-11-22"]
    assert listed(home, "--with=Nobody") == []


def test_people_read_players_result_and_verdict(home: Path) -> None:
    done = run(home, "replays")
    assert "2026-11-11 12:00  Boris, Anna (classic)\n" in done.stdout
    assert "    Anna is the fool; Boris has won.  [good]\n" in done.stdout
    assert "[broken at entry 14]" in done.stdout
    assert "Could not be read as a replay. It is a replay of another version" in done.stdout
    assert done.stdout.endswith("23 replays.\n")
    russian = run(home, "replays", "--limit=1", "--rules=classic", DURAK_LANG="ru")
    assert russian.stdout.endswith("1 запись.\n")


def test_one_of_ones_own_is_replayed_by_the_name_that_is_listed(home: Path) -> None:
    name = next((home / OWN).glob("*-good-left.durak")).name
    assert f"\n    {name}\n" in run(home, "replays").stdout
    done = run(home, "replay", name)
    assert done.returncode == 0
    assert done.stdout.startswith(f"{home / OWN / name}\n")
    assert run(home, "verify", name).returncode == 0
    assert sentence(run(home, "replay", "20261112.durak")).startswith("20261112.durak: Could not")


def test_of_another_folder_paths_are_listed_that_can_be_given(tmp_path: Path) -> None:
    shutil.copy(SAMPLES / "good-left.durak", tmp_path)
    path = tmp_path / "good-left.durak"
    assert f"\n    {path}\n" in run(tmp_path, "replays", str(tmp_path)).stdout


def test_nothing_was_played_yet(tmp_path: Path) -> None:
    assert run(tmp_path, "replays").stdout == "There are no replays yet.\n"
    assert run(tmp_path, "replays", "--with=Anna").stdout == "There are no such replays.\n"
    nothing = run(tmp_path, "replays", str(tmp_path))
    assert nothing.stdout == "There are no replays (*.durak) in this folder.\n"
    done = run(tmp_path, "replays", str(tmp_path / "none"))
    assert done.returncode == 2
    assert sentence(done).startswith("The folder")


def test_strange_files_are_listed_as_such(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    (folder / "empty.durak").write_bytes(b"")
    (folder / "folder.durak").mkdir()
    (folder / "magic.durak").write_bytes(b"durak/1\n")
    (folder / "noise.durak").write_bytes(b"durak/1\n\x00\x00\x00\x05noise")
    (folder / "99999999-999999-x.durak").symlink_to(folder / "nowhere")
    verdicts = {Path(one["file"]).name: one["verdict"] for one in listed(tmp_path, str(folder))}
    assert verdicts == {
        "empty.durak": "unreadable",
        "folder.durak": "unreadable",
        "magic.durak": "unfinished",
        "noise.durak": "broken",
        "99999999-999999-x.durak": "unreadable",
    }
    done = run(tmp_path, "replays", str(folder))
    assert done.returncode == 0
    assert "[broken at the set-up]" in done.stdout
    assert "entry 0" not in done.stdout


class Counting:
    """Verifies, and counts how often."""

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self, data: bytes) -> Finding:
        self.calls += 1
        return Finding.of(data)


@pytest.mark.parametrize("path", sorted(SAMPLES.glob("*.durak")), ids=lambda path: path.name)
def test_what_is_remembered_is_what_was_found(path: Path) -> None:
    try:
        finding = Finding.of(path.read_bytes())
    except NotAReplay:
        return
    assert Finding.from_json(json.loads(json.dumps(finding.to_json()))) == finding


def test_a_file_that_has_changed_is_verified_anew(tmp_path: Path) -> None:
    raw = (SAMPLES / "unfinished.durak").read_bytes()
    kept, verify = tmp_path / "findings.json", Counting()
    first = Findings(kept, verify)
    found = first.find(raw, anew=False)
    first.keep()
    again = Findings(kept, verify)
    assert again.find(raw, anew=False) == found
    assert verify.calls == 1
    again.find(raw[:-1], anew=False)
    again.find(raw, anew=True)
    assert verify.calls == 3


def test_what_was_found_before_an_interruption_is_remembered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    remembered = tmp_path / "findings.json"

    class Interrupted(Counting):
        def __call__(self, data: bytes) -> Finding:
            if self.calls:
                raise KeyboardInterrupt
            return super().__call__(data)

    for name in ("unfinished.durak", "unfinished-torn.durak"):
        shutil.copy(SAMPLES / name, tmp_path)
    monkeypatch.setattr(kept_replays, "own_findings", lambda: Findings(remembered, Interrupted()))
    with pytest.raises(KeyboardInterrupt):
        kept_in(tmp_path, anew=False)
    assert len(json.loads(remembered.read_bytes())["findings"]) == 1


@pytest.mark.parametrize(
    "kept",
    [b"", b"[]", b"{", b'{"version": "0", "findings": {}}', b"[" * 100_000, b"\xff"],
    ids=repr,
)
def test_findings_that_cannot_be_read_are_made_again(kept: bytes, tmp_path: Path) -> None:
    path, verify = tmp_path / "findings.json", Counting()
    path.write_bytes(kept)
    Findings(path, verify).find((SAMPLES / "unfinished.durak").read_bytes(), anew=False)
    assert verify.calls == 1


def test_findings_that_cannot_be_written_leave_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, *_: object, **__: object) -> None:
        path.write_bytes(b"{")
        raise OSError(errno.ENOSPC, "No space left on device")

    findings = Findings(tmp_path / "findings.json", Counting())
    findings.find((SAMPLES / "unfinished.durak").read_bytes(), anew=False)
    with monkeypatch.context() as patched:
        patched.setattr(Path, "write_text", full)
        findings.keep()
    assert not list(tmp_path.iterdir())


def test_a_finding_that_makes_no_sense_is_made_again(tmp_path: Path) -> None:
    raw = (SAMPLES / "unfinished.durak").read_bytes()
    path, verify = tmp_path / "findings.json", Counting()
    findings = Findings(path, verify)
    findings.find(raw, anew=False)
    findings.keep()
    path.write_text(path.read_text().replace('"unfinished"', '"excellent"'))
    findings = Findings(path, verify)
    assert findings.find(raw, anew=False).verdict == "unfinished"
    assert verify.calls == 2


def test_each_preset_is_known_by_its_rules() -> None:
    for name, preset in ALL_PRESETS.items():
        rules = preset_rules(name, {"players": preset.players[0]})
        assert preset_rules(game_of(rules), {"players": rules.players}) == rules
    assert game_of(preset_rules("classic", {"deck": 24})) == "throw-in"


def test_stats_sum_up_the_deals_of_a_name(home: Path) -> None:
    done = run(home, "stats", "--name=boris", "--json")
    assert done.returncode == 0
    found = json.loads(done.stdout)
    assert (found["deals"], found["won"], found["lost"], found["fools"]) == (9, 4, 5, 4)
    assert found["left_out"] == len(list(SAMPLES.glob("broken*"))) + 1  # and the unreadable one
    plain = run(home, "stats", "--name=boris", "--ascii").stdout
    assert plain.isascii()
    assert plain.startswith("boris: 9 deals; 4 won, 0 drawn, 5 lost.\n")
    narrow = run(home, "stats", "--name=boris", PYTHONIOENCODING="ascii").stdout
    assert narrow == plain


def test_stats_are_those_of_ones_own_key(home: Path, tmp_path: Path) -> None:
    done = run(tmp_path, "stats")
    assert done.returncode == 2
    assert sentence(done).startswith("You have not played a deal to its end yet. --name")
    key = home / "data" / "durak-p2p" / "identity.key"
    key.write_bytes(bytes(range(32)))
    assert run(home, "stats").stdout.startswith("You have not played a deal to its end yet.")


@pytest.mark.parametrize("command", [verify, replays, replay, stats])
def test_what_may_not_be_read_is_told_in_our_own_words(
    command: click.Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: object) -> NoReturn:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))

    # The system's refusal is made here: where tests run as root nothing is refused.
    monkeypatch.setattr(os, "listdir", refuse)
    monkeypatch.setattr(os, "access", lambda path, mode, **more: False)
    name = ["--name=Anna"] if command is stats else []
    done = CliRunner().invoke(command, [str(tmp_path), *name])
    assert isinstance(done.exception, Failure | SystemExit)
    assert "Permission denied." in f"{done.output}{done.exception}"
    assert "not readable" not in done.output


@pytest.mark.skipif(os.name != "posix", reason="only POSIX has pipes among the files")
@pytest.mark.parametrize("command", ["verify", "replays"])
def test_a_pipe_in_a_folder_is_not_waited_for(command: str, tmp_path: Path) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    shutil.copy(SAMPLES / "good-2-players.durak", folder)
    os.mkfifo(folder / "pipe.durak")
    done = run(tmp_path, command, str(folder))
    assert done.returncode == 0, done.stderr
    assert "pipe.durak" not in done.stdout
