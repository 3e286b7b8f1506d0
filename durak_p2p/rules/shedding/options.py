"""The table's options in this family (rules 4.1), as data: `OPTIONS` is the one place for each."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from functools import cache
from typing import Any, Final

from durak_p2p.rules.options import Option, RulesError, Value, check_values
from durak_p2p.rules.shedding.presets import GAMES, PRESETS, Game
from durak_p2p.texts import text

PLAYERS: Final = 2

OPTIONS: Final = {
    option.name: option
    for option in (
        Option(
            "preset",
            tuple(GAMES),
            "C",
            text("The game: Czech durak or one of its variants."),
        ),
        Option(
            "deck",
            (36, 32),
            "C",
            text("Cards in the deck; each game has its own number and no other."),
        ),
        Option(
            "players",
            (PLAYERS,),
            "C",
            text("How many play: two."),
        ),
        Option(
            "reshuffle",
            (False, True),
            "C; +",
            text("Whether the pile is shuffled when it is turned over to be the stock again."),
        ),
        Option(
            "king_draws",
            (False, True),
            "C",
            text("In czech-9: whether a king makes the next player draw five and miss the turn."),
        ),
        Option(
            "turn_seconds",
            (None,),
            "A",
            text("Seconds for a turn; who overruns them loses the deal. None: no limit."),
            open_ended=True,
        ),
    )
}

#: Options that only some games have.
OWN_OPTIONS: Final = frozenset(name for game in GAMES.values() for name in game.optional)


@dataclass(frozen=True)
class SheddingRules:
    """The rules of one table. Make them with `from_options` or `rules_for`, which check."""

    preset: str = "czech"
    deck: int = 36
    players: int = PLAYERS
    reshuffle: bool = False
    king_draws: bool = False
    turn_seconds: int | None = None

    @classmethod
    def from_options(cls, options: Mapping[str, Any]) -> "SheddingRules":
        """The table with these options; those left out have their defaults.

        Raises:
            RulesError: an unknown option or value, or a table that cannot be.
        """
        chosen: dict[str, Any] = dict(options)
        _check_players(chosen)
        check_values(OPTIONS, chosen)
        chosen.setdefault("preset", OPTIONS["preset"].default)
        preset: str = chosen["preset"]
        for name in OWN_OPTIONS - GAMES[preset].optional.keys():
            if name in chosen:
                raise RulesError(text("{preset} has no option {name!r}.", preset=preset, name=name))
        rules = cls(**{**PRESETS[preset], **chosen})
        check(rules)
        return rules

    def options(self) -> dict[str, Value]:
        """Every option that the game has, as JSON values; `from_options` gives the same rules."""
        others = OWN_OPTIONS - GAMES[self.preset].optional.keys()
        return {name: value for name, value in asdict(self).items() if name not in others}


def _check_players(chosen: Mapping[str, Any]) -> None:
    """Refuse another number of players, and say for which game: it is an option like any other.

    Raises:
        RulesError: the sentence says so.
    """
    preset = chosen.get("preset", OPTIONS["preset"].default)
    players = chosen.get("players", PLAYERS)
    if (
        isinstance(preset, str)
        and preset in GAMES
        and isinstance(players, int)
        and players != PLAYERS
    ):
        raise RulesError(text("{preset} is a game for two.", preset=preset))


def check(rules: SheddingRules) -> None:
    """Refuse a table that cannot be.

    Raises:
        RulesError: the sentence says why.
    """
    deck = GAMES[rules.preset].deck
    if rules.deck != deck:
        raise RulesError(
            text("{preset} is played with {deck} cards.", preset=rules.preset, deck=deck)
        )


@cache
def game_of(rules: SheddingRules) -> Game:
    """The game that is played at this table."""
    game = GAMES[rules.preset]
    for option, effects in game.optional.items():
        if getattr(rules, option):
            game = replace(game, effects={**game.effects, **effects})
    return game


def rules_for(preset: str, **options: Any) -> SheddingRules:
    """The preset's rules with `options` set on top.

    Raises:
        RulesError: no such preset, option or value, or a table that cannot be.
    """
    if preset not in PRESETS:
        raise RulesError(text("There is no preset {preset!r}.", preset=preset))
    return SheddingRules.from_options({"preset": preset, **options})


assert tuple(field.name for field in fields(SheddingRules)) == tuple(OPTIONS)
