"""Cryptography without security, thousands of times as fast; all protocols stay as they are.

The group is that of numbers modulo its order, so that logarithms are for everyone to see: all
proofs and shares hold as ever.  Signatures are hashes, and shuffles are not proven.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from durak_p2p import crypto
from durak_p2p.crypto import (
    ORDER,
    EncodingError,
    GroupError,
    Parameters,
    Scalar,
    ShuffleProof,
    SignatureError,
    group,
    identity,
    shuffle_prover,
    shuffle_verifier,
)


def _number(element: bytes) -> int:
    return int.from_bytes(element, "little")


def _element(number: int) -> group.Element:
    reduced = number % ORDER
    if reduced == 0:
        raise GroupError("A computation reached the neutral element.")
    return group.Element(reduced.to_bytes(32, "little"))


_GENERATOR = _number(group.GENERATOR) % ORDER


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
    return _element(scalar * _GENERATOR)


def multiply(element: bytes, scalar: Scalar) -> group.Element:
    return _element(_number(element) * scalar)


def hash_to_element(tag: bytes, index: int) -> group.Element:
    digest = hashlib.sha512(tag + index.to_bytes(4, "big")).digest()
    return _element(_number(digest))


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
    group.decode_element: decode_element,
    group.add: add,
    group.subtract: subtract,
    group.total: total,
    group.multiply_base: multiply_base,
    group.multiply: multiply,
    group.hash_to_element: hash_to_element,
    shuffle_prover.prove_shuffle: prove_shuffle,
    shuffle_verifier.verify_shuffle: verify_shuffle,
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
    Parameters.for_deck.cache_clear()
    try:
        yield
    finally:
        for module, attribute, value in replaced:
            setattr(module, attribute, value)
        Parameters.for_deck.cache_clear()
