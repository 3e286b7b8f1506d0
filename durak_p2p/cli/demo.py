"""`durak demo`: a whole game between processes on this computer, checked afterwards."""

from __future__ import annotations

import sys
import tempfile
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

import click
import trio

from durak_p2p.cli.demo_table import DemoFailed, DemoTable
from durak_p2p.cli.exits import Exit, Failure
from durak_p2p.cli.help_texts import command, option
from durak_p2p.cli.seats import bot_options
from durak_p2p.cli.speaking import say, say_path
from durak_p2p.cli.storage import make_private
from durak_p2p.cli.tables import choose_rules, rule_options
from durak_p2p.cli.telling import cheats_json, result_json, say_json
from durak_p2p.cli.verify import report_text
from durak_p2p.replay import Report, Verdict, verify_replay
from durak_p2p.rules import Rules
from durak_p2p.rules.family import AnyRules
from durak_p2p.texts import Text, plural, sentence_of, text
from durak_p2p.ui.sentences import rules_text


@command(
    text("Let computer players play, each in a process of its own, on this computer."),
    text(
        "They meet over encrypted connections, shuffle together and play; then their replays are "
        "compared byte by byte, and verified. Exit status 0: all of that held."
    ),
)
@rule_options
@bot_options
@option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    metavar=text("FOLDER"),
    help=text("Keep the replays in this folder."),
)
@option("--json", "as_json", is_flag=True, help=text("Print one JSON object at the end, no more."))
def demo(
    preset: str,
    players: int | None,
    deck: int | None,
    settings: tuple[str, ...],
    deals: int,
    cheats: float,
    notices: float,
    errs: float,
    seed: int | None,
    out: Path | None,
    as_json: bool,
) -> None:
    """Play, compare and verify."""
    rules = choose_rules(preset, players, deck, settings)
    if not as_json:
        say(
            plural(
                "{count} process: {rules}.",
                "{count} processes: {rules}.",
                rules.players,
                rules=rules_text(rules),
            )
        )
    with _folder(out) as folder:
        rates = (f"--cheats={cheats}", f"--notices={notices}", f"--errs={errs}")
        table = DemoTable(rules, deals, Path(folder), rates, seed, quiet=as_json)
        summary = _play(table, rules, deals, keep=out is not None, as_json=as_json)
    if rules_allow_cheating(rules) and not as_json:
        say(_cheats_text(summary))
    if as_json:
        say_json(summary)
    elif out is not None:
        say(text("Replays:"))
        say_path(out)
    sys.exit(Exit.GOOD if summary["ok"] else Exit.BROKEN)


def _folder(out: Path | None) -> AbstractContextManager[str]:
    if out is None:
        return tempfile.TemporaryDirectory(prefix="durak-")
    make_private(out)
    return nullcontext(str(out))


def rules_allow_cheating(rules: AnyRules) -> bool:
    """Whether one may cheat at a table."""
    return isinstance(rules, Rules) and rules.may_cheat


def _cheats_text(summary: dict[str, Any]) -> Text:
    caught, missed, wrong = (
        sum(deal["cheats"][what] for deal in summary["deals"])
        for what in ("caught", "missed", "wrong")
    )
    return text(
        "In all: {cheats}, {missed} not; {accusations}.",
        cheats=plural("{count} cheat caught", "{count} cheats caught", caught),
        missed=missed,
        accusations=plural("{count} wrong accusation", "{count} wrong accusations", wrong),
    )


def _play(
    table: DemoTable, rules: AnyRules, deals: int, *, keep: bool, as_json: bool
) -> dict[str, Any]:
    try:
        trio.run(table.run)
    except DemoFailed as error:
        raise Failure(sentence_of(error)) from None
    if table.stopped:
        raise Failure(text("The demo was stopped."), Exit.STOPPED)
    checked = [
        _check_deal(number, paths, rules.players, keep=keep, as_json=as_json)
        for number, paths in table.replays().items()
    ]
    whole = len(checked) == deals or _is_lost(checked)
    ok = whole and all(deal["ok"] for deal in checked)
    return {"ok": ok, "players": rules.players, "rules": rules.options(), "deals": checked}


def _is_lost(deals: list[dict[str, Any]]) -> bool:
    """Whether the last deal has decided a match that is played until somebody has lost it."""
    result = deals[-1]["result"] if deals else None
    return result is not None and result.get("loser") is not None


def _check_deal(
    number: int, paths: list[Path], players: int, *, keep: bool, as_json: bool
) -> dict[str, Any]:
    """Compare the players' replays of one deal, and verify one.

    Paths are named only if the files are kept.
    """
    contents = [path.read_bytes() for path in paths]
    same = all(content == contents[0] for content in contents)
    report = verify_replay(contents[0])
    if not as_json:
        say(_comparison_text(number, len(paths), same=same))
        if keep:
            say_path(paths[0])
        else:
            say(text("The replay:"))
        say(report_text(report))
    return {
        "ok": same and len(paths) == players and report.verdict is Verdict.GOOD,
        "number": number,
        "same": same,
        "verdict": report.verdict.value,
        "replays": [str(path) for path in paths if keep],
        "bytes": len(contents[0]),
        **_result(report),
    }


def _comparison_text(number: int, replays: int, *, same: bool) -> Text:
    if same:
        return plural(
            "Deal {number}: {count} replay is the same, byte by byte.",
            "Deal {number}: {count} replays are the same, byte by byte.",
            replays,
            number=number,
        )
    return plural(
        "Deal {number}: {count} replay DIFFERS.",
        "Deal {number}: {count} replays DIFFER.",
        replays,
        number=number,
    )


def _result(report: Report) -> dict[str, Any]:
    state = report.state
    if state is None or state.result is None:
        return {"names": [], "result": None, "cheats": cheats_json(state)}
    return {
        "names": list(state.seat_names()),
        "result": result_json(state.result),
        "cheats": cheats_json(state),
    }
