"""Routers, and others in their place, that answer wrongly, slowly or not to us."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import trio
import trio.testing

from durak_p2p.net.reach.mapper import PortMapping
from durak_p2p.net.reach.outcome import State
from tests.net.reach.fake_routers import Answerer, DatagramRouter, UpnpRouter, routers
from tests.net.reach.mapping import PORT, mapping, timeless


def _wrong_nonce(router: DatagramRouter) -> Answerer:
    return lambda request: router.grant_pcp(request)[:24] + bytes(12) + request[36:60]


@timeless
@pytest.mark.parametrize(
    "answerer",
    [
        _wrong_nonce,
        lambda router: lambda request: router.grant_pcp(request)[:59],
        lambda router: lambda request: b"",
        lambda router: lambda request: request,
        lambda router: lambda request: bytes(1500),
    ],
)
async def test_what_is_no_answer_changes_nothing(
    answerer: Callable[[DatagramRouter], Answerer],
) -> None:
    router = DatagramRouter()
    router.pcp, router.natpmp = answerer(router), lambda request: request
    async with routers(router) as system, mapping(system) as made:
        assert made.reach.ipv4.state is State.SILENT


@timeless
@pytest.mark.parametrize("fault", [{"lease": 1}, {"external_port": 0}, {"ip": "0.0.0.0"}])
@pytest.mark.parametrize("protocol", ["pcp", "natpmp"])
async def test_a_yes_that_is_worth_nothing_is_a_no(fault: dict[str, object], protocol: str) -> None:
    router = DatagramRouter(**fault)  # type: ignore[arg-type]
    setattr(router, protocol, getattr(router, f"grant_{protocol}"))
    async with routers(router) as system, mapping(system) as made:
        assert made.reach.ipv4.state is State.REFUSED
    assert router.mappings == {}


@timeless
async def test_answers_of_others_than_the_router_are_not_heard() -> None:
    """Somebody else on the network sees the request and answers for the router."""
    router = DatagramRouter()
    async with routers(router) as system, trio.open_nursery() as nursery:
        made = PortMapping(PORT, system)

        def betray(request: bytes) -> None:
            nursery.start_soon(_answer_from_elsewhere, router, request)

        # The fake tells who has asked; the answer comes from another port.
        router.pcp = betray  # type: ignore[assignment]
        nursery.start_soon(made.run)
        reach = await made.settled()
        nursery.cancel_scope.cancel()
    assert reach.ipv4.state is State.SILENT
    assert len(ELSEWHERE) >= 1


ELSEWHERE: list[bytes] = []


async def _answer_from_elsewhere(router: DatagramRouter, request: bytes) -> None:
    answer = router.grant_pcp(request)
    with trio.socket.socket(trio.socket.AF_INET, trio.socket.SOCK_DGRAM) as socket:
        await socket.bind(("127.0.0.2", 0))
        assert router.asker is not None
        await socket.sendto(answer, router.asker)
        ELSEWHERE.append(answer)


@timeless
@pytest.mark.parametrize(
    "description",
    [
        (b"HTTP/1.1 200 OK\r\n\r\n", b"x" * 10000),  # endless body
        (b"HTTP/1.1 200 OK\r\n", b"X: y\r\n" * 1000),  # endless head
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", b"1\r\nx\r\n" * 1000),
        (),  # says nothing ever
        (
            b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n<!DOCTYPE a [<!ENTITY b 'c'>"
            b"<!ENTITY d '&b;&b;&b;&b;'>]><root>&d;</root>",
            b" " * 1000,
        ),
    ],
)
async def test_a_router_cannot_hold_us_up(description: tuple[bytes, ...]) -> None:
    upnp = UpnpRouter(description=description)
    async with routers(upnp=upnp) as system, mapping(system) as made:
        assert made.reach.ipv4.state is State.SILENT
        assert upnp.connections >= 1
        assert trio.current_time() < 3.0


@timeless
async def test_a_device_describes_itself_and_nobody_else() -> None:
    victim = await trio.open_tcp_listeners(0, host="127.0.0.3")
    visits = []

    async def note(stream: trio.SocketStream) -> None:
        visits.append(stream)

    upnp = UpnpRouter()
    async with routers(upnp=upnp) as system, trio.open_nursery() as nursery:
        nursery.start_soon(trio.serve_listeners, note, victim)
        port = victim[0].socket.getsockname()[1]
        upnp.location = f"http://127.0.0.3:{port}/root.xml"
        async with mapping(system) as made:
            assert made.reach.ipv4.state is State.SILENT
        nursery.cancel_scope.cancel()
    assert visits == []
    assert upnp.searches > 0
