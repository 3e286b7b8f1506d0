"""What is kept on disk: the key and the replays."""

import errno
import os
import stat
from pathlib import Path

import pytest
from filelock import FileLock

from durak_p2p.cli.exits import Failure
from durak_p2p.cli.seat_files import SeatFile, find_seat, seats_folder, waiting_seats
from durak_p2p.cli.storage import ReplayFolder, own_identity
from durak_p2p.crypto import SystemRandomness
from durak_p2p.game import Setup, SetupPlayer
from durak_p2p.game.secrets import DealSecrets
from durak_p2p.rules import rules_for
from durak_p2p.table.errors import SeatLost
from durak_p2p.table.journal import Sitting
from tests.cli.programs import INVITE, program, run, sentence

posix = pytest.mark.skipif(os.name != "posix", reason="permissions are POSIX's")
IN_USE = "Your key is in use by another durak here: playing under a new one this time.\n"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path


def key_file(home: Path) -> Path:
    return home / "data" / "durak-p2p" / "identity.key"


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def setup() -> Setup:
    players = [SetupPlayer(bytes([n] * 32), f"P{n}", bytes(16)) for n in range(2)]
    return Setup.first(bytes(16), rules_for("classic", players=2), players)


@posix
def test_what_is_kept_is_the_owners_alone(home: Path) -> None:
    done = run(home, "host", stdin="quit\n")
    assert done.returncode == 3
    assert mode(key_file(home)) == 0o600
    assert mode(key_file(home).parent) == 0o700
    assert mode(key_file(home).parent / "replays") == 0o700
    assert key_file(home).stat().st_size == 32
    assert not list(key_file(home).parent.glob("*.part"))


def test_the_key_stays_the_same(home: Path) -> None:
    keys = set()
    for _ in range(2):
        with own_identity(temporary=False) as own:
            assert own.remark is None
            keys.add(own.identity.public_key)
    assert len(keys) == 1


def test_a_temporary_key_leaves_nothing(home: Path) -> None:
    with own_identity(temporary=True):
        assert not key_file(home).exists()


@pytest.mark.parametrize("content", [b"", b"x" * 31, b"x" * 33, b"-----BEGIN PRIVATE KEY-----"])
def test_a_damaged_key_is_refused_and_left_alone(content: bytes, home: Path) -> None:
    key_file(home).parent.mkdir(parents=True)
    key_file(home).write_bytes(content)
    done = run(home, "host", stdin="quit\n")
    assert done.returncode == 1
    assert "is damaged. Put a copy back, or move it away to get a new one." in sentence(done)
    assert key_file(home).read_bytes() == content
    with own_identity(temporary=True):  # and one can play without it
        pass


def test_a_key_that_cannot_be_read(home: Path) -> None:
    key_file(home).mkdir(parents=True)
    done = run(home, "host", stdin="quit\n")
    assert done.returncode == 1
    assert "cannot be read: Is a directory." in sentence(done)


def test_a_second_program_gets_a_key_for_the_time(home: Path) -> None:
    with program(home, "host", "--name=Anna") as first:
        first.wait_for(INVITE.pattern)
        second = run(home, "host", "--name=Anna", stdin="quit\n")
        assert second.stdout.startswith(IN_USE)
        first.type("quit")
        assert first.end() == 3
    assert IN_USE not in run(home, "host", stdin="quit\n").stdout


def test_a_killed_program_leaves_the_key_free(home: Path) -> None:
    with program(home, "host") as first:
        first.wait_for(INVITE.pattern)
        first.process.kill()
        first.process.wait()
    assert IN_USE not in run(home, "host", stdin="quit\n").stdout


def test_a_seat_that_cannot_be_written_is_a_sentence(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    seat = SeatFile(None)
    seat.sit(Sitting(True, None, "Anna", bytes(16), "durak:", 4000))
    secrets = DealSecrets.draw(SystemRandomness())
    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        with pytest.raises(SeatLost, match=r"The seat .*\.seat cannot be written: No space left"):
            seat.begin_deal(setup(), secrets)
    seat.close(over=True)
    assert not waiting_seats()


def test_a_seat_without_a_folder_is_a_sentence(home: Path) -> None:
    (home / "data" / "durak-p2p").mkdir(parents=True)
    (home / "data" / "durak-p2p" / "seats").write_bytes(b"")
    seat = SeatFile(None)
    seat.sit(Sitting(True, None, "Anna", bytes(16), "durak:", 4000))
    with pytest.raises(SeatLost, match=r"The folder .*seats cannot be made: File exists"):
        seat.begin_deal(setup(), DealSecrets.draw(SystemRandomness()))


@pytest.fixture
def seats(home: Path) -> list[Path]:
    """Two seats, of which the newest is the first."""
    paths = [seats_folder() / f"{name}.seat" for name in ("new", "old")]
    for age, path in enumerate(paths):
        path.write_bytes(b"")
        os.utime(path, (1_000_000_000 - age,) * 2)
    return paths


def test_a_seat_that_goes_while_seats_are_listed_is_not_listed(
    seats: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert waiting_seats() == seats
    look = Path.stat

    def gone(path: Path, **options: bool) -> os.stat_result:
        if path == seats[0]:
            raise FileNotFoundError(errno.ENOENT, "No such file or directory")
        return look(path, **options)

    monkeypatch.setattr(Path, "stat", gone)
    assert waiting_seats() == seats[1:]


def test_a_seat_that_cannot_be_locked_is_a_sentence(
    seats: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    def read_only(*_: object, **__: object) -> None:
        raise OSError(errno.EROFS, "Read-only file system")

    monkeypatch.setattr(FileLock, "acquire", read_only)
    assert waiting_seats() == seats
    with pytest.raises(Failure) as failure:
        find_seat(seats[0])
    assert "new.seat cannot be locked: Read-only file system." in failure.value.format_message()


def test_a_seat_that_cannot_be_removed_stops_nobody(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def kept(path: Path, **_: bool) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    seat = SeatFile(None)
    seat.sit(Sitting(True, None, "Anna", bytes(16), "durak:", 4000))
    seat.begin_deal(setup(), DealSecrets.draw(SystemRandomness()))
    with monkeypatch.context() as patched:
        patched.setattr(Path, "unlink", kept)
        seat.close(over=True)
    assert len(waiting_seats()) == 1


def test_no_replay_is_written_over(tmp_path: Path) -> None:
    folder = ReplayFolder(tmp_path / "out")
    noted: list[Path] = []
    for number in range(3):
        with folder.open(setup(), noted.append) as file:
            file.write(bytes([number]))
    assert sorted(path.read_bytes() for path in folder.paths) == [b"\0", b"\1", b"\2"]
    assert noted == folder.paths


def test_where_a_replay_goes_is_noted_before_it_is_there(tmp_path: Path) -> None:
    there = []
    folder = ReplayFolder(tmp_path / "out")
    folder.open(setup(), lambda path: there.append(path.exists())).close()
    assert there == [False]


def test_a_folder_that_cannot_be_made_is_a_sentence(home: Path) -> None:
    (home / "file").touch()
    with pytest.raises(Failure, match="cannot be made: Not a directory"):
        ReplayFolder(home / "file" / "out")
    for command in (["host"], ["host", f"--out={home / 'file' / 'out'}"]):
        broken = {"XDG_DATA_HOME": str(home / "file")} if len(command) == 1 else {}
        done = run(home, *command, stdin="quit\n", **broken)
        assert done.returncode == 1
        assert "cannot be made: Not a directory." in sentence(done)


def test_a_folder_that_goes_away_ends_the_match_with_a_sentence(tmp_path: Path) -> None:
    """The match has not begun for anybody before the host can keep its half."""
    out = tmp_path / "gone"
    with program(
        tmp_path, "host", "--name=Anna", "--new-key", "--computer", f"--out={out}"
    ) as host:
        invite = host.wait_for(INVITE.pattern)
        out.rmdir()
        with program(
            tmp_path, "join", invite, "--name=Boris", "--new-key", f"--out={tmp_path / 'b'}"
        ) as guest:
            assert host.end() == 1
            assert host.errors.startswith(f"durak: The replay {out}")
            assert host.errors.endswith(" cannot be written: No such file or directory.\n")
            assert guest.end() == 1
            assert guest.errors == "durak: The host has closed the table.\n"
