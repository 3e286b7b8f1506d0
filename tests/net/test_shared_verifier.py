"""Peers of one process verify each proof once; nothing that was not verified is taken for it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Thread

import pytest

import durak_p2p
from durak_p2p import limits
from durak_p2p.crypto import (
    CryptoError,
    KeyShare,
    Parameters,
    ProofContext,
    Verifier,
    encode_deck,
    joint_key,
    make_shares,
    prove_knowledge,
    prove_shuffle,
    shuffle,
    start_deck,
)
from durak_p2p.net.shared_verifier import SharedVerifier

PROGRAM = Path(durak_p2p.__file__).parent
SIZE = 3
CONTEXT = ProofContext(bytes(16), 0, bytes(32), "shuffle", 2, bytes(32))
ELSEWHERE = ProofContext(bytes(16), 0, bytes(32), "shuffle", 3, bytes(32))
PARAMETERS = Parameters.for_deck(SIZE)
SHARE, OTHER = KeyShare.generate(), KeyShare.generate()
KEY = joint_key([SHARE.public, OTHER.public])
BEFORE = start_deck(PARAMETERS, KEY)
SHUFFLED = shuffle(PARAMETERS, KEY, BEFORE, bytes(32))
AGAIN = shuffle(PARAMETERS, KEY, SHUFFLED.deck, bytes(32))

Arguments = dict[str, object]


def key_share_of(context: ProofContext) -> Arguments:
    raw = bytes(SHARE.public)
    return {"raw": raw, "proof": prove_knowledge(SHARE, context), "context": context}


def shares_of(context: ProofContext) -> Arguments:
    shares, proof = make_shares(SHARE, BEFORE, context)
    return {
        "public": SHARE.public,
        "ciphertexts": BEFORE,
        "raw": b"".join(shares),
        "proof": proof,
        "context": context,
    }


def shuffle_of(context: ProofContext) -> Arguments:
    return {
        "parameters": PARAMETERS,
        "joint_key": KEY,
        "before": BEFORE,
        "raw": encode_deck(SHUFFLED.deck),
        "proof": prove_shuffle(PARAMETERS, KEY, BEFORE, SHUFFLED, context).encode(),
        "context": context,
    }


#: Whatever else could stand in the place of one argument, each time.
CHANGES: Arguments = {
    "context": ELSEWHERE,
    "public": OTHER.public,
    "joint_key": SHARE.public,
    "before": AGAIN.deck,
    "ciphertexts": SHUFFLED.deck,
    "raw": None,
    "proof": None,
}
KINDS: dict[str, Callable[[ProofContext], Arguments]] = {
    "key_share": key_share_of,
    "shares": shares_of,
    "shuffle": shuffle_of,
}


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The name of each method by which something is really verified."""
    calls: list[str] = []

    def count(name: str) -> None:
        real = getattr(Verifier, name)

        def counting(*arguments: object, **named: object) -> object:
            calls.append(name)
            return real(*arguments, **named)

        monkeypatch.setattr(Verifier, name, counting)

    for name in KINDS:
        count(name)
    return calls


@pytest.mark.parametrize("kind", KINDS)
def test_what_holds_is_verified_once_and_read_alike(kind: str, counted: list[str]) -> None:
    arguments = KINDS[kind](CONTEXT)
    plain = getattr(Verifier(), kind)(**arguments)
    counted.clear()
    verifier = SharedVerifier()
    assert [getattr(verifier, kind)(**arguments) for _ in range(3)] == [plain] * 3
    assert counted == [kind]


@pytest.mark.parametrize("kind", KINDS)
def test_whatever_differs_is_verified_itself_and_refused(kind: str, counted: list[str]) -> None:
    arguments = KINDS[kind](CONTEXT)
    verifier = SharedVerifier()
    getattr(verifier, kind)(**arguments)
    for name, value in arguments.items():
        if name == "parameters":
            continue  # another deck's do not fit the sizes; they are in the hash by their digest
        other = CHANGES[name]
        if isinstance(value, bytes) and other is None:
            other = value[:-32] + KINDS[kind](CONTEXT)["proof"][-32:]  # type: ignore[index]
        assert other != value
        for _ in range(2):  # what does not hold is not remembered
            counted.clear()
            with pytest.raises(CryptoError):
                getattr(verifier, kind)(**(arguments | {name: other}))
            assert counted == [kind]


def test_peers_in_threads_wait_for_the_one_that_verifies(counted: list[str]) -> None:
    verifier, arguments = SharedVerifier(), shuffle_of(CONTEXT)
    threads = [Thread(target=verifier.shuffle, kwargs=arguments) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert counted == ["shuffle"]


def test_only_the_last_are_remembered(counted: list[str]) -> None:
    verifier = SharedVerifier()
    contexts = [
        ProofContext(bytes(16), 0, bytes(32), "reveal", step, bytes(32))
        for step in range(limits.VERIFIED_PROOFS + 1)
    ]
    given = [key_share_of(context) for context in contexts]
    for arguments in (*given, given[-1], given[0]):
        verifier.key_share(**arguments)  # type: ignore[arg-type]
    assert len(counted) == len(given) + 1


def test_only_peers_of_one_process_share_one() -> None:
    users = [path.name for path in PROGRAM.rglob("*.py") if "SharedVerifier" in path.read_text()]
    assert sorted(users) == ["one_process.py", "shared_verifier.py"]
