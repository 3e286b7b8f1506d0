"""A simple computer player: saves trumps and high cards, and takes rather than waste them."""

from __future__ import annotations

from typing import Protocol

from durak_p2p.cards import Card, rank, suit
from durak_p2p.rules import Move, Phase, Verb, View
from durak_p2p.rules import shedding as czech
from durak_p2p.rules.choice import Choice
from durak_p2p.rules.family import AnyMove, AnyView
from durak_p2p.rules.shedding import SheddingView

_RANKS = "23456789TJQKAX"
_TRUMP = 20  # what a trump is worth more than any other card
_DEAR = _TRUMP + _RANKS.index("Q")  # from here on a card is kept while the stock lasts
_LARGE_STOCK = 8


class Bot(Protocol):
    """Chooses moves from what a seat may see."""

    def choose(self, view: AnyView) -> Choice:
        """Return one of ``view.legal``, which is not empty, or a cheat that is meant."""

    def accuses(self, view: AnyView) -> int | None:
        """Return the seat to accuse of cheating, or None."""


class SimpleBot:
    """Plays every game, each as simply as it can be played sensibly.

    It has no memory and no randomness: the same view gives the same move.
    """

    def choose(self, view: AnyView) -> AnyMove:
        """Return one of ``view.legal``, which is not empty."""
        if isinstance(view, SheddingView):
            return SheddingBot().choose(view)
        return BeatingBot().choose(view)

    def accuses(self, view: AnyView) -> int | None:
        """Return None: it trusts everybody."""
        return None


class BeatingBot:
    """Lays the cheapest card that does, throws in cheap ones, takes when beating is too dear."""

    def choose(self, view: View) -> Move:
        """Return one of ``view.legal``, which is not empty."""

        def cost(move: Move) -> tuple[int, int, str]:
            laid = [_value(card, view.trump) for card in move.laid]
            return (max(laid, default=0), -len(laid), move.text)

        if view.phase is Phase.CLOSE:
            return view.legal[0]
        laying = sorted((move for move in view.legal if move.laid), key=cost)
        idle = next((move for move in view.legal if move.verb in (Verb.PASS, Verb.TAKE)), None)
        if idle is None:
            return laying[0] if laying else view.legal[0]
        if not laying or cost(laying[0])[0] > self._most(view, laying[0]):
            return idle
        return laying[0]

    def _most(self, view: View, move: Move) -> int:
        """Return how dear a card may be that is laid without need."""
        if view.stock == 0:
            return 2 * _TRUMP if move.verb is Verb.BEAT else _TRUMP + len(_RANKS)
        if move.verb is Verb.BEAT:
            return _DEAR if view.stock > _LARGE_STOCK else 2 * _TRUMP
        return _RANKS.index("J")


def _value(card: Card, trump: str | None) -> int:
    value = _RANKS.index(rank(card))
    return value + _TRUMP if suit(card) == trump else value


class SheddingBot:
    """Gets rid of what counts most, and names the suit that it holds most of."""

    def choose(self, view: SheddingView) -> czech.Move:
        """Return one of ``view.legal``, which is not empty."""
        held = [suit(card) for card in view.hand]

        def worth(move: czech.Move) -> tuple[int, int, str]:
            if move.card is None:
                return (-1, 0, move.text)
            named = held.count(move.suit) if move.suit else 0
            return (_RANKS.index(rank(move.card)), named, move.text)

        return max(view.legal, key=worth)
