"""What a player must find again after its program was killed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import BinaryIO, Protocol

from durak_p2p.game import Log, Setup, SignedAccusation, SignedEntry
from durak_p2p.game.secrets import DealSecrets


class Keeper(Protocol):
    """Keeps what is ours on disk.  What is given to it is safe when the call returns.

    All raise ``SeatLost`` when that cannot be done; then nothing may be sent.
    """

    def begin_deal(self, setup: Setup, secrets: DealSecrets) -> None:
        """Keep what a deal begins with."""

    def keep(self, signed: SignedEntry | SignedAccusation) -> None:
        """Keep what we have signed, before anybody else sees it."""

    def end_deal(self) -> None:
        """The deal is over: its secrets are open, or of no use, and can go."""


class NothingKept:
    """Keeps nothing, for those who cannot come back: tests, and games within one process."""

    def begin_deal(self, setup: Setup, secrets: DealSecrets) -> None:
        """Do nothing."""

    def keep(self, signed: SignedEntry | SignedAccusation) -> None:
        """Do nothing."""

    def end_deal(self) -> None:
        """Do nothing."""


@dataclass(frozen=True, slots=True)
class Replays:
    """Where the replays of a match go; both raise ``OSError``.

    ``create`` opens a new file for a deal; ``reopen`` opens the one that was begun before the
    program was killed, for reading and writing, or returns None if there is none.
    """

    create: Callable[[Setup], BinaryIO]
    reopen: Callable[[Setup], BinaryIO | None] = lambda _: None


@dataclass(frozen=True, slots=True)
class Agreement:
    """What the players of a match have agreed to besides its set-up.

    ``watching``: the table may be watched; ``computers``: the keys of those who are computer
    players, by their own word.
    """

    watching: bool = False
    computers: frozenset[bytes] = frozenset()


@dataclass(frozen=True, slots=True)
class Restored:
    """What was found again: the deals that are over, and our half of the one that is played.

    ``entries`` are those of its replay, ``own`` what we have signed in it, ``said`` our last
    accusation.  ``secrets`` are None when we have no use for them any more.
    """

    before: tuple[Log, ...]
    setup: Setup
    secrets: DealSecrets | None
    entries: tuple[SignedEntry, ...]
    own: tuple[SignedEntry, ...]
    said: SignedAccusation | None
    agreement: Agreement = Agreement()
