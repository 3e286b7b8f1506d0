"""The opening: when a deal is over, everybody shows its key share and its shuffle seed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from durak_p2p.cards import Card
from durak_p2p.crypto import KeyShare, Randomness, check_opening, shuffle
from durak_p2p.game.codec import Fields, Value
from durak_p2p.game.entry import EntryType
from durak_p2p.game.errors import Refused
from durak_p2p.game.events import FalseAnswer, Opened
from durak_p2p.game.secrets import SECRET_BYTES, DealSecrets
from durak_p2p.game.steps.base import OwedStep
from durak_p2p.rules import false_answers

if TYPE_CHECKING:
    from durak_p2p.game.state import GameState


class OpenStep(OwedStep):
    """Everybody opens; each shuffle is derived again from its seed and must come out the same.

    This is the second check of the deck, independent of the zero-knowledge proofs, and it lets
    everyone read every hand.
    """

    type = EntryType.OPEN

    def __init__(self, state: GameState) -> None:
        super().__init__(state, frozenset(range(state.authors)))
        self._permutations: dict[int, tuple[int, ...]] = {}

    def write(self, author: int, secrets: DealSecrets, randomness: Randomness) -> Value:
        return secrets.key_share.secret_bytes(), secrets.seed, secrets.seed_salt

    def accept(self, author: int, body: Value) -> None:
        state = self.state
        assert state.joint_key is not None
        fields = Fields(body, "opening")
        secret = fields.bytes("key share", 32)
        seed = fields.bytes("seed", SECRET_BYTES)
        salt = fields.bytes("seed salt", SECRET_BYTES)
        fields.end()
        if KeyShare.from_secret_bytes(secret).public != state.key_shares[author]:
            raise Refused("The opened key share is not the one that was revealed.")
        bound = state.commitment_context(author)
        check_opening(state.seed_commitments[author], "seed", bound, seed, salt)
        turn = state.shufflers.index(author)
        again = shuffle(state.setup.parameters, state.joint_key, state.decks[turn], seed)
        if again.deck != state.decks[turn + 1]:
            raise Refused("The shuffle is not the one that the opened seed gives.")
        self._permutations[author] = again.permutation

    def finish(self) -> None:
        state = self.state
        state.opened = self._read_deck()
        state.false_answers = tuple(self._false_answers(state.opened))
        state.events.append(Opened(state.opened, state.false_answers))

    def _false_answers(self, deck: tuple[Card, ...]) -> Iterator[FalseAnswer]:
        """Find who said "not I" although holding what was asked for (rules 1.3)."""
        state = self.state
        assert state.deal is not None
        for step, asked in zip(state.answer_steps, state.deal.questions, strict=True):
            for seat, card in false_answers([asked], deck):
                yield FalseAnswer(step, state.seats[seat], card)

    def _read_deck(self) -> tuple[Card, ...]:
        """Follow the start deck, whose order is public, through all shuffles."""
        cards = self.state.cards
        for author in self.state.shufflers:
            cards = tuple(cards[index] for index in self._permutations[author])
        return cards
