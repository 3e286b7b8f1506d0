"""protocol/vectors/crypto.json says what the library does, and is what its script makes."""

import importlib.util
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from durak_p2p.crypto import (
    SUITE,
    Element,
    KeyShare,
    Parameters,
    ProofContext,
    Scalar,
    ShuffleProof,
    Transcript,
    check_opening,
    decode_deck,
    decode_element,
    decode_scalar,
    encode_deck,
    encode_scalar,
    errors,
    frame,
    make_shares,
    open_card,
    permutation_from_seed,
    prove_knowledge,
    prove_shuffle,
    shuffle,
    verify_knowledge,
    verify_shares,
    verify_shuffle,
)
from durak_p2p.crypto.group import hash_to_element

FOLDER = Path(__file__).parents[2] / "protocol" / "vectors"
VECTORS: dict[str, Any] = json.loads((FOLDER / "crypto.json").read_text(encoding="utf-8"))
Case = dict[str, Any]
raw = bytes.fromhex


class Given:
    """The scalars that a vector lists, one after the other."""

    def __init__(self, case: Case) -> None:
        self.left = [decode_scalar(raw(scalar)) for scalar in case["drawn"]]

    def scalar(self) -> Scalar:
        return self.left.pop(0)

    def token(self, size: int) -> bytes:
        raise AssertionError(size)


def context(case: Case) -> ProofContext:
    fields = case["context"]
    return ProofContext(
        raw(fields["deal"]),
        fields["author"],
        raw(fields["identity"]),
        fields["entry"],
        fields["step"],
        raw(fields["log"]),
        tuple((position, owner) for position, owner in fields["cards"]),
    )


def elements(text: str) -> list[Element]:
    return [decode_element(raw(text[start : start + 64])) for start in range(0, len(text), 64)]


def check_frame(case: Case) -> None:
    assert frame(*map(raw, case["parts"])) == raw(case["result"])


def check_transcript(case: Case) -> None:
    transcript = Transcript(raw(case["protocol"]))
    for step in case["steps"]:
        if "absorb" in step:
            transcript.absorb(raw(step["absorb"]), *map(raw, step["items"]))
        elif "challenge" in step:
            assert (
                encode_scalar(transcript.challenge(raw(step["challenge"]))).hex() == step["result"]
            )
        else:
            drawn = transcript.challenges(raw(step["challenges"]), len(step["result"]))
            assert [encode_scalar(scalar).hex() for scalar in drawn] == step["result"]


def check_hash_to_element(case: Case) -> None:
    assert hash_to_element(raw(case["tag"]), case["index"]) == raw(case["result"])


def check_parameters(case: Case) -> None:
    assert Parameters.for_deck(case["size"]).digest == raw(case["digest"])


def check_permutation(case: Case) -> None:
    drawn = permutation_from_seed(raw(case["seed"]), case["size"], case["label"])
    assert list(drawn) == case["result"]


def check_commitment(case: Case) -> None:
    names = ("commitment", "context", "value", "salt")
    commitment, where, value, salt = (raw(case[name]) for name in names)
    check_opening(commitment, case["tag"], where, value, salt)


def check_context(case: Case) -> None:
    assert context(case).encode() == raw(case["result"])


def check_key_share(case: Case) -> None:
    public, proof = decode_element(raw(case["public"])), raw(case["proof"])
    verify_knowledge(public, proof, context(case))
    if "drawn" in case:
        share, given = KeyShare.from_secret_bytes(raw(case["secret"])), Given(case)
        assert share.public == public
        assert prove_knowledge(share, context(case), given) == proof
        assert not given.left


def check_shuffle(case: Case) -> None:
    size, parameters = case["size"], Parameters.for_deck(case["size"])
    key = decode_element(raw(case["joint_key"]))
    before, after = (decode_deck(raw(case[name]), size) for name in ("before", "after"))
    proof = ShuffleProof.decode(raw(case["proof"]), size)
    verify_shuffle(parameters, key, before, after, proof, context(case))
    if "drawn" in case:
        done, given = shuffle(parameters, key, before, raw(case["seed"])), Given(case)
        assert encode_deck(done.deck).hex() == case["after"]
        assert list(done.permutation) == case["permutation"]
        assert [encode_scalar(r).hex() for r in done.randomizers] == case["randomizers"]
        assert prove_shuffle(parameters, key, before, done, context(case), given) == proof
        assert not given.left


def check_decryption(case: Case) -> None:
    public, shares, proof = (
        decode_element(raw(case["public"])),
        tuple(elements(case["shares"])),
        raw(case["proof"]),
    )
    cards = decode_deck(raw(case["ciphertexts"]), len(case["ciphertexts"]) // 128)
    verify_shares(public, cards, shares, proof, context(case))
    if "drawn" in case:
        given = Given(case)
        share = KeyShare.from_secret_bytes(raw(case["secret"]))
        assert make_shares(share, cards, context(case), given) == (shares, proof)
        assert not given.left


def check_opening_of_card(case: Case) -> None:
    (card,) = decode_deck(raw(case["ciphertext"]), 1)
    opened = open_card(Parameters.for_deck(case["size"]), card, elements(case["shares"]))
    assert opened == case["result"]


CHECKS: dict[str, Callable[[Case], object]] = {
    "frame": check_frame,
    "transcript": check_transcript,
    "hash_to_element": check_hash_to_element,
    "parameters": check_parameters,
    "permutation": check_permutation,
    "commitment": check_commitment,
    "context": check_context,
    "key_share": check_key_share,
    "shuffle": check_shuffle,
    "decryption": check_decryption,
    "opening": check_opening_of_card,
    "element": lambda case: decode_element(raw(case["raw"])),
    "scalar": lambda case: decode_scalar(raw(case["raw"])),
}


def cases(vectors: dict[str, list[Case]]) -> list[Any]:
    return [
        pytest.param(kind, case, id=f"{kind} {case.get('why', index)}")
        for kind, listed in vectors.items()
        for index, case in enumerate(listed)
    ]


GOOD = {kind: listed for kind, listed in VECTORS.items() if kind not in ("suite", "refused")}


@pytest.mark.parametrize(("kind", "case"), cases(GOOD))
def test_the_library_agrees(kind: str, case: Case) -> None:
    CHECKS[kind](case)


@pytest.mark.parametrize(("kind", "case"), cases(VECTORS["refused"]))
def test_the_library_refuses_with_the_error_due(kind: str, case: Case) -> None:
    with pytest.raises(errors.CryptoError) as caught:
        CHECKS[kind](case)
    assert type(caught.value).__name__ == case["error"]


def test_every_kind_is_covered() -> None:
    assert {*GOOD, *VECTORS["refused"]} == set(CHECKS)
    assert all(GOOD.values())
    assert VECTORS["suite"] == SUITE.decode()


def test_the_file_is_what_its_script_makes() -> None:
    spec = importlib.util.spec_from_file_location("make_crypto", FOLDER / "make_crypto.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.text() == (FOLDER / "crypto.json").read_text(encoding="utf-8")
