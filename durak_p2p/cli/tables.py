"""Options of the command line that say what is played."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from durak_p2p.cli.exits import Exit, Failure
from durak_p2p.cli.help_texts import option
from durak_p2p.cli.saved_tables import saved_tables
from durak_p2p.cli.values import WholeNumber
from durak_p2p.rules import MOST_OPEN_ENDED, OPTIONS, Option, RulesError
from durak_p2p.rules.family import (
    ALL_PRESETS,
    AnyRules,
    preset_rules,
    rules_from,
    told_options,
)
from durak_p2p.rules.shedding import OPTIONS as SHEDDING_OPTIONS
from durak_p2p.rules.shedding import PRESETS as SHEDDING_PRESETS
from durak_p2p.rules.shedding import SheddingRules
from durak_p2p.texts import listed, sentence_of, text
from durak_p2p.ui.games import option_word
from durak_p2p.ui.typed_numbers import typed_number

Command = Callable[..., None]


def rule_options(command: Command) -> Command:
    """Add the options that choose the rules of a table."""
    for add in (
        option(
            "--players",
            type=int,
            metavar=text("NUMBER"),
            help=text("How many play, 2 to 8.  [default: 2]"),
        ),
        option(
            "--deck",
            type=int,
            metavar=text("NUMBER"),
            help=text("Cards in the deck.  [default: 36]"),
        ),
        option(
            "--rules",
            "preset",
            default="classic",
            show_default=True,
            metavar=text("PRESET"),
            help=text("The game: {presets}.", presets=listed(ALL_PRESETS)),
        ),
        option(
            "--set",
            "settings",
            multiple=True,
            metavar=text("OPTION=VALUE"),
            help=text("Set one option of the rules on top; may be given several times."),
        ),
        option(
            "--deals",
            type=WholeNumber(1, 1000),
            default=1,
            show_default=True,
            metavar=text("NUMBER"),
            help=text("How many deals are played."),
        ),
    ):
        command = add(command)
    return command


def choose_rules(
    preset: str, players: int | None, deck: int | None, settings: tuple[str, ...]
) -> AnyRules:
    """Return the rules that the command line chooses.  Raises :class:`Failure`."""
    preset = preset.lower()
    saved = {} if preset in ALL_PRESETS else saved_tables()
    if preset not in ALL_PRESETS and preset not in saved:
        raise no_game(preset, [*ALL_PRESETS, *saved])
    is_shedding = preset in SHEDDING_PRESETS or isinstance(saved.get(preset), SheddingRules)
    known_options = SHEDDING_OPTIONS if is_shedding else OPTIONS
    options: dict[str, Any] = dict(_setting(known_options, setting) for setting in settings)
    if players is not None:
        options["players"] = players
    if deck is not None:
        options["deck"] = deck
    try:
        if preset in ALL_PRESETS:
            return preset_rules(preset, options)
        return rules_from({**told_options(saved[preset]), **options})
    except RulesError as error:
        raise Failure(sentence_of(error), Exit.USAGE) from None


def no_game(name: str, known: Iterable[str]) -> Failure:
    """Return the error that there is no game of a name; *known* are those that there are."""
    return Failure(
        text("There is no game {preset!r}; there are {known}.", preset=name, known=listed(known)),
        Exit.USAGE,
    )


def _setting(options: Mapping[str, Option], setting: str) -> tuple[str, Any]:
    name, sign, word = setting.partition("=")
    found = options.get(name)
    if not sign or found is None:
        known = listed(options)
        raise Failure(
            text(
                "{setting!r} sets no option; the options are {known}.", setting=setting, known=known
            ),
            Exit.USAGE,
        )
    values = {option_word(value): value for value in found.values}
    if word in values:
        return name, values[word]
    if found.open_ended and (number := typed_number(word, MOST_OPEN_ENDED)) is not None:
        return name, number
    raise Failure(
        text(
            "{value} is not a value of {name!r}: {choices}.",
            value=repr(word),
            name=name,
            choices=found.choices,
        ),
        Exit.USAGE,
    )
