"""A second implementation of the checks, from protocol/crypto.md alone and in plain integers.

It shares no code with the library, so that a slip of the specification or of the code shows.
"""

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from . import edwards
from .edwards import Point

FILE = Path(__file__).parents[2] / "protocol" / "vectors" / "crypto.json"
VECTORS: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
Q = 2**252 + 27742317777372353535851937790883648493
SUITE = b"durak-p2p/1 edwards25519 sha512"
Case = dict[str, Any]


class RefusedError(Exception):
    pass


def sha512(*parts: bytes) -> bytes:
    return hashlib.sha512(frame(*parts)).digest()


def frame(*parts: bytes) -> bytes:
    return b"".join(u32(len(part)) + part for part in parts)


def u32(number: int) -> bytes:
    return number.to_bytes(4, "big")


def little(raw: bytes) -> int:
    return int.from_bytes(raw, "little") % Q


class Said:
    def __init__(self, protocol: bytes) -> None:
        self.bytes = frame(SUITE, b"transcript", protocol)

    def absorb(self, label: bytes, *items: bytes) -> None:
        self.bytes += frame(b"absorb", label, u32(len(items)), *items)

    def draw(self, kind: bytes, label: bytes, count: int) -> bytes:
        self.bytes += frame(kind, label, u32(count))
        digest = hashlib.sha512(self.bytes).digest()
        self.bytes += frame(b"drawn", digest)
        return digest

    def challenge(self) -> int:
        return little(self.draw(b"challenge", b"challenge", 1))

    def challenges(self, label: bytes, count: int) -> list[int]:
        digest = self.draw(b"challenges", label, count)
        return [little(sha512(SUITE, b"challenge", digest, u32(i))) for i in range(count)]


def words(text: str) -> list[bytes]:
    raw = bytes.fromhex(text)
    if len(raw) % 32:
        raise RefusedError
    return [raw[start : start + 32] for start in range(0, len(raw), 32)]


def point(raw: bytes) -> Point:
    decoded = edwards.decode(raw)
    if decoded in (None, edwards.NEUTRAL) or edwards.multiply(decoded, Q) != edwards.NEUTRAL:
        raise RefusedError
    return decoded


def scalar(raw: bytes) -> int:
    value = int.from_bytes(raw, "little")
    if not 0 < value < Q:
        raise RefusedError
    return value


def linear(*terms: tuple[int, Point]) -> Point:
    """The sum of k P; what is neutral is refused."""
    result = edwards.NEUTRAL
    for factor, element in terms:
        result = edwards.add(result, edwards.multiply(element, factor % Q))
    if result == edwards.NEUTRAL:
        raise RefusedError
    return result


def encoded(elements: list[Point]) -> list[bytes]:
    return [edwards.encode(element) for element in elements]


def hashed(tag: bytes, index: int) -> Point:
    digest = sha512(SUITE, b"hash to element", tag, u32(index))
    return edwards.add(edwards.elligator(digest[:32]), edwards.elligator(digest[32:]))


def context(case: Case) -> bytes:
    fields = case["context"]
    return frame(
        bytes.fromhex(fields["deal"]),
        u32(fields["author"]),
        bytes.fromhex(fields["identity"]),
        fields["entry"].encode(),
        fields["step"].to_bytes(8, "big"),
        bytes.fromhex(fields["log"]),
        b"".join(
            u32(card) + owner.to_bytes(4, "big", signed=True) for card, owner in fields["cards"]
        ),
    )


def check_key_share(case: Case) -> None:
    public, proof = point(bytes.fromhex(case["public"])), words(case["proof"])
    c, s = map(scalar, proof)
    said = Said(b"knowledge of key share")
    said.absorb(b"context", context(case))
    said.absorb(b"public", edwards.encode(public))
    said.absorb(b"commitment", edwards.encode(linear((s, edwards.BASE), (-c, public))))
    if said.challenge() != c:
        raise RefusedError


def check_decryption(case: Case) -> None:
    public, raw_cards, raw_shares = (
        point(bytes.fromhex(case["public"])),
        words(case["ciphertexts"]),
        words(case["shares"]),
    )
    c, s = map(scalar, words(case["proof"]))
    halves, shares = [point(raw) for raw in raw_cards[::2]], [point(raw) for raw in raw_shares]
    if len(halves) != len(shares):
        raise RefusedError
    said = Said(b"decryption shares")
    said.absorb(b"context", context(case))
    said.absorb(b"public", edwards.encode(public))
    said.absorb(
        b"ciphertexts", *(a + b for a, b in zip(raw_cards[::2], raw_cards[1::2], strict=True))
    )
    said.absorb(b"shares", *raw_shares)
    weights = [1, *said.challenges(b"weights", len(shares) - 1)]
    first = linear(*zip(weights, halves, strict=True))
    second = linear(*zip(weights, shares, strict=True))
    commitments = [
        linear((s, edwards.BASE), (-c, public)),
        linear((s, first), (-c, second)),
    ]
    said.absorb(b"commitments", *encoded(commitments))
    if said.challenge() != c:
        raise RefusedError


def check_shuffle(case: Case) -> None:
    n, base = case["size"], edwards.BASE
    key = point(bytes.fromhex(case["joint_key"]))
    before, after = ([point(raw) for raw in words(case[name])] for name in ("before", "after"))
    proof = words(case["proof"])
    if len(proof) != 4 * n + 5 or not len(before) == len(after) == 2 * n:
        raise RefusedError
    elements, scalars = [point(raw) for raw in proof[: 2 * n]], [scalar(r) for r in proof[2 * n :]]
    commitments, chain = elements[:n], elements[n:]
    c, s1, s2, s3, s4 = scalars[:5]
    hats, primes = scalars[5 : 5 + n], scalars[5 + n :]
    h, hs = hashed(b"pedersen", 0), [hashed(b"generator", i) for i in range(n)]
    cards = [hashed(b"card", i) for i in range(n)]
    said = Said(b"shuffle")
    said.absorb(
        b"parameters", sha512(SUITE, b"parameters", u32(n), *encoded([base, h, *hs, *cards]))
    )
    said.absorb(b"context", context(case))
    said.absorb(b"joint key", edwards.encode(key))
    said.absorb(b"before", bytes.fromhex(case["before"]))
    said.absorb(b"after", bytes.fromhex(case["after"]))
    said.absorb(b"commitments", *encoded(commitments))
    u = said.challenges(b"exponents", n)
    product = 1
    for value in u:
        product = product * value % Q
    scaled = [-c * value for value in u]
    columns = linear(*((1, element) for element in commitments), *((-1, g) for g in hs))
    t = [
        linear((s1, base), (-c, columns)),
        linear((s2, base), (-c, chain[-1]), (c * product, h)),
        linear((s3, base), *zip(scaled, commitments, strict=True), *zip(primes, hs, strict=True)),
        *(
            linear(
                (-s4, generator),
                *zip(scaled, before[half::2], strict=True),
                *zip(primes, after[half::2], strict=True),
            )
            for half, generator in enumerate((base, key))
        ),
        *(linear((hats[i], base), (-c, chain[i]), (primes[i], ([h, *chain])[i])) for i in range(n)),
    ]
    said.absorb(b"chain", *encoded(chain))
    said.absorb(b"t", *encoded(t))
    if said.challenge() != c:
        raise RefusedError


CHECKS: dict[str, Callable[[Case], None]] = {
    "key_share": check_key_share,
    "decryption": check_decryption,
    "shuffle": check_shuffle,
}


@pytest.mark.parametrize("kind", CHECKS)
def test_the_second_implementation_accepts_the_good_vectors(kind: str) -> None:
    for case in VECTORS[kind]:
        CHECKS[kind](case)


# Where the refusal is by the challenge; those of the encoding are the library's own tests.
@pytest.mark.parametrize("kind", ["key_share", "decryption"])
def test_the_second_implementation_refuses_the_bad_vectors(kind: str) -> None:
    for case in VECTORS["refused"][kind]:
        with pytest.raises((RefusedError, ValueError)):
            CHECKS[kind](case)


def test_hashed_points_and_parameters() -> None:
    for case in VECTORS["hash_to_element"]:
        element = hashed(bytes.fromhex(case["tag"]), case["index"])
        assert edwards.encode(element).hex() == case["result"]


def test_permutations() -> None:
    for case in VECTORS["permutation"]:
        order, k = list(range(case["size"])), 0
        for i in range(case["size"] - 1, 0, -1):
            while True:
                label, seed = case["label"].encode(), bytes.fromhex(case["seed"])
                block = sha512(SUITE, b"stream", label, seed, k.to_bytes(8, "big"))
                value, k = int.from_bytes(block[:8], "big"), k + 1
                if value < 2**64 - 2**64 % (i + 1):
                    break
            j = value % (i + 1)
            order[i], order[j] = order[j], order[i]
        assert order == case["result"]


def test_commitments() -> None:
    for case in VECTORS["commitment"]:
        parts = [bytes.fromhex(case[name]) for name in ("context", "value", "salt")]
        digest = sha512(SUITE, b"commitment", case["tag"].encode(), *parts)
        assert digest[:32].hex() == case["commitment"]
