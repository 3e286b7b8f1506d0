"""A mapping is kept as long as it is wanted, and given back."""

from __future__ import annotations

from dataclasses import replace
from ipaddress import ip_address

import trio
import trio.testing

from durak_p2p.net.invite import Address
from durak_p2p.net.reach import limits
from durak_p2p.net.reach.mapper import PortMapping
from durak_p2p.net.reach.outcome import State
from tests.net.reach.fake_routers import LOOPBACK, OUTSIDE, DatagramRouter, routers
from tests.net.reach.mapping import PORT, honest, mapping, timeless


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
