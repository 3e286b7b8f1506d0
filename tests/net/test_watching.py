"""Watching a table: spectators see what is public, hold the log, and change nothing."""

from __future__ import annotations

from dataclasses import replace

import pytest
import trio

from durak_p2p import limits
from durak_p2p.cli.playing import Seated
from durak_p2p.crypto import Identity
from durak_p2p.net.host import Host
from durak_p2p.net.link import LinkRefused
from durak_p2p.replay import Verdict, verify_replay
from durak_p2p.rules import rules_for
from durak_p2p.table.errors import NobodyCame
from durak_p2p.table.messages import Bye, Carry, Have, Start
from durak_p2p.table.news import AwayNews, LeftNews, SayNews, TableNews, UnwatchedNews
from tests.net.puppet import connected
from tests.net.running import in_trio, until
from tests.net.tables import Table
from tests.net.watching import WATCHES, Watcher, check_same, play, seen_by


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
