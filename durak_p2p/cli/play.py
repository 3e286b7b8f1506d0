"""`durak play`: a table of computer players, at once; no network is needed."""

from __future__ import annotations

import io
import secrets
import sys
from pathlib import Path
from typing import BinaryIO

import trio

from durak_p2p.bots import Bot, CheatingBot, Rates, SimpleBot
from durak_p2p.cli.bot_chooser import BotChooser
from durak_p2p.cli.exits import Exit, Failure
from durak_p2p.cli.fronts import Front, run_with_front
from durak_p2p.cli.help_texts import command
from durak_p2p.cli.match_end import failure_of, match_status
from durak_p2p.cli.own_name import choose_name
from durak_p2p.cli.seats import front_options, person_options
from durak_p2p.cli.signals import watch_signals
from durak_p2p.cli.speaking import own_language, say
from durak_p2p.cli.storage import ReplayFolder, own_identity
from durak_p2p.cli.tables import choose_rules, rule_options
from durak_p2p.cli.telling import replay_text, tell_replays
from durak_p2p.cli.whole_screen import own_settings, whole_screen
from durak_p2p.crypto import Identity
from durak_p2p.game import Log, Setup
from durak_p2p.net.one_process import Chair, OneProcessMatch
from durak_p2p.rules.choice import Choice
from durak_p2p.rules.family import AnyRules, AnyView
from durak_p2p.table.news import News, TableNews
from durak_p2p.texts import text
from durak_p2p.ui.controls import Controls
from durak_p2p.ui.settings import PACES

#: What computer players are called; one who is called as we are is left out.
NAMES = (
    text("Boris"),
    text("Vera"),
    text("Grigory"),
    text("Daria"),
    text("Yevgeny"),
    text("Zhanna"),
    text("Ivan"),
    text("Anna"),
)


@command(
    text("Play against computer players, at once."),
    text(
        "All of them are in this program. Cards are shuffled, dealt and proved as between people, "
        "and the replay can be verified like any other."
    ),
)
@rule_options
@person_options
@front_options
def play(
    preset: str,
    players: int | None,
    deck: int | None,
    settings: tuple[str, ...],
    deals: int,
    name: str | None,
    out: Path | None,
    plain: bool,
    ascii_only: bool,
) -> None:
    """Play a match, and others as often as is wanted."""
    rules = choose_rules(preset, players, deck, settings)
    own_name = choose_name(name)
    folder = ReplayFolder(out)
    pace = PACES[own_settings().pace]
    screen = whole_screen(plain=plain, ascii_only=ascii_only)
    with own_identity(temporary=False) as own:
        game = _Game(rules, deals, own_name, own.identity, folder, pace)
        run_with_front(game.run, Controls(game.leave), own.identity.public_key, screen)
    tell_replays(folder.paths, as_json=False)
    if game.failure is not None:
        raise game.failure
    status = Exit.UNFINISHED if game.abandoned else match_status(game.logs)
    if status is Exit.UNFINISHED:
        say(text("You have left the table before the end."))
    sys.exit(status)


class _PacedChooser(BotChooser):
    """A computer player that takes its time for a move, so that one can follow."""

    def __init__(self, bot: Bot, seconds: float) -> None:
        super().__init__(bot)
        self._seconds = seconds

    async def choose(self, view: AnyView, refusal: str | None) -> Choice:
        """Return the computer player's move."""
        if view.word == view.seat:  # saying `done` takes no time
            await trio.sleep(self._seconds)
        return await super().choose(view, refusal)


class _Game:
    """Matches one after the other, until the person has had enough."""

    def __init__(
        self,
        rules: AnyRules,
        deals: int,
        name: str,
        identity: Identity,
        folder: ReplayFolder,
        pace: float,
    ) -> None:
        """*pace*: seconds that a computer player takes for a move."""
        self.logs: list[Log] = []
        self.failure: Failure | None = None
        self._rules = rules
        self._deals = deals
        self._names = [name, *_other_names(name, rules.players - 1)]
        self._identity = identity
        self._folder = folder
        self._pace = pace
        self._match: OneProcessMatch | None = None
        self._left = False
        self.abandoned = False

    def leave(self) -> None:
        """Leave the table."""
        self._left = True
        if self._match is not None:
            self.abandoned = self.abandoned or not self._match.is_over
            self._match.leave()

    async def run(self, front: Front) -> None:
        """Play with this front."""
        async with trio.open_nursery() as nursery:
            await nursery.start(watch_signals, nursery.cancel_scope.cancel)
            nursery.start_soon(self._run_front, front)
            wanted = True
            while wanted:
                self.failure = await failure_of(lambda: self._play(front))
                if self.failure is not None or self._left:
                    break
                for path in self._folder.paths[-len(self.logs) :]:
                    front.show(replay_text(path))
                wanted = await front.ended()
            nursery.cancel_scope.cancel()

    async def _run_front(self, front: Front) -> None:
        await front.run()
        self.leave()

    async def _play(self, front: Front) -> None:
        """Play one match."""
        front.tell(TableNews(self._rules, self._deals, tuple(self._names)))
        own = Chair(self._identity, self._names[0], front, front.tell, self._folder.open)
        self._match = OneProcessMatch(
            self._rules, self._deals, [own, *map(self._computer, self._names[1:])]
        )
        match = self._match
        front.watch(match.view, match.accuse, deadline=match.deadline)
        try:
            await self._match.run()
        finally:
            self.logs = self._match.logs

    def _computer(self, name: str) -> Chair:
        bot = CheatingBot(SimpleBot(), Rates(), secrets.SystemRandom())
        return Chair(Identity.generate(), name, _PacedChooser(bot, self._pace), _unheard, _unkept)


def _unheard(news: News) -> None:
    """Computer players look at the cards, and listen to nothing."""


def _unkept(setup: Setup) -> BinaryIO:
    """The computer players' replays are the same as ours."""
    return io.BytesIO()


def _other_names(own: str, count: int) -> list[str]:
    names = [own_language().say(name) for name in NAMES]
    return [name for name in names if name.casefold() != own.casefold()][:count]
