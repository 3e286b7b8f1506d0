"""The opening: when a deal is over, everybody shows its key share and its shuffle seed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from durak_p2p.cards import Card
from durak_p2p.crypto import KeyShare, Randomness, check_opening, shuffle
from durak_p2p.game.codec import Fields, Value
from durak_p2p.game.entry import EntryType
from durak_p2p.game.errors import Refused
from durak_p2p.game.events import FalseClaim, Opened
from durak_p2p.game.secrets import SECRET_BYTES, DealSecrets, round_seed
from durak_p2p.game.shuffle_round import ShuffleRound
from durak_p2p.game.steps.base import OwedStep
from durak_p2p.rules import family as rules
from durak_p2p.rules.family import false_claims
from durak_p2p.texts import text

if TYPE_CHECKING:
    from durak_p2p.game.state import GameState


@dataclass(frozen=True, slots=True)
class Opening:
    """What a player opens: its permutation in each round that it has shuffled in."""

    permutations: tuple[tuple[int, ...], ...]


def read_opening(state: GameState, author: int, body: Value) -> Opening:
    """Check what *author* opens, against what it revealed and how it has shuffled so far.

    Raises ``Refused`` or a ``CryptoError``.
    """
    fields = Fields(body, "opening")
    secret = fields.bytes("key share", 32)
    seed = fields.bytes("seed", SECRET_BYTES)
    salt = fields.bytes("seed salt", SECRET_BYTES)
    fields.end()
    if KeyShare.from_secret_bytes(secret).public != state.key_shares[author]:
        raise Refused(text("The opened key share is not the one that was revealed."))
    bound = state.commitment_context(author)
    check_opening(state.seed_commitments[author], "seed", bound, seed, salt)
    return Opening(tuple(_derive_again(state, author, seed)))


def _derive_again(state: GameState, author: int, seed: bytes) -> Iterator[tuple[int, ...]]:
    """Shuffle by *seed* what the author got; yield its permutation of every round."""
    assert state.joint_key is not None
    turn = state.shufflers.index(author)
    for round_ in state.rounds:
        if len(round_.decks) < turn + 2:
            return  # it leaves before its turn to shuffle
        before, after = round_.decks[turn : turn + 2]
        again = shuffle(round_.parameters, state.joint_key, before, round_seed(seed, round_.number))
        if again.deck != after:
            raise Refused(text("The shuffle is not the one that the opened seed gives."))
        yield again.permutation


class OpenStep(OwedStep):
    """Everybody who is there opens; each shuffle is derived again from its seed.

    This is the second check of the deck, independent of the zero-knowledge proofs.  Where nobody
    went without opening it lets everyone read every hand.
    """

    type = EntryType.OPEN

    def __init__(self, state: GameState) -> None:
        super().__init__(state, state.present)
        self._openings: dict[int, Opening] = {}

    def write(self, author: int, secrets: DealSecrets, randomness: Randomness) -> Value:
        return secrets.opening()

    def accept(self, author: int, body: Value) -> None:
        self._openings[author] = read_opening(self.state, author, body)

    def finish(self) -> None:
        state = self.state
        assert state.deal is not None
        state.openings |= self._openings
        if len(state.openings) < state.authors:
            return  # somebody is gone and has opened nothing
        state.opened = tuple(chain.from_iterable(map(self._read_round, state.full_rounds)))
        state.false_claims = tuple(
            self._place_claim(claim) for claim in false_claims(state.deal, state.opened)
        )
        state.events.append(Opened(state.opened[: len(state.cards)], state.false_claims))

    def _read_round(self, round_: ShuffleRound) -> tuple[Card, ...]:
        """Follow the cards, whose order at the start is public, through all shuffles."""
        cards = round_.cards
        for author in self.state.shufflers:
            permutation = self.state.openings[author].permutations[round_.number]
            cards = tuple(cards[index] for index in permutation)
        return cards

    def _place_claim(self, claim: rules.FalseClaim) -> FalseClaim:
        """Say in which step a false claim was made."""
        state = self.state
        if claim.question is not None:
            step = state.answer_steps[claim.question]
        else:
            assert claim.move is not None
            step = state.move_steps[claim.move - 1]
        return FalseClaim(step, state.seats[claim.seat], claim.card)
