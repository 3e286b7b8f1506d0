"""What one player keeps to itself during a deal."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from durak_p2p.crypto import KeyShare, Randomness, commit

SECRET_BYTES = 32  # coins, seeds and salts


def round_seed(seed: bytes, round_: int) -> bytes:
    """Return the seed of a shuffle: the committed one for round 0, else derived from it."""
    if round_ == 0:
        return seed
    number = round_.to_bytes(4, "big")
    return hashlib.sha256(b"durak-p2p/1 reshuffle\n" + number + seed).digest()


@dataclass(frozen=True, slots=True, repr=False)
class DealSecrets:
    """A key share, a coin, a shuffle seed, and a salt for the commitment to each.

    Drawn afresh for every deal.  The coin is published at the reveal, the rest when the deal is
    over (protocol/log.md, "open").
    """

    key_share: KeyShare
    coin: bytes
    seed: bytes
    key_salt: bytes
    coin_salt: bytes
    seed_salt: bytes

    @classmethod
    def draw(cls, randomness: Randomness) -> DealSecrets:
        """Return fresh secrets."""
        return cls(
            KeyShare.generate(randomness), *(randomness.token(SECRET_BYTES) for _ in range(5))
        )

    def commitments(self, context: bytes) -> tuple[bytes, bytes, bytes]:
        """Return the commitments (32 bytes each) to key share, coin and seed."""
        return (
            commit("key", context, self.key_share.public, self.key_salt),
            commit("coin", context, self.coin, self.coin_salt),
            commit("seed", context, self.seed, self.seed_salt),
        )

    def opening(self) -> tuple[bytes, bytes, bytes]:
        """Return what is published when the deal is over: key share, seed, and the seed's salt."""
        return self.key_share.secret_bytes(), self.seed, self.seed_salt

    def seed_for(self, round_: int) -> bytes:
        """Return the seed (32 bytes) of our shuffle in a round; the deck's own is round 0."""
        return round_seed(self.seed, round_)

    def __repr__(self) -> str:
        return "DealSecrets(...)"
