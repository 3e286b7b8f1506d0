"""A card opens to what it is, and to nothing else, whoever lies about a share."""

from itertools import pairwise

import pytest

from durak_p2p.crypto import (
    Ciphertext,
    CryptoError,
    Element,
    EncodingError,
    KeyShare,
    ProofContext,
    ProofError,
    Scalar,
    Transcript,
    decryption_share,
    make_shares,
    open_card,
    verify_shares,
)
from durak_p2p.crypto.decryption import _challenge, _statement, _weighted
from durak_p2p.crypto.group import ORDER, add, multiply, multiply_base, reduce, subtract
from durak_p2p.crypto.sigma import encode_sigma

from .conftest import CONTEXT, Table
from .contexts import ELSEWHERE, elsewhere

counts = pytest.mark.parametrize("count", [1, 2, 4])


@counts
def test_all_shares_open_the_cards(table: Table, count: int) -> None:
    cards = table.after[:count]
    made = [make_shares(share, cards, CONTEXT) for share in table.key_shares]
    for public, (shares, proof) in zip(table.publics, made, strict=True):
        assert len(proof) == 64
        verify_shares(public, cards, shares, proof, CONTEXT)
    opened = [
        open_card(table.parameters, card, [shares[index] for shares, _ in made])
        for index, card in enumerate(cards)
    ]
    assert opened == list(table.shuffle.permutation[:count])


def test_a_missing_share_keeps_the_card_closed(table: Table) -> None:
    card = table.after[0]
    shares = [decryption_share(share, card) for share in table.key_shares]
    for missing in range(3):
        with pytest.raises(ProofError):
            open_card(table.parameters, card, shares[:missing] + shares[missing + 1 :])
    with pytest.raises(ProofError):
        open_card(table.parameters, card, [shares[0], shares[0], shares[2]])


def forged(table: Table, shares: tuple[Element, ...]) -> dict[str, tuple[Element, ...]]:
    """Ways to answer with other shares than one's own."""
    cards = table.parameters.cards
    other_card = subtract(cards[0], cards[1])
    ways = {
        f"card {index} turned into another": (
            *shares[:index],
            add(shares[index], other_card),
            *shares[index + 1 :],
        )
        for index in range(len(shares))
    }
    if len(shares) > 1:
        offset = multiply_base(Scalar(3))
        ways["swapped"] = (shares[1], shares[0], *shares[2:])
        ways["doubled"] = (shares[1], *shares[1:])
        for left, right in pairwise(range(len(shares))):
            bent = list(shares)
            bent[left], bent[right] = add(bent[left], offset), subtract(bent[right], offset)
            ways[f"same sum, {left} and {right}"] = tuple(bent)
    return ways


@counts
def test_forged_shares_are_refused(table: Table, count: int) -> None:
    share, cards = table.key_shares[0], table.after[:count]
    shares, proof = make_shares(share, cards, CONTEXT)
    ways = forged(table, shares)
    assert len(ways) >= count
    for bad in ways.values():
        with pytest.raises(ProofError):
            verify_shares(share.public, cards, bad, proof, CONTEXT)
        again = prove_about(share, cards, bad)
        with pytest.raises(ProofError):  # nor by a proof made anew over the lie
            verify_shares(share.public, cards, bad, again, CONTEXT)
    verify_shares(share.public, cards, shares, prove_about(share, cards, shares), CONTEXT)


def prove_about(
    share: KeyShare, cards: tuple[Ciphertext, ...], shares: tuple[Element, ...]
) -> bytes:
    """An honest proof's steps, about shares that need not be true."""
    transcript, weights = _statement(share.public, cards, shares, CONTEXT)
    nonce = Scalar(987654321)
    base = _weighted(weights, [card.a for card in cards])
    challenge = _challenge(transcript, multiply_base(nonce), multiply(base, nonce))
    return encode_sigma(challenge, reduce(nonce + challenge * share.secret))


@counts
def test_shares_and_cards_must_be_as_many(table: Table, count: int) -> None:
    share, cards = table.key_shares[0], table.after[:count]
    shares, proof = make_shares(share, cards, CONTEXT)
    for some_cards, some_shares in (
        (cards, shares[:-1]),
        (cards[:-1], shares),
        (cards, (*shares, shares[0])),
        (cards[:-1], shares[:-1]),
        ((*cards, cards[0]), (*shares, shares[0])),
        ((), ()),
    ):
        with pytest.raises(ProofError):
            verify_shares(share.public, some_cards, some_shares, proof, CONTEXT)
    with pytest.raises(CryptoError):
        make_shares(share, (), CONTEXT)


@elsewhere
def test_a_proof_holds_in_its_place_only(table: Table, context: ProofContext) -> None:
    share = table.key_shares[0]
    shares, proof = make_shares(share, table.after[:2], CONTEXT)
    with pytest.raises(ProofError):
        verify_shares(share.public, table.after[:2], shares, proof, context)


def test_a_proof_holds_for_its_cards_and_key_only(table: Table) -> None:
    share, cards = table.key_shares[0], table.after[:2]
    shares, proof = make_shares(share, cards, CONTEXT)
    other_b = Ciphertext(cards[0].a, add(cards[0].b, cards[0].b))
    for public, some_cards in (
        (table.publics[1], cards),
        (share.public, cards[::-1]),
        (share.public, table.after[1:3]),
        (share.public, (other_b, cards[1])),
    ):
        with pytest.raises(ProofError):
            verify_shares(public, some_cards, shares, proof, CONTEXT)


def test_another_players_shares_cannot_be_passed_off(table: Table) -> None:
    shares, proof = make_shares(table.key_shares[1], table.after[:2], CONTEXT)
    with pytest.raises(ProofError):
        verify_shares(table.publics[0], table.after[:2], shares, proof, CONTEXT)


def test_the_whole_statement_is_hashed_before_the_weights_and_the_challenge(table: Table) -> None:
    public, cards, other = table.publics[0], table.after[:2], multiply_base(Scalar(5))
    shares, _ = make_shares(table.key_shares[0], cards, CONTEXT)
    statements = [
        (public, cards, shares, CONTEXT),
        (other, cards, shares, CONTEXT),
        (public, (Ciphertext(other, cards[0].b), cards[1]), shares, CONTEXT),
        (public, (Ciphertext(cards[0].a, other), cards[1]), shares, CONTEXT),
        (public, (cards[0], Ciphertext(cards[1].a, other)), shares, CONTEXT),
        (public, cards, (other, shares[1]), CONTEXT),
        (public, cards, (shares[0], other), CONTEXT),
        *((public, cards, shares, context) for context in ELSEWHERE.values()),
    ]
    weights, challenges = set(), set()
    for statement in statements:
        for commitments in ((public, other), (other, other), (public, public)):
            transcript, drawn = _statement(*statement)
            weights.add(drawn)
            challenges.add(_challenge(transcript, *commitments))
    assert len(weights) == len(statements)
    assert len(challenges) == 3 * len(statements)


def test_every_bit_of_the_proof_counts(table: Table) -> None:
    share, cards = table.key_shares[0], table.after[:2]
    shares, proof = make_shares(share, cards, CONTEXT)
    for bit in range(8 * len(proof)):
        flipped = bytearray(proof)
        flipped[bit // 8] ^= 1 << bit % 8
        with pytest.raises(CryptoError):
            verify_shares(share.public, cards, shares, bytes(flipped), CONTEXT)


def test_the_form_of_the_proof_is_fixed(table: Table) -> None:
    share, cards = table.key_shares[0], table.after[:1]
    shares, proof = make_shares(share, cards, CONTEXT)
    response = int.from_bytes(proof[32:], "little")
    for wrong in (
        b"",
        proof[:-1],
        proof + b"\0",
        bytes(64),
        proof[:32] + (response + ORDER).to_bytes(32, "little"),
    ):
        with pytest.raises(EncodingError):
            verify_shares(share.public, cards, shares, wrong, CONTEXT)


def test_a_degenerate_proof_is_refused(table: Table) -> None:
    share, cards = table.key_shares[0], table.after[:1]
    shares, _ = make_shares(share, cards, CONTEXT)
    no_nonce = encode_sigma(Scalar(7), reduce(7 * share.secret))
    with pytest.raises(ProofError, match="degenerate"):
        verify_shares(share.public, cards, shares, no_nonce, CONTEXT)


def test_weak_fiat_shamir_could_be_forged_and_ours_not(table: Table) -> None:
    """Were only the commitments hashed, the share could be solved for after the challenge
    (Bernhard, Pereira, Warinschi 2012)."""
    share, card = table.key_shares[0], table.after[0]

    def weak_challenge(first: Element, second: Element) -> Scalar:
        return Transcript(b"weak").absorb(b"commitments", first, second).challenge(b"challenge")

    nonce, other_nonce = Scalar(1234), Scalar(5678)
    first, second = multiply_base(nonce), multiply(card.a, other_nonce)
    challenge = weak_challenge(first, second)
    response = reduce(nonce + challenge * share.secret)
    lie = multiply(subtract(multiply(card.a, response), second), Scalar(pow(challenge, -1, ORDER)))
    assert lie != decryption_share(share, card)
    weakly_verified = weak_challenge(
        subtract(multiply_base(response), multiply(share.public, challenge)),
        subtract(multiply(card.a, response), multiply(lie, challenge)),
    )
    assert weakly_verified == challenge
    with pytest.raises(ProofError):
        verify_shares(share.public, [card], [lie], encode_sigma(challenge, response), CONTEXT)


def test_without_weights_a_pair_of_lies_would_pass(table: Table) -> None:
    """Why the cards are weighed: in a plain sum, errors that cancel out are not seen."""
    share, cards = table.key_shares[0], table.after[:2]
    shares, _ = make_shares(share, cards, CONTEXT)
    offset = multiply_base(Scalar(3))
    bent = (add(shares[0], offset), subtract(shares[1], offset))
    assert add(*bent) == add(*shares)
    with pytest.raises(ProofError):
        verify_shares(share.public, cards, bent, prove_about(share, cards, bent), CONTEXT)
