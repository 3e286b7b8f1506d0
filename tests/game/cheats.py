"""Players that cheat where nobody can see it at once."""

from __future__ import annotations

from dataclasses import replace

from durak_p2p.crypto import Shuffle, encode_deck, prove_shuffle
from durak_p2p.crypto.shuffle import reencrypt
from durak_p2p.game import EntryType, Player, SignedEntry
from durak_p2p.game.steps import AnswerStep
from durak_p2p.game.steps.shuffling import ShuffleStep

from .tables import Foreseeable


class Denies(Player):
    """Says "none" the first time that it should show a card."""

    lied_at: int | None = None

    def owed(self) -> SignedEntry | None:
        step = self.log.state.step
        if isinstance(step, AnswerStep) and self._is_due() and self.lied_at is None:
            if step.write(self.author, self.secrets, Foreseeable("denies")) != ():
                self.lied_at = self.log.step
            return self._sign(())
        return super().owed()


class PassesOn(Player):
    """Re-encrypts, but leaves the order as it was."""

    def owed(self) -> SignedEntry | None:
        step = self.log.state.step
        if not isinstance(step, ShuffleStep) or not self._is_due():
            return super().owed()
        state = self.log.state
        assert state.joint_key is not None
        before, parameters = state.decks[-1], state.setup.parameters
        source = Foreseeable("passes on")
        randomizers = tuple(source.scalar() for _ in before)
        deck = tuple(
            reencrypt(state.joint_key, card, r) for card, r in zip(before, randomizers, strict=True)
        )
        done = Shuffle(deck, tuple(range(len(before))), randomizers)
        context = state.context(EntryType.SHUFFLE, self.author)
        proof = prove_shuffle(parameters, state.joint_key, before, done, context, source)
        return self._sign((encode_deck(deck), proof.encode()))


class ShufflesByAnotherSeed(Player):
    """Shuffles honestly, but not by the seed that it has committed to."""

    def owed(self) -> SignedEntry | None:
        step = self.log.state.step
        if not isinstance(step, ShuffleStep) or not self._is_due():
            return super().owed()
        chosen = replace(self.secrets, seed=b"chosen".ljust(32, b"\0"))
        return self._sign(step.write(self.author, chosen, Foreseeable("chosen")))
