"""Public points whose logarithms nobody knows, one set for each size of the deck."""

import hashlib
from dataclasses import dataclass, field
from functools import cache

from durak_p2p.crypto.errors import CryptoError
from durak_p2p.crypto.framing import SUITE, frame
from durak_p2p.crypto.group import GENERATOR, Element, hash_to_element, total
from durak_p2p.texts import text

LARGEST_DECK = 60


@dataclass(frozen=True)
class Parameters:
    """What the proofs for a deck of `size` cards are made with; get it from `for_deck`.

    pedersen: h. generators: h_0 .. h_(size-1). cards: M_0 .. M_(size-1), the points that stand for
    the cards. digest: 64 bytes, the hash of all that. generators_sum: the sum of the h_i.
    """

    size: int
    pedersen: Element = field(repr=False)
    generators: tuple[Element, ...] = field(repr=False)
    cards: tuple[Element, ...] = field(repr=False)
    digest: bytes
    generators_sum: Element = field(repr=False)
    _indices: dict[Element, int] = field(repr=False, compare=False)

    @staticmethod
    @cache
    def for_deck(size: int) -> "Parameters":
        """The one set for this size, 1..60. Raises CryptoError for another size."""
        if not 1 <= size <= LARGEST_DECK:
            raise CryptoError(text("A deck has between 1 and 60 cards."))
        pedersen = hash_to_element(b"pedersen", 0)
        generators = tuple(hash_to_element(b"generator", index) for index in range(size))
        cards = tuple(hash_to_element(b"card", index) for index in range(size))
        digest = hashlib.sha512(
            frame(
                SUITE,
                b"parameters",
                size.to_bytes(4, "big"),
                GENERATOR,
                pedersen,
                *generators,
                *cards,
            )
        ).digest()
        indices = {card: index for index, card in enumerate(cards)}
        return Parameters(size, pedersen, generators, cards, digest, total(generators), indices)

    def card_index(self, element: Element) -> int | None:
        """Which card the point stands for, None if for none."""
        return self._indices.get(element)
