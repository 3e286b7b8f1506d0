"""`durak verify`: judge replays."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from itertools import chain
from pathlib import Path
from typing import Any, Final

from durak_p2p.cli.exits import Exit
from durak_p2p.cli.help_texts import argument, command, option
from durak_p2p.cli.progress import ProgressLine, verifying_text
from durak_p2p.cli.replay_files import found_replay, read_bytes, replays_in
from durak_p2p.cli.speaking import say, say_path
from durak_p2p.cli.telling import cheats_json, ended_json, gone_json, result_json, say_json
from durak_p2p.cli.values import PATH
from durak_p2p.game import EntryType, GameState
from durak_p2p.replay import NotAReplay, Report, Verdict, check_matches, verify_replay
from durak_p2p.texts import Text, listed, plural, sentence_of, text
from durak_p2p.ui.names import Names
from durak_p2p.ui.sentences import cheats_text, result_text, rules_text
from durak_p2p.ui.words import lines

#: The exit status for each verdict.
STATUS: Final = {
    Verdict.GOOD: Exit.GOOD,
    Verdict.UNFINISHED: Exit.UNFINISHED,
    Verdict.BROKEN: Exit.BROKEN,
}
# Of several files the worst decides.
_WORST_FIRST = (Exit.BROKEN, Exit.USAGE, Exit.UNFINISHED, Exit.GOOD)


NEXT_STEP: Final[Mapping[EntryType, Text]] = {
    EntryType.COMMIT: text("everybody's commitment"),
    EntryType.REVEAL: text("the reveal of keys and coins"),
    EntryType.SHUFFLE: text("a shuffle"),
    EntryType.SHARES: text("the dealing of cards"),
    EntryType.ANSWER: text("the answers to who leads"),
    EntryType.MOVE: text("a move"),
    EntryType.CLOSE: text("the closing of a bout"),
    EntryType.OPEN: text("the opening of the deck"),
}


@command(
    text("Check replays, files or all in a folder, trusting nobody."),
    text("Signatures, order, proofs, rules and results are all checked again."),
    text("Deals of one match are checked to follow from each other, where both files are given."),
    text(
        "Exit status: 0 all good; 3 good but unfinished; 1 broken; 2 a file could not be read as a "
        "replay. Of several files the worst decides: broken, unreadable, unfinished, good."
    ),
)
@argument("files", text("FILES..."), nargs=-1, required=True, type=PATH)
@option("--json", "as_json", is_flag=True, help=text("Print a JSON object for each file."))
def verify(files: tuple[Path, ...], as_json: bool) -> None:
    """Judge the files, tell of each, and exit as the worst of them asks for."""
    files = tuple(chain.from_iterable(map(_replays_in, map(found_replay, files))))
    read = []
    with ProgressLine() as line:
        for number, path in enumerate(files, start=1):
            line.tell(verifying_text(number, len(files)))
            read.append(_read(path))
    judged = iter(check_matches([report for report in read if isinstance(report, Report)]))
    statuses = set()
    for path, found in zip(files, read, strict=True):
        report = next(judged) if isinstance(found, Report) else found
        statuses.add(_tell(path, report, as_json))
    sys.exit(next(status for status in _WORST_FIRST if status in statuses))


def _replays_in(path: Path) -> list[Path]:
    """Return the replays in a folder, or what is no folder as it is."""
    try:
        found = replays_in(path)
    except OSError:
        return [path]  # it is no folder, or who reads it will say why it cannot be read
    return found or [path]


def _read(path: Path) -> Report | str:
    """Return the report on one file, or why it could not be read."""
    try:
        return verify_replay(read_bytes(path))
    except NotAReplay as error:
        return sentence_of(error)


def _tell(path: Path, report: Report | str, as_json: bool) -> Exit:
    if isinstance(report, str):
        if as_json:
            say_json({"file": str(path), "verdict": "unreadable", "reason": report})
        else:
            say_path(path)
            say(below(text("Could not be read as a replay. {reason}", reason=report)))
        return Exit.USAGE
    if as_json:
        say_json(report_json(path, report))
    else:
        say_path(path)
        say(report_text(report))
    return STATUS[report.verdict]


def below(line: str) -> Text:
    """Return a line that stands below what it tells of: a path, as a rule."""
    return listed(["  ", line], "")


def report_text(report: Report) -> Text:
    """Return a report for people, in a few lines that stand below what it is on."""
    told: list[Text] = [verdict_text(report)]
    state = report.state
    if state is not None:
        checked = plural("Checked: {count} entry.", "Checked: {count} entries.", report.entries)
        told += [*_deal_lines(state), checked]
    return lines([below(line) for line in told])


def verdict_text(report: Report) -> Text:
    """Return the verdict with its reason."""
    if report.verdict is Verdict.GOOD:
        assert report.state is not None
        return _good_text(report.state)
    if report.verdict is Verdict.UNFINISHED:
        return text("Good but unfinished. {what}", what=_waiting_text(report.state))
    fault = report.fault
    assert fault is not None
    where = (
        text("Broken at entry {entry}", entry=fault.entry)
        if fault.entry
        else text("Broken at the set-up")
    )
    name = report.author_name
    if fault.proven:
        assert name is not None
        return text("{where}, by {name}. {reason}", where=where, name=name, reason=fault.reason)
    if fault.by_all:
        return text(
            "{where}. {reason} Its players have signed it so.", where=where, reason=fault.reason
        )
    if name is not None:
        return text(
            "{where}, which stands there as {name}'s. {reason} The file is not as it was written.",
            where=where,
            name=name,
            reason=fault.reason,
        )
    return text(
        "{where}. {reason} The file is not as it was written.", where=where, reason=fault.reason
    )


def _good_text(state: GameState) -> Text:
    if state.opened is not None:
        return text(
            "Good. The deal is complete and opened, and every shuffle is the one committed to."
        )
    if state.deal is None:
        return text("Good. The deal has ended before its cards were dealt.")
    hidden = set(range(state.authors)) - state.openings.keys()
    shuffles = sum(
        author in hidden
        for round_ in state.rounds
        for author in state.shufflers[: len(round_.decks) - 1]
    )
    return plural(
        "Good. The deal is complete, but not opened by: {names}. Hands and {count} shuffle rest "
        "on the proofs alone.",
        "Good. The deal is complete, but not opened by: {names}. Hands and {count} shuffles rest "
        "on the proofs alone.",
        shuffles,
        names=listed(state.name(author) for author in sorted(hidden)),
    )


def _waiting_text(state: GameState | None) -> Text:
    if state is None or state.step is None:
        return text("The file ends before the set-up does.")
    return text(
        "The file ends at step {number}: {step} was to come.",
        number=state.number,
        step=NEXT_STEP[state.step.type],
    )


def _deal_lines(state: GameState) -> list[Text]:
    setup = state.setup
    told = [
        text(
            "Deal {number} of {deals}: {rules}.",
            number=setup.number,
            deals=setup.deals,
            rules=rules_text(setup.rules),
        )
    ]
    if state.seats:
        names = listed(state.seat_names())
        dealer = state.name(_dealer(state))
        told.append(
            text(
                "Players, in the order of play: {names}. Dealer: {dealer}.",
                names=names,
                dealer=dealer,
            )
        )
    else:
        names = listed(player.name for player in setup.players)
        told.append(text("Players: {names}.", names=names))
    if state.result is not None:
        result = result_text(Names.of(state), state.result)
        told.append(text("Result: {result}", result=result))
    return told + _gone_lines(state) + _cheats_lines(state)


def _gone_lines(state: GameState) -> list[Text]:
    """Say who was out of time, and who is gone."""
    lines_: list[Text] = []
    if state.timeout is not None:
        author, voices = state.timeout
        lines_.append(
            plural(
                "By time: {name} has not moved in time, says {count} player.",
                "By time: {name} has not moved in time, say {count} players.",
                voices,
                name=state.name(author),
            )
        )
    for author, gone in sorted(state.departed.items()):
        name = state.name(author)
        if gone.reason == "left":
            lines_.append(text("Left, and signed it: {name}.", name=name))
        else:
            lines_.append(
                plural(
                    "Away: {name}, says {count} player.",
                    "Away: {name}, say {count} players.",
                    gone.voices,
                    name=name,
                )
            )
    return lines_


def _cheats_lines(state: GameState) -> list[Text]:
    return cheats_text(state, Names.of(state)) if state.opened is not None else []


def _dealer(state: GameState) -> int:
    return state.seats[state.dealer]


def report_json(path: Path, report: Report) -> dict[str, Any]:
    """Return a report for programs (protocol/replay.md)."""
    value: dict[str, Any] = {
        "file": str(path),
        "verdict": report.verdict.value,
        "reason": verdict_text(report),
        "entries": report.entries,
    }
    state = report.state
    if state is not None:
        setup = state.setup
        value |= {
            "match": setup.match.hex(),
            "deal": setup.deal.hex(),
            "number": setup.number,
            "deals": setup.deals,
            "previous": setup.previous.hex(),
            "log": state.log.hex(),
            "rules": setup.rules.options(),
            "players": [{"name": p.name, "key": p.key.hex()} for p in setup.players],
            "seats": list(state.seats),
            "dealer": state.dealer if state.seats else None,
            "result": result_json(state.result) if state.result is not None else None,
            "opened": state.opened is not None,
            "ended": ended_json(state),
            "gone": gone_json(state),
            "cheats": cheats_json(state),
        }
    if report.fault is not None:
        value["fault"] = {
            "entry": report.fault.entry,
            "author": report.fault.author,
            "name": report.author_name,
            "reason": report.fault.reason,
            "proven": report.fault.proven,
        }
    return value
