"""A port is mapped by whatever routers there are, and what they say is told."""

from __future__ import annotations

from dataclasses import replace
from ipaddress import ip_address

import pytest
import trio
import trio.testing

from durak_p2p.net.invite import Address
from durak_p2p.net.reach import limits
from durak_p2p.net.reach.answers import Protocol
from durak_p2p.net.reach.interfaces import Kind, LocalAddress
from durak_p2p.net.reach.mapper import PortMapping
from durak_p2p.net.reach.outcome import State
from tests.net.reach.fake_routers import (
    HERE,
    OUTSIDE,
    DatagramRouter,
    UpnpRouter,
    pcp_refusal,
    pcp_unsupported,
    routers,
)
from tests.net.reach.mapping import PORT, honest, mapping, timeless

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


@timeless
async def test_addresses_that_the_system_does_not_tell_are_no_network() -> None:
    def refuse() -> tuple[LocalAddress, ...]:
        raise OSError("not told")

    async with routers() as system, mapping(replace(system, local=refuse)) as made:
        assert made.reach.ipv4.state is State.NO_NETWORK


@timeless
async def test_a_search_that_the_system_does_not_send_is_one_that_nobody_answers() -> None:
    async with routers() as system, mapping(replace(system, ssdp_port=0)) as made:
        assert made.reach.ipv4.state is State.SILENT


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
