"""Frames: whatever way the bytes arrive."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from durak_p2p.limits import FRAME_BYTES
from durak_p2p.net.framing import FrameError, FrameReader, frame

payloads = st.lists(st.binary(min_size=1, max_size=300), max_size=6)


@given(payloads, st.data())
def test_any_chunking_gives_the_same_frames(sent: list[bytes], data: st.DataObject) -> None:
    stream = b"".join(map(frame, sent))
    cuts = data.draw(st.lists(st.integers(0, len(stream)), max_size=12).map(sorted))
    reader, got = FrameReader(), []
    for start, end in zip([0, *cuts], [*cuts, len(stream)], strict=True):
        got += reader.feed(stream[start:end])
    assert got == sent


@given(payloads)
def test_one_byte_at_a_time(sent: list[bytes]) -> None:
    reader, got = FrameReader(), []
    for byte in b"".join(map(frame, sent)):
        got += reader.feed(bytes([byte]))
    assert got == sent


def test_the_longest_frame_passes() -> None:
    longest = bytes(FRAME_BYTES)
    assert FrameReader().feed(frame(longest)) == [longest]


@pytest.mark.parametrize("length", [0, FRAME_BYTES + 1, 1 << 31, (1 << 32) - 1])
def test_a_bad_length_is_refused_at_once(length: int) -> None:
    with pytest.raises(FrameError):
        FrameReader().feed(length.to_bytes(4, "big"))


def test_a_bad_length_after_good_frames_is_refused() -> None:
    with pytest.raises(FrameError):
        FrameReader().feed(frame(b"good") + b"GET / HTTP/1.1\r\n\r\n")


@pytest.mark.parametrize("payload", [b"", bytes(FRAME_BYTES + 1)])
def test_no_frame_is_made_that_would_be_refused(payload: bytes) -> None:
    with pytest.raises(FrameError):
        frame(payload)


def test_no_more_is_kept_than_one_frame() -> None:
    reader = FrameReader()
    for _ in range(1000):
        reader.feed(frame(b"x" * 100))
    reader.feed(frame(b"y" * 1000)[:-1])
    assert len(reader._buffer) < 1004
