"""Whose turn it is, told when it has to be: not where the move follows at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import trio

from durak_p2p.game import Log
from durak_p2p.texts import Text
from durak_p2p.ui.names import Names
from durak_p2p.ui.views import bout_of, turn_of

#: For how many seconds a turn is not told: who moves meanwhile is told of by the move.
PATIENCE: Final = 2.0


class Turns:
    """Tells whose turn it is, of others than ourselves.

    While :meth:`run` runs, only after a while in which nobody has moved; else at once, and once
    for a seat in a bout.
    """

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say = say
        self._told: tuple[int, int | None] | None = None  # bout and seat
        self._due: Text | None = None
        self._runs = False
        self._changed = trio.Event()

    def follow(self, log: Log, names: Names) -> None:
        """Take note of who has the word in a deal now."""
        deal, turn = log.state.deal, None
        if deal is not None and deal.word is not None and deal.word != names.own:
            turn = turn_of(names, deal.word, deal)
        if self._runs:
            self._set(turn)
        elif deal is not None and deal.word is not None:
            last, self._told = self._told, (bout_of(deal), deal.word)
            if turn is not None and last != self._told:
                self._say(turn)

    async def run(self) -> None:
        """Tell turns that last, until cancelled."""
        self._runs = True
        while True:
            changed = self._changed
            if self._due is None:
                await changed.wait()
                continue
            with trio.move_on_after(PATIENCE) as waiting:
                await changed.wait()
            if waiting.cancelled_caught:
                turn, self._due = self._due, None
                self._say(turn)

    def _set(self, turn: Text | None) -> None:
        self._due = turn
        self._changed.set()
        self._changed = trio.Event()
