"""What a hidden hand owes: who draws or passes says something of it that nobody sees (rules 4.4).

A deal that knows the faces refuses a false claim. One that does not notes each claim, and the
opened deck tells which were false.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from durak_p2p.cards import Card
from durak_p2p.rules.shedding.moves import Move


class Claim(Enum):
    """What a draw or a pass says of the mover's hand.

    `ONE_FITS`: in `english`, who has no card of the ace's suit must draw before passing.
    """

    NOTHING = "nothing"
    NONE_FITS = "no card of it fits"
    ONE_FITS = "a card of it fits"


@dataclass(frozen=True, slots=True)
class Duty:
    """A claim, with what is needed to judge it later.

    `number`: the move's, counted from 1 in the deal. `hand`: the seat's positions at that time,
    before what the move draws. `fitting`: all cards of the deck that fitted then.
    """

    number: int
    seat: int
    move: Move
    claim: Claim
    hand: tuple[int, ...]
    fitting: frozenset[Card]


@dataclass(frozen=True, slots=True)
class Breach:
    """A false claim. `card`: one that fitted; None where one had to be held and none was."""

    number: int
    seat: int
    move: Move
    card: Card | None


def breaches(
    duties: Iterable[Duty], faces: Sequence[Card] | Mapping[int, Card]
) -> tuple[Breach, ...]:
    """The false claims of a deal.

    Args:
        duties: the deal's `duties`.
        faces: the card at every position, as opened after the deal, those of reshuffles as well.
    """
    found = []
    for duty in duties:
        fitted = [faces[position] for position in duty.hand if faces[position] in duty.fitting]
        if bool(fitted) is (duty.claim is Claim.NONE_FITS):
            card = fitted[0] if fitted else None
            found.append(Breach(duty.number, duty.seat, duty.move, card))
    return tuple(found)
