"""Options that host and join have in common."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click

from durak_p2p.bots import Rates

Command = Callable[..., None]


def bot_options(command: Command) -> Command:
    """Add the options that say how computer players cheat, where the table allows it."""
    rate = click.FloatRange(0, 1)
    usual = Rates()
    for option in (
        click.option(
            "--cheats",
            type=rate,
            default=usual.cheats,
            show_default=True,
            help="Where cheating is allowed: how often the computer cheats, 0 to 1.",
        ),
        click.option(
            "--notices",
            type=rate,
            default=usual.notices,
            show_default=True,
            help="How often it notices a cheat, at each look.",
        ),
        click.option(
            "--errs",
            type=rate,
            default=usual.errs,
            show_default=True,
            help="How often it accuses out of the blue, at each look.",
        ),
        click.option("--seed", type=int, help="The seed of its chances."),
    ):
        command = option(command)
    return command


def seat_options(command: Command) -> Command:
    """Add the options that say who plays here, and where the replay goes."""
    for option in (
        click.option("--name", help="The name to play under.  [default: your login name]"),
        click.option(
            "--out",
            type=click.Path(file_okay=False, path_type=Path),
            help="The folder for the replays.  [default: in your data folder]",
        ),
        click.option("--computer", is_flag=True, help="Let the computer play for you."),
        bot_options,
        click.option("--json", "as_json", is_flag=True, hidden=True),
        click.option("--label", hidden=True),
        click.option(
            "--new-key", is_flag=True, help="Play under a key that is forgotten afterwards."
        ),
    ):
        command = option(command)
    return command
