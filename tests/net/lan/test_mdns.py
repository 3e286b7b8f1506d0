"""Announcing and finding with real mDNS, on the loopback interface alone."""

from __future__ import annotations

import dataclasses
import secrets
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import trio
from zeroconf import ServiceInfo, ServiceStateChange, Zeroconf

from durak_p2p import limits
from durak_p2p.net.invite import Address
from durak_p2p.net.lan.announce import Announcement, announced_addresses
from durak_p2p.net.lan.browse import Browser
from durak_p2p.net.lan.listing import ListedTable
from durak_p2p.net.lan.mdns import LanUnavailable
from durak_p2p.net.lan.record import SERVICE, Record, instance
from durak_p2p.rules import rules_for
from tests.net.running import in_trio, until

RECORD = Record("Anna", rules_for("classic", players=4), 1, 4, guarded=True)
ADDRESSES = ("192.168.1.20", "fd00::20", "fe80::20")
PORT = 7777


def on_loopback() -> Zeroconf:
    return Zeroconf(interfaces=["127.0.0.1"], use_asyncio=False)


def nowhere() -> Zeroconf:
    raise OSError("there is no network here")


def fresh_id() -> bytes:
    """Tests that run at the same time on one computer hear each other."""
    return secrets.token_bytes(8)


class Watch:
    """A browser that runs, and what it has found of one table."""

    def __init__(self, table_id: bytes) -> None:
        self.table_id = table_id
        self.browser = Browser(lambda: None, mdns=on_loopback)

    @property
    def found(self) -> ListedTable | None:
        tables = [t for t in self.browser.listing.tables if t.table_id == self.table_id]
        assert len(tables) < 2
        return tables[0] if tables else None

    async def see(self, record: Record) -> ListedTable:
        await until(lambda: self.found is not None and self.found.record == record)
        assert self.found is not None
        return self.found


@asynccontextmanager
async def watching(table_id: bytes) -> AsyncIterator[tuple[Watch, trio.Nursery]]:
    watch = Watch(table_id)
    async with trio.open_nursery() as nursery:
        await nursery.start(watch.browser.run)
        yield watch, nursery
        nursery.cancel_scope.cancel()


def announcement(table_id: bytes, record: Record = RECORD) -> Announcement:
    return Announcement(table_id, PORT, record, mdns=on_loopback, addresses=lambda: ADDRESSES)


@in_trio
async def test_a_table_is_found_follows_its_seats_and_vanishes() -> None:
    async with watching(fresh_id()) as (watch, nursery):
        announced = announcement(watch.table_id)
        nursery.start_soon(announced.run)
        table = await watch.see(RECORD)
        assert {address.host for address in table.addresses} == set(ADDRESSES)
        assert table.addresses[0] == Address("192.168.1.20", PORT)
        assert table.addresses[-1].host.startswith("fe80")
        fuller = dataclasses.replace(RECORD, taken=3)
        announced.tell(fuller)
        again = await watch.see(fuller)
        assert again.number == table.number
        announced.end()
        await until(lambda: watch.found is None)


@in_trio
async def test_who_comes_later_finds_it_too() -> None:
    table_id = fresh_id()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(announcement(table_id).run)
        await trio.sleep(2)
        async with watching(table_id) as (watch, _):
            await watch.see(RECORD)
        nursery.cancel_scope.cancel()


@in_trio
async def test_a_cancelled_announcement_is_taken_back_in_time() -> None:
    async with watching(fresh_id()) as (watch, _):
        with trio.CancelScope() as scope:
            async with trio.open_nursery() as inner:
                inner.start_soon(announcement(watch.table_id).run)
                await watch.see(RECORD)
                began = trio.current_time()
                scope.cancel()
        assert trio.current_time() - began < 10 * limits.LAN_CLOSE
        await until(lambda: watch.found is None)


@in_trio
async def test_a_host_that_vanishes_without_a_word_vanishes_from_the_list(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "LAN_LIFE", 2)
    monkeypatch.setattr(limits, "LAN_LOOK_AGAIN", 0.5)
    monkeypatch.setattr(limits, "LAN_LOOK", 1.0)
    async with watching(fresh_id()) as (watch, nursery):
        made: list[Zeroconf] = []

        def keep() -> Zeroconf:
            made.append(on_loopback())
            return made[0]

        silent = Announcement(watch.table_id, PORT, RECORD, mdns=keep, addresses=lambda: ADDRESSES)
        nursery.start_soon(silent.run)
        await watch.see(RECORD)
        await trio.sleep(2 * limits.LAN_LIFE)
        assert watch.found is not None  # for it answers
        # Its sockets are gone at once, as when a computer is switched off.
        await trio.to_thread.run_sync(made[0]._close)
        await trio.to_thread.run_sync(made[0].engine.close)
        await until(lambda: watch.found is None)


def hostile(name: str, properties: dict[str | bytes, str | bytes | None]) -> ServiceInfo:
    return ServiceInfo(
        SERVICE,
        name,
        port=PORT,
        properties=properties,
        server="mallory.local.",
        parsed_addresses=["192.168.1.66"],
    )


@in_trio
async def test_hostile_announcements_come_to_nothing_and_hide_nobody() -> None:
    good = RECORD.properties()
    mallory = await trio.to_thread.run_sync(on_loopback)
    names = [bytes([0xAA] * 7 + [number]) for number in range(5)]
    infos = [
        hostile(instance(names[0]), {}),
        hostile(instance(names[1]), {**good, "name": "\x1b\x07\u202e"}),  # nothing is left of it
        hostile(instance(names[2]), {**good, "seats": "9/9"}),
        hostile(instance(names[3]), {**good, "name": "\x1b]0;owned\x07Eve\u202e" + "x" * 90}),
        hostile(f"\x1b[2J.{SERVICE}".replace("\x1b", "~"), dict(good)),
        hostile(instance(names[4]), {**good, "rules": b"\xff\xfe"}),
    ]
    try:
        async with watching(fresh_id()) as (watch, nursery):
            for info in infos:
                await trio.to_thread.run_sync(
                    lambda info=info: mallory.register_service(info, cooperating_responders=True)
                )
            nursery.start_soon(announcement(watch.table_id).run)
            await watch.see(RECORD)
            tables = {table.table_id: table.record for table in watch.browser.listing.tables}
            assert not tables.keys() & set(names[:3])
            await until(lambda: names[3] in {t.table_id for t in watch.browser.listing.tables})
            shown = next(t for t in watch.browser.listing.tables if t.table_id == names[3])
            assert shown.record.name == "]0;ownedEvexxxxxxxxx"
    finally:
        await trio.to_thread.run_sync(mallory.close)


@in_trio
async def test_a_flood_of_names_is_cut() -> None:
    watch = Watch(fresh_id())
    asked: list[str] = []

    class Silent:
        def get_service_info(self, service: str, name: str, milliseconds: int) -> None:
            asked.append(name)

    async with trio.open_nursery() as nursery:
        for number in range(1000):
            name = instance(number.to_bytes(8, "big"))
            watch.browser._hear(name, ServiceStateChange.Added, Silent(), nursery)  # type: ignore[arg-type]
    assert len(set(asked)) == limits.LAN_TABLES
    assert not watch.browser.listing.tables


@in_trio
async def test_where_there_is_no_network_it_is_said() -> None:
    with pytest.raises(LanUnavailable, match="there is no network here"):
        await Browser(lambda: None, mdns=nowhere).run()
    with pytest.raises(LanUnavailable, match="there is no network here"):
        await Announcement(fresh_id(), PORT, RECORD, mdns=nowhere).run()


@in_trio
async def test_where_the_lan_cannot_be_watched_it_is_said() -> None:
    def closed() -> Zeroconf:
        zeroconf = on_loopback()
        zeroconf.close()
        return zeroconf

    with pytest.raises(LanUnavailable):
        await Browser(lambda: None, mdns=closed).run()


def test_the_addresses_that_are_announced_are_addresses() -> None:
    for host in announced_addresses():
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        assert socket.inet_pton(family, host)
        assert not host.startswith("127.")
