"""What a proof is bound to, so that nobody can show it again elsewhere."""

from dataclasses import dataclass

from durak_p2p.crypto.errors import CryptoError
from durak_p2p.crypto.framing import frame
from durak_p2p.texts import text

OPEN_TO_ALL = -1


@dataclass(frozen=True)
class ProofContext:
    """The one place in one log where a proof stands.

    deal: id of the deal, 16 bytes. author: index of the prover in the set-up, 0..2^32-1.
    identity: the prover's Ed25519 public key, 32 bytes. entry: type of the entry. step: 0..2^64-1.
    log: hash of the log before the step, 32 bytes. cards: (position in the deck, index of the
    owner in the set-up) of each card that the proof is about, owner -1 where it is open to all.

    Raises CryptoError for a value outside its range.
    """

    deal: bytes
    author: int
    identity: bytes
    entry: str
    step: int
    log: bytes
    cards: tuple[tuple[int, int], ...] = ()

    def __post_init__(self) -> None:
        if (len(self.deal), len(self.identity), len(self.log)) != (16, 32, 32):
            raise CryptoError(text("A proof context holds an id or hash of the wrong length."))
        in_range = 0 <= self.author < 2**32 and 0 <= self.step < 2**64
        if not in_range or not all(
            0 <= position < 2**32 and OPEN_TO_ALL <= owner < 2**31 for position, owner in self.cards
        ):
            raise CryptoError(text("A proof context holds a number out of range."))

    def encode(self) -> bytes:
        """Injective: fixed lengths and frames, numbers big-endian, the owner as 4 signed bytes."""
        return frame(
            self.deal,
            self.author.to_bytes(4, "big"),
            self.identity,
            self.entry.encode(),
            self.step.to_bytes(8, "big"),
            self.log,
            b"".join(
                position.to_bytes(4, "big") + owner.to_bytes(4, "big", signed=True)
                for position, owner in self.cards
            ),
        )
