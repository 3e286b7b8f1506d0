"""Running a peer from the command line: as a person in line mode, or as a computer player."""

from __future__ import annotations

import signal
import sys
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

import trio

from durak_p2p.bots import Bot, SimpleBot
from durak_p2p.cli.exits import Exit, Failure
from durak_p2p.cli.storage import ReplayFolder
from durak_p2p.cli.telling import say, say_json, tell_json
from durak_p2p.crypto import Identity
from durak_p2p.game import Log
from durak_p2p.net.link import LinkRefused
from durak_p2p.net.lobby import LobbyError
from durak_p2p.net.match import Chooser, PlayerLeft
from durak_p2p.net.news import News
from durak_p2p.net.peer import Peer, Seating
from durak_p2p.rules import Move, View
from durak_p2p.ui.line_mode import PROMPT, LineMode
from durak_p2p.ui.typed_lines import Lines, PipedLines, run_with_lines

# Makes the peer and its listeners from what it needs besides.
PeerMaker = Callable[[Seating], Awaitable[tuple[Peer, Sequence[trio.SocketListener]]]]


@dataclass(frozen=True, slots=True)
class Style:
    """How a peer is run: who plays, who is told."""

    computer: bool
    json: bool
    leashed: bool  # leave the table when standard input ends


class BotChooser:
    """Lets a computer player choose."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    async def choose(self, view: View, refusal: str | None) -> Move:
        """Return the computer player's move."""
        if refusal is not None:
            raise ValueError(f"the computer player made a move that is refused: {refusal}")
        return self._bot.choose(view)


def play(
    identity: Identity, name: str, folder: ReplayFolder, style: Style, make: PeerMaker
) -> list[Log]:
    """Sit at a table until the match is over; return the logs of its deals.

    Ends the program with a sentence when the table fails.
    """

    async def main(lines: Lines) -> list[Log]:
        runner = _Runner(identity, name, folder, style, lines)
        return await runner.run(make)

    if style.computer:
        return trio.run(main, PipedLines(sys.stdin))
    return run_with_lines(main, PROMPT)


class _Runner:
    def __init__(
        self, identity: Identity, name: str, folder: ReplayFolder, style: Style, lines: Lines
    ) -> None:
        self._style = style
        self._lines = lines
        self._stopped = False
        self._peer: Peer | None = None
        self._line_mode = LineMode(lines, say, self._stop)
        chooser: Chooser = BotChooser(SimpleBot()) if style.computer else self._line_mode
        self._seating = Seating(identity, name, chooser, self._tell, folder.open)

    def _tell(self, news: News) -> None:
        if self._style.json:
            tell_json(news)
        else:
            self._line_mode.tell(news)

    def _stop(self) -> None:
        self._stopped = True
        if self._peer is not None:
            self._peer.stop()

    async def run(self, make: PeerMaker) -> list[Log]:
        logs: list[Log] = []
        failure: Failure | None = None
        async with trio.open_nursery() as nursery:
            await nursery.start(self._stop_on_signals)
            try:
                peer, listeners = await make(self._seating)
                self._peer = peer
                self._line_mode.watch(peer.view)
                if not self._style.computer:
                    nursery.start_soon(self._line_mode.read)
                elif self._style.leashed:
                    nursery.start_soon(self._stop_at_end_of_input)
                if not self._stopped:
                    logs = await peer.run(listeners)
            except (LinkRefused, LobbyError, PlayerLeft) as error:
                failure = Failure(str(error))
            except Failure as error:
                failure = error
            nursery.cancel_scope.cancel()
        if failure is not None:
            raise failure
        return logs

    async def _stop_on_signals(
        self, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED
    ) -> None:
        """Leave the table, and close the replay well, on Ctrl-C, hang-up or termination."""
        names = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")
        numbers = [getattr(signal, name) for name in names if hasattr(signal, name)]
        with trio.open_signal_receiver(*numbers) as signals:
            task_status.started()
            async for _ in signals:
                self._stop()

    async def _stop_at_end_of_input(self) -> None:
        while await self._lines.next_line() is not None:
            pass
        self._stop()


def finish(logs: list[Log], folder: ReplayFolder, style: Style) -> Exit:
    """Tell where the replays lie, and return the exit status."""
    for path in folder.paths:
        if style.json:
            say_json({"news": "replay", "path": str(path), "text": None})
        else:
            say(f"Replay: {path}")
    if any(log.breach for log in logs):
        return Exit.BROKEN
    complete = bool(logs) and logs[-1].complete and logs[-1].setup.number == logs[-1].setup.deals
    if not complete and not style.json:
        say("You have left the table before the end." if logs else "You have left the table.")
    return Exit.GOOD if complete else Exit.UNFINISHED
