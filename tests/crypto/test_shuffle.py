"""A shuffle comes out of its seed, evenly, and keeps every card."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from durak_p2p.crypto import (
    CryptoError,
    EncodingError,
    GroupError,
    Parameters,
    ProofError,
    decode_deck,
    decryption_share,
    encode_deck,
    joint_key,
    open_card,
    permutation_from_seed,
    shuffle,
)
from durak_p2p.crypto.drbg import SeededStream
from durak_p2p.crypto.group import GENERATOR, ORDER, Scalar, add, decode_element, multiply_base

from .conftest import Table

seeds = st.binary(min_size=32, max_size=32)
CHI_SQUARE_LIMIT = {5: 20.5, 23: 49.7}  # degrees of freedom: value passed once in a thousand


@given(seeds, st.integers(0, 60))
def test_a_permutation_holds_each_place_once(seed: bytes, size: int) -> None:
    assert sorted(permutation_from_seed(seed, size)) == list(range(size))


def test_every_permutation_is_as_likely() -> None:
    counts = Counter(permutation_from_seed(i.to_bytes(32, "big"), 4) for i in range(24000))
    assert len(counts) == 24
    assert sum((n - 1000) ** 2 / 1000 for n in counts.values()) < CHI_SQUARE_LIMIT[23]


def test_small_numbers_are_not_favoured() -> None:
    stream = SeededStream(bytes(32), "test")
    counts = Counter(stream.below(6) for _ in range(12000))
    assert sum((counts[face] - 2000) ** 2 / 2000 for face in range(6)) < CHI_SQUARE_LIMIT[5]


def test_a_draw_that_would_bias_is_thrown_away(monkeypatch: pytest.MonkeyPatch) -> None:
    # 2^64 = 3 * k + 1, so that the highest value of all is one too many for a bound of 3.
    blocks = iter([b"\xff" * 64, (2**64 - 2).to_bytes(8, "big") + bytes(56)])
    monkeypatch.setattr(SeededStream, "_block", lambda self: next(blocks))
    assert SeededStream(bytes(32), "test").below(3) == (2**64 - 2) % 3


def test_a_zero_scalar_is_thrown_away(monkeypatch: pytest.MonkeyPatch) -> None:
    blocks = iter([bytes(64), ORDER.to_bytes(64, "little"), b"\x05" + bytes(63)])
    monkeypatch.setattr(SeededStream, "_block", lambda self: next(blocks))
    assert SeededStream(bytes(32), "test").scalar() == 5


def test_labels_and_seeds_give_unrelated_permutations() -> None:
    variants = {
        permutation_from_seed(seed, 36, label)
        for seed in (bytes(32), bytes(31) + b"\1")
        for label in ("permutation", "seats", "seat", "")
    }
    assert len(variants) == 8


@pytest.mark.parametrize("length", [0, 31, 33])
def test_refuses_a_seed_of_another_length(length: int) -> None:
    with pytest.raises(CryptoError):
        permutation_from_seed(bytes(length), 4)


@settings(max_examples=20, deadline=None)
@given(seed=seeds, other=seeds)
def test_a_seed_gives_one_shuffle(table: Table, seed: bytes, other: bytes) -> None:
    first = shuffle(table.parameters, table.joint_key, table.before, seed)
    assert first == shuffle(table.parameters, table.joint_key, table.before, seed)
    if other != seed:
        second = shuffle(table.parameters, table.joint_key, table.before, other)
        assert not {card.a for card in first.deck} & {card.a for card in second.deck}


@settings(max_examples=10, deadline=None)
@given(first=seeds, second=seeds)
def test_cards_are_conserved(table: Table, first: bytes, second: bytes) -> None:
    one = shuffle(table.parameters, table.joint_key, table.before, first)
    two = shuffle(table.parameters, table.joint_key, one.deck, second)
    opened = [
        open_card(
            table.parameters, card, [decryption_share(share, card) for share in table.key_shares]
        )
        for card in two.deck
    ]
    assert opened == [one.permutation[source] for source in two.permutation]


def test_refuses_a_deck_of_another_size(table: Table) -> None:
    with pytest.raises(CryptoError):
        shuffle(table.parameters, table.joint_key, table.before[:3], bytes(32))


def test_decks_survive_encoding_and_bad_ones_are_refused(table: Table) -> None:
    raw = encode_deck(table.after)
    assert len(raw) == 64 * 4
    assert decode_deck(raw, 4) == table.after
    for wrong in (b"", raw[:-1], raw[:-64], raw + raw[:64]):
        with pytest.raises(EncodingError):
            decode_deck(wrong, 4)
    for start in range(0, len(raw), 32):
        with pytest.raises(EncodingError):
            decode_deck(raw[:start] + bytes(32) + raw[start + 32 :], 4)


def test_the_start_deck_is_public_and_opens_in_order(table: Table) -> None:
    assert {card.a for card in table.before} == {GENERATOR}
    assert [open_card(table.parameters, card, table.publics) for card in table.before] == [
        0,
        1,
        2,
        3,
    ]


def test_a_joint_key_needs_shares_that_do_not_cancel_out(table: Table) -> None:
    with pytest.raises(CryptoError):
        joint_key([])
    share = table.publics[0]
    with pytest.raises(GroupError):
        joint_key([share, multiply_base(Scalar(ORDER - table.key_shares[0].secret))])
    assert joint_key([share, GENERATOR]) == add(share, GENERATOR)


@pytest.mark.parametrize("size", [24, 32, 36, 52, 54])
def test_parameters_are_independent_and_reproducible(size: int) -> None:
    parameters = Parameters.for_deck(size)
    assert Parameters.for_deck(size) is parameters
    assert Parameters.for_deck.__wrapped__(size) == parameters
    points = [GENERATOR, parameters.pedersen, *parameters.generators, *parameters.cards]
    assert len(set(points)) == 2 * size + 2
    assert all(decode_element(point) for point in points)
    assert len(parameters.generators) == len(parameters.cards) == size
    assert [parameters.card_index(card) for card in parameters.cards] == list(range(size))
    assert parameters.card_index(parameters.pedersen) is None


def test_parameters_of_two_sizes_differ() -> None:
    assert len({Parameters.for_deck(size).digest for size in range(1, 61)}) == 60


@pytest.mark.parametrize("size", [-1, 0, 61])
def test_refuses_parameters_for_no_deck(size: int) -> None:
    with pytest.raises(CryptoError):
        Parameters.for_deck(size)


def test_what_is_no_card_does_not_open(table: Table) -> None:
    with pytest.raises(ProofError):
        open_card(table.parameters, table.before[0], table.publics[:2])
    with pytest.raises(ProofError):
        open_card(table.parameters, table.before[0], [])
    with pytest.raises(ProofError):
        open_card(table.parameters, table.before[0], [table.before[0].b])
