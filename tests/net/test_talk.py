"""Talk at the table, over links: in the lobby and in the middle of a deal."""

from __future__ import annotations

import pytest
import trio

from durak_p2p.crypto import Identity
from durak_p2p.net.talk import table_of
from durak_p2p.table.chat import CannotSay
from durak_p2p.table.messages import Bye, Hello, Say
from durak_p2p.table.news import SayNews
from durak_p2p.table.saying import Saying
from tests.net.puppet import connected
from tests.net.running import in_trio, until
from tests.net.tables import Sitter, Table


def heard(sitter: Sitter) -> list[SayNews]:
    return [news for news in sitter.news if isinstance(news, SayNews)]


@in_trio
async def test_guests_hear_each_other_in_the_lobby_by_the_host() -> None:
    table = Table(4)
    anna, boris, clara, _ = table.sitters
    await table.open()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(anna.run)
        for guest in (boris, clara):
            await table.seat(guest)
            nursery.start_soon(guest.run)
        await until(lambda: table.seats_taken() == 3)
        await until(lambda: len(clara.peer._people()) == 3)
        boris.peer.say("hello \x1b[2J{name}")
        await until(lambda: heard(anna) and heard(clara))
        anna.peer.say("hi")
        await until(lambda: heard(boris))
        assert heard(anna) == heard(clara)[:1] == [SayNews("Boris", "hello [2J{name}")]
        assert heard(boris) == [SayNews("Anna", "hi")]
        nursery.cancel_scope.cancel()


@in_trio
async def test_all_hear_once_what_is_said_in_a_deal() -> None:
    table = Table(3, pace=0.05)
    await table.open()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(table.host.run)
        for guest in table.guests:
            await table.seat(guest)
            nursery.start_soon(guest.run)
        await table.wait_for_moves(1)
        table.guests[0].peer.say("well, well")
    told = [SayNews("Boris", "well, well")]
    assert [heard(sitter) for sitter in table.sitters] == [told, [], told]
    table.check_ended_well()


@in_trio
async def test_who_carries_a_forged_saying_loses_its_link_and_nobody_hears_it() -> None:
    table = Table(3)
    await table.open()
    mallory = Identity.generate()
    anna = table.host.identity.public_key
    async with trio.open_nursery() as nursery:
        nursery.start_soon(table.host.run)
        await table.seat(table.guests[0])
        nursery.start_soon(table.guests[0].run)
        await until(lambda: table.host.news and table.seats_taken() == 2)
        boris = table.guests[0].identity.public_key
        async with connected(mallory, table.secret, table.host.address) as puppet:
            first = await puppet.hear()
            assert isinstance(first, Hello)
            await until(lambda: table.seats_taken() == 3)
            for author in (anna, boris):  # of the host's own words nothing is even looked at
                forged = Saying(table_of(table.secret), author, 7, "I leave").sign(mallory)
                await puppet.say(Say(forged))
            assert not any(isinstance(message, Bye) for message in await puppet.hear_all())
        assert all(not heard(sitter) for sitter in table.sitters)
        nursery.cancel_scope.cancel()


@in_trio
async def test_who_is_alone_is_told_that_nobody_hears_it() -> None:
    table = Table(2)
    await table.open()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(table.host.run)
        await until(lambda: table.host.news)
        with pytest.raises(CannotSay, match="nobody is there to hear it"):
            table.host.peer.say("hello")
        nursery.cancel_scope.cancel()
