"""Before the first shuffle: commit and reveal."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, NamedTuple

from durak_p2p.crypto import (
    Element,
    GroupError,
    Randomness,
    check_opening,
    joint_key,
    permutation_from_seed,
    prove_knowledge,
)
from durak_p2p.game.codec import Fields, Value
from durak_p2p.game.entry import EntryType
from durak_p2p.game.errors import Refused
from durak_p2p.game.events import DealBegan, Progress
from durak_p2p.game.secrets import SECRET_BYTES, DealSecrets
from durak_p2p.game.steps.base import OwedStep
from durak_p2p.texts import text

if TYPE_CHECKING:
    from durak_p2p.game.state import GameState

COMMITMENT_BYTES = 32
PROOF_BYTES = 64


class CommitStep(OwedStep):
    """Everybody commits to a key share, a coin and a shuffle seed."""

    type = EntryType.COMMIT

    def __init__(self, state: GameState) -> None:
        super().__init__(state, frozenset(range(state.authors)))
        self.commitments: dict[int, Commitments] = {}

    def write(self, author: int, secrets: DealSecrets, randomness: Randomness) -> Value:
        return secrets.commitments(self.state.commitment_context(author))

    def accept(self, author: int, body: Value) -> None:
        fields = Fields(body, "commit")
        commitments = Commitments(
            *(fields.bytes(name, COMMITMENT_BYTES) for name in ("key", "coin", "seed"))
        )
        fields.end()
        self.commitments[author] = commitments
        self.state.events.append(Progress(self.type, author))

    def finish(self) -> None:
        """Nothing: the reveal is given the commitments."""


class Commitments(NamedTuple):
    """One player's commitments (32 bytes each)."""

    key: bytes
    coin: bytes
    seed: bytes


class RevealStep(OwedStep):
    """Everybody reveals key share and coin.

    Only now, because the entry carries the hash of the log with all commitments in it; so no
    key share and no coin can be chosen by who has seen another's.
    """

    type = EntryType.REVEAL

    def __init__(self, state: GameState, commitments: dict[int, Commitments]) -> None:
        super().__init__(state, frozenset(range(state.authors)))
        self._commitments = commitments
        self._keys: dict[int, Element] = {}
        self._coins: dict[int, bytes] = {}

    def write(self, author: int, secrets: DealSecrets, randomness: Randomness) -> Value:
        context = self.state.context(self.type, author)
        return (
            bytes(secrets.key_share.public),
            prove_knowledge(secrets.key_share, context, randomness),
            secrets.key_salt,
            secrets.coin,
            secrets.coin_salt,
        )

    def accept(self, author: int, body: Value) -> None:
        fields = Fields(body, "reveal")
        raw_key = fields.bytes("key share", 32)
        proof = fields.bytes("proof of knowledge", PROOF_BYTES)
        key_salt = fields.bytes("key salt", SECRET_BYTES)
        coin = fields.bytes("coin", SECRET_BYTES)
        coin_salt = fields.bytes("coin salt", SECRET_BYTES)
        fields.end()
        commitments = self._commitments[author]
        bound = self.state.commitment_context(author)
        check_opening(commitments.key, "key", bound, raw_key, key_salt)
        check_opening(commitments.coin, "coin", bound, coin, coin_salt)
        context = self.state.context(self.type, author)
        key = self.state.verifier.key_share(raw_key, proof, context)
        self._check_sum(key)
        self._keys[author] = key
        self._coins[author] = coin
        self.state.events.append(Progress(self.type, author))

    def _check_sum(self, key: Element) -> None:
        """Refuse the last key share if all together are no joint key.

        It takes all players to bring that about; but readers of the file must see it, too.
        """
        if len(self._keys) + 1 == self.state.authors:
            try:
                joint_key([*self._keys.values(), key])
            except GroupError:
                raise Refused(text("The key shares cancel each other out.")) from None

    def finish(self) -> None:
        state = self.state
        authors = range(state.authors)
        keys = [self._keys[author] for author in authors]
        state.begin_shuffles(keys, joint_key(keys))
        state.seed_commitments = [self._commitments[author].seed for author in authors]
        self._draw_seats(b"".join(self._coins[author] for author in authors))
        # The dealer shuffles last, the others before, clockwise from the dealer's left.
        first = state.dealer + 1
        state.shufflers = [
            state.seats[(first + turn) % state.authors] for turn in range(state.authors)
        ]
        state.events.append(DealBegan(state.seats, state.dealer))

    def _draw_seats(self, coins: bytes) -> None:
        """Draw seats and dealer by lot in a first deal; later the set-up has both.

        The lot is a hash of nothing but the deal's hash and the coins, in the order of authors:
        whoever reveals last can no longer turn it.
        """
        state = self.state
        if state.setup.dealer is None:
            lot = hashlib.sha256(b"durak-p2p/1 lot\n" + state.setup.hash + coins).digest()
            state.seats = permutation_from_seed(lot, state.authors, "seats")
            state.dealer = permutation_from_seed(lot, state.authors, "dealer")[0]
        else:
            state.seats = tuple(range(state.authors))
            state.dealer = state.setup.dealer
