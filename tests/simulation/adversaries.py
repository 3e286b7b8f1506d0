"""Peers that break the protocol or bend it; the others must not suffer."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import trio

from durak_p2p.game import SignedAccusation, SignedEntry
from durak_p2p.game.accusation import Accusation
from durak_p2p.game.steps import CloseStep
from durak_p2p.rules import RuleError
from durak_p2p.rules.family import AnyMove
from durak_p2p.rules.moves import DONE, accuse
from durak_p2p.table.messages import Accuse, Carry, Message

from .network import Link, Mesh
from .table import Peer, SimPlayer, Simulation

AFTERWARDS = 60.0  # seconds in which what was found out gets around


class Adversary(Peer):
    """Not bound to anything; of whom the others say what they like."""

    honest = False


# -- one that withholds -------------------------------------------------------------------------


class Withholding(SimPlayer):
    def hear(self, signed: SignedAccusation) -> SignedEntry | None:
        return None


class StingyMesh(Mesh):
    """Passes nothing on, and tells its own to one alone."""

    def __init__(self, rng: Random) -> None:
        super().__init__()
        self._rng = rng

    def broadcast(self, message: Message, but: Link | None = None) -> None:
        links = list(self.links.values())
        if links and not isinstance(message, Accuse) and but is None:
            self._rng.choice(links).send(message)


class Withholder(Adversary):
    player_type = Withholding

    def make_mesh(self) -> Mesh:
        return StingyMesh(self.rng)


# -- one that equivocates -----------------------------------------------------------------------


class Equivocating(SimPlayer):
    """Signs two entries, once, when it has a choice."""

    twins: tuple[SignedEntry, SignedEntry] | None = None

    def move(self, move: AnyMove, *, cheating: bool = False) -> SignedEntry:
        others = self._others(move)
        signed = super().move(move, cheating=cheating)
        rng = Random(self.log.step)
        if self.twins is None and others and rng.random() < 0.15:
            written = self._written.pop(self.log.step)
            try:
                twin = super().move(rng.choice(others))
            except RuleError:
                self._written[self.log.step] = written
            else:
                self.twins = signed, twin
            if isinstance(self.log.state.step, CloseStep):
                # It was tried on the step itself; what counts is what our log takes.
                self.log.state.step._accused.pop(self.author, None)
        return signed

    def _others(self, move: AnyMove) -> list[AnyMove]:
        view = self.view()
        assert view is not None
        if isinstance(self.log.state.step, CloseStep):
            seats: list[AnyMove] = [
                accuse(seat) for seat in range(self.log.state.authors) if seat != self.seat
            ]
            return seats if move == DONE else [DONE]
        return [other for other in view.legal if other != move]


class TwoFacedMesh(Mesh):
    """Tells these one thing, and those another."""

    def __init__(self, rng: Random, peer: Equivocator) -> None:
        super().__init__()
        self._rng = rng
        self._peer = peer

    def broadcast(self, message: Message, but: Link | None = None) -> None:
        twins = self._peer.twins
        if isinstance(message, Carry) and twins is not None and message.signed == twins[0]:
            for link in list(self.links.values()):
                link.send(Carry(self._rng.choice(twins)))
        else:
            super().broadcast(message, but)


class Equivocator(Adversary):
    player_type = Equivocating

    def make_mesh(self) -> Mesh:
        return TwoFacedMesh(self.rng, self)

    @property
    def twins(self) -> tuple[SignedEntry, SignedEntry] | None:
        assert isinstance(self.player, Equivocating)
        return self.player.twins


# -- one that floods ----------------------------------------------------------------------------


class Flooder(Adversary):
    """Says whatever comes to its mind, all the time, in its own name and in others'."""

    async def also(self) -> None:
        while True:
            await trio.sleep(self.rng.expovariate(3))
            links = list(self.mesh.links.values())
            if links:
                self.rng.choice(links).send(Accuse(self._nonsense()))

    def _nonsense(self) -> SignedAccusation:
        rng, log, player = self.rng, self.match.log, self.player
        bout = getattr(log.state.deal, "bout", 0)
        judged = len(getattr(log.state.deal, "accusations", ()))
        said = Accusation(
            setup=log.setup.hash,
            bout=max(1, bout + rng.choice([0, 0, 0, -1, 1, 5])),
            judged=max(0, judged + rng.choice([0, 0, 0, -1, 1])),
            author=player.author,
            accused=rng.randrange(log.state.authors),
        )
        lot = rng.random()
        if lot < 0.1:
            return replace(said, author=rng.randrange(log.state.authors)).sign(self.identity)
        if lot < 0.15:
            return SignedAccusation(rng.randbytes(rng.randrange(70)), bytes(64))
        if lot < 0.2:
            return replace(said, setup=bytes(32)).sign(self.identity)
        return said.sign(self.identity)


class WithAdversary(Simulation):
    """A match in which one is such."""

    kind: type[Adversary] = Withholder

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.deals = 1
        self.bad = self.rng.randrange(self.rules.players)

    def kind_of(self, number: int) -> type[Peer]:
        return self.kind if number == self.bad else Peer


class WithWithholder(WithAdversary):
    kind = Withholder


class WithFlooder(WithAdversary):
    kind = Flooder


class WithEquivocator(WithAdversary):
    kind = Equivocator
    afterwards = AFTERWARDS

    @property
    def found_out(self) -> bool:
        """Whether both entries came to somebody honest, to one or to two."""
        (bad,) = (peer for peer in self.peers if isinstance(peer, Equivocator))
        seen = {digest for peer in self.honest for digest in peer.seen}
        return bad.twins is not None and all(twin.digest in seen for twin in bad.twins)

    def check(self) -> None:
        if not self.found_out:
            super().check()
            return
        (author,) = (p.player.author for p in self.peers if not p.honest)
        for peer in self.honest:
            breach = peer.match.log.breach
            assert breach is not None, f"{peer.number} has not found out"
            assert breach.author == author, f"{peer.number} names {breach}"


KINDS: dict[str, type[Simulation]] = {
    "honest": Simulation,
    "withholds": WithWithholder,
    "floods": WithFlooder,
    "equivocates": WithEquivocator,
}
