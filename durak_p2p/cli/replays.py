"""`durak replays`: list the replays that are kept."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any, Final

from durak_p2p.cli.help_texts import argument, command, option
from durak_p2p.cli.kept_replays import Kept, kept_in
from durak_p2p.cli.speaking import say, say_path
from durak_p2p.cli.tables import no_game
from durak_p2p.cli.telling import result_json, say_json
from durak_p2p.cli.values import PATH, Day, WholeNumber
from durak_p2p.replay import Verdict
from durak_p2p.replay.summary import Summary, game_of
from durak_p2p.rules import Rules
from durak_p2p.rules.family import ALL_PRESETS
from durak_p2p.texts import Text, listed, plural, text
from durak_p2p.ui.names import Names
from durak_p2p.ui.rule_words import VARIANTS
from durak_p2p.ui.sentences import result_text
from durak_p2p.ui.words import lines

#: The words for games: presets, and variants for tables that are like none of them.
_GAMES: Final = dict.fromkeys((*ALL_PRESETS, *VARIANTS))


@command(
    text("List the replays that are kept, newest first: yours, or those in FOLDER."),
    text(
        "Each is verified when it is listed for the first time, and what was found is remembered "
        "by the hash of the file; whether deals of a match follow from each other is for "
        "`durak verify` to say."
    ),
)
@argument("folder", text("[FOLDER]"), required=False, type=PATH)
@option("--with", "player", metavar=text("NAME"), help=text("Only those with this player."))
@option(
    "--rules", metavar=text("NAME"), help=text("Only those of this game, as `durak rules` has it.")
)
@option(
    "--since",
    metavar=text("DATE"),
    type=Day(),
    help=text("Only those since this day, such as 2026-12-31."),
)
@option("--fool", metavar=text("NAME"), help=text("Only those that this player has lost."))
@option("--limit", metavar=text("NUMBER"), type=WholeNumber(min=1), help=text("Only the newest."))
@option("--verify", "anew", is_flag=True, help=text("Verify all again, whatever is remembered."))
@option("--json", "as_json", is_flag=True, help=text("Print a JSON object for each file."))
def replays(
    folder: Path | None,
    player: str | None,
    rules: str | None,
    since: datetime | None,
    fool: str | None,
    limit: int | None,
    anew: bool,
    as_json: bool,
) -> None:
    """List what suits."""
    if rules is not None and rules.casefold() not in _GAMES:
        raise no_game(rules, _GAMES)
    chosen = [
        kept
        for kept in kept_in(folder, anew=anew)
        if (since is None or kept.date >= since) and _suits(kept.content, player, rules, fool)
    ][:limit]
    filtered = any(filter_ is not None for filter_ in (player, rules, since, fool))
    for kept in chosen:
        if as_json:
            say_json(kept_json(kept))
        else:
            say(kept_text(kept))
            say_path(f"    {kept.path.name if folder is None else kept.path}")
    if not as_json:
        count = len(chosen)
        say(
            plural("{count} replay.", "{count} replays.", count)
            if count
            else _nothing(folder, filtered=filtered)
        )


def _nothing(folder: Path | None, *, filtered: bool) -> Text:
    """Return why nothing is listed."""
    if filtered:
        return text("There are no such replays.")
    if folder is None:
        return text("There are no replays yet.")
    return text("There are no replays (*.durak) in this folder.")


def _suits(
    content: Summary | Text, player: str | None, rules: str | None, fool: str | None
) -> bool:
    if player is None and rules is None and fool is None:
        return True
    if isinstance(content, Text) or content.setup is None:
        return False
    names = [name.casefold() for name in content.names]
    if player is not None and player.casefold() not in names:
        return False
    if rules is not None and rules.casefold() not in _games(content):
        return False
    loser = content.loser
    return fool is None or (loser is not None and names[loser] == fool.casefold())


def _games(content: Summary) -> set[str]:
    """Return the words for a replay's game: its preset, and its variant."""
    assert content.setup is not None
    rules = content.setup.rules
    return {game_of(rules), rules.variant} if isinstance(rules, Rules) else {game_of(rules)}


def kept_text(kept: Kept) -> Text:
    """Return a replay in a line or two for people, without its name."""
    date, content = f"{kept.date:%Y-%m-%d %H:%M}", kept.content
    if isinstance(content, Text):
        return text("{date}  Could not be read as a replay. {reason}", date=date, reason=content)
    setup = content.setup
    if setup is None:
        return listed([date, _verdict_text(content)], "  ")
    names = listed(content.names)
    told = listed([f"{date}  ", names, f" ({game_of(setup.rules)}"], "")
    if setup.deals > 1:
        deal = text("deal {number} of {deals}", number=setup.number, deals=setup.deals)
        told = listed([told, deal])
    return lines([listed([told, ")"], ""), *_end_lines(content)])


def _end_lines(content: Summary) -> list[Text]:
    told = [_verdict_text(content)]
    if content.finding.result is not None:
        names = Names(content.names)
        told.insert(0, result_text(names, content.finding.result))
    return [listed(["    ", listed(told, "  ")], "")]


def _verdict_text(content: Summary) -> Text:
    match content.finding.verdict:
        case Verdict.GOOD:
            return text("[good]")
        case Verdict.UNFINISHED:
            return text("[unfinished]")
        case Verdict.BROKEN:
            if not content.finding.fault:
                return text("[broken at the set-up]")
            return text("[broken at entry {entry}]", entry=content.finding.fault)


def kept_json(kept: Kept) -> dict[str, Any]:
    """Return a replay for programs (protocol/replay.md)."""
    value: dict[str, Any] = {
        "file": str(kept.path),
        "date": kept.date.isoformat(timespec="seconds"),
    }
    content = kept.content
    if isinstance(content, Text):
        return value | {"verdict": "unreadable", "reason": content}
    finding, setup = content.finding, content.setup
    value |= {
        "verdict": finding.verdict.value,
        "entries": finding.entries,
        "fault": finding.fault,
    }
    if setup is None:
        return value
    return value | {
        "match": setup.match.hex(),
        "deal": setup.deal.hex(),
        "number": setup.number,
        "deals": setup.deals,
        "game": game_of(setup.rules),
        "players": [{"name": player.name, "key": player.key.hex()} for player in setup.players],
        "seats": list(finding.seats),
        "result": result_json(finding.result) if finding.result is not None else None,
    }
