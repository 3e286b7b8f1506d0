"""CPU time of the cryptography: python benchmarks/bench_crypto.py

Medians over several runs, in milliseconds. The deck is one that has been shuffled before, which is
the dearer case: in the first shuffle half of the points are the generator.
"""

import statistics
import time
from collections.abc import Callable

from durak_p2p.crypto import (
    Identity,
    KeyShare,
    Parameters,
    ProofContext,
    ShuffleProof,
    SystemRandomness,
    decode_deck,
    encode_deck,
    joint_key,
    make_shares,
    open_card,
    prove_knowledge,
    prove_shuffle,
    shuffle,
    start_deck,
    verify_knowledge,
    verify_shares,
    verify_shuffle,
    verify_signature,
)

RUNS = 15
CONTEXT = ProofContext(bytes(16), 0, bytes(32), "shuffle", 0, bytes(32))


def measure(name: str, action: Callable[[], object]) -> None:
    action()
    times = []
    for _ in range(RUNS):
        start = time.process_time()
        action()
        times.append(time.process_time() - start)
    print(f"{name:<46}{1000 * statistics.median(times):9.2f}{1000 * min(times):9.2f}")


def bench_shuffle(size: int, shares: list[KeyShare]) -> None:
    parameters, randomness = Parameters.for_deck(size), SystemRandomness()
    key = joint_key([share.public for share in shares])
    before = shuffle(parameters, key, start_deck(parameters, key), randomness.token(32)).deck
    done = shuffle(parameters, key, before, randomness.token(32))
    proof = prove_shuffle(parameters, key, before, done, CONTEXT)
    raw_deck, raw_proof = encode_deck(done.deck), proof.encode()

    def make() -> None:
        made = shuffle(parameters, key, before, randomness.token(32))
        prove_shuffle(parameters, key, before, made, CONTEXT)

    def check() -> None:
        after, checked = decode_deck(raw_deck, size), ShuffleProof.decode(raw_proof, size)
        verify_shuffle(parameters, key, before, after, checked, CONTEXT)

    measure(f"{size} cards: shuffle and prove", make)
    measure(f"{size} cards: decode and check", check)
    measure(
        f"{size} cards: shuffle again from the seed",
        lambda: shuffle(parameters, key, before, bytes(32)),
    )
    print(f"{f'{size} cards: deck and proof, bytes':<46}{len(raw_deck) + len(raw_proof):9}")


def bench_shares(shares: list[KeyShare]) -> None:
    parameters = Parameters.for_deck(36)
    key = joint_key([share.public for share in shares])
    deck = shuffle(parameters, key, start_deck(parameters, key), bytes(32)).deck
    for count in (1, 6):
        cards, owner = deck[:count], shares[0]
        made, proof = make_shares(owner, cards, CONTEXT)
        measure(f"shares of {count}: make", lambda: make_shares(owner, cards, CONTEXT))  # noqa: B023
        measure(
            f"shares of {count}: check",
            lambda: verify_shares(owner.public, cards, made, proof, CONTEXT),  # noqa: B023
        )
    opening = [make_shares(share, deck[:1], CONTEXT)[0][0] for share in shares]
    measure(f"open a card, {len(shares)} players", lambda: open_card(parameters, deck[0], opening))


def main() -> None:
    shares = [KeyShare.generate() for _ in range(4)]
    identity = Identity.generate()
    signature = identity.sign(bytes(100))
    print(f"{'milliseconds of CPU':<46}{'median':>9}{'least':>9}")
    for size in (36, 52):
        bench_shuffle(size, shares)
    bench_shares(shares)
    knowledge = prove_knowledge(shares[0], CONTEXT)
    measure("key share: prove", lambda: prove_knowledge(shares[0], CONTEXT))
    measure("key share: check", lambda: verify_knowledge(shares[0].public, knowledge, CONTEXT))
    measure(
        "signature: check", lambda: verify_signature(identity.public_key, bytes(100), signature)
    )


if __name__ == "__main__":
    main()
