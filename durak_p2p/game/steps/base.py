"""What all steps have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, ClassVar

from durak_p2p.crypto import Randomness
from durak_p2p.game.codec import Value
from durak_p2p.game.entry import Entry, EntryType
from durak_p2p.game.secrets import DealSecrets

if TYPE_CHECKING:
    from durak_p2p.game.state import GameState


class Step(ABC):
    """One step of the log.

    ``authors`` are those who write one entry each, side by side.  :meth:`accept` takes an entry's
    body or raises (``Refused``, or an error of codec, crypto or rules) and then has changed
    nothing.  :meth:`finish` is called when all entries are there, and does what the step does.
    Which step comes next is said in one place, ``game/steps/course.py``.
    """

    type: ClassVar[EntryType]

    def __init__(self, state: GameState, authors: frozenset[int]) -> None:
        self.state = state
        self.authors = authors

    def waits_for(self, entry: Entry) -> bool:
        """Whether *entry* is of an author and a type that the step has."""
        return entry.author in self.authors and entry.type == self.type

    def take(self, entry: Entry) -> None:
        """Check an entry that the step waits for and keep what it says; as :meth:`accept`."""
        self.accept(entry.author, entry.body)

    @abstractmethod
    def accept(self, author: int, body: Value) -> None:
        """Check *author*'s entry and keep what it says."""

    @abstractmethod
    def finish(self) -> None:
        """Do what the step does."""


class OwedStep(Step):
    """A step in which a player has no choice: its program writes the entry."""

    @abstractmethod
    def write(self, author: int, secrets: DealSecrets, randomness: Randomness) -> Value:
        """Return the body that *author* owes."""
