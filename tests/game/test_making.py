"""Attacks on the making of the deck: commit, reveal, shuffle.  The cheat is always author 1."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from durak_p2p.crypto import (
    ORDER,
    Deck,
    Element,
    KeyShare,
    Scalar,
    Shuffle,
    commit,
    encode_deck,
    prove_knowledge,
    prove_shuffle,
    shuffle,
    start_deck,
)
from durak_p2p.crypto.group import reduce, subtract
from durak_p2p.crypto.shuffle import reencrypt
from durak_p2p.game import Breach, EntryType, Forked, Log, Player, SignedEntry
from durak_p2p.game.codec import Value
from durak_p2p.game.secrets import DealSecrets

from .cheats import PassesOn, ShufflesByAnotherSeed
from .tables import (
    Foreseeable,
    Record,
    Table,
    assert_convicts,
    assert_honest,
    played,
    table,
)

RECORD = played(3)
CHEAT = 1
NOT_HELD = "The shuffle proof does not hold."
NO_PROOF = bytes([7]) + bytes(31) + bytes([9]) + bytes(31)


def parts(body: Value) -> list[Value]:
    assert isinstance(body, tuple)
    return list(body)


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


# -- shuffle ----------------------------------------------------------------------------------


class Shuffling:
    """A log that waits for the cheat's shuffle, and what the cheat knows."""

    def __init__(self, record: Record = RECORD) -> None:
        self.record = record
        turns = [step[0].entry.author for step in record.steps[2 : 2 + len(record.identities)]]
        self.author = CHEAT
        self.log = record.log_before(2 + turns.index(CHEAT))
        self.parameters = record.setup.parameters
        key = self.log.state.joint_key
        assert key is not None
        self.key: Element = key
        self.before = self.log.state.decks[-1]
        self.size = len(self.before)
        seed = record.secrets[CHEAT].seed
        self.honest = shuffle(self.parameters, self.key, self.before, seed)
        self.context = self.log.state.context(EntryType.SHUFFLE, CHEAT)

    def prove(self, done: Shuffle, before: Deck | None = None) -> bytes:
        return prove_shuffle(
            self.parameters,
            self.key,
            self.before if before is None else before,
            done,
            self.context,
            Foreseeable("shuffle"),
        ).encode()

    def entry(self, deck: Deck, proof: bytes) -> SignedEntry:
        return self.record.forge(self.log, CHEAT, (encode_deck(deck), proof))

    def assert_caught(self, deck: Deck, proof: bytes, reason: str = NOT_HELD) -> None:
        assert_convicts(self.record, self.log, self.entry(deck, proof), reason)

    def done(self, permutation: tuple[int, ...], randomizers: tuple[Scalar, ...]) -> Shuffle:
        deck = tuple(
            reencrypt(self.key, self.before[source], r) if r else self.before[source]
            for source, r in zip(permutation, randomizers, strict=True)
        )
        return Shuffle(deck, permutation, randomizers)


def one_card_replaced(at: Shuffling) -> Deck:
    """The first card becomes the one that the public start deck has at the end."""
    wanted = reencrypt(at.key, start_deck(at.parameters, at.key)[-1], Scalar(5))
    return (wanted, *at.honest.deck[1:])


def one_card_doubled(at: Shuffling) -> Deck:
    source = at.before[at.honest.permutation[0]]
    return (at.honest.deck[0], reencrypt(at.key, source, Scalar(5)), *at.honest.deck[2:])


def one_card_copied(at: Shuffling) -> Deck:
    return (at.honest.deck[0], at.honest.deck[0], *at.honest.deck[2:])


def swapped_after_the_proof(at: Shuffling) -> Deck:
    first, second, *rest = at.honest.deck
    return (second, first, *rest)


def wrong_first_half(at: Shuffling) -> Deck:
    card = at.honest.deck[0]
    return (card._replace(a=at.honest.deck[1].a), *at.honest.deck[1:])


def wrong_second_half(at: Shuffling) -> Deck:
    card = at.honest.deck[0]
    return (card._replace(b=at.honest.deck[1].b), *at.honest.deck[1:])


def halves_swapped(at: Shuffling) -> Deck:
    card = at.honest.deck[0]
    return (type(card)(card.b, card.a), *at.honest.deck[1:])


def reencrypted_under_another_key(at: Shuffling) -> Deck:
    other = at.record.secrets[CHEAT].key_share.public
    source = at.before[at.honest.permutation[0]]
    return (reencrypt(other, source, at.honest.randomizers[0]), *at.honest.deck[1:])


@pytest.mark.parametrize(
    "change",
    [
        one_card_replaced,
        one_card_doubled,
        one_card_copied,
        swapped_after_the_proof,
        wrong_first_half,
        wrong_second_half,
        halves_swapped,
        reencrypted_under_another_key,
    ],
)
def test_a_dishonest_shuffle_is_caught_by_its_proof(change: Callable[[Shuffling], Deck]) -> None:
    """With the proof of the honest deck, and with one made for the changed deck itself."""
    for proof_for_changed in (False, True):
        at = Shuffling()
        deck = change(at)
        assert deck != at.honest.deck
        shown = replace(at.honest, deck=deck) if proof_for_changed else at.honest
        at.assert_caught(deck, at.prove(shown))


def test_a_deck_passed_on_as_it_was_is_refused_though_its_proof_holds() -> None:
    at = Shuffling()
    nothing = at.done(tuple(range(at.size)), (Scalar(0),) * at.size)
    assert nothing.deck == at.before
    at.assert_caught(nothing.deck, at.prove(nothing), "not re-encrypted")


def test_a_deck_that_is_only_put_in_another_order_is_refused() -> None:
    at = Shuffling()
    turned = at.done(tuple(reversed(range(at.size))), (Scalar(0),) * at.size)
    at.assert_caught(turned.deck, at.prove(turned), "not re-encrypted")


def test_one_card_that_keeps_its_form_is_refused() -> None:
    at = Shuffling()
    marked = at.done(at.honest.permutation, (Scalar(0), *at.honest.randomizers[1:]))
    at.assert_caught(marked.deck, at.prove(marked), "not re-encrypted")


def test_a_shuffle_of_an_earlier_deck_is_refused() -> None:
    """The shuffle of a deck before the last would undo what others have shuffled."""
    log = RECORD.log_before(4)
    author = next(iter(log.missing()))
    start, key, parameters = log.state.decks[0], log.state.joint_key, RECORD.setup.parameters
    assert key is not None
    done = shuffle(parameters, key, start, RECORD.secrets[author].seed)
    context = log.state.context(EntryType.SHUFFLE, author)
    proof = prove_shuffle(parameters, key, start, done, context, Foreseeable("earlier"))
    signed = RECORD.forge(log, author, (encode_deck(done.deck), proof.encode()))
    assert_convicts(RECORD, log, signed, NOT_HELD)


@pytest.mark.parametrize("change", ["deal", "author", "identity", "step", "log", "entry", "cards"])
def test_a_shuffle_proof_from_another_place_does_not_hold(change: str) -> None:
    at = Shuffling()
    at.context = {
        "deal": replace(at.context, deal=bytes(16)),
        "author": replace(at.context, author=0),
        "identity": replace(at.context, identity=RECORD.setup.players[0].key),
        "step": replace(at.context, step=at.context.step + 1),
        "log": replace(at.context, log=bytes(32)),
        "entry": replace(at.context, entry="shares"),
        "cards": replace(at.context, cards=((0, 0),)),
    }[change]
    at.assert_caught(at.honest.deck, at.prove(at.honest))


def test_a_shuffle_of_another_key_or_session_is_refused() -> None:
    at = Shuffling()
    other = Shuffling(played(3, label="another"))
    at.assert_caught(other.honest.deck, other.prove(other.honest))
    at = Shuffling()
    at.assert_caught(at.honest.deck, other.prove(other.honest))


@pytest.mark.parametrize(
    ("deck", "proof", "reason"),
    [
        (lambda at: encode_deck(at.honest.deck)[:-64], lambda at: at.prove(at.honest), "deck"),
        (
            lambda at: encode_deck(at.honest.deck) + bytes(64),
            lambda at: at.prove(at.honest),
            "deck",
        ),
        (lambda at: encode_deck(at.honest.deck), lambda at: at.prove(at.honest)[:-32], "proof"),
        (lambda at: encode_deck(at.honest.deck), lambda at: b"", "proof"),
        (lambda at: bytes(64 * at.size), lambda at: at.prove(at.honest), "no point"),
        (
            lambda at: encode_deck(at.honest.deck)[:-32] + b"\1" + bytes(31),
            lambda at: at.prove(at.honest),
            "no point",
        ),
        (
            lambda at: encode_deck(at.honest.deck),
            lambda at: at.prove(at.honest)[:-32] + ORDER.to_bytes(32, "little"),
            "scalar",
        ),
        (lambda at: None, lambda at: at.prove(at.honest), "deck"),
    ],
)
def test_a_shuffle_of_another_shape(
    deck: Callable[[Shuffling], Value], proof: Callable[[Shuffling], Value], reason: str
) -> None:
    at = Shuffling()
    signed = RECORD.forge(at.log, CHEAT, (deck(at), proof(at)))
    assert_convicts(RECORD, at.log, signed, reason)


def test_a_shuffle_out_of_turn() -> None:
    at = Shuffling()
    others = set(RECORD.authors) - {CHEAT}
    for other in others:
        log = RECORD.log_before(at.log.step)
        body = (encode_deck(at.honest.deck), at.prove(at.honest))
        assert_convicts(RECORD, log, RECORD.forge(log, other, body), "not the author's to write")


@pytest.mark.parametrize("cheat", [PassesOn, ShufflesByAnotherSeed])
def test_a_shuffle_that_is_not_the_committed_one_is_found_at_the_opening(
    cheat: Callable[..., Player],
) -> None:
    """Its proof holds, and with one honest shuffler the deck is fair all the same."""
    done = Table(table(3, label="seed").setup, "seed", sit={CHEAT: cheat}).play()
    breach = done.log.breach
    assert isinstance(breach, Breach)
    assert breach.author == CHEAT
    assert "not the one that the opened seed gives" in breach.reason
    assert breach.evidence[0].entry.type is EntryType.OPEN
    assert all(player.log.breach == breach for player in done.players)
    assert done.log.state.result is not None
