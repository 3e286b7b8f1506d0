"""Links and the mesh: who is let in, when a link is dropped, what the limits do."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import pytest
import trio

from durak_p2p import limits
from durak_p2p.crypto import Identity
from durak_p2p.game import SignedEntry
from durak_p2p.net.framing import FrameError, frame
from durak_p2p.net.invite import Address
from durak_p2p.net.link import Link, LinkRefused
from durak_p2p.net.mesh import Mesh
from durak_p2p.table.messages import VERSION, Bye, Carry, Hello, Message, Ping, encode_message
from tests.net.puppet import connected, is_hung_up
from tests.net.running import in_trio, until

SECRET = bytes(range(16))
OTHERS = [f"127.0.0.{last}" for last in range(2, 12)]  # Linux has them all


class Recorder:
    """A handler that lets everybody in, and remembers what happened."""

    def __init__(self) -> None:
        self.events: list[tuple[str, bytes]] = []
        self.messages: list[Message] = []
        self.links: list[Link] = []

    def refusal(self, link: Link) -> str | None:
        return "No." if link.hello.player == "Nobody" else None

    def joined(self, link: Link) -> None:
        self.links.append(link)
        self.events.append(("joined", link.key))

    def lost(self, link: Link) -> None:
        self.events.append(("lost", link.key))

    async def receive(self, link: Link, message: Message) -> None:
        if message == Bye("a bug"):
            raise ZeroDivisionError
        self.messages.append(message)


class Listening:
    """A mesh that listens."""

    def __init__(self, identity: Identity | None = None, name: str = "Anna") -> None:
        self.identity = identity or Identity.generate()
        self.handler = Recorder()
        self.mesh = Mesh(self.identity, SECRET, lambda: Hello(name, bytes(16), 0), self.handler)
        self.address = Address("127.0.0.1", 0)


@asynccontextmanager
async def listening() -> AsyncIterator[Listening]:
    one = Listening()
    listeners = await trio.open_tcp_listeners(0, host="127.0.0.1")
    one.address = Address("127.0.0.1", listeners[0].socket.getsockname()[1])
    async with trio.open_nursery() as nursery:
        nursery.start_soon(one.mesh.serve, listeners)
        yield one
        nursery.cancel_scope.cancel()


def serving(what: Callable[[trio.SocketStream], Awaitable[None]]) -> Callable[..., Any]:
    return partial(trio.serve_tcp, what, 0, host="127.0.0.1")


async def saying_nothing(_: trio.SocketStream) -> None:
    await trio.sleep_forever()


async def plain(one: Listening) -> trio.SocketStream:
    return await trio.open_tcp_stream(one.address.host, one.address.port)


@in_trio
async def test_silence_is_hung_up_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "HANDSHAKE", 0.2)
    async with listening() as one, await plain(one) as stream:
        assert await is_hung_up(stream, 2)


@pytest.mark.parametrize("sent", [b"", (50).to_bytes(4, "big"), frame(b"x" * 50)[:-1]])
@in_trio
async def test_half_a_hello_is_hung_up_on(sent: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "HANDSHAKE", 0.2)
    async with (
        listening() as one,
        connected(Identity.generate(), SECRET, one.address, sent) as puppet,
    ):
        assert await is_hung_up(puppet.stream, 2)
        assert not one.handler.events


@in_trio
async def test_so_many_may_shake_hands_and_the_oldest_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "UNAUTHENTICATED_PER_ADDRESS", 4)
    async with listening() as one:
        streams = [await plain(one) for _ in range(6)]
        assert await is_hung_up(streams[0], 5)
        assert await is_hung_up(streams[1], 5)
        assert not await is_hung_up(streams[5], 0.05)
        async with connected(Identity.generate(), SECRET, one.address) as puppet:
            assert isinstance(await puppet.hear(), Hello)  # whoever stands in the doorway
        assert await is_hung_up(streams[2], 5)
        for stream in streams:
            await stream.aclose()


@in_trio
async def test_a_flood_of_strangers_delays_nobody() -> None:
    """From the same address and from others, silent and with half a hello."""
    async with listening() as one:
        sources = ["127.0.0.1"] if sys.platform != "linux" else ["127.0.0.1", *OTHERS]
        words = [sys.executable, "-m", "tests.net.knocking", str(one.address.port), "300", "300"]
        knocking = await trio.lowlevel.open_process([*words, *sources], stdout=subprocess.PIPE)
        try:
            assert knocking.stdout is not None
            await knocking.stdout.receive_some()  # "ready"
            began = trio.current_time()
            for _ in range(5):
                greeted = trio.current_time()
                async with connected(Identity.generate(), SECRET, one.address) as puppet:
                    assert isinstance(await puppet.hear(), Hello)
                assert trio.current_time() - greeted < 10
                await trio.sleep(0.2)
            assert trio.current_time() - began < 30
        finally:
            knocking.kill()
            await knocking.wait()
        assert len(one.handler.links) == 5


@in_trio
async def test_so_many_links_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "LINKS", 1)
    async with listening() as one, connected(Identity.generate(), SECRET, one.address) as first:
        await first.hear()
        await trio.sleep(0.05)
        async with connected(Identity.generate(), SECRET, one.address) as second:
            assert await second.hear() is None


@in_trio
async def test_an_idle_link_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "IDLE", 0.2)
    async with listening() as one, connected(Identity.generate(), SECRET, one.address) as puppet:
        assert await is_hung_up(puppet.stream, 2)
        assert [event for event, _ in one.handler.events] == ["joined", "lost"]


@in_trio
async def test_pings_keep_a_link(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "IDLE", 0.3)
    monkeypatch.setattr(limits, "PING_EVERY", 0.1)
    async with listening() as one, listening() as other, trio.open_nursery() as nursery:
        key = other.identity.public_key
        nursery.start_soon(one.mesh.keep, key, lambda: one.mesh.dial([other.address], key))
        await trio.sleep(1)
        assert one.handler.events == [("joined", key)]
        assert other.handler.events == [("joined", one.identity.public_key)]
        assert not one.handler.messages
        nursery.cancel_scope.cancel()


@in_trio
async def test_who_sends_more_than_it_may_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "BURST_BYTES", 10_000)
    monkeypatch.setattr(limits, "RATE_BYTES", 10_000)
    ping = frame(encode_message(Ping()))
    async with listening() as one, connected(Identity.generate(), SECRET, one.address) as puppet:
        await puppet.send(ping * (9_000 // len(ping)))
        assert not await is_hung_up(puppet.stream, 0.2)
        await puppet.send(ping * (9_000 // len(ping)))
        assert await is_hung_up(puppet.stream, 1)


@in_trio
async def test_what_a_peer_makes_us_send_counts_too() -> None:
    async with listening() as one, connected(Identity.generate(), SECRET, one.address) as puppet:
        await puppet.hear()
        await trio.sleep(0.05)
        link = one.handler.links[0]
        link.charge(limits.BURST_BYTES - 1000)
        with pytest.raises(FrameError):
            link.charge(limits.RATE_BYTES)


@in_trio
async def test_who_takes_nothing_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "QUEUE_MESSAGES", 1024)
    async with listening() as one, connected(Identity.generate(), SECRET, one.address) as puppet:
        await puppet.hear()
        await trio.sleep(0.05)
        link = one.handler.links[0]
        for _ in range(limits.QUEUE_BEHIND):
            link.send(Bye("x" * 200))
        assert not link.behind
        for _ in range(limits.QUEUE_MESSAGES):
            link.send(Bye("x" * 200))
        assert link.behind
        await trio.sleep(0.05)
        assert [event for event, _ in one.handler.events] == ["joined", "lost"]


@in_trio
async def test_who_comes_late_is_sent_thousands_of_entries_at_once() -> None:
    """Where most players like to take, a deal does not end for as long."""
    async with listening() as one, connected(Identity.generate(), SECRET, one.address) as puppet:
        await puppet.hear()
        await trio.sleep(0.05)
        for _ in range(8000):
            one.handler.links[0].send(Carry(SignedEntry(b"x", bytes(64))))
        heard = [await puppet.hear() for _ in range(8000)]
        assert all(isinstance(message, Carry) for message in heard)


@in_trio
async def test_who_does_not_read_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "SEND", 0.3)
    monkeypatch.setattr(limits, "QUEUE_MESSAGES", 100_000)
    async with listening() as one, connected(Identity.generate(), SECRET, one.address):
        await trio.sleep(0.1)
        for _ in range(2000):
            one.handler.links[0].send(Carry(SignedEntry(bytes(16_000), bytes(64))))
        await until(lambda: len(one.handler.events) > 1)
        assert [event for event, _ in one.handler.events] == ["joined", "lost"]


@in_trio
async def test_the_newer_link_of_one_key_counts() -> None:
    boris = Identity.generate()
    async with listening() as one, connected(boris, SECRET, one.address) as first:
        await first.hear()
        async with connected(boris, SECRET, one.address) as second:
            assert await is_hung_up(first.stream, 1)
            await second.say(Bye("still here"))
            await trio.sleep(0.05)
            assert one.handler.messages == [Bye("still here")]
            assert [event for event, _ in one.handler.events] == ["joined", "joined"]
        await trio.sleep(0.05)
        assert one.handler.events[-1] == ("lost", boris.public_key)


@in_trio
async def test_ones_own_key_is_no_guest() -> None:
    async with (
        listening() as one,
        connected(one.identity, SECRET, one.address) as puppet,
    ):
        assert (await puppet.hear_all())[1:] == [Bye("That is yourself.")]
        assert not one.handler.events


@in_trio
async def test_who_is_refused_is_told_why_and_hung_up_on() -> None:
    hello = frame(encode_message(Hello("Nobody", bytes(16), 0)))
    async with (
        listening() as one,
        connected(Identity.generate(), SECRET, one.address, hello) as puppet,
    ):
        assert (await puppet.hear_all())[1:] == [Bye("No.")]
        assert not one.handler.events


@in_trio
async def test_frames_that_come_with_the_hello_are_read() -> None:
    both = b"".join(
        frame(encode_message(m)) for m in (Hello("Boris", bytes(16), 0), Ping(), Bye("early"))
    )
    async with listening() as one, connected(Identity.generate(), SECRET, one.address, both):
        await trio.sleep(0.05)
        assert one.handler.messages == [Bye("early")]


async def dial(one: Listening, *addresses: Address, key: bytes | None = None) -> Link:
    mesh = Listening(name="Boris").mesh
    return await mesh.dial(addresses, key or one.identity.public_key)


@in_trio
async def test_the_host_must_have_the_key_of_the_invite() -> None:
    async with listening() as one:
        with pytest.raises(LinkRefused, match="not the host that invited you"):
            await dial(one, one.address, key=Identity.generate().public_key)


@in_trio
async def test_nobody_there_is_said_plainly() -> None:
    async with listening() as one:
        with pytest.raises(LinkRefused, match=r"Nobody answers at 127\.0\.0\.1:1\."):
            await dial(one, Address("127.0.0.1", 1))
        with pytest.raises(LinkRefused, match="No address is known"):
            await dial(one)


@in_trio
async def test_another_program_there_is_said_plainly() -> None:
    async def web(stream: trio.SocketStream) -> None:
        await stream.receive_some(1000)
        await stream.send_all(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        await stream.aclose()

    async with listening() as one, trio.open_nursery() as nursery:
        listeners = await nursery.start(serving(web))
        port = listeners[0].socket.getsockname()[1]
        with pytest.raises(LinkRefused, match="is no table of this invite"):
            await dial(one, Address("127.0.0.1", port))
        nursery.cancel_scope.cancel()


@in_trio
async def test_addresses_are_raced_and_one_link_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither a dead address nor a silent one holds the others up."""
    async with listening() as one, trio.open_nursery() as nursery:
        silent = await nursery.start(serving(saying_nothing))
        dead = Address("127.0.0.1", 1)
        mute = Address("127.0.0.1", silent[0].socket.getsockname()[1])
        started = trio.current_time()
        link = await dial(one, mute, dead, one.address)
        assert trio.current_time() - started < 2 * limits.RACE + 0.5
        assert link.key == one.identity.public_key
        await link.aclose()
        nursery.cancel_scope.cancel()


@in_trio
async def test_another_version_is_said_plainly() -> None:
    hello = frame(encode_message(Hello("Anna", bytes(16), 0)).replace(b"hello\x01", b"hello\x02"))
    host = Identity.generate()
    answered = Listening(host).mesh

    async def newer(stream: trio.SocketStream) -> None:
        tls = trio.SSLStream(stream, answered._server, server_side=True)
        await tls.do_handshake()
        await tls.send_all(hello)
        await trio.sleep(1)

    async with trio.open_nursery() as nursery:
        listeners = await nursery.start(serving(newer))
        address = Address("127.0.0.1", listeners[0].socket.getsockname()[1])
        with pytest.raises(LinkRefused, match=f"version {VERSION + 1} .* version {VERSION}:"):
            await Listening(name="Boris").mesh.dial([address], host.public_key)
        nursery.cancel_scope.cancel()


@in_trio
async def test_a_lost_link_is_dialled_again() -> None:
    async with listening() as one, listening() as other, trio.open_nursery() as nursery:
        key = other.identity.public_key
        nursery.start_soon(one.mesh.keep, key, lambda: one.mesh.dial([other.address], key))
        for times in range(1, 4):
            with trio.fail_after(limits.REDIAL_FIRST * 2**times + 1):
                await until(lambda: len(one.handler.links) >= times)  # noqa: B023
            one.handler.links[-1].close()
        nursery.cancel_scope.cancel()


@in_trio
async def test_who_hangs_up_at_once_is_not_dialled_without_pause(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "REDIAL_FIRST", 0.05)
    monkeypatch.setattr(Recorder, "refusal", lambda *_: "No.")
    monkeypatch.setattr(limits, "PARTING", 0.01)
    async with listening() as one, trio.open_nursery() as nursery:
        caller = Listening(name="Boris")
        key = one.identity.public_key
        nursery.start_soon(caller.mesh.keep, key, lambda: caller.mesh.dial([one.address], key))
        dialled = 0
        original = caller.mesh.dial

        async def count(*arguments: object) -> Link:
            nonlocal dialled
            dialled += 1
            return await original(*arguments)  # type: ignore[arg-type]

        monkeypatch.setattr(caller.mesh, "dial", count)
        await trio.sleep(1)
        assert 2 <= dialled <= 6
        nursery.cancel_scope.cancel()


class TestTheOneCatchAll:
    @pytest.fixture(autouse=True)
    def nothing_unforeseen(self) -> None:
        """Here it is foreseen."""

    def test_an_error_of_our_own_costs_a_link_and_no_more(self) -> None:
        async def test() -> None:
            async with listening() as one:
                async with connected(Identity.generate(), SECRET, one.address) as puppet:
                    await puppet.say(Bye("a bug"))
                    assert await is_hung_up(puppet.stream, 1)
                async with connected(Identity.generate(), SECRET, one.address) as puppet:
                    assert isinstance(await puppet.hear(), Hello)

        trio.run(test)
