"""The table's options (rules 1.1), as data: `OPTIONS` is the one place that declares each.

To add an option: one entry in `OPTIONS`, one field of the same name in `Rules`, and the module that
reads it.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, Final

from durak_p2p.cards import DECK_RANKS
from durak_p2p.texts import Text, listed, text

Value = str | int | bool | None

HAND_SIZE: Final = 6
LARGEST_BOUT: Final = 6

#: Name of a division into teams → how many seats are from one member to the next, and players.
TEAM_SEATS: Final = {"2x2": (2, 4), "3x3": (2, 6), "2x2x2": (3, 6)}
#: The largest number that the log can hold.
MOST_OPEN_ENDED: Final = 2**64 - 1


class RulesError(ValueError):
    """There is no such option, or no such table."""


@dataclass(frozen=True, slots=True)
class Option:
    """One option of the table.

    `values`: the default first. `source`: the letters of the source documents, as in
    protocol/rules.md; "+": none of them. `open_ended`: any whole number above 0 that the log can
    hold (below 2^64) is a value, too.
    """

    name: str
    values: tuple[Value, ...]
    source: str
    about: Text
    open_ended: bool = False

    @property
    def default(self) -> Value:
        return self.values[0]

    @property
    def choices(self) -> Text:
        """What it can be, in words."""
        named: dict[Value, str] = {None: "none"}
        words = [
            ("yes" if value else "no") if isinstance(value, bool) else named.get(value, str(value))
            for value in self.values
        ]
        words += [text("a number")] if self.open_ended else []
        if len(words) == 1:
            return text("it is {value}", value=words[0])
        return text("it can be {values}", values=listed(words))

    def allows(self, value: object) -> bool:
        if self.open_ended and type(value) is int and 0 < value <= MOST_OPEN_ENDED:
            return True
        # 1 == True == 1.0, and none of the three may stand for another.
        return any(type(value) is type(known) and value == known for known in self.values)


def check_values(options: Mapping[str, Option], chosen: Mapping[str, object]) -> None:
    """Refuse values that these options do not have.

    Raises:
        RulesError: an unknown option or value.
    """
    for name, value in chosen.items():
        option = options.get(name)
        if option is None:
            raise RulesError(text("There is no option {name!r}.", name=name))
        if not option.allows(value):
            raise RulesError(
                text(
                    "{value} is not a value of {name!r}: {choices}.",
                    value=repr(value),
                    name=name,
                    choices=option.choices,
                )
            )


OPTIONS: Final = {
    option.name: option
    for option in (
        Option(
            "variant",
            ("throw-in", "transfer", "simple"),
            "A",
            text("The game: throw-in (podkidnoy), transfer (perevodnoy) or simple (prostoy)."),
        ),
        Option(
            "deck",
            (36, 24, 32, 52, 54),
            "A, E; 32: C",
            text("Cards in the deck; 54 is 52 and two jokers."),
        ),
        Option(
            "players",
            (2, 3, 4, 5, 6, 7, 8),
            "A, B, D, E",
            text("How many play."),
        ),
        Option(
            "teams",
            ("none", *TEAM_SEATS),
            "A, D, E",
            text(
                "Teams: every second seat (2x2, 3x3) or the seats opposite (2x2x2) play together."
            ),
        ),
        Option(
            "first_bout_limit",
            (5, 6),
            "A, B; E",
            text("The most attack cards in a deal's first bout."),
        ),
        Option(
            "throwers",
            ("all", "neighbours", "lead"),
            "A, B, E; +",
            text(
                "Who may throw in: all but the defender, the defender's neighbours, or the "
                "lead alone."
            ),
        ),
        Option(
            "throw_in",
            ("after-beat", "any-time"),
            "D",
            text(
                "When cards are thrown in: when all is beaten, or before each card is beaten "
                "as well."
            ),
        ),
        Option(
            "first_word",
            ("lead", "last-thrower"),
            "A, B · D",
            text("Who is asked first to throw in: the lead, or who laid the last card thrown in."),
        ),
        Option(
            "throw_after_take",
            (True, False),
            "A, B, D; +",
            text("Whether cards may be added after a take."),
        ),
        Option(
            "pass_is_final",
            (False, True),
            "D · A",
            text('Whether who has said "bito" adds nothing more in that bout.'),
        ),
        Option(
            "lead",
            ("same-rank", "one", "one-or-two"),
            "A · D",
            text("How many cards are led: any number of one rank, or one; in simple, one or two."),
        ),
        Option(
            "transfer_in_first_bout",
            (False, True),
            "A · E",
            text("Whether a deal's first bout may be transferred."),
        ),
        Option(
            "show_trump",
            (False, True),
            "A, E",
            text("Whether a trump may be shown and kept in place of laying it (proyezdnoy)."),
        ),
        Option(
            "ends",
            ("draw", "no-draw", "replay"),
            "A, B · A",
            text(
                "When the last hands empty in one bout: a draw, the defender is the fool, or "
                "replay."
            ),
        ),
        Option(
            "next_lead",
            ("left-of-fool", "right-of-fool", "lowest-trump", "winner"),
            "A · D",
            text("Who leads the next deal."),
        ),
        Option(
            "no_trump_lead",
            ("first-seat", "lowest-card"),
            "B · A",
            text("Who leads when nobody holds a trump."),
        ),
        Option(
            "trump_exchange",
            (False, True),
            "+",
            text("Whether the deck's lowest trump may be swapped for the turned card."),
        ),
        Option(
            "cheating",
            ("none", "beat-transfer", "all"),
            "A",
            text(
                "Which moves may break the rules until somebody notices; all: leads and "
                "throw-ins too."
            ),
        ),
        Option(
            "turn_seconds",
            (None,),
            "A",
            text("Seconds for a move; who overruns them is the fool."),
            open_ended=True,
        ),
        Option(
            "scoring",
            ("points", "points-and-purse"),
            "A",
            text("Points for each deal, or points and a purse."),
        ),
        Option(
            "epaulettes",
            (True, False),
            "D",
            text("Whether a fool beaten with a deck's lowest rank is told to have epaulettes."),
        ),
    )
}


@dataclass(frozen=True)
class Rules:
    """The rules of one table. Make them with `Rules.from_options` or `rules_for`, which check."""

    variant: str = "throw-in"
    deck: int = 36
    players: int = 2
    teams: str = "none"
    first_bout_limit: int = 5
    throwers: str = "all"
    throw_in: str = "after-beat"
    first_word: str = "lead"
    throw_after_take: bool = True
    pass_is_final: bool = False
    lead: str = "same-rank"
    transfer_in_first_bout: bool = False
    show_trump: bool = False
    ends: str = "draw"
    next_lead: str = "left-of-fool"
    no_trump_lead: str = "first-seat"
    trump_exchange: bool = False
    cheating: str = "none"
    turn_seconds: int | None = None
    scoring: str = "points"
    epaulettes: bool = True

    @classmethod
    def from_options(cls, options: Mapping[str, Any]) -> "Rules":
        """The table with these options; those left out have their defaults.

        Raises:
            RulesError: an unknown option or value, or a table that cannot be.
        """
        chosen: dict[str, Any] = dict(options)
        check_values(OPTIONS, chosen)
        # Two defaults follow from another option: there is one value that goes with it.
        if chosen.get("variant") == "simple":
            chosen.setdefault("lead", "one-or-two")
        if chosen.get("teams", "none") != "none":
            chosen.setdefault("players", TEAM_SEATS[chosen["teams"]][1])
        rules = cls(**chosen)
        check(rules)
        return rules

    def options(self) -> dict[str, Value]:
        """Every option, as JSON values; `from_options` of it gives the same rules."""
        return asdict(self)

    def team(self, seat: int) -> int:
        """The number of the seat's team; without teams everyone is a team alone."""
        return seat if self.teams == "none" else seat % TEAM_SEATS[self.teams][0]

    @property
    def may_cheat(self) -> bool:
        """Whether a move may break the rules until somebody notices (section 2)."""
        return self.cheating != "none"

    @property
    def dealt_out(self) -> bool:
        """Whether the deal leaves no stock."""
        return self.players * HAND_SIZE == self.deck


def check(rules: Rules) -> None:
    """Refuse a table that cannot be.

    Raises:
        RulesError: the sentence says why.
    """
    if rules.players * HAND_SIZE > rules.deck:
        raise RulesError(
            text(
                "{deck} cards are too few for {players} players.",
                deck=rules.deck,
                players=rules.players,
            )
        )
    if rules.teams != "none" and rules.players != TEAM_SEATS[rules.teams][1]:
        raise RulesError(
            text(
                "Teams {teams} need {players} players.",
                teams=rules.teams,
                players=TEAM_SEATS[rules.teams][1],
            )
        )
    if (rules.variant == "simple") != (rules.lead == "one-or-two"):
        raise RulesError(
            text(
                "In a {variant} game the lead cannot be {lead!r}.",
                variant=rules.variant,
                lead=rules.lead,
            )
        )


assert tuple(field.name for field in fields(Rules)) == tuple(OPTIONS)
assert DECK_RANKS.keys() == set(OPTIONS["deck"].values)
