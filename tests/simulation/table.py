"""One simulated match, all of it out of a seed, and what must hold of it."""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from random import Random
from typing import BinaryIO, cast
from unittest.mock import patch

import trio
import trio.testing

from durak_p2p import limits
from durak_p2p.bots import CheatingBot, Rates, SimpleBot
from durak_p2p.crypto import Identity
from durak_p2p.game import (
    Log,
    MoveMade,
    Player,
    Setup,
    SetupPlayer,
    SignedAccusation,
)
from durak_p2p.game.secrets import DealSecrets
from durak_p2p.game.steps import CloseStep
from durak_p2p.net import match as match_module
from durak_p2p.net.early import EarlyEntries
from durak_p2p.net.link import Link as RealLink
from durak_p2p.net.match import Match
from durak_p2p.net.mesh import Mesh as RealMesh
from durak_p2p.rules import Deal, Phase, RuleError, Rules, View
from durak_p2p.rules.choice import Choice
from durak_p2p.rules.family import AnyView
from durak_p2p.table.messages import Accuse, Carry, Have, Message
from durak_p2p.table.news import DealNews, News
from tests.game.tables import Foreseeable
from tests.rules.tables import random_rules

from . import cheap
from .network import Link, Mesh, Network, Weather

NAMES = ("Anna", "Boris", "Clara", "Dmitri", "Ewa", "Fjodor", "Galja", "Hans")
LONGEST = 20_000.0  # seconds of the match's own time; then it hangs
MOST_CHEATS = 40  # so many choices of a player, then it plays on honestly, so that deals end


@dataclass(frozen=True)
class Manners:
    """When players speak up: at the worst moments."""

    rates: Rates
    pace: float  # how long a choice takes, on average
    at_a_move: float  # chance that a move makes everybody accuse, at once ...
    in_close: float  # ... and that one accuses while it is asked whether it is done
    any_time: float  # seconds between accusations at any time, on average

    @classmethod
    def random(cls, rng: Random) -> Manners:
        return cls(
            rates=Rates(rng.choice([0.1, 0.4]), rng.choice([0.2, 0.8]), rng.choice([0.0, 0.05])),
            pace=rng.choice([0.001, 0.1, 1.0]),
            at_a_move=rng.choice([0.0, 0.03, 0.2]),
            in_close=rng.choice([0.0, 0.1, 0.5]),
            any_time=rng.choice([math.inf, 30.0, 3.0]),
        )


@dataclass(frozen=True)
class Said:
    """An accusation that was made.  ``in_time``: its author still had its word in the close."""

    signed: SignedAccusation
    in_time: bool


class Kept(io.BytesIO):
    content = b""

    def close(self) -> None:
        self.content = self.getvalue()
        super().close()


class SimPlayer(Player):
    """A player whose secrets come from its key and the deal; it notes what it accuses of."""

    said: list[Said]  # of the whole table; set by the simulation

    def __init__(self, setup: Setup, identity: Identity) -> None:
        source = Foreseeable((setup.deal + identity.public_key).hex())
        super().__init__(setup, identity, DealSecrets.draw(source), source)

    def accuse(self, seat: int) -> SignedAccusation:
        signed = super().accuse(seat)
        closing = isinstance(self.log.state.step, CloseStep)
        self.said.append(Said(signed, not (closing and self.log.step in self._written)))
        return signed


Sit = Callable[[Setup, Identity], SimPlayer]


class Peer:
    """One at the table: what `net.peer.Peer` is between sockets and a match, and its player."""

    honest = True
    player_type: type[SimPlayer] = SimPlayer

    def __init__(self, number: int, setup: Setup, manners: Manners, seed: str) -> None:
        self.number = number
        self.rng = Random(f"{seed} peer {number}")
        self.manners = manners
        self.seed = seed
        self.identity = cast(Identity, identity_of(seed, number))
        self.key = self.identity.public_key
        self.mesh = self.make_mesh()
        self.files: list[Kept] = []
        self.seen: set[bytes] = set()  # digests of the entries that came
        self.ended = False
        self._choices = 0
        self._bot = CheatingBot(SimpleBot(), manners.rates, Random(f"{seed} bot {number}"))
        self.match = Match(
            setup,
            self.identity,
            cast(RealMesh, self.mesh),
            self,
            self.tell,
            self.open_replay,
            EarlyEntries(),
        )

    async def run(self, when_ended: Callable[[], None]) -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._announce)
            nursery.start_soon(self._speak_up)
            nursery.start_soon(self.also)
            await self.match.run()
            self.ended = True
            when_ended()
            # It stays for the others; that who leaves is missed is no matter of this simulation.

    def make_mesh(self) -> Mesh:
        return Mesh()

    @property
    def player(self) -> SimPlayer:
        """Our half of the current deal."""
        player = self.match._player
        assert isinstance(player, SimPlayer)
        return player

    async def also(self) -> None:
        """Do what else there is to do; nothing."""

    async def _announce(self) -> None:
        while True:
            await trio.sleep(limits.HAVE_EVERY * self.rng.uniform(0.9, 1.1))
            self.match.announce()

    # -- as the player ----------------------------------------------------------------------------

    async def choose(self, view: AnyView, refusal: str | None) -> Choice:
        assert refusal is None, refusal
        assert isinstance(view, View)
        assert view.cheats == ()
        self._choices += 1
        if view.phase is Phase.CLOSE and self.rng.random() < self.manners.in_close:
            await trio.sleep(self.rng.expovariate(1 / self.manners.pace))
            self.accuse_somebody()
        await trio.sleep(self.rng.expovariate(1 / self.manners.pace))
        if self._choices > MOST_CHEATS:
            return SimpleBot().choose(view)
        return self._bot.choose(view)

    def accuses(self, view: AnyView) -> int | None:
        return self._bot.accuses(view)

    def accuse_somebody(self, seat: int | None = None) -> None:
        log = self.match.log
        if self.ended or not isinstance(log.state.deal, Deal):
            return
        if seat is None:
            # Now and then by looking: who has cheated is public to who looks closely.
            cheats = [one.seat for one in log.state.deal.laid if one.cheat is not None]
            everybody = list(range(log.state.authors))
            seat = self.rng.choice(cheats if cheats and self.rng.random() < 0.7 else everybody)
        with suppress(RuleError):  # it cannot be said now, as to a person
            self.match.accuse(seat)

    async def _speak_up(self) -> None:
        while self.manners.any_time < math.inf:
            await trio.sleep(self.rng.expovariate(1 / self.manners.any_time))
            self.accuse_somebody()

    def tell(self, news: News) -> None:
        if isinstance(news, DealNews) and isinstance(news.event, MoveMade):
            log, move = news.log, news.event.move
            # All draw the same lot, so all accuse the same seat at the same move.
            lot = Random(f"{self.seed} {log.setup.number} {log.step} {move.text}")
            if lot.random() < self.manners.at_a_move:
                by_turns = lot.choice([None, news.event.seat])
                self.accuse_somebody(by_turns)

    def open_replay(self, setup: Setup) -> BinaryIO:
        self.files.append(Kept())
        return self.files[-1]

    # -- as the mesh's handler --------------------------------------------------------------------

    def joined(self, link: Link) -> None:
        self.match.joined(cast(RealLink, link))

    def lost(self, link: Link) -> None:
        self.match.lost(cast(RealLink, link))

    async def receive(self, link: Link, message: Message) -> None:
        source = cast(RealLink, link)
        match message:
            case Carry(signed):
                self.seen.add(signed.digest)
                await self.match.take(signed, source)
            case Have():
                await self.match.hear(message, source)
            case Accuse(signed):
                await self.match.hear_accusation(signed, source)


def identity_of(seed: str, number: int) -> cheap.Identity:
    return cheap.Identity(f"{seed} {number}")


def rules_of(rng: Random) -> Rules:
    players = rng.choice([2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 5, 6])
    cheating = rng.choice(["beat-transfer", "all"])
    if rng.random() < 0.03:
        players = rng.choice([7, 8])
    while True:
        rules = random_rules(rng, cheating=cheating)
        if rules.players == players and (rules.deck <= 36 or players > 6):
            return rules


@contextmanager
def simulated(said: list[Said], sit: Sit, rng: Random) -> Iterator[None]:
    """Patch what is expensive or left to chance."""
    run = trio._core._run
    SimPlayer.said = said
    with (
        patch.object(match_module, "_SLOW", frozenset()),
        patch.object(match_module, "Player", sit),
        patch.object(run, "_r", Random(rng.random())),
        patch.object(run, "_ALLOW_DETERMINISTIC_SCHEDULING", True),
    ):
        yield


class Simulation:
    """A match from a seed; cryptography must be cheap already."""

    afterwards = 0.0  # seconds that all stay when all honest ones have ended

    def __init__(self, seed: int) -> None:
        self.seed = str(seed)
        self.rng = Random(f"simulation {seed}")
        self.weather = Weather.random(self.rng)
        self.manners = Manners.random(self.rng)
        self.rules = rules_of(self.rng)
        self.deals = self.rng.choice([1, 1, 1, 1, 2])
        self.said: list[Said] = []
        self.peers: list[Peer] = []

    def __str__(self) -> str:
        options = f"{self.rules.players} players, {self.rules.deck} cards, {self.rules.cheating}"
        return f"seed {self.seed}: {options}, {self.weather}, {self.manners}"

    def kind_of(self, number: int) -> type[Peer]:
        return Peer

    def run(self) -> None:
        with simulated(self.said, self._sit, self.rng):
            trio.run(self._run, clock=trio.testing.MockClock(autojump_threshold=0))

    def _sit(self, setup: Setup, identity: Identity) -> SimPlayer:
        number = next(
            number
            for number in range(self.rules.players)
            if identity_of(self.seed, number).public_key == identity.public_key
        )
        return self.kind_of(number).player_type(setup, identity)

    async def _run(self) -> None:
        source = Foreseeable(f"simulation {self.seed}")
        players = [
            SetupPlayer(identity_of(self.seed, number).public_key, name, source.token(16))
            for number, name in enumerate(NAMES[: self.rules.players])
        ]
        players.sort(key=lambda player: player.key)
        setup = Setup.first(source.token(16), self.rules, players, self.deals)
        self.peers = [
            self.kind_of(number)(number, setup, self.manners, self.seed)
            for number in range(self.rules.players)
        ]
        network = Network(self.peers, self.weather, Random(f"network {self.seed}"))
        with trio.fail_after(LONGEST):
            async with trio.open_nursery() as nursery:

                def when_ended() -> None:
                    if all(peer.ended for peer in self.peers if peer.honest):
                        now = trio.current_time()
                        nursery.cancel_scope.deadline = now + self.afterwards

                nursery.start_soon(network.run)
                for peer in self.peers:
                    nursery.start_soon(peer.run, when_ended)

    # -- what must hold ---------------------------------------------------------------------------

    @property
    def honest(self) -> list[Peer]:
        return [peer for peer in self.peers if peer.honest]

    def logs(self) -> list[Log]:
        """The deals' logs, of the first honest peer."""
        return list(self.honest[0].match.logs.values())

    def check(self) -> None:
        self.check_same()
        for log in self.logs():
            assert log.complete, f"deal {log.setup.number} has not ended"
            self.check_accusations(log)

    def check_same(self) -> None:
        """All honest peers have the same bytes and came to the same judgements."""
        first, *others = self.honest
        for other in others:
            assert len(first.files) == len(other.files)
            for one, another in zip(first.files, other.files, strict=True):
                assert one.content == another.content
            for here, there in zip(self.logs(), other.match.logs.values(), strict=True):
                assert deal_of(here).accusations == deal_of(there).accusations
                assert deal_of(here).cheats == deal_of(there).cheats

    def check_accusations(self, log: Log) -> None:
        """Nothing said in time is lost unless it is moot, and nothing counts twice."""
        state, judged = log.state, deal_of(log).accusations
        said = [one for one in self.said if one.signed.accusation.setup == log.setup.hash]
        keys = {peer.key for peer in self.honest}
        honest = {author for author, p in enumerate(log.setup.players) if p.key in keys}
        counted = {n for n, one in enumerate(judged) if state.seats[one.seat] not in honest}
        for one in said:
            what = one.signed.accusation
            if what.author not in honest:
                continue
            accuser, accused = state.seat_of(what.author), state.seat_of(what.accused)
            for number, other in enumerate(judged[what.judged :], what.judged):
                if other.bout != what.bout:
                    continue
                if other.seat == accuser:
                    assert other.accused == accused, f"{what} was judged as {other}"
                    assert number not in counted, f"{what} was judged twice, or two as one"
                    counted.add(number)
                    break
                if other.right and other.accused == accused:
                    break  # it is moot
            else:
                assert not one.in_time, f"{what} is lost"
        assert counted == set(range(len(judged))), "an accusation was judged that nobody made"


def deal_of(log: Log) -> Deal:
    assert isinstance(log.state.deal, Deal)
    return log.state.deal


def simulate(seed: int, kind: type[Simulation] = Simulation) -> Simulation:
    """Play the match of a seed and check it; AssertionError tells the seed."""
    simulation = kind(seed)
    try:
        simulation.run()
        simulation.check()
    except BaseException as error:
        error.add_note(f"{simulation}\nAgain: python -m tests.simulation {seed} 1")
        raise
    return simulation
