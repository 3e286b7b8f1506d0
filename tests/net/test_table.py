"""A table in one process: what goes wrong besides the network."""

from __future__ import annotations

import dataclasses
import errno
from typing import BinaryIO

import pytest
import trio

from durak_p2p.game import DealBegan, Leaving, Setup, SignedAccusation, SignedEntry
from durak_p2p.net.host import Host
from durak_p2p.replay import Verdict, verify_replay
from durak_p2p.rules import rules_for
from durak_p2p.table.errors import ReplayLost, SeatLost, TableError
from durak_p2p.table.keeping import NothingKept
from durak_p2p.table.lobby import HostLobby, LobbyError
from durak_p2p.table.news import AloneNews, AskedNews, DealNews, LeftNews, TableNews
from tests.net.running import in_trio, until
from tests.net.tables import Kept, Sitter, Table, play


class Full(Kept):
    """A file on a disk that is full after so many bytes."""

    def __init__(self, room: int) -> None:
        super().__init__()
        self.room = room

    def write(self, data: bytes) -> int:  # type: ignore[override]
        self.room -= len(data)
        if self.room < 0:
            raise OSError(errno.ENOSPC, "No space left on device")
        return super().write(data)


async def run_all(table: Table, *, until_one_fails: bool = False) -> dict[str, TableError]:
    """Run everybody to the end; return what each had to say."""
    errors: dict[str, TableError] = {}

    async def run(sitter: Sitter) -> None:
        try:
            await sitter.run()
        except TableError as error:
            errors[sitter.name] = error
            if until_one_fails:
                table.stop()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(run, table.host)
        for guest in table.guests:
            await table.seat(guest)
            nursery.start_soon(run, guest)
    return errors


@in_trio
async def test_guests_are_seated_in_time() -> None:
    """Within a second, as benchmarks/bench_net.py shows; here ten times that is let pass."""
    table = Table(8, deck=52)
    await table.open()
    table.host.ready = False
    async with trio.open_nursery() as nursery:
        nursery.start_soon(table.host.run)
        for number, guest in enumerate(table.guests):
            guest.ready = False
            await table.seat(guest)
            with trio.fail_after(10):
                nursery.start_soon(guest.run)
                await until(lambda: guest.kinds(TableNews))  # noqa: B023
            assert table.seats_taken() == number + 2
        nursery.cancel_scope.cancel()


@in_trio
async def test_a_disk_that_is_full_from_the_beginning_begins_no_match() -> None:
    table = Table(2)
    table.host.open_replay = lambda _: Full(0)  # type: ignore[method-assign]
    await table.open()
    errors = await run_all(table, until_one_fails=True)
    assert isinstance(errors["Anna"], ReplayLost)
    assert str(errors["Boris"]) == "The host has closed the table."
    assert not table.guests[0].files


@pytest.mark.parametrize("room", [2_000, 10_000])
@in_trio
async def test_a_full_disk_ends_the_match_with_a_sentence(room: int) -> None:
    table = Table(2)
    table.host.open_replay = lambda _: Full(room)  # type: ignore[method-assign]
    await table.open()
    errors = await run_all(table, until_one_fails=True)
    assert isinstance(errors["Anna"], ReplayLost)
    assert str(errors["Anna"]) == "The replay cannot be written: No space left on device."
    assert "Boris" not in errors
    assert verify_replay(table.guests[0].files[0].content).verdict is Verdict.UNFINISHED


class NotKeeping(NothingKept):
    """The keeper of one that can keep so many entries, and no more."""

    def __init__(self, room: int) -> None:
        self.room = room

    def keep(self, signed: SignedEntry | SignedAccusation) -> None:
        self.room -= 1
        if self.room < 0:
            raise SeatLost("The seat cannot be written.")


@pytest.mark.parametrize("room", [0, 1, 4, 8])
@in_trio
async def test_what_cannot_be_kept_is_not_sent_and_ends_the_match_with_a_sentence(
    room: int,
) -> None:
    table = Table(2)
    await table.open()
    seating = dataclasses.replace(table.host.seating, keeper=NotKeeping(room))
    host = table.host.peer = Host(
        seating, table.secret, rules_for("classic", players=2, deck=24), 1
    )
    errors = await run_all(table, until_one_fails=True)
    assert isinstance(errors["Anna"], SeatLost)
    assert not host.is_over
    (log,) = table.guests[0].peer.logs
    author = [player.key for player in log.setup.players].index(host.key)
    assert sum(signed.entry.author == author for signed in log.entries()) <= room


@in_trio
async def test_a_folder_lost_between_two_deals_ends_the_match_with_a_sentence() -> None:
    table = Table(2)
    opened = table.host.open_replay

    def once(setup: Setup) -> BinaryIO:
        if setup.number > 1:
            raise FileNotFoundError(errno.ENOENT, "No such file or directory", "deal2.durak")
        return opened(setup)

    table.host.open_replay = once  # type: ignore[method-assign]
    await table.open(deals=2)
    errors = await run_all(table, until_one_fails=True)
    assert str(errors["Anna"]) == (
        "The replay deal2.durak cannot be written: No such file or directory."
    )


@pytest.mark.parametrize("leaver", range(3))
@in_trio
async def test_who_leaves_in_the_middle_ends_the_deal_for_all(leaver: int) -> None:
    table = Table(3, pace=0.02)
    await table.open()
    gone = table.sitters[leaver]
    async with trio.open_nursery() as nursery:

        async def leave() -> None:
            await table.wait_for_moves(3)
            gone.peer.leave()

        nursery.start_soon(leave)
        errors = await run_all(table)
    assert not errors
    others = [sitter for sitter in table.sitters if sitter is not gone]
    for other in others:
        told = [
            news.event.author
            for news in other.kinds(DealNews)
            if isinstance(news, DealNews) and isinstance(news.event, Leaving)
        ]
        assert [other.peer.logs[0].state.name(author) for author in told] == [gone.name]
        assert not other.kinds(LeftNews)
    contents = {sitter.files[0].content for sitter in table.sitters}  # that of the leaver, too
    assert len(contents) == 1
    report = verify_replay(contents.pop())
    assert report.verdict is Verdict.GOOD
    assert report.state is not None
    fool = report.state.result.fool
    assert report.state.seat_names()[fool] == gone.name


@in_trio
async def test_who_leaves_while_the_deck_is_made_has_the_same_replay_as_the_others() -> None:
    table = Table(3, deck=52)
    await table.open()
    gone = table.sitters[1]

    async def leave() -> None:
        await until(lambda: all(sitter.files for sitter in table.sitters))
        gone.peer.leave()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(leave)
        errors = await run_all(table)
    assert not errors
    (content,) = {sitter.files[0].content for sitter in table.sitters}
    assert verify_replay(content).verdict is Verdict.GOOD


@in_trio
async def test_who_has_to_move_need_not_do_so_when_another_has_left() -> None:
    table = Table(2, pace=1000.0)  # nobody ever moves
    await table.open()
    async with trio.open_nursery() as nursery:

        async def leave() -> None:
            await until(lambda: all(sitter.files for sitter in table.sitters))
            await until(lambda: any(s.peer.view() and s.peer.view().legal for s in table.sitters))
            views = {s.name: s.peer.view() for s in table.sitters}
            idle = next(s for s in table.sitters if not (views[s.name] and views[s.name].legal))
            idle.peer.leave()

        nursery.start_soon(leave)
        errors = await run_all(table)
    assert not errors
    verdicts = [verify_replay(sitter.files[0].content).verdict for sitter in table.sitters]
    assert verdicts == [Verdict.GOOD] * 2  # who leaves sees it out, too
    assert [len(sitter.kinds(AloneNews)) for sitter in table.sitters].count(1) == 1


@in_trio
async def test_two_of_one_name_may_play() -> None:
    table = Table(3)
    for sitter in table.sitters:
        sitter.name = "Anna"
    await play(table)


@in_trio
async def test_a_host_that_names_other_rules_at_the_start_is_left() -> None:
    table = Table(2)
    await table.open()
    lobby = table.host.peer._lobby  # type: ignore[attr-defined]
    told = lobby.table
    lobby.table = lambda: dataclasses.replace(told(), deals=7)
    errors = await run_all(table, until_one_fails=True)
    assert isinstance(errors["Boris"], LobbyError)
    assert str(errors["Boris"]) == "The host's set-up is not what was told before."
    assert not table.guests[0].files


@in_trio
async def test_a_host_that_begins_before_a_guest_is_ready_is_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(HostLobby, "all_ready", HostLobby.full)
    table = Table(2)
    table.guests[0].ready = False
    await table.open()
    errors = await run_all(table, until_one_fails=True)
    assert isinstance(errors["Boris"], LobbyError)
    assert str(errors["Boris"]) == "The host has begun the game although you are not ready."
    assert not table.guests[0].files


@in_trio
async def test_nothing_begins_before_everybody_is_ready() -> None:
    table = Table(3)
    for sitter in table.sitters[:2]:
        sitter.ready = False
    await table.open()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(table.host.run)
        for guest in table.guests:
            await table.seat(guest)
            nursery.start_soon(guest.run)
        await until(lambda: table.seats_taken() == 3)
        table.guests[0].peer.get_ready()
        await until(lambda: table.host.kinds(TableNews)[-1].ready == {1, 2})  # type: ignore[union-attr]
        assert not table.events(DealBegan)
        table.host.peer.get_ready()
    table.check_ended_well()


@in_trio
async def test_a_host_cannot_make_guests_remember_without_end() -> None:
    """However many guests the host tells of, only those at the table now will be dialled."""
    table = Table(3)
    await table.open()
    guest = table.guests[0]
    async with trio.open_nursery() as nursery:
        nursery.start_soon(table.host.run)
        await table.seat(guest)
        nursery.start_soon(guest.run)
        await until(lambda: guest.kinds(TableNews))
        lobby = table.host.peer._lobby  # type: ignore[attr-defined]
        told = lobby.table()
        for number in range(50):
            seats = tuple(
                type(told.seats[0])(bytes([255 - n, number, *bytes(30)]), f"P{n}", "127.0.0.1", 1)
                for n in range(2)
            )
            table.host.peer._mesh.broadcast(dataclasses.replace(told, seats=seats))
        await until(lambda: len(guest.kinds(TableNews)) > 50)
        assert len(guest.peer._book.known()) <= 3
        nursery.cancel_scope.cancel()


@in_trio
async def test_who_plays_on_without_who_is_gone_is_told_who_has_not_answered() -> None:
    table = Table(3, pace=0.0)
    await table.open(deals=2)
    host, guest, leaver = table.sitters

    async def waits(gone: tuple[str, ...]) -> bool:
        await until(lambda: host.kinds(AskedNews))
        return True

    guest.plays_on = waits  # type: ignore[method-assign]
    async with trio.open_nursery() as nursery:

        async def leave() -> None:
            await table.wait_for_moves(1)
            leaver.peer.leave()

        nursery.start_soon(leave)
        assert not await run_all(table)
    assert host.kinds(AskedNews) == [AskedNews((guest.name,))]
