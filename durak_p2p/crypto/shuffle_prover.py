"""The prover of a shuffle (algorithms GenShuffleProof, GenPermutationCommitment and
GenCommitmentChain of Haenni et al. 2017)."""

from math import prod

from durak_p2p.crypto.context import ProofContext
from durak_p2p.crypto.elgamal import Deck
from durak_p2p.crypto.errors import CryptoError
from durak_p2p.crypto.group import (
    Element,
    Scalar,
    add,
    combine,
    multiply,
    multiply_base,
    reduce,
    subtract,
)
from durak_p2p.crypto.parameters import Parameters
from durak_p2p.crypto.randomness import SYSTEM_RANDOMNESS, Randomness
from durak_p2p.crypto.shuffle import Shuffle
from durak_p2p.crypto.shuffle_statement import (
    ShuffleCommitments,
    ShuffleProof,
    ShuffleTranscript,
)
from durak_p2p.texts import text


def prove_shuffle(
    parameters: Parameters,
    joint_key: Element,
    before: Deck,
    shuffle: Shuffle,
    context: ProofContext,
    randomness: Randomness = SYSTEM_RANDOMNESS,
) -> ShuffleProof:
    """Proof that shuffle.deck is `before`, permuted and re-encrypted, without telling how.

    The prover knows the chain as exponents, ĉ_i = R_i G + U_i h, and so makes it and its t̂ by two
    multiplications with fixed points each. Raises CryptoError for a deck of the wrong size.
    """
    size = parameters.size
    if not len(before) == len(shuffle.deck) == size:
        raise CryptoError(text("The deck is not of the size of the parameters."))
    permutation = shuffle.permutation

    # GenPermutationCommitment: c_(permutation[i]) = r G + h_i.
    column_secrets = [randomness.scalar() for _ in range(size)]
    generator_of = dict(zip(permutation, parameters.generators, strict=True))
    commitments = tuple(
        add(multiply_base(secret), generator_of[column])
        for column, secret in enumerate(column_secrets)
    )
    transcript = ShuffleTranscript(parameters, joint_key, before, shuffle.deck, context)
    exponents = transcript.draw_exponents(commitments)
    permuted = [exponents[source] for source in permutation]

    # GenCommitmentChain: ĉ_i = r̂_i G + u'_i ĉ_(i-1), ĉ_(-1) = h.
    chain_secrets = [randomness.scalar() for _ in range(size)]
    base_part, pedersen_part = _chain_exponents(chain_secrets, permuted)
    chain = tuple(
        _open_chain(parameters, base, pedersen)
        for base, pedersen in zip(base_part[1:], pedersen_part[1:], strict=True)
    )

    # The commitments t, for fresh ω.
    omega1, omega2, omega3, omega4 = (randomness.scalar() for _ in range(4))
    chain_omegas = [randomness.scalar() for _ in range(size)]
    permuted_omegas = [randomness.scalar() for _ in range(size)]
    t = ShuffleCommitments(
        t1=multiply_base(omega1),
        t2=multiply_base(omega2),
        t3=add(multiply_base(omega3), combine(permuted_omegas, parameters.generators)),
        t4a=subtract(
            combine(permuted_omegas, [card.a for card in shuffle.deck]), multiply_base(omega4)
        ),
        t4b=subtract(
            combine(permuted_omegas, [card.b for card in shuffle.deck]),
            multiply(joint_key, omega4),
        ),
        chain=tuple(
            _open_chain(
                parameters,
                reduce(chain_omegas[i] + permuted_omegas[i] * base_part[i]),
                reduce(permuted_omegas[i] * pedersen_part[i]),
            )
            for i in range(size)
        ),
    )
    challenge = transcript.draw_challenge(chain, t)

    def respond(omega: Scalar, secret: int) -> Scalar:
        return reduce(omega + challenge * secret)

    return ShuffleProof(
        commitments,
        chain,
        challenge,
        (
            respond(omega1, sum(column_secrets)),
            respond(omega2, base_part[-1]),
            respond(omega3, _inner(column_secrets, exponents)),
            respond(omega4, _inner(shuffle.randomizers, permuted)),
        ),
        tuple(map(respond, chain_omegas, chain_secrets)),
        tuple(map(respond, permuted_omegas, permuted)),
    )


def _chain_exponents(
    chain_secrets: list[Scalar], permuted: list[Scalar]
) -> tuple[list[Scalar], list[Scalar]]:
    """R and U with ĉ_i = R[i+1] G + U[i+1] h; R[0] = 0 and U[0] = 1 give the start of the chain."""
    base_part, pedersen_part = [Scalar(0)], [Scalar(1)]
    for secret, exponent in zip(chain_secrets, permuted, strict=True):
        base_part.append(reduce(secret + exponent * base_part[-1]))
        pedersen_part.append(reduce(exponent * pedersen_part[-1]))
    return base_part, pedersen_part


def _open_chain(parameters: Parameters, base: Scalar, pedersen: Scalar) -> Element:
    return add(multiply_base(base), multiply(parameters.pedersen, pedersen))


def _inner(
    left: tuple[Scalar, ...] | list[Scalar], right: tuple[Scalar, ...] | list[Scalar]
) -> int:
    return sum(map(prod, zip(left, right, strict=True)))
