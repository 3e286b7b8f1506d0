"""What a whole deal costs: set-up, log, verification.

    python benchmarks/bench_deal.py

All peers are in this process. CPU time is counted for one of them (its own entries, and the
checks of everybody's); medians of several deals of computer players.
"""

import io
import statistics
import sys
import time
from collections.abc import Callable
from typing import TypeVar

from durak_p2p.bots import SimpleBot
from durak_p2p.crypto import Identity, SystemRandomness
from durak_p2p.game import Breach, EntryType, Player, Setup, SetupPlayer, SignedEntry
from durak_p2p.replay import ReplayWriter, Verdict, verify_replay
from durak_p2p.rules import rules_for

T = TypeVar("T")
DEALS = 5
TABLES = ((2, 36), (4, 36), (8, 52))
SETUP = {EntryType.COMMIT, EntryType.REVEAL, EntryType.SHUFFLE}


class Stopwatch:
    """Sums up the CPU time of calls, in seconds, apart for the set-up and for the rest."""

    def __init__(self) -> None:
        self.setup = 0.0
        self.play = 0.0

    def run(self, type_: EntryType, function: Callable[..., T], *arguments: object) -> T:
        start = time.process_time()
        value = function(*arguments)
        spent = time.process_time() - start
        if type_ in SETUP:
            self.setup += spent
        else:
            self.play += spent
        return value


def play(players: int, deck: int) -> tuple[Stopwatch, bytes]:
    """Play a deal; return the first player's CPU time and the replay."""
    randomness = SystemRandomness()
    identities = [Identity.generate() for _ in range(players)]
    seats = [
        SetupPlayer(identity.public_key, f"Player {number}", randomness.token(16))
        for number, identity in enumerate(identities)
    ]
    rules = rules_for("classic", players=players, deck=deck)
    setup = Setup.first(randomness.token(16), rules, seats)
    peers = [Player(setup, identity) for identity in identities]
    watch, bot = Stopwatch(), SimpleBot()

    def spread(signed: SignedEntry) -> None:
        for peer in peers:
            receive = peer.log.receive
            if peer is peers[0]:
                events = watch.run(signed.entry.type, receive, signed)
            else:
                events = receive(signed)
            if any(isinstance(event, Breach) for event in events):
                sys.exit("a player broke the protocol")

    while not peers[0].log.complete:
        for peer in peers:
            step = peer.log.state.step
            if step is None:
                break
            signed = watch.run(step.type, peer.owed) if peer is peers[0] else peer.owed()
            if peer.has_word:
                view = peer.view()
                assert view is not None
                move = bot.choose(view)
                signed = (
                    watch.run(step.type, peer.move, move) if peer is peers[0] else peer.move(move)
                )
            if signed is not None:
                spread(signed)
    file = io.BytesIO()
    ReplayWriter(file, peers[0].log).finish()
    return watch, file.getvalue()


def main() -> None:
    print("players  cards  set-up [s CPU]  play [s CPU]  log [KB]  verification [s CPU]")
    for players, deck in TABLES:
        setup, rest, size, verification = [], [], [], []
        for _ in range(DEALS):
            watch, replay = play(players, deck)
            start = time.process_time()
            report = verify_replay(replay)
            verification.append(time.process_time() - start)
            if report.verdict is not Verdict.GOOD:
                sys.exit("the replay does not verify")
            setup.append(watch.setup)
            rest.append(watch.play)
            size.append(len(replay) / 1000)
        print(
            f"{players:7}  {deck:5}  {statistics.median(setup):14.3f}"
            f"  {statistics.median(rest):12.3f}  {statistics.median(size):8.1f}"
            f"  {statistics.median(verification):20.3f}"
        )


if __name__ == "__main__":
    main()
