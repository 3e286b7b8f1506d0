"""What a deal is at a moment. Every other module of this family reads and changes this."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from durak_p2p.cards import Card
from durak_p2p.rules.faces import Faces
from durak_p2p.rules.requests import Cards
from durak_p2p.rules.shedding.duties import Duty
from durak_p2p.rules.shedding.options import SheddingRules, game_of
from durak_p2p.rules.shedding.requests import Reshuffle


class Phase(StrEnum):
    """What is going on. In `DEAL`, `SHUFFLE` and `COUNT` nobody has the word.

    `FOLLOW`: who laid the card may lay another on it. `COVER`: an ace of `english` must be covered
    (4.3 rule 3). `COUNT`: the deal has ended, and the hands left are opened to be counted.
    """

    DEAL = "deal"
    PLAY = "play"
    DRAW = "draw"
    FOLLOW = "follow"
    COVER = "cover"
    SHUFFLE = "shuffle"
    COUNT = "count"
    OVER = "over"


class Reason(StrEnum):
    """Why a deal is over."""

    CARDS = "cards"
    TURNOVERS = "turnovers"
    TIME = "time"
    LEFT = "left"  # a player has left the table (rules 3)
    AWAY = "away"  # a player was waited for in vain


@dataclass(frozen=True, slots=True)
class Ending:
    """How a deal ends, as far as it is known before the count.

    `winner` is None after the last turnover: the count decides. `card`: what the winner ended with.
    """

    winner: int | None
    reason: Reason
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class SheddingResult:
    """How a deal ended (rules 4.1 rules 7 to 10).

    `winner`: a seat; None after equal counts. `points` of this deal and `score` after it, by seat:
    points are bad. `loser`: the seat that has lost the match by it, if one has.
    """

    winner: int | None
    points: tuple[int, int]
    score: tuple[int, int]
    loser: int | None
    reason: Reason


class State(Faces):
    """The whole position of a deal, but for the faces that nobody has told.

    Cards are known by position: in the shuffled deck (0 the top), and, after a reshuffle, in what
    that has made, numbered on. Who holds which position is public, and so is all of this but
    `known`, which may hold hidden faces where the deal is run by somebody who sees them.
    """

    __slots__ = (
        "after_owed",
        "dealer",
        "drawn",
        "duties",
        "ending",
        "game",
        "laid",
        "lead",
        "moves_made",
        "owed",
        "pending",
        "result",
        "rules",
        "scores",
        "stage",
        "suit",
        "top",
        "turn",
        "turned",
        "turned_position",
        "turnovers",
        "undrawn",
    )

    def __init__(
        self, rules: SheddingRules, dealer: int, lead: int, scores: tuple[int, int]
    ) -> None:
        super().__init__(rules.players, rules.deck)
        # The deal.
        self.rules = rules
        self.game = game_of(rules)
        self.dealer = dealer
        self.lead = lead
        self.scores = scores
        self.pending: Cards | Reshuffle | None = None
        self.turned: Card | None = None
        self.turned_position: int | None = None
        # The cards. `undrawn` is drawn from its end; the last of `laid` is the top card.
        self.undrawn: list[int] = list(range(rules.deck - 1, -1, -1))
        self.laid: list[int] = []
        # The turn: whose it is, and whose it will be when what is owed is drawn.
        self.stage = Phase.DEAL
        self.turn = lead
        self.top: Card | None = None
        self.suit: str | None = None
        self.owed = 0
        self.after_owed = lead
        self.drawn = False
        self.turnovers = 0
        self.moves_made = 0
        self.duties: list[Duty] = []
        # The end.
        self.ending: Ending | None = None
        self.result: SheddingResult | None = None

    @property
    def phase(self) -> Phase:
        """What is going on."""
        if self.result is not None:
            return Phase.OVER
        if self.ending is not None:
            return Phase.COUNT
        if isinstance(self.pending, Reshuffle):
            return Phase.SHUFFLE
        return self.stage

    @property
    def word(self) -> int | None:
        """The seat that must do something now; None while cards or a shuffle are awaited."""
        return None if self.pending is not None or self.result is not None else self.turn

    @property
    def stock(self) -> int:
        """Cards left to draw before the pile is turned over."""
        return len(self.undrawn)

    @property
    def pile(self) -> int:
        """Cards laid, the top card counted."""
        return len(self.laid)

    def forget(self, positions: Iterable[int]) -> None:
        """These positions are no more: their cards, which all have seen, have been shuffled."""
        for position in positions:
            del self.where[self.faces.pop(position)], self.known[position]
