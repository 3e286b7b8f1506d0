"""Deals of one match: whether a later one follows from the one before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from durak_p2p.game import Log, next_setup
from durak_p2p.replay.verify import Fault, Report, Verdict
from durak_p2p.texts import text


def check_matches(reports: Sequence[Report]) -> list[Report]:
    """Judge reports together: a deal must follow from the deal before, if that is here.

    Who deals, who leads, the seats, the rules and the scores of a later deal are all given by the
    log of the deal before (rules 1.3, 4.1 rule 2).  Deals whose predecessor is not among the
    reports are left as they are.
    """
    complete = {
        report.log.state.log: report.log
        for report in reports
        if report.verdict is Verdict.GOOD and report.log is not None
    }
    return [_check(report, complete.get(_previous(report))) for report in reports]


def _previous(report: Report) -> bytes:
    return report.state.setup.previous if report.state is not None else b""


def _check(report: Report, before: Log | None) -> Report:
    if before is None or report.verdict is Verdict.BROKEN or report.state is None:
        return report
    coming = next_setup(before)
    if coming is not None and coming.raw == report.state.setup.raw:
        return report
    reason = text("The deal does not follow from the one before it in the match.")
    fault = Fault(0, None, reason, proven=False, by_all=True)
    return replace(report, verdict=Verdict.BROKEN, fault=fault)
