"""Whole deals in memory, always the same for the same label, and what an attacker needs of them.

A `Table` plays a deal between `Player`s that hear each other at once.  A `Record` is a deal that
was played, with everybody's secrets: from it a log can be folded up to any step, and entries can
be forged in any player's name.
"""

from __future__ import annotations

import copy
import hashlib
import io
import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, fields, is_dataclass, replace
from functools import cache
from typing import Any, Protocol

from durak_p2p.bots import SimpleBot
from durak_p2p.crypto import ORDER, Identity, Scalar
from durak_p2p.game import (
    Breach,
    Entry,
    EntryType,
    Event,
    Forked,
    Log,
    Player,
    Setup,
    SetupPlayer,
    SignedEntry,
)
from durak_p2p.game.codec import Value
from durak_p2p.game.secrets import DealSecrets
from durak_p2p.game.steps.base import OwedStep
from durak_p2p.replay import ReplayWriter
from durak_p2p.rules import rules_for
from durak_p2p.rules.family import AnyMove, AnyRules, AnyView


class Foreseeable:
    """Randomness out of a label and a counter.  For tests only."""

    def __init__(self, label: str) -> None:
        self._label = label
        self._counter = 0

    def _block(self) -> bytes:
        self._counter += 1
        return hashlib.sha512(f"{self._label} {self._counter}".encode()).digest()

    def scalar(self) -> Scalar:
        return Scalar(int.from_bytes(self._block(), "little") % (ORDER - 1) + 1)

    def token(self, size: int) -> bytes:
        return self._block()[:size]


class Chooser(Protocol):
    def choose(self, view: AnyView) -> AnyMove: ...


class RandomMover:
    """Makes any lawful move, but lays a card rather than not, so that deals end."""

    def __init__(self, label: str) -> None:
        self._random = random.Random(label)

    def choose(self, view: AnyView) -> AnyMove:
        laying = [move for move in view.legal if move.cards]
        return self._random.choice(laying if laying and self._random.random() < 0.7 else view.legal)


NAMES = ("Anna", "Boris", "Clara", "Dmitri", "Ewa", "Fjodor", "Galja", "Hans")
Sit = Callable[[Setup, Identity, DealSecrets, Foreseeable], Player]


def identity(label: str) -> Identity:
    return Identity.from_private_bytes(hashlib.sha256(label.encode()).digest())


def identities_for(count: int, label: str) -> list[Identity]:
    """In the order of a first deal's authors."""
    found = [identity(f"{label} {number}") for number in range(count)]
    return sorted(found, key=lambda one: one.public_key)


def first_setup(rules: AnyRules, label: str, deals: int = 1) -> Setup:
    source = Foreseeable(f"set-up {label}")
    people = identities_for(rules.players, label)
    players = [
        SetupPlayer(person.public_key, name, source.token(16))
        for person, name in zip(people, NAMES, strict=False)
    ]
    return Setup.first(source.token(16), rules, players, deals)


class Table:
    """Players that hear each other at once."""

    def __init__(
        self,
        setup: Setup,
        label: str,
        *,
        sit: dict[int, Sit] | None = None,
        chooser: Chooser | None = None,
    ) -> None:
        """*sit* seats another kind of player for an author."""
        self.label = label
        self.setup = setup
        by_key = {one.public_key: one for one in identities_for(len(setup.players), label)}
        self.identities = [by_key[player.key] for player in setup.players]
        self.players: list[Player] = []
        for author, person in enumerate(self.identities):
            source = Foreseeable(f"{label} {setup.number} {author}")
            kind = (sit or {}).get(author, Player)
            self.players.append(kind(setup, person, DealSecrets.draw(source), source))
        self.chooser = chooser or SimpleBot()
        self.steps: list[list[SignedEntry]] = []
        self.events: list[Event] = []

    @property
    def log(self) -> Log:
        return self.players[0].log

    def next_entries(self) -> list[SignedEntry]:
        """What everybody writes for the current step, by author."""
        written = []
        for player in self.players:
            signed = player.owed()
            if signed is None and player.has_word:
                view = player.view()
                assert view is not None
                signed = player.move(self.chooser.choose(view))
            if signed is not None:
                written.append(signed)
        return written

    def play(self, until: Callable[[Log], bool] = lambda log: False) -> Table:
        """Play on until the log is closed or *until* says so."""
        while not self.log.closed and not until(self.log):
            entries = self.next_entries()
            assert entries
            self.steps.append(entries)
            for signed in entries:
                for number, player in enumerate(self.players):
                    events = player.log.receive(signed)
                    if number == 0:
                        self.events += events
        return self

    def record(self) -> Record:
        return Record(
            self.label,
            self.setup,
            tuple(self.identities),
            tuple(player.secrets for player in self.players),
            tuple(map(tuple, self.steps)),
        )


@dataclass(frozen=True)
class Record:
    """A deal that was played, with all secrets."""

    label: str
    setup: Setup
    identities: tuple[Identity, ...]
    secrets: tuple[DealSecrets, ...]
    steps: tuple[tuple[SignedEntry, ...], ...]
    _logs: dict[int, Log] = field(default_factory=dict, init=False, repr=False, compare=False)

    @property
    def entries(self) -> list[SignedEntry]:
        return [signed for step in self.steps for signed in step]

    @property
    def authors(self) -> range:
        return range(len(self.identities))

    def step_of(self, type_: EntryType, number: int = 0) -> int:
        """The number of the step that is the *number*-th of a type."""
        found = [at for at, step in enumerate(self.steps) if step[0].entry.type is type_]
        return found[number]

    def log_before(self, step: int) -> Log:
        """A log that waits for *step*: always a new one."""
        log = self._logs.get(step)
        if log is None:
            log = self._logs[step] = Log(self.setup)
            for signed in self.entries:
                if signed.entry.step < step:
                    assert_honest(log.receive(signed))
            assert log.step == step
        constant = [self.setup, *self.entries, *log.state.decks]  # to copy these takes long
        return copy.deepcopy(log, {id(value): value for value in constant})

    def log_at(self, type_: EntryType, number: int = 0) -> Log:
        return self.log_before(self.step_of(type_, number))

    def finished_log(self) -> Log:
        return self.log_before(len(self.steps))

    def honest(self, log: Log, author: int, salt: str = "") -> Value:
        """The body that *author* owes for the step that *log* waits for; *salt* varies proofs."""
        step = log.state.step
        assert isinstance(step, OwedStep)
        source = Foreseeable(f"{self.label} again {author} {salt}")
        return step.write(author, self.secrets[author], source)

    def forge(self, log: Log, author: int, body: Value, **changes: Any) -> SignedEntry:
        """An entry for the step that *log* waits for, with changes, signed by its author."""
        step = log.state.step
        entry = Entry(
            deal=self.setup.deal,
            step=log.step,
            author=author,
            type=EntryType.OPEN if step is None else step.type,
            log=log.state.log,
            body=body,
        )
        return self.sign(replace(entry, **changes), author)

    def sign(self, entry: Entry, signer: int) -> SignedEntry:
        return entry.sign(self.identities[signer])

    def replay(self) -> bytes:
        return replay_of(self.finished_log())


def assert_honest(events: Iterable[Event]) -> None:
    for event in events:
        assert not isinstance(event, Breach | Forked), event


def replay_of(log: Log) -> bytes:
    file = io.BytesIO()
    ReplayWriter(file, log).finish()
    return file.getvalue()


def table(
    players: int = 2,
    deck: int = 24,
    label: str = "table",
    preset: str = "classic",
    sit: dict[int, Sit] | None = None,
    chooser: Chooser | None = None,
    **options: Any,
) -> Table:
    rules = rules_for(preset, players=players, deck=deck, **options)
    return Table(first_setup(rules, label), label, sit=sit, chooser=chooser)


@cache
def played(
    players: int = 2, deck: int = 24, label: str = "table", preset: str = "classic"
) -> Record:
    """The record of a whole deal between honest players."""
    done = table(players, deck, label, preset).play()
    assert done.log.complete
    return done.record()


def played_where(
    holds: Callable[[Record], bool], players: int = 2, deck: int = 24, tries: int = 100
) -> Record:
    """The record of the first deal, among *tries* labels, in which something holds."""
    records = (played(players, deck, f"table {number}") for number in range(tries))
    found = next(filter(holds, records), None)
    assert found is not None, f"there is no such deal among {tries}"
    return found


def snapshot(value: object, seen: frozenset[int] = frozenset()) -> object:
    """Everything that hangs on a value, in a form that compares; loops are cut."""
    if value is None or isinstance(value, bool | int | str | bytes):
        return value
    if id(value) in seen:
        return "..."
    seen |= {id(value)}
    if isinstance(value, dict):
        return {key: snapshot(item, seen) for key, item in value.items()}
    if isinstance(value, set | frozenset):
        return frozenset(value)
    if isinstance(value, list | tuple):
        return [snapshot(item, seen) for item in value]
    if is_dataclass(value):
        return [snapshot(getattr(value, one.name), seen) for one in fields(value)]
    slots = [name for kind in type(value).__mro__ for name in getattr(kind, "__slots__", ())]
    names = [*getattr(value, "__dict__", ()), *slots]
    return {name: snapshot(getattr(value, name), seen) for name in names if hasattr(value, name)}


def assert_convicts(record: Record, log: Log, signed: SignedEntry, reason: str) -> Breach:
    """*log* refuses *signed* as its signer's breach, names it, and changes nothing else."""
    before = snapshot(log.state)
    present = log.present()
    events = log.receive(signed)
    assert len(events) == 1, events
    breach = events[0]
    assert isinstance(breach, Breach), breach
    assert log.breach is breach
    assert breach.author == signed.entry.author
    assert reason in breach.reason
    assert signed in breach.evidence
    assert snapshot(log.state) == before
    assert log.present() == present
    assert log.closed
    assert log.receive(record.entries[-1]) == []
    return breach
