"""Coming back to a table from what was kept, as a program does that was killed."""

from __future__ import annotations

import dataclasses

import pytest
import trio

from durak_p2p.crypto import Identity
from durak_p2p.game import Setup, SignedAccusation, SignedEntry
from durak_p2p.game.secrets import DealSecrets
from durak_p2p.net.framing import frame
from durak_p2p.net.host import Host
from durak_p2p.net.seating import Seating
from durak_p2p.rules import rules_for
from durak_p2p.table.keeping import Agreement, Restored
from durak_p2p.table.messages import Bye, Hello, Message, Start, encode_message
from durak_p2p.table.messages import Table as TableMessage
from tests.net.puppet import connected
from tests.net.running import in_trio, until
from tests.net.tables import Sitter, Table

RULES = rules_for("classic", players=2, deck=24)
WATCHES = frame(encode_message(Hello("Mallory", bytes(16), 0, watches=True)))


class Killed:
    """The keeper of a program that is killed as soon as its first deal is safe on disk."""

    def __init__(self) -> None:
        self.program = trio.CancelScope()
        self.deal: tuple[Setup, DealSecrets] | None = None
        self.agreement = Agreement()

    def seating(self, sitter: Sitter) -> Seating:
        return dataclasses.replace(sitter.seating, keeper=self, agreed=self.agree)

    def agree(self, setup: Setup, agreement: Agreement) -> None:
        self.agreement = agreement

    def begin_deal(self, setup: Setup, secrets: DealSecrets) -> None:
        self.deal = setup, secrets
        self.program.cancel()

    def keep(self, signed: SignedEntry | SignedAccusation) -> None:
        raise AssertionError("who is killed signs nothing")

    def end_deal(self) -> None:
        raise AssertionError("who is killed ends nothing")

    def restored(self) -> Restored:
        assert self.deal is not None
        return Restored((), *self.deal, (), (), None, self.agreement)


async def begin_and_be_killed(table: Table, nursery: trio.Nursery, *, watching: bool) -> Killed:
    """Let the host be killed as the first deal begins, while its guest is in the lobby."""
    killed = Killed()
    await table.open()
    table.host.peer = Host(
        killed.seating(table.host), table.secret, RULES, deals=1, watching=watching
    )
    (guest,) = table.guests
    await table.seat(guest)
    nursery.start_soon(guest.run)
    with killed.program:
        await table.host.run()
    table.host.files.clear()  # that replay was torn before its first byte
    return killed


async def come_back(table: Table, killed: Killed, nursery: trio.Nursery) -> None:
    """Let the host come back at the port that its guest knows."""
    port = table.host.port
    table.host.listeners = await trio.open_tcp_listeners(port, host="127.0.0.1")
    table.host.peer = Host(table.host.seating, table.secret, RULES, deals=1)
    table.host.peer.take_up(killed.restored())
    nursery.start_soon(table.host.run)


@in_trio
async def test_a_host_that_was_killed_as_the_game_began_tells_the_start_again() -> None:
    table = Table(2)
    async with trio.open_nursery() as nursery:
        killed = await begin_and_be_killed(table, nursery, watching=True)
        assert not table.guests[0].files  # it has not heard of any start
        await come_back(table, killed, nursery)
    table.check_ended_well()
    # What it wrote last may be with nobody: it stays for who has not told it anything, too.
    waits = {sitter.peer._match.match._awaits_all for sitter in table.guests}
    assert (table.host.peer._match.match._awaits_all, waits) == (True, {False})


@pytest.mark.parametrize("watching", [True, False])
@in_trio
async def test_a_host_that_comes_back_lets_watch_what_was_to_be_watched(*, watching: bool) -> None:
    table = Table(2, pace=0.02)
    async with trio.open_nursery() as nursery:
        killed = await begin_and_be_killed(table, nursery, watching=watching)
        await come_back(table, killed, nursery)
        await table.wait_for_moves(1)
        heard: list[Message] = []
        async with connected(
            Identity.generate(), table.secret, table.host.address, WATCHES
        ) as puppet:
            while not any(isinstance(said, Bye | Start) for said in heard):
                said = await puppet.hear()
                assert said is not None
                heard.append(said)
        told = [said for said in heard if isinstance(said, TableMessage)]
        if watching:
            assert {seat.player for seat in told[0].seats} == {"Anna", "Boris"}
        else:
            assert heard[-1] == Bye("This table is not to be watched.")
            assert not told
    table.check_ended_well()


@in_trio
async def test_a_guest_that_comes_back_lets_watch_what_was_to_be_watched() -> None:
    """What it was told in the lobby is kept with its seat."""
    table = Table(2)
    agreed: list[Agreement] = []
    await table.open()
    guest = table.guests[0]
    async with trio.open_nursery() as nursery:
        nursery.start_soon(table.host.run)
        await table.seat(guest)
        guest.peer._seating = dataclasses.replace(
            guest.seating, agreed=lambda setup, agreement: agreed.append(agreement)
        )
        nursery.start_soon(guest.run)
        await until(lambda: agreed)
    assert agreed == [Agreement(watching=True)]
