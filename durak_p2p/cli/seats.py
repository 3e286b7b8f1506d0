"""Options that say who plays, and how computer players do."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click

from durak_p2p.bots import Rates
from durak_p2p.cli.help_texts import option
from durak_p2p.texts import text

Command = Callable[..., None]


def bot_options(command: Command) -> Command:
    """Add the options that say how computer players cheat, where the table allows it."""
    rate = click.FloatRange(0, 1)
    usual = Rates()
    for add in (
        option(
            "--cheats",
            type=rate,
            metavar=text("RATE"),
            default=usual.cheats,
            show_default=True,
            help=text("Where cheating is allowed: how often the computer cheats, 0 to 1."),
        ),
        option(
            "--notices",
            type=rate,
            metavar=text("RATE"),
            default=usual.notices,
            show_default=True,
            help=text("How often it notices a cheat, at each look."),
        ),
        option(
            "--errs",
            type=rate,
            metavar=text("RATE"),
            default=usual.errs,
            show_default=True,
            help=text("How often it accuses out of the blue, at each look."),
        ),
        option("--seed", type=int, metavar=text("NUMBER"), help=text("The seed of its chances.")),
    ):
        command = add(command)
    return command


def front_options(command: Command) -> Command:
    """Add the options that say on what a person plays."""
    for add in (
        option(
            "--plain", is_flag=True, help=text("Tell the game in sentences, without a full screen.")
        ),
        option(
            "--ascii",
            "ascii_only",
            is_flag=True,
            help=text("Show letters and plain characters only."),
        ),
    ):
        command = add(command)
    return command


def style_options(command: Command) -> Command:
    """Add the options that say who plays, on what, and who is told."""
    for add in (
        front_options,
        option("--computer", is_flag=True, help=text("Let the computer play for you.")),
        option(
            "--pace",
            type=click.FloatRange(0, 60),
            metavar=text("SECONDS"),
            default=0.0,
            help=text("How long the computer thinks before each move."),
        ),
        click.option("--json", "as_json", is_flag=True, hidden=True),
    ):
        command = add(command)
    return command


def person_options(command: Command) -> Command:
    """Add the options that say under which name one plays, and where the replay goes."""
    for add in (
        option(
            "--name",
            metavar=text("NAME"),
            help=text("The name to play under.  [default: your login name]"),
        ),
        option(
            "--out",
            type=click.Path(file_okay=False, path_type=Path),
            metavar=text("FOLDER"),
            help=text("The folder for the replays.  [default: in your data folder]"),
        ),
    ):
        command = add(command)
    return command


def seat_options(command: Command) -> Command:
    """Add the options that say who plays here, and where the replay goes."""
    for add in (
        person_options,
        bot_options,
        style_options,
        click.option("--label", hidden=True),
        option(
            "--yes",
            "ready",
            is_flag=True,
            envvar="DURAK_YES",
            show_envvar=True,
            help=text("Be ready for any rules, without being asked."),
        ),
        option(
            "--new-key", is_flag=True, help=text("Play under a key that is forgotten afterwards.")
        ),
    ):
        command = add(command)
    return command
