"""Matches: who deals and leads next, and what everyone has won (rules 1.1, 1.3)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from durak_p2p.rules.options import Rules
from durak_p2p.rules.seating import clockwise
from durak_p2p.rules.state import Result

WIN_POINTS = 2
WIN_PURSE = 10


@dataclass(frozen=True, slots=True)
class NextDeal:
    """The dealer's seat, and the seat that leads (None: as the first lead is found)."""

    dealer: int
    lead: int | None


def next_deal(rules: Rules, dealt: NextDeal, result: Result, out: Sequence[int]) -> NextDeal:
    """Who deals and leads after a deal.

    Args:
        rules: the table's rules.
        dealt: who dealt and led the deal that is over.
        result: how it ended.
        out: the seats in the order in which they went out.
    """
    if not result.counts:
        return dealt
    if result.fool is None:
        return NextDeal(dealt.dealer, None)
    fool = result.fool
    if rules.teams != "none":
        return NextDeal(fool, _winning_team_leads(rules, fool, out))
    match rules.next_lead:
        case "left-of-fool":
            lead = (fool + 1) % rules.players
        case "right-of-fool":
            lead = (fool - 1) % rules.players
        case "winner":
            lead = out[0] if out else (fool + 1) % rules.players
        case _:  # lowest-trump
            return NextDeal(fool, None)
    return NextDeal(fool, lead)


def _winning_team_leads(rules: Rules, dealer: int, out: Sequence[int]) -> int:
    """The member nearest left of the dealer of the first team without cards.

    Where none is without (the fool overran its time) all other teams have won alike.
    """
    winner = next(
        (rules.team(seat) for at, seat in enumerate(out) if _all_out(rules, seat, out[: at + 1])),
        None,
    )
    for seat in clockwise(dealer + 1, rules.players):
        if rules.team(seat) == winner or (winner is None and _against(rules, seat, dealer)):
            return seat
    raise AssertionError("a team has members")


def _all_out(rules: Rules, seat: int, out: Sequence[int]) -> bool:
    team = rules.team(seat)
    return all(other in out for other in range(rules.players) if rules.team(other) == team)


def _against(rules: Rules, seat: int, other: int) -> bool:
    return rules.team(seat) != rules.team(other)


@dataclass(frozen=True, slots=True)
class Standings:
    """What the deals of a match have brought, by seat.

    `points` as in each result; `purse`: 10 for each win, where the rules have it; `fools`: deals
    lost; `epaulettes`: all together. `deals` counts all, `draws` and `replays` (which count
    nothing) are among them.
    """

    points: tuple[int, ...]
    purse: tuple[int, ...]
    fools: tuple[int, ...]
    epaulettes: tuple[int, ...]
    deals: int
    draws: int
    replays: int

    @classmethod
    def of(cls, rules: Rules, results: Iterable[Result]) -> "Standings":
        """The standings after deals with these results."""
        results = list(results)
        seats = range(rules.players)
        pays = WIN_PURSE if rules.scoring == "points-and-purse" else 0
        return cls(
            points=tuple(sum(result.points[seat] for result in results) for seat in seats),
            purse=tuple(
                sum(pays for result in results if result.points[seat] == WIN_POINTS)
                for seat in seats
            ),
            fools=tuple(sum(result.fool == seat for result in results) for seat in seats),
            epaulettes=tuple(
                sum(result.epaulettes for result in results if result.fool == seat)
                for seat in seats
            ),
            deals=len(results),
            draws=sum(r.fool is None and r.counts for r in results),
            replays=sum(not r.counts for r in results),
        )
