"""What a person plays with: the whole screen, or lines; whichever the terminal can do."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol

from durak_p2p.cli.computers import ComputerLines
from durak_p2p.cli.qr_codes import InviteLines
from durak_p2p.cli.replies import ReplyLines
from durak_p2p.cli.settings_file import sorting_of_hands
from durak_p2p.cli.speaking import own_language, say
from durak_p2p.cli.whole_screen import WholeScreen, keep_settings, language_of
from durak_p2p.rules.family import AnyView
from durak_p2p.table.chooser import Chooser
from durak_p2p.table.news import News
from durak_p2p.texts import Text
from durak_p2p.ui.controls import Controls
from durak_p2p.ui.hosting import run_as_guest
from durak_p2p.ui.line_help import HOST_ROWS
from durak_p2p.ui.line_mode import PROMPT, LineMode
from durak_p2p.ui.screen.facts import Facts, Lobby
from durak_p2p.ui.screen.screen import Screen
from durak_p2p.ui.typed_lines import Lines, run_with_lines
from durak_p2p.ui.watch_mode import WatchMode


class Front(Chooser, Protocol):
    """What the person sees, and chooses moves with."""

    def tell(self, news: News) -> None:
        """Show what happened."""

    def note(self, news: News) -> None:
        """Take in what happened, where it is told in another way."""

    def watch(
        self,
        view: Callable[[], AnyView | None],
        accuse: Callable[[int], None] | None = None,
        say: Callable[[str], None] | None = None,
        get_ready: Callable[[], None] | None = None,
        deadline: Callable[[], float | None] | None = None,
    ) -> None:
        """Say where our view of the deal can be had at any time, and what can be done.

        *accuse* accuses a seat, *say* says something to all, *get_ready* says that the first deal
        may begin, *deadline* tells when the time for a move is over, by the clock of trio.
        """

    def show_ways_in(self, doors: Sequence[Text], *, as_qr: bool = False) -> None:
        """Say that the table is ours, and which ways to it there are besides the invite.

        *as_qr*: the invite is to be shown as a QR code at once.
        """

    def show(self, sentence: str) -> None:
        """Show a sentence that is no news, while the table is in sight."""

    def answer(self, sentence: str) -> None:
        """Say what has come of something that the person wanted."""

    async def run(self) -> None:
        """Take what the person types, until cancelled."""

    async def ended(self, *, repeats: bool = True) -> bool:
        """Say that the match is over; return whether the person wants another one.

        *repeats*: there can be one.
        """


class LineFront(LineMode):
    """Line mode as a front: when a match is over it is left."""

    def __init__(
        self,
        lines: Lines,
        controls: Controls,
        print_: Callable[[str], None],
        key: bytes,
        *,
        typed: bool = True,
    ) -> None:
        """*print_* prints a text, *key* is our identity key; *typed*: our moves are typed here."""
        if controls.take_reply is not None:
            lines = ReplyLines(lines, controls.take_reply)
        if controls.print_invite is not None and controls.print_qr is not None:
            lines = InviteLines(lines, controls.print_invite, controls.print_qr)
        if controls.seat_computer is not None and controls.unseat_computer is not None:
            lines = ComputerLines(lines, controls.seat_computer, controls.unseat_computer)
        leave, go_away = controls.leave, controls.go_away
        super().__init__(
            *(lines, print_, leave, go_away, key, own_language()),
            typed=typed,
            sorting=sorting_of_hands(),
        )

    def watch(
        self,
        view: Callable[[], AnyView | None],
        accuse: Callable[[int], None] | None = None,
        say: Callable[[str], None] | None = None,
        get_ready: Callable[[], None] | None = None,
        deadline: Callable[[], float | None] | None = None,
    ) -> None:
        """Take what line mode needs: it shows no clock."""
        super().watch(view, accuse, say, get_ready)

    async def run(self) -> None:
        """Read lines until the person quits."""
        await self.read()

    def show_ways_in(self, doors: Sequence[Text], *, as_qr: bool = False) -> None:
        """Help with what a host can type; the invite stands above."""
        self._more_help = HOST_ROWS

    def show(self, sentence: str) -> None:
        """Say nothing: it is printed when all is over."""


class WatchFront(WatchMode, LineFront):
    """Line mode of who watches, as a front."""

    async def ended(self, *, repeats: bool = True) -> bool:
        """Return that nothing else is watched."""
        return False


def run_with_front(
    main: Callable[[Front], Awaitable[None]],
    controls: Controls,
    key: bytes,
    screen: WholeScreen | None,
    *,
    lobby: Lobby | None = None,
    print_: Callable[[str], None] = say,
    watches: bool = False,
) -> None:
    """Run the trio function *main* with the whole screen, or with lines.

    Args:
        main: what is played.
        controls: what the person can ask for.
        key: our identity key.
        screen: to be used; None: lines are.
        lobby: in which the players meet; None: they are all there.
        print_: prints a text in line mode, and on the normal screen.
        watches: whether the person looks on without a seat.
    """
    if screen is None:
        kind = WatchFront if watches else LineFront
        _run_with_lines(main, lambda lines: kind(lines, controls, print_, key))
        return

    async def on_screen() -> None:
        facts = Facts(own=key, watches=watches, lobby=lobby)
        front = Screen(
            screen.settings,
            language_of,
            screen.terminal,
            controls,
            facts,
            save=keep_settings,
            print_=print_,
            repeats=not watches,
        )
        await main(front)

    run_as_guest(on_screen)


def _run_with_lines(
    main: Callable[[Front], Awaitable[None]], front: Callable[[Lines], Front]
) -> None:
    async def in_lines(lines: Lines) -> None:
        await main(front(lines))

    run_with_lines(in_lines, own_language().say(PROMPT))
