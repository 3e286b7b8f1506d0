"""A port is mapped, kept, and given back, by whatever routers there are.

The routers are fakes on loopback, the time is trio's mock clock: it runs on only while everybody
waits.
"""

from __future__ import annotations

import functools
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from ipaddress import ip_address

import pytest
import trio
import trio.testing

from durak_p2p.net.invite import Address
from durak_p2p.net.reach import limits
from durak_p2p.net.reach.answers import Protocol
from durak_p2p.net.reach.interfaces import Kind, LocalAddress
from durak_p2p.net.reach.keeper import System
from durak_p2p.net.reach.mapper import PortMapping
from durak_p2p.net.reach.outcome import State
from tests.net.reach.fake_routers import (
    HERE,
    LOOPBACK,
    OUTSIDE,
    Answerer,
    DatagramRouter,
    UpnpRouter,
    pcp_refusal,
    pcp_unsupported,
    routers,
)

PORT = 7777


def timeless(test: Callable[..., Awaitable[None]]) -> Callable[..., None]:
    """Run an async test at once, however long it waits."""

    @functools.wraps(test)
    def run(**fixtures: object) -> None:
        clock = trio.testing.MockClock(autojump_threshold=0.05)
        trio.run(functools.partial(test, **fixtures), clock=clock)

    return run


@asynccontextmanager
async def mapping(system: System) -> AsyncIterator[PortMapping]:
    async with trio.open_nursery() as nursery:
        made = PortMapping(PORT, system)
        nursery.start_soon(made.run)
        await made.settled()
        yield made
        nursery.cancel_scope.cancel()


def honest(**more: object) -> DatagramRouter:
    router = DatagramRouter(**more)  # type: ignore[arg-type]
    router.pcp, router.natpmp = router.grant_pcp, router.grant_natpmp
    return router


# -- by which protocol -----------------------------------------------------------------------------


@timeless
async def test_pcp_is_asked_first_and_alone() -> None:
    router, upnp = honest(), UpnpRouter()
    async with routers(router, upnp) as system, mapping(system) as made:
        assert made.reach.ipv4.state is State.MAPPED
        assert made.reach.ipv4.protocol is Protocol.PCP
        assert made.reach.addresses == (Address(OUTSIDE, PORT),)
        assert str(made.reach.ipv4.sentence) == (
            "Your router lets friends in from the internet at 9.8.7.6:7777 (PCP)."
        )
        assert made.reach.ipv6.state is State.NO_NETWORK
        assert [request[0] for request in router.requests] == [2]
        assert upnp.calls == []
        assert router.mappings == {PORT: (PORT, 7200)}
    assert router.mappings == {}


@timeless
async def test_natpmp_follows_where_pcp_is_not_known() -> None:
    router = honest(external_port=50001)
    router.pcp = pcp_unsupported
    async with routers(router) as system, mapping(system) as made:
        assert made.reach.ipv4.protocol is Protocol.NAT_PMP
        assert made.reach.addresses == (Address(OUTSIDE, 50001),)
        assert trio.current_time() < 0.5
    assert router.mappings == {}


@timeless
async def test_natpmp_follows_where_pcp_is_not_answered() -> None:
    router = honest()
    router.pcp = lambda _: None
    async with routers(router) as system, mapping(system) as made:
        assert made.reach.ipv4.protocol is Protocol.NAT_PMP


@timeless
@pytest.mark.parametrize("version", [1, 2])
async def test_upnp_follows_where_nothing_else_is_answered(version: int) -> None:
    upnp = UpnpRouter(version)
    async with routers(upnp=upnp) as system, mapping(system) as made:
        assert made.reach.ipv4.protocol is Protocol.UPNP
        assert made.reach.addresses == (Address(OUTSIDE, PORT),)
        entry = upnp.mappings[PORT]
        assert entry["NewInternalClient"] == HERE
        assert entry["NewInternalPort"] == str(PORT)
        assert entry["NewLeaseDuration"] == "7200"
        assert entry["NewPortMappingDescription"] == "durak-p2p"
    assert upnp.mappings == {}


@timeless
async def test_silence_costs_three_seconds_at_most() -> None:
    async with routers() as system, mapping(system) as made:
        began = trio.current_time()
        assert made.reach.ipv4.state is State.SILENT
        assert made.reach.addresses == ()
        assert began < 3.0
    assert trio.current_time() - began < 0.1  # and leaving costs nothing


@timeless
async def test_no_network_is_told_at_once() -> None:
    async with routers(sources=tuple) as system, mapping(system) as made:
        assert made.reach.ipv4.state is State.NO_NETWORK
        assert made.reach.ipv4.sentence == "This computer has no way to the internet."


# -- what routers say ------------------------------------------------------------------------------


@timeless
@pytest.mark.parametrize("ip", ["100.64.3.4", "192.168.0.2", "10.1.2.3", "172.20.0.1"])
@pytest.mark.parametrize("protocol", list(Protocol))
async def test_an_address_that_is_not_public_is_not_taken_for_one(
    ip: str, protocol: Protocol
) -> None:
    router, upnp = DatagramRouter(ip=ip), UpnpRouter(ip=ip)
    if protocol is Protocol.PCP:
        router.pcp = router.grant_pcp
    elif protocol is Protocol.NAT_PMP:
        router.natpmp = router.grant_natpmp
    async with routers(router, upnp) as system, mapping(system) as made:
        assert made.reach.ipv4.state is State.SHARED
        assert made.reach.ipv4.protocol is protocol
        assert str(made.reach.ipv4.ip) == ip
        assert made.reach.addresses == ()
        assert ip in made.reach.ipv4.sentence


@timeless
async def test_an_address_told_in_a_refusal_counts() -> None:
    carrier = bytes(10) + b"\xff\xff" + ip_address("100.64.0.7").packed
    router = DatagramRouter(pcp=lambda request: pcp_refusal(request, 8)[:44] + carrier)
    async with routers(router) as system, mapping(system) as made:
        assert made.reach.ipv4.state is State.SHARED


@timeless
async def test_an_own_address_of_the_provider_is_told() -> None:
    own = ip_address("100.64.9.9")
    there = LocalAddress("wwan0", own, 24, Kind.CARRIER, 1)
    # No socket can be bound to that address here, so nobody is asked in earnest.
    more = {"local": lambda: (there,), "sources": lambda: (own,)}
    async with routers(**more) as system, mapping(system) as made:
        assert made.reach.ipv4.state is State.SHARED
        assert made.reach.ipv4.ip == own


@timeless
async def test_an_own_public_address_may_do() -> None:
    own = ip_address("9.9.9.9")
    there = LocalAddress("eth0", own, 24, Kind.GLOBAL, 1)
    more = {"local": lambda: (there,), "sources": lambda: (own,)}
    async with routers(**more) as system, mapping(system) as made:
        assert made.reach.ipv4.state is State.UNCERTAIN
        assert made.reach.ipv4.addresses == (Address("9.9.9.9", PORT),)
        assert made.reach.addresses == ()


@timeless
async def test_a_refusal_is_told_with_its_reason() -> None:
    router = DatagramRouter(pcp=lambda request: pcp_refusal(request, 2))
    async with routers(router) as system, mapping(system) as made:
        assert made.reach.ipv4.state is State.REFUSED
        assert made.reach.ipv4.protocol is Protocol.PCP
        assert made.reach.ipv4.sentence == (
            "Your router opens no port. It is not allowed to computers in this network."
        )


@timeless
async def test_after_a_refusal_the_next_protocol_is_tried() -> None:
    router = DatagramRouter(pcp=lambda request: pcp_refusal(request, 2))
    async with routers(router, UpnpRouter()) as system, mapping(system) as made:
        assert made.reach.ipv4.protocol is Protocol.UPNP


@timeless
@pytest.mark.parametrize(
    ("faults", "reason"),
    [
        ({"refuses": 606}, "It is not allowed to computers in this network."),
        ({"refuses": 501}, "It says that it failed."),
        ({"maps_to": "127.0.0.9"}, "It says yes, but has mapped the port to another computer."),
        ({"lists": False}, "It says yes, but the mapping is not in its list."),
        ({"ip": ""}, "It has no connection to the internet itself, or no public address."),
        ({"ip": "0.0.0.0"}, "It has no connection to the internet itself, or no public address."),
        ({"ip": "fe80::1"}, "It has no connection to the internet itself, or no public address."),
        ({"taken": frozenset(range(1 << 16))}, "All ports that were tried are taken there."),
    ],
)
async def test_a_upnp_router_that_does_not_do_it(faults: dict[str, object], reason: str) -> None:
    upnp = UpnpRouter(**faults)  # type: ignore[arg-type]
    async with routers(upnp=upnp) as system, mapping(system) as made:
        assert made.reach.ipv4.state is State.REFUSED
        assert made.reach.ipv4.reason == reason
    if "maps_to" in faults:
        assert upnp.mappings  # it is not ours to take away
        assert "DeletePortMapping" not in dict(upnp.calls)
    else:
        assert upnp.mappings == {} or "lists" in faults


@timeless
@pytest.mark.parametrize("version", [1, 2])
async def test_a_taken_port_is_replaced_by_another(version: int) -> None:
    upnp = UpnpRouter(version, taken={PORT})
    async with routers(upnp=upnp) as system, mapping(system) as made:
        port = made.reach.addresses[0].port
        assert port != PORT
        assert upnp.mappings[port]["NewInternalPort"] == str(PORT)
    assert upnp.mappings == {}


@timeless
async def test_a_router_without_leases_is_given_its_mapping_back() -> None:
    upnp = UpnpRouter(knows_leases=False)
    async with routers(upnp=upnp) as system, mapping(system) as made:
        assert made.reach.ipv4.state is State.MAPPED
        assert upnp.mappings[PORT]["NewLeaseDuration"] == "0"
        await trio.sleep(2 * limits.CHECK_EVERY + 1)
        asked = [a["NewLeaseDuration"] for name, a in upnp.calls if name == "AddPortMapping"]
        assert asked == ["7200", "0", "0", "0"]  # it is looked after, too
    assert upnp.mappings == {}


@timeless
async def test_mappings_that_never_end_do_not_pile_up() -> None:
    ours = {
        "NewExternalPort": "7001",
        "NewProtocol": "TCP",
        "NewInternalPort": "7001",
        "NewInternalClient": HERE,
        "NewPortMappingDescription": "durak-p2p",
        "NewLeaseDuration": "0",
    }
    others = {
        7002: {"NewInternalPort": "7002"},  # somebody listens there
        7003: {"NewPortMappingDescription": "web"},
        7004: {"NewInternalClient": "127.0.0.9"},
        7005: {"NewProtocol": "UDP"},
        7006: {"NewLeaseDuration": "60"},
        7007: {"NewInternalPort": "x"},
    }
    kept = {port: {**ours, "NewExternalPort": str(port), **more} for port, more in others.items()}
    left = {port: {**ours, "NewExternalPort": str(port)} for port in (7001, 7008, 7009)}
    upnp = UpnpRouter(knows_leases=False, mappings={**left, **kept})
    free = {"is_free": lambda port: port != 7002}
    async with routers(upnp=upnp, **free) as system, mapping(system) as made:
        assert made.reach.ipv4.state is State.MAPPED
        assert set(upnp.mappings) == {*kept, PORT}
    assert set(upnp.mappings) == set(kept)


@timeless
async def test_who_comes_back_takes_its_mapping_over() -> None:
    """A program that was killed has left a mapping at a router that looks at nonces."""
    router = DatagramRouter()
    nonces: dict[int, bytes] = {}

    def strict(request: bytes) -> bytes:
        if nonces.setdefault(0, request[24:36]) != request[24:36]:
            return pcp_refusal(request, 2)
        return router.grant_pcp(request)

    router.pcp = strict
    states = []
    async with routers(router) as system:
        for secret in (b"mine", b"another's", b"mine"):
            async with trio.open_nursery() as nursery:
                made = PortMapping(PORT, system, secret)
                nursery.start_soon(made.run)
                states.append((await made.settled()).ipv4.state)
                nursery.cancel_scope.cancel()
    assert states == [State.MAPPED, State.REFUSED, State.MAPPED]


# -- nasty ones ------------------------------------------------------------------------------------


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


# -- keeping and leaving ---------------------------------------------------------------------------


@timeless
async def test_a_mapping_is_renewed_at_half_its_lease() -> None:
    router = honest(lease=60)
    async with routers(router) as system, mapping(system):
        asked = len(router.requests)
        await trio.sleep(29)
        assert len(router.requests) == asked
        await trio.sleep(2)
        assert len(router.requests) == asked + 1
        assert router.requests[-1] == router.requests[0][:44] + bytes(10) + b"\xff\xff" + (
            ip_address(OUTSIDE).packed
        )  # the same nonce, and the address that it had


@timeless
async def test_an_address_that_changes_is_noticed() -> None:
    router = honest(lease=300)
    async with routers(router) as system, trio.open_nursery() as nursery:
        made = PortMapping(PORT, system)
        heard = [made.reach]

        async def listen() -> None:
            while True:
                heard.append(await made.changed(heard[-1]))

        nursery.start_soon(listen)
        nursery.start_soon(made.run)
        await made.settled()
        router.ip = "9.8.7.7"
        await trio.sleep(limits.CHECK_EVERY + 1)
        router.pcp = router.natpmp = lambda _: None
        await trio.sleep(400)
        nursery.cancel_scope.cancel()
    told = dict.fromkeys((reach.ipv4.state, *reach.addresses) for reach in heard)
    assert list(told) == [
        (State.SEARCHING,),
        (State.MAPPED, Address(OUTSIDE, PORT)),
        (State.MAPPED, Address("9.8.7.7", PORT)),
        (State.SILENT,),
    ]


@timeless
async def test_a_router_that_was_silent_is_asked_again() -> None:
    router = DatagramRouter()
    async with routers(router) as system, mapping(system) as made:
        assert made.reach.ipv4.state is State.SILENT
        router.pcp = router.grant_pcp
        await trio.sleep(limits.SEARCH_AGAIN + 1)
        assert made.reach.ipv4.state is State.MAPPED


@timeless
async def test_a_lost_answer_loses_no_mapping() -> None:
    router = honest()
    async with routers(router) as system, mapping(system) as made:
        router.pcp = lambda _: None
        await trio.sleep(limits.CHECK_EVERY + 10)
        assert made.reach.ipv4.state is State.MAPPED
        router.pcp = router.grant_pcp
        asked = len(router.requests)
        await trio.sleep(limits.CHECK_EVERY + 10)
        assert len(router.requests) > asked
        assert made.reach.ipv4.state is State.MAPPED


@timeless
async def test_a_router_that_forgets_is_asked_once_more_at_once() -> None:
    router = honest(began=10_000)
    async with routers(router) as system, mapping(system):
        router.began = 0
        asked = len(router.requests)
        await trio.sleep(limits.CHECK_EVERY + 5)
        assert len(router.requests) == asked + 2


@timeless
async def test_another_network_means_another_mapping() -> None:
    router = honest()
    addresses = [LOOPBACK]
    more = {
        "local": lambda: tuple(addresses),
        "sources": lambda: tuple(address.ip for address in addresses),
    }
    async with routers(router, **more) as system, mapping(system) as made:
        assert made.reach.ipv4.state is State.MAPPED
        addresses.clear()
        await trio.sleep(limits.LOOK_EVERY + 3)
        assert made.reach.ipv4.state is State.NO_NETWORK
        assert router.mappings == {}
        addresses.append(replace(LOOPBACK, interface="lo2"))
        await trio.sleep(limits.LOOK_EVERY + 3)
        assert made.reach.ipv4.state is State.MAPPED


@timeless
async def test_leaving_in_the_middle_gives_back_what_may_be_mapped() -> None:
    router = honest()
    mapped = trio.Event()

    def map_but_keep_still(request: bytes) -> bytes | None:
        router.grant_pcp(request)
        mapped.set()
        return None

    router.pcp = map_but_keep_still  # type: ignore[assignment]
    async with routers(router) as system, trio.open_nursery() as nursery:
        nursery.start_soon(PortMapping(PORT, system).run)
        await mapped.wait()
        assert PORT in router.mappings
        nursery.cancel_scope.cancel()
    assert router.mappings == {}


@timeless
async def test_a_router_that_died_does_not_hold_up_leaving() -> None:
    router = honest()
    async with routers(router) as system:
        async with mapping(system):
            router.pcp = router.natpmp = lambda _: None
            began = trio.current_time()
        assert trio.current_time() - began <= limits.GIVE_BACK
