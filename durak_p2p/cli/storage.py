"""What is kept on disk: the identity key and the replays.  Readable by the owner alone."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import BinaryIO

import platformdirs
from filelock import FileLock, Timeout

from durak_p2p.cli.exits import Failure
from durak_p2p.crypto import Identity
from durak_p2p.game import Setup
from durak_p2p.system_errors import system_reason
from durak_p2p.texts import Text, text

APPLICATION = "durak-p2p"
_KEY_BYTES = 32


def data_folder() -> Path:
    """Return the folder of the user's data, made if need be."""
    folder = data_place()
    make_private(folder)
    return folder


def data_place() -> Path:
    """Return where the user's data is; the folder need not be there."""
    return Path(platformdirs.user_data_dir(APPLICATION, appauthor=False))


def make_private(folder: Path) -> None:
    """Make a folder, if need be, that is the owner's alone.  Raises :class:`Failure`."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise Failure(
            text(
                "The folder {folder} cannot be made: {reason}.",
                folder=str(folder),
                reason=system_reason(error),
            )
        ) from None


def write_anew(path: Path, data: bytes) -> None:
    """Write a whole file, the owner's alone, in the place of the old one: it is never half there.

    Raises ``OSError``.
    """
    part = path.with_suffix(".part")
    part.unlink(missing_ok=True)
    with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)


@dataclass(frozen=True, slots=True)
class OwnIdentity:
    """The identity to play under; ``temporary`` if it is not kept; a remark for the user."""

    identity: Identity
    temporary: bool
    remark: Text | None = None

    @property
    def to_keep(self) -> bytes | None:
        """What a seat must keep of it (a private key, 32 bytes), if nothing else does."""
        return self.identity.private_bytes() if self.temporary else None


@contextmanager
def own_identity(*, temporary: bool) -> Iterator[OwnIdentity]:
    """Yield the identity to play under.

    The long-lived key is one person's: while one program plays under it, a second one on the same
    machine gets a key of its own for the time.  Raises :class:`Failure`.
    """
    if temporary:
        yield OwnIdentity(Identity.generate(), True)
        return
    path = data_folder() / "identity.key"
    lock = FileLock(path.with_suffix(".lock"))
    try:
        lock.acquire(timeout=0)
    except Timeout:
        remark = text(
            "Your key is in use by another durak here: playing under a new one this time."
        )
        yield OwnIdentity(Identity.generate(), True, remark)
        return
    except OSError as error:
        raise Failure(
            text("{path} cannot be locked: {reason}.", path=str(path), reason=system_reason(error))
        ) from None
    try:
        yield OwnIdentity(_load_or_make(path), False)
    finally:
        lock.release()


def own_public_key() -> bytes | None:
    """Return the public key of the long-lived identity; None if there is none yet."""
    path = data_folder() / "identity.key"
    return _load_or_make(path).public_key if path.exists() else None


def _load_or_make(path: Path) -> Identity:
    try:
        raw = path.read_bytes()
    except FileNotFoundError:
        return _make_identity(path)
    except OSError as error:
        raise Failure(
            text(
                "Your key {path} cannot be read: {reason}.",
                path=str(path),
                reason=system_reason(error),
            )
        ) from None
    if len(raw) != _KEY_BYTES:
        raise Failure(
            text(
                "Your key {path} is damaged. Put a copy back, or move it away to get a new one.",
                path=str(path),
            )
        )
    return Identity.from_private_bytes(raw)


def _make_identity(path: Path) -> Identity:
    identity = Identity.generate()
    try:
        write_anew(path, identity.private_bytes())
    except OSError as error:
        raise Failure(
            text(
                "Your key {path} cannot be written: {reason}.",
                path=str(path),
                reason=system_reason(error),
            )
        ) from None
    return identity


class ReplayFolder:
    """Where the replays of a table go, one file a deal; never over a file that is there."""

    def __init__(self, folder: Path | None, label: str | None = None) -> None:
        """*label* goes into the files' names."""
        self._folder = folder if folder is not None else data_folder() / "replays"
        self._label = label
        self.paths: list[Path] = []
        make_private(self._folder)

    def open(self, setup: Setup, note: Callable[[Path], None] = lambda _: None) -> BinaryIO:
        """Open the file for a deal's replay.  Raises ``OSError`` if that cannot be done.

        *note* is told its place before it is there: who is killed in between finds it again.
        """
        parts = [f"{datetime.now():%Y%m%d-%H%M%S}", setup.deal.hex()[:8], f"deal{setup.number}"]
        if self._label:
            parts.append(self._label)
        stem = "-".join(parts)
        for number in range(1, 1000):
            path = self._folder / f"{stem}{f'-{number}' if number > 1 else ''}.durak"
            if path.exists():
                continue
            note(path.absolute())
            try:
                file = path.open("xb")
            except FileExistsError:
                continue
            self.paths.append(path)
            return file
        raise FileExistsError(errno.EEXIST, "There are too many replays of this name", stem)
