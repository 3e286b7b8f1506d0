"""Spectators without manners: what they must not say, floods, coming and going."""

from __future__ import annotations

from contextlib import suppress

import pytest
import trio

from durak_p2p import limits
from durak_p2p.crypto import Identity
from durak_p2p.game import SignedEntry
from durak_p2p.net.framing import frame
from durak_p2p.table.messages import (
    Audience,
    Bye,
    Carry,
    Have,
    Hello,
    Message,
    Ping,
    Say,
    Seat,
    Start,
    Whereabouts,
    encode_message,
)
from durak_p2p.table.messages import Spectator as Listed
from durak_p2p.table.messages import Table as TableMessage
from durak_p2p.table.news import AwayNews, UnwatchedNews
from durak_p2p.table.saying import SignedSaying
from tests.net.puppet import GONE, Puppet, connected
from tests.net.running import in_trio, until
from tests.net.tables import Table
from tests.net.watching import WATCHES, play, seen_by

KEY = bytes(range(32))
IMPERTINENT: dict[str, Message] = {
    "a second hello": Hello("Mallory", bytes(16), 0, watches=True),
    "a hello for a seat": Hello("Mallory", bytes(16), 0),
    "a table": TableMessage((("players", 2),), 1, 180, (Seat(KEY, "Mallory", "", 0),)),
    "a start": Start(b"set-up"),
    "whereabouts": Whereabouts(()),
    "an audience": Audience((Listed(KEY, "Nobody"),)),
    "a saying": Say(SignedSaying(b"saying", bytes(64))),
    "an entry": Carry(SignedEntry(b"entry", bytes(64))),
}


@pytest.mark.parametrize("said", IMPERTINENT)
@in_trio
async def test_what_a_spectator_must_not_say_ends_its_link_and_nothing_else(said: str) -> None:
    table = Table(2, pace=0.01)
    await table.open()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(table.host.run)

        async def speak(puppet: Puppet) -> None:
            assert isinstance(await puppet.hear(), Hello)
            await puppet.say(IMPERTINENT[said])
            await puppet.hear_all()  # until it is hung up on

        async with connected(Identity.generate(), table.secret, table.host.address, WATCHES) as one:
            await speak(one)
        await play(table, nursery)
        await table.wait_for_moves(1)
        for sitter in table.sitters:
            async with connected(Identity.generate(), table.secret, sitter.address, WATCHES) as one:
                await speak(one)
    table.check_ended_well()
    assert "Nobody" not in seen_by(table.host) + seen_by(table.guests[0])


@in_trio
async def test_floods_end_the_link_and_delay_nothing() -> None:
    table = Table(2, pace=0.02)
    await table.open()

    async def flood(message: Message) -> None:
        where = table.host.address
        async with (
            connected(Identity.generate(), table.secret, where, WATCHES) as one,
            trio.open_nursery() as both,
        ):

            async def listen() -> None:
                await one.hear_all()
                both.cancel_scope.cancel()

            both.start_soon(listen)
            said = frame(encode_message(message)) * 100
            with suppress(*GONE):
                while True:
                    await one.send(said)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(table.host.run)
        await play(table, nursery)
        await table.wait_for_moves(1)
        deal = table.host.peer.logs[0].setup.deal
        async with trio.open_nursery() as floods:
            for message in (Ping(), Have(deal, 0, 0, bytes(32)), Have(bytes(16), 0, 0, bytes(32))):
                floods.start_soon(flood, message)
    table.check_ended_well()


@in_trio
async def test_a_spectator_that_reads_nothing_and_stays_delays_nobodys_end() -> None:
    table = Table(2)
    await table.open()
    async with trio.open_nursery() as watching:
        with trio.fail_after(30):
            async with trio.open_nursery() as nursery:
                nursery.start_soon(table.host.run)

                async def stay() -> None:
                    where = table.host.address
                    async with connected(Identity.generate(), table.secret, where, WATCHES):
                        await trio.sleep_forever()

                watching.start_soon(stay)
                await until(lambda: seen_by(table.host))
                await play(table, nursery)
        watching.cancel_scope.cancel()
    table.check_ended_well()


@in_trio
async def test_who_plays_cannot_watch_under_the_same_key() -> None:
    table = Table(2, pace=0.02)
    await table.open()
    guest = table.guests[0]
    async with trio.open_nursery() as nursery:
        nursery.start_soon(table.host.run)
        await play(table, nursery)
        await table.wait_for_moves(1)
        async with connected(guest.identity, table.secret, table.host.address, WATCHES) as one:
            heard = await one.hear_all()
    assert Bye("You sit at this table.") in heard
    table.check_ended_well()
    assert not table.host.kinds(AwayNews)


@in_trio
async def test_coming_and_going_is_told_a_few_times_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "SPECTATORS_TOLD", 3)
    table = Table(2)
    await table.open()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(table.host.run)
        for _ in range(6):
            async with connected(
                Identity.generate(), table.secret, table.host.address, WATCHES
            ) as one:
                assert isinstance(await one.hear(), Hello)
                assert isinstance(await one.hear(), TableMessage)
        await play(table, nursery)
    table.check_ended_well()
    assert len(seen_by(table.host)) == 3
    assert len(table.host.peer._audience) == 0


@in_trio
async def test_all_are_told_when_somebody_watches_no_longer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "UNWATCHED", 0.01)
    monkeypatch.setattr(limits, "TICK", 0.01)
    table = Table(2, pace=0.02)
    await table.open()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(table.host.run)
        await play(table, nursery)
        async with connected(Identity.generate(), table.secret, table.host.address, WATCHES):
            for sitter in table.sitters:  # it has a link to the host alone
                await until(lambda sitter=sitter: seen_by(sitter))
                assert not sitter.kinds(UnwatchedNews)
        for sitter in table.sitters:
            await until(lambda sitter=sitter: sitter.kinds(UnwatchedNews))
    for sitter in table.sitters:
        assert sitter.kinds(UnwatchedNews) == [UnwatchedNews("Mallory")]
