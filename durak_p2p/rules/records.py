"""What is kept of a bout and a deal where cheating is allowed (rules 2)."""

from dataclasses import dataclass
from typing import NamedTuple

from durak_p2p.cards import Card
from durak_p2p.rules.moves import Move


@dataclass(frozen=True, slots=True)
class Cheat:
    """A move that was against the rules when it was made.

    `cards`: those of its cards that did not fit. `caught_by`: whose accusation was right while
    they lay there; None: nobody's. It is as public as the cards that lay open, but who plays is
    told nothing of it before the deal is over.
    """

    seat: int
    bout: int
    move: Move
    cards: tuple[Card, ...]
    caught_by: int | None = None


@dataclass(frozen=True, slots=True)
class Accusation:
    """An accusation with its judgement, which all know at once.

    `returned`: the cards that went back to hands, each with the seat, in the order laid. `takes`:
    the accused takes for it, or has taken already.
    """

    seat: int
    accused: int
    bout: int
    right: bool
    returned: tuple[tuple[int, Card], ...] = ()
    takes: bool = False


class Laid(NamedTuple):
    """A move of this bout that laid cards, or a show.

    `positions`: those of its own cards. `lay`: the number of the lay that it began or joined (1.7).
    `most`: rule 4's number before it. `cheat`: set if it was against the rules.
    """

    seat: int
    move: Move
    positions: tuple[int, ...]
    lay: int
    most: int
    cheat: Cheat | None
