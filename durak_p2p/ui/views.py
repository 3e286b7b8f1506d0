"""A seat's view of a deal in a few lines, whichever family is played."""

from __future__ import annotations

from durak_p2p.rules import Deal
from durak_p2p.rules.family import AnyDeal, AnyView
from durak_p2p.rules.shedding import SheddingDeal, SheddingView
from durak_p2p.ui import beating, shedding
from durak_p2p.ui.names import Names


def hand_text(view: AnyView) -> str:
    """Return the own hand in a line."""
    if isinstance(view, SheddingView):
        return shedding.hand_text(view)
    return beating.hand_text(view)


def turn_text(view: AnyView, names: Names) -> str:
    """Return what somebody needs to know whose turn it is."""
    if isinstance(view, SheddingView):
        return shedding.turn_text(view, names)
    return beating.turn_text(view, names)


def table_text(view: AnyView, names: Names) -> str:
    """Return all that a seat sees."""
    if isinstance(view, SheddingView):
        return shedding.table_text(view, names)
    return beating.table_text(view, names)


def to_do_text(deal: AnyDeal) -> str:
    """Return what whoever has the word is to do: "to lead"."""
    if isinstance(deal, SheddingDeal):
        return shedding.TO_DO.get(deal.phase, "to move")
    assert isinstance(deal, Deal)
    return beating.TO_DO.get(deal.phase, "to move")


def bout_of(deal: AnyDeal) -> int:
    """Return the bout that is played; 0 in games without bouts."""
    return deal.bout if isinstance(deal, Deal) else 0
