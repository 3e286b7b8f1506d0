"""`durak replay`: tell a replay step by step."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from durak_p2p.cli.exits import Exit, Failure
from durak_p2p.cli.help_texts import argument, command, option
from durak_p2p.cli.replay_files import found_replay, read_bytes
from durak_p2p.cli.settings_file import sorting_of_hands
from durak_p2p.cli.speaking import own_language, say, say_path
from durak_p2p.cli.telling import event_json, say_json, view_json
from durak_p2p.cli.values import PATH
from durak_p2p.cli.verify import (
    STATUS,
    below,
    report_json,
    report_text,
    verdict_text,
)
from durak_p2p.cli.whole_screen import WholeScreen, run_on_screen, whole_screen
from durak_p2p.game import Event
from durak_p2p.replay import NotAReplay
from durak_p2p.replay.timeline import BoutClosed, Timeline
from durak_p2p.texts import Text, listed, sentence_of, text
from durak_p2p.ui.names import Names
from durak_p2p.ui.replaying import (
    bout_text,
    hand_text,
    hidden_text,
    moment_text,
    names_in,
    numbered,
)
from durak_p2p.ui.screen.playback import Playback
from durak_p2p.ui.screen.replay import ReplayScreen
from durak_p2p.ui.sentences import rules_text
from durak_p2p.ui.typed_numbers import typed_number


@command(
    text("Tell what happened in a deal, from its replay."),
    text(
        "On the screen, with keys to step, jump and play; in sentences where there is no terminal."
    ),
    text(
        "Everything is checked as `durak verify` does; the verdict stands first and last, and the "
        "exit status is that of `durak verify`. What comes after a fault is not told."
    ),
    text("One of your own replays can be given by its name alone, as `durak replays` lists it."),
)
@argument("path", text("FILE"), type=PATH)
@option(
    "--plain",
    is_flag=True,
    help=text("Tell it in sentences, bout by bout, and not on the screen."),
)
@option(
    "--ascii",
    "ascii_only",
    is_flag=True,
    help=text("Show letters and plain characters only."),
)
@option("--json", "as_json", is_flag=True, help=text("Print a JSON object for each event."))
@option("--hands", is_flag=True, help=text("Show all hands, where the deal was opened."))
@option(
    "--seat",
    metavar=text("NAME|NUMBER"),
    help=text(
        "Tell it as this player was told it, with the player's hand. A number is a place in the "
        "order of play, counted from 0."
    ),
)
def replay(
    path: Path, plain: bool, ascii_only: bool, as_json: bool, hands: bool, seat: str | None
) -> None:
    """Tell the replay, and exit as its verdict asks for."""
    if plain and as_json:
        raise Failure(text("Either --plain or --json, not both."), Exit.USAGE)
    path = found_replay(path)
    try:
        timeline = Timeline.read(read_bytes(path))
    except NotAReplay as error:
        raise Failure(
            text(
                "{path}: Could not be read as a replay. {reason}",
                path=str(path),
                reason=sentence_of(error),
            ),
            Exit.USAGE,
        ) from None
    chosen = None if seat is None else _seat(timeline, seat)
    told = _Told(path, timeline, chosen, names_in(timeline, chosen), hands, sorting_of_hands())
    if as_json:
        _tell_json(told)
    elif (
        timeline.moments
        and (screen := whole_screen(plain=plain, ascii_only=ascii_only)) is not None
    ):
        _show(told, screen)
        say_path(path)
        say(report_text(timeline.report))
    else:
        _tell(told)
    sys.exit(STATUS[timeline.report.verdict])


@dataclass(frozen=True, slots=True)
class _Told:
    """What is told, and how: the seat that it is told to, if any, and whether all hands are.

    ``sorting`` is what hands are sorted by.
    """

    path: Path
    timeline: Timeline
    seat: int | None
    names: Names
    hands: bool
    sorting: str

    @property
    def shown(self) -> tuple[int, ...]:
        """The seats whose hands are shown."""
        if self.hands:
            return tuple(range(len(self.names.by_seat)))
        return () if self.seat is None else (self.seat,)


def _seat(timeline: Timeline, word: str) -> int:
    """Return the seat that *word* names.  Raises ``Failure``."""
    names = names_in(timeline, None).by_seat
    if not names:
        raise Failure(text("The seats are not drawn yet in this replay."), Exit.USAGE)
    wanted = word.casefold()
    for seat, name in enumerate(names):
        if name.casefold() == wanted:
            return seat
    if (number := typed_number(word, len(names) - 1)) is not None:
        return number
    raise Failure(
        text("Nobody here is {word!r}: the players are {names}.", word=word, names=listed(names)),
        Exit.USAGE,
    )


# -- the screen ---------------------------------------------------------------------------------


def _show(told: _Told, how: WholeScreen) -> None:
    verdict = verdict_text(told.timeline.report)
    playback = Playback(seat=told.seat, hands=told.hands)

    async def on_screen() -> None:
        screen = ReplayScreen(
            told.timeline, how.settings, own_language(), how.terminal, playback, verdict
        )
        await screen.run()

    run_on_screen(on_screen)


# -- sentences -------------------------------------------------------------------------------


def _tell(told: _Told) -> None:
    timeline, state = told.timeline, told.timeline.report.state
    say_path(told.path)
    say(below(verdict_text(timeline.report)))
    if state is not None:
        say(below(text("The game: {rules}.", rules=rules_text(state.setup.rules))))
    if told.shown and (hidden := hidden_text(timeline)) is not None:
        say(hidden)
    shown: dict[int, Text] = {}
    bouts = set(timeline.bouts)
    for place, moment in enumerate(timeline.moments):
        if place in bouts and (moment.bout or not place):
            say("")
            say(bout_text(timeline, place))
        line = moment_text(timeline, place, told.names)
        if line is not None:
            say(numbered(place + 1, line))
        if moment.state.deal is not None:
            _tell_hands(told, place, shown)
    if timeline.moments:
        say("")
        say_path(told.path)
        say(report_text(timeline.report))


def _tell_hands(told: _Told, place: int, shown: dict[int, Text]) -> None:
    """Tell the hands that are not as they were when they were told last."""
    for seat in told.shown:
        hand = hand_text(told.timeline, place, seat, told.names, told.sorting)
        if shown.get(seat) != hand:
            shown[seat] = hand
            say(listed([" " * 8, hand], ""))


# -- JSON (protocol/replay.md) ---------------------------------------------------------------


def _tell_json(told: _Told) -> None:
    timeline = told.timeline
    verdict = report_json(told.path, timeline.report)
    say_json({"replay": "report", **verdict, "bouts": [place + 1 for place in timeline.bouts]})
    for place in range(len(timeline.moments)):
        say_json(_moment_json(told, place))
    say_json({"replay": "end", "moments": len(timeline.moments), "verdict": verdict["verdict"]})


def _moment_json(told: _Told, place: int) -> dict[str, Any]:
    timeline, moment = told.timeline, told.timeline.moments[place]
    line = moment_text(timeline, place, told.names)
    cheat = timeline.cheat(place)
    view = timeline.view(place, None)
    value: dict[str, Any] = {
        "replay": "moment",
        "number": place + 1,
        "entry": moment.entry,
        "step": moment.step,
        "bout": moment.bout,
        **_event_json(moment.event),
        "text": own_language().say(line) if line is not None else None,
        "cheat": None
        if cheat is None
        else {"cards": list(cheat.cards), "caught_by": cheat.caught_by},
        "deal": None if view is None else view_json(view),
    }
    if told.shown and view is not None:
        value["hands"] = {seat: list(timeline.hand(place, seat)) for seat in told.shown}
    return value


def _event_json(event: Event | BoutClosed) -> dict[str, Any]:
    return {"news": "closed"} if isinstance(event, BoutClosed) else event_json(event)
