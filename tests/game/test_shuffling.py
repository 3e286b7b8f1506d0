"""Attacks on the shuffles that make the deck.  The cheat is always author 1."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from durak_p2p.crypto import (
    ORDER,
    Deck,
    Element,
    Scalar,
    Shuffle,
    encode_deck,
    prove_shuffle,
    shuffle,
    start_deck,
)
from durak_p2p.crypto.shuffle import reencrypt
from durak_p2p.game import Breach, EntryType, Player, SignedEntry
from durak_p2p.game.codec import Value

from .cheats import PassesOn, ShufflesByAnotherSeed
from .forging import CHEAT, RECORD
from .tables import Foreseeable, Record, Table, assert_convicts, played, table

NOT_HELD = "The shuffle proof does not hold."


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
