"""The invite in the terminal, on demand: as it is, or as a QR code."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from typing import Final

import click

from durak_p2p.cli.speaking import say
from durak_p2p.net.invite import Invite
from durak_p2p.texts import text
from durak_p2p.ui import commands
from durak_p2p.ui.screen.terminal import terminal_of
from durak_p2p.ui.typed_lines import Lines

#: What stands below the code, and scrolls it up: empty rows, what to do next, the cursor's.
_ROWS_BELOW: Final = 4


def show_qr(invite: Invite) -> None:
    """Print an invite as a QR code, or say why that cannot be."""
    # segno is slow to import, and seldom needed.
    from durak_p2p.ui.qr import TooSmall, qr_lines

    terminal = terminal_of(os.environ, sys.stdout.encoding)
    if not terminal.unicode:
        say(text("This terminal has no characters to draw a QR code with: it needs Unicode."))
        return
    live = sys.stdout.isatty()
    window = shutil.get_terminal_size() if live else os.terminal_size((sys.maxsize, sys.maxsize))
    rows = window.lines - _ROWS_BELOW
    try:
        drawn = qr_lines(str(invite), window.columns, rows, colours=live and terminal.colours)
    except TooSmall as needed:
        say(
            text(
                "The QR code of this invite does not fit: it needs a window of {columns} columns "
                "and {rows} rows, and this one has {columns_here} and {rows_here}. Make the window "
                "larger or the letters smaller, and ask for it again.",
                columns=needed.columns,
                rows=needed.rows + _ROWS_BELOW,
                columns_here=window.columns,
                rows_here=window.lines,
            )
        )
        return
    say(text("The QR code of the invite, for a phone's camera:"))
    say("")
    for line in drawn:
        click.echo(line)
    say("")


class InviteLines:
    """Typed lines without those that ask for the invite, as it is or as a QR code."""

    def __init__(
        self, lines: Lines, show_invite: Callable[[], None], show_qr: Callable[[], None]
    ) -> None:
        self._lines = lines
        self._shows = {commands.INVITE: show_invite, commands.QR: show_qr}
        self.live = lines.live

    async def next_line(self) -> str | None:
        """Return the next line that asks for something else, or None when there is none."""
        while (line := await self._lines.next_line()) is not None:
            show = self._shows.get(commands.word_meant(line.strip()) or "")
            if show is None:
                return line
            show()
        return None
