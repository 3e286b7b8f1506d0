"""What one seat may see of a deal. Nothing hidden is in it, for it is made from public things."""

from collections.abc import Mapping
from dataclasses import dataclass

from durak_p2p.cards import Card, sort_hand
from durak_p2p.rules.deal import Deal
from durak_p2p.rules.moves import Move
from durak_p2p.rules.options import Rules
from durak_p2p.rules.records import Cheat
from durak_p2p.rules.state import NO_SEAT, Phase, Result


@dataclass(frozen=True, slots=True)
class View:
    """A deal as one seat sees it, or a spectator (`seat` None).

    `counts`: how many cards each seat holds. `known`: by seat, the cards of its hand that all have
    seen. `legal`: this seat's lawful moves, if it has the word or owes a `done`. `cheats`: what was
    against the rules, told when the deal is over. The other fields are those of the deal
    (protocol/rules.md).
    """

    rules: Rules
    seat: int | None
    hand: tuple[Card, ...]
    legal: tuple[Move, ...]
    counts: tuple[int, ...]
    known: tuple[tuple[Card, ...], ...]
    table: tuple[tuple[Card, Card | None], ...]
    trump: str | None
    turned: Card | None
    stock: int
    discard: int
    phase: Phase
    word: int | None
    lead: int | None
    defender: int | None
    limit: int | None
    taken: bool
    passed: tuple[int, ...]
    done: tuple[int, ...]
    barred: tuple[int, ...]
    bout: int
    out: tuple[int, ...]
    result: Result | None
    dealer: int
    cheats: tuple[Cheat, ...]


def view_of(deal: Deal, seat: int | None, hand: Mapping[int, Card] | None = None) -> View:
    """The view of a seat, whose own faces are given by position; `seat` None: a spectator's.

    Of `hand` only positions in the seat's hand are used. A card of the hand that neither `hand`
    nor the table has told (it is being drawn) is left out.
    """
    own: list[Card] = []
    if seat is not None:
        told = {**(hand or {}), **deal.faces}
        own = sort_hand(told[position] for position in deal.hands[seat] if position in told)
    asked = seat is not None and (deal.word == seat or seat in deal.owing)
    return View(
        rules=deal.rules,
        seat=seat,
        hand=tuple(own),
        legal=tuple(deal.legal(own)) if asked else (),
        counts=tuple(map(len, deal.hands)),
        known=tuple(
            tuple(sort_hand(deal.faces[p] for p in held if p in deal.faces)) for held in deal.hands
        ),
        table=deal.table,
        trump=deal.trump,
        turned=deal.turned,
        stock=deal.stock,
        discard=deal.discard,
        phase=deal.phase,
        word=deal.word,
        lead=None if deal.lead == NO_SEAT else deal.lead,
        defender=None if deal.defender == NO_SEAT else deal.defender,
        limit=deal.limit,
        taken=deal.taken,
        passed=tuple(deal.passed),
        done=tuple(sorted(deal.done)),
        barred=tuple(sorted(deal.barred)),
        bout=deal.bout,
        out=tuple(deal.out),
        result=deal.result,
        dealer=deal.dealer,
        cheats=tuple(deal.cheats) if deal.phase is Phase.OVER else (),
    )
