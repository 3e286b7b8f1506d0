"""Line mode for who watches without a seat: the game in sentences, and no moves."""

from __future__ import annotations

from durak_p2p.texts import text
from durak_p2p.ui import commands, line_help
from durak_p2p.ui.line_mode import LineMode
from durak_p2p.ui.views import table_text

_ROWS = (line_help.TABLE_ROW, line_help.RULES_ROW, line_help.HELP_ROW, line_help.WATCHED_ROW)
WATCH_HINT = text("You watch, without a seat. Type table, help or quit.")


class WatchMode(LineMode):
    """Tells the news, and takes the commands of one who only watches."""

    async def _read(self) -> None:
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
            self._say_help((), _ROWS)
        elif command == commands.RULES:
            self._say_rules()
        elif command != commands.TABLE:
            self._say(WATCH_HINT)
        elif view is None:
            self._say(text("The cards are not dealt yet."))
        else:
            self._say(table_text(view, self._names))
