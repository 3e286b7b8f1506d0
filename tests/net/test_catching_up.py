"""Bad networks: whatever happens on the way, all have the same log in the end."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
import trio

from durak_p2p import limits
from durak_p2p.net.address_book import AddressBook
from durak_p2p.net.invite import Address
from durak_p2p.table.news import AwayNews, BackNews, LeftNews
from tests.net.fault_proxy import FaultProxy
from tests.net.running import in_trio, until
from tests.net.tables import Table

Worsen = Callable[[FaultProxy], None]


class NoAddresses(AddressBook):
    """Nobody is found but where the invite says."""

    def of(self, key: bytes) -> list[Address]:
        return []


async def play_through_proxies(
    table: Table, worsen: Worsen, seed: int, *, deals: int = 1, cut: tuple[float, float] | None
) -> list[FaultProxy]:
    """Every guest reaches the host through a proxy of its own, and no other guest at all."""
    await table.open(deals)
    proxies: list[FaultProxy] = []
    async with trio.open_nursery() as network:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(table.host.run)
            for number, guest in enumerate(table.guests):
                proxy = FaultProxy(table.host.address, random.Random(seed + number))
                worsen(proxy)
                await network.start(proxy.run)
                proxies.append(proxy)
                await table.seat(guest, via=proxy.address, listen=False)
                guest.peer._book = NoAddresses()
                nursery.start_soon(guest.run)
            if cut is not None:
                await table.wait_for_moves(0)
                await until(lambda: table.host.files)
                for proxy in proxies:
                    network.start_soon(proxy.reset_at_random, *cut)
        network.cancel_scope.cancel()
    table.check_ended_well(deals)
    return proxies


class Proxied(AddressBook):
    """Everybody is found where a proxy of our own leads to them, and nowhere else."""

    def __init__(self, proxies: dict[bytes, FaultProxy]) -> None:
        super().__init__()
        self._proxies = proxies

    def of(self, key: bytes) -> list[Address]:
        return [self._proxies[key].address] if key in self._proxies else []


@in_trio
async def test_every_link_of_a_match_is_bad_in_every_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """Slow, one byte at a time, stalling and cut: before all peers, whoever dials whom."""
    monkeypatch.setattr(limits, "REDIAL_FIRST", 0.05)
    monkeypatch.setattr(limits, "REDIAL_MOST", 0.2)
    monkeypatch.setattr(limits, "SECOND_DIALLER", 0.3)
    table, rng = Table(3, pace=0.01), random.Random(7)
    await table.open()
    for guest in table.guests:
        await guest.listen()
    async with trio.open_nursery() as network:
        proxies: list[FaultProxy] = []
        for sitter in table.sitters:
            ways = {
                other.identity.public_key: FaultProxy(
                    other.address, rng, delay=0.002, piece=1, pieces=40, stall=0.006
                )
                for other in table.sitters
                if other is not sitter
            }
            proxies += ways.values()
            for proxy in ways.values():
                await network.start(proxy.run)
            if sitter is not table.host:
                via = ways[table.host.identity.public_key].address
                await table.seat(sitter, via=via, listen=False)
            sitter.peer._book = Proxied(ways)
        async with trio.open_nursery() as nursery:
            for sitter in table.sitters:
                nursery.start_soon(sitter.run)
            await until(lambda: table.host.files)
            for proxy in proxies:
                network.start_soon(proxy.reset_at_random, 0.2, 1.0)
        network.cancel_scope.cancel()
    table.check_ended_well()
    assert sum(proxy.connections for proxy in proxies) > len(proxies), "none was cut"


@pytest.mark.parametrize("seed", range(2))
@in_trio
async def test_links_cut_at_random_moments(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "REDIAL_FIRST", 0.05)
    monkeypatch.setattr(limits, "REDIAL_MOST", 0.2)
    proxies = await play_through_proxies(
        Table(3, pace=0.02), lambda _: None, seed * 100, cut=(0.1, 0.5)
    )
    assert all(proxy.connections > 2 for proxy in proxies)


BAD: dict[str, Worsen] = {
    "slow": lambda proxy: setattr(proxy, "delay", 0.03),
    "one byte at a time": lambda proxy: setattr(proxy, "piece", 1),
    "stalling": lambda proxy: setattr(proxy, "stall", 0.05),
}


@pytest.mark.parametrize("worsen", BAD.values(), ids=BAD.keys())
@in_trio
async def test_bad_links(worsen: Worsen) -> None:
    await play_through_proxies(Table(2), worsen, 1, cut=None)


@in_trio
async def test_entries_of_the_next_deal_come_before_its_time() -> None:
    """One guest is far behind the others, at the end of each deal, too."""
    slow = iter([0.0, 0.04, 0.0])
    await play_through_proxies(
        Table(3), lambda proxy: setattr(proxy, "delay", next(slow)), 1, deals=2, cut=None
    )


@in_trio
async def test_guests_who_cannot_reach_each_other_do_not_wait_at_the_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "LINGER", 50.0)
    started = trio.current_time()
    await play_through_proxies(Table(3), lambda _: None, 1, cut=None)
    assert trio.current_time() - started < limits.LINGER


@in_trio
async def test_a_cut_link_is_told_and_comes_back() -> None:
    table = Table(2, pace=0.02)
    await table.open()
    async with trio.open_nursery() as network:
        proxy = FaultProxy(table.host.address, random.Random(1))
        await network.start(proxy.run)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(table.host.run)
            await table.seat(table.guests[0], via=proxy.address)
            nursery.start_soon(table.guests[0].run)
            await table.wait_for_moves(2)
            proxy.reset()
            cut = trio.current_time()
            await until(lambda: table.host.kinds(BackNews))
            assert trio.current_time() - cut < limits.REDIAL_FIRST + 1
        network.cancel_scope.cancel()
    table.check_ended_well()
    for sitter in table.sitters:
        assert len(sitter.kinds(AwayNews)) == len(sitter.kinds(BackNews)) == 1
        assert not sitter.kinds(LeftNews)
