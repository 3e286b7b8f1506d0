"""Computer players in the host's own program, on the seats that the host gives them."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Final

import trio

from durak_p2p import limits
from durak_p2p.cli.exits import Failure
from durak_p2p.cli.seat_files import FoundSeat, SeatFile, computer_seat_path, find_seat
from durak_p2p.cli.speaking import own_language
from durak_p2p.crypto import Identity
from durak_p2p.game import Departed, Setup
from durak_p2p.net.guest import Guest
from durak_p2p.net.host import Host
from durak_p2p.net.invite import Address, Invite
from durak_p2p.net.own_computers import computer_identity, computer_nonce
from durak_p2p.net.seating import Seating
from durak_p2p.table.chooser import Chooser
from durak_p2p.table.errors import TableError
from durak_p2p.table.journal import Sitting
from durak_p2p.table.keeping import Replays
from durak_p2p.table.lobby import LobbyError
from durak_p2p.table.news import DealNews, News
from durak_p2p.texts import text
from durak_p2p.ui import commands
from durak_p2p.ui.typed_lines import Lines

logger = logging.getLogger(__name__)

_MOST: Final = 7  # besides the host
_HERE: Final = ("127.0.0.1", "::1")


@dataclass(frozen=True, slots=True)
class OwnTable:
    """The host's half of a table: its key and nonce, the table's secret, and its TCP port."""

    identity: Identity
    nonce: bytes
    secret: bytes
    port: int


@dataclass(frozen=True, slots=True)
class _Computer:
    number: int
    name: str
    peer: Guest
    seat: SeatFile
    host_left: trio.Event
    ended: trio.Event = field(default_factory=trio.Event)


class Computers:
    """The host's own computer players.

    Each is a guest as any other, with a key, secrets, a log and a journal of its own; it comes over
    loopback.  *chooser* returns who decides for the one with a number, 1 to 7; they play as long as
    the *nursery* runs, or until the host goes.
    """

    def __init__(
        self,
        host: Host,
        table: OwnTable,
        chooser: Callable[[int], Chooser],
        nursery: trio.Nursery,
    ) -> None:
        self._host = host
        self._table = table
        self._chooser = chooser
        self._nursery = nursery
        self._here: dict[int, _Computer] = {}  # by number
        self.seats = 0  # that have been given to them
        host.accompany(self._part)

    def add(self) -> None:
        """Give a free seat to a computer player.  Raises :class:`LobbyError`."""
        number = next(n for n in range(1, _MOST + 2) if n not in self._here)
        identity = computer_identity(self._table.identity, self._table.secret, number)
        self._host.expect_computer(identity.public_key)
        self._begin(number, own_language().say(text("Bot {number}", number=number)))
        self.seats += 1

    def remove(self) -> None:
        """Take the seat of the last one that came away.  Raises :class:`LobbyError`."""
        if not self._here:
            raise LobbyError(text("There is no computer player of yours at the table."))
        computer = self._here[max(self._here)]
        self._host.dismiss_computer(computer.peer.key)
        del self._here[computer.number]
        computer.peer.stop()
        self.seats -= 1

    def take_up(self, setup: Setup, heard: Collection[bytes]) -> None:
        """Let those come back who play in the deal of *setup*.

        *heard* are the keys of those who have written something in it.  Who is among them and has
        no journal any more was at the end of the match, and must not begin anew.
        Raises :class:`Failure` if a journal is damaged, or in use.
        """
        authors = [player.key for player in setup.players]
        for number in range(1, _MOST + 1):
            identity = computer_identity(self._table.identity, self._table.secret, number)
            key = identity.public_key
            path = computer_seat_path(setup, self._table.nonce, number)
            if key not in authors or (key in heard and not path.exists()):
                continue
            found = find_seat(path) if path.exists() else None
            if found is None and path.exists():
                raise Failure(text("Another durak here plays on your seat."))
            self._begin(number, setup.players[authors.index(key)].name, found)
            self.seats += 1

    def _begin(self, number: int, name: str, found: FoundSeat | None = None) -> None:
        table = self._table
        identity = computer_identity(table.identity, table.secret, number)
        nonce = computer_nonce(table.identity, table.secret, number)
        seat = SeatFile(None, lambda setup: computer_seat_path(setup, table.nonce, number))
        host_left = trio.Event()
        seating = Seating(
            identity,
            name,
            self._chooser(number),
            lambda news: self._hear(news, host_left),
            Replays(seat.create_replay, seat.reopen_replay),
            seat,
            nonce,
            computer=True,
            agreed=lambda _, agreement: seat.agree(agreement),
        )
        addresses = tuple(Address(host, table.port) for host in _HERE)
        invite = Invite(table.secret, table.identity.public_key, addresses)
        peer = Guest(seating, invite)
        if found is None:
            seat.sit(Sitting(False, identity.private_bytes(), name, nonce, str(invite), 0))
        else:
            seat.take_up(found)
            peer.take_up(found.restored())
        computer = self._here[number] = _Computer(number, name, peer, seat, host_left)
        self._nursery.start_soon(self._run, computer)

    def _hear(self, news: News, host_left: trio.Event) -> None:
        """Computer players look at the cards; of what is told they need one thing."""
        if isinstance(news, DealNews) and isinstance(news.event, Departed):
            leaver = news.log.setup.players[news.event.author]
            if leaver.key == self._host.key:
                host_left.set()

    async def _run(self, computer: _Computer) -> None:
        try:
            await computer.peer.run(())
        except TableError as error:  # the host is told of whatever it is, too
            logger.debug("the computer player %s is gone: %s", computer.name, error)
        finally:
            computer.seat.close(over=computer.peer.is_over)
            if self._here.get(computer.number) is computer:
                del self._here[computer.number]
            computer.ended.set()

    async def _part(self) -> None:
        """Let them go as the host does: for good, for a while, or because all is over."""
        here = list(self._here.values())
        if self._host.has_left:
            # Whose leave is first in the log is the fool: that must not be one of them.
            with trio.move_on_after(limits.SEE_OFF):
                for computer in here:
                    await computer.host_left.wait()
        for computer in here:
            if self._host.has_left:
                computer.peer.leave()
            else:
                computer.peer.stop()
        with trio.move_on_after(limits.SEE_OFF):
            for computer in here:
                await computer.ended.wait()


class ComputerLines:
    """Typed lines without those that seat computer players, or take their seats away."""

    def __init__(self, lines: Lines, seat: Callable[[], None], unseat: Callable[[], None]) -> None:
        self._lines = lines
        self._seat = seat
        self._unseat = unseat
        self.live = lines.live

    async def next_line(self) -> str | None:
        """Return the next line that asks for something else, or None when there is none."""
        while (line := await self._lines.next_line()) is not None:
            wish = [commands.word_meant(word) for word in line.split()]
            if wish == [commands.COMPUTER]:
                self._seat()
            elif wish == [commands.COMPUTER, commands.OFF]:
                self._unseat()
            else:
                return line
        return None
