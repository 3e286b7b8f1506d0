"""What becomes of a bout's cards when it closes, in sentences: no entry of the log says it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from durak_p2p.cards import Card
from durak_p2p.game import Log, MoveMade
from durak_p2p.rules import Deal, Move, Phase, Reason
from durak_p2p.table.news import DealNews
from durak_p2p.texts import Text, text
from durak_p2p.ui.names import Names
from durak_p2p.ui.words import cards_counted, cards_text


@dataclass(frozen=True, slots=True)
class _Seen:
    """A deal as it was at the last news: what of it is gone when a bout has closed."""

    log: Log
    bout: int
    closes: bool  # all say that they are done
    cards: tuple[Card, ...]
    defender: int
    discard: int
    out: frozenset[int]

    @classmethod
    def now(cls, log: Log, deal: Deal) -> _Seen:
        cards = tuple(card for pair in deal.table for card in pair if card is not None)
        out = frozenset(deal.out)
        closes = deal.phase is Phase.CLOSE
        return cls(log, deal.bout, closes, cards, deal.defender, deal.discard, out)


@dataclass(frozen=True, slots=True)
class Closing:
    """A bout has closed.

    Attributes:
        comes_first: before what the same news tell besides, which comes of it.
        taker: the seat that has picked up what lay there; None: it was beaten.
        told: who has the cards, in a sentence.
        out: who is out by it, in sentences.
    """

    comes_first: bool
    taker: int | None
    told: Text
    out: tuple[Text, ...]


class Bouts:
    """Follows the news of deals of the beating family, and notices when a bout has closed."""

    def __init__(self) -> None:
        self._seen: _Seen | None = None

    def after(self, news: DealNews, names: Names) -> Closing | None:
        """Return what is to be told of a bout that has closed with these *news*, if one has."""
        deal = news.log.state.deal
        if not isinstance(deal, Deal):
            return None
        before, now = self._seen, _Seen.now(news.log, deal)
        self._seen = now
        if before is None or before.log is not news.log or not before.cards:
            return None
        if (now.bout == before.bout and now.cards) or _is_broken_off(deal):
            return None
        event = news.event
        laid = (
            event.move.laid if isinstance(event, MoveMade) and isinstance(event.move, Move) else ()
        )
        cards = before.cards if before.closes else (*before.cards, *laid)
        beaten = now.discard - before.discard
        if beaten:
            told = text("All is beaten: {cards} out of the deal.", cards=cards_counted(beaten))
        else:
            told = _taken_text(names, before.defender, cards)
        went = [seat for seat in deal.out if seat not in before.out] if deal.result is None else []
        out = tuple(_out_text(names, seat) for seat in went)
        return Closing(before.closes, None if beaten else before.defender, told, out)


#: What ends a deal in the middle of a bout; what lies there is neither beaten nor taken then.
_BREAKING_OFF: Final = (Reason.TIME, Reason.LEFT, Reason.AWAY)


def _is_broken_off(deal: Deal) -> bool:
    return deal.result is not None and deal.result.reason in _BREAKING_OFF


def _taken_text(names: Names, seat: int, cards: tuple[Card, ...]) -> Text:
    told = cards_text(cards)
    other = text("{name} picks up {cards}.", name=names[seat], cards=told)
    return names.told(seat, other, text("You pick up {cards}.", cards=told))


def _out_text(names: Names, seat: int) -> Text:
    other = text("{name} has no cards left, and is out.", name=names[seat])
    return names.told(seat, other, text("You have no cards left, and are out."))
