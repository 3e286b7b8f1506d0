"""`durak stats`: sum up the replays that are kept."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from durak_p2p.cli.exits import Exit, Failure
from durak_p2p.cli.help_texts import argument, command, option
from durak_p2p.cli.kept_replays import kept_in
from durak_p2p.cli.speaking import say
from durak_p2p.cli.storage import own_public_key
from durak_p2p.cli.telling import say_json
from durak_p2p.cli.values import PATH
from durak_p2p.game.setup import SetupPlayer
from durak_p2p.replay.statistics import Statistics, Tally
from durak_p2p.replay.summary import Summary
from durak_p2p.texts import Text, text
from durak_p2p.ui.statistics import BLOCKS, NOTHING_YET, PLAIN, Bars, statistics_text


@command(
    text("Sum up the deals that you have played, from your replays or those in FOLDER."),
    text(
        "Yours are those under your key; --name takes whoever has that name. Each deal counts "
        "once, however many copies of its replay lie there, and only if its replay is good."
    ),
)
@argument("folder", text("[FOLDER]"), required=False, type=PATH)
@option("--name", metavar=text("NAME"), help=text("The deals of whoever has this name."))
@option("--ascii", "ascii_only", is_flag=True, help=text("Draw bars with plain characters."))
@option("--json", "as_json", is_flag=True, help=text("Print JSON, for programs."))
def stats(folder: Path | None, name: str | None, ascii_only: bool, as_json: bool) -> None:
    """Sum them up."""
    if name is None:
        found = _own(folder)
    else:
        wanted = name.casefold()
        found = _sum_up(folder, lambda player: player.name.casefold() == wanted)
    if found is None:
        raise Failure(
            text("{nothing} --name sums up the deals of a name.", nothing=NOTHING_YET), Exit.USAGE
        )
    if as_json:
        say_json(statistics_json(*found))
    else:
        say(statistics_text(name, *found, bars_for(ascii_only=ascii_only)))


def own_statistics(bars: Bars) -> Text:
    """Return what one's own deals sum up to, from one's own replays."""
    found = _own(None)
    return NOTHING_YET if found is None else statistics_text(None, *found, bars)


def _own(folder: Path | None) -> tuple[Statistics, int] | None:
    """Return what one's own deals sum up to; None for who has no key yet, and so has no deals."""
    key = own_public_key()
    return None if key is None else _sum_up(folder, lambda player: player.key == key)


def _sum_up(folder: Path | None, is_self: Callable[[SetupPlayer], bool]) -> tuple[Statistics, int]:
    """Return the statistics of a player, and how many replays were left out."""
    kept = kept_in(folder, anew=False)
    read = [(one.date, one.content) for one in kept if isinstance(one.content, Summary)]
    return Statistics.of(read, is_self), sum(one.is_wrong for one in kept)


def bars_for(*, ascii_only: bool) -> Bars:
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
