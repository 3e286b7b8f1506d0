"""Shuffling: one player after the other, the whole deck or a pile that is turned over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from durak_p2p.crypto import (
    Randomness,
    encode_deck,
    prove_shuffle,
    shuffle,
    shuffle_proof_bytes,
)
from durak_p2p.game.codec import Fields, Value
from durak_p2p.game.entry import EntryType
from durak_p2p.game.errors import Refused
from durak_p2p.game.events import Progress
from durak_p2p.game.secrets import DealSecrets
from durak_p2p.game.steps.base import OwedStep
from durak_p2p.texts import text

if TYPE_CHECKING:
    from durak_p2p.game.state import GameState


class ShuffleStep(OwedStep):
    """One player shuffles and re-encrypts the cards, and proves that it did nothing else."""

    type = EntryType.SHUFFLE

    def __init__(self, state: GameState, turn: int) -> None:
        """*turn*: how many have shuffled in this round before."""
        super().__init__(state, frozenset({state.shufflers[turn]}))
        self.turn = turn

    @property
    def is_last(self) -> bool:
        """Whether all others have shuffled in this round."""
        return self.turn + 1 == self.state.authors

    def write(self, author: int, secrets: DealSecrets, randomness: Randomness) -> Value:
        state, round_ = self.state, self.state.rounds[-1]
        assert state.joint_key is not None
        before = round_.decks[-1]
        seed = secrets.seed_for(round_.number)
        shuffled = shuffle(round_.parameters, state.joint_key, before, seed)
        context = state.context(self.type, author)
        proof = prove_shuffle(
            round_.parameters, state.joint_key, before, shuffled, context, randomness
        )
        return encode_deck(shuffled.deck), proof.encode()

    def accept(self, author: int, body: Value) -> None:
        state, round_ = self.state, self.state.rounds[-1]
        assert state.joint_key is not None
        before = round_.decks[-1]
        fields = Fields(body, "shuffle")
        raw_deck = fields.bytes("deck", len(before) * 64)
        raw_proof = fields.bytes("proof", shuffle_proof_bytes(len(before)))
        fields.end()
        context = state.context(self.type, author)
        after = state.verifier.shuffle(
            round_.parameters, state.joint_key, before, raw_deck, raw_proof, context
        )
        if not set(after).isdisjoint(before):
            raise Refused(text("A card is passed on as it was, not re-encrypted."))
        round_.decks.append(after)
        state.events.append(Progress(self.type, author))

    def finish(self) -> None:
        if self.is_last:
            self.state.take_shuffled()
