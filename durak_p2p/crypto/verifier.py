"""Everything of others that has to be proven: read, and verified, before anybody uses it."""

from collections.abc import Sequence

from durak_p2p.crypto.context import ProofContext
from durak_p2p.crypto.decryption import verify_shares
from durak_p2p.crypto.elgamal import Ciphertext, Deck, decode_deck
from durak_p2p.crypto.group import ELEMENT_BYTES, Element, decode_element
from durak_p2p.crypto.key_share import verify_knowledge
from durak_p2p.crypto.parameters import Parameters
from durak_p2p.crypto.shuffle_proof import ShuffleProof, verify_shuffle


class Verifier:
    """Reads what an entry says and verifies its proof.

    Each method returns what it read, once its proof holds, and raises EncodingError or ProofError
    otherwise. The context says who proves it, and where.
    """

    def key_share(self, raw: bytes, proof: bytes, context: ProofContext) -> Element:
        """A player's public key share: raw, 32 bytes, and its proof of knowledge, 64 bytes."""
        public = decode_element(raw)
        verify_knowledge(public, proof, context)
        return public

    def shares(
        self,
        public: Element,
        ciphertexts: Sequence[Ciphertext],
        raw: bytes,
        proof: bytes,
        context: ProofContext,
    ) -> tuple[Element, ...]:
        """Decryption shares for the ciphertexts: raw, 32 bytes each, and their proof, 64 bytes.

        public: the prover's key share.
        """
        starts = range(0, len(raw), ELEMENT_BYTES)
        shares = tuple(decode_element(raw[start : start + ELEMENT_BYTES]) for start in starts)
        verify_shares(public, ciphertexts, shares, proof, context)
        return shares

    def shuffle(
        self,
        parameters: Parameters,
        joint_key: Element,
        before: Deck,
        raw: bytes,
        proof: bytes,
        context: ProofContext,
    ) -> Deck:
        """A shuffled deck: raw, 64 bytes a card, and the proof that it is `before` re-encrypted."""
        after = decode_deck(raw, len(before))
        decoded = ShuffleProof.decode(proof, len(before))
        verify_shuffle(parameters, joint_key, before, after, decoded, context)
        return after
