"""What one seat may see of a deal. Nothing hidden is in it, for it is made from public things."""

from collections.abc import Mapping
from dataclasses import dataclass

from durak_p2p.cards import Card, sort_hand
from durak_p2p.rules.shedding.deal import SheddingDeal
from durak_p2p.rules.shedding.moves import Move
from durak_p2p.rules.shedding.options import SheddingRules
from durak_p2p.rules.shedding.state import Phase, SheddingResult


@dataclass(frozen=True, slots=True)
class SheddingView:
    """A deal as one seat sees it, or a spectator (`seat` None).

    `counts`: how many cards each seat holds. `known`: by seat, the cards of its hand that all have
    seen. `legal`: this seat's lawful moves, if it has the word. `suit`: the suit to follow. The
    other fields are those of the deal (protocol/rules.md).
    """

    rules: SheddingRules
    seat: int | None
    hand: tuple[Card, ...]
    legal: tuple[Move, ...]
    counts: tuple[int, ...]
    known: tuple[tuple[Card, ...], ...]
    top: Card | None
    suit: str | None
    stock: int
    pile: int
    owed: int
    drawn: bool
    turned: Card | None
    turnovers: int
    phase: Phase
    word: int | None
    dealer: int
    lead: int
    scores: tuple[int, int]
    result: SheddingResult | None


def view_of(
    deal: SheddingDeal, seat: int | None, hand: Mapping[int, Card] | None = None
) -> SheddingView:
    """The view of a seat, whose own faces are given by position; `seat` None: a spectator's.

    Of `hand` only positions in the seat's hand are used. A card of the hand that neither `hand`
    nor the table has told (it is being drawn) is left out.
    """
    own: list[Card] = []
    if seat is not None:
        told = {**(hand or {}), **deal.faces}
        own = sort_hand(told[position] for position in deal.hands[seat] if position in told)
    has_word = seat is not None and deal.word == seat
    return SheddingView(
        rules=deal.rules,
        seat=seat,
        hand=tuple(own),
        legal=tuple(deal.legal(own)) if has_word else (),
        counts=tuple(map(len, deal.hands)),
        known=tuple(
            tuple(sort_hand(deal.faces[p] for p in held if p in deal.faces)) for held in deal.hands
        ),
        top=deal.top,
        suit=deal.suit,
        stock=deal.stock,
        pile=deal.pile,
        owed=deal.owed,
        drawn=deal.drawn,
        turned=deal.turned,
        turnovers=deal.turnovers,
        phase=deal.phase,
        word=deal.word,
        dealer=deal.dealer,
        lead=deal.lead,
        scores=deal.scores,
        result=deal.result,
    )
