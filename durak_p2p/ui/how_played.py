"""What a table's game is, for who is new to it: in a few sentences, made of its rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from durak_p2p.cards import RANKS
from durak_p2p.rules import Rules, RulesError
from durak_p2p.rules.family import ALL_PRESETS, AnyRules, preset_rules
from durak_p2p.rules.shedding import SheddingRules
from durak_p2p.rules.shedding.options import game_of
from durak_p2p.rules.shedding.presets import Effect, Game
from durak_p2p.texts import CardText, Text, listed, plural, text
from durak_p2p.ui.sentences import rules_text

#: Ranks at the beginning of a line.
RANK_NAMES: Final[Mapping[str, Text]] = {
    "6": text("Six"),
    "7": text("Seven"),
    "8": text("Eight"),
    "J": text("Jack"),
    "Q": text("Queen"),
    "K": text("King"),
    "A": text("Ace"),
}
#: Ranks within a sentence: those that are the only ones to fit by rank in some game.
_RANKS_TOLD: Final[Mapping[str, Text]] = {"6": text("six")}


def how_played(rules: AnyRules) -> tuple[Text, ...]:
    """Return sentences: what the game is, the rules of this table, how it is played."""
    about = about_of(rules)
    told = _shedding(game_of(rules)) if isinstance(rules, SheddingRules) else _beating(rules)
    short = text("The game: {rules}.", rules=rules_text(rules))
    return (*([about] if about is not None else []), short, *told)


def about_of(rules: AnyRules) -> Text | None:
    """Return what the preset says of which these rules are, for any number of players, if any."""
    if isinstance(rules, SheddingRules):
        return ALL_PRESETS[rules.preset].about
    for name, preset in ALL_PRESETS.items():
        try:
            found = preset_rules(name, {"players": rules.players})
        except RulesError:
            continue  # not for so many
        if found == rules:
            return preset.about
    return None


def _beating(rules: Rules) -> Iterator[Text]:
    if rules.lead == "one":
        yield text("Who leads lays a card.")
    else:
        yield text("Who leads lays a card or several of one rank.")
    yield text(
        "Who defends beats each with a higher card of its suit or with a trump, or takes them all."
    )
    if rules.variant != "simple":
        yield text("Others may throw in cards of the ranks that lie there.")
    if rules.variant == "transfer":
        yield text(
            "While nothing is beaten, who defends may lay a card of the same rank instead: then "
            "the next player defends."
        )
    if rules.may_cheat:
        if rules.cheating == "all":
            yield text("Anybody may lay cards against the rules.")
        else:
            yield text("Who defends may lay cards against the rules.")
        yield text(
            "Until the bout closes others may accuse. Rightly: the cards go back, and who defended "
            "with them takes. Wrongly: who accused can accuse nobody in this bout any more."
        )
    yield text("Then all draw up to six cards while there are some. Who took misses the lead.")
    if rules.teams == "none":
        yield text("Who has cards left when all others are out of them is the fool.")
    else:
        yield text("The team that has cards left when all others are out of them has lost.")


def _shedding(game: Game) -> Iterator[Text]:
    if game.by_rank == RANKS:
        yield text("Lay one card: of the suit that lies there, or of its rank.")
    else:
        yield text(
            "Lay one card of the suit that lies there. By its rank a card fits only here: {ranks}.",
            ranks=listed(_RANKS_TOLD[rank] for rank in game.by_rank),
        )
    if game.draws_one:
        yield text("If none fits, draw a card; if that does not fit either, pass.")
    else:
        yield text("If none fits, draw until one does.")
    for card, effect in game.effects.items():
        name = RANK_NAMES[card] if len(card) == 1 else CardText(card)
        yield text("{card}: {effects}.", card=name, effects=listed(_effects(effect)))
    yield text(
        "Who lays the last card has won. The cards of the other one count, and {points} points "
        "lose the match.",
        points=game.match_points,
    )


def _effects(effect: Effect) -> Iterator[Text]:
    if effect.fits_always:
        yield text("fits on everything")
    if effect.names:
        yield text("you name the suit to follow")
    if effect.draws and effect.misses:
        yield plural(
            "the next player draws {count} card and misses the turn, so you play again",
            "the next player draws {count} cards and misses the turn, so you play again",
            effect.draws,
        )
    elif effect.draws:
        yield plural(
            "the next player draws {count} card", "the next player draws {count} cards",
            effect.draws,
        )  # fmt: skip
    elif effect.misses:
        yield text("the next player misses the turn, so you play again")
    if effect.goes_on:
        yield text("you must lay one more card")
    if effect.any_next:
        yield text("you may lay any card on it at once, or pass")
    if effect.covered:
        yield text("you may cover it with a card of its suit, and name the suit to follow")
