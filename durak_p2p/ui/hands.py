"""What comes into the own hand, and the hand then, told from the news."""

from __future__ import annotations

from collections.abc import Callable

from durak_p2p.cards import Card
from durak_p2p.game import CardsDealt, Judged, Log, MoveMade
from durak_p2p.rules.family import AnyView
from durak_p2p.table.news import DealNews
from durak_p2p.texts import Text, cards_text, text
from durak_p2p.ui.hand_order import hand_order, in_hand_order, trump_of
from durak_p2p.ui.views import hand_text


class Hands:
    """Follows the news of deals, and notices what has come into our hand."""

    def __init__(self, view: Callable[[], AnyView | None], sorting: str) -> None:
        """*view* returns what we see; *sorting* is what hands are sorted by, "suit" or "rank"."""
        self._view = view
        self._sorting = sorting
        self._log: Log | None = None  # of which
        self._held: frozenset[Card] = frozenset()

    def after(self, news: DealNews, own: int | None, taker: int | None) -> list[Text]:
        """Return what has come into the hand of seat *own*, and the hand, unless our turn tells it.

        *taker* is the seat that has picked up a bout's cards with these news, if one has.
        """
        event, deal = news.event, news.log.state.deal
        if own is None or deal is None:
            return []
        has_drawn = isinstance(event, CardsDealt) and event.counts[own] > 0
        has_taken = taker == own
        has_laid = isinstance(event, MoveMade) and event.seat == own
        if not (has_drawn or has_taken or has_laid or isinstance(event, Judged)):
            return []
        view = self._view()
        if view is None:
            return []
        held = self._held if self._log is news.log else frozenset()
        self._log, self._held = news.log, frozenset(view.hand)
        told: list[Text] = []
        drawn = hand_order(self._held - held, trump_of(view), self._sorting)
        if has_drawn and held and drawn:
            told.append(text("You draw {cards}.", cards=cards_text(drawn)))
        comes_in = (has_drawn or has_taken) and bool(view.hand)
        if comes_in and deal.word != own and deal.result is None:
            told.append(hand_text(in_hand_order(view, self._sorting)))
        return told
