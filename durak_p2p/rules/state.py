"""What a deal is at a moment. Every other module of the rules reads and changes this."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from durak_p2p.cards import Card
from durak_p2p.rules.beating import BeatTable
from durak_p2p.rules.faces import Faces
from durak_p2p.rules.options import Rules
from durak_p2p.rules.records import Accusation, Cheat, Laid
from durak_p2p.rules.requests import Asked, Cards, Question

#: Stands for a seat before the first bout has a lead and a defender.
NO_SEAT: Final = -1


class Phase(StrEnum):
    """What is going on.

    In `DEAL` and `DRAW` nobody has the word: cards or answers are awaited; in `CLOSE` everyone's
    `done` (rules 2).
    """

    DEAL = "deal"
    LEAD = "lead"
    DEFEND = "defend"
    THROW = "throw"
    ADD = "add"
    CLOSE = "close"
    DRAW = "draw"
    OVER = "over"


class Reason(StrEnum):
    """Why a deal is over."""

    CARDS = "cards"
    DRAW = "draw"
    NO_DRAW = "no-draw"
    REPLAY = "replay"
    REPETITION = "repetition"
    TIME = "time"
    LEFT = "left"  # a player has left the table (rules 3)
    AWAY = "away"  # a player was waited for in vain


@dataclass(frozen=True, slots=True)
class Result:
    """How a deal ended (rules 1.4 rule 9).

    `points`: by seat, 2 for a win, 1 for a draw, 0 for the fool or a replay. `epaulettes`: how
    many the fool has, 0 to 2.
    """

    fool: int | None
    points: tuple[int, ...]
    epaulettes: int
    reason: Reason

    @property
    def counts(self) -> bool:
        """Whether the deal has brought anybody anything; else it is to be dealt again."""
        return any(self.points)


class State(Faces):
    """The whole position of a deal, but for the faces that nobody has told.

    Cards are known by position in the shuffled deck (0 the top). Who holds which position is
    public, and so is all of this but `known`, which may hold hidden faces where the deal is run by
    somebody who sees them (an arbiter, a simulation).
    """

    __slots__ = (
        "accusations",
        "asked",
        "asking",
        "attacker",
        "barred",
        "beaten_by",
        "bout",
        "cheats",
        "dealer",
        "defender",
        "discarded",
        "done",
        "laid",
        "last_thrower",
        "lay",
        "lay_by",
        "lead",
        "most",
        "out",
        "passes",
        "pending",
        "phase",
        "pile",
        "ranks",
        "result",
        "rules",
        "seen",
        "shown",
        "silenced",
        "table_cards",
        "taken",
        "throwers",
        "trump",
        "turned",
        "turned_position",
        "unbeaten",
        "word",
    )

    def __init__(self, rules: Rules, dealer: int) -> None:
        super().__init__(rules.players, rules.deck)
        # The deal.
        self.rules = rules
        self.dealer = dealer
        self.phase = Phase.DEAL
        self.pending: Cards | Question | None = None
        self.asked: list[Asked] = []
        self.trump: str | None = None
        self.turned: Card | None = None
        self.turned_position = rules.deck - 1
        self.beaten_by: BeatTable = {}
        # The cards. `pile` is drawn from its end, so that the turned card is its first.
        self.pile: list[int] = list(range(rules.deck - 1, -1, -1))
        self.discarded: list[int] = []
        # The bout. `attacker` led it or transferred last; `lead` led it.
        self.bout = 0
        self.word: int | None = None
        self.lead = NO_SEAT
        self.attacker = NO_SEAT
        self.defender = NO_SEAT
        self.most = 0
        self.throwers: tuple[int, ...] = ()
        self.last_thrower: int | None = None
        self.table_cards: dict[Card, Card | None] = {}
        self.unbeaten = 0
        self.ranks: set[str] = set()
        self.taken = False
        self.passes: set[int] = set()
        # Throwers are asked although attack cards lie unbeaten (`any-time`).
        self.asking = False
        self.shown: set[int] = set()
        # The last lay (rules 1.7), and whose it is while thrown cards still join it.
        self.lay: list[Card] = []
        self.lay_by: int | None = None
        # Cheating, all of it empty where there is none (rules 2). Of this bout: what was laid,
        # who has said `done`, who accused wrongly, who adds nothing more. Of the deal: all of it.
        self.laid: list[Laid] = []
        self.done: set[int] = set()
        self.barred: set[int] = set()
        self.silenced: set[int] = set()
        self.cheats: list[Cheat] = []
        self.accusations: list[Accusation] = []
        # The end.
        self.out: list[int] = []
        self.seen: dict[tuple[object, ...], int] = {}
        self.result: Result | None = None

    @property
    def stock(self) -> int:
        """Cards left to draw, the turned one counted."""
        return len(self.pile)

    @property
    def discard(self) -> int:
        """Cards out of the deal."""
        return len(self.discarded)

    @property
    def table(self) -> tuple[tuple[Card, Card | None], ...]:
        """Each attack card with what beats it, in the order laid."""
        return tuple(self.table_cards.items())

    @property
    def passed(self) -> list[int]:
        """Seats that have passed and are not asked again unless passes are forgotten."""
        return sorted(self.passes)

    @property
    def owing(self) -> tuple[int, ...]:
        """While a bout closes, the seats still in that have not said `done`."""
        if self.phase is not Phase.CLOSE:
            return ()
        gone = self.done.union(self.out)
        return tuple(seat for seat in range(self.rules.players) if seat not in gone)

    @property
    def limit(self) -> int | None:
        """How many attack cards may lie in this bout as things stand; None where there is none."""
        return self.most if self.bout and self.phase is not Phase.OVER else None

    def take_off_table(self) -> None:
        """Nothing lies there any more."""
        self.table_cards.clear()
        self.ranks.clear()
        self.unbeaten = 0

    def forget_cheating(self) -> None:
        """A bout is over with all that was said in it about cheating."""
        self.laid = []
        self.done.clear()
        self.barred.clear()
        self.silenced.clear()
