"""Some cards that all players shuffle, one after the other: the whole deck, or a pile again."""

from __future__ import annotations

from dataclasses import dataclass, field

from durak_p2p.cards import Card
from durak_p2p.crypto import Deck, Parameters


@dataclass
class ShuffleRound:
    """One round of shuffles.

    ``number`` is 0 for the deck that is dealt; in a round each player shuffles by a seed of its own
    (``DealSecrets.seed_for``).  ``cards`` are the cards in the public order in which the first
    player gets them, ``parameters`` the proofs' for so many cards.  ``decks[i]`` is the deck after
    i shuffles.
    """

    number: int
    cards: tuple[Card, ...]
    decks: list[Deck] = field(default_factory=list)

    @property
    def parameters(self) -> Parameters:
        """What shuffles of so many cards are proved with."""
        return Parameters.for_deck(len(self.cards))
