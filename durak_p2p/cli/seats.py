"""Options that host and join have in common."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click

Command = Callable[..., None]


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
        click.option("--json", "as_json", is_flag=True, hidden=True),
        click.option("--label", hidden=True),
        click.option(
            "--new-key", is_flag=True, help="Play under a key that is forgotten afterwards."
        ),
    ):
        command = option(command)
    return command
