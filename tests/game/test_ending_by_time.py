"""Steps of any type that end by time, and two who have waited for each other."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from durak_p2p.cli.telling import ended_json
from durak_p2p.game import EntryType, Log, SignedEntry, next_setup
from durak_p2p.replay import Verdict, verify_replay
from durak_p2p.rules.family import AnyRules, preset_rules
from durak_p2p.rules.shedding import SheddingResult

from .claims import RECORD, finish, is_at, says
from .parting import all_to_all, claims_of, logs_of, play_on, verdict_of, who_moves
from .tables import Record, Table, assert_honest, first_setup, replay_of

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
    done.play(lambda log: is_at(log, EntryType.MOVE) and log.step > 12)
    accused = who_moves(done.log)
    all_to_all(done, claims_of(done, accused))
    assert is_at(done.log, EntryType.SHARES)
    assert done.log.missing() == {accused}
    play_on(done, set())
    state = done.log.state
    assert done.log.complete
    assert state.opened is not None
    assert state.result.reason.value == "time"
    assert state.result.points[state.seat_of(accused)] > 0
    assert verdict_of(done.log) is Verdict.GOOD


def test_who_was_late_and_leaves_before_the_count_has_left() -> None:
    rules = preset_rules("czech-2", {"turn_seconds": 30})
    done = Table(first_setup(rules, "czech limit"), "czech limit")
    done.play(lambda log: is_at(log, EntryType.MOVE) and log.step > 12)
    accused = who_moves(done.log)
    all_to_all(done, claims_of(done, accused))
    leave = done.players[accused].leave()
    assert leave is not None
    all_to_all(done, [leave])
    play_on(done, {accused})
    log = done.players[1 - accused].log
    state = log.state
    assert state.result.reason.value == "left"
    assert state.result.loser == state.seat_of(accused)
    assert ended_json(state) == {"by": "left", "author": accused, "voices": 0}
    assert verdict_of(log) is Verdict.GOOD


# -- two who wait for each other ------------------------------------------------------------------


@pytest.mark.parametrize("preset", ["classic", "czech-1"])
def test_two_who_have_waited_for_each_other_have_no_result(preset: str) -> None:
    rules = preset_rules(preset, {"players": 2} if preset == "classic" else {})
    done = Table(first_setup(rules, "apart", 3), "apart")
    done.play(lambda log: is_at(log, EntryType.SHARES))
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
