"""The replays that are kept: read from a folder, with what was found when they were verified."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import durak_p2p
from durak_p2p.cli.exits import Exit, Failure
from durak_p2p.cli.progress import ProgressLine, verifying_text
from durak_p2p.cli.replay_files import own_folder, read_bytes, replays_in
from durak_p2p.cli.storage import data_folder
from durak_p2p.replay import NotAReplay, Verdict
from durak_p2p.replay.summary import Finding, Summary, read_setup
from durak_p2p.system_errors import system_reason
from durak_p2p.texts import Text, sentence_of, text

_STAMP: Final = "%Y%m%d-%H%M%S"  # with which the names of our own files begin
_STAMP_LENGTH: Final = 15
#: How many findings are remembered; the oldest are dropped.
_MOST_REMEMBERED: Final = 20_000
#: The file of findings is not read if it is longer than they can be (bytes).
_LONGEST: Final = 64 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Kept:
    """A file in a folder of replays: when it was begun, and what is in it or why not."""

    path: Path
    date: datetime  # local time
    content: Summary | Text

    @property
    def is_wrong(self) -> bool:
        """Whether it is broken, or cannot be read."""
        return isinstance(self.content, Text) or self.content.finding.verdict is Verdict.BROKEN


class Findings:
    """What was found in files that were verified before, by the hash of their bytes.

    A file that has changed by a bit is another one, and another version of the program verifies
    anew; a file of findings that cannot be read or written only means that all are verified.
    """

    def __init__(self, path: Path, verify: Callable[[bytes], Finding] = Finding.of) -> None:
        """*path*: where they are kept; *verify* makes a finding."""
        self._path = path
        self._verify = verify
        self._known: dict[str, Any] = self._load()
        self._new = False

    def _load(self) -> dict[str, Any]:
        with suppress(OSError, ValueError, RecursionError):
            if self._path.stat().st_size <= _LONGEST:
                value = json.loads(self._path.read_bytes())
                if isinstance(value, dict) and value.get("version") == durak_p2p.__version__:
                    found = value.get("findings")
                    return found if isinstance(found, dict) else {}
        return {}

    def find(self, data: bytes, *, anew: bool) -> Finding:
        """Return what is found in a replay; verify it if it is new, or *anew* asks for it.

        Raises :class:`NotAReplay`.
        """
        digest = sha256(data).hexdigest()
        if not anew and digest in self._known:
            with suppress(KeyError, TypeError, ValueError):
                return Finding.from_json(self._known[digest])
        finding = self._verify(data)
        self._known.pop(digest, None)
        self._known[digest] = finding.to_json()
        self._new = True
        return finding

    def keep(self) -> None:
        """Write down what is new."""
        if not self._new:
            return
        newest = dict(list(self._known.items())[-_MOST_REMEMBERED:])
        value = {"version": durak_p2p.__version__, "findings": newest}
        part = self._path.with_name(f"{self._path.name}.{os.getpid()}.part")
        try:
            part.write_text(json.dumps(value), encoding="ascii")
            part.replace(self._path)
        except OSError:  # then they are verified again
            with suppress(OSError):
                part.unlink(missing_ok=True)


def own_findings() -> Findings:
    """Return the findings that are kept in the user's data folder."""
    return Findings(data_folder() / "findings.json")


def kept_in(folder: Path | None, *, anew: bool) -> list[Kept]:
    """Return the replays in a folder (None: one's own), newest first.

    Raises ``Failure`` if the folder cannot be read.
    """
    findings = own_findings()
    place = folder if folder is not None else own_folder()
    paths, kept = _files(place, own=folder is None), []
    try:
        with ProgressLine() as line:
            for number, path in enumerate(paths, start=1):
                # The first time, and after the program has changed, this takes long.
                line.tell(verifying_text(number, len(paths)))
                kept.append(_read(path, findings, anew=anew))
    finally:  # who does not wait for the end need not wait for the beginning again
        findings.keep()
    return sorted(kept, key=lambda one: (one.date, one.path.name), reverse=True)


def _files(folder: Path, *, own: bool) -> Sequence[Path]:
    try:
        return replays_in(folder)
    except FileNotFoundError as error:
        if own:
            return []  # nothing was played yet
        reason = system_reason(error)
    except OSError as error:
        reason = system_reason(error)
    raise Failure(
        text("The folder {folder} cannot be read: {reason}.", folder=str(folder), reason=reason),
        Exit.USAGE,
    )


def _read(path: Path, findings: Findings, *, anew: bool) -> Kept:
    date = _date(path)
    try:
        data = read_bytes(path)
        finding = findings.find(data, anew=anew)
        return Kept(path, date, Summary(read_setup(data), finding))
    except NotAReplay as error:
        return Kept(path, date, sentence_of(error))


def _date(path: Path) -> datetime:
    """Return when a replay was begun, by its name if it has such a one, else by the file."""
    with suppress(ValueError):
        return datetime.strptime(path.name[:_STAMP_LENGTH], _STAMP)
    with suppress(OSError, OverflowError, ValueError):
        return datetime.fromtimestamp(path.stat().st_mtime)
    return datetime.fromtimestamp(0)
