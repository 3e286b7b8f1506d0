"""One encrypted link to one peer: handshake, sending, receiving, and when to drop it."""

from __future__ import annotations

import logging
import ssl
from collections import deque
from collections.abc import Callable, Iterable
from typing import Protocol

import trio

from durak_p2p import limits
from durak_p2p.net.first_record import BegunStream, first_record
from durak_p2p.net.framing import FrameError, FrameReader, frame
from durak_p2p.net.tls import WrongPeer, peer_key
from durak_p2p.table.errors import TableError
from durak_p2p.table.messages import (
    VERSION,
    Bye,
    Hello,
    Message,
    MessageError,
    OtherVersion,
    Ping,
    decode_message,
    encode_message,
)
from durak_p2p.texts import heard, text

logger = logging.getLogger(__name__)

# What a broken or hostile connection can raise while it is used.
LINK_FAULTS = (
    trio.BrokenResourceError,
    trio.ClosedResourceError,
    trio.TooSlowError,
    OSError,
    ssl.SSLError,
    FrameError,
    MessageError,
    WrongPeer,
)


class LinkRefused(TableError):
    """The other side will not have us, or we not it."""


class TurnedAway(LinkRefused):
    """The other side has said why it will not have us."""


class Unreachable(LinkRefused):
    """No address leads to the other side."""


class Link:
    """An authenticated link.

    ``key`` is the peer's identity key (32 bytes), ``hello`` what it said of itself, ``address``
    its IP address as this end sees it.
    """

    def __init__(
        self,
        stream: trio.SSLStream[BegunStream],
        key: bytes,
        hello: Hello,
        address: str,
        reader: FrameReader,
        early: Iterable[bytes],
    ) -> None:
        """*reader* has cut the hello from the stream, *early* are the frames that came with it."""
        self.key = key
        self.hello = hello
        self.address = address
        self._stream = stream
        self._reader = reader
        self._frames = deque(early)  # that are not read yet
        self._outbox, self._queue = trio.open_memory_channel[Message](limits.QUEUE_MESSAGES)
        self._scope = trio.CancelScope()
        self._closed = trio.Event()
        self._allowance = float(limits.BURST_BYTES)
        self._counted_at = trio.current_time()

    def send(self, message: Message) -> None:
        """Put *message* on its way.  A peer that does not take what it is sent is dropped."""
        try:
            self._outbox.send_nowait(message)
        except trio.WouldBlock:
            logger.info("a link is dropped: its peer takes nothing")
            self.close()
        except (trio.ClosedResourceError, trio.BrokenResourceError):
            logger.debug("a message is not sent: the link is closing")

    def close(self) -> None:
        """Drop the link, at once."""
        self._scope.cancel()

    async def receive(self) -> Message | None:
        """Return what the peer says next, or None when it has hung up."""
        while True:
            while self._frames:
                message = decode_message(self._frames.popleft())
                if not isinstance(message, Ping):
                    return message
            with trio.fail_after(limits.IDLE):
                data = await self._stream.receive_some(limits.RECEIVE_BYTES)
            if not data:
                return None
            self.charge(len(data))
            self._frames += self._reader.feed(bytes(data))

    @property
    def behind(self) -> bool:
        """Whether so much waits to be sent that more of the same would not help the peer."""
        return self._queue.statistics().current_buffer_used > limits.QUEUE_BEHIND

    def charge(self, size: int) -> None:
        """Hold the peer to its rate (a token bucket): what it sends, and what it makes us send.

        Raises :class:`FrameError` when it is too much.
        """
        now = trio.current_time()
        earned = (now - self._counted_at) * limits.RATE_BYTES
        self._allowance = min(self._allowance + earned, float(limits.BURST_BYTES)) - size
        self._counted_at = now
        if self._allowance < 0:
            raise FrameError(text("The peer sends more than it may."))

    async def run_sender(self) -> None:
        """Send what is in the queue, and a ping where nothing else is to be sent."""
        while True:
            message: Message = Ping()
            with trio.move_on_after(limits.PING_EVERY):
                message = await self._queue.receive()
            await self._write(message)
            if isinstance(message, Bye):
                return

    async def _write(self, message: Message) -> None:
        with trio.fail_after(limits.SEND):
            await self._stream.send_all(frame(encode_message(message)))

    @property
    def scope(self) -> trio.CancelScope:
        """The scope in which the link's tasks run; :meth:`close` cancels it."""
        return self._scope

    async def wait_closed(self) -> None:
        """Wait until somebody lets go of the connection."""
        await self._closed.wait()

    async def aclose(self) -> None:
        """Let go of the connection."""
        self._closed.set()
        self._outbox.close()
        self._queue.close()
        await trio.aclose_forcefully(self._stream)


class Choice(Protocol):
    """Which of several connections to one peer becomes the link.

    ``decides``: we do, and say hello on one only; otherwise we answer where the other side does.
    """

    decides: bool

    def choose(self, connection: object) -> bool:
        """Whether to say hello on a connection."""

    def let_go(self, connection: object) -> None:
        """A connection has come to nothing."""


async def shake_hands(
    raw: trio.SocketStream, context: ssl.SSLContext, *, server_side: bool
) -> tuple[trio.SSLStream[BegunStream], bytes]:
    """Shake hands by TLS on a fresh connection; return the stream, and the other side's key.

    Raises one of LINK_FAULTS; the connection is closed then.  How long it may take is up to the
    caller.
    """
    stream: trio.SSLStream[BegunStream] | None = None
    try:
        begun = BegunStream(raw, await first_record(raw) if server_side else b"")
        stream = trio.SSLStream(begun, context, server_side=server_side, https_compatible=True)
        await stream.do_handshake()
        return stream, peer_key(stream.getpeercert(binary_form=True))
    except BaseException:
        await trio.aclose_forcefully(raw if stream is None else stream)
        raise


async def open_link(
    raw: trio.SocketStream,
    context: ssl.SSLContext,
    own: Hello,
    *,
    server_side: bool,
    expected: bytes | None = None,
    choice_for: Callable[[bytes], Choice | None] = lambda key: None,
) -> Link:
    """Shake hands on a fresh TCP connection and exchange hellos.

    *expected* is the key that the other side must have (None: any that knows the invite);
    *choice_for* says for the key that the other side has shown who chooses its connection.
    Raises one of LINK_FAULTS, or :class:`LinkRefused` with a sentence.  The connection is closed
    then.
    """
    stream: trio.SSLStream[BegunStream] | None = None
    choice: Choice | None = None
    try:
        with trio.fail_after(limits.HANDSHAKE):
            stream, key = await shake_hands(raw, context, server_side=server_side)
            if expected is not None and key != expected:
                raise LinkRefused(text("Whoever answers there is not the host that invited you."))
            choice = choice_for(key)
            if choice is None or choice.decides:
                await _say_hello(stream, own, choice)
            reader = FrameReader()
            frames: list[bytes] = []
            while not frames:
                data = await stream.receive_some(limits.RECEIVE_BYTES)
                if not data:
                    raise trio.BrokenResourceError("The other side hung up before its hello.")
                frames = reader.feed(bytes(data))
            if choice is not None and not choice.decides:
                await _say_hello(stream, own, choice)
        hello = decode_message(frames[0])
        if isinstance(hello, Bye):
            raise TurnedAway(heard(hello.reason))
        if not isinstance(hello, Hello):
            raise MessageError(text("The first message is no hello."))
        address = raw.socket.getpeername()[0]
    except BaseException as fault:
        if choice is not None:
            choice.let_go(stream)
        if stream is not None:
            await trio.aclose_forcefully(stream)
        if isinstance(fault, OtherVersion):
            raise LinkRefused(
                text(
                    "The other side speaks version {theirs} of the protocol, this program version "
                    "{ours}: one of you has to update.",
                    theirs=fault.version,
                    ours=VERSION,
                )
            ) from None
        raise
    return Link(stream, key, hello, address, reader, frames[1:])


async def _say_hello(
    stream: trio.SSLStream[BegunStream], own: Hello, choice: Choice | None
) -> None:
    if choice is not None and not choice.choose(stream):
        raise LinkRefused(text("There is another connection already."))
    await stream.send_all(frame(encode_message(own)))
