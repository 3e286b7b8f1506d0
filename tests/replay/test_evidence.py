"""A breach in a replay: the evidence is in the file, and convicts before anyone who reads it."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import replace

import pytest
from game.cheats import Denies, ShufflesByAnotherSeed
from game.tables import played, replay_of, table

from durak_p2p.crypto import KeyShare
from durak_p2p.crypto.group import reduce
from durak_p2p.game import Breach, Entry, EntryType, Log, SignedEntry
from durak_p2p.game.codec import decode, encode
from durak_p2p.game.entry import start_hash
from durak_p2p.game.secrets import DealSecrets
from durak_p2p.replay import MAGIC, NotAReplay, ReplayWriter, Verdict, read_frames, verify_replay

from .mutations import joined, pieces

RECORD = played(3)
MOVE = RECORD.step_of(EntryType.MOVE)
# All but what belongs to tables where cheating is allowed.
TYPES = sorted({signed.entry.type for signed in RECORD.entries})


def frame(payload: bytes) -> bytes:
    return len(payload).to_bytes(4, "big") + payload


def assert_proven(data: bytes, author: int, reason: str) -> None:
    report = verify_replay(data)
    assert report.verdict is Verdict.BROKEN
    assert report.fault is not None
    assert report.fault.proven, report.fault
    assert report.fault.author == author
    assert reason in report.fault.reason
    assert report.author_name is not None
    assert report.fault.entry < len(read_frames(data).frames)


def other_entry(signed: SignedEntry, **changes: object) -> SignedEntry:
    entry: Entry = replace(signed.entry, body=(b"other",), **changes)  # type: ignore[arg-type]
    return RECORD.sign(entry, entry.author)


NEAR = (-5, -1, 0, 1, 2)
# Shares and openings may stand beside another log's entry: protocol/log.md, "Taken back".
AMONG_MOVES = next(
    now
    for now in range(MOVE + 5, len(RECORD.steps))
    if all(RECORD.steps[now + away][0].entry.type is EntryType.MOVE for away in NEAR)
)


@pytest.mark.parametrize("away", [*NEAR, 50], ids="{:+}".format)
@pytest.mark.parametrize("both_new", [False, True])
@pytest.mark.parametrize("forked", [False, True])
def test_two_entries_for_a_step_past_present_or_to_come(
    away: int, both_new: bool, forked: bool
) -> None:
    now = AMONG_MOVES
    step = now + away
    log = RECORD.log_before(now)
    if step < len(RECORD.steps):
        first = RECORD.steps[step][0]
    else:
        both_new = True
        first = RECORD.sign(replace(RECORD.steps[MOVE][0].entry, step=step), 0)
    if both_new and step >= now:  # of a type with a choice in it
        first = other_entry(first, log=b"\1" * 32, type=EntryType.MOVE)
    second = other_entry(first, **({"log": bytes(32)} if forked or both_new else {}))
    for signed in (first, second):
        log.receive(signed)
    assert isinstance(log.breach, Breach)
    assert_proven(replay_of(log), first.entry.author, "Two entries")


def test_two_entries_of_which_one_is_found_when_the_deal_is_complete() -> None:
    log = RECORD.finished_log()
    first = RECORD.steps[MOVE][0]
    log.receive(other_entry(first))
    assert log.complete
    assert_proven(replay_of(log), first.entry.author, "Two entries")


@pytest.mark.parametrize("now", [MOVE, MOVE + 1, MOVE + 4, len(RECORD.steps)])
def test_an_entry_that_was_not_its_authors_to_write(now: int) -> None:
    right = RECORD.steps[MOVE][0].entry
    author = (right.author + 1) % 3
    log = RECORD.log_before(now)
    log.receive(RECORD.sign(replace(right, author=author), author))
    assert_proven(replay_of(log), author, "not the author's to write")


@pytest.mark.parametrize("type_", TYPES)
@pytest.mark.parametrize("present", [False, True])
def test_a_refused_entry_of_each_type(type_: EntryType, present: bool) -> None:
    """With the others' entries of the step there already, or not."""
    log = RECORD.log_at(type_)
    author = max(log.missing())
    if present:
        for signed in RECORD.steps[log.step][:-1]:
            log.receive(signed)
    log.receive(RECORD.forge(log, author, (5,)))
    assert_proven(replay_of(log), author, "")


def test_a_false_answer_is_named_where_it_stands() -> None:
    done = table(3, 24, label="lies", sit=dict.fromkeys(range(3), Denies)).play()
    liar = next(p for p in done.players if isinstance(p, Denies) and p.lied_at is not None)
    data = replay_of(done.log)
    report = verify_replay(data)
    assert_proven(data, done.log.state.false_claims[0].author, "none")
    assert report.fault is not None
    entry = read_frames(data).frames[report.fault.entry].signed.entry
    assert (entry.type, entry.body) == (EntryType.ANSWER, ())
    assert entry.step == done.log.state.false_claims[0].step
    assert liar.lied_at is not None


def test_a_shuffle_from_another_seed() -> None:
    done = table(2, 24, label="seeds", sit={0: ShufflesByAnotherSeed}).play()
    assert_proven(replay_of(done.log), 0, "not the one that the opened seed gives")


def test_players_who_conspire_cannot_break_the_reader() -> None:
    """Key shares that cancel each other out: the file is broken, and nothing escapes."""
    at = table(2, 24, label="conspire")
    secrets = at.record().secrets
    opposite = KeyShare._of(reduce(-secrets[0].key_share.secret))
    pair = (secrets[0], replace(secrets[1], key_share=opposite))
    record = replace(at.record(), secrets=pair)
    log = Log(at.setup)
    for _ in range(2):
        for author in (0, 1):
            log.receive(record.forge(log, author, record.honest(log, author)))
    assert_proven(replay_of(log), 1, "cancel each other out")
    assert isinstance(pair[1], DealSecrets)


# -- what must not be called proven -----------------------------------------------------------


def test_a_forked_entry_at_the_end_proves_nothing() -> None:
    log = RECORD.log_before(MOVE)
    forked = other_entry(RECORD.steps[MOVE][0], log=bytes(32))
    data = replay_of(log) + frame(forked.raw + forked.signature)
    report = verify_replay(data)
    assert report.verdict is Verdict.BROKEN
    assert report.fault is not None
    assert not report.fault.proven


def test_honest_entries_cannot_be_arranged_to_convict_anybody() -> None:
    """Whatever whoever holds the file does with the frames, only the file is at fault."""
    frames = pieces(RECORD.replay())
    for at in range(1, len(frames), 9):
        for data in (
            joined(frames[:at] + frames[:0:-1]),
            joined(frames[:at] + frames[at + 1 :] + frames[1:at]),
            joined([frames[0], *frames[at:], *frames[1:]]),
        ):
            report = verify_replay(data)
            assert report.fault is None or not report.fault.proven
            assert report.verdict is not Verdict.GOOD or data == joined(frames)


def test_a_signature_of_the_wrong_player_is_not_held_against_the_one_that_is_named() -> None:
    log = RECORD.log_before(MOVE)
    mover = RECORD.steps[MOVE][0].entry
    forged = RECORD.sign(replace(mover, body=("take", (), b"", b"")), (mover.author + 1) % 3)
    report = verify_replay(replay_of(log) + frame(forged.raw + forged.signature))
    assert report.fault is not None
    assert not report.fault.proven


# -- versions ---------------------------------------------------------------------------------


def with_suite(change: Callable[[list[object]], None], bind: bool = True) -> bytes:
    items = list(decode(RECORD.setup.raw))  # type: ignore[arg-type]
    change(items)  # type: ignore[arg-type]
    raw = encode(tuple(items))
    commit = RECORD.steps[0][0].entry
    hashed = start_hash(raw)
    entry = replace(commit, deal=hashed[:16], log=hashed) if bind else commit
    signed = RECORD.sign(entry, 0)
    return MAGIC + frame(raw) + frame(signed.raw + signed.signature)


def test_a_replay_of_a_newer_suite_cannot_be_read_but_is_not_called_broken() -> None:
    def other_hash(items: list[object]) -> None:
        items[0] = "blake3"

    def feature(items: list[object]) -> None:
        items[3] = ("cheating",)

    for change in (other_hash, feature):
        with pytest.raises(NotAReplay, match="version"):
            verify_replay(with_suite(change))
        report = verify_replay(with_suite(change, bind=False))
        assert report.verdict is Verdict.BROKEN


@pytest.mark.parametrize("magic", [b"durak/2\n", b"durak/9\n"])
def test_a_newer_format_says_so(magic: bytes) -> None:
    with pytest.raises(NotAReplay, match="another version"):
        verify_replay(magic + RECORD.replay()[8:])


@pytest.mark.parametrize("data", [b"", b"durak", b"\x7fELF" + bytes(100), b"durak/1\r\n"])
def test_other_files_are_no_replays(data: bytes) -> None:
    with pytest.raises(NotAReplay):
        verify_replay(data)


def test_a_file_that_is_far_too_large_is_not_read() -> None:
    with pytest.raises(NotAReplay, match="too large"):
        verify_replay(MAGIC + bytes(16 * 1024 * 1024))


# -- writing ----------------------------------------------------------------------------------


def test_a_replay_is_only_appended_to_and_all_write_the_same() -> None:
    at = table(3)
    files = [io.BytesIO() for _ in at.players]
    writers = [
        ReplayWriter(file, player.log) for file, player in zip(files, at.players, strict=True)
    ]
    before = b""

    def write(log: Log) -> bool:
        nonlocal before
        for writer in writers:
            writer.catch_up()
        (data,) = {file.getvalue() for file in files}
        assert data.startswith(before)
        before = data
        return False

    at.play(write)
    for writer in writers:
        writer.finish()
    (data,) = {file.getvalue() for file in files}
    assert data.startswith(before)
    assert data == RECORD.replay()


@pytest.mark.parametrize("type_", TYPES)
def test_a_step_of_which_the_first_entry_is_missing_is_left_out(type_: EntryType) -> None:
    """So that every replay of a deal is the beginning of the whole one."""
    log = RECORD.log_at(type_)
    waiting = sorted(log.missing())
    before = replay_of(log)
    for signed in RECORD.steps[log.step][1:]:
        log.receive(signed)
    data = replay_of(log)
    assert data == before
    assert RECORD.replay().startswith(data)
    if len(waiting) > 1:  # and its evidence is not, be it of one entry or of two
        log.receive(other_entry(RECORD.steps[log.step][-1]))
        assert_proven(replay_of(log), waiting[-1], "")


def test_finishing_twice_writes_once_and_nothing_can_follow() -> None:
    file = io.BytesIO()
    log = RECORD.log_before(MOVE)
    log.receive(RECORD.steps[MOVE][0])
    writer = ReplayWriter(file, log)
    writer.finish()
    data = file.getvalue()
    writer.finish()
    assert file.getvalue() == data
    with pytest.raises(ValueError):
        writer.catch_up()
