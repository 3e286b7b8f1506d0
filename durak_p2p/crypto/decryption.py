"""Decryption shares, and one proof that they were all made with the author's key share.

The proof is Chaum-Pedersen's equality of logarithms (1992), for many cards at once over one random
linear combination of them (batching as in Bellare, Garay, Rabin 1998; Henry, Goldberg 2013).
"""

from collections.abc import Sequence

from durak_p2p.crypto.context import ProofContext
from durak_p2p.crypto.elgamal import Ciphertext, encode_deck
from durak_p2p.crypto.errors import CryptoError, GroupError, ProofError
from durak_p2p.crypto.group import (
    Element,
    Scalar,
    multiply,
    multiply_base,
    reduce,
    subtract,
    total,
)
from durak_p2p.crypto.key_share import KeyShare
from durak_p2p.crypto.parameters import Parameters
from durak_p2p.crypto.randomness import SYSTEM_RANDOMNESS, Randomness
from durak_p2p.crypto.sigma import decode_sigma, encode_sigma
from durak_p2p.crypto.transcript import Transcript
from durak_p2p.texts import text


def _statement(
    public: Element,
    ciphertexts: Sequence[Ciphertext],
    shares: Sequence[Element],
    context: ProofContext,
) -> tuple[Transcript, tuple[Scalar, ...]]:
    """The transcript with the whole statement, and the weights of the cards drawn from it.

    The first weight is 1: a wrong share among the others is caught by their weights, and if they
    are all right a wrong first one is caught by itself. One card so needs no combination.
    """
    transcript = Transcript(b"decryption shares")
    transcript.absorb(b"context", context.encode())
    transcript.absorb(b"public", public)
    transcript.absorb(b"ciphertexts", *(encode_deck([ciphertext]) for ciphertext in ciphertexts))
    transcript.absorb(b"shares", *shares)
    return transcript, (Scalar(1), *transcript.challenges(b"weights", len(shares) - 1))


def _weighted(weights: Sequence[Scalar], elements: Sequence[Element]) -> Element:
    return total([elements[0], *map(multiply, elements[1:], weights[1:])])


def _challenge(transcript: Transcript, first: Element, second: Element) -> Scalar:
    return transcript.absorb(b"commitments", first, second).challenge(b"challenge")


def decryption_share(key_share: KeyShare, ciphertext: Ciphertext) -> Element:
    """x A, without proof: for the eyes of its maker."""
    return multiply(ciphertext.a, key_share.secret)


def make_shares(
    key_share: KeyShare,
    ciphertexts: Sequence[Ciphertext],
    context: ProofContext,
    randomness: Randomness = SYSTEM_RANDOMNESS,
) -> tuple[tuple[Element, ...], bytes]:
    """The shares x A_i of one or more cards and their proof, 64 bytes.

    Only ciphertexts of a deck whose shuffle proofs all hold may come here: a share opens whatever
    it is made for. Raises CryptoError for no card.
    """
    if not ciphertexts:
        raise CryptoError(text("There is no card to make a share for."))
    shares = tuple(decryption_share(key_share, ciphertext) for ciphertext in ciphertexts)
    transcript, weights = _statement(key_share.public, ciphertexts, shares, context)
    nonce = randomness.scalar()
    base = _weighted(weights, [ciphertext.a for ciphertext in ciphertexts])
    challenge = _challenge(transcript, multiply_base(nonce), multiply(base, nonce))
    return shares, encode_sigma(challenge, reduce(nonce + challenge * key_share.secret))


def verify_shares(
    public: Element,
    ciphertexts: Sequence[Ciphertext],
    shares: Sequence[Element],
    proof: bytes,
    context: ProofContext,
) -> None:
    """Raises EncodingError or ProofError unless each share is x A_i for the x of public = x G."""
    if not shares or len(shares) != len(ciphertexts):
        raise ProofError(text("There are not as many decryption shares as cards."))
    challenge, response = decode_sigma(proof)
    transcript, weights = _statement(public, ciphertexts, shares, context)
    try:
        base = _weighted(weights, [ciphertext.a for ciphertext in ciphertexts])
        share = _weighted(weights, shares)
        first = subtract(multiply_base(response), multiply(public, challenge))
        second = subtract(multiply(base, response), multiply(share, challenge))
    except GroupError:
        raise ProofError(text("The proof of decryption shares is degenerate.")) from None
    if _challenge(transcript, first, second) != challenge:
        raise ProofError(text("The proof of decryption shares does not hold."))


def open_card(parameters: Parameters, ciphertext: Ciphertext, shares: Sequence[Element]) -> int:
    """The index of the card, 0..size-1, from the shares of all players.

    Raises ProofError if what comes out is no card of the deck.
    """
    try:
        card = parameters.card_index(subtract(ciphertext.b, total(shares)))
    except GroupError:
        card = None
    if card is None:
        raise ProofError(text("The decryption shares open no card of the deck."))
    return card
