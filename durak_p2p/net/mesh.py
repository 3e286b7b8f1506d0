"""The mesh: all links of one peer, those it accepted and those it dialled."""

from __future__ import annotations

import logging
import socket
from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol

import trio

from durak_p2p import limits
from durak_p2p.crypto import Identity
from durak_p2p.net.gate import Gate
from durak_p2p.net.invite import Address
from durak_p2p.net.link import LINK_FAULTS, Link, LinkRefused, TurnedAway, Unreachable, open_link
from durak_p2p.net.meeting import Meeting
from durak_p2p.net.punch import end_with_reset, knock
from durak_p2p.net.race import race
from durak_p2p.net.tls import client_context, server_context
from durak_p2p.table.messages import Bye, Hello, Message
from durak_p2p.texts import listed, sentence_of, text

logger = logging.getLogger(__name__)
UNFORESEEN = "a message brought out an error in this program"

# Serves a connection of one who asks for admission, given its IP address, and closes it.
Door = Callable[[trio.SocketStream, str], Awaitable[None]]
_ADMISSION = b"\x00"  # how the length of a short frame begins; TLS begins with 22


class Handler(Protocol):
    """What is done with links and messages."""

    def refusal(self, link: Link) -> str | None:
        """Return why a new link is not wanted (a sentence for the other side), or None."""

    def joined(self, link: Link) -> None:
        """A link is there, and among the mesh's links."""

    def lost(self, link: Link) -> None:
        """A link that had joined is gone, and no other has taken its place."""

    async def receive(self, link: Link, message: Message) -> None:
        """A message came.  May raise one of LINK_FAULTS to drop the link."""


class Mesh:
    """Listens, dials and keeps one link to each peer, whoever dialled whom."""

    def __init__(
        self, identity: Identity, secret: bytes, hello: Callable[[], Hello], handler: Handler
    ) -> None:
        self.links: dict[bytes, Link] = {}
        self._key = identity.public_key
        self._server = server_context(identity, secret)
        self._client = client_context(identity, secret)
        self._hello = hello
        self._handler = handler
        self._link_gone = trio.Event()
        self._gate = Gate()
        self._meetings: dict[bytes, Meeting] = {}  # by the other side's key
        self._door: Door | None = None

    def open_door(self, door: Door) -> None:
        """Let those who have no invite ask for it: connections that do not begin as TLS."""
        self._door = door

    def broadcast(self, message: Message, but: bytes | None = None) -> None:
        """Send *message* on every link, except that to the peer *but* (where it came from)."""
        for key, link in list(self.links.items()):
            if key != but:
                link.send(message)

    async def wait_until_alone(self) -> None:
        """Wait until no link is left."""
        while self.links:
            self._link_gone = trio.Event()
            await self._link_gone.wait()

    async def serve(self, listeners: Sequence[trio.SocketListener]) -> None:
        """Accept connections, for ever."""
        await trio.serve_listeners(self._accepted, list(listeners))

    async def _accepted(self, raw: trio.SocketStream) -> None:
        try:
            address, port = raw.socket.getpeername()[:2]
        except OSError:
            await trio.aclose_forcefully(raw)
            return
        if len(self.links) >= limits.LINKS:
            await trio.aclose_forcefully(raw)
            return
        visitor = self._gate.enter(address, raw.socket.close)
        try:
            link = await self._welcome(raw, Address(address, port))
        except (*LINK_FAULTS, LinkRefused) as fault:
            logger.debug("a connection came to nothing: %s", type(fault).__name__)
            return
        finally:
            self._gate.leave(visitor)
        if link is None:
            return
        meeting = self._meetings.get(link.key)
        if meeting is not None and meeting.offer(link):
            await link.wait_closed()  # when we return, the connection is closed
        else:
            await self._run(link)

    async def _welcome(self, raw: trio.SocketStream, origin: Address) -> Link | None:
        """Return the link of a connection that was accepted; None if it was no link's."""
        for meeting in self._meetings.values():
            if origin in meeting.candidates and not meeting.over:
                return await self._shake(raw, meeting)
        if self._door is not None and await _asks_in(raw):
            await self._door(raw, origin.host)
            return None
        return await self._open(raw, server_side=True)

    async def _open(
        self, raw: trio.SocketStream, *, server_side: bool, expected: bytes | None = None
    ) -> Link:
        return await open_link(
            raw,
            self._server if server_side else self._client,
            self._hello(),
            server_side=server_side,
            expected=expected,
            choice_for=self._meeting_with,
        )

    def _meeting_with(self, key: bytes) -> Meeting | None:
        """Return the meeting of which a connection to the peer with *key* may be."""
        meeting = self._meetings.get(key)
        return None if meeting is None or meeting.forgotten else meeting

    async def meet(self, port: int, candidates: Sequence[Address], expected: bytes) -> Link:
        """Link with the peer with the key *expected*, which at the same time does it with us.

        Knocks from *port*, which we listen on, at the *candidates* (IP addresses), and dials them
        as well, until there is a link or the caller cancels it.
        """
        meeting = self._meetings[expected] = Meeting(self._key, expected, candidates)

        async def give(link: Link) -> None:
            if not meeting.offer(link):
                await _close(link)

        async def dial() -> None:
            while True:
                try:
                    await give(await self.dial(candidates, expected))
                except LinkRefused as refusal:
                    logger.debug("dialling came to nothing: %s", refusal)
                await trio.sleep(limits.REDIAL_MOST)

        async def shake(raw: trio.SocketStream) -> None:
            try:
                await give(await self._shake(raw, meeting))
            except (*LINK_FAULTS, LinkRefused) as fault:
                logger.debug("a knock came to nothing: %s", type(fault).__name__)

        met = False
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(dial)
                for candidate in candidates:
                    nursery.start_soon(knock, port, candidate, shake)
                link = await meeting.link()
                nursery.cancel_scope.cancel()
            met = True
        finally:
            left = meeting.end()
            if left is not None and not met:
                await _close(left)
        return link

    async def _shake(self, raw: trio.SocketStream, meeting: Meeting) -> Link:
        """Make the link of a connection of which nobody can tell who has opened it."""
        end_with_reset(raw)
        return await self._open(raw, server_side=meeting.decides, expected=meeting.its_key)

    async def dial(self, addresses: Sequence[Address], expected: bytes) -> Link:
        """Connect to the peer with the key *expected*, racing its addresses.

        Raises :class:`Unreachable` with a sentence if none leads to it, :class:`TurnedAway` if it
        will not have us, :class:`LinkRefused` for what else went wrong.
        """
        if not addresses:
            raise Unreachable(text("No address is known."))
        reasons: dict[Address, LinkRefused] = {}

        async def attempt(address: Address) -> Link | None:
            try:
                return await self._dial_one(address, expected)
            except LinkRefused as refusal:
                reasons[address] = refusal
                return None

        link = await race(addresses, attempt, _close)
        if link is not None:
            return link
        sentence = listed(dict.fromkeys(map(sentence_of, reasons.values())), " ")
        if all(isinstance(reason, Unreachable) for reason in reasons.values()):
            raise Unreachable(sentence)
        if any(isinstance(reason, TurnedAway) for reason in reasons.values()):
            raise TurnedAway(sentence)
        raise LinkRefused(sentence)

    async def _dial_one(self, address: Address, expected: bytes) -> Link:
        try:
            with trio.fail_after(limits.DIAL):
                raw = await trio.open_tcp_stream(address.host, address.port)
        except (OSError, trio.TooSlowError):
            raise Unreachable(text("Nobody answers at {address}.", address=str(address))) from None
        try:
            return await self._open(raw, server_side=False, expected=expected)
        except LINK_FAULTS:
            raise Unreachable(
                text(
                    "What answers at {address} is no table of this invite; perhaps that table is "
                    "closed and another program is there now.",
                    address=str(address),
                )
            ) from None

    async def keep(
        self,
        expected: bytes,
        connect: Callable[[], Awaitable[Link]],
        first: Link | None = None,
    ) -> None:
        """Keep a link to the peer *expected*, for ever.

        *connect* makes one whenever it is lost, or raises :class:`LinkRefused`.
        """
        wait = limits.REDIAL_FIRST
        link = first
        while True:
            began = trio.current_time()
            try:
                if link is None and expected not in self.links:
                    link = await connect()
                if link is not None:
                    await self._run(link)
            except LinkRefused as refusal:
                logger.debug("connecting came to nothing: %s", refusal)
            steady = link is not None and trio.current_time() - began >= limits.STEADY
            if steady or expected in self.links:
                wait = limits.REDIAL_FIRST
            await trio.sleep(wait)
            wait = min(wait * 2, limits.REDIAL_MOST)
            link = None

    async def _run(self, link: Link) -> None:
        """Serve one link until it ends."""
        try:
            own = text("That is yourself.")
            refusal = own if link.key == self._key else self._handler.refusal(link)
            if refusal is not None:
                await self._part(link, refusal)
                return
            previous = self.links.get(link.key)
            if previous is not None:  # the newer link counts: the older one is dead or will be
                previous.close()
            self.links[link.key] = link
            self._handler.joined(link)
            await self._serve(link)
        finally:
            if self.links.get(link.key) is link:
                del self.links[link.key]
                self._link_gone.set()
                self._handler.lost(link)
                meeting = self._meetings.get(link.key)
                if meeting is not None and meeting.over:
                    del self._meetings[link.key]
            await _close(link)

    async def _part(self, link: Link, reason: str) -> None:
        """Say why we part, and give the other side a moment to hear it and hang up."""
        link.send(Bye(reason))
        with trio.move_on_after(limits.PARTING):
            try:
                await link.run_sender()
                while await link.receive() is not None:
                    pass
            except LINK_FAULTS as fault:
                logger.debug("a link ended while parting: %s", type(fault).__name__)

    async def _serve(self, link: Link) -> None:
        async def send() -> None:
            try:
                await link.run_sender()
            except LINK_FAULTS as fault:
                logger.debug("a link ended while sending: %s", type(fault).__name__)
            else:
                await trio.sleep(limits.PARTING)  # the other side hangs up when it has heard us
            link.close()

        with link.scope:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(send)
                try:
                    while (message := await link.receive()) is not None:
                        await self._handler.receive(link, message)
                except LINK_FAULTS as fault:
                    logger.debug("a link ended while receiving: %s", type(fault).__name__)
                except Exception:
                    # Where a peer's bytes enter everything is caught: whatever they bring out
                    # in this program, the table plays on without the link.
                    logger.debug(UNFORESEEN, exc_info=True)
                nursery.cancel_scope.cancel()


async def _close(link: Link) -> None:
    """Let go of a link, even while we are cancelled."""
    with trio.CancelScope(shield=True):
        await link.aclose()


async def _asks_in(raw: trio.SocketStream) -> bool:
    """Whether a fresh connection begins as an admission; nothing of it is taken away."""
    try:
        with trio.fail_after(limits.HANDSHAKE):
            return bytes(await raw.socket.recv(1, socket.MSG_PEEK)) == _ADMISSION
    except BaseException:
        await trio.aclose_forcefully(raw)
        raise
