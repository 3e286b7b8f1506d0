"""Whatever is changed in a replay, it is never called good."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator

import pytest
from game.tables import played
from hypothesis import given, settings
from hypothesis import strategies as st

from durak_p2p.replay import MAGIC, Verdict, read_frames, verify_replay

from .mutations import (
    assert_not_good,
    doubled,
    dropped,
    in_length,
    joined,
    moved,
    pieces,
    verdict_of,
)

# With DURAK_EVERY_BYTE=1 every byte is changed and each frame moved to each other place: half an
# hour.
EVERYTHING = bool(os.environ.get("DURAK_EVERY_BYTE"))
RECORD = played(2)
DATA = RECORD.replay()
LARGER = played(3).replay()
Spoil = Callable[[list[bytes]], Iterator[tuple[int, list[bytes]]]]


def test_whole_replays_are_good() -> None:
    for data in (DATA, LARGER):
        report = verify_replay(data)
        assert report.verdict is Verdict.GOOD
        assert report.fault is None
        assert report.entries == len(read_frames(data).frames) - 1
        assert report.state is not None
        assert report.state.result is not None


def moved_a_little(frames: list[bytes]) -> Iterator[tuple[int, list[bytes]]]:
    return moved(frames, stride=1 if EVERYTHING else 29)


def swapped(frames: list[bytes]) -> Iterator[tuple[int, list[bytes]]]:
    for at in range(len(frames) - 1):
        yield at, [*frames[:at], frames[at + 1], frames[at], *frames[at + 2 :]]


@pytest.mark.parametrize("spoil", [dropped, doubled, moved_a_little, swapped])
def test_every_frame_dropped_doubled_moved_or_swapped(spoil: Spoil) -> None:
    for first, frames in spoil(pieces(DATA)):
        data = joined(frames)
        report = verify_replay(data)
        assert report.verdict is Verdict.BROKEN, first
        assert report.fault is not None
        assert not report.fault.proven  # whoever changed the file, no player is to blame
        assert report.fault.entry <= max(first + 1, 1)
        assert report.entries == max(report.fault.entry - 1, 0)
        if report.state is not None:  # as far as the file is right, and no further
            assert report.state.number <= max(report.entries, 0)
            assert report.state.opened is None or report.entries == len(RECORD.entries)


@pytest.mark.parametrize("spoil", [dropped, doubled, swapped])
def test_frames_of_a_larger_deal(spoil: Spoil) -> None:
    for first, frames in list(spoil(pieces(LARGER)))[:: 1 if EVERYTHING else 4]:
        assert verify_replay(joined(frames)).verdict is Verdict.BROKEN, first


def test_every_byte_of_the_head_is_changed_to_several_values() -> None:
    """The magic, the set-up's frame and the first entry's length."""
    head = read_frames(DATA).frames[1].offset + 4
    for at in range(head):
        for value in {DATA[at] ^ 1, DATA[at] ^ 0x80, 0, 0xFF, 0xC0} - {DATA[at]}:
            assert_not_good(DATA, DATA[:at] + bytes([value]) + DATA[at + 1 :], at)


def test_bytes_all_over_are_changed() -> None:
    """A byte of each kind in each frame: lengths, entry, signature; or really every byte."""
    if EVERYTHING:
        chosen = range(len(MAGIC), len(DATA))
    else:
        source = random.Random(1)
        chosen_set = set(source.sample(range(len(DATA)), 60))
        for frame in read_frames(DATA).frames:
            end = frame.offset + 4 + len(frame.payload)
            chosen_set |= {frame.offset + 3, end - 1 - frame.index}
        chosen = sorted(chosen_set)  # type: ignore[assignment]
    for at in chosen:
        value = DATA[at] ^ (1 << at % 8)
        assert_not_good(DATA, DATA[:at] + bytes([value]) + DATA[at + 1 :], at)


def test_a_changed_byte_is_located() -> None:
    frames = read_frames(DATA).frames
    for frame in frames[1::5]:
        at = frame.offset + 4 + len(frame.payload) - 1
        report = verify_replay(DATA[:at] + bytes([DATA[at] ^ 1]) + DATA[at + 1 :])
        assert report.fault is not None
        assert report.fault.entry == frame.index
        assert report.fault.author == frame.signed.entry.author
        assert not report.fault.proven
        assert report.author_name == RECORD.setup.players[frame.signed.entry.author].name


def test_a_replay_that_is_cut_anywhere_is_unfinished() -> None:
    """At every byte the whole frames before it are there, and nothing else is seen in the rest."""
    whole = read_frames(DATA).frames
    ends = {frame.offset for frame in whole}
    for end in range(len(DATA)):
        if end < len(MAGIC):
            assert verdict_of(DATA[:end]) is None
            continue
        cut = read_frames(DATA[:end])
        assert cut.broken is None
        assert cut.frames == whole[: len(cut.frames)]
        assert (cut.torn == 0) == (end in ends)
        if end in ends or end + 1 in ends or EVERYTHING:
            assert verify_replay(DATA[:end]).verdict is Verdict.UNFINISHED, end


@pytest.mark.parametrize(
    "more",
    [
        b"\0",
        b"more",
        bytes(3),
        bytes(4),
        bytes(100),
        b"\0\0\0\x64",
        b"\0\0\0\x64" + bytes(50),
        b"\0\0\0\x64" + bytes(100),
        b"\xff" * 1000,
        DATA,
        LARGER,
        joined([])[8:] + pieces(DATA)[-1],
        pieces(LARGER)[-1],
    ],
    ids=len,
)
def test_nothing_may_follow_the_end(more: bytes) -> None:
    report = verdict_of(DATA + more)
    assert report is not None
    if more:
        assert report.verdict is Verdict.BROKEN
        assert report.fault is not None
        assert report.fault.entry == len(RECORD.entries) + 1
    assert report.entries == len(RECORD.entries)


def test_parts_of_two_deals_do_not_join() -> None:
    frames, others = pieces(DATA), pieces(LARGER)
    for at in range(1, min(len(frames), len(others)) - 1, 5):
        assert verify_replay(joined(frames[:at] + others[at:])).verdict is Verdict.BROKEN
    assert verify_replay(joined([others[0], *frames[1:]])).verdict is Verdict.BROKEN


def test_every_bit_of_one_small_entry() -> None:
    """The smallest entry there is, in each of its bits."""
    frames = read_frames(DATA).frames
    small = min(frames[1:], key=lambda frame: len(frame.payload))
    start, end = small.offset + 4, small.offset + 4 + len(small.payload)
    for bit in range(start * 8, end * 8, 1 if EVERYTHING else 17):
        at = bit // 8
        changed = DATA[:at] + bytes([DATA[at] ^ 1 << bit % 8]) + DATA[at + 1 :]
        assert verify_replay(changed).verdict is Verdict.BROKEN


# -- anything at all --------------------------------------------------------------------------

FEW = settings(max_examples=2000 if EVERYTHING else 60, deadline=None)


@FEW
@given(st.binary(max_size=400))
def test_any_bytes_are_judged_without_any_other_error(data: bytes) -> None:
    assert verdict_of(data) is None or not data.startswith(MAGIC) or verdict_of(data)
    after = verdict_of(MAGIC + data)
    assert after is not None
    assert after.verdict is not Verdict.GOOD


@FEW
@given(st.data())
def test_any_change_is_judged_without_any_other_error(data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(DATA)))
    until = data.draw(st.integers(at, min(at + 300, len(DATA))))
    put = data.draw(st.binary(max_size=80))
    changed = DATA[:at] + put + DATA[until:]
    report = verdict_of(changed)
    if changed == DATA:
        return
    assert report is None or report.verdict is not Verdict.GOOD


@FEW
@given(st.lists(st.sampled_from(pieces(DATA) + pieces(LARGER)), max_size=12))
def test_any_frames_in_any_order_are_judged(frames: list[bytes]) -> None:
    report = verify_replay(joined(frames))
    assert report.verdict is not Verdict.GOOD
    assert report.fault is None or not report.fault.proven


def test_lengths_are_told_from_other_bytes() -> None:
    frame = read_frames(DATA).frames[3]
    assert in_length(DATA, frame.offset)
    assert not in_length(DATA, frame.offset + 4)
