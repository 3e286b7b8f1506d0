"""Matches that hear each other when a test says so: no net, and a clock that stands still."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable

from durak_p2p.bots import SimpleBot
from durak_p2p.game import EntryType, Setup, SignedEntry
from durak_p2p.rules.family import preset_rules
from durak_p2p.table.early import EarlyEntries
from durak_p2p.table.keeping import NothingKept, Replays, Restored
from durak_p2p.table.match import Match
from durak_p2p.table.messages import Accuse, Carry, Have, Message
from durak_p2p.table.news import News
from tests.game.tables import Foreseeable, first_setup, identities_for


class File(io.BytesIO):
    """A file that can be looked into when it is closed."""

    content = b""

    def close(self) -> None:
        self.content = self.getvalue()
        super().close()


class Seat:
    """One match with the wire to the others."""

    def __init__(
        self,
        seats: Seats,
        number: int,
        restored: Restored | None = None,
        *,
        awaits_all: bool = False,
        tell: Callable[[News], None] | None = None,
    ) -> None:
        self.seats = seats
        self.number = number
        self.news: list[News] = []
        self.files: list[File] = []
        self.sent: list[Message] = []
        self.there = True  # whether it hears others, and they hear it
        self.match = Match(
            seats.setup,
            seats.identities[number],
            self,
            tell or self.news.append,
            NothingKept(),
            Replays(self._create),
            EarlyEntries(),
            0.0,
            randomness=Foreseeable(f"{seats.label} {number}"),
            restored=restored,
            awaits_all=awaits_all,
        )

    def _create(self, setup: Setup) -> File:
        self.files.append(File())
        return self.files[-1]

    def broadcast(self, message: Message, but: bytes | None = None) -> None:
        self.sent.append(message)
        for other in self.seats.all:
            if other is not self and other.match.key != but and self.there and other.there:
                self.seats.queue.append((self, other, message))

    def write(self) -> bool:
        """Write an entry, chosen or owed, if it is ours to write."""
        match = self.match
        signed = match.owed()
        if signed is not None:
            match.post(signed, self.seats.now)
        elif match.has_choice and not match.log.closed:
            view = match.view()
            assert view is not None
            match.choose(SimpleBot().choose(view), self.seats.now)
        else:
            return False
        return True


class Seats:
    """All at a table of so many, with three deals."""

    def __init__(
        self, players: int, label: str = "seats", game: str = "classic", **options: object
    ) -> None:
        self.label = label
        self.now = 0.0
        rules = preset_rules(game, {"players": players, "deck": 24} | options)
        self.setup = first_setup(rules, label, 3)
        self.identities = identities_for(players, label)
        self.queue: list[tuple[Seat, Seat, Message]] = []
        self.all: list[Seat] = []
        self.all += [Seat(self, number) for number in range(players)]
        for seat in self.all:
            for other in self.all:
                seat.match.joined(other.match.key, 0.0)

    def deliver(self) -> None:
        """Let everybody hear everything that is on its way."""
        while self.queue:
            source, seat, message = self.queue.pop(0)
            if not (source.there and seat.there):
                continue
            match message:
                case Carry(signed):
                    seat.match.take(signed, source.match.key, self.now)
                case Have():
                    for answer in seat.match.hear(message, source.match.key):
                        self.queue.append((seat, source, answer))
                case Accuse(said):
                    seat.match.hear_accusation(said, source.match.key)

    def play(self, steps: int | None = None, but: Iterable[int] = ()) -> None:
        """Let all but some play: to the end of the deal, or until so many steps are complete."""
        while True:
            written = False
            for seat in self.all:
                done = steps is not None and seat.match.log.step >= steps
                if seat.there and seat.number not in but and not done:
                    written = seat.write() or written
                    self.deliver()
            if not written:
                return

    def go_on(self, *numbers: int) -> None:
        """Let some begin the next deal."""
        for number in numbers:
            match = self.all[number].match
            coming = match.end_deal()
            assert coming is not None
            match.begin_deal(coming, self.now)

    def wait(self, seconds: float) -> None:
        """Let time pass, with all looking at the clock before it does."""
        for seat in self.all:
            seat.match.waited(self.now)
        self.now += seconds

    def part(self, number: int) -> None:
        """Cut one off from all others."""
        self.all[number].there = False
        for other in self.all:
            other.match.lost(self.all[number].match.key, self.now)
            self.all[number].match.lost(other.match.key, self.now)

    def join(self, number: int) -> None:
        """Let one be there again; all tell what they have, twice, as they do now and then."""
        self.all[number].there = True
        for _ in range(3):
            for seat in self.all:
                seat.match.announce()
            self.deliver()

    def claims(self, number: int) -> list[SignedEntry]:
        """What one has said beside the entries of steps."""
        match = self.all[number].match
        sent = [message.signed for message in self.all[number].sent if isinstance(message, Carry)]
        return [
            signed
            for signed in sent
            if signed.entry.type in ("timeout", "seen")
            and match.logs[signed.entry.deal].setup.players[signed.entry.author].key == match.key
        ]


def at_a_move(players: int = 3) -> tuple[Seats, int]:
    """A table at which somebody has the word, and whose seat that is."""
    seats = Seats(players)
    seats.play(30)
    for _ in range(100):
        step = seats.all[0].match.log.state.step
        if step is not None and step.type is EntryType.MOVE:
            (author,) = step.authors
            return seats, author
        seats.play(seats.all[0].match.log.step + 1)
    raise AssertionError("nobody moves")
