"""Attacks on claims of time, and what the log makes of those that are right."""

from __future__ import annotations

from dataclasses import replace

import pytest

from durak_p2p.game import (
    Breach,
    EntryError,
    EntryType,
    Forked,
    NotOurTurn,
    SignedEntry,
    StrayEntry,
    TimeOver,
)
from durak_p2p.game.codec import Value
from durak_p2p.game.log import MAX_AHEAD
from durak_p2p.replay import verify_replay

from .claims import ACCUSED, AT, RECORD, SEEN, TIMEOUT, VOTERS, is_at, leaves, says
from .tables import assert_convicts, assert_honest, played, replay_of, table

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
    done = table(3, 24, "alone").play(lambda log: is_at(log, EntryType.SHARES))
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
