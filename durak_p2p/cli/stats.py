"""`durak stats`: sum up the replays that are kept."""

from __future__ import annotations

import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from durak_p2p.cli.exits import Exit, Failure
from durak_p2p.cli.help_texts import argument, command, option
from durak_p2p.cli.kept_replays import kept_in
from durak_p2p.cli.speaking import say
from durak_p2p.cli.storage import own_public_key
from durak_p2p.cli.telling import say_json
from durak_p2p.game.setup import SetupPlayer
from durak_p2p.replay import Verdict
from durak_p2p.replay.statistics import Statistics, Tally
from durak_p2p.replay.summary import Summary
from durak_p2p.texts import text
from durak_p2p.ui.statistics import BLOCKS, PLAIN, Bars, statistics_text


@command(
    text("Sum up the deals that you have played, from your replays or those in FOLDER."),
    text(
        "Yours are those under your key; --name takes whoever has that name. Each deal counts "
        "once, however many copies of its replay lie there, and only if its replay is good."
    ),
)
@argument("folder", text("[FOLDER]"), required=False, type=click.Path(path_type=Path))
@option("--name", metavar=text("NAME"), help=text("The deals of whoever has this name."))
@option("--ascii", "ascii_only", is_flag=True, help=text("Draw bars with plain characters."))
@option("--json", "as_json", is_flag=True, help=text("Print JSON, for programs."))
def stats(folder: Path | None, name: str | None, ascii_only: bool, as_json: bool) -> None:
    """Sum them up."""
    key = None if name is not None else own_public_key()
    if name is None and key is None:
        raise Failure(
            text(
                "You have no key here yet, so no deal is yours; --name sums up the deals of a name."
            ),
            Exit.USAGE,
        )

    def is_self(player: SetupPlayer) -> bool:
        if name is not None:
            return player.name.casefold() == name.casefold()
        return player.key == key

    kept = kept_in(folder, anew=False)
    read = [(one.date, one.content) for one in kept if isinstance(one.content, Summary)]
    broken = len(kept) - sum(content.finding.verdict is not Verdict.BROKEN for _, content in read)
    statistics = Statistics.of(read, is_self)
    if as_json:
        say_json(statistics_json(statistics, broken))
    else:
        say(statistics_text(name or text("You"), statistics, broken, _bars(ascii_only=ascii_only)))


def _bars(*, ascii_only: bool) -> Bars:
    """Return what bars are drawn with, as the output can show it."""
    if ascii_only:
        return PLAIN
    try:
        (BLOCKS.won + BLOCKS.drawn + BLOCKS.lost).encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return PLAIN
    return BLOCKS


def statistics_json(statistics: Statistics, broken: int) -> dict[str, Any]:
    """Return it for programs (protocol/replay.md)."""
    streak = statistics.streak
    return {
        **_tally_json(statistics.total),
        "void": statistics.void,
        "unfinished": statistics.unfinished,
        "left_out": broken,
        "fools": statistics.fools,
        "epaulettes": statistics.epaulettes,
        "streak": None
        if streak is None
        else {"outcome": streak.outcome.value, "length": streak.length},
        "longest": {"won": statistics.wins, "lost": statistics.losses},
        "opponents": [{"name": name, **_tally_json(tally)} for name, tally in statistics.opponents],
        "games": [{"game": game, **_tally_json(tally)} for game, tally in statistics.games],
    }


def _tally_json(tally: Tally) -> dict[str, int]:
    return {"deals": tally.deals, **asdict(tally)}
