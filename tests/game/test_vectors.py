"""protocol/vectors/log.json says what the library does, and is what its script makes."""

import hashlib
import importlib.util
import itertools
import json
from pathlib import Path
from typing import Any

import pytest

from durak_p2p.crypto import Identity, permutation_from_seed
from durak_p2p.game import (
    Breach,
    EntryError,
    EntryType,
    Forked,
    Log,
    Setup,
    SetupError,
    SignedEntry,
    StrayEntry,
)
from durak_p2p.game.entry import step_hash
from durak_p2p.game.setup import UnknownRules, UnknownSuite

FOLDER = Path(__file__).parents[2] / "protocol" / "vectors"
VECTORS: dict[str, Any] = json.loads((FOLDER / "log.json").read_text(encoding="utf-8"))
DEAL = VECTORS["deal"]
Case = dict[str, Any]
raw = bytes.fromhex


def signed(case: Case) -> SignedEntry:
    return SignedEntry(raw(case["raw"]), raw(case["signature"]))


def log_before(step: int, deal: Case = DEAL) -> Log:
    log = Log(Setup.decode(raw(deal["setup"])))
    for case in deal["entries"]:
        if case["step"] < step:
            log.receive(signed(case))
    assert log.step == step
    return log


def test_the_set_up() -> None:
    setup = Setup.decode(raw(DEAL["setup"]))
    assert [p.key.hex() for p in setup.players] == [p["key"] for p in DEAL["players"]]
    assert [p.name for p in setup.players] == [p["name"] for p in DEAL["players"]]
    assert setup.hash == hashlib.sha256(b"durak-p2p/1 start\n" + setup.raw).digest()
    assert setup.hash.hex() == DEAL["hash"] == DEAL["hashes"][0]
    assert setup.hash.hex()[:32] == DEAL["deal"]


def test_the_entries_their_digests_signatures_and_the_hash_of_each_step() -> None:
    identities = [Identity.from_private_bytes(raw(s["private_key"])) for s in DEAL["secrets"]]
    steps: dict[int, list[SignedEntry]] = {}
    for case in DEAL["entries"]:
        entry = signed(case)
        assert (entry.entry.step, entry.entry.author) == (case["step"], case["author"])
        assert entry.entry.type == case["type"]
        assert entry.entry.log.hex() == DEAL["hashes"][case["step"]]
        assert entry.digest.hex() == case["digest"]
        # Ed25519 is deterministic where nobody cheats.
        assert entry.entry.sign(identities[case["author"]]) == entry
        steps.setdefault(case["step"], []).append(entry)
    for number, entries in steps.items():
        after = step_hash(raw(DEAL["hashes"][number]), entries)
        assert after.hex() == DEAL["hashes"][number + 1]


def test_what_the_log_comes_to() -> None:
    log = log_before(len(DEAL["hashes"]) - 1)
    state = log.state
    assert log.complete
    assert state.joint_key is not None
    assert bytes(state.joint_key).hex() == DEAL["joint_key"]
    assert list(state.seats) == DEAL["seats"]
    assert state.dealer == DEAL["dealer"]
    assert state.shufflers == DEAL["shufflers"]
    assert list(state.opened or ()) == DEAL["deck"]
    assert state.result is not None
    assert state.result.fool == DEAL["fool"]


@pytest.mark.parametrize("case", VECTORS["endings"], ids=lambda case: str(case["why"]))
def test_an_end_by_time_or_by_leaving(case: Case) -> None:
    entries = [signed(entry) for entry in case["entries"]]
    for order in itertools.permutations(entries):
        log = log_before(case["step"])
        for entry in order:
            log.receive(entry)
        assert log.complete
        assert log.state.log.hex() == case["log"]
        assert_it_ends_as(log, case, DEAL)


def assert_it_ends_as(log: Log, case: Case, deal: Case) -> None:
    state = log.state
    assert [
        {"author": author, "reason": gone.reason, "voices": gone.voices, "step": gone.step}
        for author, gone in sorted(state.departed.items())
    ] == case["gone"]
    assert (state.result.fool if state.result else None) == case["fool"]
    assert (state.result.reason if state.result else None) == case["reason"]
    assert (state.opened is not None) == case["opened"]
    steps = [log.complete_step(n) for n in range(case["step"], log.step)]
    assert [[e.digest.hex() for e in step] for step in steps] == case["digests"]
    hashed = raw(deal["hashes"][case["step"]])
    for step in steps:
        hashed = step_hash(hashed, step)
    assert hashed == state.log


@pytest.mark.parametrize("case", VECTORS["late_claims"], ids=lambda case: str(case["why"]))
def test_a_claim_that_comes_when_the_log_has_gone_on(case: Case) -> None:
    log = log_before(case["step"], VECTORS[case["deal"]])
    kinds = {"breach": [Breach], "forked": [Forked], None: []}
    for told in case["entries"]:
        events = log.receive(signed(told))
        found = [type(event) for event in events if isinstance(event, Breach | Forked)]
        after = told["after"]
        assert (found, log.step, log.state.log.hex()) == (
            kinds[after["judgement"]],
            after["steps"],
            after["log"],
        )
    assert (log.breach.author if log.breach else None) == case["breach"]
    assert log.complete == case["complete"]
    assert sorted(log.missing()) == case["missing"]
    assert_it_ends_as(log, case, VECTORS[case["deal"]])
    if case["kind"] == "denied":
        # One alone had a voice: its claim, and what it signed for a later step of the same log.
        assert log.breach
        claim, later = sorted((e.entry for e in log.breach.evidence), key=lambda e: e.step)
        assert (claim.type, claim.author) == (EntryType.TIMEOUT, case["breach"])
        assert (later.author, later.step > claim.step) == (case["breach"], True)


def test_late_claims_are_of_each_kind() -> None:
    assert {case["kind"] for case in VECTORS["late_claims"]} == {
        *("denied", "not denied", "taken back", "not taken back", "in time")
    }
    assert any(
        after["steps"] < before["steps"]
        for case in VECTORS["late_claims"]
        for before, after in itertools.pairwise(e["after"] for e in case["entries"])
    )


@pytest.mark.parametrize("case", VECTORS["lots"], ids=lambda case: str(len(case["coins"])))
def test_the_lot(case: Case) -> None:
    text = b"durak-p2p/1 lot\n" + raw(case["setup"]) + raw("".join(case["coins"]))
    lot = hashlib.sha256(text).digest()
    assert lot.hex() == case["lot"]
    players = len(case["coins"])
    assert list(permutation_from_seed(lot, players, "seats")) == case["seats"]
    assert permutation_from_seed(lot, players, "dealer")[0] == case["dealer"]


@pytest.mark.parametrize("case", VECTORS["wrong_setups"], ids=lambda case: str(case["why"]))
def test_a_wrong_set_up_is_refused(case: Case) -> None:
    with pytest.raises(SetupError) as refusal:
        Setup.decode(raw(case["raw"]))
    assert isinstance(refusal.value, (UnknownSuite, UnknownRules)) == case["newer"]


@pytest.mark.parametrize("case", VECTORS["wrong_entries"], ids=lambda case: str(case["why"]))
def test_a_wrong_entry_is_judged_as_is_due(case: Case) -> None:
    log = log_before(case["step"])
    errors = {"carrier": EntryError, "stray": StrayEntry}
    if case["judgement"] in errors:
        with pytest.raises(errors[case["judgement"]]):
            log.receive(signed(case))
        return
    events = log.receive(signed(case))
    kinds = {"breach": Breach, "forked": Forked}
    if case["judgement"] in kinds:
        assert [type(event) for event in events] == [kinds[case["judgement"]]]
    else:
        assert case["judgement"] == "kept or known"
        assert events == []


def test_the_file_is_what_its_script_makes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(FOLDER)  # the script has two modules beside it
    spec = importlib.util.spec_from_file_location("make_log", FOLDER / "make_log.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.text() == (FOLDER / "log.json").read_text(encoding="utf-8")
