"""A seat's view of a deal in a few lines, whichever family is played."""

from __future__ import annotations

from durak_p2p.rules import Deal
from durak_p2p.rules.family import AnyDeal, AnyView
from durak_p2p.rules.shedding import SheddingDeal, SheddingView
from durak_p2p.texts import Text
from durak_p2p.ui import beating, beating_view, shedding
from durak_p2p.ui.names import Names


def hand_text(view: AnyView) -> Text:
    """Return the own hand in a line."""
    if isinstance(view, SheddingView):
        return shedding.hand_text(view)
    return beating_view.hand_text(view)


def turn_text(view: AnyView, names: Names) -> Text:
    """Return what somebody needs to know whose turn it is."""
    if isinstance(view, SheddingView):
        return shedding.turn_text(view, names)
    return beating_view.turn_text(view, names)


def table_text(view: AnyView, names: Names) -> Text:
    """Return all that a seat sees."""
    if isinstance(view, SheddingView):
        return shedding.table_text(view, names)
    return beating_view.table_text(view, names)


def turn_of(names: Names, seat: int, deal: AnyDeal) -> Text:
    """Return that it is the turn of *seat*, and to do what: "Anna's turn to lead."."""
    if isinstance(deal, SheddingDeal):
        return shedding.turn_of(names, seat, deal.phase)
    assert isinstance(deal, Deal)
    return beating.turn_of(names, seat, deal.phase)


def bout_of(deal: AnyDeal) -> int:
    """Return the bout that is played; 0 in games without bouts."""
    return deal.bout if isinstance(deal, Deal) else 0
