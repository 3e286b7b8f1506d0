"""Deals of one match: a later one follows from the one before, or is told not to."""

from __future__ import annotations

from dataclasses import replace

from game.tables import Table, first_setup
from game.test_families import replay_of

from durak_p2p.game import Setup, next_setup
from durak_p2p.replay import Report, Verdict, check_matches, verify_replay
from durak_p2p.rules.family import preset_rules


def played(setup: Setup) -> tuple[Setup | None, Report]:
    table = Table(setup, "a match").play()
    return next_setup(table.log), verify_replay(replay_of(table.log))


def start(preset: str = "classic") -> Setup:
    return first_setup(preset_rules(preset, {"deck": 24}), "a match", deals=3)


def test_deals_that_follow_are_good_in_any_order() -> None:
    second, first_report = played(start())
    assert second is not None
    third, second_report = played(second)
    assert third is not None
    _, third_report = played(third)
    reports = [third_report, first_report, second_report]
    assert check_matches(reports) == reports
    assert {report.verdict for report in reports} == {Verdict.GOOD}
    assert third_report.state is not None
    assert third_report.state.setup.number == 3


def test_a_deal_with_another_dealer_or_lead_does_not_follow() -> None:
    second, first_report = played(start())
    assert second is not None
    for wrong in (
        replace(second, dealer=1 - (second.dealer or 0)),
        replace(second, lead=1 - (second.lead or 0)),
        replace(second, players=second.players[::-1]),
    ):
        _, report = played(wrong)
        assert report.verdict is Verdict.GOOD, "alone it cannot be known"
        judged = check_matches([first_report, report])
        assert [one.verdict for one in judged] == [Verdict.GOOD, Verdict.BROKEN]
        fault = judged[1].fault
        assert fault is not None
        assert (fault.entry, fault.proven, fault.by_all) == (0, False, True)


def test_a_deal_whose_predecessor_is_not_here_is_left_as_it_is() -> None:
    second, _ = played(start())
    assert second is not None
    _, report = played(second)
    assert check_matches([report]) == [report]
