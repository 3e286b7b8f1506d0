"""Mental poker: a deck that all shuffle, that nobody can read, and that everyone can check.

Specified in protocol/crypto.md. Nothing here does input or output; whatever needs randomness is
given it.
"""

from durak_p2p.crypto.commitment import check_opening, commit
from durak_p2p.crypto.context import OPEN_TO_ALL, ProofContext
from durak_p2p.crypto.decryption import decryption_share, make_shares, open_card, verify_shares
from durak_p2p.crypto.drbg import permutation_from_seed
from durak_p2p.crypto.elgamal import (
    Ciphertext,
    Deck,
    decode_deck,
    encode_deck,
    joint_key,
    start_deck,
)
from durak_p2p.crypto.errors import (
    CryptoError,
    EncodingError,
    GroupError,
    OpeningError,
    ProofError,
    SignatureError,
)
from durak_p2p.crypto.framing import SUITE, frame
from durak_p2p.crypto.group import (
    GENERATOR,
    ORDER,
    Element,
    Scalar,
    decode_element,
    decode_scalar,
    encode_scalar,
)
from durak_p2p.crypto.identity import Identity, check_public_key, verify_signature
from durak_p2p.crypto.key_share import KeyShare, prove_knowledge, verify_knowledge
from durak_p2p.crypto.parameters import Parameters
from durak_p2p.crypto.randomness import Randomness, SystemRandomness
from durak_p2p.crypto.shuffle import Shuffle, shuffle
from durak_p2p.crypto.shuffle_proof import (
    ShuffleProof,
    prove_shuffle,
    shuffle_proof_bytes,
    verify_shuffle,
)
from durak_p2p.crypto.transcript import Transcript
from durak_p2p.crypto.verifier import Verifier

__all__ = [
    "GENERATOR",
    "OPEN_TO_ALL",
    "ORDER",
    "SUITE",
    "Ciphertext",
    "CryptoError",
    "Deck",
    "Element",
    "EncodingError",
    "GroupError",
    "Identity",
    "KeyShare",
    "OpeningError",
    "Parameters",
    "ProofContext",
    "ProofError",
    "Randomness",
    "Scalar",
    "Shuffle",
    "ShuffleProof",
    "SignatureError",
    "SystemRandomness",
    "Transcript",
    "Verifier",
    "check_opening",
    "check_public_key",
    "commit",
    "decode_deck",
    "decode_element",
    "decode_scalar",
    "decryption_share",
    "encode_deck",
    "encode_scalar",
    "frame",
    "joint_key",
    "make_shares",
    "open_card",
    "permutation_from_seed",
    "prove_knowledge",
    "prove_shuffle",
    "shuffle",
    "shuffle_proof_bytes",
    "start_deck",
    "verify_knowledge",
    "verify_shares",
    "verify_shuffle",
    "verify_signature",
]
