"""A deal told in lines: each event, what comes of it, and the own hand where it has changed."""

from __future__ import annotations

from collections.abc import Callable

from durak_p2p.rules.family import AnyView
from durak_p2p.table.news import DealNews
from durak_p2p.texts import Text
from durak_p2p.ui.bouts import Bouts
from durak_p2p.ui.hands import Hands
from durak_p2p.ui.names import Names


class DealStory:
    """Puts what there is to tell of a deal's news in order."""

    def __init__(self, view: Callable[[], AnyView | None], sorting: str) -> None:
        """*view* returns what we see; *sorting* is what hands are sorted by, "suit" or "rank"."""
        self._bouts = Bouts()
        self._hands = Hands(view, sorting)

    def after(self, news: DealNews, names: Names, told: Text | None) -> list[Text]:
        """Return the sentences that tell of *news*; *told*: of the event itself, if anything."""
        closing = self._bouts.after(news, names)
        taker = None if closing is None else closing.taker
        hand = self._hands.after(news, names.own, taker)
        event = [told] if told else []
        if closing is None:
            return [*event, *hand]
        if closing.comes_first:
            return [closing.told, *event, *closing.out, *hand]
        return [*event, closing.told, *closing.out, *hand]
