"""Deals that players leave or are missed in: logs alone, no net, no clock; all of it out of a seed.

Whatever one has signed reaches all others at last, each after a time of its own, so that every
order of arrival comes to pass.  Honest players make claims as early as they ever may: that is what
clocks which nobody shares would make of it.  One at most is dishonest, and one at most stays away
for ever.
"""

from __future__ import annotations

import sys
import traceback
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any, cast

from durak_p2p.bots import CheatingBot, Rates, SimpleBot
from durak_p2p.crypto import Identity
from durak_p2p.game import (
    Breach,
    Entry,
    EntryType,
    Log,
    NotOurTurn,
    Player,
    Setup,
    SetupPlayer,
    SignedEntry,
)
from durak_p2p.game.codec import Value
from durak_p2p.game.departure import Silence, leave_body
from durak_p2p.game.secrets import DealSecrets
from durak_p2p.replay import Verdict, verify_replay
from durak_p2p.rules.choice import Deliberate
from durak_p2p.rules.family import AnyRules, preset_rules
from tests.game.tables import NAMES, Foreseeable, replay_of

from . import cheap

TABLES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("classic", {"players": 2, "deck": 24}),
    ("classic", {"players": 3, "deck": 24}),
    ("classic", {"players": 4, "deck": 24}),
    ("classic", {"players": 3, "deck": 24, "turn_seconds": 30}),
    ("classic", {"players": 2, "deck": 24, "turn_seconds": 30}),
    ("classic", {"players": 4, "deck": 24, "teams": "2x2"}),
    ("cheaters", {"players": 3, "deck": 24}),
    ("cheaters", {"players": 2, "deck": 24, "turn_seconds": 30}),
    ("czech-1", {"reshuffle": True}),
    ("czech-2", {"turn_seconds": 30}),
)
MOST_ROUNDS = 4000


def rules_of(rng: Random) -> AnyRules:
    return preset_rules(*rng.choice(TABLES))


class Peer:
    """One honest player, and how it behaves."""

    honest = True

    def __init__(self, simulation: Simulation, author: int) -> None:
        self.simulation = simulation
        self.rng = Random(f"{simulation.seed} peer {author}")
        setup = simulation.setup
        source = Foreseeable(f"{simulation.seed} {author}")
        self.identity = simulation.identities[author]
        self.player = Player(setup, self.identity, DealSecrets.draw(source), source)
        self.author = author
        self.awake = True
        self.bot = CheatingBot(SimpleBot(), Rates(0.1, 0.3, 0.0), self.rng)
        # Chances, each time that the player is asked.
        self.claims = self.rng.choice([0.0, 0.02, 0.3])
        self.leaves = self.rng.choice([0.0, 0.0, 0.005, 0.03])
        self.sleeps = self.rng.choice([0.0, 0.05, 0.2])

    @property
    def log(self) -> Log:
        return self.player.log

    def act(self, *, at_last: bool) -> bool:
        """Do one thing that an honest program may do now; whether it did any.

        *at_last*: all that was said has arrived, and whoever can write will.
        """
        if self.log.breach is not None:
            return False
        signed = self._answer() or self._write() or self._claim(at_last)
        if signed is None and not at_last and self.rng.random() < self.leaves:
            signed = self.player.leave()
        if signed is not None:
            self.simulation.send(self, signed)
        return signed is not None

    def _answer(self) -> SignedEntry | None:
        for claim in [*self.log.claims(0)]:
            seen = self.player.claim_seen(claim)
            if seen is not None:
                return seen
        return None

    def _write(self) -> SignedEntry | None:
        signed = self.player.owed()
        if signed is None and self.rng.random() < 0.5:
            signed = self.player.part()
        if signed is not None or not self.player.has_word:
            return signed
        view = self.player.view()
        assert view is not None
        match self.bot.choose(view):
            case Deliberate(move):
                return self.player.move(move, cheating=True)
            case move:
                return self.player.move(move)

    def _claim(self, at_last: bool) -> SignedEntry | None:
        missing = self.log.missing()
        if len(missing) != 1 or not (at_last or self.rng.random() < self.claims):
            return None
        try:
            return self.player.claim_timeout(min(missing))
        except NotOurTurn:
            return None


class Liar(Peer):
    """Plays on as all do, and says beside it whatever it likes, to whom it likes."""

    honest = False

    def act(self, *, at_last: bool) -> bool:
        if self.log.breach is not None:
            return False
        if not at_last and self.rng.random() < 0.15:
            self._lie()
        if self.rng.random() < self.simulation.silent:
            return False
        return super().act(at_last=at_last)

    def _answer(self) -> SignedEntry | None:
        return None if self.rng.random() < 0.5 else super()._answer()

    def _lie(self) -> None:
        log = self.log
        step = self.rng.choice([log.step, log.step, max(0, log.step - 1), max(0, log.step - 2)])
        others = [a for a in range(log.state.authors) if a != self.author]
        body: Value = (self.rng.choice(others),)
        type_ = self.rng.choice([EntryType.TIMEOUT, EntryType.TIMEOUT, EntryType.SEEN])
        if self.rng.random() < self.simulation.lying_leaves:
            silence = Silence(step + self.rng.randrange(2), step + self.rng.randrange(2))
            type_, body = EntryType.LEAVE, leave_body(log.state, silence, self.player.secrets)
        entry = Entry(log.setup.deal, step, self.author, type_, log.hash_before(step), body)
        self.simulation.send(self, entry.sign(self.identity), itself=self.rng.random() < 0.3)


class Simulation:
    """One deal; cryptography must be cheap already."""

    def __init__(self, seed: int) -> None:
        self.seed = f"leaving {seed}"
        self.rng = rng = Random(self.seed)
        self.rules = rules_of(rng)
        count = self.rules.players
        source = Foreseeable(self.seed)
        people = [cheap.Identity(f"{self.seed} {number}") for number in range(count)]
        people.sort(key=lambda one: one.public_key)
        self.identities = cast(list[Identity], people)
        players = [
            SetupPlayer(one.public_key, name, source.token(16))
            for one, name in zip(people, NAMES, strict=False)
        ]
        self.setup = Setup.first(source.token(16), self.rules, players)
        self.liar = rng.randrange(count) if rng.random() < 0.4 else None
        self.silent = rng.choice([0.0, 0.9])
        self.lying_leaves = rng.choice([0.0, 0.1])
        self.absent = rng.randrange(count) if rng.random() < 0.3 else None
        self.absent_from = rng.randrange(60)
        self.slowness = rng.choice([1, 5, 40])
        self.peers = [
            (Liar if author == self.liar else Peer)(self, author) for author in range(count)
        ]
        self.spectator = Log(self.setup)
        self.said: list[SignedEntry] = []
        # What is on its way: when it arrives, the log it goes to.
        self._coming: list[tuple[float, SignedEntry, int]] = []
        self._now = 0.0

    def __str__(self) -> str:
        return f"{self.seed}: {self.rules.options()}, liar {self.liar}, absent {self.absent}"

    @property
    def honest(self) -> list[Peer]:
        return [peer for peer in self.peers if peer.honest]

    def logs(self) -> Iterator[tuple[int | None, Log]]:
        """All logs that honest people keep, with whose it is."""
        for peer in self.honest:
            yield peer.author, peer.log
        yield None, self.spectator

    def is_absent(self, peer: Peer) -> bool:
        return peer.author == self.absent and self._now >= self.absent_from

    # -- what happens -------------------------------------------------------------------------

    def send(self, peer: Peer, signed: SignedEntry, *, itself: bool = True) -> None:
        """Let all have it, each in its own time; who signed it at once."""
        self.said.append(signed)
        if itself:
            self._deliver(signed, peer.author)
        for to in range(len(self.peers) + 1):
            if to != peer.author:
                delay = self.rng.expovariate(1 / self.slowness)
                if self.rng.random() < 0.05:
                    delay *= 20
                self._coming.append((self._now + delay, signed, to))

    def _deliver(self, signed: SignedEntry, to: int) -> None:
        log = self.spectator if to == len(self.peers) else self.peers[to].log
        before = log.breach
        log.receive(signed)
        if log.breach is not None and before is None:
            self._check_breach(log.breach)

    def run(self) -> None:
        for _ in range(MOST_ROUNDS):
            self._now += 1
            arrived = [one for one in self._coming if one[0] <= self._now]
            self._coming = [one for one in self._coming if one[0] > self._now]
            self.rng.shuffle(arrived)
            for _, signed, to in arrived:
                self._deliver(signed, to)
            for peer in self.rng.sample(self.peers, len(self.peers)):
                if self.rng.random() < peer.sleeps:
                    peer.awake = not peer.awake
                if peer.awake and not self.is_absent(peer):
                    peer.act(at_last=False)
            self.check_voters()
            if not self._coming and all(log.closed for _, log in self.logs()):
                break
            if self._now > 150:
                break
        self._come_to_rest()

    def _come_to_rest(self) -> None:
        """Let everything arrive, and whoever is there do what is left to do."""
        for _ in range(MOST_ROUNDS):
            while self._coming:
                _, signed, to = self._coming.pop(self.rng.randrange(len(self._coming)))
                self._deliver(signed, to)
            peers = [peer for peer in self.peers if peer.author != self.absent]
            acted = [peer.act(at_last=False) for peer in peers]
            if not any(acted) and not self._coming:
                acted = [peer.act(at_last=True) for peer in peers]
                if not any(acted) and not self._coming:
                    break
        else:
            raise AssertionError("it does not come to rest")
        # And everything once more, in another order, to whoever missed it.
        for to in range(len(self.peers) + 1):
            for signed in self.rng.sample(self.said, len(self.said)):
                self._deliver(signed, to)

    # -- what must hold -----------------------------------------------------------------------

    def _check_breach(self, breach: Breach) -> None:
        assert breach.author == self.liar, f"an honest player is named: {breach}"

    def check_voters(self) -> None:
        """Complete logs are the same, but for who was late and has not heard of it."""
        complete = [(a, log) for a, log in self.logs() if log.complete and log.breach is None]
        for (author, log), (other_author, other) in combinations(complete, 2):
            if log.state.log != other.state.log:
                unaware = author in late_in(other) or other_author in late_in(log)
                looks_on = self._looks_on(author) or self._looks_on(other_author)
                assert unaware or looks_on, f"{author}, {other_author} came to different ends"

    def _looks_on(self, author: int | None) -> bool:
        """Whether whose log it is has no voice any more: nobody has to wait for its claim."""
        return author is None or self.peers[author].player.has_left

    def check(self) -> Counter[str]:
        """All that honest people keep is the same when everything has arrived."""
        told: Counter[str] = Counter()
        logs = [log for _, log in self.logs()]
        for breach in [log.breach for log in logs if log.breach is not None]:
            for log in logs:
                assert log.breach or _follows_another(log, breach), "some have seen no breach"
            told["broken"] = 1
        complete = [log for log in logs if log.complete and log.breach is None]
        assert len({log.state.log for log in complete}) <= 1, "they have come to different ends"
        assert len({replay_of(log) for log in complete}) <= 1
        left = any(signed.entry.type is EntryType.LEAVE for signed in self.said)
        if self.liar is None and self.absent is None and not left:
            assert len(complete) == len(logs), "it has come to no end"
        for log in complete[:1]:
            report = verify_replay(replay_of(log))
            # A cheap deal may hold what the opening shows to be false; nobody here lies so.
            assert report.verdict is Verdict.GOOD, report.fault
            assert report.state is not None
            assert report.state.log == log.state.log
            told.update(departed.reason for departed in log.state.departed.values())
            told["by time"] += log.state.timeout is not None
            told["rewound"] += sum(log.rewinds for log in logs)
        told["complete" if complete else "no result"] += not told["broken"]
        return told


def late_in(log: Log) -> set[int]:
    """Who was out of time, says *log*."""
    late = {author for author, gone in log.state.departed.items() if gone.reason == "away"}
    return late | ({log.state.timeout[0]} if log.state.timeout else set())


def _follows_another(log: Log, breach: Breach) -> bool:
    """Whether what is refused stands in a log that *log* has taken back, or never had."""
    entries = [signed.entry for signed in breach.evidence]
    return any(e.step > log.step or e.log != log.hash_before(e.step) for e in entries)


def simulate_leaving(seed: int) -> Counter[str]:
    """Play the deal of a seed and check it; AssertionError tells the seed."""
    simulation = Simulation(seed)
    try:
        simulation.run()
        return simulation.check()
    except BaseException as error:
        error.add_note(f"{simulation}\nAgain: python -m tests.simulation.leaving {seed} 1")
        raise


def main(first: int, count: int) -> int:
    told: Counter[str] = Counter()
    failed = []
    with cheap.cheap_cryptography():
        for seed in range(first, first + count):
            try:
                told += simulate_leaving(seed)
            except Exception:
                traceback.print_exc()
                failed.append(seed)
    print(f"{count} deals:", ", ".join(f"{what} {number}" for what, number in told.items()))
    print(f"failed: {failed}" if failed else "none failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2])))
