"""What prover and verifier of a shuffle share: the proof's form, and the order of the hashing.

The proof is Terelius and Wikström's (Africacrypt 2010) in the form of Haenni, Locher, Koenig and
Dubuis, "Pseudo-Code Algorithms for Verifiable Re-Encryption Mix-Nets" (Financial Cryptography
workshops 2017), written additively. Where they send the commitments t, here the challenge is sent,
from which the verifier recomputes them.
"""

from dataclasses import dataclass
from typing import Self

from durak_p2p.crypto.context import ProofContext
from durak_p2p.crypto.elgamal import Deck, encode_deck
from durak_p2p.crypto.errors import EncodingError
from durak_p2p.crypto.group import (
    Element,
    Scalar,
    decode_element,
    decode_scalar,
    encode_scalar,
)
from durak_p2p.crypto.parameters import Parameters
from durak_p2p.crypto.transcript import Transcript
from durak_p2p.texts import text

_WORD = 32


def shuffle_proof_bytes(size: int) -> int:
    """Length of the encoded proof for a deck of `size` cards."""
    return _WORD * (4 * size + 5)


@dataclass(frozen=True)
class ShuffleProof:
    """Everything in it is public.

    commitments: c_0 .. c_(n-1), to the columns of the permutation's matrix. chain: ĉ_0 .. ĉ_(n-1).
    challenge: c. responses: s_1 .. s_4. chain_responses: ŝ_0 .. ŝ_(n-1). permuted_responses:
    s'_0 .. s'_(n-1). Names as in algorithm GenShuffleProof of Haenni et al.
    """

    commitments: tuple[Element, ...]
    chain: tuple[Element, ...]
    challenge: Scalar
    responses: tuple[Scalar, Scalar, Scalar, Scalar]
    chain_responses: tuple[Scalar, ...]
    permuted_responses: tuple[Scalar, ...]

    def encode(self) -> bytes:
        """32 * (4n + 5) bytes, the fields in the order above."""
        scalars = (
            self.challenge,
            *self.responses,
            *self.chain_responses,
            *self.permuted_responses,
        )
        return b"".join((*self.commitments, *self.chain, *map(encode_scalar, scalars)))

    @classmethod
    def decode(cls, raw: bytes, size: int) -> Self:
        """The proof for a deck of `size` cards; every element and scalar is validated.

        Raises EncodingError.
        """
        if len(raw) != shuffle_proof_bytes(size):
            raise EncodingError(text("A shuffle proof does not have the length of its deck."))
        words = [raw[start : start + _WORD] for start in range(0, len(raw), _WORD)]
        elements = tuple(map(decode_element, words[: 2 * size]))
        challenge, s1, s2, s3, s4, *rest = map(decode_scalar, words[2 * size :])
        return cls(
            elements[:size],
            elements[size:],
            challenge,
            (s1, s2, s3, s4),
            tuple(rest[:size]),
            tuple(rest[size:]),
        )


@dataclass(frozen=True)
class ShuffleCommitments:
    """The commitments t of the sigma protocol: t_1, t_2, t_3, t_4,1, t_4,2 and t̂_0 .. t̂_(n-1)."""

    t1: Element
    t2: Element
    t3: Element
    t4a: Element
    t4b: Element
    chain: tuple[Element, ...]


class ShuffleTranscript:
    """The three steps of hashing: statement → u, then ĉ and t → challenge."""

    def __init__(
        self,
        parameters: Parameters,
        joint_key: Element,
        before: Deck,
        after: Deck,
        context: ProofContext,
    ) -> None:
        self._size = parameters.size
        self._transcript = (
            Transcript(b"shuffle")
            .absorb(b"parameters", parameters.digest)
            .absorb(b"context", context.encode())
            .absorb(b"joint key", joint_key)
            .absorb(b"before", encode_deck(before))
            .absorb(b"after", encode_deck(after))
        )

    def draw_exponents(self, commitments: tuple[Element, ...]) -> tuple[Scalar, ...]:
        """u_0 .. u_(n-1), fixed only after the commitments to the permutation."""
        self._transcript.absorb(b"commitments", *commitments)
        return self._transcript.challenges(b"exponents", self._size)

    def draw_challenge(self, chain: tuple[Element, ...], t: ShuffleCommitments) -> Scalar:
        """c."""
        self._transcript.absorb(b"chain", *chain)
        self._transcript.absorb(b"t", t.t1, t.t2, t.t3, t.t4a, t.t4b, *t.chain)
        return self._transcript.challenge(b"challenge")
