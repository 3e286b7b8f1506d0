"""A prover of a shuffle that runs the protocol for any matrix, be it a permutation or not."""

from durak_p2p.crypto import (
    Ciphertext,
    Deck,
    Element,
    Parameters,
    ProofContext,
    Scalar,
    ShuffleProof,
)
from durak_p2p.crypto.group import (
    ORDER,
    combine,
    multiply,
    multiply_base,
    reduce,
    subtract,
    total,
)
from durak_p2p.crypto.shuffle_statement import ShuffleCommitments, ShuffleTranscript

from .conftest import CountingRandomness

# matrix[j][i]: how much of the card j before is in the card i after.
Matrix = list[list[int]]


def unit_matrix(size: int) -> Matrix:
    return [[int(row == column) for column in range(size)] for row in range(size)]


def matrix_shuffle(key: Element, before: Deck, matrix: Matrix, randomizers: list[Scalar]) -> Deck:
    after = []
    for i, randomizer in enumerate(randomizers):
        parts = [(reduce(row[i]), card) for row, card in zip(matrix, before, strict=True) if row[i]]
        after.append(
            Ciphertext(
                total([multiply_base(randomizer), *(multiply(card.a, k) for k, card in parts)]),
                total([multiply(key, randomizer), *(multiply(card.b, k) for k, card in parts)]),
            )
        )
    return tuple(after)


def matrix_prove(
    parameters: Parameters,
    key: Element,
    before: Deck,
    after: Deck,
    matrix: Matrix,
    randomizers: list[Scalar],
    context: ProofContext,
    randomness: CountingRandomness,
    lie: bool,
) -> ShuffleProof:
    """lie: make the product of the u' right by lying about the last of them."""
    size = parameters.size
    secrets = [randomness.scalar() for _ in range(size)]
    commitments = tuple(
        total(
            [
                multiply_base(secrets[j]),
                *(
                    multiply(h, reduce(entry))
                    for h, entry in zip(parameters.generators, matrix[j], strict=True)
                    if entry % ORDER
                ),
            ]
        )
        for j in range(size)
    )
    transcript = ShuffleTranscript(parameters, key, before, after, context)
    u = transcript.draw_exponents(commitments)
    permuted = [reduce(sum(matrix[j][i] * u[j] for j in range(size))) for i in range(size)]
    if lie:
        product = 1
        for value in u:
            product = product * value % ORDER
        for value in permuted[:-1]:
            product = product * pow(value, -1, ORDER) % ORDER
        permuted[-1] = Scalar(product)
    chain_secrets = [randomness.scalar() for _ in range(size)]
    links, base_exponent = [parameters.pedersen], 0
    for secret, exponent in zip(chain_secrets, permuted, strict=True):
        links.append(total([multiply_base(secret), multiply(links[-1], exponent)]))
        base_exponent = (secret + exponent * base_exponent) % ORDER
    w1, w2, w3, w4 = (randomness.scalar() for _ in range(4))
    w_chain = [randomness.scalar() for _ in range(size)]
    w_permuted = [randomness.scalar() for _ in range(size)]
    t = ShuffleCommitments(
        multiply_base(w1),
        multiply_base(w2),
        total([multiply_base(w3), combine(w_permuted, parameters.generators)]),
        subtract(combine(w_permuted, [card.a for card in after]), multiply_base(w4)),
        subtract(combine(w_permuted, [card.b for card in after]), multiply(key, w4)),
        tuple(
            total([multiply_base(w_chain[i]), multiply(links[i], w_permuted[i])])
            for i in range(size)
        ),
    )
    chain = tuple(links[1:])
    c = transcript.draw_challenge(chain, t)
    return ShuffleProof(
        commitments,
        chain,
        c,
        (
            reduce(w1 + c * sum(secrets)),
            reduce(w2 + c * base_exponent),
            reduce(w3 + c * sum(r * e for r, e in zip(secrets, u, strict=True))),
            reduce(w4 + c * sum(r * e for r, e in zip(randomizers, permuted, strict=True))),
        ),
        tuple(reduce(w + c * s) for w, s in zip(w_chain, chain_secrets, strict=True)),
        tuple(reduce(w + c * s) for w, s in zip(w_permuted, permuted, strict=True)),
    )
