"""Options that say who plays, and how computer players do."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click

from durak_p2p.bots import Rates
from durak_p2p.cli.help_texts import option
from durak_p2p.cli.values import Number
from durak_p2p.texts import text

Command = Callable[..., None]


def bot_options(command: Command) -> Command:
    """Add the options that say how computer players cheat, where the table allows it."""
    rate = Number(0, 1)
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
            help=text("How often the computer notices a cheat, at each look."),
        ),
        option(
            "--errs",
            type=rate,
            metavar=text("RATE"),
            default=usual.errs,
            show_default=True,
            help=text("How often the computer accuses out of the blue, at each look."),
        ),
        option(
            "--seed",
            type=int,
            metavar=text("NUMBER"),
            help=text("The seed of the computer's chances."),
        ),
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


def person_options(command: Command) -> Command:
    """Add the options that say under which name one plays, and where the replay goes."""
    for add in (
        option(
            "--name",
            metavar=text("NAME"),
            help=text(
                "The name to play under.  [default: the one typed on the start screen, or your "
                "login name]"
            ),
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
