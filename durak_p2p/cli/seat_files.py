"""Seats on disk: from them a program that was killed comes back to its table.

One journal (`table.journal`) for each match, in the user's data folder, readable by its owner
alone.  It is locked while somebody plays from it, for two programs on one seat would sign two
things for one step.
"""

from __future__ import annotations

import io
import logging
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from filelock import FileLock, Timeout

from durak_p2p.cli.exits import Failure
from durak_p2p.cli.storage import ReplayFolder, data_folder, make_private
from durak_p2p.game import Log, Setup, SignedAccusation, SignedEntry
from durak_p2p.game.secrets import DealSecrets
from durak_p2p.replay import NotAReplay, read_frames, verify_replay
from durak_p2p.replay.file import MAX_FILE_BYTES
from durak_p2p.system_errors import system_reason
from durak_p2p.table.errors import SeatLost
from durak_p2p.table.journal import (
    MAX_JOURNAL_BYTES,
    Journal,
    JournalError,
    Sitting,
    read_journal,
    replay_record,
    signed_record,
)
from durak_p2p.table.keeping import Agreement, Restored
from durak_p2p.texts import sentence_of, text

logger = logging.getLogger(__name__)

_SUFFIX = ".seat"


def seats_folder() -> Path:
    """Return the folder of the seats."""
    folder = data_folder() / "seats"
    make_private(folder)
    return folder


def seat_path(setup: Setup, nonce: bytes) -> Path:
    """Return where the journal of a match goes, if we play in it under this nonce."""
    return seats_folder() / f"{setup.match.hex()}-{nonce.hex()[:8]}{_SUFFIX}"


def computer_seat_path(setup: Setup, nonce: bytes, number: int) -> Path:
    """Return where the journal of a computer player in a host's program goes.

    *nonce* is the host's.  They are no seats that anybody is asked to come back to: they lie in a
    folder beside the host's, and come back with it.
    """
    return seat_path(setup, nonce).with_suffix(".computers") / f"{number}{_SUFFIX}"


class SeatFile:
    """One seat's journal, open for writing: a `table.keeping.Keeper`, and where its replays go.

    Nothing is on disk before the first deal begins.
    """

    def __init__(
        self, folder: ReplayFolder | None, place: Callable[[Setup], Path] | None = None
    ) -> None:
        """*folder*: for the replays; None: they are not kept.  *place* says where the journal of a
        match goes; None: to our own seats."""
        self._folder = folder
        self._place = place
        self._journal: Journal | None = None
        self._path: Path | None = None
        self._file: BinaryIO | None = None
        self._lock: FileLock | None = None

    def sit(self, sitting: Sitting) -> None:
        """Say where and as whom we sit, before the first deal begins."""
        self._journal = Journal(sitting)

    def agree(self, agreement: Agreement) -> None:
        """Say what was agreed to, before the first deal begins."""
        assert self._journal is not None
        self._journal.agreement = agreement

    def take_up(self, found: FoundSeat) -> None:
        """Go on with a seat that was found; its lock is ours from now on.  Raises ``SeatLost``."""
        self._journal, self._path, self._lock = found.journal, found.path, found.lock
        self._rewrite()

    # -- as the keeper ---------------------------------------------------------------------------

    def begin_deal(self, setup: Setup, secrets: DealSecrets) -> None:
        """Keep what a deal begins with.  Raises ``SeatLost``."""
        assert self._journal is not None
        self._journal.begin_deal(setup, secrets)
        if self._path is None:
            self._path = self._new_path(setup, self._journal.sitting.nonce)
            self._lock = _lock_of(self._path)
            with self._writing():
                self._lock.acquire(timeout=0)
        self._rewrite()

    def _new_path(self, setup: Setup, nonce: bytes) -> Path:
        try:
            path = seat_path(setup, nonce) if self._place is None else self._place(setup)
            make_private(path.parent)
        except Failure as failure:
            raise SeatLost(sentence_of(failure)) from failure
        return path

    def keep(self, signed: SignedEntry | SignedAccusation) -> None:
        """Keep what we have signed.  Raises ``SeatLost``."""
        assert self._journal is not None
        self._journal.keep(signed)
        self._append(signed_record(signed))

    def end_deal(self) -> None:
        """Begin the journal anew, without secrets.  Raises ``SeatLost``."""
        assert self._journal is not None
        self._journal.secrets = None
        self._rewrite()

    @contextmanager
    def _writing(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise SeatLost(
                text(
                    "The seat {path} cannot be written: {reason}.",
                    path=str(self._path),
                    reason=system_reason(error),
                )
            ) from error

    def _append(self, record: bytes) -> None:
        assert self._file is not None
        with self._writing():
            self._file.write(record)
            self._file.flush()
            os.fsync(self._file.fileno())

    def _rewrite(self) -> None:
        assert self._path is not None
        assert self._journal is not None
        with self._writing():
            if self._file is not None:
                self._file.close()
            part = self._path.with_suffix(".part")
            part.unlink(missing_ok=True)
            self._file = os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb")
            self._append(self._journal.whole())
            part.replace(self._path)
            _sync_folder(self._path.parent)

    # -- replays ---------------------------------------------------------------------------------

    def create_replay(self, setup: Setup) -> BinaryIO:
        """Open a new file for a deal's replay.  Raises ``OSError``, or ``SeatLost``."""
        assert self._journal is not None
        if self._folder is None:
            return io.BytesIO()
        return self._folder.open(setup, lambda path: self._note_replay(setup.number, path))

    def _note_replay(self, number: int, path: Path) -> None:
        assert self._journal is not None
        self._journal.replays[number] = str(path)
        if self._file is not None:
            self._append(replay_record(number, str(path)))

    def reopen_replay(self, setup: Setup) -> BinaryIO | None:
        """Open the file that was begun for a deal before; None if there is none."""
        path = self._journal.replays.get(setup.number) if self._journal is not None else None
        if path is None or self._folder is None or not Path(path).is_file():
            return None
        file = Path(path).open("r+b")  # noqa: SIM115 - the match closes it
        self._folder.paths.append(Path(path))
        return file

    # -- the end ---------------------------------------------------------------------------------

    def close(self, *, over: bool) -> None:
        """Let go of the journal; it is removed if the match is *over* for us."""
        if self._file is not None:
            with suppress(OSError):  # what could not be written has been told of
                self._file.close()
            self._file = None
        if over and self._path is not None:
            _remove(self._path)
        if self._lock is not None:
            self._lock.release()
            if over:
                _remove(Path(self._lock.lock_file))
        if over and self._path is not None and self._path.parent != seats_folder():
            with suppress(OSError):  # others of them are still there
                self._path.parent.rmdir()


def _remove(path: Path) -> None:
    """Remove what nobody needs any more; where that cannot be done it harms nobody."""
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        logger.debug("%s stays: %s", path, error)


def _sync_folder(folder: Path) -> None:
    """Make a new name in *folder* safe, where the system lets one do that."""
    if os.name == "posix":
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


@dataclass(frozen=True, slots=True)
class FoundSeat:
    """A seat that was found on disk, and is locked for us."""

    path: Path
    journal: Journal
    lock: FileLock

    def restored(self) -> Restored:
        """Return what the match needs of its past.

        Replays that cannot be read any more are done without: the others have the entries.
        """
        setup = self.journal.setup
        assert setup is not None  # nothing is on disk before a deal begins
        before = (_finished_log(self._replay(number)) for number in range(1, setup.number))
        return Restored(
            before=tuple(log for log in before if log is not None),
            setup=setup,
            secrets=self.journal.secrets,
            entries=tuple(_entries(self._replay(setup.number))),
            own=tuple(self.journal.own),
            said=self.journal.said,
            agreement=self.journal.agreement,
        )

    def heard(self) -> set[bytes]:
        """Return the keys of those of whom the deal's replay holds an entry."""
        setup = self.journal.setup
        assert setup is not None
        entries = _entries(self._replay(setup.number))
        return {setup.players[signed.entry.author].key for signed in entries}

    def _replay(self, number: int) -> bytes:
        path = self.journal.replays.get(number)
        if path is None:
            return b""
        try:
            with Path(path).open("rb") as file:
                return file.read(MAX_FILE_BYTES + 1)
        except OSError:
            return b""


def _finished_log(data: bytes) -> Log | None:
    try:
        return verify_replay(data).log
    except NotAReplay:
        return None


def _entries(data: bytes) -> Iterator[SignedEntry]:
    try:
        frames = read_frames(data).frames
    except NotAReplay:
        return
    yield from (frame.signed for frame in frames[1:])


def waiting_seats() -> list[Path]:
    """Return the seats on disk that nobody plays on, the newest first."""
    begun: dict[Path, float] = {}
    for path in seats_folder().glob(f"*{_SUFFIX}"):
        with suppress(FileNotFoundError):  # the match has ended meanwhile, for another durak here
            begun[path] = path.stat().st_mtime
    return [path for path in sorted(begun, key=begun.__getitem__, reverse=True) if _is_free(path)]


def _is_free(path: Path) -> bool:
    lock = _lock_of(path)
    try:
        with lock.acquire(timeout=0):
            return True
    except Timeout:
        return False
    except OSError:  # who wants to play on it hears why that cannot be
        return True


def find_seat(path: Path) -> FoundSeat | None:
    """Return a seat, locked for us; None if somebody plays on it.

    Raises :class:`Failure` if it cannot be locked, or its journal not be read; then it is left as
    it is.
    """
    lock = _lock_of(path)
    try:
        lock.acquire(timeout=0)
    except Timeout:
        return None
    except OSError as error:
        raise Failure(
            text("{path} cannot be locked: {reason}.", path=str(path), reason=system_reason(error))
        ) from None
    try:
        return FoundSeat(path, read_seat(path), lock)
    except Failure:
        lock.release()
        raise


def read_seat(path: Path) -> Journal:
    """Return what a seat's journal holds.  Raises :class:`Failure`."""
    try:
        with path.open("rb") as file:
            journal = read_journal(file.read(MAX_JOURNAL_BYTES + 1))
    except OSError as error:
        raise Failure(
            text(
                "The seat {path} cannot be read: {reason}.",
                path=str(path),
                reason=system_reason(error),
            )
        ) from None
    except JournalError as error:
        raise Failure(
            text(
                "The seat {path} is damaged: {error} Move the file away to do without it.",
                path=str(path),
                error=sentence_of(error),
            )
        ) from None
    return journal


def _lock_of(path: Path) -> FileLock:
    return FileLock(path.with_suffix(".lock"))
