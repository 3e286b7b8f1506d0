"""Ways to spoil a replay, and what may be said of the result."""

from __future__ import annotations

from collections.abc import Iterator

from durak_p2p.replay import MAGIC, NotAReplay, Report, Verdict, read_frames, verify_replay


def pieces(data: bytes) -> list[bytes]:
    """The set-up's and each entry's frame, with its length."""
    frames = read_frames(data).frames
    ends = [frame.offset for frame in frames[1:]] + [len(data)]
    return [data[frame.offset : end] for frame, end in zip(frames, ends, strict=True)]


def joined(frames: list[bytes]) -> bytes:
    return MAGIC + b"".join(frames)


def dropped(frames: list[bytes]) -> Iterator[tuple[int, list[bytes]]]:
    """Each frame but the last left out; without the last the file is only cut."""
    for at in range(len(frames) - 1):
        yield at, frames[:at] + frames[at + 1 :]


def doubled(frames: list[bytes]) -> Iterator[tuple[int, list[bytes]]]:
    for at in range(len(frames)):
        yield at, frames[: at + 1] + frames[at:]


def moved(frames: list[bytes], stride: int = 1) -> Iterator[tuple[int, list[bytes]]]:
    """Each frame to each other place, or to every *stride*-th."""
    for at, frame in enumerate(frames):
        rest = frames[:at] + frames[at + 1 :]
        for to in range(at % stride, len(frames), stride):
            if to != at:
                yield min(at, to), [*rest[:to], frame, *rest[to:]]


def verdict_of(data: bytes) -> Report | None:
    """The report, or None where it is no replay."""
    try:
        return verify_replay(data)
    except NotAReplay:
        return None


def assert_not_good(original: bytes, changed: bytes, first: int) -> None:
    """One byte differs, that at *first*: broken; but in the magic no replay at all, and what
    a length makes look cut may be unfinished."""
    report = verdict_of(changed)
    if first < len(MAGIC):
        assert report is None, first
        return
    assert report is not None, first
    if report.verdict is not Verdict.BROKEN:
        assert report.verdict is Verdict.UNFINISHED, first
        assert in_length(original, first), first


def in_length(data: bytes, at: int) -> bool:
    """Whether a byte belongs to the length of a frame."""
    return any(frame.offset <= at < frame.offset + 4 for frame in read_frames(data).frames)
