"""Steps that were complete, and are taken back: all others say that their author was late."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from durak_p2p.game import Breach, EntryType, Forked, Leaving, Log, SignedEntry
from durak_p2p.replay import Verdict
from durak_p2p.rules import Reason

from .claims import RECORD, is_at, says
from .parting import all_to_all, at_a_move, claims_of, logs_of, play_on, verdict_of
from .tables import Table, assert_honest, replay_of, table


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
        assert is_at(log, EntryType.OPEN)
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
