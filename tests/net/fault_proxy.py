"""A TCP proxy that is as bad as a network can be: slow, in pieces, stalling, cutting."""

from __future__ import annotations

import random
import socket
import struct
from contextlib import suppress
from dataclasses import dataclass, field

import trio

from durak_p2p.net.invite import Address

_GONE = (trio.BrokenResourceError, trio.ClosedResourceError, OSError)


@dataclass
class FaultProxy:
    """Passes connections on to *target*.  Times are in seconds, ``piece`` in bytes (0: all).

    Of what comes at once, only so many ``pieces`` are cut off; the rest is passed on whole.
    """

    target: Address
    rng: random.Random
    delay: float = 0.0
    piece: int = 0
    pieces: int = 1_000_000
    stall: float = 0.0
    connections: int = 0
    address: Address = field(init=False)
    _live: set[trio.SocketStream] = field(default_factory=set)

    async def run(self, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        listeners = await trio.open_tcp_listeners(0, host="127.0.0.1")
        self.address = Address("127.0.0.1", listeners[0].socket.getsockname()[1])
        task_status.started()
        await trio.serve_listeners(self._serve, listeners)

    async def _serve(self, near: trio.SocketStream) -> None:
        self.connections += 1
        far: trio.SocketStream | None = None
        try:
            with suppress(*_GONE):
                far = await trio.open_tcp_stream(self.target.host, self.target.port)
                self._live |= {near, far}
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(self._pump, near, far, nursery.cancel_scope)
                    nursery.start_soon(self._pump, far, near, nursery.cancel_scope)
        finally:
            for stream in filter(None, (near, far)):
                self._live.discard(stream)
                stream.socket.close()  # not awaited: being cancelled, we would close but one

    async def _pump(
        self, source: trio.SocketStream, sink: trio.SocketStream, scope: trio.CancelScope
    ) -> None:
        with suppress(*_GONE):
            while data := await source.receive_some(16384):
                await trio.sleep(self.delay)
                if self.stall:
                    await trio.sleep(self.rng.uniform(0, self.stall))
                cut = min(self.piece * self.pieces, len(data))
                for start in range(0, cut, self.piece or 1):
                    await sink.send_all(data[start : min(start + self.piece, cut)])
                await sink.send_all(data[cut:])
        scope.cancel()

    def reset(self) -> None:
        """Cut all connections as a crash would: with RST, and whatever is under way is lost."""
        for stream in list(self._live):
            with suppress(OSError):
                linger = struct.pack("ii", 1, 0)
                stream.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
            stream.socket.close()

    async def reset_at_random(self, shortest: float, longest: float) -> None:
        """Cut all connections again and again, for ever."""
        while True:
            await trio.sleep(self.rng.uniform(shortest, longest))
            self.reset()
