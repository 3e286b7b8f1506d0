"""Make crypto.json, the test vectors of protocol/crypto.md: python protocol/vectors/make_crypto.py

Always the same: every "random" scalar is SHA-512 of a label and a counter, and each proof lists the
scalars that it drew, in order, so that another implementation can reproduce it to the byte.
Byte strings are in hex; scalars too, as their 32 bytes little-endian.
"""

import hashlib
import json
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from durak_p2p.crypto import (
    ORDER,
    SUITE,
    Ciphertext,
    Element,
    KeyShare,
    Parameters,
    ProofContext,
    Scalar,
    Transcript,
    commit,
    encode_deck,
    encode_scalar,
    frame,
    joint_key,
    make_shares,
    permutation_from_seed,
    prove_knowledge,
    prove_shuffle,
    shuffle,
    start_deck,
)
from durak_p2p.crypto.group import add, hash_to_element, multiply_base, subtract

PATH = Path(__file__).with_name("crypto.json")
Json = Any

CONTEXT = ProofContext(
    deal=bytes(range(16)),
    author=1,
    identity=bytes(range(32, 64)),
    entry="shuffle",
    step=7,
    log=bytes(range(64, 96)),
)
DEAL_CONTEXT = replace(CONTEXT, entry="deal", cards=((3, 0), (35, -1)))
ORDER_TWO = "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"
BAD_POINTS = {
    "the neutral element": "01" + "00" * 31,
    "order 2": ORDER_TWO,
    "order 4": "00" * 32,
    "order 4, negative": "00" * 31 + "80",
    "order 8": "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "order 8, negative": "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
    "order 8, other": "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    "order 8, other, negative": "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
    "not canonical: p": "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "not canonical: neutral with a sign": "01" + "00" * 30 + "80",
    "off the curve": "02" + "00" * 31,
    "31 bytes": "58" + "66" * 30,
    "33 bytes": "58" + "66" * 31 + "00",
}


class RecordedRandomness:
    """Foreseeable scalars that remembers what it gave. For vectors only."""

    def __init__(self, label: str) -> None:
        self._label = label
        self.given: list[Scalar] = []

    def scalar(self) -> Scalar:
        text = f"durak-p2p vectors {self._label} {len(self.given)}"
        value = int.from_bytes(hashlib.sha512(text.encode()).digest(), "little")
        self.given.append(Scalar(value % (ORDER - 1) + 1))
        return self.given[-1]

    def token(self, size: int) -> bytes:
        return hashlib.sha512(f"durak-p2p vectors {self._label}".encode()).digest()[:size]


def scalar_hex(scalar: Scalar) -> str:
    return encode_scalar(scalar).hex()


def context_json(context: ProofContext) -> Json:
    fields = {
        name: value.hex() if isinstance(value, bytes) else value
        for name, value in asdict(context).items()
    }
    return {**fields, "cards": [list(card) for card in context.cards]}


def transcript_vectors() -> Json:
    transcript = Transcript(b"vector")
    transcript.absorb(b"empty").absorb(b"two", b"", b"abc")
    one = transcript.challenge(b"one")
    transcript.absorb(b"more", bytes(40))
    three = transcript.challenges(b"three", 3)
    after = transcript.challenge(b"one")
    steps = [
        {"absorb": b"empty".hex(), "items": []},
        {"absorb": b"two".hex(), "items": ["", b"abc".hex()]},
        {"challenge": b"one".hex(), "result": scalar_hex(one)},
        {"absorb": b"more".hex(), "items": [bytes(40).hex()]},
        {"challenges": b"three".hex(), "result": [scalar_hex(value) for value in three]},
        {"challenge": b"one".hex(), "result": scalar_hex(after)},
    ]
    return [{"protocol": b"vector".hex(), "steps": steps}]


def parameters_vectors() -> Json:
    return [
        {"size": size, "digest": Parameters.for_deck(size).digest.hex()}
        for size in (1, 24, 32, 36, 52, 54)
    ]


def permutation_vectors() -> Json:
    cases = [(bytes(32), 1, "permutation"), (bytes(32), 6, "seats")]
    cases += [(bytes(range(32)), size, "shuffle permutation") for size in (2, 36, 52)]
    return [
        {
            "seed": seed.hex(),
            "size": size,
            "label": label,
            "result": list(permutation_from_seed(seed, size, label)),
        }
        for seed, size, label in cases
    ]


def commitment(tag: str, context: bytes, value: bytes, salt: bytes, /, **shown: Any) -> Json:
    """A commitment, and what it is opened with where that differs."""
    opened = {"tag": tag, "context": context, "value": value, "salt": salt} | shown
    return {
        "commitment": commit(tag, context, value, salt).hex(),
        **{name: part.hex() if isinstance(part, bytes) else part for name, part in opened.items()},
    }


class Table:
    """Two players and three cards, whose proofs the vectors are."""

    def __init__(self) -> None:
        randomness = RecordedRandomness("keys")
        self.shares = [KeyShare.generate(randomness) for _ in range(2)]
        self.parameters = Parameters.for_deck(3)
        self.key = joint_key([share.public for share in self.shares])
        self.before = start_deck(self.parameters, self.key)
        self.seed = RecordedRandomness("seed").token(32)
        self.done = shuffle(self.parameters, self.key, self.before, self.seed)

    def knowledge(self) -> Json:
        drawn = RecordedRandomness("knowledge")
        share = self.shares[0]
        return {
            "public": share.public.hex(),
            "context": context_json(CONTEXT),
            "proof": prove_knowledge(share, CONTEXT, drawn).hex(),
            "secret": share.secret_bytes().hex(),
            "drawn": [scalar_hex(scalar) for scalar in drawn.given],
        }

    def shuffle(self) -> Json:
        drawn = RecordedRandomness("shuffle")
        proof = prove_shuffle(self.parameters, self.key, self.before, self.done, CONTEXT, drawn)
        return {
            "size": 3,
            "joint_key": self.key.hex(),
            "before": encode_deck(self.before).hex(),
            "after": encode_deck(self.done.deck).hex(),
            "context": context_json(CONTEXT),
            "proof": proof.encode().hex(),
            "seed": self.seed.hex(),
            "permutation": list(self.done.permutation),
            "randomizers": [scalar_hex(scalar) for scalar in self.done.randomizers],
            "drawn": [scalar_hex(scalar) for scalar in drawn.given],
        }

    def decryption(self, count: int) -> Json:
        drawn = RecordedRandomness(f"decryption {count}")
        share, cards = self.shares[0], self.done.deck[:count]
        shares, proof = make_shares(share, cards, DEAL_CONTEXT, drawn)
        return {
            "public": share.public.hex(),
            "ciphertexts": encode_deck(cards).hex(),
            "shares": b"".join(shares).hex(),
            "context": context_json(DEAL_CONTEXT),
            "proof": proof.hex(),
            "secret": share.secret_bytes().hex(),
            "drawn": [scalar_hex(scalar) for scalar in drawn.given],
        }

    def opening(self) -> Json:
        cards = self.done.deck
        return [
            {
                "size": 3,
                "ciphertext": encode_deck([card]).hex(),
                "shares": b"".join(
                    make_shares(s, [card], CONTEXT)[0][0] for s in self.shares
                ).hex(),
                "result": self.done.permutation[index],
            }
            for index, card in enumerate(cards)
        ]


def without_secrets(vector: Json) -> Json:
    secret = {"secret", "drawn", "seed", "permutation", "randomizers", "result"}
    return {name: value for name, value in vector.items() if name not in secret}


def elsewhere(vector: Json, context: ProofContext) -> list[tuple[str, Json]]:
    """The same proof, shown in another place."""
    places = {
        "deal": bytes(16),
        "author": 0,
        "identity": bytes(32),
        "entry": "play",
        "step": 8,
        "log": bytes(32),
        "cards": ((4, 0), (35, -1)),
    }
    return [
        (
            f"shown under another {name}",
            {**vector, "context": context_json(replace(context, **{name: value}))},  # type: ignore[arg-type]
        )
        for name, value in places.items()
    ]


def with_word(raw: str, word: int, new: str) -> str:
    """The hex string with one of its 32-byte words replaced."""
    return raw[: 64 * word] + new + raw[64 * (word + 1) :]


def grown(raw: str, word: int) -> str:
    value = int.from_bytes(bytes.fromhex(raw)[32 * word :][:32], "little") + ORDER
    return with_word(raw, word, value.to_bytes(32, "little").hex())


def mixed(raw: str, word: int) -> str:
    """The word, a point, moved out of the prime-order subgroup by a point of order 2."""
    from nacl.bindings import crypto_core_ed25519_add

    point = bytes.fromhex(raw)[32 * word :][:32]
    return with_word(raw, word, crypto_core_ed25519_add(point, bytes.fromhex(ORDER_TWO)).hex())


def refused_sigma(vector: Json, context: ProofContext) -> list[tuple[str, str, Json]]:
    proof = vector["proof"]
    other = multiply_base(Scalar(5)).hex()
    flipped = f"{int(proof[0], 16) ^ 1:x}" + proof[1:]
    cases = [("ProofError", what, case) for what, case in elsewhere(vector, context)]
    return [
        *cases,
        ("ProofError", "another key share", {**vector, "public": other}),
        ("ProofError", "a flipped bit of the challenge", {**vector, "proof": flipped}),
        ("EncodingError", "a challenge not reduced", {**vector, "proof": grown(proof, 0)}),
        ("EncodingError", "a response not reduced", {**vector, "proof": grown(proof, 1)}),
        ("EncodingError", "a zero proof", {**vector, "proof": "00" * 64}),
        ("EncodingError", "a proof cut short", {**vector, "proof": proof[:-2]}),
        ("EncodingError", "a byte too many", {**vector, "proof": proof + "00"}),
        (
            "EncodingError",
            "a public point of order 2q",
            {**vector, "public": mixed(vector["public"], 0)},
        ),
    ]


def refused_shuffle(table: Table, vector: Json) -> list[tuple[str, str, Json]]:
    deck, offset = table.done.deck, multiply_base(Scalar(99))

    def after(*cards: Ciphertext) -> Json:
        return {**vector, "after": encode_deck(cards).hex()}

    a, b, c = deck
    proof = vector["proof"]
    decks = {
        "two cards swapped": after(b, a, c),
        "a card doubled": after(a, a, c),
        "another first half": after(Ciphertext(add(a.a, offset), a.b), b, c),
        "another second half": after(Ciphertext(a.a, add(a.b, offset)), b, c),
        "second halves bent, same sum": after(
            Ciphertext(a.a, add(a.b, offset)), Ciphertext(b.a, subtract(b.b, offset)), c
        ),
        "decks exchanged": {**vector, "before": vector["after"], "after": vector["before"]},
        "another joint key": {**vector, "joint_key": table.shares[0].public.hex()},
    }
    words = {"a commitment": 0, "a link of the chain": 3}
    scalars = {"the challenge": 6, "s_1": 7, "a chain response": 11, "a permuted response": 14}
    return [
        *(("ProofError", what, case) for what, case in elsewhere(vector, CONTEXT)),
        *(("ProofError", what, case) for what, case in decks.items()),
        *(
            (
                "ProofError",
                f"{what} replaced",
                {**vector, "proof": with_word(proof, word, offset.hex())},
            )
            for what, word in words.items()
        ),
        *(
            (
                "ProofError",
                f"{what} replaced",
                {**vector, "proof": with_word(proof, word, "05" + "00" * 31)},
            )
            for what, word in scalars.items()
        ),
        *(
            (
                "EncodingError",
                f"{what} outside the subgroup",
                {**vector, "proof": mixed(proof, word)},
            )
            for what, word in words.items()
        ),
        *(
            ("EncodingError", f"{what} not reduced", {**vector, "proof": grown(proof, word)})
            for what, word in scalars.items()
        ),
        ("EncodingError", "a proof cut short", {**vector, "proof": proof[:-64]}),
        ("EncodingError", "a deck cut short", {**vector, "after": vector["after"][:-128]}),
        (
            "EncodingError",
            "a card outside the subgroup",
            {**vector, "after": mixed(vector["after"], 3)},
        ),
    ]


def refused_decryption(vector: Json) -> list[tuple[str, str, Json]]:
    first, second = (Element(bytes.fromhex(vector["shares"])[k : k + 32]) for k in (0, 32))
    offset = multiply_base(Scalar(99))

    def shares(*elements: Element) -> Json:
        return {**vector, "shares": b"".join(elements).hex()}

    return [
        *refused_sigma(vector, DEAL_CONTEXT),
        ("ProofError", "shares swapped", shares(second, first)),
        ("ProofError", "a share forged", shares(first, add(second, offset))),
        (
            "ProofError",
            "shares bent, same sum",
            shares(add(first, offset), subtract(second, offset)),
        ),
        ("ProofError", "a share missing", shares(first)),
        ("ProofError", "a share too many", shares(first, second, first)),
        ("EncodingError", "a share of order 2q", {**vector, "shares": mixed(vector["shares"], 0)}),
    ]


def refused_openings() -> list[tuple[str, str, Json]]:
    salt = bytes(range(32))
    other = {
        "tag": "seed",
        "context": b"seat 1",
        "value": b"other",
        "salt": bytes(32),
    }
    return [
        (
            "OpeningError",
            f"another {name}",
            commitment("coin", b"seat 0", b"v", salt, **{name: value}),
        )
        for name, value in other.items()
    ] + [
        (
            "OpeningError",
            "a salt cut short",
            commitment("coin", b"seat 0", b"v", salt, salt=salt[:31]),
        )
    ]


def make() -> Json:
    table = Table()
    knowledge, shuffled, decrypted = table.knowledge(), table.shuffle(), table.decryption(2)
    card = table.opening()[0]
    refused = {
        "element": [("EncodingError", why, {"raw": raw}) for why, raw in BAD_POINTS.items()],
        "scalar": [
            ("EncodingError", why, {"raw": value.to_bytes(32, "little").hex()})
            for why, value in {"zero": 0, "the order": ORDER, "2^256 - 1": 2**256 - 1}.items()
        ],
        "commitment": refused_openings(),
        "key_share": refused_sigma(without_secrets(knowledge), CONTEXT),
        "shuffle": refused_shuffle(table, without_secrets(shuffled)),
        "decryption": refused_decryption(without_secrets(decrypted)),
        "opening": [
            (
                "ProofError",
                "a share missing",
                {**without_secrets(card), "shares": card["shares"][:64]},
            )
        ],
    }
    return {
        "suite": SUITE.decode(),
        "frame": [
            {"parts": [part.hex() for part in parts], "result": frame(*parts).hex()}
            for parts in ([], [b""], [b"a", b"bc"], [b"ab", b"c"], [bytes(300)])
        ],
        "transcript": transcript_vectors(),
        "hash_to_element": [
            {"tag": tag.hex(), "index": index, "result": hash_to_element(tag, index).hex()}
            for tag, index in [(b"pedersen", 0), (b"generator", 0), (b"card", 0), (b"card", 51)]
        ],
        "parameters": parameters_vectors(),
        "permutation": permutation_vectors(),
        "commitment": [
            commitment("coin", b"seat 0", b"v", bytes(range(32))),
            commitment("", b"", b"", bytes(32)),
        ],
        "context": [
            {"context": context_json(context), "result": context.encode().hex()}
            for context in (CONTEXT, DEAL_CONTEXT)
        ],
        "key_share": [knowledge],
        "shuffle": [shuffled],
        "decryption": [table.decryption(1), decrypted],
        "opening": table.opening(),
        "refused": {
            kind: [{"why": why, "error": error, **case} for error, why, case in cases]
            for kind, cases in refused.items()
        },
    }


def text() -> str:
    return json.dumps(make(), indent=1) + "\n"


if __name__ == "__main__":
    PATH.write_text(text(), encoding="utf-8")
