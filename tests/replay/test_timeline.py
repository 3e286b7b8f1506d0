"""A replay's moments: what happened at each, and how to step through them."""

from __future__ import annotations

from pathlib import Path

import pytest

from durak_p2p.game import Breach, DealBegan, DealEnded, MoveMade, Opened, Progress
from durak_p2p.replay import Verdict, read_frames, verify_replay
from durak_p2p.replay.timeline import BoutClosed, Timeline
from durak_p2p.rules import Deal

SAMPLES = Path(__file__).parents[2] / "replays"
READABLE = sorted(
    path.name for path in SAMPLES.glob("*.durak") if not path.name.startswith("unreadable")
)


def timeline(name: str) -> Timeline:
    return Timeline.read((SAMPLES / name).read_bytes())


@pytest.mark.parametrize("name", READABLE)
def test_watching_changes_no_verdict(name: str) -> None:
    report = timeline(name).report
    plain = verify_replay((SAMPLES / name).read_bytes())
    assert (report.verdict, report.entries, report.fault) == (
        plain.verdict,
        plain.entries,
        plain.fault,
    )


@pytest.mark.parametrize("name", READABLE)
def test_moments_go_forward_and_stop_where_the_file_is_wrong(name: str) -> None:
    line = timeline(name)
    entries = [moment.entry for moment in line.moments]
    assert entries == sorted(entries)
    bouts = [moment.bout for moment in line.moments]
    assert bouts == sorted(bouts)
    assert not any(isinstance(moment.event, Progress) for moment in line.moments)
    breaches = [moment for moment in line.moments if isinstance(moment.event, Breach)]
    assert all(moment is line.moments[-1] for moment in breaches)
    fault = line.report.fault
    if fault is not None and not line.opened:
        assert all(entry <= fault.entry for entry in entries)


def test_a_moment_stays_as_it_was_while_the_deal_goes_on() -> None:
    line = timeline("good-2-players.durak")
    moves = 0
    for moment in line.moments:
        deal = moment.state.deal
        moves += isinstance(moment.event, MoveMade)
        assert len(moment.state.move_steps) == moves
        ended = isinstance(moment.event, DealEnded | Opened)
        if deal is not None and deal.result is not None and not ended:
            # The move that ended it shares its entry with the end.
            assert line.moments[line.moments.index(moment) + 1].entry == moment.entry
    assert isinstance(line.moments[0].event, DealBegan)
    assert line.moments[0].state.deal is None


def test_stepping_stays_within_the_deal() -> None:
    line = timeline("good-2-players.durak")
    assert line.step(0, -1) == 0
    assert line.step(3, 4) == 7
    assert line.step(line.last, 1) == line.last == len(line.moments) - 1


def test_bouts_are_jumped_to_forward_and_back() -> None:
    line = timeline("good-2-players.durak")
    assert [line.moments[place].bout for place in line.bouts] == list(range(len(line.bouts)))
    place, visited = 0, [0]
    while place != line.last:
        place = line.next_bout(place)
        visited.append(place)
    assert visited == [*line.bouts, line.last]
    back = [line.previous_bout(place) for place in line.bouts]
    assert back == [0, *line.bouts[:-1]]
    assert line.previous_bout(line.bouts[2] + 1) == line.bouts[2]


def test_an_empty_deal_can_be_stepped_through() -> None:
    line = timeline("unfinished-set-up.durak")
    assert line.moments == ()
    assert (line.last, line.step(0, 1), line.next_bout(0), line.previous_bout(0)) == (0, 0, 0, 0)


def test_hands_once_opened_are_those_that_the_seats_have_played_from() -> None:
    line = timeline("good-4-players.durak")
    for place, moment in enumerate(line.moments):
        deal = moment.state.deal
        if deal is None:
            assert line.hand(place, 0) == ()
            continue
        for seat in range(4):
            assert line.hidden(place, seat) == 0
            assert len(line.hand(place, seat)) == len(deal.hands[seat])
        if isinstance(moment.event, MoveMade) and moment.event.move.cards:
            seat = moment.event.seat
            laid = set(line.hand(place - 1, seat)) - set(line.hand(place, seat))
            assert laid <= set(moment.event.move.cards)


def test_hands_that_were_not_opened_show_only_what_all_have_seen() -> None:
    line = timeline("good-away.durak")
    assert not line.opened
    place = next(p for p, m in enumerate(line.moments) if m.bout == 1)
    for seat in range(4):
        deal = line.moments[place].state.deal
        assert deal is not None
        assert len(line.hand(place, seat)) + line.hidden(place, seat) == len(deal.hands[seat])
        assert line.hidden(place, seat) >= 4  # of six; one has shown a card, and laid one
        view = line.view(place, seat)
        assert view is not None
        assert view.hand == line.hand(place, seat)


def test_cheats_stand_where_they_were_made_and_only_once_the_deal_is_opened() -> None:
    raw = (SAMPLES / "good-with-cheats.durak").read_bytes()
    line = Timeline.read(raw)
    made = [line.cheat(place) for place in range(len(line.moments))]
    deal = line.report.state and line.report.state.deal
    assert isinstance(deal, Deal)
    assert [cheat for cheat in made if cheat] == deal.cheats
    for place, cheat in enumerate(made):
        if cheat is not None:
            assert line.moments[place].event == MoveMade(cheat.seat, cheat.move)
    cut = Timeline.read(raw[: read_frames(raw).frames[-1].offset])
    assert cut.report.verdict is Verdict.UNFINISHED
    assert not any(cut.cheat(place) for place in range(len(cut.moments)))


def test_where_one_may_cheat_a_bout_is_seen_to_close() -> None:
    line = timeline("good-with-cheats.durak")
    closed = [moment.bout for moment in line.moments if isinstance(moment.event, BoutClosed)]
    assert closed == [1, 2, 3, 4, 5, 6]
