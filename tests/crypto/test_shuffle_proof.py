"""Nobody proves a shuffle that is none, and nobody shows a proof where it was not made."""

from dataclasses import replace

import pytest

from durak_p2p.crypto import (
    Ciphertext,
    CryptoError,
    Deck,
    Element,
    EncodingError,
    ProofContext,
    ProofError,
    Scalar,
    Shuffle,
    ShuffleProof,
    decode_deck,
    encode_deck,
    prove_shuffle,
    shuffle,
    shuffle_proof_bytes,
    verify_shuffle,
)
from durak_p2p.crypto.group import ORDER, add, multiply_base, subtract
from durak_p2p.crypto.shuffle import reencrypt
from durak_p2p.crypto.shuffle_statement import ShuffleCommitments, ShuffleTranscript

from .cheating import Lie, matrix_prove, matrix_shuffle, unit_matrix
from .conftest import CONTEXT, CountingRandomness, Table, make_table
from .contexts import ELSEWHERE, elsewhere
from .test_group import NOT_CANONICAL, SMALL_ORDER


def verify(table: Table, **changes: object) -> None:
    arguments: dict = {
        "parameters": table.parameters,
        "joint_key": table.joint_key,
        "before": table.before,
        "after": table.after,
        "proof": table.proof,
        "context": table.context,
    }
    verify_shuffle(**(arguments | changes))


@pytest.mark.parametrize("size", [1, 2, 5])
def test_an_honest_shuffle_is_accepted_as_it_comes_over_the_wire(size: int) -> None:
    table = make_table(size)
    raw = table.proof.encode()
    assert len(raw) == shuffle_proof_bytes(size) == 32 * (4 * size + 5)
    proof = ShuffleProof.decode(raw, size)
    assert proof == table.proof
    verify(table, proof=proof, after=decode_deck(encode_deck(table.after), size))


def test_shuffles_chain(table: Table) -> None:
    second = shuffle(table.parameters, table.joint_key, table.after, bytes(32))
    proof = prove_shuffle(table.parameters, table.joint_key, table.after, second, CONTEXT)
    verify(table, before=table.after, after=second.deck, proof=proof)
    with pytest.raises(ProofError):
        verify(table, before=table.before, after=second.deck, proof=proof)


def replaced(deck: Deck, **cards: Ciphertext) -> Deck:
    return tuple(cards.get(f"card{index}", card) for index, card in enumerate(deck))


def tampered_decks(table: Table) -> dict[str, Deck]:
    deck, source = table.after, table.shuffle.permutation
    one, two = deck[1], deck[2]
    offset = multiply_base(Scalar(99))
    cards = table.parameters.cards
    other_card = add(subtract(one.b, cards[source[1]]), cards[source[2]])
    return {
        "a card replaced by another": replaced(deck, card1=Ciphertext(one.a, other_card)),
        "a card doubled": replaced(deck, card1=reencrypt(table.joint_key, two, Scalar(5))),
        "a card copied": replaced(deck, card1=two),
        "two cards swapped": replaced(deck, card1=two, card2=one),
        "wrong first half": replaced(deck, card1=Ciphertext(add(one.a, offset), one.b)),
        "wrong second half": replaced(deck, card1=Ciphertext(one.a, add(one.b, offset))),
        "halves swapped": replaced(deck, card1=Ciphertext(one.b, one.a)),
        "wrong second halves, same sum": replaced(
            deck,
            card1=Ciphertext(one.a, add(one.b, offset)),
            card2=Ciphertext(two.a, subtract(two.b, offset)),
        ),
        "wrong first halves, same sum": replaced(
            deck,
            card1=Ciphertext(add(one.a, offset), one.b),
            card2=Ciphertext(subtract(two.a, offset), two.b),
        ),
        "re-encrypted once more": replaced(deck, card1=reencrypt(table.joint_key, one, Scalar(5))),
        "re-encrypted under another key": replaced(
            deck, card1=reencrypt(table.publics[0], one, Scalar(5))
        ),
    }


@pytest.mark.parametrize("name", tampered_decks(make_table(4)))
def test_a_tampered_deck_is_refused(table: Table, name: str) -> None:
    deck = tampered_decks(table)[name]
    with pytest.raises(ProofError, match="does not hold"):
        verify(table, after=deck)
    # ... and by a proof that the cheat makes anew, with the witness that has become false.
    false = replace(table.shuffle, deck=deck)
    proof = prove_shuffle(table.parameters, table.joint_key, table.before, false, CONTEXT)
    with pytest.raises(ProofError, match="does not hold"):
        verify(table, after=deck, proof=proof)


@pytest.mark.parametrize("what", ["permutation", "randomizers"])
def test_a_false_witness_is_refused(table: Table, what: str) -> None:
    values = getattr(table.shuffle, what)
    false = replace(table.shuffle, **{what: (values[1], values[0], *values[2:])})
    proof = prove_shuffle(table.parameters, table.joint_key, table.before, false, CONTEXT)
    with pytest.raises(ProofError, match="does not hold"):
        verify(table, proof=proof)


HALF, THIRD = pow(2, -1, ORDER), pow(3, -1, ORDER)
PERMUTATION = {(0, 0): 0, (0, 1): 1, (1, 1): 0, (1, 0): 1}
MATRICES: dict[str, dict[tuple[int, int], int]] = {
    # Wrong sums of the rows: t1.
    "scaled, product kept": {(0, 0): 2, (1, 1): HALF},
    "minus one, twice": {(0, 0): ORDER - 1, (1, 1): ORDER - 1},
    "a sum of two": {(1, 0): 1},
    # Right sums, wrong product: t2.
    "two and minus one": {(0, 0): 2, (1, 0): ORDER - 1, (0, 1): ORDER - 1, (1, 1): 2},
    "orthogonal": {  # I - v v / 3 for v = (1, 1, -2): its inverse is its transpose, as it should be
        (0, 0): 2 * THIRD,
        (1, 1): 2 * THIRD,
        (0, 1): -THIRD,
        (1, 0): -THIRD,
        (0, 2): 2 * THIRD,
        (2, 0): 2 * THIRD,
        (1, 2): 2 * THIRD,
        (2, 1): 2 * THIRD,
        (2, 2): -THIRD,
    },
    # Singular: there is no deck that would go with them.
    "one card twice": {(1, 1): 0, (0, 1): 1},
    "two half cards": dict.fromkeys([(0, 0), (0, 1), (1, 0), (1, 1)], HALF),
}


def check_cheat(
    table: Table,
    done: dict[tuple[int, int], int],
    committed: dict[tuple[int, int], int],
    lie: Lie = Lie.NONE,
) -> None:
    size = table.parameters.size
    matrices = [unit_matrix(size), unit_matrix(size)]
    for matrix, entries in zip(matrices, (done, committed), strict=True):
        for (row, column), value in entries.items():
            matrix[row][column] = value
    randomness = CountingRandomness("cheat")
    randomizers = [randomness.scalar() for _ in range(size)]
    after = matrix_shuffle(table.joint_key, table.before, matrices[0], randomizers)
    proof = matrix_prove(
        table.parameters,
        table.joint_key,
        table.before,
        after,
        *matrices,
        randomizers,
        CONTEXT,
        randomness,
        lie,
    )
    verify(table, after=after, proof=proof)


@pytest.mark.parametrize("lie", Lie, ids=lambda lie: lie.value)
def test_the_cheat_is_a_whole_prover(table: Table, lie: Lie) -> None:
    check_cheat(table, PERMUTATION, PERMUTATION, lie)  # so only a matrix can be at fault below


@pytest.mark.parametrize("lie", Lie, ids=lambda lie: lie.value)
@pytest.mark.parametrize("name", MATRICES)
def test_only_a_permutation_matrix_is_accepted(table: Table, name: str, lie: Lie) -> None:
    with pytest.raises(ProofError, match="does not hold"):
        check_cheat(table, MATRICES[name], MATRICES[name], lie)


@pytest.mark.parametrize("name", MATRICES)
def test_the_deck_must_follow_the_committed_matrix(table: Table, name: str) -> None:
    with pytest.raises(ProofError, match="does not hold"):  # t3
        check_cheat(table, MATRICES[name], PERMUTATION)
    with pytest.raises(ProofError, match="does not hold"):
        check_cheat(table, PERMUTATION, {})


def test_the_whole_statement_is_hashed_before_the_challenges(table: Table) -> None:
    """Else a part of it could be chosen after them (Bernhard, Pereira, Warinschi 2012)."""
    statement = {
        "parameters": table.parameters,
        "joint_key": table.joint_key,
        "before": table.before,
        "after": table.after,
        "context": table.context,
    }
    other = make_table(4, "other table")
    changes: list[dict] = [{}, {"parameters": replace(table.parameters, digest=bytes(64))}]
    changes += [{name: getattr(other, name)} for name in ("joint_key", "before", "after")]
    changes += [{"context": context} for context in ELSEWHERE.values()]
    commitments = (table.proof.commitments, other.proof.commitments)
    drawn = {
        ShuffleTranscript(**(statement | change)).draw_exponents(made)
        for change in changes
        for made in commitments
    }
    assert len(drawn) == 2 * len(changes)

    def challenge(chain: tuple[Element, ...], t: ShuffleCommitments) -> Scalar:
        transcript = ShuffleTranscript(**statement)
        transcript.draw_exponents(commitments[0])
        return transcript.draw_challenge(chain, t)

    chain, one, two = table.proof.chain, table.before[0].b, table.before[1].b
    t = ShuffleCommitments(one, one, one, one, one, chain)
    variants = [replace(t, **{name: two}) for name in ("t1", "t2", "t3", "t4a", "t4b")]
    variants += [t, replace(t, chain=chain[::-1])]
    challenges = {challenge(chain, variant) for variant in variants}
    assert len(challenges | {challenge(chain[::-1], t)}) == 8


@elsewhere
def test_a_proof_holds_in_its_place_only(table: Table, context: ProofContext) -> None:
    with pytest.raises(ProofError):
        verify(table, context=context)


def test_a_proof_holds_for_its_statement_only(table: Table) -> None:
    parameters = table.parameters
    turned = replace(parameters, generators=parameters.generators[::-1])
    other = make_table(4, "other table")
    for changes in (
        {"before": table.after, "after": table.before},
        {"before": table.after},
        {"after": table.before},
        {"joint_key": table.publics[0]},
        {"parameters": turned},
        {"parameters": replace(parameters, digest=bytes(64))},
        {"parameters": replace(parameters, pedersen=parameters.cards[0])},
        {"proof": other.proof},
        {"before": other.before, "after": other.after},
        {"before": table.before[::-1]},
        {"after": table.after[::-1]},
    ):
        with pytest.raises(ProofError, match="does not hold"):
            verify(table, **changes)


def test_every_bit_of_the_proof_counts(small_table: Table) -> None:
    table = small_table
    raw = table.proof.encode()
    verify(table, proof=ShuffleProof.decode(raw, 3))
    reached = 0
    for bit in range(8 * len(raw)):
        flipped = bytearray(raw)
        flipped[bit // 8] ^= 1 << bit % 8
        try:
            proof = ShuffleProof.decode(bytes(flipped), 3)
        except EncodingError:
            continue
        reached += 1
        with pytest.raises(ProofError):
            verify(table, proof=proof)
    assert reached > 2500  # most get past the decoder, so it is the verifier that refuses them


@pytest.mark.parametrize("word", range(4 * 3 + 5))
def test_bad_points_and_scalars_in_a_proof_are_refused(small_table: Table, word: int) -> None:
    raw = small_table.proof.encode()
    bad = [bytes(32)]
    if word < 6:
        bad += [bytes.fromhex(point) for point in (*SMALL_ORDER.values(), *NOT_CANONICAL.values())]
    else:
        scalar = int.from_bytes(raw[32 * word :][:32], "little")
        bad += [(scalar + k * ORDER).to_bytes(32, "little") for k in (1, 2, 7)]
    for part in bad:
        with pytest.raises(EncodingError):
            ShuffleProof.decode(raw[: 32 * word] + part + raw[32 * (word + 1) :], 3)


def test_the_shape_of_a_proof_is_fixed(table: Table) -> None:
    raw = table.proof.encode()
    for wrong in (b"", raw[:-1], raw + b"\0", raw[:-32], raw + raw[-32:]):
        with pytest.raises(EncodingError):
            ShuffleProof.decode(wrong, 4)
    proof = table.proof
    for field in ("commitments", "chain", "chain_responses", "permuted_responses"):
        values = getattr(proof, field)
        for wrong_values in (values[:-1], (*values, values[0]), ()):
            with pytest.raises(ProofError, match="size"):
                verify(table, proof=replace(proof, **{field: wrong_values}))
    for changes in (
        {"before": table.before[:-1]},
        {"after": table.after[:-1]},
        {"after": (*table.after, table.after[0])},
        {"before": (), "after": ()},
    ):
        with pytest.raises(ProofError, match="size"):
            verify(table, **changes)


def test_a_degenerate_proof_is_refused(table: Table) -> None:
    zero = Scalar(0)
    blank = replace(
        table.proof,
        challenge=zero,
        responses=(zero,) * 4,
        chain_responses=(zero,) * 4,
        permuted_responses=(zero,) * 4,
    )
    with pytest.raises(ProofError, match="degenerate"):
        verify(table, proof=blank)
    unblinded = replace(table.proof, commitments=table.parameters.generators)
    with pytest.raises(ProofError, match="degenerate"):
        verify(table, proof=unblinded)


def test_the_prover_refuses_a_deck_of_another_size(table: Table) -> None:
    with pytest.raises(CryptoError):
        prove_shuffle(
            table.parameters, table.joint_key, table.before[:3], table.shuffle, table.context
        )


def test_nothing_published_links_a_card_to_where_it_went(table: Table) -> None:
    published = {*table.proof.commitments, *table.proof.chain, *table.parameters.generators}
    halves_before = {half for card in table.before for half in card}
    halves_after = {half for card in table.after for half in card}
    assert len(halves_after) == 8
    assert halves_after.isdisjoint(halves_before | published)
    keys = set(table.publics) | {table.joint_key}
    for after in table.after:
        for before in table.before:
            for old, new in zip(before, after, strict=True):
                assert subtract(new, old) not in published | halves_after | keys
    for commitment in table.proof.commitments:
        for generator in table.parameters.generators:
            assert subtract(commitment, generator) not in published | halves_after


def test_two_proofs_of_one_shuffle_share_nothing(table: Table) -> None:
    again = prove_shuffle(
        table.parameters, table.joint_key, table.before, table.shuffle, table.context
    )
    verify(table, proof=again)
    words = [
        {raw[start : start + 32] for start in range(0, len(raw), 32)}
        for raw in (table.proof.encode(), again.encode())
    ]
    assert words[0].isdisjoint(words[1])


def test_a_known_seed_gives_the_shuffle_and_its_witness(table: Table) -> None:
    seed = bytes(range(32))
    done = shuffle(table.parameters, table.joint_key, table.before, seed)
    assert isinstance(done, Shuffle)
    for index, (source, randomizer) in enumerate(
        zip(done.permutation, done.randomizers, strict=True)
    ):
        card = reencrypt(table.joint_key, table.before[source], randomizer)
        assert done.deck[index] == card
