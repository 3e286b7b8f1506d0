"""A peer without manners: knows the invite, shakes hands, then says whatever a test wants."""

from __future__ import annotations

import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import trio

from durak_p2p.crypto import Identity
from durak_p2p.net.framing import FrameReader, frame
from durak_p2p.net.invite import Address
from durak_p2p.net.tls import client_context
from durak_p2p.table.messages import Hello, Message, decode_message, encode_message

GONE = (trio.BrokenResourceError, trio.ClosedResourceError, ssl.SSLError, OSError)


class Puppet:
    """One raw connection to a table, encrypted."""

    def __init__(self) -> None:
        self._stream: trio.SSLStream[trio.SocketStream] | None = None
        self._reader = FrameReader()
        self._heard: list[Message] = []

    @property
    def stream(self) -> trio.SSLStream[trio.SocketStream]:
        if self._stream is None:
            raise trio.BrokenResourceError("no connection came about")
        return self._stream

    async def connect(self, context: ssl.SSLContext, address: Address) -> None:
        raw = await trio.open_tcp_stream(address.host, address.port)
        self._stream = trio.SSLStream(raw, context, https_compatible=True)
        await self._stream.do_handshake()

    async def close(self) -> None:
        if self._stream is not None:
            await trio.aclose_forcefully(self._stream)

    async def say(self, message: Message) -> None:
        await self.stream.send_all(frame(encode_message(message)))

    async def send(self, raw: bytes) -> None:
        await self.stream.send_all(raw)

    async def hear(self) -> Message | None:
        """Return the next message, or None when the other side has hung up."""
        while not self._heard:
            try:
                data = await self.stream.receive_some(65536)
            except GONE:
                return None
            if not data:
                return None
            self._heard += [decode_message(payload) for payload in self._reader.feed(bytes(data))]
        return self._heard.pop(0)

    async def hear_all(self) -> list[Message]:
        """Listen until the other side hangs up."""
        heard: list[Message] = []
        while (message := await self.hear()) is not None:
            heard.append(message)
        return heard


@asynccontextmanager
async def connected(
    identity: Identity, secret: bytes, address: Address, greeting: bytes | None = None
) -> AsyncIterator[Puppet]:
    """Connect, shake hands and greet; hang up at the end, and mind no broken connection."""
    hello = frame(encode_message(Hello("Mallory", bytes(16), 0)))
    puppet = Puppet()
    try:
        with suppress(*GONE):
            await puppet.connect(client_context(identity, secret), address)
            await puppet.send(hello if greeting is None else greeting)
        with suppress(*GONE):
            yield puppet
    finally:
        await puppet.close()


async def is_hung_up(stream: trio.abc.ReceiveStream, within: float) -> bool:
    """Listen until the other side hangs up, at most *within* seconds."""
    with trio.move_on_after(within):
        try:
            while await stream.receive_some(65536):
                pass
        except GONE:
            pass
        return True
    return False
