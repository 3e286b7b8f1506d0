"""`durak watch`: follow a table without a seat."""

from __future__ import annotations

import sys
from pathlib import Path

import click
import trio

from durak_p2p.cli.exits import Exit, Failure
from durak_p2p.cli.fronts import Front, run_with_front
from durak_p2p.cli.help_texts import argument, command
from durak_p2p.cli.invited import invited_to, pin_option
from durak_p2p.cli.match_end import failure_of, match_status
from durak_p2p.cli.own_name import choose_name
from durak_p2p.cli.seats import front_options, person_options
from durak_p2p.cli.signals import watch_signals
from durak_p2p.cli.speaking import say
from durak_p2p.cli.storage import ReplayFolder
from durak_p2p.cli.teller import Teller
from durak_p2p.cli.telling import replay_text, tell_replays
from durak_p2p.cli.whole_screen import WholeScreen, whole_screen
from durak_p2p.game import Log
from durak_p2p.net.invite import Invite
from durak_p2p.net.spectator import Spectator
from durak_p2p.table.keeping import Replays
from durak_p2p.texts import text
from durak_p2p.ui.controls import Controls
from durak_p2p.ui.screen.facts import Lobby


@command(
    text("Watch a friend's table."),
    text(
        "TABLE is the invite that the players have (durak:...), or, on the host's LAN, the "
        "address of the table, which the host's screen shows with a PIN. You see what all players "
        "see, and no hand; they are told that you watch. The replay is written here as well."
    ),
)
@argument("table", text("TABLE..."), nargs=-1)
@pin_option
@person_options
@front_options
@click.option("--label", hidden=True)
@click.option("--json", "as_json", is_flag=True, hidden=True)
def watch(
    table: tuple[str, ...],
    pin: str | None,
    name: str | None,
    out: Path | None,
    plain: bool,
    ascii_only: bool,
    label: str | None,
    as_json: bool,
) -> None:
    """Watch a friend's table."""
    screen = whole_screen(plain=plain or as_json, ascii_only=ascii_only)
    invite = invited_to("".join(table), pin, asks=not as_json)  # mail may have broken it
    if invite is None:
        sys.exit(Exit.GOOD)
    folder = ReplayFolder(out, label)
    watching = _Watching(invite, choose_name(name), folder, as_json=as_json)
    watching.run_with_its_front(screen)
    tell_replays(folder.paths, as_json=as_json)
    if watching.failure is not None:
        raise watching.failure
    status = match_status(watching.logs)
    if status is Exit.UNFINISHED and not as_json:
        say(text("You have stopped watching before the end."))
    sys.exit(status)


class _Watching:
    """A spectator, and the front on which it is told what happens."""

    def __init__(self, invite: Invite, name: str, folder: ReplayFolder, *, as_json: bool) -> None:
        self.failure: Failure | None = None
        self._folder = folder
        self._left = False
        self._looking_back = trio.CancelScope()  # at a match that is over
        self._teller = Teller(self._leave, as_json=as_json)
        self._peer = Spectator(name, invite, self._teller.tell, Replays(folder.open))

    @property
    def logs(self) -> list[Log]:
        """The logs of the deals that were seen."""
        return self._peer.logs

    def run_with_its_front(self, screen: WholeScreen | None) -> None:
        """Watch to the end, on the screen or, where it is None, in lines."""
        run_with_front(
            self._run,
            Controls(self._leave),
            self._peer.key,
            screen,
            lobby=Lobby(),
            print_=self._teller.print,
            watches=True,
        )

    def _leave(self) -> None:
        self._left = True
        self._peer.leave()
        self._looking_back.cancel()

    async def _run(self, front: Front) -> None:
        self._teller.front = front
        front.watch(self._peer.view, deadline=self._peer.deadline)
        async with trio.open_nursery() as nursery:
            await nursery.start(watch_signals, self._leave)
            nursery.start_soon(front.run)
            self.failure = await failure_of(self._peer.run)
            if self.failure is None and not self._left:
                for path in self._folder.paths:
                    front.show(replay_text(path))
                with self._looking_back:
                    await front.ended()
            nursery.cancel_scope.cancel()
