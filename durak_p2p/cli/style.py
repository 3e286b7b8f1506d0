"""How a peer is run: who plays, who is told, and on what; and the options that ask for it."""

from __future__ import annotations

import functools
import random
import secrets
from dataclasses import dataclass, replace
from typing import Any

import click

from durak_p2p.bots import Bot, CheatingBot, Rates, SimpleBot
from durak_p2p.cli.bot_chooser import BotChooser
from durak_p2p.cli.help_texts import option
from durak_p2p.cli.seats import Command, bot_options, front_options, person_options
from durak_p2p.cli.values import Number
from durak_p2p.cli.whole_screen import WholeScreen, whole_screen
from durak_p2p.texts import text
from durak_p2p.ui.settings import PACES


@dataclass(frozen=True, slots=True)
class Style:
    """How a peer is run: who plays, who is told, and on what."""

    computer: bool  # which leaves the table when standard input ends
    json: bool
    rates: Rates  # how the computer player cheats, where that is allowed
    seed: int | None  # of its chances; None: another each time
    pace: float = 0.0  # how many seconds it thinks before each move
    ready: bool = False  # for any rules, without being asked
    screen: WholeScreen | None = None  # to be used; None: lines are

    def computer_player(self, number: int) -> BotChooser:
        """Return who decides for the computer player with a number at a person's table.

        People want to follow: it takes its time.
        """
        pace = self.pace if self.computer or self.pace else PACES["calm"]
        seed = None if self.seed is None else self.seed + number
        return BotChooser(replace(self, seed=seed).bot(), pace)

    def bot(self) -> Bot:
        """Return the computer player."""
        if self.seed is None:
            return CheatingBot(SimpleBot(), self.rates, secrets.SystemRandom())
        chance = random.Random(self.seed)  # noqa: S311 - it only says when a bot cheats
        return CheatingBot(SimpleBot(), self.rates, chance)


def style_options(command: Command) -> Command:
    """Add the options that say who plays, on what, and who is told: the command gets a `Style`.

    What it raises then is a :class:`Failure`: for settings that cannot be read.
    """

    @functools.wraps(command)
    def with_style(
        *,
        computer: bool,
        cheats: float,
        notices: float,
        errs: float,
        seed: int | None,
        pace: float,
        as_json: bool,
        plain: bool,
        ascii_only: bool,
        ready: bool = False,
        **others: Any,
    ) -> None:
        lines = plain or computer or as_json
        screen = whole_screen(plain=lines, ascii_only=ascii_only)
        rates = Rates(cheats, notices, errs)
        style = Style(computer, as_json, rates, seed, pace, ready, screen)
        command(style=style, **others)

    made: Command = with_style
    for add in (
        bot_options,
        front_options,
        option("--computer", is_flag=True, help=text("Let the computer play for you.")),
        option(
            "--pace",
            type=Number(0, 60),
            metavar=text("SECONDS"),
            default=0.0,
            help=text("How long the computer thinks before each move."),
        ),
        click.option("--json", "as_json", is_flag=True, hidden=True),
    ):
        made = add(made)
    return made


def seat_options(command: Command) -> Command:
    """Add the options of who sits down: under which name and key, in which style."""
    for add in (
        person_options,
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
