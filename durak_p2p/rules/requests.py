"""What a deal waits for: cards to be opened, seats to be asked, a seat to move, all to be done."""

from dataclasses import dataclass

from durak_p2p.cards import Card


@dataclass(frozen=True, slots=True)
class Grant:
    """The card at a position of the shuffled deck (0 is the top) is to be opened.

    `seat` alone is to see it; None: all are. A card that all have seen already is never granted
    again: it just goes to its hand.
    """

    position: int
    seat: int | None


@dataclass(frozen=True, slots=True)
class Cards:
    """Cards are dealt or drawn. Answered by `Deal.supply`.

    `Deal.hands` already holds the granted positions.
    """

    grants: tuple[Grant, ...]

    @property
    def opened(self) -> tuple[int, ...]:
        """The positions that are opened to all: their faces must be supplied."""
        return tuple(grant.position for grant in self.grants if grant.seat is None)


@dataclass(frozen=True, slots=True)
class Question:
    """Every seat says, side by side, which one of these cards it holds and shows it, or "none".

    Answered by `Deal.answer`.
    """

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with its answers: the hands (positions by seat) at that time, who showed what."""

    cards: tuple[Card, ...]
    hands: tuple[tuple[int, ...], ...]
    shown: tuple[tuple[int, Card], ...]


@dataclass(frozen=True, slots=True)
class Word:
    """The seat has the word. Answered by `Deal.play`."""

    seat: int


@dataclass(frozen=True, slots=True)
class Close:
    """Every seat named says, side by side, that it is done with the bout (rules 2).

    Answered by `Deal.play` with `done` from each, in any order. Accusations may come instead, and
    then what is asked may be another thing.
    """

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Over:
    """Nothing more: `Deal.result` is there."""


Request = Cards | Question | Word | Close | Over
