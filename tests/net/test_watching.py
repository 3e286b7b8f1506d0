"""Watching a table: spectators see what is public, hold the log, and change nothing."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import BinaryIO

import pytest
import trio

from durak_p2p import limits
from durak_p2p.cli.playing import Seated
from durak_p2p.crypto import Identity
from durak_p2p.game import MoveMade, Setup, SignedEntry
from durak_p2p.net.framing import frame
from durak_p2p.net.host import Host
from durak_p2p.net.link import LinkRefused
from durak_p2p.net.spectator import Spectator
from durak_p2p.replay import Verdict, verify_replay
from durak_p2p.rules import rules_for
from durak_p2p.table.errors import NobodyCame, TableError
from durak_p2p.table.keeping import Replays
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
from durak_p2p.table.news import (
    AwayNews,
    DealNews,
    LeftNews,
    News,
    SayNews,
    TableNews,
    UnwatchedNews,
    WatchedNews,
)
from durak_p2p.table.saying import SignedSaying
from tests.net.puppet import GONE, Puppet, connected
from tests.net.running import in_trio, until
from tests.net.tables import Kept, Sitter, Table

WATCHES = frame(encode_message(Hello("Mallory", bytes(16), 0, watches=True)))


class Watcher:
    """A spectator, what it was told, what it wrote, and how it ended."""

    def __init__(self, table: Table, name: str = "Wera") -> None:
        self.news: list[News] = []
        self.files: list[Kept] = []
        self.error: TableError | None = None
        self.ended = False
        self.peer = Spectator(name, table.invite, self.news.append, Replays(self._open))

    def _open(self, setup: Setup) -> BinaryIO:
        self.files.append(Kept())
        return self.files[-1]

    async def run(self) -> None:
        try:
            await self.peer.run()
        except TableError as error:
            self.error = error
        self.ended = True

    def moves(self) -> int:
        told = [news.event for news in self.news if isinstance(news, DealNews)]
        return sum(isinstance(event, MoveMade) for event in told)

    def kinds(self, kind: type[News]) -> list[News]:
        return [news for news in self.news if isinstance(news, kind)]


async def play(table: Table, nursery: trio.Nursery) -> None:
    for guest in table.guests:
        await table.seat(guest)
        nursery.start_soon(guest.run)


def seen_by(sitter: Sitter) -> list[str]:
    return [news.name for news in sitter.kinds(WatchedNews) if isinstance(news, WatchedNews)]


def check_same(watcher: Watcher, table: Table, deals: int = 1, first: int = 0) -> None:
    assert watcher.error is None
    table.check_ended_well(deals)
    written = [file.content for file in watcher.files]
    assert written == [file.content for file in table.host.files[first:]]


@pytest.mark.parametrize("players", [2, 3])
@in_trio
async def test_who_comes_before_the_start_sees_the_lobby_and_the_whole_match(players: int) -> None:
    table = Table(players)
    await table.open(deals=2)
    watcher = Watcher(table)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(table.host.run)
        nursery.start_soon(watcher.run)
        await until(lambda: watcher.kinds(TableNews))
        assert table.seats_taken() == 1  # a spectator takes no seat
        await play(table, nursery)
    check_same(watcher, table, deals=2)
    first, last = watcher.kinds(TableNews)[0], watcher.kinds(TableNews)[-1]
    assert isinstance(first, TableNews)
    assert isinstance(last, TableNews)
    assert (first.names, last.names[0]) == (("Anna",), "Anna")
    for sitter in table.sitters:
        assert seen_by(sitter) == ["Wera"]  # once, though it may be linked to several
        assert not sitter.kinds(UnwatchedNews)  # it is there as long as we are
    assert not watcher.kinds(AwayNews) + watcher.kinds(LeftNews)


@pytest.mark.parametrize("moves", [0, 1, 6])
@in_trio
async def test_who_comes_in_the_middle_of_a_deal_gets_all_of_it(moves: int) -> None:
    table = Table(3, pace=0.02)
    await table.open()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(table.host.run)
        await play(table, nursery)
        await table.wait_for_moves(moves)
        watcher = Watcher(table)
        nursery.start_soon(watcher.run)
    check_same(watcher, table)
    assert watcher.moves() == table.host.moves
    for sitter in table.sitters:
        assert seen_by(sitter) == ["Wera"]


@in_trio
async def test_who_comes_in_a_later_deal_follows_from_there() -> None:
    table = Table(2, pace=0.01)
    await table.open(deals=3)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(table.host.run)
        await play(table, nursery)
        await until(lambda: len(table.host.files) == 2 and table.host.peer.view())
        watcher = Watcher(table)
        nursery.start_soon(watcher.run)
    assert len(watcher.files) in (1, 2)
    check_same(watcher, table, deals=3, first=3 - len(watcher.files))


@in_trio
async def test_nothing_hidden_is_seen() -> None:
    table = Table(2, pace=0.02)
    await table.open()
    views = []
    watcher = Watcher(table)

    async def look() -> None:
        while not watcher.ended:
            views.append(watcher.peer.view())
            await trio.sleep(0.01)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(table.host.run)
        nursery.start_soon(watcher.run)
        nursery.start_soon(look)
        await play(table, nursery)
    dealt = [view for view in views if view is not None]
    assert len(dealt) > 5
    for view in dealt:
        assert view.seat is None
        assert not view.hand
        assert not view.legal


@in_trio
async def test_a_lost_link_is_dialled_again() -> None:
    table = Table(2, pace=0.02)
    await table.open()
    watcher = Watcher(table)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(table.host.run)
        nursery.start_soon(watcher.run)
        await play(table, nursery)
        for moves in (2, 5, 8):
            await table.wait_for_moves(moves)
            for sitter in table.sitters:
                link = sitter.peer._mesh.links.get(watcher.peer.key)
                if link is not None:
                    link.close()
    check_same(watcher, table)
    for sitter in table.sitters:
        assert seen_by(sitter) == ["Wera"]


@in_trio
async def test_who_loses_the_host_follows_at_the_others() -> None:
    """The host leaves at its first move; the other two play the next deal on without it."""
    table = Table(3, pace=0.02)
    await table.open(deals=2)
    watcher = Watcher(table)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(table.host.run)
        nursery.start_soon(watcher.run)
        await play(table, nursery)
        await table.wait_for_moves(2)
        await until(lambda: len(watcher.peer._mesh.links) == 3)
        table.host.peer.leave()
    assert watcher.error is None
    assert [file.content for file in watcher.files] == [
        file.content for file in table.guests[0].files
    ]
    assert verify_replay(watcher.files[-1].content).verdict is Verdict.GOOD


@in_trio
async def test_a_table_may_forbid_it() -> None:
    table = Table(2)
    await table.open()
    rules = rules_for("classic", players=2, deck=24)
    table.host.peer = Host(table.host.seating, table.secret, rules, 1, watching=False)
    before, later = Watcher(table), Watcher(table)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(table.host.run)
        nursery.start_soon(before.run)
        await until(lambda: before.ended)
        guest = table.guests[0]
        guest.pace = 0.02
        await play(table, nursery)
        await table.wait_for_moves(1)
        nursery.start_soon(later.run)
        async with connected(
            Identity.generate(), table.secret, guest.address, WATCHES
        ) as puppet:  # a guest does as the host told
            heard = await puppet.hear_all()
    table.check_ended_well()
    for watcher in (before, later):
        assert isinstance(watcher.error, LinkRefused)
        assert str(watcher.error) == "This table is not to be watched."
        assert not watcher.news
    assert Bye("This table is not to be watched.") in heard
    assert not [message for message in heard if isinstance(message, Start | Carry | Have)]
    assert not seen_by(table.host) + seen_by(guest)


@in_trio
async def test_more_than_allowed_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "SPECTATORS", 2)
    table = Table(2)
    await table.open()
    watchers = [Watcher(table, name) for name in ("Wera", "Xenia", "Yuri")]
    async with trio.open_nursery() as nursery:
        nursery.start_soon(table.host.run)
        for watcher in watchers[:2]:
            nursery.start_soon(watcher.run)
            await until(lambda watcher=watcher: watcher.kinds(TableNews))
        nursery.start_soon(watchers[2].run)
        await until(lambda: watchers[2].ended)
        assert str(watchers[2].error) == "This table has as many spectators as it can have."
        watchers[0].peer.leave()
        await until(lambda: watchers[0].ended)
        again = Watcher(table, "Yuri")  # a place is free again
        nursery.start_soon(again.run)
        await until(lambda: again.kinds(TableNews))
        await play(table, nursery)
    check_same(watchers[1], table)
    check_same(again, table)
    assert watchers[0].error is None
    assert not watchers[0].files


@in_trio
async def test_a_host_that_closes_the_table_ends_it() -> None:
    table = Table(2)
    await table.open()
    watcher = Watcher(table)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(table.host.run)
        nursery.start_soon(watcher.run)
        await until(lambda: watcher.kinds(TableNews))
        table.host.peer.leave()
    assert str(watcher.error) == "The host has closed the table."


@in_trio
async def test_players_that_go_away_for_good_end_it() -> None:
    table = Table(2, pace=0.02)
    await table.open()
    rules = rules_for("classic", players=2, deck=24)
    table.host.peer = Host(table.host.seating, table.secret, rules, 1, patience=10)
    watcher = Watcher(table)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(table.host.run)
        nursery.start_soon(watcher.run)
        await play(table, nursery)
        await table.wait_for_moves(2)
        await until(lambda: watcher.moves() >= 2)
        table.stop()  # their seats wait for them
        await until(lambda: watcher.ended)
    assert isinstance(watcher.error, NobodyCame)
    assert verify_replay(watcher.files[0].content).verdict is Verdict.UNFINISHED


# -- spectators without manners --------------------------------------------------------------------

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


@in_trio
async def test_a_host_that_shows_another_table_is_left() -> None:
    table = Table(2)
    await table.open()
    rules = rules_for("transfer", players=2, deck=36)
    table.invite = replace(table.invite, rules=rules)
    watcher = Watcher(table)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(table.host.run)
        nursery.start_soon(watcher.run)
        await until(lambda: watcher.ended)
        table.host.peer.stop()
    assert str(watcher.error) == "The table's rules are not those of the invite."


@in_trio
async def test_a_step_that_ended_by_time_stands_in_the_spectators_replay_as_well() -> None:
    """One player never moves; the others say that its time is over, and the spectator follows."""
    table = Table(3, pace=0.01)
    await table.open()
    rules = rules_for("classic", players=3, deck=24, turn_seconds=1)
    table.host.peer = Host(table.host.seating, table.secret, rules, 1)
    watcher = Watcher(table)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(table.host.run)
        nursery.start_soon(watcher.run)
        table.guests[1].pace = 1000.0
        await play(table, nursery)
    assert watcher.error is None
    (seen,) = (file.content for file in watcher.files)
    assert seen == table.host.files[0].content
    assert seen == table.guests[0].files[0].content
    report = verify_replay(seen)
    assert report.verdict is Verdict.GOOD
    assert report.state is not None
    assert report.state.timeout is not None or report.state.departed


@in_trio
async def test_what_is_said_at_the_table_is_heard_once() -> None:
    table = Table(3, pace=0.05)
    await table.open()
    watcher = Watcher(table)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(table.host.run)
        nursery.start_soon(watcher.run)
        await until(lambda: watcher.kinds(TableNews))
        table.host.peer.say("who comes?")
        await until(lambda: watcher.kinds(SayNews))
        await play(table, nursery)
        await until(lambda: watcher.moves() >= 2)
        table.guests[0].peer.say("hello")
        await until(lambda: len(watcher.kinds(SayNews)) > 1)
    check_same(watcher, table)
    assert watcher.kinds(SayNews) == [SayNews("Anna", "who comes?"), SayNews("Boris", "hello")]


@pytest.mark.parametrize("watching", [True, False])
@in_trio
async def test_once_it_has_begun_others_may_come_only_to_a_table_that_may_be_watched(
    *, watching: bool
) -> None:
    table = Table(2, pace=0.0)
    await table.open()
    rules = rules_for("classic", players=2, deck=24)
    peer = table.host.peer = Host(table.host.seating, table.secret, rules, 1, watching=watching)
    seated = Seated(peer, (), None, invite=lambda: table.invite, doors=("a door",))
    assert seated.ways_in() == [str(table.invite), "a door"]
    async with trio.open_nursery() as nursery:
        nursery.start_soon(table.host.run)
        await play(table, nursery)
        await table.wait_for_moves(1)
        assert seated.ways_in() == [str(table.invite), *(["a door"] if watching else [])]
