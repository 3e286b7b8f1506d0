"""A replay in short: who played what, how it ended, and what its verification says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from durak_p2p.game import Setup, SetupError
from durak_p2p.replay.file import NotAReplay, read_frames
from durak_p2p.replay.verify import Verdict, verify_replay
from durak_p2p.rules import Result, RulesError
from durak_p2p.rules.family import ALL_PRESETS, AnyResult, AnyRules, preset_rules
from durak_p2p.rules.shedding import SheddingResult, SheddingRules
from durak_p2p.rules.shedding.state import Reason as SheddingReason
from durak_p2p.rules.state import Reason


@dataclass(frozen=True, slots=True)
class Finding:
    """What the verification of a replay has found, as far as a summary needs it.

    ``seats[i]`` is the author on seat i, () before the lot.  ``fault`` is the number of the frame
    at which the replay is broken; None where it is not.
    """

    verdict: Verdict
    entries: int
    seats: tuple[int, ...]
    result: AnyResult | None
    fault: int | None = None

    @classmethod
    def of(cls, data: bytes) -> Finding:
        """Verify a replay.  Raises :class:`NotAReplay`."""
        report = verify_replay(data)
        state, fault = report.state, report.fault
        return cls(
            report.verdict,
            report.entries,
            state.seats if state is not None else (),
            state.result if state is not None else None,
            fault.entry if fault is not None else None,
        )

    def to_json(self) -> dict[str, Any]:
        """Return it as a JSON object, to be remembered."""
        return {
            "verdict": self.verdict.value,
            "entries": self.entries,
            "seats": list(self.seats),
            "result": None if self.result is None else _result_json(self.result),
            "fault": self.fault,
        }

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> Finding:
        """Read what :meth:`to_json` gave.

        Raises ``KeyError``, ``TypeError`` or ``ValueError`` if it is not that.
        """
        result, fault = value["result"], value["fault"]
        return cls(
            Verdict(value["verdict"]),
            int(value["entries"]),
            tuple(map(int, value["seats"])),
            None if result is None else _read_result(result),
            None if fault is None else int(fault),
        )


def _result_json(result: AnyResult) -> dict[str, Any]:
    if isinstance(result, SheddingResult):
        return {
            "winner": result.winner,
            "points": list(result.points),
            "score": list(result.score),
            "loser": result.loser,
            "reason": result.reason.value,
        }
    return {
        "fool": result.fool,
        "points": list(result.points),
        "epaulettes": result.epaulettes,
        "reason": result.reason.value,
    }


def _read_result(value: Mapping[str, Any]) -> AnyResult:
    points = tuple(map(int, value["points"]))
    if "winner" in value:
        (first, second), (one, other) = points, map(int, value["score"])
        reason = SheddingReason(value["reason"])
        return SheddingResult(
            value["winner"], (first, second), (one, other), value["loser"], reason
        )
    return Result(value["fool"], points, int(value["epaulettes"]), Reason(value["reason"]))


@dataclass(frozen=True, slots=True)
class Summary:
    """A replay in short.  ``setup`` is None where the file has no whole one."""

    setup: Setup | None
    finding: Finding

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, told apart, by seat once seats are drawn."""
        if self.setup is None:
            return ()
        names = self.setup.names
        return tuple(names[author] for author in self.finding.seats or range(len(names)))

    @property
    def loser(self) -> int | None:
        """The seat of the fool, or in the shedding family of who has lost the deal."""
        match self.finding.result:
            case Result(fool):
                return fool
            case SheddingResult(winner) if winner is not None:
                return 1 - winner
            case _:
                return None


def read_setup(data: bytes) -> Setup | None:
    """Return the set-up in a replay's bytes, unverified; None if there is no whole one.

    Raises :class:`NotAReplay` for another kind of file.
    """
    frames = read_frames(data).frames
    if not frames:
        return None
    try:
        return Setup.decode(frames[0].payload)
    except SetupError:
        return None


#: What every game of the beating family is called that is no preset: by its variant.
VARIANTS: Final = ("throw-in", "transfer", "simple")


def game_of(rules: AnyRules) -> str:
    """Return the word for a table's game: the preset whose rules they are, else the variant."""
    if isinstance(rules, SheddingRules):
        return rules.preset
    for name in ALL_PRESETS:
        try:
            if preset_rules(name, {"players": rules.players}) == rules:
                return name
        except RulesError:
            continue  # it is not for so many
    return rules.variant


__all__ = ["VARIANTS", "Finding", "NotAReplay", "Summary", "game_of", "read_setup"]
