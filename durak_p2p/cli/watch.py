"""`durak watch`: follow a table without a seat."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import click
import trio

from durak_p2p.cli.exits import Exit, Failure
from durak_p2p.cli.help_texts import argument, command
from durak_p2p.cli.invited import invited_to, pin_option
from durak_p2p.cli.playing import match_status
from durak_p2p.cli.seats import person_options
from durak_p2p.cli.signals import watch_signals
from durak_p2p.cli.speaking import own_language, say
from durak_p2p.cli.storage import ReplayFolder
from durak_p2p.cli.tables import choose_name
from durak_p2p.cli.telling import say_json, tell_json
from durak_p2p.game import Log
from durak_p2p.net.invite import Invite
from durak_p2p.net.spectator import Spectator
from durak_p2p.table.errors import NobodyCame, TableError
from durak_p2p.table.keeping import Replays
from durak_p2p.table.news import News
from durak_p2p.texts import sentence_of, text
from durak_p2p.ui.line_mode import PROMPT
from durak_p2p.ui.typed_lines import Lines, run_with_lines
from durak_p2p.ui.watch_mode import WatchMode


@command(
    text("Watch a friend's table."),
    text(
        "TABLE is the invite that the players have (durak:...), or, on the host's LAN, the "
        "address of the table, which the host's screen shows with a PIN. You see what all players "
        "see, and no hand; they are told that you watch. The replay is written here as well."
    ),
)
@argument("table", text("TABLE..."), nargs=-1, required=True)
@pin_option
@person_options
@click.option("--label", hidden=True)
@click.option("--json", "as_json", is_flag=True, hidden=True)
def watch(
    table: tuple[str, ...],
    pin: str | None,
    name: str | None,
    out: Path | None,
    label: str | None,
    as_json: bool,
) -> None:
    """Watch a friend's table."""
    invite = invited_to("".join(table), pin, asks=not as_json)  # mail may have broken it
    if invite is None:
        sys.exit(Exit.GOOD)
    folder = ReplayFolder(out, label)
    watching = _Watching(invite, choose_name(name), folder, as_json=as_json)
    run_with_lines(watching.run, own_language().say(PROMPT))
    for path in folder.paths:
        if as_json:
            say_json({"news": "replay", "path": str(path), "text": None})
        else:
            say(text("Replay: {path}", path=str(path)))
    if watching.failure is not None:
        raise watching.failure
    status = match_status(watching.logs)
    if status is Exit.UNFINISHED and not as_json:
        say(text("You have stopped watching before the end."))
    sys.exit(status)


class _Watching:
    """A spectator, and the lines that it is told in."""

    def __init__(self, invite: Invite, name: str, folder: ReplayFolder, *, as_json: bool) -> None:
        self.failure: Failure | None = None
        self._json = as_json
        self._mode: WatchMode | None = None
        replays = Replays(folder.open)
        self._peer = Spectator(name, invite, self._tell, replays)

    @property
    def logs(self) -> list[Log]:
        return self._peer.logs

    def _tell(self, news: News) -> None:
        if self._json:
            self._tell_somebody(lambda: tell_json(news))
        elif self._mode is not None:
            self._mode.tell(news)

    def _tell_somebody(self, tell: Callable[[], None]) -> None:
        """Where nobody reads any more what we tell, we watch no longer."""
        try:
            tell()
        except OSError:
            self._peer.leave()

    async def run(self, lines: Lines) -> None:
        """Watch to the end."""

        def print_(told: str) -> None:
            self._tell_somebody(lambda: say(told))

        leave = self._peer.leave
        self._mode = WatchMode(lines, print_, leave, leave, self._peer.key, own_language())
        self._mode.watch(self._peer.view)
        async with trio.open_nursery() as nursery:
            await nursery.start(watch_signals, leave)
            nursery.start_soon(self._mode.read)
            try:
                await self._peer.run()
            except NobodyCame as error:
                self.failure = Failure(sentence_of(error), Exit.UNFINISHED)
            except TableError as error:
                self.failure = Failure(sentence_of(error))
            nursery.cancel_scope.cancel()
