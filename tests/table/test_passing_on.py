"""What a match sends on of what it hears, and what it answers."""

from __future__ import annotations

import pytest

from durak_p2p.game import Entry, EntryType, SignedEntry
from durak_p2p.table.messages import Carry, Have, MessageError

from .seats import Seats, at_a_move


def test_a_broken_log_passes_nothing_on() -> None:
    seats, mover = at_a_move()
    other = (mover + 1) % 3
    match = seats.all[other].match
    log = match.log
    bad = Entry(log.setup.deal, log.step, mover, EntryType.OPEN, log.state.log, ())
    match.take(bad.sign(seats.identities[mover]), None, 0.0)
    assert match.broken
    seats.all[other].sent.clear()
    forged = SignedEntry(
        Entry(log.setup.deal, log.step, other, EntryType.MOVE, bytes(32), ()).encode(), bytes(64)
    )
    match.take(forged, seats.all[mover].match.key, 0.0)
    assert Carry(forged) not in seats.all[other].sent


def next_entry(seats: Seats, author: int) -> SignedEntry:
    """An entry that the log waits for, which nobody has heard yet."""
    signed = seats.all[author].match.owed()
    assert signed is not None
    return signed


def test_what_takes_long_to_judge_is_sent_on_before_and_once() -> None:
    seats = Seats(3)
    seats.play(2)
    (author,) = seats.all[0].match.log.missing()
    here, signed = seats.all[(author + 1) % 3], next_entry(seats, author)
    assert signed.entry.type is EntryType.SHUFFLE
    here.match.pass_on(signed, seats.all[author].match.key)
    assert here.sent[-1] == Carry(signed)
    assert here.match.log.step == 2
    sent = len(here.sent)
    here.match.take(signed, seats.all[author].match.key, 0.0)
    assert here.match.log.step == 3
    assert Carry(signed) not in here.sent[sent:]
    here.match.pass_on(signed, seats.all[author].match.key)
    assert Carry(signed) not in here.sent[sent:]


def test_what_its_author_has_not_signed_is_not_sent_on() -> None:
    seats = Seats(3)
    seats.play(2)
    (author,) = seats.all[0].match.log.missing()
    here, signed = seats.all[(author + 1) % 3], next_entry(seats, author)
    sent = len(here.sent)
    with pytest.raises(MessageError):
        here.match.pass_on(SignedEntry(signed.raw, bytes(64)), seats.all[author].match.key)
    assert here.sent[sent:] == []


def test_what_is_not_waited_for_is_judged_before_it_is_sent_on() -> None:
    seats = Seats(3)
    seats.play(2)
    (author,) = seats.all[0].match.log.missing()
    here, log = seats.all[(author + 1) % 3], seats.all[0].match.log
    sent = len(here.sent)
    another = (author + 1) % 3
    for step, before, by in (
        (3, log.state.log, author),
        (2, bytes(32), author),
        (2, log.state.log, another),
    ):
        entry = Entry(log.setup.deal, step, by, EntryType.SHUFFLE, before, ())
        here.match.pass_on(entry.sign(seats.identities[by]), seats.all[author].match.key)
    assert here.sent[sent:] == []


def test_who_knows_no_such_deal_tells_how_the_last_one_ended() -> None:
    seats = Seats(2)
    seats.play()
    match = seats.all[0].match
    answers = match.hear(Have(bytes(16), 3, 0, bytes(32)), seats.all[1].match.key)
    assert answers == [match.have]
