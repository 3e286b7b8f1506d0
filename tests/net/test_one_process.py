"""A match whose peers are all in this process."""

from __future__ import annotations

import errno
import io
from collections.abc import Callable
from random import Random

import pytest
import trio

from durak_p2p.bots import CheatingBot, Rates, SimpleBot
from durak_p2p.cli.bot_chooser import BotChooser
from durak_p2p.crypto import Identity
from durak_p2p.game import Setup
from durak_p2p.net.one_process import Chair, OneProcessMatch
from durak_p2p.replay import Verdict, verify_replay
from durak_p2p.rules.family import preset_rules
from durak_p2p.table.errors import ReplayLost
from durak_p2p.table.news import DealNews, News


class Kept(io.BytesIO):
    """A file that can be read when it is closed, on a disk that may be full."""

    full = False

    def write(self, data: bytes) -> int:  # type: ignore[override]
        if self.full:
            raise OSError(errno.ENOSPC, "the disk is full")
        return super().write(data)

    def close(self) -> None:
        """Stay open."""


class Table:
    """Computer players, and what each of them has heard and written."""

    def __init__(self, preset: str, players: int, deals: int = 1) -> None:
        self.replays: list[list[Kept]] = [[] for _ in range(players)]
        self.news: list[list[News]] = [[] for _ in range(players)]
        self.tell: list[Callable[[News], None]] = [news.append for news in self.news]
        self.match = OneProcessMatch(
            preset_rules(preset, {"players": players}), deals, [*map(self._chair, range(players))]
        )

    def _chair(self, place: int) -> Chair:
        def open_replay(setup: Setup) -> Kept:
            self.replays[place].append(Kept())
            return self.replays[place][-1]

        bot = CheatingBot(SimpleBot(), Rates(), Random(place))

        def tell(news: News) -> None:
            self.tell[place](news)

        return Chair(Identity.generate(), f"P{place}", BotChooser(bot), tell, open_replay)


def run(table: Table) -> None:
    async def main() -> None:
        with trio.fail_after(60):
            await table.match.run()

    trio.run(main)


@pytest.mark.parametrize(("preset", "players"), [("classic", 2), ("cheaters", 3), ("czech", 2)])
def test_all_write_the_same_replay_and_it_is_good(preset: str, players: int) -> None:
    table = Table(preset, players)
    run(table)
    assert table.match.logs[-1].complete
    written = {replays[0].getvalue() for replays in table.replays}
    assert len(written) == 1
    report = verify_replay(written.pop())
    assert report.verdict is Verdict.GOOD


def test_a_match_has_all_its_deals() -> None:
    table = Table("classic", 2, deals=2)
    run(table)
    assert [log.complete for log in table.match.logs] == [True, True]
    assert [len(replays) for replays in table.replays] == [2, 2]


def test_everybody_hears_the_same() -> None:
    table = Table("classic", 3)
    run(table)
    heard = [[type(n.event) for n in news if isinstance(n, DealNews)] for news in table.news]
    assert heard[0] == heard[1] == heard[2]


def test_a_replay_that_cannot_be_written_ends_it_with_a_sentence() -> None:
    table = Table("classic", 2)

    def fill_the_disk(news: News) -> None:
        if isinstance(news, DealNews):
            table.replays[0][0].full = True

    table.tell[0] = fill_the_disk
    with pytest.raises(ReplayLost, match="The replay cannot be written"):
        run(table)


def test_who_leaves_ends_it() -> None:
    table = Table("classic", 2)

    def leave_when_it_begins(news: News) -> None:
        if isinstance(news, DealNews):
            table.match.leave()

    table.tell[0] = leave_when_it_begins
    run(table)
    (log,) = table.match.logs
    assert log.complete  # the others have ended it
    assert [gone.reason for gone in log.state.departed.values()] == ["left"]
