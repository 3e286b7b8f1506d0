"""A host of the laboratory that has its port mapped: says hello to everybody who comes.

    python -m tests.lab.mapped_host PORT LEASE

It prints a JSON line whenever something else has come of it, and leaves when its input ends.
"""

from __future__ import annotations

import json
import sys
import time

import trio

from durak_p2p.net.reach.keeper import System
from durak_p2p.net.reach.mapper import PortMapping, Reach


def tell(reach: Reach, began: float) -> None:
    value = {
        "seconds": round(time.monotonic() - began, 3),
        "ipv4": reach.ipv4.state.value,
        "ipv6": reach.ipv6.state.value,
        "protocols": [o.protocol and o.protocol.value for o in (reach.ipv4, reach.ipv6)],
        "addresses": list(map(str, reach.addresses)),
        "sentences": [str(reach.ipv4.sentence), str(reach.ipv6.sentence)],
        "settled": reach.settled,
    }
    print(json.dumps(value), flush=True)


async def greet(stream: trio.SocketStream) -> None:
    async with stream:
        await stream.send_all(b"hello")


async def main(port: int, lease: int) -> None:
    began = time.monotonic()
    mapping = PortMapping(port, System(lease=lease))
    async with trio.open_nursery() as nursery:
        for host in ("0.0.0.0", "::"):
            listeners = await trio.open_tcp_listeners(port, host=host)
            nursery.start_soon(trio.serve_listeners, greet, listeners)
        nursery.start_soon(mapping.run)

        async def listen() -> None:
            reach = mapping.reach
            while True:
                reach = await mapping.changed(reach)
                tell(reach, began)

        nursery.start_soon(listen)
        await trio.to_thread.run_sync(sys.stdin.read)
        nursery.cancel_scope.cancel()


trio.run(main, *map(int, sys.argv[1:]))
