"""Claims and leaves in a replay: a step holds its entries, or all voices, and nothing beside."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import replace

import pytest

from durak_p2p.game import Log, SignedEntry
from durak_p2p.replay import MAGIC, ReplayWriter, Verdict, read_frames, verify_replay

from .claims import ACCUSED, AT, RECORD, SEEN, VOTERS, finish, leaves, says
from .tables import assert_honest, replay_of


def frames_of(replay: bytes) -> list[bytes]:
    return [frame.payload for frame in read_frames(replay).frames]


def file_of(frames: list[bytes]) -> bytes:
    return MAGIC + b"".join(len(frame).to_bytes(4, "big") + frame for frame in frames)


def raw(signed: SignedEntry) -> bytes:
    return signed.raw + signed.signature


def _by_time() -> tuple[Log, int]:
    """A whole deal that ended by time; the frame of the first claim."""
    log = RECORD.log_before(AT)
    first = 1 + len([*log.entries()])
    for author in VOTERS:
        log.receive(says(log, author))
    return finish(RECORD, log, {ACCUSED}), first


def broken_files() -> Iterator[tuple[str, list[bytes]]]:
    log, at = _by_time()
    good = frames_of(replay_of(log))
    seen = raw(says(RECORD.log_before(AT), VOTERS[0], type_=SEEN))
    move = raw(RECORD.steps[AT][0])
    yield "a voice is missing", good[:at] + good[at + 1 :]
    yield "the last voice is missing", good[: at + 1] + good[at + 2 :]
    yield "a voice is doubled", good[: at + 1] + good[at:]
    yield "the voices are exchanged", [*good[:at], good[at + 1], good[at], *good[at + 2 :]]
    yield "one has seen it", [*good[:at], seen, *good[at + 1 :]]
    yield "one has seen it too", [*good[:at], seen, *good[at:]]
    yield "the late entry stands before", [*good[:at], move, *good[at:]]
    yield "the late entry stands between", [*good[: at + 1], move, *good[at + 1 :]]
    yield "the late entry stands after", [*good[: at + 2], move, *good[at + 2 :]]
    yield "a claim stands in the next step", [*good[:at], *good[at + 2 :], *good[at : at + 2]]
    yield "a claim stands where time was not over", _claim_and_entry()


def _claim_and_entry() -> list[bytes]:
    frames = frames_of(RECORD.replay())
    log = RECORD.log_before(AT)
    at = 1 + len([*log.entries()])
    return [*frames[:at], raw(says(log, VOTERS[0])), *frames[at:]]


BROKEN = dict(broken_files())


@pytest.mark.parametrize("what", BROKEN)
def test_a_step_in_a_file_is_what_it_is_and_nothing_beside_it(what: str) -> None:
    report = verify_replay(file_of(BROKEN[what]))
    assert report.verdict is Verdict.BROKEN
    assert report.fault is not None
    two_faced = what == "one has seen it too"
    assert report.fault.proven == two_faced


def test_a_file_that_ends_among_the_claims_is_unfinished() -> None:
    log, at = _by_time()
    good = frames_of(replay_of(log))
    assert verify_replay(file_of(good)).verdict is Verdict.GOOD
    for end in range(at, len(good)):
        assert verify_replay(file_of(good[:end])).verdict is Verdict.UNFINISHED


def test_a_leave_stands_where_it_counts_and_nowhere_else() -> None:
    """Also where it would be in the order of authors."""
    leaver = 0
    first = next(at for at in range(AT, len(RECORD.steps)) if _without(leaver, at))
    log = RECORD.log_before(first)
    log.receive(leaves(log, leaver))
    for signed in RECORD.entries:
        if signed.entry.step >= first and not log.state.departed and signed.entry.author != leaver:
            assert_honest(log.receive(signed))
    finish(RECORD, log, {leaver})
    good = frames_of(replay_of(log))
    (at,) = (n for n, frame in enumerate(good) if b"\xa5leave" in frame)
    assert verify_replay(file_of(good)).verdict is Verdict.GOOD
    before = 1 + sum(len(log.complete_step(n)) for n in range(first))
    assert before < at
    for place in range(before, at):
        moved = [*good[:place], good[at], *good[place:at], *good[at + 1 :]]
        assert verify_replay(file_of(moved)).verdict is Verdict.BROKEN
    left_out = good[:at] + good[at + 1 :]
    assert verify_replay(file_of(left_out)).verdict is Verdict.BROKEN


def _without(leaver: int, step: int) -> bool:
    return leaver not in {signed.entry.author for signed in RECORD.steps[step]}


@pytest.mark.parametrize("breaks", [False, True])
def test_a_writer_cuts_off_what_its_log_takes_back(breaks: bool) -> None:
    log, file = RECORD.log_before(AT), io.BytesIO()
    writer = ReplayWriter(file, log)
    for signed in RECORD.entries:
        if AT <= signed.entry.step < AT + 3:
            log.receive(signed)
            writer.catch_up()
    claims = [says(RECORD.log_before(AT), author) for author in VOTERS]
    for claim in claims:
        log.receive(claim)
        writer.catch_up()
    assert log.rewinds == 1
    if breaks:
        twin = RECORD.sign(replace(RECORD.steps[AT][0].entry, body=()), ACCUSED)
        log.receive(twin)
    else:
        finish(RECORD, log, {ACCUSED})
    writer.finish()
    assert file.getvalue() == replay_of(log)
    report = verify_replay(file.getvalue())
    assert report.verdict is (Verdict.BROKEN if breaks else Verdict.GOOD)
    if breaks:
        assert report.fault is not None
        assert report.fault.proven
        assert report.fault.author == ACCUSED
