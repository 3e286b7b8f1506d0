"""Who wants another match rings at those who still look back at the last one.

A ring is a connection by the TLS of the next table on which nothing is said: the handshake shows
whose it is (protocol/wire.md, "The next table").
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence

import trio

from durak_p2p import limits
from durak_p2p.crypto import Identity
from durak_p2p.net.first_record import BegunStream
from durak_p2p.net.gate import Gate
from durak_p2p.net.invite import Address
from durak_p2p.net.link import LINK_FAULTS, shake_hands
from durak_p2p.net.race import race
from durak_p2p.net.tls import client_context, server_context

logger = logging.getLogger(__name__)
_Stream = trio.SSLStream[BegunStream]


class Doorbell:
    """Hears who rings, and rings at others; *secret* is the next table's."""

    def __init__(self, identity: Identity, secret: bytes) -> None:
        self._server = server_context(identity, secret)
        self._client = client_context(identity, secret)
        self._gate = Gate()

    async def listen(
        self, listeners: Sequence[trio.SocketListener], rung: Callable[[bytes], None]
    ) -> None:
        """Call *rung* with the key of each who rings, for ever."""

        async def accept(raw: trio.SocketStream) -> None:
            try:
                address = raw.socket.getpeername()[0]
            except OSError:
                await trio.aclose_forcefully(raw)
                return
            visitor = self._gate.enter(address, raw.socket.close)
            try:
                with trio.fail_after(limits.HANDSHAKE):
                    stream, key = await shake_hands(raw, self._server, server_side=True)
                rung(key)
                await trio.aclose_forcefully(stream)  # who rings knows by it that it was heard
            except LINK_FAULTS as fault:
                logger.debug("a ring came to nothing: %s", type(fault).__name__)
            finally:
                self._gate.leave(visitor)

        await trio.serve_listeners(accept, list(listeners))

    async def ring_at_all(self, places: Mapping[bytes, Sequence[Address]]) -> None:
        """Ring at all of these, by key; who cannot be reached does not hear it."""
        async with trio.open_nursery() as nursery:
            for key, addresses in places.items():
                nursery.start_soon(self.ring, key, addresses)

    async def ring(self, key: bytes, addresses: Sequence[Address]) -> bool:
        """Ring at the peer with this key, at one of its addresses; return whether it was there."""

        async def attempt(address: Address) -> _Stream | None:
            try:
                with trio.fail_after(limits.DIAL):
                    raw = await trio.open_tcp_stream(address.host, address.port)
                with trio.fail_after(limits.HANDSHAKE):
                    stream, its_key = await shake_hands(raw, self._client, server_side=False)
                if its_key == key:
                    return stream
                await trio.aclose_forcefully(stream)
            except LINK_FAULTS as fault:
                logger.debug("nobody hears us ring at %s: %s", address, type(fault).__name__)
            return None

        stream = await race(addresses, attempt, trio.aclose_forcefully)
        if stream is None:
            return False
        try:
            with trio.move_on_after(limits.PARTING):
                await stream.receive_some(1)  # until it hangs up: then it knows who we are
        except LINK_FAULTS as fault:
            logger.debug("a ring ended: %s", type(fault).__name__)
        finally:
            await trio.aclose_forcefully(stream)
        return True
