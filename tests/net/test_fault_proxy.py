"""The bad network of these tests leaves nothing open behind it."""

from __future__ import annotations

import random

import trio

from durak_p2p.net.invite import Address
from tests.net.fault_proxy import FaultProxy
from tests.net.running import in_trio, until


@in_trio
async def test_a_proxy_that_is_cancelled_closes_both_sides_of_a_connection() -> None:
    async def listen_only(_: trio.SocketStream) -> None:
        await trio.sleep_forever()

    async with trio.open_nursery() as nursery:
        target = (await nursery.start(trio.serve_tcp, listen_only, 0))[0].socket.getsockname()[1]
        proxy = FaultProxy(Address("127.0.0.1", target), random.Random(1))
        await nursery.start(proxy.run)
        stream = await trio.open_tcp_stream("127.0.0.1", proxy.address.port)
        await until(lambda: proxy._live)
        sides = list(proxy._live)
        nursery.cancel_scope.cancel()
    await stream.aclose()
    assert [side.socket.fileno() for side in sides] == [-1, -1]
