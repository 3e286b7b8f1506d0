"""The replay file: magic, set-up, entries, each in a frame (protocol/replay.md).

    magic (8 bytes) | frame: set-up | frame: entry | frame: entry | ...

    frame = length (4 bytes, big-endian) | so many bytes
    an entry's bytes are its canonical encoding and its signature (64 bytes)

The file is only ever appended to, and can be read up to a torn tail.
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import BinaryIO, Final

from durak_p2p.game import Log, SignedEntry
from durak_p2p.game.entry import MAX_ENTRY_BYTES, SIGNATURE_BYTES
from durak_p2p.texts import text

MAGIC: Final = b"durak/1\n"
_FAMILY: Final = b"durak/"
_LENGTH_BYTES: Final = 4
MAX_FRAME_BYTES: Final = MAX_ENTRY_BYTES + SIGNATURE_BYTES
# The largest deal by far (8 players, 52 cards) is under 300 KB.
MAX_FILE_BYTES: Final = 16 * 1024 * 1024


class NotAReplay(ValueError):
    """The file could not be read as a replay."""


class BrokenFrame(ValueError):
    """A frame's length is none that a replay can have."""

    def __init__(self, index: int, offset: int) -> None:
        super().__init__(
            text("The file's frame {index} has a length that no entry has.", index=index)
        )
        self.index = index
        self.offset = offset


@dataclass(frozen=True, slots=True)
class Frame:
    """One frame: its number (0 is the set-up), where it begins in the file, what it holds."""

    index: int
    offset: int
    payload: bytes

    @property
    def signed(self) -> SignedEntry:
        """The entry in a frame that is not the set-up's."""
        return SignedEntry(self.payload[:-SIGNATURE_BYTES], self.payload[-SIGNATURE_BYTES:])


@dataclass(frozen=True, slots=True)
class Frames:
    """A file cut into frames; ``torn`` tells of bytes at the end that are no whole frame."""

    frames: tuple[Frame, ...]
    torn: int
    broken: BrokenFrame | None


def read_frames(data: bytes) -> Frames:
    """Cut a replay's bytes into frames.

    Raises :class:`NotAReplay` for another kind of file.  A length that cannot be is told in
    ``broken``, with the frames before it.
    """
    if not data.startswith(MAGIC):
        if data.startswith(_FAMILY) and data[7:8] == b"\n":
            raise NotAReplay(text("It is a replay of another version of this program."))
        raise NotAReplay(text("It is no replay: it does not begin like one."))
    frames: list[Frame] = []
    offset = len(MAGIC)
    while len(data) - offset >= _LENGTH_BYTES:
        start = offset + _LENGTH_BYTES
        length = int.from_bytes(data[offset:start], "big")
        least = 1 if not frames else SIGNATURE_BYTES + 1
        if not least <= length <= MAX_FRAME_BYTES:
            return Frames(tuple(frames), 0, BrokenFrame(len(frames), offset))
        if len(data) - start < length:
            break
        frames.append(Frame(len(frames), offset, data[start : start + length]))
        offset = start + length
    return Frames(tuple(frames), len(data) - offset, None)


def _frame(payload: bytes) -> bytes:
    return len(payload).to_bytes(_LENGTH_BYTES, "big") + payload


def _whole_frames(content: bytes) -> bytes | None:
    """Return a file's content up to where it is cut short; None if it is no replay."""
    if MAGIC.startswith(content):
        return b""  # nothing was written yet, or not all of the magic
    try:
        return content[: len(content) - read_frames(content).torn]
    except NotAReplay:
        return None


@dataclass(frozen=True, slots=True)
class _Written:
    """A step in the file: where it begins, and its entries."""

    offset: int
    entries: list[SignedEntry]


class ReplayWriter:
    """Writes one deal's log to a file, step by step, in the log's order.

    The file is given, open for writing in binary; this class never closes it.
    """

    def __init__(self, file: BinaryIO, log: Log) -> None:
        self._file = file
        self._log = log
        self._steps: list[_Written] = []
        self._rewinds = 0
        self._written: set[bytes] = set()  # digests
        self._finished = False
        self._file.write(MAGIC + _frame(log.setup.raw))

    @classmethod
    def reopen(cls, file: BinaryIO, log: Log) -> ReplayWriter | None:
        """Go on with a replay that was begun before, open for reading and writing.

        *log* must have taken the entries that the file holds.  None if the file is not the
        beginning of the log's replay; then nothing is changed in it.
        """
        whole = _whole_frames(file.read(MAX_FILE_BYTES))
        if whole is None:
            return None
        complete, unfinished = io.BytesIO(), io.BytesIO()
        writer = cls(complete, log)
        writer.catch_up()
        cls(unfinished, log).finish()
        expected = complete.getvalue()
        if expected.startswith(whole):
            file.seek(len(whole))
            file.truncate()
            file.write(expected[len(whole) :])
        elif unfinished.getvalue().startswith(whole):  # a step that was not complete comes again
            file.seek(len(expected))
            file.truncate()
        else:
            return None
        writer._file = file
        return writer

    def catch_up(self) -> None:
        """Write the steps that are complete by now, and hand them to the system.

        Raises ``OSError``, or ``ValueError`` after :meth:`finish`.
        """
        if self._finished:
            raise ValueError("The replay is finished.")
        self._take_back()
        while len(self._steps) < self._log.step:
            entries = self._log.complete_step(len(self._steps))
            self._steps.append(_Written(self._file.tell(), entries))
            self._write(entries)
        self._file.flush()

    def _take_back(self) -> None:
        """Cut off the steps that the log has taken back (its own author was out of time)."""
        if self._rewinds == self._log.rewinds:
            return
        self._rewinds = self._log.rewinds
        for number, written in enumerate(self._steps):
            if number >= self._log.step or self._log.complete_step(number) != written.entries:
                self._file.seek(written.offset)
                self._file.truncate()
                del self._steps[number:]
                self._written = {e.digest for step in self._steps for e in step.entries}
                return

    def finish(self) -> None:
        """Write what there is of an unfinished step, and the evidence of a breach, if any.

        Of the step its entries up to the first that is missing: so every replay of a deal is the
        beginning of the whole one, and a gap in a file is always a fault.  Nothing can be written
        after it, and a second call does nothing.  Raises ``OSError``.
        """
        if self._finished:
            return
        self.catch_up()
        self._finished = True
        self._write(self._log.in_order())
        if self._log.breach is not None:
            self._write([e for e in self._log.breach.evidence if e.digest not in self._written])
        self._file.flush()

    def _write(self, entries: list[SignedEntry]) -> None:
        for signed in entries:
            self._file.write(_frame(signed.raw + signed.signature))
            self._written.add(signed.digest)
