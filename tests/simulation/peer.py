"""One peer: its match, as `net.match` drives it under trio, and its person, disk and links."""

from __future__ import annotations

import math
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum, auto
from random import Random
from typing import TYPE_CHECKING, cast

from durak_p2p import limits
from durak_p2p.crypto import Identity
from durak_p2p.game import (
    Log,
    MoveMade,
    Setup,
    SignedAccusation,
    SignedEntry,
)
from durak_p2p.game.steps import CloseStep
from durak_p2p.rules import Deal, Phase, RuleError, View
from durak_p2p.rules.family import AnyView
from durak_p2p.table.early import EarlyEntries
from durak_p2p.table.errors import NobodyCame
from durak_p2p.table.match import Match
from durak_p2p.table.messages import Accuse, Bye, Carry, Have, Message, MessageError
from durak_p2p.table.news import DealNews, News
from tests.game.tables import Foreseeable

from . import cheap
from .disk import Disk, Killed, Signed
from .network import Line
from .people import Manners, Person

if TYPE_CHECKING:
    from .simulation import Simulation


class Status(Enum):
    """How it stands with a peer."""

    PLAYING = auto()
    DOWN = auto()  # killed; it may come back
    ENDED = auto()  # the match is over for it
    LEFT = auto()  # it has left on purpose
    STUCK = auto()  # it gave up: several are away at once


STAY = 300.0  # seconds after the end of the match
_FINAL = frozenset({Status.ENDED, Status.LEFT, Status.STUCK})


@dataclass(frozen=True)
class Said:
    """An accusation that was made.  ``in_time``: its author still had its word in the close."""

    signed: SignedAccusation
    in_time: bool


@dataclass
class Fate:
    """What befalls a peer."""

    kills: Sequence[int] = ()  # after so many moments in which it can happen, each from the last
    down: float = 1.0  # how long it is away then, at most, in seconds
    leaves_at: float = math.inf


class Peer:
    """One at the table: what `net.peer.Peer` is between sockets and a match, and its player."""

    honest = True
    match_type: type[Match] = Match

    def __init__(
        self, table: Simulation, number: int, setup: Setup, manners: Manners, fate: Fate
    ) -> None:
        self.table = table
        self.world = table.world
        self.number = number
        self.rng = Random(f"{table.seed} peer {number}")
        self.manners = manners
        self.fate = fate
        self.identity = cast(Identity, cheap.Identity(f"{table.seed} {number}"))
        self.key = self.identity.public_key
        self.person = Person(manners, self.rng)
        self.disk = Disk(self._could_be_killed, self._note)
        self.said: list[Said] = []
        self.lines: dict[bytes, Line] = {}
        self.status = Status.DOWN
        self.match: Match | None = None
        self.failure: NobodyCame | None = None
        self._setup = setup
        self._last: Match | None = None
        self._early = EarlyEntries()
        self._kills = list(fate.kills)
        self._moments = self._kills.pop(0) if self._kills else -1
        self._life = 0  # counts the runs of its program
        self._choosing: tuple[bytes, int] | None = None  # the step that its person thinks about
        self._looked_at: object = None
        self._leaving = False
        self.world.at(self.rng.uniform(0.0, 0.3), self._do, self._start)

    def __repr__(self) -> str:
        return f"{type(self).__name__} {self.number} ({self.status.name.lower()})"

    @property
    def up(self) -> bool:
        """Whether its program runs."""
        return self.match is not None

    @property
    def final(self) -> bool:
        """Whether nothing more is to be expected of it."""
        return self.status in _FINAL

    # -- being killed, and coming back -------------------------------------------------------------

    def _do(self, what: object, *arguments: object) -> None:
        """Do something that can be interrupted by being killed."""
        try:
            what(*arguments)  # type: ignore[operator]
        except Killed:
            self._die()
        except NobodyCame as error:
            self.failure = error
            self._finish(Status.STUCK)

    def _could_be_killed(self) -> None:
        """A moment in which the program can end."""
        if self._moments > 0 and not self.final:
            self._moments -= 1
            if self._moments == 0:
                raise Killed

    def _die(self) -> None:
        self.status = Status.DOWN
        self.match = None
        self.lines.clear()
        self._life += 1
        self.table.network.went_down(self)
        self._moments = self._kills.pop(0) if self._kills else -1
        self.disk.tear(self.rng)
        self.table.killed += 1
        self.world.after(self.rng.uniform(0.0, self.fate.down), self._do, self._start)

    def _start(self) -> None:
        now = self.world.now
        restored = self.disk.restore() if self.disk.deals else None
        self._early = EarlyEntries() if restored is not None else self._early
        setup = self._setup if restored is None else restored.setup
        self._choosing = self._looked_at = None
        self.match = self.match_type(
            setup,
            self.identity,
            self,
            self.tell,
            self.disk,
            self.disk.replays,
            self._early,
            now,
            randomness=self._randomness(setup),
            restored=restored,
        )
        self.status = Status.PLAYING
        self.table.network.came_up(self)
        life = self._life
        self.world.after(self.rng.uniform(0.0, limits.TICK), self._do, self._tick, life)
        self.world.after(
            limits.HAVE_EVERY * self.rng.uniform(0.3, 1.1), self._do, self._announce, life
        )
        if self.manners.any_time < math.inf:
            self._speak_up(life)
        if now < self.fate.leaves_at < math.inf:
            self.world.at(self.fate.leaves_at, self._do, self._leave, life)
        self.also(life)
        self.match.announce()
        self._pump()

    def _randomness(self, setup: Setup) -> Foreseeable:
        return Foreseeable(f"{setup.deal.hex()} {self.number} {self._life}")

    def also(self, life: int) -> None:
        """Do what else there is to do; nothing."""

    def alive(self, life: int) -> bool:
        """Whether what was begun in one run of the program still goes on."""
        return life == self._life and self.match is not None

    # -- the match, as `net.match.MatchTask` drives it ---------------------------------------------

    def _pump(self) -> None:
        """Do what there is to do."""
        match = self.match
        if match is not None and self.status is Status.ENDED:
            while (signed := match.owed()) is not None:
                match.post(signed, self.world.now)
        while match is not None and self.status is Status.PLAYING:
            if self._leaving:
                match.leave(self.world.now)
            if match.log.closed or match.stopped or self._leaving:
                self._end_deal()
                continue
            self._look()
            signed = match.owed()
            if signed is None:
                break
            match.post(signed, self.world.now)
        else:
            return
        if match.has_choice:
            here = match.log.setup.deal, match.log.step
            if self._choosing != here:
                self._choosing = here
                limit = match.log.setup.rules.turn_seconds
                after = self.person.thinking_time(limit)
                self.world.after(after, self._do, self._choose, self._life, here)
        else:
            self._choosing = None

    def _end_deal(self) -> None:
        match = self.match
        assert match is not None
        if self._leaving:
            match.close_replay()
            self._finish(Status.LEFT)
            return
        coming = match.end_deal()
        if coming is None:
            self._finish(Status.ENDED)
            return
        gone = match.gone()
        match.begin_deal(coming, self.world.now)
        if gone and self.rng.random() < 0.2:
            self._leaving = True
        match.announce()

    def _finish(self, status: Status) -> None:
        """The match is over for this peer."""
        assert self.match is not None
        self.status = status
        self.table.note_end()
        self.match.close_replay()
        self.match.presence.over = True
        self.match.announce()
        if status is Status.ENDED:
            self._linger(self._life, self.world.now + STAY)
        else:
            self._part()

    def _linger(self, life: int, until: float) -> None:
        """Stay for the others, longer than a program does, so that all can hear of the end.

        Where steps can be taken back all stay, so that it is seen that they come to the same.
        """
        if not self.alive(life):
            return
        assert self.match is not None
        served = not self.table.plan.may_give_up and self.match.all_have_all()
        if served or self.world.now > until:
            self._part()
        else:
            self.world.after(limits.TICK, self._do, self._linger, life, until)

    def _part(self) -> None:
        self.broadcast(Bye("left"))
        self.world.after(limits.PARTING, self._go)

    def _go(self) -> None:
        """The program ends, and does not come back."""
        if self.match is None:
            return
        self._last = self.match
        self.match = None
        self.lines.clear()
        self._life += 1
        self.table.network.went_down(self)

    def _choose(self, life: int, here: tuple[bytes, int]) -> None:
        match = self.match
        if not self.alive(life) or match is None or self._choosing != here:
            return
        if (match.log.setup.deal, match.log.step) != here or not match.has_choice:
            return
        if match.log.closed or match.stopped:
            return
        if self.person_accuses_while_asked():
            self._pump()
            if self.match is None or self._choosing != here or not match.has_choice:
                return
        view = match.view()
        assert view is not None
        self._check_view(view)
        self.make_choice(match, view)
        self._choosing = None
        self._pump()

    def make_choice(self, match: Match, view: AnyView) -> None:
        """Choose, and say so."""
        match.choose(self.person.choose(view), self.world.now)

    def _look(self) -> None:
        match = self.match
        assert match is not None
        sight = match.sight
        if sight is None or sight == self._looked_at:
            return
        self._looked_at = sight
        view = match.view()
        seat = None if view is None else self.person.accuses(view)
        if seat is not None:
            self.accuse_somebody(seat)

    # -- time --------------------------------------------------------------------------------------

    def _tick(self, life: int) -> None:
        if not self.alive(life) or self.status is not Status.PLAYING:
            return
        assert self.match is not None
        before = self.match.log.step
        self.match.tick(self.world.now)
        if self.match.silent_choice(self.world.now) or self.match.log.step != before:
            self._choosing = None
        self.world.after(limits.TICK, self._do, self._tick, life)
        self._pump()

    def _announce(self, life: int) -> None:
        if not self.alive(life):
            return
        assert self.match is not None
        self.match.announce()
        self.world.after(limits.HAVE_EVERY, self._do, self._announce, life)

    def _leave(self, life: int) -> None:
        if self.alive(life) and self.status is Status.PLAYING:
            self._leaving = True
            self._pump()

    # -- as the player -----------------------------------------------------------------------------

    def person_accuses_while_asked(self) -> bool:
        """Accuse now and then although the program only asks whether one is done."""
        match = self.match
        assert match is not None
        closing = isinstance(match.log.state.step, CloseStep)
        if not closing or self.rng.random() >= self.manners.in_close:
            return False
        self.accuse_somebody()
        return True

    def accuse_somebody(self, seat: int | None = None) -> None:
        match = self.match
        if match is None or self.status is not Status.PLAYING:
            return
        log = match.log
        if not isinstance(log.state.deal, Deal) or log.closed:
            return
        if seat is None:
            # Now and then by looking: who has cheated is public to who looks closely.
            cheats = [one.seat for one in log.state.deal.laid if one.cheat is not None]
            everybody = list(range(log.state.authors))
            seat = self.rng.choice(cheats if cheats and self.rng.random() < 0.7 else everybody)
        with suppress(RuleError):  # it cannot be said now, as to a person
            match.accuse(seat)

    def _speak_up(self, life: int) -> None:
        def speak() -> None:
            if self.alive(life):
                self.accuse_somebody()
                self._pump()
                self._speak_up(life)

        self.world.after(self.rng.expovariate(1 / self.manners.any_time), self._do, speak)

    def tell(self, news: News) -> None:
        if not isinstance(news, DealNews) or not isinstance(news.event, MoveMade):
            return
        log, move = news.log, news.event.move
        if self.number == 0:
            self.table.check_conserved(log)
        if self.manners.at_a_move and isinstance(log.state.deal, Deal):
            # All draw the same lot, so all accuse the same seat at the same move.
            lot = Random(f"{self.table.seed} {log.setup.number} {log.step} {move.text}")
            if lot.random() < self.manners.at_a_move:
                by_turns = lot.choice([None, news.event.seat])
                if self.match is not None and self.match.log is log:
                    self.world.after(0.0, self._do, self._accuse_at_once, self._life, by_turns)

    def _accuse_at_once(self, life: int, seat: int | None) -> None:
        if self.alive(life):
            self.accuse_somebody(seat)
            self._pump()

    @staticmethod
    def _check_view(view: AnyView) -> None:
        """Nothing that a player is shown marks a cheat before the deal is over."""
        if isinstance(view, View) and view.phase is not Phase.OVER:
            assert view.cheats == (), "a view tells of cheats"

    # -- links -------------------------------------------------------------------------------------

    def joined(self, line: Line, key: bytes) -> None:
        assert self.match is not None
        self.lines[key] = line
        self._do(self._greet, line, key)

    def _greet(self, line: Line, key: bytes) -> None:
        match = self.match
        assert match is not None
        self.send_to(line, key, match.have)
        if match.accusations.own is not None:
            self.send_to(line, key, Accuse(match.accusations.own))
        match.joined(key, self.world.now)

    def lost(self, key: bytes) -> None:
        assert self.match is not None
        if self.lines.pop(key, None) is not None:
            self.match.lost(key, self.world.now)

    def broadcast(self, message: Message, but: bytes | None = None) -> None:
        """Send to all (the wire of `table.Match`)."""
        if isinstance(message, Carry | Accuse):
            self._check_kept(message.signed)
        for key, line in list(self.lines.items()):
            if key != but:
                self._could_be_killed()
                self.send_to(line, key, message)

    def send_to(self, line: Line, key: bytes, message: Message) -> None:
        self.table.network.send(line, line.other(self.key), message)

    def _check_kept(self, signed: Signed) -> None:
        """Nothing of ours goes out before it is on disk."""
        match = self.match
        if match is None or not self.honest:
            return
        if isinstance(signed, SignedEntry):
            log, author = match.logs.get(signed.entry.deal), signed.entry.author
        else:
            same = signed.accusation.setup == match.log.setup.hash
            log, author = match.log if same else None, signed.accusation.author
        if log is None or log.setup.players[author].key != self.key:
            return
        assert signed.digest in self.disk.kept, f"{self} sends what it has not kept"

    def receive(self, source: bytes, message: Message) -> bool:
        """Take a message; whether the link may stay."""
        try:
            self._do(self._take, source, message)
        except MessageError:
            return False
        return not isinstance(message, Bye)

    def _take(self, source: bytes, message: Message) -> None:
        match = self.match
        assert match is not None
        now = self.world.now
        match message:
            case Carry(signed):
                if signed.digest[0] % 2:  # as the program does where judging takes long
                    match.pass_on(signed, source)
                judged = match.judge(signed, source)
                if judged is not None:
                    match.heed(judged, source, now)
                    self._pump()
            case Have():
                line = self.lines.get(source)
                for answer in match.hear(message, source):
                    self._could_be_killed()
                    if line is not None:
                        self.send_to(line, source, answer)
            case Accuse(signed):
                if match.hear_accusation(signed, source):
                    self._pump()
            case Bye():
                if match.over:
                    match.presence.leave(source)

    # -- what it has, and what it has signed -------------------------------------------------------

    def logs(self) -> list[Log]:
        """The logs of all deals that it has seen in the last run of its program."""
        match = self.match or self._last
        return [] if match is None else list(match.logs.values())

    def has_finished(self, deal: bytes) -> bool:
        """Whether it has seen a deal to its end."""
        return any(log.setup.deal == deal and log.complete for log in self.logs())

    def _note(self, signed: Signed) -> None:
        if isinstance(signed, SignedEntry):
            return
        player = self.match.player if self.match is not None else None
        assert player is not None
        # What it said last: nothing yet in this step; or, after a crash, in one that its log has
        # not come to again.
        closing = isinstance(player.log.state.step, CloseStep)
        spent = max(player._written, default=-1) > player.log.step - closing
        self.said.append(Said(signed, not spent))

    def signed_entries(self) -> list[SignedEntry]:
        return [
            signed
            for deal in self.disk.deals
            for signed in deal.signed
            if isinstance(signed, SignedEntry)
        ]
