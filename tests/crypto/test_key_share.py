"""A key share counts only with the proof that its author knows it."""

import pytest

from durak_p2p.crypto import (
    CryptoError,
    EncodingError,
    KeyShare,
    ProofContext,
    ProofError,
    joint_key,
    prove_knowledge,
    verify_knowledge,
)
from durak_p2p.crypto.group import ORDER, Scalar, add, encode_scalar, multiply_base, subtract
from durak_p2p.crypto.key_share import _challenge
from durak_p2p.crypto.sigma import encode_sigma

from .conftest import CONTEXT, Table
from .contexts import ELSEWHERE, elsewhere

SHARE = KeyShare.from_secret_bytes(encode_scalar(Scalar(123456789)))


def test_an_honest_proof_holds(table: Table) -> None:
    for share in table.key_shares:
        proof = prove_knowledge(share, CONTEXT)
        assert len(proof) == 64
        verify_knowledge(share.public, proof, CONTEXT)


def test_a_share_comes_back_from_its_bytes() -> None:
    share = KeyShare.generate()
    assert KeyShare.from_secret_bytes(share.secret_bytes()) == share
    assert share.public == multiply_base(share.secret)
    assert KeyShare.generate() != share
    for wrong in (bytes(32), ORDER.to_bytes(32, "little"), bytes(31), b"\1" + bytes(32)):
        with pytest.raises(EncodingError):
            KeyShare.from_secret_bytes(wrong)


@elsewhere
def test_a_copied_proof_does_not_hold_elsewhere(context: ProofContext) -> None:
    with pytest.raises(ProofError):
        verify_knowledge(SHARE.public, prove_knowledge(SHARE, CONTEXT), context)


def test_a_rogue_share_has_no_proof(table: Table) -> None:
    mine = KeyShare.generate()
    others = table.publics[:2]
    rogue = subtract(mine.public, joint_key(others))
    assert joint_key([*others, rogue]) == mine.public  # it would give the deck to one player
    for secret in (mine.secret, Scalar(1)):
        proof = prove_knowledge(KeyShare(secret, rogue), CONTEXT)
        with pytest.raises(ProofError):
            verify_knowledge(rogue, proof, CONTEXT)


def test_a_proof_holds_for_its_share_only() -> None:
    proof = prove_knowledge(SHARE, CONTEXT)
    for other in (multiply_base(Scalar(5)), add(SHARE.public, SHARE.public)):
        with pytest.raises(ProofError):
            verify_knowledge(other, proof, CONTEXT)


def test_the_whole_statement_is_hashed_before_the_challenge() -> None:
    """Else a share could be solved for after it, and nobody need know its logarithm."""
    one, two = multiply_base(Scalar(5)), multiply_base(Scalar(6))
    drawn = {_challenge(one, two, context) for context in (CONTEXT, *ELSEWHERE.values())}
    drawn |= {_challenge(two, two, CONTEXT), _challenge(one, one, CONTEXT)}
    assert len(drawn) == len(ELSEWHERE) + 3


def test_every_bit_of_the_proof_counts() -> None:
    proof = prove_knowledge(SHARE, CONTEXT)
    for bit in range(8 * len(proof)):
        flipped = bytearray(proof)
        flipped[bit // 8] ^= 1 << bit % 8
        with pytest.raises(CryptoError):
            verify_knowledge(SHARE.public, bytes(flipped), CONTEXT)


def test_the_form_of_the_proof_is_fixed() -> None:
    proof = prove_knowledge(SHARE, CONTEXT)
    response = int.from_bytes(proof[32:], "little")
    for wrong in (
        b"",
        proof[:-1],
        proof + b"\0",
        bytes(64),
        proof[:32] + (response + ORDER).to_bytes(32, "little"),
    ):
        with pytest.raises(EncodingError):
            verify_knowledge(SHARE.public, wrong, CONTEXT)


def test_a_degenerate_proof_is_refused() -> None:
    challenge = Scalar(77)
    proof = encode_sigma(challenge, Scalar(challenge * SHARE.secret % ORDER))  # no nonce
    with pytest.raises(ProofError, match="degenerate"):
        verify_knowledge(SHARE.public, proof, CONTEXT)


def test_nonces_are_never_used_twice() -> None:
    first, second = prove_knowledge(SHARE, CONTEXT), prove_knowledge(SHARE, CONTEXT)
    assert first[:32] != second[:32]
    assert first[32:] != second[32:]
