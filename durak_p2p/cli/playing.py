"""Running a peer from the command line: as a person with a front, or as a computer player."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace

import trio

from durak_p2p.cli.bot_chooser import BotChooser
from durak_p2p.cli.computers import Computers
from durak_p2p.cli.exits import Exit, Failure
from durak_p2p.cli.fronts import Front, LineFront, run_with_front
from durak_p2p.cli.match_end import failure_of, match_status
from durak_p2p.cli.next_table import NextTable, WhereWeListened
from durak_p2p.cli.people import KnownPeople
from durak_p2p.cli.qr_codes import show_qr
from durak_p2p.cli.seat_files import FoundSeat, SeatFile
from durak_p2p.cli.signals import watch_signals
from durak_p2p.cli.speaking import say
from durak_p2p.cli.storage import ReplayFolder
from durak_p2p.cli.style import Style
from durak_p2p.cli.teller import Teller
from durak_p2p.cli.telling import replay_text, tell_replays
from durak_p2p.crypto import Identity
from durak_p2p.game import Log, Setup
from durak_p2p.game.setup import NONCE_BYTES
from durak_p2p.net.invite import Invite
from durak_p2p.net.peer import Peer
from durak_p2p.net.reply import ReplyError
from durak_p2p.net.seating import Seating
from durak_p2p.rules.choice import Choice
from durak_p2p.rules.family import AnyView
from durak_p2p.table.errors import TableError
from durak_p2p.table.journal import Sitting
from durak_p2p.table.keeping import Agreement, Replays
from durak_p2p.table.lobby import LobbyError
from durak_p2p.texts import Text, sentence_of, text
from durak_p2p.ui.controls import Controls
from durak_p2p.ui.screen.facts import Lobby
from durak_p2p.ui.typed_lines import Lines, PipedLines


@dataclass(frozen=True, slots=True)
class Seated:
    """A peer with the sockets on which it listens; ``sitting`` is None where it comes back.

    ``invite`` returns a host's invite as it is now; None: there is none to be told.  ``doors`` say
    how else one gets in; ``computers`` are the host's own.  ``next_match`` returns what makes the
    peer of the match after this one, with whoever wants another; None: there is no other.
    ``next_secret`` is that one's.  ``as_qr``: the invite is to be shown as a QR code at once.
    """

    peer: Peer
    listeners: Sequence[trio.SocketListener]
    sitting: Sitting | None
    invite: Callable[[], Invite] | None = None
    doors: Sequence[Text] = ()
    computers: Computers | None = None
    next_match: Callable[[], PeerMaker] | None = None
    next_secret: bytes | None = None
    as_qr: bool = False

    def ways_in(self) -> list[str]:
        """Return what lets others in now: the invite, and the doors where any may still come."""
        invites = [] if self.invite is None else [str(self.invite())]
        return [*invites, *(self.doors if self.peer.lets_in else ())]


# Makes the peer from what it needs besides the net, and a nursery that runs as long as it.
PeerMaker = Callable[[Seating, trio.Nursery], Awaitable[Seated]]


def play(
    identity: Identity,
    name: str,
    folder: ReplayFolder,
    style: Style,
    make: PeerMaker,
    found: FoundSeat | None = None,
) -> Exit:
    """Sit at a table until the match is over, and at the next ones as long as the person wants.

    Tells where the replays lie, and returns the exit status.  *found* is the seat to come back to.
    Raises :class:`Failure` when a table fails.
    """
    runner = _Runner(identity, name, folder, found, style)
    runner.run_with_its_front(make)
    statuses = [runner.status]
    while runner.next_match is not None:
        make, following = runner.next_match, runner.next_table
        runner = _Runner(identity, name, folder, None, replace(style, ready=True), following)
        runner.run_with_its_front(make)
        if runner.logs:  # else the next match has not begun
            statuses.append(runner.status)
    tell_replays(folder.paths, as_json=style.json)
    if runner.failure is not None:
        raise runner.failure
    if runner.status is Exit.UNFINISHED and not style.json:
        say(_parting_text(runner))
    return Exit.BROKEN if Exit.BROKEN in statuses else statuses[-1]


def _parting_text(runner: _Runner) -> Text:
    if not runner.logs:
        return text("You have left the table.")
    if runner.seat_waits:
        return text("Your seat waits for you: `durak resume` brings you back.")
    return text("You have left the table before the end.")


class _ComputerFront(LineFront):
    """Tells what happens in lines, and lets a computer player choose."""

    def __init__(
        self,
        lines: Lines,
        controls: Controls,
        print_: Callable[[str], None],
        key: bytes,
        chooser: BotChooser,
    ) -> None:
        super().__init__(lines, controls, print_, key, typed=False)
        self._leave = controls.leave
        self._chooser = chooser

    async def choose(self, view: AnyView, refusal: str | None) -> Choice:
        """Return the computer player's move."""
        return await self._chooser.choose(view, refusal)

    async def plays_on(self, gone: tuple[str, ...]) -> bool:
        """Return whether the computer player plays on."""
        return await self._chooser.plays_on(gone)

    def accuses(self, view: AnyView) -> int | None:
        """Return whom the computer player accuses."""
        return self._chooser.accuses(view)

    async def ended(self, *, repeats: bool = True) -> bool:
        """Return that no other match is played."""
        return False

    async def run(self) -> None:
        """Leave the table when standard input ends."""
        while await self._lines.next_line() is not None:
            pass
        self._leave()


class _Runner:
    def __init__(
        self,
        identity: Identity,
        name: str,
        folder: ReplayFolder,
        found: FoundSeat | None,
        style: Style,
        before: NextTable | None = None,
    ) -> None:
        """*before*: how the players of the match before are told that we want this one."""
        self._identity = identity
        self._name = name
        self._folder = folder
        self._seat = SeatFile(folder)
        self._found = found
        self.seat_waits = False
        self.has_left = False
        self.logs: list[Log] = []
        self.failure: Failure | None = None
        self.next_match: PeerMaker | None = None
        self.next_table: NextTable | None = None  # where the others may be told of it
        self._before = before
        self._style = style
        self._stopped = False
        self._making = trio.CancelScope()
        self._looking_back = trio.CancelScope()  # at a match that is over
        self._invite: Callable[[], Invite] | None = None
        self._ways_in: Callable[[], list[str]] = list
        self._computers: Computers | None = None
        # Where nobody reads any more what we tell, we leave the table.
        self._teller = Teller(self._stop, as_json=style.json)
        self._people = KnownPeople(identity.public_key, self._teller.tell, self._teller.answer)
        self._peer: Peer | None = None
        self._controls = Controls(
            self._leave,
            self._stop,
            self._take_reply,
            self._print_invite,
            self._show_qr,
            self._seat_computer,
            self._unseat_computer,
        )

    @property
    def status(self) -> Exit:
        """How the match ended for us."""
        return Exit.UNFINISHED if self.has_left else match_status(self.logs)

    def run_with_its_front(self, make: PeerMaker) -> None:
        """Run with what the style asks for, to the end."""
        key = self._identity.public_key
        style = self._style

        async def run(front: Front) -> None:
            await self._run(make, front)

        if style.computer:
            lines, chooser = PipedLines(sys.stdin), BotChooser(style.bot(), style.pace)
            print_ = self._teller.print
            trio.run(run, _ComputerFront(lines, self._controls, print_, key, chooser))
        else:
            run_with_front(
                run, self._controls, key, style.screen, lobby=Lobby(), print_=self._teller.print
            )

    def _seating(self, front: Front) -> Seating:
        style, found, seat = self._style, self._found, self._seat
        return Seating(
            self._identity,
            self._name,
            front,
            self._teller.tell,
            Replays(seat.create_replay, seat.reopen_replay),
            seat,
            secrets.token_bytes(NONCE_BYTES) if found is None else found.journal.sitting.nonce,
            ready=style.ready or style.computer,
            computer=style.computer,
            agreed=self._agreed,
            met=self._met,
        )

    def _met(self, key: bytes, name: str) -> None:
        if not self._style.computer:
            self._people.met(key, name)

    def _agreed(self, setup: Setup, agreement: Agreement) -> None:
        self._seat.agree(agreement)
        if not self._style.computer:
            self._people.play_with(setup, agreement)

    def _leave(self) -> None:
        """Leave the table for good."""
        self._stopped = True
        if self._peer is not None:
            self._peer.leave()

    def _stop(self) -> None:
        self._stopped = True
        self._making.cancel()
        self._looking_back.cancel()
        if self._peer is not None:
            self._peer.stop()

    def _take_reply(self, code: str) -> None:
        """Look for a guest whose reply code was typed."""
        try:
            if self._peer is None:
                raise ReplyError(text("The table is not open yet."))
            self._peer.take_reply(code)
        except ReplyError as error:
            self._teller.answer(sentence_of(error))
        else:
            self._teller.answer(text("Looking for the guest. Its program looks for this one, too."))

    def _print_invite(self) -> None:
        if self._invite is None:
            self._teller.answer(text("There is no invite here to be shown."))
        elif self._style.json:
            self._teller.json({"news": "invite", "invite": str(self._invite()), "text": None})
        else:
            for way in self._ways_in():
                self._teller.print(way)

    def _seat_computer(self) -> None:
        self._with_computers(Computers.add)

    def _unseat_computer(self) -> None:
        self._with_computers(Computers.remove)

    def _with_computers(self, do: Callable[[Computers], None]) -> None:
        try:
            if self._computers is None:
                raise LobbyError(text("Only the host seats computer players."))
            do(self._computers)
        except LobbyError as error:
            self._teller.answer(sentence_of(error))

    def _show_qr(self) -> None:
        invite = self._invite
        if invite is None:
            self._teller.answer(text("There is no invite here to be shown."))
        elif not self._style.json:
            self._teller.attempt(lambda: show_qr(invite()))

    async def _run(self, make: PeerMaker, front: Front) -> None:
        self._teller.front = front
        seating = self._seating(front)
        async with trio.open_nursery() as nursery:
            await nursery.start(watch_signals, self._stop)
            seated: Seated | None = None
            try:
                if self._found is not None:
                    self._seat.take_up(self._found)
                with self._making:
                    seated = await make(seating, nursery)
            except Failure as failure:
                self.failure = failure
            except TableError as error:
                self.failure = Failure(sentence_of(error))
            if seated is None:
                self._seat.close(over=False)
            else:
                if self._before is not None:
                    nursery.start_soon(self._before.ring)
                where = WhereWeListened.at(seated.listeners)
                self._take_seat(seated, front, ready=seating.ready)
                nursery.start_soon(front.run)
                try:
                    await self._sit(seated.peer, seated.listeners)
                finally:
                    self.seat_waits = not seated.peer.is_over
                    self.has_left = seated.peer.has_left
                    self._seat.close(over=seated.peer.is_over)
                if self.failure is None and not self._stopped:
                    for path in self._folder.paths[-len(self.logs) :]:
                        front.show(replay_text(path))
                    with self._looking_back:
                        await self._look_back(seated, front, where)
            nursery.cancel_scope.cancel()

    async def _look_back(self, seated: Seated, front: Front, where: WhereWeListened | None) -> None:
        """Look back at a match that is over, until we want another one, or leave."""
        repeats = seated.next_match is not None and seated.peer.may_play_again
        async with trio.open_nursery() as nursery:
            following: NextTable | None = None
            if repeats and seated.next_secret is not None and not self._style.computer:
                following = NextTable(self._identity, seated.next_secret, seated.peer)
                nursery.start_soon(following.hear, where, self._teller.tell)
            again = await front.ended(repeats=repeats)
            nursery.cancel_scope.cancel()
        if again and seated.next_match is not None:
            self.next_match, self.next_table = seated.next_match(), following

    def _take_seat(self, seated: Seated, front: Front, *, ready: bool) -> None:
        peer = self._peer = seated.peer
        self._invite, self._ways_in = seated.invite, seated.ways_in
        self._computers = seated.computers
        if seated.sitting is not None:
            self._seat.sit(seated.sitting)
        if self._found is not None:
            peer.take_up(self._found.restored())
        asked = self._found is None and not ready
        get_ready = peer.get_ready if asked else None
        front.watch(peer.view, peer.accuse, peer.say, get_ready, peer.deadline)
        if seated.invite is not None:
            front.show_ways_in(seated.doors, as_qr=seated.as_qr)

    async def _sit(self, peer: Peer, listeners: Sequence[trio.SocketListener]) -> None:
        if not self._stopped:
            self.failure = await failure_of(lambda: peer.run(listeners))
        self.logs = peer.logs
