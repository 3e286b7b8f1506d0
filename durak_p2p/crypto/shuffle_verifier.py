"""The verifier of a shuffle (algorithm CheckShuffleProof of Haenni et al. 2017)."""

from durak_p2p.crypto.context import ProofContext
from durak_p2p.crypto.elgamal import Deck
from durak_p2p.crypto.errors import GroupError, ProofError
from durak_p2p.crypto.group import (
    Element,
    Scalar,
    multiply,
    multiply_base,
    reduce,
    subtract,
    total,
)
from durak_p2p.crypto.parameters import Parameters
from durak_p2p.crypto.shuffle_statement import (
    ShuffleCommitments,
    ShuffleProof,
    ShuffleTranscript,
)
from durak_p2p.texts import text


def verify_shuffle(
    parameters: Parameters,
    joint_key: Element,
    before: Deck,
    after: Deck,
    proof: ShuffleProof,
    context: ProofContext,
) -> None:
    """Check that `after` is `before`, permuted and re-encrypted by the author of the context.

    Decks and proof come from their decoders, which have validated each element. Raises ProofError.
    """
    size = parameters.size
    lengths = {
        len(before),
        len(after),
        len(proof.commitments),
        len(proof.chain),
        len(proof.chain_responses),
        len(proof.permuted_responses),
    }
    if lengths != {size}:
        raise ProofError(text("The shuffle proof is not for a deck of this size."))
    transcript = ShuffleTranscript(parameters, joint_key, before, after, context)
    exponents = transcript.draw_exponents(proof.commitments)
    try:
        t = _recompute(parameters, joint_key, before, after, proof, exponents)
    except GroupError:
        raise ProofError(text("The shuffle proof is degenerate.")) from None
    if transcript.draw_challenge(proof.chain, t) != proof.challenge:
        raise ProofError(text("The shuffle proof does not hold."))


def _recompute(
    parameters: Parameters,
    joint_key: Element,
    before: Deck,
    after: Deck,
    proof: ShuffleProof,
    exponents: tuple[Scalar, ...],
) -> ShuffleCommitments:
    """The commitments t that the responses answer to, if the proof is honest.

    Each is (what the responses say) - challenge * (what the statement says).
    """
    minus = reduce(-proof.challenge)
    s1, s2, s3, s4 = proof.responses
    product = Scalar(1)
    for exponent in exponents:
        product = reduce(product * exponent)
    scaled = [reduce(minus * exponent) for exponent in exponents]

    def weigh(in_order: list[Element], permuted: list[Element]) -> list[Element]:
        """-c Σ u_i X_i + Σ s'_i X'_i, as its 2n terms."""
        return [
            *map(multiply, in_order, scaled),
            *map(multiply, permuted, proof.permuted_responses),
        ]

    # The matrix' rows sum to one.
    columns = subtract(total(proof.commitments), parameters.generators_sum)
    t1 = total([multiply_base(s1), multiply(columns, minus)])
    # The product of the u' is that of the u: with t1 and t3, the matrix is a permutation.
    t2 = total(
        [
            multiply_base(s2),
            multiply(proof.chain[-1], minus),
            multiply(parameters.pedersen, reduce(proof.challenge * product)),
        ]
    )
    # The u' are the u under the committed matrix.
    t3 = total([multiply_base(s3), *weigh(list(proof.commitments), list(parameters.generators))])
    # Under the same u', the deck after is the deck before, re-encrypted: both halves.
    # Each of them is one sum, so that only its end may not be neutral, not what lies on the way.
    t4a = total(
        [
            *weigh([card.a for card in before], [card.a for card in after]),
            multiply_base(reduce(-s4)),
        ]
    )
    t4b = total(
        [
            *weigh([card.b for card in before], [card.b for card in after]),
            multiply(joint_key, reduce(-s4)),
        ]
    )
    previous = (parameters.pedersen, *proof.chain[:-1])
    chain = tuple(
        total(
            [
                multiply_base(chain_response),
                multiply(link, minus),
                multiply(previous_link, permuted_response),
            ]
        )
        for link, previous_link, chain_response, permuted_response in zip(
            proof.chain, previous, proof.chain_responses, proof.permuted_responses, strict=True
        )
    )
    return ShuffleCommitments(t1, t2, t3, t4a, t4b, chain)
