"""Cryptography without security, thousands of times as fast; all protocols stay as they are.

The group is that of numbers modulo its order, with 1 for its generator, so that logarithms are for
everyone to see: shares hold or do not hold as ever, and that is seen without a proof.  Signatures
are hashes, shuffles are not proven, and what all peers compute alike is computed once.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

from durak_p2p import crypto
from durak_p2p.crypto import (
    ORDER,
    Ciphertext,
    EncodingError,
    GroupError,
    KeyShare,
    Parameters,
    ProofError,
    Scalar,
    ShuffleProof,
    SignatureError,
    decryption,
    elgamal,
    group,
    identity,
    key_share,
    shuffle_prover,
    shuffle_verifier,
)
from durak_p2p.crypto import shuffle as real_shuffle

_PROOF = (1).to_bytes(32, "little") * 2


def _number(element: bytes) -> int:
    return int.from_bytes(element, "little")


def _element(number: int) -> group.Element:
    reduced = number % ORDER
    if reduced == 0:
        raise GroupError("A computation reached the neutral element.")
    return group.Element(reduced.to_bytes(32, "little"))


def decode_element(raw: bytes) -> group.Element:
    if len(raw) != 32 or not 0 < _number(raw) < ORDER:
        raise EncodingError("The bytes are no point of the prime-order subgroup.")
    return group.Element(bytes(raw))


def add(left: bytes, right: bytes) -> group.Element:
    return _element(_number(left) + _number(right))


def subtract(left: bytes, right: bytes) -> group.Element:
    return _element(_number(left) - _number(right))


def total(elements: Iterable[bytes]) -> group.Element:
    return _element(sum(map(_number, elements)))


def multiply_base(scalar: Scalar) -> group.Element:
    return _element(scalar)


def multiply(element: bytes, scalar: Scalar) -> group.Element:
    return _element(_number(element) * scalar)


def hash_to_element(tag: bytes, index: int) -> group.Element:
    digest = hashlib.sha512(tag + index.to_bytes(4, "big")).digest()
    return _element(_number(digest))


def prove_knowledge(*_: object) -> bytes:
    return _PROOF


def verify_knowledge(public: bytes, proof: bytes, context: object) -> None:
    if proof != _PROOF:
        raise ProofError("The proof of knowledge of a key share does not hold.")


def make_shares(
    share: KeyShare, ciphertexts: Sequence[Ciphertext], *_: object
) -> tuple[tuple[group.Element, ...], bytes]:
    return tuple(multiply(ciphertext.a, share.secret) for ciphertext in ciphertexts), _PROOF


def verify_shares(
    public: bytes,
    ciphertexts: Sequence[Ciphertext],
    shares: Sequence[bytes],
    proof: bytes,
    context: object,
) -> None:
    secret = Scalar(_number(public))
    right = [multiply(ciphertext.a, secret) for ciphertext in ciphertexts]
    if right != list(shares) or proof != _PROOF:
        raise ProofError("The proof of decryption shares does not hold.")


class NoProof:
    """A shuffle's proof that proves nothing."""

    size = 0

    @classmethod
    def decode(cls, raw: bytes, size: int) -> NoProof:
        return cls()

    def encode(self) -> bytes:
        return bytes(crypto.shuffle_proof_bytes(self.size))


def prove_shuffle(parameters: Parameters, *_: object) -> NoProof:
    proof = NoProof()
    proof.size = parameters.size
    return proof


def verify_shuffle(*_: object) -> None:
    """Believe everything."""


shuffle = lru_cache(maxsize=64)(real_shuffle)
decode_deck = lru_cache(maxsize=64)(elgamal.decode_deck)


class Identity:
    """Whoever knows the public key can sign: nobody here does it for another."""

    def __init__(self, label: str) -> None:
        self.public_key = hashlib.sha256(label.encode()).digest()

    def sign(self, message: bytes) -> bytes:
        return hashlib.sha512(self.public_key + message).digest()


def check_public_key(public_key: bytes) -> None:
    """Any is good."""


def verify_signature(public_key: bytes, message: bytes, signature: bytes) -> None:
    if signature != hashlib.sha512(public_key + message).digest():
        raise SignatureError("The signature does not belong to this message and key.")


_STAND_INS: dict[Any, Any] = {
    group.GENERATOR: group.Element((1).to_bytes(32, "little")),
    group.decode_element: decode_element,
    group.add: add,
    group.subtract: subtract,
    group.total: total,
    group.multiply_base: multiply_base,
    group.multiply: multiply,
    group.hash_to_element: hash_to_element,
    key_share.prove_knowledge: prove_knowledge,
    key_share.verify_knowledge: verify_knowledge,
    decryption.make_shares: make_shares,
    decryption.verify_shares: verify_shares,
    shuffle_prover.prove_shuffle: prove_shuffle,
    shuffle_verifier.verify_shuffle: verify_shuffle,
    real_shuffle: shuffle,
    elgamal.decode_deck: decode_deck,
    ShuffleProof: NoProof,
    identity.check_public_key: check_public_key,
    identity.verify_signature: verify_signature,
}


@contextmanager
def cheap_cryptography() -> Iterator[None]:
    """Put the stand-ins wherever this program names what they stand for."""
    by_id = {id(real): fake for real, fake in _STAND_INS.items()}
    replaced: list[tuple[Any, str, Any]] = []
    for name, module in list(sys.modules.items()):
        if name.split(".")[0] == "durak_p2p":
            for attribute, value in list(vars(module).items()):
                if id(value) in by_id:
                    replaced.append((module, attribute, value))
                    setattr(module, attribute, by_id[id(value)])
    forget()
    try:
        yield
    finally:
        for module, attribute, value in replaced:
            setattr(module, attribute, value)
        forget()


def forget() -> None:
    """Forget everything that was computed."""
    Parameters.for_deck.cache_clear()
    shuffle.cache_clear()
    decode_deck.cache_clear()
