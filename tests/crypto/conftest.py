"""A small table: three players, four cards, one shuffle and its proof."""

import hashlib
from dataclasses import dataclass

import pytest

from durak_p2p.crypto import (
    Deck,
    Element,
    KeyShare,
    Parameters,
    ProofContext,
    Scalar,
    Shuffle,
    ShuffleProof,
    joint_key,
    prove_shuffle,
    shuffle,
    start_deck,
)
from durak_p2p.crypto.group import ORDER


class CountingRandomness:
    """Foreseeable: SHA-512 of a label and a counter. For tests only."""

    def __init__(self, label: str) -> None:
        self._label = label
        self._counter = 0

    def _block(self) -> bytes:
        self._counter += 1
        return hashlib.sha512(f"{self._label} {self._counter}".encode()).digest()

    def scalar(self) -> Scalar:
        return Scalar(int.from_bytes(self._block(), "little") % (ORDER - 1) + 1)

    def token(self, size: int) -> bytes:
        return self._block()[:size]


@dataclass(frozen=True)
class Table:
    parameters: Parameters
    key_shares: tuple[KeyShare, ...]
    joint_key: Element
    before: Deck
    shuffle: Shuffle
    proof: ShuffleProof
    context: ProofContext
    randomness: CountingRandomness

    @property
    def after(self) -> Deck:
        return self.shuffle.deck

    @property
    def publics(self) -> list[Element]:
        return [share.public for share in self.key_shares]


CONTEXT = ProofContext(
    deal=bytes(range(16)),
    author=1,
    identity=bytes(range(32)),
    entry="shuffle",
    step=7,
    log=bytes(range(32, 64)),
    cards=((3, 0), (4, -1)),
)


def make_table(size: int, label: str = "table") -> Table:
    randomness = CountingRandomness(label)
    parameters = Parameters.for_deck(size)
    key_shares = tuple(KeyShare.generate(randomness) for _ in range(3))
    key = joint_key([share.public for share in key_shares])
    before = start_deck(parameters, key)
    done = shuffle(parameters, key, before, randomness.token(32))
    proof = prove_shuffle(parameters, key, before, done, CONTEXT, randomness)
    return Table(parameters, key_shares, key, before, done, proof, CONTEXT, randomness)


@pytest.fixture(scope="session")
def table() -> Table:
    return make_table(4)


@pytest.fixture(scope="session")
def small_table() -> Table:
    return make_table(3)
