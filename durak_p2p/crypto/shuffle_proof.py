"""Zero-knowledge proof of a shuffle: one door to its prover, its verifier and its form."""

from durak_p2p.crypto.shuffle_prover import prove_shuffle
from durak_p2p.crypto.shuffle_statement import ShuffleProof, shuffle_proof_bytes
from durak_p2p.crypto.shuffle_verifier import verify_shuffle

__all__ = ["ShuffleProof", "prove_shuffle", "shuffle_proof_bytes", "verify_shuffle"]
