"""Meeting: two peers that knock at each other's ports come to one link, whoever was first."""

from __future__ import annotations

import errno
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from typing import Any

import pytest
import trio

from durak_p2p import limits
from durak_p2p.crypto import Identity
from durak_p2p.net import listening
from durak_p2p.net.invite import Address
from durak_p2p.net.link import Link
from durak_p2p.net.listening import listen, port_of, socket_at
from durak_p2p.net.mesh import Mesh
from durak_p2p.table.messages import Hello
from tests.net.running import in_trio, until
from tests.net.test_links import SECRET, Recorder

HOST = "127.0.0.1"


class Standing:
    """A peer that listens on a port that it can also knock from."""

    def __init__(self, secret: bytes = SECRET) -> None:
        self.identity = Identity.generate()
        self.key = self.identity.public_key
        self.handler = Recorder()
        self.mesh = Mesh(self.identity, secret, lambda: Hello("Anna", bytes(16), 0), self.handler)
        self.port = 0

    @property
    def address(self) -> Address:
        return Address(HOST, self.port)

    async def keep(self, other: Standing, key: bytes | None = None) -> None:
        expected = key or other.key
        await self.mesh.keep(expected, lambda: self.mesh.meet(self.port, [other.address], expected))


@asynccontextmanager
async def standing(secret: bytes = SECRET) -> AsyncIterator[Standing]:
    one = Standing(secret)
    listeners = await listen(0, ["0.0.0.0"])
    one.port = port_of(listeners)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(one.mesh.serve, listeners)
        yield one
        nursery.cancel_scope.cancel()


@in_trio
async def test_both_come_to_one_link_and_keep_it() -> None:
    async with standing() as one, standing() as other, trio.open_nursery() as nursery:
        nursery.start_soon(one.keep, other)
        nursery.start_soon(other.keep, one)
        await until(lambda: one.mesh.links and other.mesh.links)
        await trio.sleep(2 * limits.RACE)
        assert one.handler.events == [("joined", other.key)]
        assert other.handler.events == [("joined", one.key)]
        nursery.cancel_scope.cancel()


@in_trio
async def test_a_lost_link_comes_back_from_the_same_ports() -> None:
    async with standing() as one, standing() as other, trio.open_nursery() as nursery:
        nursery.start_soon(one.keep, other)
        nursery.start_soon(other.keep, one)
        for times in range(1, 4):
            await until(lambda: len(one.handler.links) >= times)  # noqa: B023
            one.handler.links[-1].close()
        nursery.cancel_scope.cancel()


@in_trio
async def test_who_does_not_know_the_invite_is_not_met() -> None:
    async with standing() as one, standing(bytes(16)) as other, trio.open_nursery() as nursery:
        nursery.start_soon(one.keep, other)
        nursery.start_soon(other.keep, one)
        await trio.sleep(0.5)
        assert not one.mesh.links
        assert not other.mesh.links
        nursery.cancel_scope.cancel()


@in_trio
async def test_who_is_not_awaited_is_not_met() -> None:
    async with standing() as one, standing() as other:
        with trio.move_on_after(0.5) as limit:
            await one.mesh.meet(one.port, [other.address], Identity.generate().public_key)
        assert limit.cancelled_caught


@in_trio
async def test_a_meeting_that_is_called_off_leaves_nothing() -> None:
    async with standing() as one, standing() as other:
        with trio.move_on_after(0.1):
            await one.mesh.meet(one.port, [other.address], Identity.generate().public_key)
        # Whoever comes from there now is a guest like any other.
        link = await other.mesh.dial([one.address], one.key)
        await until(lambda: one.handler.links)
        await link.aclose()


@in_trio
async def test_many_connections_at_once_are_one_link() -> None:
    """Both dial, and knock at several addresses that are the same."""
    async with standing() as one, standing() as other, trio.open_nursery() as nursery:
        for _ in range(5):
            links: list[Link] = []
            nursery.start_soon(meet, one, other, links)
            nursery.start_soon(meet, other, one, links)
            await until(lambda: len(links) == 2)  # noqa: B023
            assert ends(links[0]) == ends(links[1])[::-1]
            for link in links:
                await link.aclose()


async def meet(one: Standing, other: Standing, links: list[Link]) -> None:
    candidates = [Address(f"127.0.0.{last}", other.port) for last in (1, 2, 3)]
    links.append(await one.mesh.meet(one.port, candidates, other.key))


def ends(link: Link) -> tuple[Any, Any]:
    socket = link._stream.transport_stream.raw.socket
    return socket.getsockname(), socket.getpeername()


@in_trio
async def test_a_port_that_is_listened_on_can_be_knocked_from_but_not_listened_on_again() -> None:
    for _ in range(20):  # other programs may be at the port that is found, at other addresses
        async with AsyncExitStack() as stack:
            listeners = await listen(0, [HOST, "::1"])
            for listener in listeners:
                await stack.enter_async_context(listener)
            port = port_of(listeners)
            assert {listener.socket.getsockname()[1] for listener in listeners} == {port}
            with pytest.raises(OSError, match="in use") as error:
                await listen(port, [HOST])
            assert error.value.errno == errno.EADDRINUSE
            with suppress(OSError):
                (await socket_at("0.0.0.0", port)).close()
                return
    raise AssertionError("no port can be knocked from")


@in_trio
async def test_who_is_cancelled_as_it_begins_to_listen_holds_no_port(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made: list[trio.SocketListener] = []
    listen_at = listening._listen_at

    async def cancelled_at_the_second(host: str, port: int) -> trio.SocketListener:
        if made:
            scope.cancel()
        made.append(await listen_at(host, port))
        return made[-1]

    monkeypatch.setattr(listening, "_listen_at", cancelled_at_the_second)
    with trio.CancelScope() as scope:
        await listen(0, [HOST, "127.0.0.2"])
    assert scope.cancelled_caught
    assert [listener.socket.fileno() for listener in made] == [-1]
