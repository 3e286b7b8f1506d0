"""The lobby on the running screen: who is there, getting ready, letting others in, leaving."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import date

import pytest
import trio
from prompt_toolkit.input import create_pipe_input

from durak_p2p.rules.family import preset_rules
from durak_p2p.table.chat import CannotSay
from durak_p2p.table.news import AwayNews, BackNews, OtherKeyNews, ReplyCodeNews, SayNews, TableNews
from durak_p2p.texts import text
from durak_p2p.ui.controls import Controls
from durak_p2p.ui.hosting import run_as_guest
from durak_p2p.ui.language import Language
from durak_p2p.ui.screen.facts import Facts, Lobby, after
from durak_p2p.ui.screen.screen import Screen
from durak_p2p.ui.screen.table import table_model
from durak_p2p.ui.screen.terminal import Terminal
from durak_p2p.ui.settings import Settings
from tests.net.running import until
from tests.ui.screen.emulator import Emulator
from tests.ui.screen.playing import Sitting, sitting
from tests.ui.screen.tables import Table

RULES = preset_rules("classic", {"players": 2})
ALONE = TableNews(RULES, 1, ("Anna",), frozenset(), own=0)
BOTH = TableNews(RULES, 1, ("Anna", "Boris"), frozenset(), own=0)
BORIS_READY = TableNews(RULES, 1, ("Anna", "Boris"), frozenset({1}), own=0)


class Lounge:
    """A host's screen in the lobby, and what the person has asked for there; in order."""

    def __init__(self, source: object) -> None:
        self.source = source
        self.emulator = Emulator()
        self.done: list[str] = []
        controls = Controls(
            lambda: self.done.append("leave"),
            lambda: self.done.append("go away"),
            lambda code: self.done.append(code),
            lambda: self.done.append("invite"),
            lambda: self.done.append("qr"),
        )
        self.screen = Screen(
            Settings(),
            lambda settings: Language(),
            Terminal(source=source, output=self.emulator.output),  # type: ignore[arg-type]
            controls,
            Facts(own=bytes(32), lobby=Lobby()),
        )
        self.screen.watch(lambda: None, say=self._say, get_ready=lambda: self.done.append("ready"))

    def _say(self, words: str) -> None:
        if words == "too much":
            raise CannotSay(text("You say too much at once; wait a little."))
        self.done.append(f"said {words}")

    def type(self, keys: str) -> None:
        self.source.send_text(keys)  # type: ignore[attr-defined]

    async def does(self, *wanted: str) -> None:
        """Wait until that has been done, and nothing else."""
        while tuple(self.done) != wanted:
            assert wanted[: len(self.done)] == tuple(self.done)
            await trio.sleep(0.005)

    async def sees(self, shown: str) -> None:
        await self.emulator.shows(shown)


def run(script: Callable[[Lounge], Awaitable[None]]) -> None:
    with create_pipe_input() as source:

        async def main() -> None:
            lounge = Lounge(source)
            with trio.fail_after(20):
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(lounge.screen.run)
                    await script(lounge)
                    nursery.cancel_scope.cancel()

        run_as_guest(main)


@pytest.mark.parametrize("keys", ["r", "к", ":ready\r", ":готов\r"])
def test_getting_ready_by_a_key_or_by_the_words_of_line_mode(keys: str) -> None:
    async def script(lounge: Lounge) -> None:
        await lounge.sees("Looking for the table")
        assert "R ready" not in lounge.emulator.text
        lounge.screen.tell(BOTH)
        await lounge.sees("All are here. R: begin by these rules.")
        lounge.type(keys)
        await lounge.does("ready")
        await lounge.sees("Not ready yet: Boris.")
        assert "R ready" not in lounge.emulator.text

    run(script)


def test_who_comes_and_is_ready_is_told_and_may_be_talked_to() -> None:
    async def script(lounge: Lounge) -> None:
        lounge.screen.tell(ALONE)
        await lounge.sees("Waiting for 1 more player.")
        lounge.screen.tell(BOTH)
        await lounge.sees("Boris sits down at the table.")
        lounge.screen.tell(BORIS_READY)
        await lounge.sees("Boris is ready.")
        lounge.screen.tell(SayNews("Boris", "hello"))
        await lounge.sees("Boris says: hello")
        lounge.type("mgood evening\r")
        await lounge.sees("You say: good evening")
        lounge.type(":say once more\r")
        await lounge.does("said good evening", "said once more")
        lounge.type("mtoo much\r")
        await lounge.sees("You say too much at once; wait a little.")
        lounge.screen.tell(ALONE)
        await lounge.sees("Boris has left the table.")

    run(script)


def test_another_key_than_before_is_marked_at_the_name_until_the_deal_begins() -> None:
    async def script(lounge: Lounge) -> None:
        three = ("Anna", "Boris", "Boris (2)")
        rules = preset_rules("classic", {"players": 3})
        keys = (b"a", b"b", b"c")
        lounge.screen.tell(TableNews(rules, 1, three, frozenset(), own=0, keys=keys))
        lounge.screen.tell(OtherKeyNews(b"c", "Boris", "Boris", date(2026, 11, 5)))
        await lounge.sees("with another key than the Boris you played with on 2026-11-05")
        await lounge.sees("3  Boris (2)   another key!")
        assert "2  Boris       not ready" in lounge.emulator.text
        lounge.screen.tell(replace(BORIS_READY, keys=(b"a", b"b")))
        await lounge.sees("2  Boris       is ready")

    run(script)


def test_what_is_said_in_a_deal_stands_where_it_is_seen() -> None:
    with sitting(Table.begin("classic", 3, players=3), size=(60, 18)) as run_at_table:

        async def script(seat: Sitting) -> None:
            seat.screen.tell(SayNews("Vera", "well played"))
            for number in range(9):
                seat.screen.show(f"Something happens, {number}.")
            await seat.sees("Something happens, 8.")
            await seat.sees("Vera says: well played")

        run_at_table(script)


def test_invite_and_qr_code_are_shown_on_the_normal_screen() -> None:
    async def script(lounge: Lounge) -> None:
        lounge.screen.tell(ALONE)
        lounge.screen.show_ways_in(
            (text("Where that shows nothing: `durak join {address}`.", address=1),)
        )
        await lounge.sees("Where that shows nothing: `durak join 1`.")
        full, normal = "\x1b[?1049h", "\x1b[?1049l"
        for place, key in enumerate(("i", "k"), start=1):
            lounge.type(key)
            await lounge.does(*("invite", "qr")[:place])
            assert lounge.emulator.written.count(normal) == place
            lounge.type("x")  # any key, which means nothing else
            await until(lambda n=place: lounge.emulator.written.count(full) > n)
            await lounge.sees("Waiting for 1 more player.")

    run(script)


@pytest.mark.parametrize("is_shown", [False, True])
def test_a_qr_code_that_is_wanted_at_once_waits_for_the_screen(is_shown: bool) -> None:
    async def script(lounge: Lounge) -> None:
        if is_shown:
            await lounge.sees("Looking for the table")
        lounge.screen.show_ways_in((), as_qr=True)
        await lounge.does("qr")
        lounge.screen.tell(ALONE)
        lounge.type("x")
        await lounge.sees("Waiting for 1 more player.")

    run(script)


@pytest.mark.parametrize("keys", ["\x1b[200~durak-reply:Ab\nCd\x1b[201~", ":durak-reply:AbCd\r"])
def test_a_reply_code_is_pasted_or_typed(keys: str) -> None:
    async def script(lounge: Lounge) -> None:
        lounge.screen.tell(ALONE)
        lounge.screen.show_ways_in(())
        await lounge.sees("I invite")
        lounge.type(keys)
        await until(lambda: lounge.done)
        assert "".join(lounge.done[0].split()) == "durak-reply:AbCd"
        lounge.screen.answer("Looking for the guest.")
        await lounge.sees("Looking for the guest.")

    run(script)


def test_a_guest_whom_nobody_answers_is_given_a_reply_code() -> None:
    async def script(lounge: Lounge) -> None:
        lounge.screen.tell(ReplyCodeNews("durak-reply:AbCd", public=True))
        await lounge.sees("I reply code")
        lounge.screen.tell(BOTH)
        await lounge.sees("All are here.")
        assert "I reply code" not in lounge.emulator.text

    run(script)


@pytest.mark.parametrize(("keys", "done"), [("qy", "leave"), ("йй", "leave"), ("\x03", "go away")])
def test_leaving_for_good_asks_and_going_away_does_not(keys: str, done: str) -> None:
    async def script(lounge: Lounge) -> None:
        lounge.screen.tell(BOTH)
        await lounge.sees("Q leave")
        lounge.type(keys[0])
        if len(keys) > 1:
            await lounge.sees("Leave the table?")
            assert not lounge.done
            lounge.type(keys[1])
        await lounge.does(done)

    run(script)


def test_a_bell_calls_who_is_away_when_all_have_come(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("durak_p2p.ui.screen.screen.AWAY_SECONDS", -1.0)

    async def script(lounge: Lounge) -> None:
        lounge.screen.tell(ALONE)
        assert not lounge.emulator.bells
        lounge.screen.tell(BOTH)
        lounge.screen.tell(BORIS_READY)
        assert lounge.emulator.bells == 1

    run(script)


def test_for_how_much_longer_the_seat_of_who_is_away_waits() -> None:
    table = Table.begin("classic", 3, players=3)
    facts = after(table.facts, AwayNews("Vera", 180), now=100.0)
    [away] = [seat for seat in table_model(table.view(), facts, Settings(), now=130.0).seats
              if seat.away is not None]  # fmt: skip
    assert (away.name, away.away) == ("Vera", 150)
    facts = after(facts, BackNews("Vera"), now=140.0)
    seats = table_model(table.view(), facts, Settings(), now=140.0).seats
    assert all(seat.away is None for seat in seats)
