"""Where replays lie, and what is in the files."""

from __future__ import annotations

import os
from pathlib import Path

from durak_p2p.cli.storage import data_folder
from durak_p2p.replay import NotAReplay
from durak_p2p.replay.file import MAX_FILE_BYTES
from durak_p2p.system_errors import system_reason
from durak_p2p.texts import text


def own_folder() -> Path:
    """Return the folder of one's own replays."""
    return data_folder() / "replays"


def found_replay(path: Path) -> Path:
    """Return where a replay lies: a name that is not here is looked for among one's own."""
    if len(path.parts) == 1 and not os.path.exists(path):
        own = own_folder() / path
        if os.path.exists(own):
            return own
    return path


def replays_in(folder: Path) -> list[Path]:
    """Return the replays in a folder, by name.  Raises :class:`OSError` if it cannot be read."""
    names = sorted(name for name in os.listdir(folder) if name.endswith(".durak"))
    return [path for path in (folder / name for name in names) if is_readable_at_once(path)]


def is_readable_at_once(path: Path) -> bool:
    """Whether something in a folder is no pipe: who reads one waits for who writes to it."""
    return not path.is_fifo()


def read_bytes(path: Path) -> bytes:
    """Return the bytes of a file, of one that is too long to be a replay not all.

    Raises :class:`NotAReplay` if the system does not let us read it.
    """
    try:
        if path.is_dir():
            raise NotAReplay(
                text("It is a folder; `durak replays FOLDER` lists the replays in it.")
                if replays_in(path)
                else text("It is a folder without replays (*.durak).")
            )
        with path.open("rb") as file:
            return file.read(MAX_FILE_BYTES + 1)
    except OSError as error:
        raise NotAReplay(
            text("It cannot be opened: {reason}.", reason=system_reason(error))
        ) from None
