"""Who wants another match rings at those who still look back at the last one."""

from __future__ import annotations

import trio

from durak_p2p.crypto import Identity
from durak_p2p.net.doorbell import Doorbell
from durak_p2p.net.invite import Address
from durak_p2p.net.link import LinkRefused
from durak_p2p.net.mesh import Mesh
from durak_p2p.table.messages import Hello
from tests.net.running import in_trio, until

SECRET, OTHER_SECRET = bytes(16), bytes([1] * 16)
ANNA, BORIS, CLARA = (Identity.generate() for _ in range(3))
NOWHERE = Address("127.0.0.1", 1)


async def listening(nursery: trio.Nursery, rung: list[bytes]) -> Address:
    """Let Anna hear who rings; return where."""
    listeners = await trio.open_tcp_listeners(0, host="127.0.0.1")
    nursery.start_soon(Doorbell(ANNA, SECRET).listen, listeners, rung.append)
    return Address("127.0.0.1", listeners[0].socket.getsockname()[1])


@in_trio
async def test_it_is_heard_who_rings() -> None:
    rung: list[bytes] = []
    async with trio.open_nursery() as nursery:
        anna = await listening(nursery, rung)
        assert await Doorbell(BORIS, SECRET).ring(ANNA.public_key, [NOWHERE, anna])
        assert rung == [BORIS.public_key]
        await Doorbell(CLARA, SECRET).ring_at_all(
            {ANNA.public_key: [anna], BORIS.public_key: [NOWHERE]}
        )
        assert rung == [BORIS.public_key, CLARA.public_key]
        nursery.cancel_scope.cancel()


@in_trio
async def test_nobody_is_heard_who_does_not_know_the_table() -> None:
    rung: list[bytes] = []
    async with trio.open_nursery() as nursery:
        anna = await listening(nursery, rung)
        await Doorbell(BORIS, OTHER_SECRET).ring(ANNA.public_key, [anna])
        stream = await trio.open_tcp_stream(anna.host, anna.port)
        await stream.send_all(b"GET / HTTP/1.1\r\n\r\n")
        assert await stream.receive_some(1) == b""
        await stream.aclose()
        assert rung == []
        assert not await Doorbell(BORIS, SECRET).ring(CLARA.public_key, [anna])  # that is Anna
        assert not await Doorbell(BORIS, SECRET).ring(ANNA.public_key, [NOWHERE])
        assert not await Doorbell(BORIS, SECRET).ring(ANNA.public_key, [])
        nursery.cancel_scope.cancel()


class Nobody:
    """Does nothing with links."""

    def refusal(self, link: object) -> None: ...
    def joined(self, link: object) -> None: ...
    def lost(self, link: object) -> None: ...
    async def receive(self, link: object, message: object) -> None: ...


@in_trio
async def test_a_guest_who_dials_rings_and_waits_on() -> None:
    rung: list[bytes] = []
    async with trio.open_nursery() as nursery:
        anna = await listening(nursery, rung)
        mesh = Mesh(BORIS, SECRET, lambda: Hello("Boris", bytes(16), 0), Nobody())
        refused = False
        try:
            await mesh.dial([anna], ANNA.public_key)
        except LinkRefused:
            refused = True
        assert refused
        await until(lambda: rung == [BORIS.public_key])
        nursery.cancel_scope.cancel()
