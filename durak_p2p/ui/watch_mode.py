"""Line mode for who watches without a seat: the game in sentences, and no moves."""

from __future__ import annotations

from durak_p2p.texts import text
from durak_p2p.ui import commands
from durak_p2p.ui.line_mode import LineMode
from durak_p2p.ui.views import table_text

WATCH_HELP = text(
    """\
Commands:  table  all that can be seen    help  this text
           quit   watch no longer"""
)
WATCH_HINT = text("You watch, without a seat. Type table, help or quit.")


class WatchMode(LineMode):
    """Tells the news, and takes the commands of one who only watches."""

    async def read(self) -> None:
        """Read lines until the person quits; the end of a pipe is no wish to leave."""
        if self._lines.live:
            self._say(WATCH_HINT)
        while (line := await self._lines.next_line()) is not None:
            command = commands.word_meant(line.split()[0]) if line.split() else commands.TABLE
            if command == commands.QUIT:
                self._quit()
                return
            self._answer(command)
        if self._lines.live:
            self._quit()

    def _answer(self, command: str | None) -> None:
        view = self._view()
        if command == commands.HELP:
            self._say(WATCH_HELP)
        elif command != commands.TABLE:
            self._say(WATCH_HINT)
        elif view is None:
            self._say(text("The cards are not dealt yet."))
        else:
            self._say(table_text(view, self._names))
