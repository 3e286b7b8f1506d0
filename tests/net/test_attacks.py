"""Whatever connects to a table, and whatever it says there: the table plays on."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import suppress
from types import SimpleNamespace
from typing import cast

import pytest
import trio

from durak_p2p import limits
from durak_p2p.crypto import Identity
from durak_p2p.game import Forked, Setup
from durak_p2p.game.entry import Entry, EntryType, SignedEntry
from durak_p2p.net.framing import frame
from durak_p2p.net.link import Link
from durak_p2p.rules import rules_for
from durak_p2p.table.messages import (
    Bye,
    Carry,
    Have,
    Hello,
    Message,
    Ping,
    Place,
    Seat,
    Start,
    Table,
    Whereabouts,
    encode_message,
)
from durak_p2p.table.news import AwayNews, LeftNews
from tests.net.puppet import GONE, Puppet, connected, is_hung_up
from tests.net.running import in_trio, until
from tests.net.tables import Attack, play
from tests.net.tables import Table as TableOfPlayers

RNG = random.Random(7)
OVERSIZED = (limits.FRAME_BYTES + 1).to_bytes(4, "big") + b"x" * 100
ZEROS = bytes(4096)


# -- anybody, who knows nothing ----------------------------------------------------------------


def knocking(send: Callable[[], bytes], *, wait: bool = False) -> Attack:
    """Connect again and again, each time sending something; *wait* until one is hung up on."""

    async def knock(table: TableOfPlayers) -> None:
        while True:
            with suppress(*GONE):
                stream = await trio.open_tcp_stream("127.0.0.1", table.host.address.port)
                async with stream:
                    if data := send():
                        await stream.send_all(data)
                    if wait:
                        await stream.receive_some(10)
            await trio.sleep(0.01)

    async def attack(table: TableOfPlayers) -> None:
        async with trio.open_nursery() as nursery:
            for _ in range(4):
                nursery.start_soon(knock, table)

    return attack


async def wrong_secret(table: TableOfPlayers) -> None:
    while True:
        async with connected(Identity.generate(), bytes(16), table.host.address) as puppet:
            assert not await puppet.hear_all()
        await trio.sleep(0.01)


OUTSIDERS: dict[str, Attack] = {
    "silence": knocking(lambda: b"", wait=True),
    "coming and going": knocking(lambda: b""),
    "HTTP": knocking(lambda: b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", wait=True),
    "random bytes": knocking(lambda: RNG.randbytes(300), wait=True),
    "half a TLS record": knocking(lambda: b"\x16\x03\x01\x02\x00\x01\x00", wait=True),
    "a huge TLS record": knocking(lambda: b"\x16\x03\x01\xff\xff" + bytes(70000), wait=True),
    "zeros": knocking(lambda: ZEROS),
    "another secret": wrong_secret,
}


@pytest.mark.parametrize("attack", OUTSIDERS.values(), ids=OUTSIDERS.keys())
@in_trio
async def test_anybody_may_connect_and_nothing_happens(attack: Attack) -> None:
    await play(TableOfPlayers(2, pace=0.01), attack)


# -- somebody who has the invite but no seat ---------------------------------------------------


def instead_of_hello(data: bytes) -> Attack:
    async def attack(table: TableOfPlayers) -> None:
        while True:
            stranger = Identity.generate()
            async with connected(stranger, table.secret, table.host.address, data) as puppet:
                assert all(isinstance(message, Hello) for message in await puppet.hear_all())
            await trio.sleep(0.01)

    return attack


INVITED = {
    "rubbish": frame(b"\xc1rubbish"),
    "an oversized frame": OVERSIZED,
    "zeros": ZEROS,
    "a ping": frame(encode_message(Ping())),
    "a bye": frame(encode_message(Bye("no"))),
    "a start": frame(encode_message(Start(b"x"))),
}


@pytest.mark.parametrize("data", INVITED.values(), ids=INVITED.keys())
@in_trio
async def test_who_does_not_greet_is_hung_up_on(data: bytes) -> None:
    await play(TableOfPlayers(2, pace=0.005), instead_of_hello(data))


@in_trio
async def test_who_comes_late_is_told_so() -> None:
    said: list[Message] = []

    async def attack(table: TableOfPlayers) -> None:
        await table.wait_for_moves(1)
        async with connected(Identity.generate(), table.secret, table.host.address) as puppet:
            said.extend(await puppet.hear_all())

    await play(TableOfPlayers(2, pace=0.01), attack)
    assert said[1:] == [Bye("The game at this table has begun; `durak watch` lets you look on.")]


@in_trio
async def test_who_was_in_the_lobby_and_left_is_told_of_to_nobody() -> None:
    """More places than a message may tell of would make every guest drop the host."""
    table = TableOfPlayers(2, pace=0.02)
    await table.open()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(table.host.run)
        for port in range(1, 10):
            hello = frame(encode_message(Hello("Mallory", bytes(16), port)))
            visitor = connected(Identity.generate(), table.secret, table.host.address, hello)
            async with visitor as puppet:
                while not isinstance(await puppet.hear(), Table):
                    pass
            await until(lambda: table.seats_taken() == 1)
        (guest,) = table.guests
        await table.seat(guest)
        nursery.start_soon(guest.run)
        await table.wait_for_moves(1)
        for link in table.host.peer._mesh.links.values():
            link.close()  # as it comes again, the host tells where all are
    table.check_ended_well()
    assert len(guest.kinds(AwayNews)) == 1
    assert table.host.peer._book.known() == {guest.identity.public_key}


@in_trio
async def test_who_tells_of_new_places_without_end_makes_nobody_tell_them_on() -> None:
    table = TableOfPlayers(3)
    await table.open()
    for guest in table.guests:
        await table.seat(guest, listen=False)
    peer, told = table.host.peer, []
    players = [sitter.peer._me for sitter in table.sitters]
    peer._setup = Setup.first(bytes(16), rules_for("classic", players=3), players)
    peer._mesh.broadcast = lambda message, but=None: told.append(message)  # type: ignore[method-assign]
    liar, victim = (guest.identity.public_key for guest in table.guests)
    link = cast(Link, SimpleNamespace(key=liar))
    for port in range(1, 1000):
        peer._hear_places(Whereabouts((Place(victim, "192.0.2.1", port),)), link)
    assert len(told) == limits.WHEREABOUTS_AT_ONCE
    for listener in table.host.listeners:
        await listener.aclose()


# -- a player's key, on links of its own -------------------------------------------------------


def signed(identity: Identity, deal: bytes) -> SignedEntry:
    return Entry(deal, 3, 0, EntryType.MOVE, bytes(32), ("x",)).sign(identity)


def chatter(identity: Identity) -> dict[str, Message | bytes]:
    key = identity.public_key
    return {
        "rubbish": frame(b"rubbish"),
        "an oversized frame": OVERSIZED,
        "zeros": ZEROS,
        "a second hello": Hello("Mallory", bytes(16), 0),
        "a table": Table((("players", 2),), 1, 180, (Seat(key, "Mallory", "", 0),)),
        "a start": Start(b"x"),
        "an entry nobody signed": Carry(SignedEntry(b"rubbish", bytes(64))),
        "an entry of another deal": Carry(signed(identity, bytes(16))),
        "a have of another deal": Have(bytes(16), 0, 0, bytes(32)),
    }


# After these the link stays: an entry or a have of another deal may be of the next one.
HARMLESS = {"an entry of another deal", "a have of another deal"}


@pytest.mark.parametrize("at", ["host", "guest"])
@in_trio
async def test_a_link_that_says_what_it_must_not_is_dropped(at: str) -> None:
    hung_up: dict[str, bool] = {}

    async def attack(table: TableOfPlayers) -> None:
        await table.wait_for_moves(1)
        mallory = table.guests[1].identity
        target = table.host if at == "host" else table.guests[0]
        for what, message in chatter(mallory).items():
            async with connected(mallory, table.secret, target.address) as puppet:
                for _ in range(3):
                    if isinstance(message, bytes):
                        await puppet.send(message)
                    else:
                        await puppet.say(message)
            async with connected(mallory, table.secret, target.address) as puppet:
                if isinstance(message, bytes):
                    await puppet.send(message)
                else:
                    await puppet.say(message)
                hung_up[what] = await is_hung_up(puppet.stream, 0.1 if what in HARMLESS else 5.0)

    await play(TableOfPlayers(3, pace=0.05), attack)
    assert {what for what, gone in hung_up.items() if not gone} <= HARMLESS
    assert hung_up.keys() == chatter(Identity.generate()).keys()


def flooding(make: Callable[[TableOfPlayers], Message | bytes], *, listen: bool) -> Attack:
    """One of the players opens links of its own and sends there as much as it can."""

    async def flood(puppet: Puppet, data: bytes, scope: trio.CancelScope) -> None:
        with suppress(*GONE):
            while True:
                await puppet.send(data)
        scope.cancel()

    async def attack(table: TableOfPlayers) -> None:
        await table.wait_for_moves(1)
        for _ in range(3):  # each drives the player's own link out, so that it must come back
            made = make(table)
            data = made if isinstance(made, bytes) else frame(encode_message(made))
            key = table.guests[0].identity
            async with (
                connected(key, table.secret, table.host.address) as puppet,
                trio.open_nursery() as nursery,
            ):
                nursery.start_soon(flood, puppet, data * 20, nursery.cancel_scope)
                if listen:
                    await puppet.hear_all()
            await trio.sleep(0.3)

    return attack


def nothing_yet(table: TableOfPlayers) -> Message:
    log = table.host.peer.logs[0]
    return Have(log.setup.deal, 0, 0, log.setup.hash)


def another_log(table: TableOfPlayers) -> Message:
    return Have(table.host.peer.logs[0].setup.deal, 1, 0, bytes(32))


FLOODS: dict[str, Attack] = {
    "pings": flooding(lambda _: Ping(), listen=False),
    "asking for the whole log": flooding(nothing_yet, listen=True),
    "asking and not listening": flooding(nothing_yet, listen=False),
    "another log": flooding(another_log, listen=True),
    "large entries of another deal": flooding(
        lambda table: Carry(
            Entry(bytes(16), 0, 0, EntryType.MOVE, bytes(32), (bytes(15000),)).sign(
                table.guests[0].identity
            )
        ),
        listen=False,
    ),
}


@pytest.mark.parametrize("attack", FLOODS.values(), ids=FLOODS.keys())
@in_trio
async def test_a_flood_drops_the_link_and_not_the_table(
    attack: Attack, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "BURST_BYTES", 256 * 1024)
    monkeypatch.setattr(limits, "REDIAL_MOST", 0.3)
    await play(TableOfPlayers(3, pace=0.03), attack)


@in_trio
async def test_who_follows_another_log_is_news_once() -> None:
    """Such entries are told, and passed on, once an author, however many it signs."""
    table = TableOfPlayers(3, pace=0.01)
    told: list[int] = []

    async def attack(table: TableOfPlayers) -> None:
        await table.wait_for_moves(2)
        mallory, log = table.guests[1].identity, table.host.peer.logs[0]
        author = [player.key for player in log.setup.players].index(mallory.public_key)
        async with connected(mallory, table.secret, table.host.address) as puppet:
            for number in range(1, 50):
                other_log = number.to_bytes(32, "big")
                entry = Entry(log.setup.deal, log.step, author, EntryType.MOVE, other_log, ())
                await puppet.say(Carry(entry.sign(mallory)))
                await trio.sleep(0.001)
        told.append(table.events(Forked))
        table.stop()

    with suppress(AssertionError):  # it ends unfinished
        await play(table, attack)
    assert told[0] <= 1


@in_trio
async def test_a_bye_is_ones_own_word() -> None:
    """Who has no seat cannot say for another that it leaves."""
    table = TableOfPlayers(2, pace=0.01)

    async def attack(table: TableOfPlayers) -> None:
        await table.wait_for_moves(1)
        for _ in range(5):
            async with connected(Identity.generate(), table.secret, table.host.address) as puppet:
                await puppet.say(Bye("left"))

    await play(table, attack)
    assert not table.host.kinds(LeftNews)
