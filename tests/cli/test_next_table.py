"""Between two matches: who is told of as wanting another one, and who is not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

import pytest
import trio

from durak_p2p.cli.next_table import NextTable, WhereWeListened
from durak_p2p.crypto import Identity
from durak_p2p.net.invite import Address
from durak_p2p.net.peer import Peer
from durak_p2p.table.news import News, WantsAgainNews
from tests.net.running import in_trio

SECRET = bytes(16)
ANNA, BORIS, CLARA, STRANGER = (Identity.generate() for _ in range(4))
HERE = "127.0.0.1"


class Played:
    """A peer that has played a match with others."""

    def __init__(self, others: Mapping[Identity, str], at: Sequence[Address] = ()) -> None:
        self.others = {identity.public_key: name for identity, name in others.items()}
        self._at = list(at)

    def found_at(self, _: bytes) -> list[Address]:
        return self._at


def after(identity: Identity, others: Mapping[Identity, str], *at: Address) -> NextTable:
    return NextTable(identity, SECRET, cast(Peer, Played(others, at)))


async def where() -> WhereWeListened:
    """Return where a table was that is closed."""
    (listener,) = await trio.open_tcp_listeners(0, host=HERE)
    place = WhereWeListened.at([listener])
    await listener.aclose()
    assert place is not None
    return place


async def listens(at: Address) -> None:
    """Wait until somebody listens there; the test's own limit ends the waiting."""
    while True:
        try:
            stream = await trio.open_tcp_stream(at.host, at.port)
        except OSError:
            await trio.sleep(0.01)
        else:
            await stream.aclose()
            return


@in_trio
async def test_each_player_of_the_match_is_told_of_once_and_no_stranger() -> None:
    place, told = await where(), list[News]()
    anna = Address(HERE, place.port)
    players = {BORIS: "Anna (2)", CLARA: "Clara"}
    async with trio.open_nursery() as nursery:
        nursery.start_soon(after(ANNA, players).hear, place, told.append)
        await listens(anna)
        for identity in (STRANGER, BORIS, BORIS, STRANGER, CLARA):  # all of them have the invite
            await after(identity, {ANNA: "Anna"}, anna).ring()  # it ends when that is heard
        nursery.cancel_scope.cancel()
    assert told == [WantsAgainNews("Anna (2)"), WantsAgainNews("Clara")]
    for listener in await trio.open_tcp_listeners(place.port, host=HERE):
        await listener.aclose()  # the next table can be opened there


@pytest.mark.parametrize("is_taken", [False, True])
@in_trio
async def test_where_nothing_can_be_heard_nothing_is_told(*, is_taken: bool) -> None:
    told: list[News] = []
    hear = after(ANNA, {BORIS: "Boris"}).hear
    if not is_taken:
        await hear(None, told.append)
    else:
        listeners = await trio.open_tcp_listeners(0, host=HERE)
        await hear(WhereWeListened.at(listeners), told.append)
        await listeners[0].aclose()
    assert not told


@in_trio
async def test_who_is_not_there_is_rung_at_in_vain() -> None:
    place = await where()
    await after(ANNA, {BORIS: "Boris"}, Address(HERE, place.port)).ring()
    await after(ANNA, {BORIS: "Boris"}).ring()
