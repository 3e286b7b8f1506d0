"""A prover of a shuffle that runs the protocol for any matrix, be it a permutation or not.

It is a whole prover: it fails only those of the verifier's equations that it cannot help to fail,
so that each of them is seen to be needed.
"""

from enum import Enum

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

# matrix[j][i]: the share of the exponent u_j in u'_i; 1 where card j before is card i after.
Matrix = list[list[int]]


class Lie(Enum):
    """What the prover does about the product of the u', which a matrix may make wrong."""

    NONE = "no lie"
    EVERYWHERE = "another last u' everywhere"
    CHAIN = "another last u' in the chain alone"


def unit_matrix(size: int) -> Matrix:
    return [[int(row == column) for column in range(size)] for row in range(size)]


def transposed(matrix: Matrix) -> Matrix:
    return [list(column) for column in zip(*matrix, strict=True)]


def inverse(matrix: Matrix) -> Matrix | None:
    """Modulo the order, by elimination; None for a singular matrix."""
    size = len(matrix)
    rows = [[*row, *unit] for row, unit in zip(matrix, unit_matrix(size), strict=True)]
    for column in range(size):
        pivot = next((r for r in range(column, size) if rows[r][column] % ORDER), None)
        if pivot is None:
            return None
        rows[column], rows[pivot] = rows[pivot], rows[column]
        factor = pow(rows[column][column], -1, ORDER)
        rows[column] = [value * factor % ORDER for value in rows[column]]
        for other in range(size):
            if other != column:
                factor = rows[other][column]
                rows[other] = [
                    (value - factor * own) % ORDER
                    for value, own in zip(rows[other], rows[column], strict=True)
                ]
    return [row[size:] for row in rows]


def matrix_shuffle(key: Element, before: Deck, matrix: Matrix, randomizers: list[Scalar]) -> Deck:
    """The deck after for which the sum of u'_i after_i is that of u_j before_j, if there is one.

    That is the inverse matrix applied to the cards; for a permutation its transpose.
    """
    after = []
    weights = inverse(matrix) or transposed(matrix)
    for row, randomizer in zip(weights, randomizers, strict=True):
        parts = [(reduce(k), card) for k, card in zip(row, before, strict=True) if k % ORDER]
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
    committed: Matrix,
    randomizers: list[Scalar],
    context: ProofContext,
    randomness: CountingRandomness,
    lie: Lie,
) -> ShuffleProof:
    """matrix: what was done to the deck. committed: what the commitments say was done."""
    size = parameters.size
    secrets = [randomness.scalar() for _ in range(size)]
    commitments = tuple(
        total(
            [
                multiply_base(secrets[j]),
                *(
                    multiply(h, reduce(entry))
                    for h, entry in zip(parameters.generators, committed[j], strict=True)
                    if entry % ORDER
                ),
            ]
        )
        for j in range(size)
    )
    transcript = ShuffleTranscript(parameters, key, before, after, context)
    u = transcript.draw_exponents(commitments)
    permuted = [reduce(sum(matrix[j][i] * u[j] for j in range(size))) for i in range(size)]
    chained = list(permuted)
    if lie is not Lie.NONE:
        product = 1
        for value in u:
            product = product * value % ORDER
        for value in permuted[:-1]:
            product = product * pow(value, -1, ORDER) % ORDER
        chained[-1] = Scalar(product)
    if lie is Lie.EVERYWHERE:
        permuted = chained
    chain_secrets = [randomness.scalar() for _ in range(size)]
    links, base_exponent = [parameters.pedersen], 0
    for secret, exponent in zip(chain_secrets, chained, strict=True):
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
