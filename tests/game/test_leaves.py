"""Attacks on leaves, and what the log makes of those that are right."""

from __future__ import annotations

import pytest

from durak_p2p.game import Breach, DealEnded, EntryType, Leaving, Opened
from durak_p2p.game.codec import Value
from durak_p2p.replay import Verdict, verify_replay

from .cheats import Denies, ShufflesByAnotherSeed
from .claims import ACCUSED, AT, LEAVE, RECORD, SEEN, TIMEOUT, VOTERS, finish, is_at, leaves, says
from .parting import all_to_all, play_on, verdict_of
from .tables import assert_convicts, assert_honest, replay_of, table

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
    done = table(3, 24, "opened and gone").play(lambda log: is_at(log, EntryType.OPEN))
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


def test_where_all_leave_at_once_their_leaves_open_the_deal() -> None:
    log = RECORD.log_at(EntryType.SHARES)
    for author in RECORD.authors:
        assert not log.complete
        events = log.receive(leaves(log, author))
    assert log.complete
    assert log.state.opened == RECORD.finished_log().state.opened
    assert log.state.result is not None
    assert [type(event) for event in events[-2:]] == [DealEnded, Opened]
    assert verdict_of(log) is Verdict.GOOD


def test_what_was_said_falsely_is_found_where_all_leave_at_once() -> None:
    done = table(3, 24, "false answer", sit=dict.fromkeys(range(3), Denies))
    done.play(lambda log: log.step == 10)
    assert done.log.missing() == {0, 1, 2}  # an answer is due; false ones were given before
    all_to_all(done, [leave for player in done.players if (leave := player.leave())])
    assert [(claim.step, claim.author) for claim in done.log.state.false_claims] == [
        (6, 1),
        (8, 0),
        (9, 2),
    ]


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


@pytest.mark.parametrize("type_", [TIMEOUT, SEEN, LEAVE, EntryType.OPEN])
def test_who_is_gone_writes_nothing_more(type_: EntryType) -> None:
    log = RECORD.log_before(AT)
    for author in VOTERS:
        log.receive(says(log, author))
    assert is_at(log, EntryType.OPEN)
    opening = RECORD.secrets[ACCUSED].opening()
    bodies: dict[EntryType, Value] = {LEAVE: (log.step, log.step, opening)}
    body = bodies.get(type_, opening if type_ is EntryType.OPEN else (VOTERS[0],))
    signed = RECORD.forge(log, ACCUSED, body, type=type_)
    assert_convicts(RECORD, log, signed, "not the author's to write")
