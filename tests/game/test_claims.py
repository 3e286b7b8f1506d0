"""Attacks on claims and leaves, and what the log makes of those that are right."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

from durak_p2p.game import (
    Breach,
    EntryError,
    EntryType,
    Forked,
    Leaving,
    Log,
    NotOurTurn,
    SignedEntry,
    StrayEntry,
    TimeOver,
    next_setup,
)
from durak_p2p.game.codec import Value
from durak_p2p.game.log import MAX_AHEAD
from durak_p2p.replay import MAGIC, ReplayWriter, Verdict, read_frames, verify_replay
from durak_p2p.rules import Reason
from durak_p2p.rules.family import AnyRules, preset_rules
from durak_p2p.rules.shedding import SheddingResult

from .cheats import ShufflesByAnotherSeed
from .parting import all_to_all, at_a_move, claims_of, logs_of, play_on, verdict_of, who_moves
from .tables import (
    Record,
    Table,
    assert_convicts,
    assert_honest,
    first_setup,
    played,
    replay_of,
    table,
)

RECORD = played(3)
AT = RECORD.step_of(EntryType.MOVE, 5)
ACCUSED = RECORD.steps[AT][0].entry.author
VOTERS = sorted({0, 1, 2} - {ACCUSED})
TIMEOUT, SEEN, LEAVE = EntryType.TIMEOUT, EntryType.SEEN, EntryType.LEAVE


def says(
    at: Log,
    author: int,
    accused: int = ACCUSED,
    type_: EntryType = TIMEOUT,
    record: Record = RECORD,
    **changes: Any,
) -> SignedEntry:
    """A claim about the step that *at* waits for; with changes, then signed."""
    right = record.forge(at, author, (accused,), type=type_)
    return record.sign(replace(right.entry, **changes), author)


def leaves(
    log: Log, author: int, *, entries: int = 0, claims: int = 0, opening: Value = None
) -> SignedEntry:
    """A leave at the current step; *entries* and *claims*: how many steps after it is silent."""
    shown: Value = RECORD.secrets[author].opening() if opening is None else opening
    body = (log.step + entries, log.step + claims, shown)
    return RECORD.forge(log, author, body, type=LEAVE)


def finish(record: Record, log: Log, gone: set[int]) -> Log:
    """Let those who are there write what the deal still needs."""
    while not log.complete:
        due = log.missing() - gone
        assert due
        for author in sorted(due):
            assert_honest(log.receive(record.forge(log, author, record.honest(log, author))))
    return log


# -- claims that are wrong --------------------------------------------------------------------


def test_a_claim_that_follows_another_log_does_not_count() -> None:
    log = RECORD.log_before(AT)
    for author in VOTERS:
        (event,) = log.receive(says(log, author, log=bytes(32)))
        assert isinstance(event, Forked)
    assert log.step == AT
    assert log.breach is None
    assert not log.state.departed


def test_claims_come_before_their_step_and_count_when_it_comes() -> None:
    ready, log = RECORD.log_before(AT), RECORD.log_before(AT - 1)
    for author in VOTERS:
        assert log.receive(says(ready, author)) == []
    for signed in RECORD.steps[AT - 1]:
        log.receive(signed)
    assert log.step == AT + 1
    assert log.state.departed.keys() == {ACCUSED}


def test_all_the_others_have_to_say_it() -> None:
    log = RECORD.log_before(AT)
    assert log.receive(says(log, VOTERS[0])) == []
    assert log.step == AT
    assert log.state.result is None
    (over, *_) = log.receive(says(log, VOTERS[1]))
    assert over == TimeOver(ACCUSED, 2)


@pytest.mark.parametrize("type_", [TIMEOUT, SEEN])
@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ((), "lacks its accused"),
        ((ACCUSED, 0), "too many fields"),
        ((8,), "no number in 0..7"),
        ((-1,), "no number in 0..7"),
        ((True,), "no number in 0..7"),
        ("0", "no array"),
        (None, "no array"),
        ((VOTERS[0],), "about nobody's entry"),
        ((VOTERS[1],), "about nobody's entry"),
        ((3,), "about nobody's entry"),
    ],
)
def test_a_claim_that_says_nothing_convicts(type_: EntryType, body: Value, reason: str) -> None:
    log = RECORD.log_before(AT)
    assert_convicts(RECORD, log, RECORD.forge(log, VOTERS[0], body, type=type_), reason)


def test_nobody_claims_of_itself() -> None:
    log = RECORD.log_at(EntryType.SHARES)
    assert_convicts(RECORD, log, says(log, 0, 0), "about nobody's entry")


def test_a_claim_of_nobody_or_with_another_s_signature_is_its_carrier_s_fault() -> None:
    log = RECORD.log_before(AT)
    right = says(log, VOTERS[0])
    stolen = SignedEntry(right.raw, says(log, VOTERS[1]).signature)
    with pytest.raises(EntryError):
        log.receive(stolen)
    with pytest.raises(EntryError):
        log.receive(RECORD.sign(replace(right.entry, author=3), VOTERS[0]))
    with pytest.raises(StrayEntry):
        log.receive(RECORD.sign(replace(right.entry, deal=bytes(16)), VOTERS[0]))
    assert log.breach is None


@pytest.mark.parametrize(
    ("first", "second"), [(TIMEOUT, SEEN), (SEEN, TIMEOUT)], ids=["then seen", "then timeout"]
)
@pytest.mark.parametrize("past", [False, True])
def test_two_claims_for_one_step_convict_whenever_they_come(
    first: EntryType, second: EntryType, past: bool
) -> None:
    ready = RECORD.log_before(AT)
    log = RECORD.log_before(AT + 2) if past else RECORD.log_before(AT)
    one, two = (says(ready, VOTERS[0], type_=type_) for type_ in (first, second))
    assert_honest(log.receive(one))
    (breach,) = log.receive(two)
    assert isinstance(breach, Breach)
    assert breach.author == VOTERS[0]
    assert set(breach.evidence) == {one, two}
    report = verify_replay(replay_of(log))
    assert report.fault is not None
    assert report.fault.proven
    assert report.fault.author == VOTERS[0]


def test_who_has_seen_it_stops_the_others_even_after_their_claims() -> None:
    four = played(4)
    at = four.step_of(EntryType.MOVE, 3)
    log = four.log_before(at)
    (accused,) = log.missing()
    one, two, three = sorted({0, 1, 2, 3} - {accused})
    for author, type_ in ((one, TIMEOUT), (two, TIMEOUT), (three, SEEN)):
        assert_honest(log.receive(says(log, author, accused, type_, four)))
    assert log.step == at
    assert_honest(log.receive(four.steps[at][0]))
    assert log.step == at + 1


def test_a_player_claims_only_while_its_log_waits_for_that_one_alone() -> None:
    done = table(3, 24, "alone").play(lambda log: _is_at(log, EntryType.SHARES))
    entries = [player.owed() for player in done.players]
    player = done.players[0]
    for signed in (entries[0], entries[1]):
        with pytest.raises(NotOurTurn):
            player.claim_timeout(2)
        assert signed is not None
        player.log.receive(signed)
    for wrong in (0, 1):
        with pytest.raises(NotOurTurn):
            player.claim_timeout(wrong)
    assert player.claim_timeout(2) is not None


# -- what is held -----------------------------------------------------------------------------


def test_what_is_held_is_taken_when_one_of_the_others_says_something_else() -> None:
    """Who has claimed of another in that step cannot claim of this one any more."""
    four = played(4)
    at = four.step_of(EntryType.SHARES)
    log = four.log_before(at)
    entries = {signed.entry.author: signed for signed in four.steps[at]}
    for author in (0, 1, 3):
        log.receive(entries[author])
    own = says(log, 0, 2, TIMEOUT, four)
    log.hold(own.entry)
    log.receive(own)
    log.receive(entries[2])
    assert log.missing() == {2}
    assert_honest(log.receive(says(log, 2, 1, TIMEOUT, four)))  # its own claim changes nothing
    assert log.missing() == {2}
    assert_honest(log.receive(says(log, 1, 3, TIMEOUT, four)))
    assert log.step == at + 1


def test_a_leave_is_held_as_the_entry_would_be_in_whose_place_it_stands() -> None:
    log = RECORD.log_before(AT)
    own = says(log, VOTERS[0])
    log.hold(own.entry)
    log.receive(own)
    assert_honest(log.receive(leaves(log, ACCUSED)))
    assert log.step == AT
    assert_honest(log.receive(says(log, VOTERS[1], type_=SEEN)))
    assert log.state.departed[ACCUSED].reason == "left"


# -- leaves -----------------------------------------------------------------------------------

KEY, SEED, SALT = RECORD.secrets[VOTERS[0]].opening()
OTHER_KEY, OTHER_SEED, OTHER_SALT = RECORD.secrets[VOTERS[1]].opening()


@pytest.mark.parametrize(
    "opening",
    [
        (OTHER_KEY, SEED, SALT),
        (KEY, OTHER_SEED, SALT),
        (KEY, SEED, OTHER_SALT),
        (OTHER_KEY, OTHER_SEED, OTHER_SALT),
        (bytes(32), SEED, SALT),
        (b"\xff" * 32, SEED, SALT),
        (KEY, SEED),
        (KEY, SEED, SALT, 0),
        (),
        0,
    ],
)
def test_a_leave_that_opens_something_else_or_nothing_convicts(opening: Value) -> None:
    log = RECORD.log_before(AT)
    assert_convicts(RECORD, log, leaves(log, VOTERS[0], opening=opening), "")


@pytest.mark.parametrize("step", [0, 1])
def test_before_keys_are_revealed_nobody_opens(step: int) -> None:
    log = RECORD.log_before(step)
    assert_convicts(RECORD, log, leaves(log, 0), "nothing to open yet")
    log = RECORD.log_before(step)
    assert_honest(log.receive(leaves(log, 0, opening=())))
    for author in sorted(log.missing()):
        assert_honest(log.receive(RECORD.steps[step][author]))
    assert log.complete
    assert log.state.result is None


def test_a_leave_from_before_the_reveal_may_come_long_after_it() -> None:
    log = RECORD.log_before(1)
    late = leaves(log, 0, entries=1, opening=())
    for signed in RECORD.steps[1]:
        log.receive(signed)
    assert Leaving(0) in log.receive(late)
    while not log.complete:
        (author,) = log.missing()
        assert author != 0
        log.receive(RECORD.steps[log.step][0])
    assert log.state.departed[0].step == log.step - 1
    assert log.state.deal is None


def test_a_leave_shows_that_its_author_has_not_shuffled_by_its_seed() -> None:
    done = table(2, 24, "other seed", sit={1: ShufflesByAnotherSeed})
    done.play(lambda log: log.state.deal is not None)
    leave = done.players[1].leave()
    assert leave is not None
    (breach,) = done.log.receive(leave)
    assert isinstance(breach, Breach)
    assert breach.author == 1
    assert "not the one that the opened seed gives" in breach.reason


@pytest.mark.parametrize(("entries", "claims"), [(2, 0), (0, 2), (-1, 0), (0, -1)])
def test_nobody_leaves_from_another_step_on(entries: int, claims: int) -> None:
    log = RECORD.log_before(AT)
    signed = leaves(log, 0, entries=entries, claims=claims)
    assert_convicts(RECORD, log, signed, "Nobody can leave")


@pytest.mark.parametrize("body", [(), (AT,), (AT, AT), (True, AT, ()), (AT, "x", ()), None])
def test_a_leave_that_is_none_convicts(body: Value) -> None:
    log = RECORD.log_before(AT)
    assert_convicts(RECORD, log, RECORD.forge(log, 0, body, type=LEAVE), "")


def test_nobody_leaves_twice() -> None:
    log, later = RECORD.log_before(AT), RECORD.log_before(AT + 1)
    one, two = leaves(log, VOTERS[0]), leaves(later, VOTERS[0])
    for first, second in ((one, two), (two, one)):
        log = RECORD.log_before(AT + 1)
        assert_honest(log.receive(first))
        (breach,) = log.receive(second)
        assert isinstance(breach, Breach)
        assert breach.author == VOTERS[0]
        assert verify_replay(replay_of(log)).fault is not None


def test_who_has_left_claims_nothing_any_more() -> None:
    log = RECORD.log_before(AT)
    leave = leaves(log, VOTERS[0])
    for claim in (says(log, VOTERS[0]), says(log, VOTERS[0], type_=SEEN)):
        for first, second in ((leave, claim), (claim, leave)):
            fresh = RECORD.log_before(AT)
            assert_honest(fresh.receive(first))
            (breach,) = fresh.receive(second)
            assert isinstance(breach, Breach)
            assert breach.author == VOTERS[0]


def test_who_has_claimed_leaves_with_its_claim_standing() -> None:
    log = RECORD.log_before(AT)
    claim, leave = says(log, VOTERS[0]), leaves(log, VOTERS[0], claims=1)
    for first, second in ((leave, claim), (claim, leave)):
        fresh = RECORD.log_before(AT)
        assert_honest(fresh.receive(first))
        assert_honest(fresh.receive(says(log, VOTERS[1])))
        assert_honest(fresh.receive(second))
        assert fresh.step == AT + 2 if fresh.complete else AT + 1
        assert claim in fresh.complete_step(AT)
        finish(RECORD, fresh, {ACCUSED, VOTERS[0]})
        assert fresh.state.departed[VOTERS[0]].step == AT + 1


def test_who_has_written_and_left_is_a_voice_in_the_same_step() -> None:
    """Else nobody could end a step in which one leaves after its entry and another is away."""
    done = table(3, 24, "opened and gone").play(lambda log: _is_at(log, EntryType.OPEN))
    for author in (0, 1):
        opened = done.players[author].owed()
        assert opened is not None
        all_to_all(done, [opened])
    leave = done.players[0].leave()
    assert leave is not None
    all_to_all(done, [leave])
    claim = done.players[1].claim_timeout(2)
    assert claim is not None
    all_to_all(done, [claim])
    play_on(done, {0, 2})
    log = done.players[1].log
    assert log.complete
    assert {a: gone.reason for a, gone in log.state.departed.items()} == {0: "left", 2: "away"}
    assert log.state.departed[2].voices == 2
    assert verdict_of(log) is Verdict.GOOD


def test_who_leaves_at_the_opening_opens_by_it_and_nobody_opens_twice() -> None:
    log = RECORD.log_at(EntryType.OPEN)
    at = log.step
    log.receive(leaves(log, 0))
    for signed in RECORD.steps[at][1:]:
        assert_honest(log.receive(signed))
    assert log.complete
    assert log.step == at + 1
    assert log.state.opened is not None


def test_leaves_alone_make_nobody_late() -> None:
    """One has claimed of another, then both others leave: only the other is out of time."""
    log = RECORD.log_at(EntryType.SHARES)
    log.receive(RECORD.steps[log.step][0])
    own = says(log, 0, 1)
    log.hold(own.entry)
    log.receive(own)
    for author in (1, 2):
        assert_honest(log.receive(leaves(log, author)))
    finish(RECORD, log, {1, 2})
    assert {a: gone.reason for a, gone in log.state.departed.items()} == {1: "away", 2: "left"}
    assert log.state.result.fool == log.state.seat_of(1)
    assert verdict_of(log) is Verdict.GOOD


def _is_at(log: Log, type_: EntryType) -> bool:
    return log.state.step is not None and log.state.step.type is type_


@pytest.mark.parametrize("type_", [TIMEOUT, SEEN, LEAVE, EntryType.OPEN])
def test_who_is_gone_writes_nothing_more(type_: EntryType) -> None:
    log = RECORD.log_before(AT)
    for author in VOTERS:
        log.receive(says(log, author))
    assert _is_at(log, EntryType.OPEN)
    opening = RECORD.secrets[ACCUSED].opening()
    bodies: dict[EntryType, Value] = {LEAVE: (log.step, log.step, opening)}
    body = bodies.get(type_, opening if type_ is EntryType.OPEN else (VOTERS[0],))
    signed = RECORD.forge(log, ACCUSED, body, type=type_)
    assert_convicts(RECORD, log, signed, "not the author's to write")


def test_entries_ahead_and_aside_are_bounded() -> None:
    log = RECORD.log_before(AT)
    places = 0
    for step in range(AT - 1, AT + MAX_AHEAD + 1):
        for author in VOTERS:
            for type_ in (EntryType.MOVE, TIMEOUT):
                if step == AT - 1 and type_ is EntryType.MOVE:
                    continue
                log.receive(says(log, author, type_=type_, step=step, log=bytes(32)))
                places += 1
    assert log.breach is None
    assert len([*log._waiting]) == places
    with pytest.raises(StrayEntry):
        log.receive(says(log, VOTERS[0], step=AT + MAX_AHEAD + 1))


# -- time at every type of step -----------------------------------------------------------------


@cache
def record_of(rules: AnyRules, label: str) -> Record:
    done = Table(first_setup(rules, label), label).play()
    assert done.log.complete
    return done.record()


def three() -> Record:
    return RECORD


def team() -> Record:
    rules = preset_rules("classic", {"players": 4, "deck": 24, "teams": "2x2"})
    return record_of(rules, "teams and time")


def cheaters() -> Record:
    return record_of(preset_rules("cheaters", {"players": 3, "deck": 24}), "cheaters and time")


def shedding() -> Record:
    """A deal in which a pile is shuffled, and a hand is counted at the end."""
    rules = preset_rules("english", {"reshuffle": True})
    for number in range(100):
        record = record_of(rules, f"shedding and time {number}")
        types = [step[0].entry.type for step in record.steps]
        if types.count(EntryType.SHUFFLE) > 2 and types[-2] is EntryType.SHARES:
            return record
    raise AssertionError("there is no such deal among these")


def reshuffled(record: Record) -> int:
    return record.step_of(EntryType.SHUFFLE, 2)


def counted(record: Record) -> int:
    return len(record.steps) - 2


def of_type(type_: EntryType, number: int = 0) -> Callable[[Record], int]:
    return lambda record: record.step_of(type_, number)


STEPS: dict[str, tuple[Callable[[], Record], Callable[[Record], int]]] = {
    "commit": (three, of_type(EntryType.COMMIT)),
    "reveal": (three, of_type(EntryType.REVEAL)),
    "first shuffle": (three, of_type(EntryType.SHUFFLE)),
    "last shuffle": (three, of_type(EntryType.SHUFFLE, 2)),
    "shares": (three, of_type(EntryType.SHARES)),
    "later shares": (three, of_type(EntryType.SHARES, 1)),
    "answer": (three, of_type(EntryType.ANSWER)),
    "move": (three, of_type(EntryType.MOVE, 2)),
    "open": (three, of_type(EntryType.OPEN)),
    "a team's move": (team, of_type(EntryType.MOVE, 3)),
    "close": (cheaters, of_type(EntryType.CLOSE)),
    "reshuffle": (shedding, reshuffled),
    "shedding move": (shedding, of_type(EntryType.MOVE, 3)),
    "count": (shedding, counted),
}


@pytest.mark.parametrize("what", STEPS)
@pytest.mark.parametrize("which", [min, max])
def test_a_step_of_any_type_ends_by_time(what: str, which: Any) -> None:
    make, find = STEPS[what]
    record = make()
    at = find(record)
    log = record.log_before(at)
    step = log.state.step
    assert step is not None
    accused = which(step.authors)
    for signed in record.steps[at]:
        if signed.entry.author != accused:
            assert_honest(log.receive(signed))
    assert log.missing() == {accused}
    result = log.state.result
    for author in sorted(set(record.authors) - {accused}):
        assert_honest(log.receive(says(log, author, accused, record=record)))
    finish(record, log, {accused})
    state = log.state
    assert state.departed[accused].voices == len(record.authors) - 1
    assert state.opened is None
    if state.deal is not None:
        assert state.openings.keys() == state.present  # at the opening, once more
    assert log.receive(record.steps[at][0]) == []  # too late, whosever it is
    report = verify_replay(replay_of(log))
    assert report.fault is None
    assert report.verdict is Verdict.GOOD
    assert report.state is not None
    assert report.state.log == state.log
    if result is not None or state.deal is None:
        assert state.result == result
    elif isinstance(state.result, SheddingResult):
        assert state.result.loser == state.seat_of(accused)
        assert state.result.score == (0, 0)
        assert next_setup(log) is None
    else:
        rules = record.setup.rules
        seat = state.seat_of(accused)
        assert state.result.fool == seat
        points = [0 if rules.team(other) == rules.team(seat) else 2 for other in record.authors]  # type: ignore[union-attr]
        assert state.result.points == tuple(points)


def test_czech_durak_with_a_limit_counts_the_hand_of_who_was_late() -> None:
    rules = preset_rules("czech-2", {"turn_seconds": 30})
    done = Table(first_setup(rules, "czech limit"), "czech limit")
    done.play(lambda log: _is_at(log, EntryType.MOVE) and log.step > 12)
    accused = who_moves(done.log)
    all_to_all(done, claims_of(done, accused))
    assert _is_at(done.log, EntryType.SHARES)
    assert done.log.missing() == {accused}
    play_on(done, set())
    state = done.log.state
    assert done.log.complete
    assert state.opened is not None
    assert state.result.reason.value == "time"
    assert state.result.points[state.seat_of(accused)] > 0
    assert verdict_of(done.log) is Verdict.GOOD


# -- two who wait for each other ------------------------------------------------------------------


@pytest.mark.parametrize("preset", ["classic", "czech-1"])
def test_two_who_have_waited_for_each_other_have_no_result(preset: str) -> None:
    rules = preset_rules(preset, {"players": 2} if preset == "classic" else {})
    done = Table(first_setup(rules, "apart", 3), "apart")
    done.play(lambda log: _is_at(log, EntryType.SHARES))
    entries, logs = [player.owed() for player in done.players], logs_of(done, set())
    claims = []
    for number, (player, signed) in enumerate(zip(done.players, entries, strict=True)):
        assert signed is not None
        player.log.receive(signed)
        claim = player.claim_timeout(1 - number)
        assert claim is not None
        player.log.receive(claim)
        claims.append(claim)
        opened = player.owed()  # the other is away, as far as one knows
        assert opened is not None
        player.log.receive(opened)
        assert player.log.complete
    assert logs[0].state.result != logs[1].state.result
    for log, claim in zip(logs, claims[::-1], strict=True):
        assert_honest(log.receive(claim))
    assert logs[0].state.log == logs[1].state.log
    for log in (*logs, _spectator(done, [*claims[::-1]])):
        assert log.complete
        assert {a: g.voices for a, g in log.state.departed.items()} == {0: 1, 1: 1}
        result = log.state.result
        assert result.reason.value == "away"
        if isinstance(result, SheddingResult):
            assert (result.winner, result.loser, result.score) == (None, None, (0, 0))
        else:
            assert (result.fool, result.points) == (None, (0, 0))
        assert next_setup(log) is None
        assert verdict_of(log) is Verdict.GOOD
    assert replay_of(logs[0]) == replay_of(logs[1])


def _spectator(done: Table, claims: list[SignedEntry]) -> Log:
    log = Log(done.setup)
    for step in done.steps:
        for signed in step:
            log.receive(signed)
    for claim in claims:
        assert_honest(log.receive(claim))
    return log


# -- what was taken back -------------------------------------------------------------------------


def late_after(done: Table) -> tuple[int, SignedEntry]:
    """Who has the word moves, maybe after its time."""
    (mover,) = (player for player in done.players if player.has_word)
    view = mover.view()
    assert view is not None
    return mover.author, mover.move(done.chooser.choose(view))


@pytest.mark.parametrize("writes", [EntryType.SHARES, EntryType.MOVE, EntryType.OPEN])
def test_who_was_late_opens_though_it_has_gone_on_and_nobody_is_convicted(
    writes: EntryType,
) -> None:
    """With a limit it stays at the table; what it signed meanwhile stands in nobody's way."""
    done = before_a_move_and(writes)
    accused, move = late_after(done)
    late = done.players[accused]
    late.log.receive(move)
    own = late.owed() or late_after(done)[1]
    assert own.entry.author == accused
    assert own.entry.type is writes
    late.log.receive(own)
    all_to_all(done, [move, own, *claims_of(done, accused)])
    assert late.log.rewinds == 1
    play_on(done, set())
    for log in logs_of(done, set()):
        assert log.complete, log.breach
        assert log.state.log == done.log.state.log
        assert log.state.result.reason is Reason.TIME
        assert not log.state.departed
        assert log.state.opened is not None
    assert verdict_of(done.log) is Verdict.GOOD


def before_a_move_and(follows: EntryType) -> Table:
    """A table with a limit, at a move after which its author can write at once again."""
    for number in range(100):
        label = f"limit {number}"
        steps = table(3, 24, label, turn_seconds=30).play().steps
        for at, (step, after) in enumerate(pairwise(steps)):
            authors = {signed.entry.author for signed in after}
            types = step[0].entry.type, after[0].entry.type
            if types == (EntryType.MOVE, follows) and step[0].entry.author in authors:
                done = table(3, 24, label, turn_seconds=30)
                return done.play(lambda log, at=at: log.step == at)  # type: ignore[misc]
    raise AssertionError("there is no such deal among these")


def test_what_came_before_the_claims_is_taken_after_them() -> None:
    """A spectator goes on with the late move, and has put aside what the others wrote."""
    done = at_a_move("spectator", 3)
    spectator = Log(done.setup)
    for signed in done.log.entries():
        spectator.receive(signed)
    accused, move = late_after(done)
    spectator.receive(move)
    claims = claims_of(done, accused)
    all_to_all(done, claims, (accused,))
    play_on(done, {accused})
    log = logs_of(done, {accused})[0]
    assert log.complete
    after = [*log.entries(move.entry.step + 1)]
    assert all(isinstance(event, Forked) for e in after for event in spectator.receive(e))
    for claim in claims:
        assert_honest(spectator.receive(claim))
    assert spectator.complete
    assert replay_of(spectator) == replay_of(log)


def test_what_was_said_in_steps_that_were_taken_back_does_not_count() -> None:
    """The late one leaves, and claims, where the others never were."""
    done = at_a_move("beside", 3, turn_seconds=30)
    spectator = Log(done.setup)
    for signed in done.log.entries():
        spectator.receive(signed)
    accused, move = late_after(done)
    late = done.players[accused]
    for log in (late.log, spectator):
        log.receive(move)
    leave = late.leave()
    assert leave is not None
    for log in (late.log, spectator):
        assert Leaving(accused) in log.receive(leave)
    claims = claims_of(done, accused)
    all_to_all(done, claims)
    for claim in claims:
        spectator.receive(claim)
    for log in [spectator, *logs_of(done, set())]:
        assert _is_at(log, EntryType.OPEN)
        assert log.missing() == {0, 1, 2}
        assert not [*log.claims(log.step)]


def test_what_was_held_in_steps_that_were_taken_back_is_not_held_any_more() -> None:
    """Of two, one was late, moved, and has claimed of the other where that one never was."""
    for number in range(100):
        done = at_a_move(f"held {number}", 2)
        late, move = late_after(done)
        player, other = done.players[late], done.players[1 - late]
        player.log.receive(move)
        if player.log.missing() == {1 - late}:
            break
    else:
        raise AssertionError("there is no such deal among these")
    own = player.claim_timeout(1 - late)
    assert own is not None
    player.log.receive(own)
    claim = other.claim_timeout(late)
    assert claim is not None
    all_to_all(done, [claim])
    play_on(done, {late})
    for signed in [*other.log.entries(claim.entry.step + 1), own]:
        player.log.receive(signed)
        other.log.receive(signed)
    assert player.log.complete
    assert replay_of(player.log) == replay_of(other.log)


@pytest.mark.parametrize("complete", [True, False])
def test_what_was_taken_back_still_convicts(complete: bool) -> None:
    """Two entries for one step prove the same, also where neither stands in the log."""
    at = RECORD.step_of(EntryType.SHARES, 1)
    log = RECORD.log_before(at)
    entries = RECORD.steps[at]
    accused = entries[0].entry.author
    for signed in entries if complete else entries[:1]:
        log.receive(signed)
    assert (log.step == at + 1) == complete
    claims = [says(RECORD.log_before(at), a, accused) for a in RECORD.authors if a != accused]
    for claim in claims:
        assert_honest(log.receive(claim))
    assert log.rewinds == complete
    assert accused in log.state.departed
    twin = replace(entries[0].entry, body=(b"", b""))
    (breach,) = log.receive(RECORD.sign(twin, accused))
    assert isinstance(breach, Breach)
    assert breach.author == accused
    assert breach.equivocation


# -- the file ------------------------------------------------------------------------------------


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
