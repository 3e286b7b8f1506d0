"""The processes of a demo: starts a host and its guests, follows what they tell, ends them."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final

import click
import trio

from durak_p2p.cli.signals import watch_signals
from durak_p2p.cli.speaking import own_language, say
from durak_p2p.rules.family import AnyRules, told_options
from durak_p2p.texts import Text, listed, text
from durak_p2p.ui.games import option_word
from durak_p2p.ui.words import sentences

NAMES = (
    text("Anna"),
    text("Boris"),
    text("Clara"),
    text("Dmitri"),
    text("Elena"),
    text("Fyodor"),
    text("Galina"),
    text("Henry"),
)
#: What each player does to make the deck.
STEPS: Final[Mapping[str, Text]] = {
    "commit": text("commit"),
    "reveal": text("reveal"),
    "shuffle": text("shuffle"),
}
_ALONE: Final = ("--no-lan", "--no-internet")  # nobody is asked, nobody is told
# A demo that takes longer than this hangs; a usual one takes seconds.
_SECONDS_FOR_START: Final = 120.0
_SECONDS_A_DEAL: Final = 60.0
_SECONDS_FOR_END: Final = 3.0  # who does not leave then is ended
_LONGEST_ERROR = 2000


class DemoFailed(Exception):
    """The demo's table failed; the message is a sentence for the user."""


class DemoTable:
    """One host process and the guests', all computer players."""

    def __init__(
        self,
        rules: AnyRules,
        deals: int,
        folder: Path,
        rates: tuple[str, ...],
        seed: int | None,
        *,
        quiet: bool,
    ) -> None:
        """*rates* are options for the computer players, *seed* is that of the first one."""
        self._rules = rules
        self._rates = rates
        self._seed = seed
        self._deals = deals
        self._folder = folder
        self._progress = Progress(rules.players, quiet=quiet)
        self._quiet = quiet
        self._replays: dict[int, list[Path]] = {}
        self._invite: str | None = None
        self._invited = trio.Event()
        self._errors: list[Text] = []
        self.stopped = False  # from outside

    def replays(self) -> dict[int, list[Path]]:
        """Return the replays' paths by number of the deal, the host's first."""
        return {number: sorted(paths) for number, paths in sorted(self._replays.items())}

    async def run(self) -> None:
        """Play all deals.  Raises :class:`DemoFailed`."""
        limit = _SECONDS_FOR_START + self._deals * _SECONDS_A_DEAL
        with trio.move_on_after(limit) as scope:
            async with trio.open_nursery() as nursery:
                await nursery.start(watch_signals, partial(self._stop, nursery.cancel_scope))
                await self._run_peers()
                nursery.cancel_scope.cancel()
        if scope.cancelled_caught:
            raise DemoFailed(
                text(
                    "The demo was not over after {seconds} seconds, and was ended.",
                    seconds=round(limit),
                )
            )
        if self._errors:
            raise DemoFailed(sentences(list(dict.fromkeys(self._errors))))

    def _stop(self, scope: trio.CancelScope) -> None:
        self.stopped = True
        scope.cancel()

    async def _run_peers(self) -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._run_peer, 0, self._host_command(), nursery.cancel_scope)
            await self._invited.wait()
            for number in range(1, self._rules.players):
                command = ["join", str(self._invite)]
                nursery.start_soon(self._run_peer, number, command, nursery.cancel_scope)

    def _host_command(self) -> list[str]:
        told = told_options(self._rules)
        preset = str(told.pop("preset", "classic"))
        settings = [f"--set={name}={option_word(value)}" for name, value in told.items()]
        return ["host", *_ALONE, f"--rules={preset}", f"--deals={self._deals}", *settings]

    async def _run_peer(self, number: int, command: list[str], scope: trio.CancelScope) -> None:
        name = NAMES[number]
        arguments = [
            *(sys.executable, "-m", "durak_p2p"),
            *command,
            *("--computer", "--json", "--new-key", f"--name={own_language().say(name)}"),
            *(f"--out={self._folder}", f"--label={number + 1}-{name}"),
            *self._rates,
        ]
        if self._seed is not None:
            arguments.append(f"--seed={self._seed + number}")
        # Standard input is the leash: when this process is gone the peers leave, too.
        process = await trio.lowlevel.open_process(
            arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        try:
            assert process.stdout is not None
            assert process.stderr is not None
            errors: list[bytes] = []
            async with trio.open_nursery() as nursery:
                nursery.start_soon(_collect, process.stderr, errors)
                await self._follow(process.stdout, teller=number == 0)
            status = await process.wait()
            if status != 0 and not self.stopped:
                said = b"".join(errors)[:_LONGEST_ERROR].decode(errors="replace").strip()
                self._errors.append(
                    text(
                        "{name} ended with status {status}: {reason}",
                        name=name,
                        status=status,
                        reason=said or text("no reason"),
                    )
                )
                scope.cancel()
        finally:
            with trio.CancelScope(shield=True):
                await _end(process)

    async def _follow(self, stream: trio.abc.ReceiveStream, *, teller: bool) -> None:
        rest = b""
        async for chunk in stream:
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines:
                self._hear(json.loads(line), teller)

    def _hear(self, news: dict[str, Any], teller: bool) -> None:
        match news["news"]:
            case "invite":
                self._invite = news["invite"]
                self._invited.set()
            case "replay":
                self._keep_path(Path(news["path"]))
            case _ if teller:
                self._progress.hear(news)
                if news.get("text") and not self._quiet:
                    say(news["text"])

    def _keep_path(self, path: Path) -> None:
        part = next(part for part in path.stem.split("-") if part.startswith("deal"))
        self._replays.setdefault(int(part.removeprefix("deal")), []).append(path)


class Progress:
    """A line that shows how far the deck is made, while it is made."""

    def __init__(self, players: int, *, quiet: bool) -> None:
        self._players = players
        self._counts: Counter[str] = Counter()
        self._quiet = quiet
        self._live = sys.stdout.isatty()
        self._shown = False

    def hear(self, news: dict[str, Any]) -> None:
        """Follow the news of one peer."""
        if news["news"] == "progress":
            self._counts[news["step"]] += 1
            self._show()
        elif self._shown and news["news"] != "seats":
            self._end()

    def _show(self) -> None:
        # In the middle of a deal only a pile is shuffled again: nobody commits to anything then.
        again = not self._counts["commit"]
        steps = ("shuffle",) if again else ("commit", "reveal", "shuffle")
        parts = listed(
            text("{step} {done}/{players}", step=STEPS[step], done=done, players=self._players)
            for step, done in ((step, self._counts[step]) for step in steps)
        )
        making = text("Making the deck: {steps}", steps=parts)
        line = text("Turning the pile over: {steps}", steps=parts) if again else making
        done = all(self._counts[step] == self._players for step in steps)
        if not self._quiet and self._live:
            click.echo(f"\r{own_language().say(line)}", nl=False)
            self._shown = True
        elif not self._quiet and done:
            say(line)
        if done:
            self._end()

    def _end(self) -> None:
        if self._shown:
            click.echo()
        self._counts.clear()
        self._shown = False


async def _collect(stream: trio.abc.ReceiveStream, into: list[bytes]) -> None:
    into += [bytes(chunk) async for chunk in stream]


async def _end(process: trio.Process) -> None:
    """Let go of the leash; who does not leave then is ended."""
    if process.stdin is not None:
        await process.stdin.aclose()
    with trio.move_on_after(_SECONDS_FOR_END):
        await process.wait()
    if process.returncode is None:
        process.kill()
        await process.wait()
    for stream in (process.stdout, process.stderr):
        if stream is not None:
            await stream.aclose()
