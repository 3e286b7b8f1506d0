"""The deck: ElGamal ciphertexts under the joint key of all players (ElGamal 1985)."""

from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

from durak_p2p.crypto.errors import CryptoError, EncodingError
from durak_p2p.crypto.group import (
    ELEMENT_BYTES,
    GENERATOR,
    Element,
    add,
    decode_element,
    total,
)
from durak_p2p.crypto.parameters import Parameters
from durak_p2p.texts import text

CIPHERTEXT_BYTES = 2 * ELEMENT_BYTES


class Ciphertext(NamedTuple):
    """(a, b) = (r G, M + r Y) for a card M, the joint key Y and some r."""

    a: Element
    b: Element


Deck = tuple[Ciphertext, ...]


def joint_key(shares: Sequence[Element]) -> Element:
    """The sum of all players' public key shares.

    Each share needs its proof of knowledge first, or the last to speak could choose the sum.
    Raises CryptoError for no share, GroupError for shares that cancel out.
    """
    if not shares:
        raise CryptoError(text("A joint key needs at least one share."))
    return total(shares)


def start_deck(
    parameters: Parameters, joint_key: Element, cards: Sequence[int] | None = None
) -> Deck:
    """The public deck that the first shuffle starts from: (G, M_i + Y), each card with r = 1.

    cards: the indices i of the cards in it, in this order; None: all, in theirs.
    Raises GroupError if the key is the negative of a card.
    """
    chosen = parameters.cards if cards is None else [parameters.cards[card] for card in cards]
    return tuple(Ciphertext(GENERATOR, add(card, joint_key)) for card in chosen)


def encode_deck(deck: Sequence[Ciphertext]) -> bytes:
    """64 bytes a card: a, then b."""
    return b"".join(chain.from_iterable(deck))


def decode_deck(raw: bytes, size: int) -> Deck:
    """The deck of `size` cards in 64 * size bytes; each element is validated (EncodingError)."""
    if len(raw) != size * CIPHERTEXT_BYTES:
        raise EncodingError(text("A deck does not have the length of its cards."))
    elements = [
        decode_element(raw[start : start + ELEMENT_BYTES])
        for start in range(0, len(raw), ELEMENT_BYTES)
    ]
    return tuple(map(Ciphertext, elements[::2], elements[1::2]))
