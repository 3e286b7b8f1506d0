"""The shuffled deck and the decryption shares that have been published so far."""

from __future__ import annotations

from collections.abc import Mapping

from durak_p2p.cards import Card
from durak_p2p.crypto import Deck, Element, KeyShare, Parameters, decryption_share, open_card


class DealtDeck:
    """Which player has given its share for which position.

    A card can be read by everybody when all players' shares are there, and by its owner when all
    but the owner's are.
    """

    def __init__(
        self, parameters: Parameters, cards: tuple[Card, ...], ciphertexts: Deck, authors: int
    ) -> None:
        self._parameters = parameters
        self._cards = cards
        self._authors = frozenset(range(authors))
        self._shares: list[dict[int, Element]] = [{} for _ in ciphertexts]
        self.ciphertexts = ciphertexts

    def add(self, position: int, author: int, share: Element) -> None:
        """Keep a share that has been verified."""
        self._shares[position][author] = share

    def extend(self, ciphertexts: Deck) -> None:
        """Lay out more cards, those of a reshuffle: their positions count on."""
        self.ciphertexts += ciphertexts
        self._shares += [{} for _ in ciphertexts]

    def missing(self, position: int) -> frozenset[int]:
        """Return the authors whose share for *position* is not there."""
        return self._authors - self._shares[position].keys()

    def face(self, position: int, more: Mapping[int, Element] | None = None) -> Card:
        """Return the card at *position*; *more* are shares by author besides those kept.

        Raises ``ProofError`` if the shares open no card of the deck.
        """
        shares = self._shares[position] | dict(more or {})
        if shares.keys() != self._authors:
            raise ValueError("A card cannot be opened before all shares for it are there.")
        index = open_card(self._parameters, self.ciphertexts[position], list(shares.values()))
        return self._cards[index]

    def private_face(self, position: int, author: int, key_share: KeyShare) -> Card:
        """Return the card at *position* as its owner reads it."""
        return self.face(
            position, {author: decryption_share(key_share, self.ciphertexts[position])}
        )
