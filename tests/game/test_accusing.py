"""Accusations at the level of the log: what is heard, and what is refused."""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import Any

import pytest

from durak_p2p.game import (
    AccusationError,
    Breach,
    EntryType,
    Judged,
    Log,
    MoveMade,
    SignedAccusation,
)
from durak_p2p.game.accusation import Accusation
from durak_p2p.game.codec import Value, encode
from durak_p2p.game.steps import MoveStep
from durak_p2p.game.steps.accusing import hearing_body
from durak_p2p.rules.family import preset_rules
from durak_p2p.rules.moves import accuse

from .accusing import (
    CHEAT,
    CHEATING,
    CLOSING,
    HEARING,
    OTHER,
    RECORD,
    WORD,
    at_a_move,
    by,
    deal_of,
    heard,
    hearing,
    refused,
)
from .tables import Table, assert_convicts, first_setup

# -- what is heard ------------------------------------------------------------------------------


@pytest.mark.parametrize("author", [WORD, OTHER])
def test_an_accusation_is_heard_by_who_has_the_word_whoever_makes_it(author: int) -> None:
    log = RECORD.log_before(HEARING)
    events = heard(log, by(author))
    seat_of = log.state.seat_of
    (judged,) = events
    assert isinstance(judged, Judged)
    assert judged.accusation.right
    assert judged.accusation.seat == seat_of(author)
    assert judged.accusation.accused == seat_of(CHEAT)
    assert deal_of(log).cheats[0].caught_by == seat_of(author)
    assert deal_of(log).taken


def test_who_has_the_word_can_accuse_by_a_move() -> None:
    log = RECORD.log_before(HEARING)
    move = accuse(log.state.seat_of(CHEAT))
    events = log.receive(RECORD.forge(log, WORD, (move.text, (), b"", b"")))
    assert [type(event) for event in events] == [MoveMade, Judged]
    by_hearing = RECORD.log_before(HEARING)
    heard(by_hearing, by(WORD))
    assert deal_of(log).accusations == deal_of(by_hearing).accusations
    assert deal_of(log).table == deal_of(by_hearing).table


def test_the_accused_itself_may_have_to_hear_it() -> None:
    log = RECORD.log_before(CHEATING)
    assert log.missing() == {CHEAT}
    (judged,) = heard(log, by(OTHER))
    assert isinstance(judged, Judged)
    assert not judged.accusation.right  # nothing lies there yet
    assert log.missing() == {CHEAT}


def test_what_another_said_wrongly_of_the_same_does_not_make_it_moot() -> None:
    log = RECORD.log_before(CHEATING)
    early = by(WORD)
    heard(log, by(OTHER))
    events = heard(log, early)
    assert isinstance(events[0], Judged)
    assert len(deal_of(log).accusations) == 2


# -- what is refused ----------------------------------------------------------------------------

FIELDS: dict[str, Any] = {
    "setup": bytes(32),
    "bout": 2,
    "judged": 1,
    "author": WORD,
    "accused": WORD,
}


def test_a_forged_accusation_is_the_hearers_breach() -> None:
    said = by(OTHER).accusation
    for signed in (
        said.sign(RECORD.identities[WORD]),
        SignedAccusation(by(OTHER).raw, bytes(64)),
        SignedAccusation(by(OTHER).raw, by(OTHER, WORD).signature),
        SignedAccusation(by(OTHER).raw, RECORD.identities[OTHER].sign(by(OTHER).raw)),
    ):
        refused(RECORD.log_before(HEARING), signed, "not the author's")


@pytest.mark.parametrize("field", FIELDS)
def test_no_field_can_be_changed(field: str) -> None:
    signed = by(OTHER)
    changed = replace(signed.accusation, **{field: FIELDS[field]}).sign(RECORD.identities[OTHER])
    tampered = SignedAccusation(changed.raw, signed.signature)
    refused(RECORD.log_before(HEARING), tampered, "")
    with pytest.raises(AccusationError):
        tampered.verify(RECORD.setup.players[OTHER].key)


def test_another_deals_or_bouts_accusation_is_refused() -> None:
    for changes in ({"setup": bytes(32)}, {"bout": 2}):
        refused(RECORD.log_before(HEARING), by(OTHER, **changes), "another bout")
    for step in range(CLOSING + 1, len(RECORD.steps)):
        log = RECORD.log_before(step)
        if isinstance(log.state.step, MoveStep) and deal_of(log).bout == 2:
            refused(log, by(OTHER), "another bout")  # too late: the cheat stands for good
            return
    raise AssertionError("there is no second bout")


def word_passes(log: Log) -> int:
    """Let who has the word pass; return who has it then."""
    (word,) = log.missing()
    log.receive(RECORD.forge(log, word, ("pass", (), b"", b"")))
    assert log.breach is None
    assert isinstance(log.state.step, MoveStep)
    (then,) = log.missing()
    return then


def test_the_same_bytes_are_not_heard_twice() -> None:
    wrong = by(OTHER, WORD)
    log = RECORD.log_before(HEARING)
    heard(log, wrong)
    assert log.missing() == {WORD}
    refused(log, wrong, "accused again since")
    log = RECORD.log_before(HEARING)
    heard(log, wrong)
    assert word_passes(log) != WORD
    refused(log, wrong, "accused again since")
    log = RECORD.log_before(HEARING)
    heard(log, by(OTHER))
    refused(log, by(OTHER), "accused again since")


def test_what_has_become_moot_is_refused() -> None:
    log = RECORD.log_before(HEARING)
    heard(log, by(OTHER))
    refused(log, by(WORD), "judged for it already")
    log = RECORD.log_before(HEARING)
    heard(log, by(WORD, OTHER))
    refused(log, by(WORD), "accused again since")


def test_nobody_has_seen_what_was_not_judged() -> None:
    for judged in (1, 2, 1000):
        refused(RECORD.log_before(HEARING), by(OTHER, judged=judged), "there were none")


def test_who_accused_wrongly_is_barred() -> None:
    log = RECORD.log_before(HEARING)
    heard(log, by(OTHER, WORD))
    refused(log, by(OTHER, judged=1), "wrongly")


def test_nobody_accuses_itself_or_nobody() -> None:
    refused(RECORD.log_before(HEARING), by(OTHER, OTHER), "Nobody accuses itself.")
    for number in (3, 7):
        refused(RECORD.log_before(HEARING), by(OTHER, number), "names nobody")
    log = RECORD.log_before(HEARING)
    stranger = replace(by(OTHER).accusation, author=3).sign(RECORD.identities[OTHER])
    refused(log, stranger, "names nobody")


def with_one_out() -> tuple[Log, int]:
    for step in range(HEARING, len(RECORD.steps)):
        log = RECORD.log_before(step)
        if isinstance(log.state.step, MoveStep) and deal_of(log).out:
            return log, log.state.seats[deal_of(log).out[0]]
    raise AssertionError("nobody goes out")


def test_who_is_out_neither_accuses_nor_is_accused() -> None:
    log, out = with_one_out()
    (word,) = log.missing()
    bout = deal_of(log).bout
    refused(log, by(word, out, bout=bout), "not in the deal")
    log, _ = with_one_out()
    refused(log, by(out, word, bout=bout), "out of the deal")


BODIES: list[Value] = [
    (),
    (by(OTHER).raw,),
    (by(OTHER).raw, by(OTHER).signature, ()),
    ("text", by(OTHER).signature),
    (by(OTHER).raw, 5),
    (by(OTHER).raw, by(OTHER).signature[:-1]),
    (by(OTHER).raw, by(OTHER).signature + b"\0"),
    (by(OTHER).raw[:-1], by(OTHER).signature),
    (by(OTHER).raw + b"\0", by(OTHER).signature),
    (bytes(65), by(OTHER).signature),
    (encode((1, 2, 3)), bytes(64)),
    (encode((RECORD.setup.hash, 1, 0, OTHER, CHEAT, 0)), bytes(64)),
    (encode((RECORD.setup.hash, 0, 0, OTHER, CHEAT)), bytes(64)),
    (encode((RECORD.setup.hash, 1, 0, True, CHEAT)), bytes(64)),
    (encode((RECORD.setup.hash, 1, 0, 8, CHEAT)), bytes(64)),
    (encode((RECORD.setup.hash[:-1], 1, 0, OTHER, CHEAT)), bytes(64)),
    None,
    b"",
    1,
]


@pytest.mark.parametrize("number", range(len(BODIES)))
def test_a_hearing_that_is_none_is_its_authors_breach(number: int) -> None:
    log = RECORD.log_before(HEARING)
    signed = RECORD.forge(log, WORD, BODIES[number], type=EntryType.HEAR)
    assert_convicts(RECORD, log, signed, "")


def test_only_who_has_the_word_hears() -> None:
    for author in (OTHER, CHEAT):
        log = RECORD.log_before(HEARING)
        body = hearing_body(by(OTHER))
        signed = RECORD.forge(log, author, body, type=EntryType.HEAR)
        assert_convicts(RECORD, log, signed, "not the author's to write")
    for type_ in (EntryType.COMMIT, EntryType.SHARES, EntryType.CLOSE, EntryType.OPEN):
        log = RECORD.log_at(type_)
        author = min(log.missing())
        signed = RECORD.forge(log, author, hearing_body(by(OTHER)), type=EntryType.HEAR)
        assert_convicts(RECORD, log, signed, "not the author's to write")


@pytest.mark.parametrize("preset", ["classic", "pentagon"])
def test_nobody_is_heard_where_nobody_cheats(preset: str) -> None:
    setup = first_setup(preset_rules(preset, {"players": 2}), preset)
    record = Table(setup, preset).play(at_a_move).record()
    log = record.log_before(len(record.steps))
    (word,) = log.missing()
    said = Accusation(record.setup.hash, 1, 0, 1 - word, word).sign(record.identities[1 - word])
    signed = record.forge(log, word, hearing_body(said), type=EntryType.HEAR)
    assert_convicts(record, log, signed, "Nobody cheats at this table")


def test_a_move_and_a_hearing_for_one_step_are_equivocation() -> None:
    move = RECORD.steps[HEARING][0]
    hear = hearing(RECORD.log_before(HEARING), by(OTHER))
    for first, second in itertools.permutations((move, hear)):
        for step in (HEARING - 1, HEARING):
            log = RECORD.log_before(step)
            log.receive(first)
            log.receive(second)
            assert log.breach is not None
            assert log.breach.author == WORD
            assert log.breach.equivocation


def test_two_hearings_for_one_step_are_equivocation() -> None:
    log = RECORD.log_before(HEARING)
    one, another = hearing(log, by(OTHER)), hearing(log, by(WORD))
    log.receive(one)
    (breach,) = log.receive(another)
    assert isinstance(breach, Breach)
    assert breach.equivocation


def test_an_accusation_by_a_move_is_judged_as_any() -> None:
    log = RECORD.log_before(HEARING)
    for seat, reason in ((log.state.seat_of(WORD), "itself"), (3, "not in the deal")):
        at = RECORD.log_before(HEARING)
        signed = RECORD.forge(at, WORD, (f"accuse {seat}", (), b"", b""))
        assert_convicts(RECORD, at, signed, reason)
    heard(log, by(WORD, OTHER))
    move = accuse(log.state.seat_of(CHEAT))
    assert_convicts(RECORD, log, RECORD.forge(log, WORD, (move.text, (), b"", b"")), "wrongly")


def test_done_is_no_move_while_the_bout_goes_on() -> None:
    log = RECORD.log_before(HEARING)
    assert_convicts(RECORD, log, RECORD.forge(log, WORD, ("done", (), b"", b"")), "not over")
