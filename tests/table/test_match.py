"""What a match says of others' time, what it does when a step is taken back, and when it ends."""

from __future__ import annotations

import pytest

from durak_p2p.game import Entry, EntryType, SignedEntry
from durak_p2p.game.claims import Claims, contradict
from durak_p2p.replay import Verdict, verify_replay
from durak_p2p.rules import driver, rules_for
from durak_p2p.table.errors import NobodyCame
from durak_p2p.table.keeping import Restored
from durak_p2p.table.match import Match
from durak_p2p.table.messages import Have

from .seats import Seat, Seats, at_a_move

AWAY = 200.0  # longer than anybody is waited for


def test_with_a_voter_who_is_away_as_well_nobody_waits_for_ever() -> None:
    seats, mover = at_a_move()
    voter, other = (number for number in range(3) if number != mover)
    seats.part(mover)
    seats.part(voter)
    seats.wait(AWAY)
    with pytest.raises(NobodyCame):
        seats.all[other].match.tick(seats.now)
    (claim,) = seats.claims(other)
    assert claim.entry.body == (mover,)


def test_who_comes_back_after_a_claim_waits_for_the_other_voter_no_longer_than_patience() -> None:
    seats, mover = at_a_move()
    voter, other = (number for number in range(3) if number != mover)
    seats.part(mover)
    seats.wait(AWAY)
    seats.all[other].match.tick(seats.now)
    seats.part(voter)
    seats.join(mover)
    for seat in (seats.all[other], seats.all[mover]):
        for here in (seats.all[other], seats.all[mover]):
            seat.match.joined(here.match.key, seats.now)
    seats.wait(AWAY / 2)
    seats.all[other].match.tick(seats.now)
    seats.wait(AWAY)
    with pytest.raises(NobodyCame):
        seats.all[other].match.tick(seats.now)


def test_while_the_voter_is_there_its_claim_is_waited_for() -> None:
    seats, mover = at_a_move()
    voter, other = (number for number in range(3) if number != mover)
    seats.part(mover)
    seats.wait(AWAY)
    seats.all[other].match.tick(seats.now)
    seats.deliver()
    assert not seats.all[other].match.log.complete
    seats.all[voter].match.tick(seats.now)
    seats.deliver()
    seats.play(but=[mover])
    assert seats.all[other].match.log.complete
    assert seats.all[other].match.log.state.departed.keys() == {mover}


def waits_for_one(type_: EntryType, **options: object) -> tuple[Seats, int]:
    """A table at which one who is there writes nothing, in a step of several; and that one."""
    seats = Seats(3, **options)
    while True:
        step = seats.all[0].match.log.state.step
        assert step is not None
        if step.type is type_ and len(step.authors) > 1:
            silent = min(step.authors)
            seats.play(but=[silent])
            assert seats.all[(silent + 1) % 3].match.log.missing() == {silent}
            return seats, silent
        seats.play(seats.all[0].match.log.step + 1)


@pytest.mark.parametrize(
    ("type_", "options"),
    [
        (EntryType.SHUFFLE, {}),
        (EntryType.SHARES, {}),
        (EntryType.OPEN, {}),
        (EntryType.CLOSE, {"cheating": "all", "turn_seconds": 5}),
    ],
)
def test_whose_program_asks_nobody_is_missed_although_it_is_there(
    type_: EntryType, options: dict[str, object]
) -> None:
    seats, silent = waits_for_one(type_, **options) if type_ != "shuffle" else at_a_shuffle()
    others = [seat for seat in seats.all if seat.number != silent]
    seats.wait(AWAY / 2)
    for seat in others:
        seat.match.tick(seats.now)
        assert seats.claims(seat.number) == []
    seats.wait(AWAY / 2)
    for seat in others:
        seat.match.tick(seats.now)
        seats.deliver()
    seats.play(but=[silent])
    for seat in others:
        assert seat.match.log.complete
        assert seat.match.log.state.departed.keys() == {silent}


def at_a_shuffle() -> tuple[Seats, int]:
    """A table at which one who is there does not shuffle, and that one."""
    seats = Seats(3)
    seats.play(3)
    step = seats.all[0].match.log.state.step
    assert step is not None
    (author,) = step.authors
    return seats, author


@pytest.mark.parametrize("type_", [EntryType.COMMIT, EntryType.CLOSE])
def test_who_is_there_and_may_be_asking_its_person_is_waited_for(type_: EntryType) -> None:
    seats, silent = waits_for_one(type_, cheating="all")
    seats.wait(AWAY * 10)
    for seat in seats.all:
        if seat.number != silent:
            seat.match.tick(seats.now)
            assert seats.claims(seat.number) == []


def test_a_claim_that_comes_before_the_entry_is_answered_when_the_step_is_passed() -> None:
    seats, mover = at_a_move()
    voter, witness = (number for number in range(3) if number != mover)
    seats.part(mover)
    seats.wait(AWAY)
    seats.all[voter].match.tick(seats.now)
    seats.deliver()
    assert seats.claims(witness) == []
    step = seats.all[witness].match.log.step
    seats.join(mover)
    assert seats.all[mover].write()
    seats.deliver()
    assert seats.all[witness].match.log.step > step
    assert seats.all[voter].match.log.step == step  # it has said that it takes no such entry
    seats.play()
    (seen,) = seats.claims(witness)
    assert seen.entry.type is EntryType.SEEN
    assert len({seat.match.log.state.log for seat in seats.all}) == 1
    assert not seats.all[0].match.log.state.departed


def at_the_last_entry() -> tuple[Seats, int]:
    """A table at which one alone has still to open, and that one."""
    seats = Seats(3)
    seats.play()
    last = 2
    steps = seats.all[0].match.log.step
    seats = Seats(3)
    seats.play(steps - 1)
    for number in (0, 1):
        assert seats.all[number].write()
    seats.deliver()
    assert seats.all[0].match.log.missing() == {last}
    return seats, last


def test_a_claim_about_an_earlier_deal_is_answered_too() -> None:
    seats, last = at_the_last_entry()
    late = seats.all[1]
    late.there = False
    assert seats.all[last].write()  # 0 hears of it, 1 does not
    seats.deliver()
    seats.go_on(0, last)
    late.match.lost(seats.all[last].match.key, seats.now)
    seats.wait(AWAY)
    seats.all[1].match.tick(seats.now)
    (claim,) = seats.claims(1)
    seats.join(1)
    assert seats.all[0].write()
    seats.deliver()
    (seen,) = seats.claims(0)
    assert seen.entry.deal == claim.entry.deal
    assert seats.all[1].match.log.complete
    assert not seats.all[1].match.log.state.departed


def test_who_was_missed_at_the_end_learns_it_in_the_next_deal_and_its_replay_is_written_again() -> (
    None
):
    seats, last = at_the_last_entry()
    missed = seats.all[last].match
    seats.part(last)
    assert seats.all[last].write()
    assert missed.log.complete  # it has all that the others have opened
    deal = missed.log.setup.deal
    seats.go_on(last)
    seats.wait(AWAY)
    for number in (0, 1):
        seats.all[number].match.tick(seats.now)
        seats.deliver()
    seats.play(but=[last])
    seats.go_on(0, 1)
    assert not missed.stopped
    seats.join(last)
    assert missed.stopped
    assert missed.end_deal() is None
    here, there = missed.logs[deal], seats.all[0].match.logs[deal]
    assert here.state.log == there.state.log
    assert here.state.departed.keys() == {last}
    contents = [seat.files for seat in seats.all]
    written = [file.content for file in contents[last] if deal in file.content][-1]
    assert written == contents[0][0].content
    assert verify_replay(written).verdict is Verdict.GOOD


def test_without_its_secrets_a_seat_writes_nothing() -> None:
    seats, mover = at_a_move()
    setup = seats.setup
    log = seats.all[mover].match.log
    own = tuple(signed for signed in log.entries() if signed.entry.author == mover)
    restored = Restored((), setup, None, tuple(log.entries()), own, None)
    seats.label = "drawn anew"
    again = Seat(seats, mover, restored)
    assert again.match.log.step == log.step
    assert not again.match.has_choice
    assert again.match.owed() is None
    assert again.match.player.leave() is None  # it would open what it has not
    view = again.match.view()
    assert view is not None
    assert view.seat is not None
    assert view.counts[view.seat] == 2
    assert view.hand == ("Td",)  # the trump that all have seen; it cannot read the other


def test_without_its_secrets_a_seat_shows_its_hand_when_all_hands_are_open() -> None:
    """It was killed when the deal was over and its secrets removed, but not its journal."""
    seats, fool = next(filter(None, map(_ended_with_a_hidden_card, range(20))))
    own = tuple(e for e in fool.log.entries() if e.entry.author == fool.player.author)
    restored = Restored((), seats.setup, None, tuple(fool.log.entries()), own, None)
    number = [seat.match for seat in seats.all].index(fool)
    seats.label = "drawn anew"
    again = Seat(seats, number, restored).match
    assert again.log.complete
    assert again.view() == fool.view()


def _ended_with_a_hidden_card(number: int) -> tuple[Seats, Match] | None:
    """A deal whose fool was left with a card that nobody else had seen."""
    seats = Seats(2, f"hidden {number}")
    seats.play()
    for seat in seats.all:
        deal = seat.match.log.state.deal
        assert deal is not None
        if seat.match.player.hand().keys() - deal.faces:
            return seats, seat.match
    return None


@pytest.mark.parametrize("whole", [True, False])
def test_who_has_gone_on_after_an_entry_convicts_itself_by_saying_that_it_was_late(
    whole: bool,
) -> None:
    seats = Seats(2)
    seats.play(None if whole else 34)
    honest, liar = seats.all
    log = honest.match.log
    result = log.state.result
    author, accused = liar.match.player.author, honest.match.player.author
    step = next(
        step
        for step in range(20, log.step)
        if [signed.entry.author for signed in log.complete_step(step)] == [accused]
    )
    deal, before = log.setup.deal, log.hash_before(step)
    claim = Entry(deal, step, author, EntryType.TIMEOUT, before, (accused,))
    honest.match.take(claim.sign(seats.identities[1]), liar.match.key, 0.0)
    assert log.breach is not None
    assert log.breach.author == author
    assert not log.state.departed
    assert log.state.result == result
    honest.match.close_replay()
    report = verify_replay(honest.files[-1].content)
    assert report.verdict is Verdict.BROKEN
    assert report.fault is not None
    assert report.fault.proven
    assert report.fault.author == author


def test_a_promise_not_to_take_an_entry_holds_in_its_own_log_alone() -> None:
    claims = Claims()
    claims.hold(Entry(bytes(16), 7, 0, EntryType.TIMEOUT, b"a" * 32, (1,)))
    assert claims.is_held(7, 1, b"a" * 32)
    assert not claims.is_held(7, 1, b"b" * 32)
    assert not claims.is_held(7, 2, b"a" * 32)


@pytest.mark.parametrize("type_", [EntryType.SHARES, EntryType.OPEN])
def test_what_leaves_no_choice_may_be_signed_again_in_another_log(type_: EntryType) -> None:
    identity = Seats(2).identities[0]

    def signed(type_: EntryType, log: bytes, body: tuple[int, ...] = ()) -> SignedEntry:
        return Entry(bytes(16), 7, 0, type_, log * 32, body).sign(identity)

    move = signed(EntryType.MOVE, b"a")
    assert not contradict(move, signed(type_, b"b"))
    assert contradict(move, signed(type_, b"a"))
    assert contradict(move, signed(EntryType.MOVE, b"b", (1,)))


def test_moves_are_tried_on_a_copy_and_change_nothing() -> None:
    deal = driver.start(
        rules_for("classic", players=2, deck=24), [f"{r}{s}" for s in "cdhs" for r in "9TJQKA"], 0
    )
    before = (deal.word, deal.table, [list(hand) for hand in deal.hands], dict(deal.faces))
    trial = deal.copy()
    assert trial.word is not None
    driver.play(trial, trial.word, driver.legal(trial)[0])
    assert trial.table != deal.table
    assert before == (deal.word, deal.table, [list(hand) for hand in deal.hands], dict(deal.faces))


def test_at_the_end_who_has_lost_its_link_is_waited_for_and_who_has_left_is_not() -> None:
    seats = Seats(2)
    seats.play()
    match, other = seats.all[0].match, seats.all[1].match
    assert not match.all_have_all()  # nobody has said anything yet
    match.hear(Have(other.have.deal, other.have.step - 1, 0, bytes(32)), other.key)
    match.lost(other.key, 0.0)
    assert not match.all_have_all()
    match.hear(other.have, other.key)
    assert match.all_have_all()
    match.hear(Have(other.have.deal, other.have.step - 1, 0, bytes(32)), other.key)
    match.presence.leave(other.key)
    assert match.all_have_all()


def test_at_the_end_a_host_that_came_back_waits_for_all_and_not_only_for_who_came_first() -> None:
    """Which may be its own computer player, who has it from the same disk and goes with it."""
    seats = Seats(3)
    seats.play()
    host, computer, guest = seats.all
    log = host.match.log
    own = tuple(
        signed for signed in log.entries() if signed.entry.author == host.match.player.author
    )
    restored = Restored((), seats.setup, None, tuple(log.entries()), own, None)
    again = Seat(seats, 0, restored, awaits_all=True).match
    for match in (host.match, again):
        match.hear(computer.match.have, computer.match.key)
        assert match.all_have_all() == (match is host.match)
    again.hear(Have(guest.match.have.deal, log.step - 1, 0, bytes(32)), guest.match.key)
    assert not again.all_have_all()
    again.hear(guest.match.have, guest.match.key)
    assert again.all_have_all()


def test_at_the_end_a_host_that_came_back_waits_for_nobody_who_has_left() -> None:
    seats = Seats(3)
    seats.play()
    host, computer, guest = seats.all
    entries = tuple(host.match.log.entries())
    restored = Restored((), seats.setup, None, entries, (), None)
    again = Seat(seats, 0, restored, awaits_all=True).match
    again.hear(computer.match.have, computer.match.key)
    again.presence.leave(guest.match.key)
    assert again.all_have_all()
