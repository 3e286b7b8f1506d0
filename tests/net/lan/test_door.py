"""The host's door on real sockets: who comes in, and what anybody else costs."""

from __future__ import annotations

import dataclasses
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from ipaddress import ip_address
from typing import ClassVar

import pytest
import trio
import trio.testing
from zeroconf import Zeroconf

from durak_p2p import limits
from durak_p2p.net.framing import frame
from durak_p2p.net.host import Host
from durak_p2p.net.invite import Address, Invite
from durak_p2p.net.lan import door
from durak_p2p.net.lan.admission import AdmissionRefused, Refusal
from durak_p2p.net.lan.door import LanDoor, is_near, new_pin
from durak_p2p.net.lan.mdns import Mdns
from durak_p2p.net.lan.record import Record
from durak_p2p.net.lan.visit import NobodyAnswers, fetch_invite
from durak_p2p.net.reach.interfaces import Kind, LocalAddress
from durak_p2p.rules import rules_for
from durak_p2p.table.errors import TableError
from tests.net.puppet import GONE, is_hung_up
from tests.net.running import in_trio, until
from tests.net.tables import LOOPBACK, Table

PIN = "4821"


def no_mdns() -> Zeroconf:
    raise OSError("there is no network here")


class LanTable(Table):
    """A table that admits guests, and that is not announced."""

    def __init__(self, players: int, pin: str = PIN, *, watching: bool = False) -> None:
        super().__init__(players)
        self.watching = watching
        self.pin = pin
        self.wrong: list[str] = []
        self.unavailable = False

    async def open(self, deals: int = 1) -> None:
        await super().open(deals)
        rules = rules_for("classic", players=len(self.sitters), deck=24)
        # The invite that is given names an address of no use: the guest uses the one it knows.
        invite = dataclasses.replace(self.invite, addresses=(Address("192.0.2.1", 9),))
        self.door = LanDoor(
            "Anna",
            invite,
            rules,
            pin=self.pin,
            watching=self.watching,
            wrong=self.wrong.append,
            unavailable=self._note_unavailable,
            mdns=no_mdns,
        )
        self.host.peer = Host(self.host.seating, self.secret, rules, deals, lan=self.door)

    def _note_unavailable(self) -> None:
        self.unavailable = True

    async def fetch(self, pin: str = PIN) -> Invite:
        return await fetch_invite([self.host.address], self.door.table_id, pin)


async def with_host(table: LanTable, test: Callable[[], Awaitable[None]]) -> None:
    """Run the host alone while the test goes on."""
    await table.open()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(table.host.peer.run, table.host.listeners)
        await test()
        table.host.peer.stop()


@pytest.mark.parametrize("pin", [PIN, ""])
@in_trio
async def test_a_guest_with_nothing_but_the_pin_sits_down_and_plays(pin: str) -> None:
    table = LanTable(2, pin)
    await table.open()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(table.host.peer.run, table.host.listeners)
        table.invite = await table.fetch(pin)
        assert table.invite.addresses == (table.host.address, Address("192.0.2.1", 9))
        guest = table.guests[0]
        await table.seat(guest)
        await guest.peer.run(guest.listeners)
    table.check_ended_well()
    assert table.unavailable  # and that hindered nobody
    assert not table.wrong


@pytest.mark.parametrize("watching", [True, False])
@in_trio
async def test_a_full_table_lets_in_who_may_watch_it_and_nobody_else(*, watching: bool) -> None:
    table = LanTable(2, watching=watching)
    await table.open()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(table.host.peer.run, table.host.listeners)
        table.invite = await table.fetch()
        guest = table.guests[0]
        guest.pace = 0.05
        await table.seat(guest)
        nursery.start_soon(guest.peer.run, guest.listeners)
        await table.wait_for_moves(1)
        if watching:
            assert (await table.fetch()).secret == table.secret
        else:
            with pytest.raises(AdmissionRefused) as refused:
                await table.fetch()
            assert refused.value.refusal is Refusal.FULL
        guest.peer.stop()
        with suppress(TableError):
            table.host.peer.stop()


@in_trio
async def test_a_wrong_pin_is_tried_once_whatever_the_addresses() -> None:
    table = LanTable(2)

    async def test() -> None:
        addresses = [table.host.address] * 3
        with pytest.raises(AdmissionRefused) as refused:
            await fetch_invite(addresses, table.door.table_id, "0000")
        assert refused.value.refusal is Refusal.WRONG
        assert table.wrong == [LOOPBACK]

    await with_host(table, test)


@in_trio
async def test_an_address_of_something_else_is_passed_over() -> None:
    """A closed port, and a program that says something else."""
    table = LanTable(2)

    async def web_server(stream: trio.SocketStream) -> None:
        async with stream:
            with suppress(*GONE):
                await stream.receive_some(100)
                await stream.send_all(b"HTTP/1.1 400 Bad Request\r\n\r\n")

    async def test() -> None:
        async with trio.open_nursery() as nursery:
            serve = partial(trio.serve_tcp, web_server, 0, host=LOOPBACK)
            other = (await nursery.start(serve))[0].socket.getsockname()[1]
            closed = (await trio.open_tcp_listeners(0, host=LOOPBACK))[0]
            closed_port = closed.socket.getsockname()[1]
            await closed.aclose()
            strangers = [Address(LOOPBACK, closed_port), Address(LOOPBACK, other)]
            invite = await fetch_invite([*strangers, table.host.address], None, PIN)
            assert invite.addresses[0] == table.host.address
            with pytest.raises(NobodyAnswers) as nobody:
                await fetch_invite(strangers, None, PIN)
            assert not nobody.value.silent
            with pytest.raises(NobodyAnswers) as nobody:
                await fetch_invite(strangers[:1], None, PIN)
            assert nobody.value.silent
            nursery.cancel_scope.cancel()

    await with_host(table, test)


@in_trio
async def test_a_table_without_a_door_admits_nobody() -> None:
    table = Table(2)
    await table.open()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(table.host.peer.run, table.host.listeners)
        with pytest.raises(NobodyAnswers):
            await fetch_invite([table.host.address], None, "")
        table.host.peer.stop()


RUBBISH = {
    "HTTP": b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "zeros": bytes(4096),
    "a length only": b"\0\0\0\x10",
    "one byte": b"\0",
    "too long": (limits.ADMISSION_BYTES + 1).to_bytes(4, "big") + bytes(10),
    "no admission": frame(b"\xc1rubbish"),
    "many frames": frame(b"\xc0") * 1000,
}


@pytest.mark.parametrize("data", RUBBISH.values(), ids=RUBBISH.keys())
@in_trio
async def test_rubbish_is_hung_up_on_in_time_and_nothing_happens(
    data: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "ADMISSION", 0.3)
    monkeypatch.setattr(limits, "HANDSHAKE", 0.3)
    monkeypatch.setattr(limits, "UNAUTHENTICATED_PER_ADDRESS", 4)
    table = LanTable(2)

    async def test() -> None:
        for _ in range(limits.UNAUTHENTICATED_PER_ADDRESS + 4):
            stream = await trio.open_tcp_stream(LOOPBACK, table.host.port)
            async with stream:
                with suppress(*GONE):
                    await stream.send_all(data)
                    assert await is_hung_up(stream, 10)
        await table.fetch()

    await with_host(table, test)


@in_trio
async def test_the_slow_keep_nobody_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "UNAUTHENTICATED_PER_ADDRESS", 8)
    table = LanTable(2)

    async def test() -> None:
        slow = [
            await trio.open_tcp_stream(LOOPBACK, table.host.port)
            for _ in range(limits.UNAUTHENTICATED_PER_ADDRESS)
        ]
        for stream in slow:
            await stream.send_all(b"\0")
        await table.fetch()  # the place of the slowest
        assert await is_hung_up(slow[0], 10)
        for stream in slow:
            await stream.aclose()

    await with_host(table, test)


# -- near and far ------------------------------------------------------------------------------

HOME = LocalAddress("eth0", ip_address("192.168.1.20"), 24, Kind.PRIVATE)
HOME6 = LocalAddress("eth0", ip_address("2001:470:1:2::20"), 64, Kind.GLOBAL)
OFFICE = LocalAddress("eth0", ip_address("8.8.4.20"), 24, Kind.GLOBAL)
CARRIER = LocalAddress("wwan0", ip_address("100.64.3.4"), 16, Kind.CARRIER)
TAILSCALE = LocalAddress("tailscale0", ip_address("100.101.102.103"), 32, Kind.OVERLAY)


@pytest.mark.parametrize(
    ("address", "local", "near"),
    [
        ("127.0.0.1", [], True),
        ("192.168.1.7", [HOME], True),
        ("10.1.2.3", [HOME], True),  # another part of a big LAN
        ("::ffff:192.168.1.7", [HOME], True),
        ("fe80::1%eth0", [HOME], True),
        ("fd00::7", [], True),
        ("8.8.8.8", [HOME], False),
        ("::ffff:8.8.8.8", [HOME], False),
        ("2001:470:1:2::7", [HOME6], True),
        ("2001:470:1:3::7", [HOME6], False),
        ("8.8.4.7", [OFFICE], True),
        ("100.64.200.1", [HOME], False),  # another customer of the carrier
        ("100.64.200.1", [TAILSCALE], True),
        ("100.65.200.1", [CARRIER], False),
    ],
)
def test_who_is_near(address: str, local: list[LocalAddress], near: bool) -> None:
    assert is_near(address, local) is near


@in_trio
async def test_one_from_far_is_not_heard_though_it_knows_the_pin() -> None:
    table = LanTable(2)
    await table.open()

    async def from_far(stream: trio.SocketStream) -> None:
        await table.door.hear(stream, "8.8.8.8")

    async with trio.open_nursery() as nursery:
        serve = partial(trio.serve_tcp, from_far, 0, host=LOOPBACK)
        port = (await nursery.start(serve))[0].socket.getsockname()[1]
        with pytest.raises(AdmissionRefused) as refused:
            await fetch_invite([Address(LOOPBACK, port)], None, PIN)
        assert refused.value.refusal is Refusal.FAR
        nursery.cancel_scope.cancel()
    for listener in table.host.listeners:
        await listener.aclose()


def test_pins_are_four_digits_and_not_always_the_same() -> None:
    pins = {new_pin() for _ in range(200)}
    assert len(pins) > 100
    assert all(len(pin) == 4 and pin.isdecimal() and pin.isascii() for pin in pins)


@in_trio
async def test_seats_are_told_as_they_fill() -> None:
    table = LanTable(3)
    await table.open()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(table.host.peer.run, table.host.listeners)
        guest = table.guests[0]
        await table.seat(guest)
        nursery.start_soon(guest.peer.run, guest.listeners)
        await until(lambda: table.door._record.taken == 2)
        guest.peer.stop()
        await until(lambda: table.door._record.taken == 1)
        table.host.peer.stop()


# -- what is announced ---------------------------------------------------------------------------


class NotedAnnouncement:
    """Stands for an announcement; notes what is announced, and None when it is taken back."""

    noted: ClassVar[list[int | None]] = []

    def __init__(self, table_id: bytes, port: int, record: Record, *, mdns: Mdns) -> None:
        self._record = record
        self._ended = trio.Event()

    async def run(self) -> None:
        self.noted.append(self._record.taken)
        await self._ended.wait()
        self.noted.append(None)

    def tell(self, record: Record) -> None:
        if not self._ended.is_set():
            self.noted.append(record.taken)

    def end(self) -> None:
        self._ended.set()


@in_trio
async def test_a_table_is_announced_again_when_a_seat_is_free_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(door, "Announcement", NotedAnnouncement)
    monkeypatch.setattr(NotedAnnouncement, "noted", [])
    invite = Invite(bytes(16), bytes(32), (Address("192.0.2.1", 9),))
    rules = rules_for("classic", players=3)
    opened = LanDoor(
        "Anna", invite, rules, pin=PIN, wrong=lambda _: None, unavailable=lambda: None, mdns=no_mdns
    )
    async with trio.open_nursery() as nursery:
        nursery.start_soon(opened.announce, 7777)
        for taken in (1, 3, 3, 2, 3, 1):
            await trio.testing.wait_all_tasks_blocked()
            opened.tell_seats(taken)
        await trio.testing.wait_all_tasks_blocked()
        nursery.cancel_scope.cancel()
    assert NotedAnnouncement.noted == [1, 1, None, 2, None, 1]
