"""Attacks on commit and reveal, before the deck is made.  The cheat is always author 1."""

from __future__ import annotations

from dataclasses import replace

import pytest

from durak_p2p.crypto import KeyShare, commit, prove_knowledge
from durak_p2p.crypto.group import reduce, subtract
from durak_p2p.game import EntryType, Forked, Log, SignedEntry
from durak_p2p.game.codec import Value
from durak_p2p.game.secrets import DealSecrets

from .forging import CHEAT, NO_PROOF, RECORD, parts
from .tables import Foreseeable, Record, assert_convicts, assert_honest, table


def shares_of_other(number: int) -> DealSecrets:
    return DealSecrets.draw(Foreseeable(f"other {number}"))


# -- commit -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "body",
    [
        None,
        5,
        "commit",
        b"commit",
        (),
        (bytes(32), bytes(32)),
        (bytes(32),) * 4,
        (bytes(31), bytes(32), bytes(32)),
        (bytes(32), bytes(32), "a" * 32),
        (bytes(32), bytes(32), None),
        ((bytes(32), bytes(32), bytes(32)),),
    ],
)
def test_a_commit_of_another_shape_convicts_its_signer(body: Value) -> None:
    log = RECORD.log_before(0)
    assert_convicts(RECORD, log, RECORD.forge(log, CHEAT, body), "")


@pytest.mark.parametrize("type_", [t for t in EntryType if t is not EntryType.COMMIT])
def test_an_entry_of_a_later_type_before_all_commits(type_: EntryType) -> None:
    log = RECORD.log_before(0)
    signed = RECORD.forge(log, CHEAT, (), type=type_)
    beside = {
        EntryType.LEAVE: "first step",
        EntryType.TIMEOUT: "accused",
        EntryType.SEEN: "accused",
    }
    assert_convicts(RECORD, log, signed, beside.get(type_, "not the author's to write"))


def test_a_reveal_before_all_commits_names_a_log_that_never_comes() -> None:
    """Whoever reveals early cannot know the hash of the log with all commits in it."""
    log = RECORD.log_before(0)
    reveal = RECORD.steps[1][CHEAT].entry
    early = RECORD.sign(replace(reveal, log=RECORD.setup.hash), CHEAT)
    assert log.receive(early) == []  # kept; nobody can say yet
    events = [event for signed in RECORD.steps[0] for event in log.receive(signed)]
    assert Forked(early) in events
    assert log.missing() == frozenset(RECORD.authors)
    # Nothing else may follow it: with the true one there are two entries for one step.
    assert_convicts(RECORD, log, RECORD.steps[1][CHEAT], "Two entries")


def test_commitments_copied_from_another_cannot_be_opened_by_the_copier() -> None:
    """With another's commitments, and the other's own openings for them."""
    done = table(2, label="copied").play(lambda log: log.step == 0)
    victim, thief = done.players
    (commit,) = [e for e in [victim.owed()] if e is not None]
    record = done.record()
    copied = record.forge(thief.log, 1, commit.entry.body)
    for log in (victim.log, thief.log):
        assert_honest(log.receive(commit) + log.receive(copied))
    reveal = victim.owed()
    assert reveal is not None
    for body in (reveal.entry.body, record.honest(thief.log, 1)):
        log = Log(done.setup)
        assert_honest(log.receive(commit) + log.receive(copied))
        stolen = record.forge(log, 1, body)
        assert_convicts(replace(record, steps=((reveal,),)), log, stolen, "does not open")


# -- reveal -----------------------------------------------------------------------------------


def reveal_with(index: int, value: Value) -> SignedEntry:
    log = RECORD.log_before(1)
    body = parts(RECORD.honest(log, CHEAT))
    body[index] = value
    return RECORD.forge(log, CHEAT, tuple(body))


@pytest.mark.parametrize(
    ("index", "value", "reason"),
    [
        (0, bytes(31), "key share"),
        (0, bytes(32), "does not open"),
        (0, b"\1" + bytes(31), "does not open"),
        (0, bytes(shares_of_other(1).key_share.public), "does not open"),
        (1, bytes(64), "no reduced nonzero scalar"),
        (1, bytes(63), "64 bytes"),
        (1, NO_PROOF, "does not hold"),
        (2, bytes(32), "does not open"),
        (2, None, "key salt"),
        (3, bytes(32), "does not open"),
        (3, bytes(33), "coin"),
        (4, bytes(32), "does not open"),
    ],
)
def test_a_reveal_that_is_not_what_was_committed_to(index: int, value: Value, reason: str) -> None:
    assert_convicts(RECORD, RECORD.log_before(1), reveal_with(index, value), reason)


def committed(label: str, secrets: dict[int, DealSecrets | tuple[bytes, bytes]]) -> Record:
    """A record of a table's commits in which some have other secrets, or a bare key to show.

    A pair is (public key to commit to, salt): a key share whose secret nobody needs to know.
    """
    done = table(3, label=label)
    record = done.record()
    log = Log(done.setup)
    entries = []
    for author, own in enumerate(record.secrets):
        used = secrets.get(author, own)
        context = log.state.commitment_context(author)
        if isinstance(used, DealSecrets):
            body: tuple[bytes, ...] = used.commitments(context)
        else:
            key, salt = used
            body = (commit("key", context, key, salt), *own.commitments(context)[1:])
        entries.append(record.forge(log, author, body))
    every = tuple(
        used if isinstance(used := secrets.get(a, own), DealSecrets) else own
        for a, own in enumerate(record.secrets)
    )
    return replace(record, secrets=every, steps=(tuple(entries),))


def test_a_rogue_key_needs_a_proof_that_nobody_can_make() -> None:
    """The cheat commits to x G minus the others' shares, which would make the joint key its own."""
    base = table(3, label="rogue").record()
    own = base.secrets[CHEAT].key_share
    rogue = own.public
    for author in (0, 2):
        rogue = subtract(rogue, base.secrets[author].key_share.public)
    record = committed("rogue", {CHEAT: (bytes(rogue), bytes(32))})
    log = record.log_before(1)
    context = log.state.context(EntryType.REVEAL, CHEAT)
    secrets = record.secrets[CHEAT]
    pretended = KeyShare(own.secret, rogue)
    for proof in (
        NO_PROOF,
        prove_knowledge(own, context, Foreseeable("rogue")),
        prove_knowledge(pretended, context, Foreseeable("rogue")),
    ):
        log = record.log_before(1)
        body = (bytes(rogue), proof, bytes(32), secrets.coin, secrets.coin_salt)
        assert_convicts(record, log, record.forge(log, CHEAT, body), "proof of knowledge")


def test_a_copied_key_share_with_its_copied_proof_of_knowledge() -> None:
    victim = table(3, label="copied key").record().secrets[0].key_share
    record = committed("copied key", {CHEAT: (bytes(victim.public), bytes(32))})
    log = record.log_before(1)
    own = record.secrets[CHEAT]
    proof = parts(record.honest(log, 0))[1]
    body = (bytes(victim.public), proof, bytes(32), own.coin, own.coin_salt)
    assert_convicts(record, log, record.forge(log, CHEAT, body), "proof of knowledge")


def test_a_proof_of_knowledge_from_another_session_seat_step_type_or_history() -> None:
    log = RECORD.log_before(1)
    share = RECORD.secrets[CHEAT].key_share
    right = log.state.context(EntryType.REVEAL, CHEAT)
    for wrong in (
        replace(right, deal=bytes(16)),
        replace(right, author=0),
        replace(right, identity=RECORD.setup.players[0].key),
        replace(right, step=0),
        replace(right, entry="commit"),
        replace(right, log=RECORD.setup.hash),
        replace(right, cards=((0, 0),)),
    ):
        proof = prove_knowledge(share, wrong, Foreseeable("wrong"))
        assert_convicts(RECORD, RECORD.log_before(1), reveal_with(1, proof), "does not hold")


def test_small_order_key_shares_are_refused_though_committed_to() -> None:
    for raw in (b"\1" + bytes(31), bytes(32), bytes.fromhex("ec" + "ff" * 30 + "7f")):
        record = committed("small", {CHEAT: (raw, bytes(32))})
        log = record.log_before(1)
        own = record.secrets[CHEAT]
        body = (raw, NO_PROOF, bytes(32), own.coin, own.coin_salt)
        assert_convicts(record, log, record.forge(log, CHEAT, body), "no point")


def test_key_shares_that_cancel_out_are_refused_whoever_comes_last() -> None:
    """It takes all players, so nobody is harmed; but a file of theirs must not break its reader."""
    secrets = [DealSecrets.draw(Foreseeable(f"cancel {author}")) for author in range(3)]
    total = secrets[0].key_share.secret + secrets[1].key_share.secret
    last = KeyShare._of(reduce(-total))
    conspiracy = dict(enumerate([*secrets[:2], replace(secrets[2], key_share=last)]))
    record = committed("cancel", dict(conspiracy))
    for order in ([0, 1, 2], [2, 0, 1], [1, 2, 0]):
        log = record.log_before(1)
        reveals = [record.forge(log, author, record.honest(log, author)) for author in order]
        assert_honest(log.receive(reveals[0]) + log.receive(reveals[1]))
        assert_convicts(record, log, reveals[2], "cancel")
