"""Deals of one player, summed up: wins, fools, streaks, by opponent and by game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from durak_p2p.game.setup import Setup, SetupPlayer
from durak_p2p.replay.summary import Summary, game_of
from durak_p2p.replay.verify import Verdict
from durak_p2p.rules import Result, Rules
from durak_p2p.rules.family import AnyResult
from durak_p2p.rules.match import WIN_POINTS


class Outcome(StrEnum):
    """What a deal was for one player; ``VOID``: it did not count."""

    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"
    VOID = "void"


@dataclass(frozen=True, slots=True)
class Tally:
    """How often each came out, of the deals that count."""

    won: int
    drawn: int
    lost: int

    @classmethod
    def of(cls, outcomes: Iterable[Outcome]) -> Tally:
        """Count outcomes."""
        counted = list(outcomes)
        won, drawn, lost = map(counted.count, (Outcome.WON, Outcome.DRAWN, Outcome.LOST))
        return cls(won, drawn, lost)

    @property
    def deals(self) -> int:
        """The deals that count."""
        return self.won + self.drawn + self.lost


@dataclass(frozen=True, slots=True)
class Streak:
    """So many deals one after another, all won, drawn or lost."""

    outcome: Outcome
    length: int


@dataclass(frozen=True, slots=True)
class Statistics:
    """The deals of one player.

    ``void`` deals are over and did not count; ``unfinished`` ones have no end in any replay.
    ``fools``: how often the player was the fool (lost with cards in hand, not with a team);
    ``epaulettes``: worn then.  ``streak`` is the current one, ``wins`` and ``losses`` the longest.
    ``opponents`` and ``games`` are told by name, those with most deals first.
    """

    total: Tally
    void: int
    unfinished: int
    fools: int
    epaulettes: int
    streak: Streak | None
    wins: int
    losses: int
    opponents: tuple[tuple[str, Tally], ...]
    games: tuple[tuple[str, Tally], ...]

    @classmethod
    def of(
        cls, replays: Iterable[tuple[datetime, Summary]], is_self: Callable[[SetupPlayer], bool]
    ) -> Statistics:
        """Sum up the deals in which *is_self* knows a player; each once, by its deal id.

        Of several copies the one that says most counts: a good one before an unfinished one.
        Broken replays do not count.
        """
        mine = [_Mine.of(setup, summary, is_self) for setup, summary in _once(replays)]
        deals = [deal for deal in mine if deal is not None]
        over = [deal for deal in deals if deal.verdict is Verdict.GOOD]
        outcomes = [deal.outcome for deal in over if deal.outcome is not Outcome.VOID]
        return cls(
            total=Tally.of(outcomes),
            void=len(over) - len(outcomes),
            unfinished=len(deals) - len(over),
            fools=sum(deal.is_fool for deal in over),
            epaulettes=sum(deal.epaulettes for deal in over),
            streak=_current(outcomes),
            wins=_longest(outcomes, Outcome.WON),
            losses=_longest(outcomes, Outcome.LOST),
            opponents=_by(over, lambda deal: deal.opponents),
            games=_by(over, lambda deal: [deal.game]),
        )


@dataclass(frozen=True, slots=True)
class _Mine:
    """A deal from the player's side."""

    verdict: Verdict
    outcome: Outcome
    is_fool: bool
    epaulettes: int
    opponents: Sequence[str]  # names
    game: str

    @classmethod
    def of(
        cls, setup: Setup, summary: Summary, is_self: Callable[[SetupPlayer], bool]
    ) -> _Mine | None:
        author = next((a for a, player in enumerate(setup.players) if is_self(player)), None)
        if author is None:
            return None
        seats, result = summary.finding.seats, summary.finding.result
        seat = seats.index(author) if seats else None
        is_fool = isinstance(result, Result) and seat is not None and result.fool == seat
        return cls(
            summary.finding.verdict,
            _outcome(result, seat),
            is_fool,
            result.epaulettes if is_fool and isinstance(result, Result) else 0,
            _opponents(setup, seats, author),
            game_of(setup.rules),
        )


def _opponents(setup: Setup, seats: Sequence[int], author: int) -> list[str]:
    """Return the names of the players of other teams.

    Not their keys: computer players, and second programs of one computer, have fresh ones always.
    """
    rules = setup.rules
    others = [other for other in range(len(setup.players)) if other != author]
    if isinstance(rules, Rules) and seats:
        team = rules.team(seats.index(author))
        others = [other for other in others if rules.team(seats.index(other)) != team]
    return [setup.players[other].name for other in others]


def _outcome(result: AnyResult | None, seat: int | None) -> Outcome:
    if result is None or seat is None:
        return Outcome.VOID  # it ended before its cards were dealt, or has not ended
    if isinstance(result, Result):
        if not result.counts:
            return Outcome.VOID
        if not result.points[seat]:
            return Outcome.LOST
        return Outcome.WON if result.points[seat] == WIN_POINTS else Outcome.DRAWN
    if result.winner is None:
        return Outcome.VOID if result.reason.value == "away" else Outcome.DRAWN
    return Outcome.WON if result.winner == seat else Outcome.LOST


def _once(replays: Iterable[tuple[datetime, Summary]]) -> list[tuple[Setup, Summary]]:
    """Return each deal once, in the order in which they were played."""
    best: dict[bytes, tuple[datetime, Setup, Summary]] = {}
    for date, summary in replays:
        verdict, setup = summary.finding.verdict, summary.setup
        if setup is None or verdict is Verdict.BROKEN:
            continue
        known = best.get(setup.deal)
        if known is None:
            best[setup.deal] = date, setup, summary
        else:
            better = known[2] if known[2].finding.verdict is Verdict.GOOD else summary
            best[setup.deal] = min(known[0], date), setup, better
    ordered = sorted(best.values(), key=lambda one: (one[0], one[1].match, one[1].number))
    return [(setup, summary) for _, setup, summary in ordered]


def _current(outcomes: Sequence[Outcome]) -> Streak | None:
    if not outcomes:
        return None
    last, length = outcomes[-1], 0
    for outcome in reversed(outcomes):
        if outcome is not last:
            break
        length += 1
    return Streak(last, length)


def _longest(outcomes: Sequence[Outcome], wanted: Outcome) -> int:
    longest = length = 0
    for outcome in outcomes:
        length = length + 1 if outcome is wanted else 0
        longest = max(longest, length)
    return longest


def _by(
    deals: Sequence[_Mine], labels: Callable[[_Mine], Sequence[str]]
) -> tuple[tuple[str, Tally], ...]:
    """Tally deals by label, small and capital letters alike; shown as it was written last."""
    shown: dict[str, str] = {}
    outcomes: dict[str, list[Outcome]] = {}
    for deal in deals:
        found = {label.casefold(): label for label in labels(deal)}
        shown |= found
        for key in found:
            outcomes.setdefault(key, []).append(deal.outcome)
    tallies = [(shown[key], Tally.of(each)) for key, each in outcomes.items()]
    counted = [(label, tally) for label, tally in tallies if tally.deals]
    return tuple(sorted(counted, key=lambda one: (-one[1].deals, one[0])))
