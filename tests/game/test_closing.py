"""How a bout closes where cheating is allowed: all say that they are done, or accuse."""

from __future__ import annotations

import itertools

import pytest

from durak_p2p.game import Breach, EntryType, Event, Judged, Log, SignedEntry
from durak_p2p.game.codec import Value
from durak_p2p.game.steps import CloseStep
from durak_p2p.rules import Phase

from .accusing import CHEAT, CLOSING, OTHER, RECORD, WORD, by, deal_of
from .tables import assert_convicts, snapshot

Said = dict[int, int | None]  # by author: whom it accuses as the bout closes, None: done


def said_in_close(log: Log, said: Said) -> list[SignedEntry]:
    return [
        RECORD.forge(log, author, () if accused is None else (accused,))
        for author, accused in said.items()
    ]


def close(log: Log, said: Said) -> list[Event]:
    """Let all say it; whatever the order in which it comes, all make the same of it."""
    outcomes = []
    for entries in itertools.permutations(said_in_close(log, said)):
        other = RECORD.log_before(CLOSING) if log.step == CLOSING else log
        events = [event for signed in entries for event in other.receive(signed)]
        assert other.breach is None, other.breach
        outcomes.append((events, snapshot(other.state.deal), other.state.log, other))
        if other is log:
            break
    assert all(outcome[:3] == outcomes[0][:3] for outcome in outcomes)
    if log.step == CLOSING:
        for signed in said_in_close(log, said):
            log.receive(signed)
    return outcomes[0][0]


def all_done(log: Log) -> Said:
    return dict.fromkeys(sorted(log.missing()))


def closing() -> Log:
    return RECORD.log_before(CLOSING)


def judgements(events: list[Event]) -> list[tuple[int, int, bool]]:
    """Accuser, accused (authors) and whether it was right."""
    seats = closing().state.seats
    return [
        (seats[event.accusation.seat], seats[event.accusation.accused], event.accusation.right)
        for event in events
        if isinstance(event, Judged)
    ]


def test_all_still_in_write_as_a_bout_closes() -> None:
    assert closing().missing() == {0, 1, 2}


def test_when_all_are_done_the_cheat_stands_for_good() -> None:
    log = closing()
    events = close(log, all_done(log))
    assert judgements(events) == []
    assert deal_of(log).cheats[0].caught_by is None
    assert not isinstance(log.state.step, CloseStep)
    assert deal_of(log).phase is Phase.DRAW


@pytest.mark.parametrize("author", [WORD, OTHER])
def test_one_accuses_as_the_bout_closes_and_what_others_said_is_void(author: int) -> None:
    log = closing()
    events = close(log, {**all_done(log), author: CHEAT})
    assert judgements(events) == [(author, CHEAT, True)]
    assert deal_of(log).bout == 1
    assert deal_of(log).done == set()
    assert isinstance(log.state.step, CloseStep)  # it has taken before: nobody is asked again
    assert log.missing() == {0, 1, 2}
    close(log, all_done(log))
    assert deal_of(log).phase is Phase.DRAW


def test_of_two_who_accuse_the_same_at_once_neither_is_wrong() -> None:
    log = closing()
    events = close(log, {CHEAT: None, WORD: CHEAT, OTHER: CHEAT})
    first = min(WORD, OTHER)
    assert judgements(events) == [(first, CHEAT, True)]
    assert deal_of(log).barred == set()
    # Nor is what the second had said without the word heard after it.
    again = closing()
    close(again, {CHEAT: None, WORD: CHEAT, OTHER: CHEAT})
    entries = said_in_close(again, all_done(again))
    for signed in entries:
        again.receive(signed)
    assert len(deal_of(again).accusations) == 1


def test_accusations_cross() -> None:
    log = closing()
    events = close(log, {WORD: OTHER, OTHER: WORD, CHEAT: None})
    low, high = sorted((WORD, OTHER))
    assert judgements(events) == [(low, high, False), (high, low, False)]
    assert deal_of(log).barred == {log.state.seat_of(WORD), log.state.seat_of(OTHER)}
    log = closing()
    events = close(log, {WORD: CHEAT, CHEAT: WORD, OTHER: WORD})
    assert sorted(judgements(events)) == sorted(
        [(WORD, CHEAT, True), (CHEAT, WORD, False), (OTHER, WORD, False)]
    )
    assert isinstance(log.state.step, CloseStep)
    close(log, all_done(log))
    assert deal_of(log).phase is Phase.DRAW


def test_two_may_accuse_the_same_wrongly() -> None:
    log = closing()
    events = close(log, {WORD: OTHER, CHEAT: OTHER, OTHER: None})
    assert [right for *_, right in judgements(events)] == [False, False]


CLOSE_BODIES: list[tuple[Value, str]] = [
    ((WORD,), "itself"),
    ((3,), "names nobody"),
    ((7,), "names nobody"),
    ((8,), ""),
    ((-1,), ""),
    ((OTHER, OTHER), ""),
    (("0",), ""),
    ((True,), ""),
    ((None,), ""),
    (("done",), ""),
    (OTHER, ""),
    (b"", ""),
    (None, ""),
    ((by(WORD).raw, by(WORD).signature), ""),
]


@pytest.mark.parametrize(("body", "reason"), CLOSE_BODIES)
def test_what_cannot_be_said_as_a_bout_closes_is_its_authors_breach(
    body: Value, reason: str
) -> None:
    log = closing()
    assert_convicts(RECORD, log, RECORD.forge(log, WORD, body), reason)


def test_no_move_and_no_second_word_as_a_bout_closes() -> None:
    log = closing()
    body = ("pass", (), b"", b"")
    assert_convicts(RECORD, log, RECORD.forge(log, WORD, body, type=EntryType.MOVE), "")
    log = closing()
    done, accusing = RECORD.forge(log, WORD, ()), RECORD.forge(log, WORD, (CHEAT,))
    log.receive(done)
    (breach,) = log.receive(accusing)
    assert isinstance(breach, Breach)
    assert breach.author == WORD
    assert breach.equivocation


def test_who_is_barred_can_only_be_done() -> None:
    log = closing()
    close(log, {**all_done(log), OTHER: WORD})
    assert log.missing() == {0, 1, 2}
    assert_convicts(RECORD, log, RECORD.forge(log, OTHER, (CHEAT,)), "wrongly")
