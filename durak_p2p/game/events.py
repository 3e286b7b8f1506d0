"""What happened, as plain data for whoever shows or tells it."""

from __future__ import annotations

from dataclasses import dataclass

from durak_p2p.cards import Card
from durak_p2p.game.entry import EntryType, SignedEntry
from durak_p2p.rules.family import AnyMove, AnyResult
from durak_p2p.rules.records import Accusation


@dataclass(frozen=True, slots=True)
class Progress:
    """A player has done its part of a step of the set-up (``author``: index in the set-up)."""

    type: EntryType
    author: int


@dataclass(frozen=True, slots=True)
class DealBegan:
    """Seats are drawn, the deck is being made.  ``seats[i]`` is the author who sits on seat i."""

    seats: tuple[int, ...]
    dealer: int


@dataclass(frozen=True, slots=True)
class CardsDealt:
    """Cards went to seats; ``counts[i]`` cards to seat i.  ``opened`` are those all have seen."""

    counts: tuple[int, ...]
    opened: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Answered:
    """All seats have said whether they hold one of ``cards``; ``shown[seat]`` is what was shown."""

    cards: tuple[Card, ...]
    shown: dict[int, Card]


@dataclass(frozen=True, slots=True)
class MoveMade:
    """A seat has moved."""

    seat: int
    move: AnyMove


@dataclass(frozen=True, slots=True)
class Judged:
    """Somebody was accused of cheating, and it was judged (seats, not authors)."""

    accusation: Accusation


@dataclass(frozen=True, slots=True)
class DealEnded:
    """The rules have come to the deal's end; the opening follows."""

    result: AnyResult


@dataclass(frozen=True, slots=True)
class Leaving:
    """A player (``author``) has said that it leaves; it counts when the deal needs it next."""

    author: int


@dataclass(frozen=True, slots=True)
class Departed:
    """A player is gone for good: it has "left", or was waited for in vain ("away")."""

    author: int
    reason: str


@dataclass(frozen=True, slots=True)
class TimeOver:
    """All others (``voices`` of them) say that a player has not done its part in time."""

    author: int
    voices: int


@dataclass(frozen=True, slots=True)
class FalseClaim:
    """What a player said of its hidden hand at a step was not so, as the opened deck shows.

    It answered "none" although it held ``card``; or it drew or passed although ``card`` fitted,
    or (None) passed at once although nothing did and it had to draw first.
    """

    step: int
    author: int
    card: Card | None


@dataclass(frozen=True, slots=True)
class Opened:
    """All keys are open, every shuffle was re-derived: ``deck`` is the whole deck, top first."""

    deck: tuple[Card, ...]
    false_claims: tuple[FalseClaim, ...]


@dataclass(frozen=True, slots=True)
class Breach:
    """A player signed an entry that breaks the protocol: the deal ends here and names it.

    ``author`` is its index in the set-up, ``reason`` one plain sentence.  ``evidence`` is the
    entry that is refused, which proves it to everyone who holds the log before it; where a
    player signed two entries for one step (``equivocation``) both are there.
    """

    author: int
    reason: str
    evidence: tuple[SignedEntry, ...]

    @property
    def equivocation(self) -> bool:
        """Whether two entries for one step are the evidence."""
        return len(self.evidence) > 1


@dataclass(frozen=True, slots=True)
class Forked:
    """An entry follows another log than ours.

    Its author need not be at fault: somebody has signed two entries for one step, and the
    author has seen the other one.  Exchanging logs shows who.
    """

    entry: SignedEntry


Event = (
    Progress
    | DealBegan
    | CardsDealt
    | Answered
    | MoveMade
    | Judged
    | Leaving
    | Departed
    | TimeOver
    | DealEnded
    | Opened
    | Breach
    | Forked
)
