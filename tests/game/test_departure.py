"""Leaving, and time that is over: who is the fool, and that all come to the same log."""

from __future__ import annotations

import random

import pytest

from durak_p2p.game import (
    Breach,
    Departed,
    EntryType,
    Log,
    NotOurTurn,
    TimeOver,
    next_setup,
)
from durak_p2p.game.entry import Entry
from durak_p2p.replay import Verdict, verify_replay
from durak_p2p.rules import Reason

from .parting import (
    all_to_all,
    at_a_move,
    claims_of,
    logs_of,
    play_on,
    verdict_of,
    who_moves,
)
from .tables import Table, assert_honest, replay_of, table


@pytest.mark.parametrize("steps", [0, 1, 2, 4, 6, 8, 20, 30, 45])
@pytest.mark.parametrize("leaver", [0, 2])
def test_who_leaves_with_cards_is_the_fool_and_the_others_end_alike(
    steps: int, leaver: int
) -> None:
    done = table(3, 24, "leave").play(lambda log: log.step >= steps)
    dealt = done.log.state.deal is not None
    signed = done.players[leaver].leave()
    assert signed is not None
    assert done.players[leaver].leave() is None  # once is for good
    all_to_all(done, [signed])
    play_on(done, {leaver})
    logs = logs_of(done, {leaver})
    assert all(log.complete for log in logs)
    assert len({log.state.log for log in logs}) == 1
    assert verdict_of(logs[0]) is Verdict.GOOD
    state = logs[0].state
    assert state.departed[leaver].reason == "left"
    if dealt and state.result.reason is Reason.LEFT:
        assert state.result.fool == state.seat_of(leaver)
        assert state.opened is not None  # who leaves opens its key
        coming = next_setup(logs[0])
        assert coming is None  # one deal was agreed
    elif not dealt and state.deal is None:
        assert state.result is None


def test_a_leave_counts_when_the_deal_needs_its_author_whoever_hears_of_it_when() -> None:
    done = at_a_move("later")
    mover = who_moves(done.log)
    leaver = (mover + 1) % 3
    signed = done.players[leaver].leave()
    assert signed is not None
    late = next(a for a in range(3) if a not in (mover, leaver))
    done.players[mover].log.receive(signed)
    play_on(done, {leaver})  # the third has not heard of it, and waits when the leaver is due
    done.players[late].log.receive(signed)
    play_on(done, {leaver})
    logs = logs_of(done, {leaver})
    assert len({log.state.log for log in logs}) == 1
    assert logs[0].complete


def test_after_a_leave_anything_else_of_its_author_proves_a_breach() -> None:
    done = at_a_move("then")
    mover = who_moves(done.log)
    player = done.players[mover]
    view = player.view()
    assert view is not None
    move = player.move(view.legal[0])
    log = done.players[(mover + 1) % 3].log
    body = (log.step, log.step, ())
    late = Entry(move.entry.deal, log.step, mover, EntryType.LEAVE, log.state.log, body)
    log.receive(late.sign(done.identities[mover]))
    breach = log.breach
    assert breach is not None  # nothing opened in a deal that has begun
    assert breach.author == mover

    done = at_a_move("then")
    player = done.players[mover]
    assert player.leave() is not None
    with pytest.raises(Exception, match="turn"):
        player.move(view.legal[0])


def test_two_contradicting_entries_around_a_leave_convict() -> None:
    done = at_a_move("both")
    mover = who_moves(done.log)
    player = done.players[mover]
    view = player.view()
    assert view is not None
    leave = player.leave()
    assert leave is not None
    other = Table(done.setup, "both").play(lambda log: log.step >= done.log.step)
    move = other.players[mover].move(view.legal[0])
    for first, second in ((leave, move), (move, leave)):
        log = at_a_move("both").players[(mover + 1) % 3].log
        log.receive(first)
        (breach,) = log.receive(second)
        assert isinstance(breach, Breach)
        assert breach.author == mover
        assert set(breach.evidence) == {leave, move}
        report = verify_replay(replay_of(log))
        assert report.verdict is Verdict.BROKEN
        assert report.fault is not None
        assert report.fault.proven


# -- time -------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_with_the_claims_of_all_others_the_deal_ends_and_the_absent_is_the_fool(
    players: int,
) -> None:
    done = at_a_move("away", players)
    accused = who_moves(done.log)
    all_to_all(done, claims_of(done, accused))
    play_on(done, {accused})
    logs = logs_of(done, {accused})
    assert len({log.state.log for log in logs}) == 1
    state = logs[0].state
    assert logs[0].complete
    assert state.departed[accused].voices == players - 1
    assert state.result.fool == state.seat_of(accused)
    assert state.result.reason is Reason.AWAY
    assert state.opened is None  # the absent has opened nothing
    assert verdict_of(logs[0]) is Verdict.GOOD


def test_with_a_limit_for_moves_the_late_player_is_the_fool_and_stays() -> None:
    done = at_a_move("slow", 3, turn_seconds=30)
    accused = who_moves(done.log)
    all_to_all(done, claims_of(done, accused))
    play_on(done, set())
    logs = logs_of(done, set())
    assert len({log.state.log for log in logs}) == 1
    state = logs[0].state
    assert state.result.reason is Reason.TIME
    assert state.result.fool == state.seat_of(accused)
    assert not state.departed
    assert state.opened is not None
    assert verdict_of(logs[0]) is Verdict.GOOD


def test_a_move_that_somebody_has_seen_first_goes_on() -> None:
    done = at_a_move("seen", 3)
    accused = who_moves(done.log)
    voter, witness = (a for a in range(3) if a != accused)
    claim = done.players[voter].claim_timeout(accused)
    assert claim is not None
    mover = done.players[accused]
    view = mover.view()
    assert view is not None
    move = mover.move(done.chooser.choose(view))
    mover.log.receive(move)
    witness_log, voter_log = done.players[witness].log, done.players[voter].log
    witness_log.receive(move)
    before = voter_log.step
    voter_log.receive(move)
    assert voter_log.step == before  # it has said that it will not take it
    witness_log.receive(claim)
    seen = done.players[witness].claim_seen(claim)
    assert seen is not None
    assert done.players[witness].claim_seen(claim) is None
    with pytest.raises(NotOurTurn):
        done.players[witness].claim_timeout(accused)
    all_to_all(done, [claim, seen])
    assert voter_log.step > before
    play_on(done, set())
    assert len({log.state.log for log in logs_of(done, set())}) == 1
    assert done.log.complete
    assert not done.log.state.departed


def test_a_late_move_is_taken_back_where_it_was_taken() -> None:
    """The accused, and who only looks on, have gone on; the claims of all others count."""
    done = at_a_move("late", 3)
    accused = who_moves(done.log)
    mover = done.players[accused]
    spectator = Log(done.setup)
    for signed in done.log.entries():
        assert_honest(spectator.receive(signed))
    view = mover.view()
    assert view is not None
    move = mover.move(done.chooser.choose(view))
    for log in (mover.log, spectator):
        log.receive(move)
    claims = claims_of(done, accused)
    for log in (mover.log, spectator):
        events = [event for claim in claims for event in log.receive(claim)]
        assert TimeOver(accused, 2) in events
        assert Departed(accused, "away") in events
        assert log.rewinds == 1
    all_to_all(done, claims)
    play_on(done, {accused})
    for log in (mover.log, spectator):
        for signed in [*done.players[(accused + 1) % 3].log.entries()]:
            assert_honest(log.receive(signed))
        assert log.state.log == done.players[(accused + 1) % 3].log.state.log
        assert log.receive(move) == []  # it has come too late, and convicts nobody


def test_who_claims_both_is_convicted() -> None:
    done = at_a_move("two-faced", 3)
    accused = who_moves(done.log)
    liar = (accused + 1) % 3
    claim = done.players[liar].claim_timeout(accused)
    assert claim is not None
    entry = claim.entry
    other = Entry(entry.deal, entry.step, liar, EntryType.SEEN, entry.log, (accused,))
    seen = other.sign(done.identities[liar])
    log = done.players[(accused + 2) % 3].log
    log.receive(claim)
    (breach,) = log.receive(seen)
    assert isinstance(breach, Breach)
    assert breach.author == liar
    assert verify_replay(replay_of(log)).fault is not None


@pytest.mark.parametrize("about", ["itself", "nobody", "another"])
def test_a_claim_about_nobody_s_entry_convicts(about: str) -> None:
    done = at_a_move("about", 3)
    accused = who_moves(done.log)
    liar = (accused + 1) % 3
    named = {"itself": liar, "nobody": 7, "another": (accused + 2) % 3}[about]
    log = done.players[accused].log
    entry = Entry(done.setup.deal, log.step, liar, EntryType.TIMEOUT, log.state.log, (named,))
    (breach,) = log.receive(entry.sign(done.identities[liar]))
    assert isinstance(breach, Breach)


def test_one_leaves_and_another_is_away() -> None:
    done = at_a_move("two gone", 4)
    accused = who_moves(done.log)
    leaver = (accused + 1) % 4
    leave = done.players[leaver].leave()
    assert leave is not None
    staying = [a for a in range(4) if a not in (accused, leaver)]
    all_to_all(done, [leave])
    claims = [done.players[a].claim_timeout(accused) for a in staying]
    all_to_all(done, [claim for claim in claims if claim is not None])
    play_on(done, {accused, leaver})
    logs = logs_of(done, {accused, leaver})
    assert len({log.state.log for log in logs}) == 1
    assert logs[0].complete
    assert logs[0].state.departed.keys() == {accused, leaver}
    assert verdict_of(logs[0]) is Verdict.GOOD


def test_away_at_the_opening_leaves_the_result_as_it_is() -> None:
    done = table(3, 24, "unopened").play(
        lambda log: log.state.step is not None and log.state.step.type is EntryType.OPEN
    )
    result = done.log.state.result
    accused = 1
    opened = [done.players[a].owed() for a in (0, 2)]
    all_to_all(done, [signed for signed in opened if signed is not None])
    all_to_all(done, claims_of(done, accused))
    play_on(done, {accused})
    log = done.players[0].log
    assert log.complete
    assert log.state.result == result
    assert log.state.opened is None
    assert log.state.log == done.players[2].log.state.log
    assert verdict_of(log) is Verdict.GOOD


@pytest.mark.parametrize("seed", range(6))
def test_any_order_of_arrival_gives_the_same(seed: int) -> None:
    done = at_a_move("orders", 4)
    accused = who_moves(done.log)
    leave = done.players[(accused + 1) % 4].leave()
    assert leave is not None
    all_to_all(done, [leave])
    voters = [a for a in range(4) if a not in (accused, (accused + 1) % 4)]
    claims = [done.players[a].claim_timeout(accused) for a in voters]
    all_to_all(done, [claim for claim in claims if claim is not None])
    play_on(done, {accused, (accused + 1) % 4})
    log = done.players[voters[0]].log
    entries = [*log.entries(), *log.claims(0)]
    random.Random(seed).shuffle(entries)
    other = Log(done.setup)
    for signed in entries:
        assert_honest(other.receive(signed))
    assert other.state.log == log.state.log
    assert replay_of(other) == replay_of(log)


def test_a_match_goes_on_with_a_seat_fewer() -> None:
    done = table(4, 24, "fewer")
    done.setup = setup = type(done.setup).first(
        done.setup.match, done.setup.rules, done.setup.players, 3
    )
    done = Table(setup, "fewer").play(
        lambda log: (
            log.step >= 25 and log.state.step is not None and log.state.step.type is EntryType.MOVE
        )
    )
    leaver = who_moves(done.log)
    leave = done.players[leaver].leave()
    assert leave is not None
    all_to_all(done, [leave])
    play_on(done, {leaver})
    log = logs_of(done, {leaver})[0]
    coming = next_setup(log)
    assert coming is not None
    assert coming.rules.players == 3
    assert [p.key for p in coming.players] == [
        log.setup.players[author].key for author in log.state.seats if author != leaver
    ]
    assert coming.lead is None


def test_what_was_signed_before_a_crash_is_not_signed_again() -> None:
    done = at_a_move("crash", 3)
    accused = who_moves(done.log)
    voter = (accused + 1) % 3
    old = done.players[voter]
    claim = old.claim_timeout(accused)
    assert claim is not None
    own = [signed for signed in old.log.entries() if signed.entry.author == voter]
    again = type(old)(done.setup, done.identities[voter], old.secrets)
    for signed in (*own, claim):
        again.restore(signed)
    for signed in done.log.entries():
        assert_honest(again.log.receive(signed))
    assert again.log.step == old.log.step
    assert again.claim_timeout(accused) is None
    assert again.owed() is None
    mover = done.players[accused]
    view = mover.view()
    assert view is not None
    move = mover.move(done.chooser.choose(view))
    again.log.receive(move)
    assert again.log.step == old.log.step  # it still holds to what it said
