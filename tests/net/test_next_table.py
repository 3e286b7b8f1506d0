"""Guests who want another match wait until the host has opened the next table."""

from __future__ import annotations

import pytest
import trio

from durak_p2p import limits
from durak_p2p.net.guest import Guest
from durak_p2p.net.link import LinkRefused, Unreachable
from durak_p2p.table.news import NotOpenNews
from tests.net.running import in_trio
from tests.net.tables import Sitter, Table, play


def waiting(table: Table, guest: Sitter) -> None:
    guest.peer = Guest(guest.seating, table.invite, waits=True)


@in_trio
async def test_it_is_let_in_as_soon_as_the_table_is_open() -> None:
    table = Table(2)
    await table.open()
    (guest,) = table.guests
    waiting(table, guest)
    (listener,) = table.host.listeners
    await listener.aclose()  # nobody answers yet
    async with trio.open_nursery() as nursery:
        nursery.start_soon(guest.run)
        await trio.sleep(2 * limits.REDIAL_FIRST)
        assert guest.news == [NotOpenNews()]  # told once
        table.host.listeners = await trio.open_tcp_listeners(table.host.port, host="127.0.0.1")
        nursery.start_soon(table.host.run)
    table.check_ended_well()


@in_trio
async def test_what_the_host_says_is_told_at_once() -> None:
    """As where somebody else has the seat."""
    third = Sitter("Clara", 0.0)

    async def come_too_late(table: Table) -> None:
        await table.wait_for_moves(1)
        waiting(table, third)
        with pytest.raises(LinkRefused, match="The game at this table has begun"):
            await third.peer.run(())
        came.append(third)

    came: list[Sitter] = []
    table = Table(2, pace=0.05)
    await play(table, come_too_late)
    assert came


@in_trio
async def test_it_does_not_wait_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "OPEN_AGAIN", 0.3)
    table = Table(2)
    await table.open()
    (guest,) = table.guests
    waiting(table, guest)
    (listener,) = table.host.listeners
    await listener.aclose()
    with pytest.raises(Unreachable):
        await guest.peer.run(())
