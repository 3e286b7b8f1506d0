"""What the table shows, from one seat's view: plain data, without any terminal.

Both families make the same model; `beating_table` and `shedding_table` say how.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, StrEnum, auto

from durak_p2p.cards import Card
from durak_p2p.rules.family import AnyMove, AnyResult, AnyRules
from durak_p2p.texts import Text

#: The keys of the cards of a hand, in its order: those that no command has.
CARD_KEYS = "1234567890befgijkuvwyzBEFGIJKUVWYZ"


class Role(StrEnum):
    """What a seat does in the bout, or what became of it."""

    LEADS = "leads"
    ATTACKS = "attacks"
    DEFENDS = "defends"
    TAKES = "takes"
    PASSED = "passed"
    DONE = "done"
    OUT = "out"
    DEALER = "dealer"
    FOOL = "fool"
    WINNER = "winner"


class Light(Enum):
    """How a card of the hand is shown: it can be laid now, it cannot, or that is not told."""

    LIT = auto()
    DIM = auto()
    PLAIN = auto()


class Act(StrEnum):
    """What can be done; each has a key of its own, but for laying: there each card has one."""

    LAY = "lay"
    TAKE = "take"
    PASS = "pass"  # noqa: S105 - a verb, no secret
    DONE = "done"
    DRAW = "draw"
    TRANSFER = "transfer"
    SHOW = "show"
    EXCHANGE = "exchange"
    CHEAT = "cheat"
    ACCUSE = "accuse"
    TYPE = "type"
    CHAT = "chat"
    LOG = "log"
    OPTIONS = "options"
    HELP = "help"
    LEAVE = "leave"
    READY = "ready"
    INVITE = "invite"
    QR = "qr"
    CODE = "code"
    COMPUTER = "computer"
    NO_COMPUTER = "no computer"
    AGAIN = "again"
    NEXT = "next"


@dataclass(frozen=True, slots=True)
class SeatModel:
    """A player: ``cards`` is how many it holds, ``known`` those of them that all have seen.

    ``away``: for so many seconds more its seat waits; None: it is there.
    """

    seat: int
    name: str
    cards: int
    known: tuple[Card, ...]
    roles: tuple[Role, ...]
    word: bool
    away: int | None
    own: bool
    team: int | None = None
    score: int | None = None


@dataclass(frozen=True, slots=True)
class HandCard:
    """A card of the own hand; ``key`` is "" where there are more cards than keys.

    ``moves`` are the lawful moves that lay it now, alone or first among several.
    """

    card: Card
    key: str
    light: Light
    moves: tuple[AnyMove, ...]
    trump: bool


@dataclass(frozen=True, slots=True)
class OpenHand:
    """A hand that a replay shows: its cards as a hand is shown, and how many are not known.

    ``plain`` and ``trumps`` stand apart, as in the own hand.
    """

    name: str
    plain: tuple[Card, ...]
    trumps: tuple[Card, ...]
    hidden: int


@dataclass(frozen=True, slots=True)
class Pile:
    """What lies there in a game of the shedding family; ``suit`` is the one to follow."""

    top: Card | None
    suit: str | None
    cards: int
    owed: int


@dataclass(frozen=True, slots=True)
class Making:
    """What a player has done of the deck's making: so many of so many steps."""

    name: str
    steps: int
    of: int


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat in the lobby; ``name`` is None where nobody sits.

    ``doubted``: it has another key than who was called so before.
    """

    name: str | None
    own: bool = False
    ready: bool = False
    computer: bool = False
    doubted: bool = False


@dataclass(frozen=True, slots=True)
class LobbyModel:
    """Where the players meet before the first deal.

    Attributes:
        chairs: all of the table; none while it is looked for.
        rules: of the table, in a sentence; "" before they are known.
        deals: how many are played.
        notes: how others get in, in sentences.
    """

    chairs: tuple[Chair, ...]
    rules: str
    deals: int
    notes: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class TableModel:
    """All that the screen shows but for what the person is picking.

    Attributes:
        rules: of the table; None before they are known.
        title: the game in a line.
        seats: in the order of play from the one after ours, our own last.
        pairs: each attack card with what beats it.
        pile: in the shedding family.
        trump: a suit's letter.
        stock: cards left to draw.
        hand: the own cards as they are shown.
        acts: what can be done now besides laying cards, in the order of the key bar.
        legal: the lawful moves, while we are asked for one.
        asked: whether a move is awaited from us.
        cheating: whether the table allows it.
        transfers: whether the table knows transfers.
        headline: what is to be done now, and by whom.
        log: what has happened, oldest first.
        outcome: how the deal ended, in sentences.
        can_chat: whether something can be said to all.
        seconds: left for the move that is awaited.
        making: by player, while the deck is made.
        result: when the deal is over.
        ended: whether the match is over and only looking and leaving are left.
        lobby: while the players meet.
        can_meet: whether reply codes are taken.
        can_invite: whether there is an invite to be shown, as a QR code as well.
        keeps_seat: whether one can go away so that the seat waits.
        watches: whether we look on without a seat.
        opening: what is told in the middle of the table before cards are dealt, in sentences.
        hands: all hands by seat, where a replay shows them.
        hands_note: why not all of their cards are shown; None where they are.
    """

    rules: AnyRules | None
    title: str
    seats: tuple[SeatModel, ...]
    pairs: tuple[tuple[Card, Card | None], ...]
    pile: Pile | None
    trump: str | None
    turned: Card | None
    stock: int
    discard: int
    hand: tuple[HandCard, ...]
    acts: tuple[Act, ...]
    legal: tuple[AnyMove, ...]
    asked: bool
    cheating: bool
    transfers: bool
    headline: Text
    log: tuple[str, ...]
    outcome: tuple[str, ...]
    can_chat: bool
    seconds: int | None
    making: tuple[Making, ...]
    result: AnyResult | None
    ended: bool
    lobby: LobbyModel | None
    can_meet: bool
    can_invite: bool
    keeps_seat: bool
    watches: bool
    opening: tuple[Text, ...] = ()
    hands: tuple[OpenHand, ...] = ()
    hands_note: Text | None = None

    @property
    def own(self) -> SeatModel | None:
        """Our own seat; None for who looks on."""
        return next((seat for seat in self.seats if seat.own), None)

    @property
    def is_over(self) -> bool:
        """Whether no card can be laid any more."""
        return self.result is not None or self.ended

    @property
    def others(self) -> tuple[SeatModel, ...]:
        """All seats but our own."""
        return tuple(seat for seat in self.seats if not seat.own)

    def held(self, card: Card | None) -> HandCard | None:
        """Return the card as it stands in the hand, or None if it is not there."""
        return next((held for held in self.hand if held.card == card), None)
