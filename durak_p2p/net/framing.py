"""Frames: a length (4 bytes, big-endian) and so many bytes.  Without input or output."""

from __future__ import annotations

from durak_p2p.limits import FRAME_BYTES
from durak_p2p.texts import text

_LENGTH_BYTES = 4


class FrameError(ValueError):
    """What came is no frame of this protocol."""


def frame(payload: bytes) -> bytes:
    """Return *payload* (1 to 65,536 bytes) as a frame.  Raises :class:`FrameError` for another."""
    if not 0 < len(payload) <= FRAME_BYTES:
        raise FrameError(text("A frame holds 1 to {most} bytes.", most=FRAME_BYTES))
    return len(payload).to_bytes(_LENGTH_BYTES, "big") + payload


class FrameReader:
    """Cuts a stream of bytes into frames, however it arrives.

    Keeps at most one frame that is not whole yet; a length out of bounds is refused as soon as
    its four bytes are there.
    """

    def __init__(self, longest: int = FRAME_BYTES) -> None:
        """*longest*: of the payload of one frame, in bytes."""
        self._longest = longest
        self._buffer = bytearray()

    def feed(self, data: bytes) -> list[bytes]:
        """Take *data* and return the frames that are whole now.

        Raises :class:`FrameError` for a length that is not allowed.
        """
        self._buffer += data
        frames: list[bytes] = []
        start = 0
        while len(self._buffer) - start >= _LENGTH_BYTES:
            length = int.from_bytes(self._buffer[start : start + _LENGTH_BYTES], "big")
            if not 0 < length <= self._longest:
                raise FrameError(text("A frame holds 1 to {most} bytes.", most=self._longest))
            end = start + _LENGTH_BYTES + length
            if len(self._buffer) < end:
                break
            frames.append(bytes(self._buffer[start + _LENGTH_BYTES : end]))
            start = end
        del self._buffer[:start]
        return frames
