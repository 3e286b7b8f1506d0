"""Letting a computer player choose its moves, accuse, and play on."""

from __future__ import annotations

import trio

from durak_p2p.bots import Bot
from durak_p2p.rules.choice import Choice
from durak_p2p.rules.family import AnyView


class BotChooser:
    """Lets a computer player choose."""

    def __init__(self, bot: Bot, pace: float = 0.0) -> None:
        """*pace*: how many seconds it thinks before each move."""
        self._bot = bot
        self._pace = pace

    async def choose(self, view: AnyView, refusal: str | None) -> Choice:
        """Return the computer player's move."""
        if refusal is not None:
            raise ValueError(f"the computer player made a move that is refused: {refusal}")
        if self._pace:
            await trio.sleep(self._pace)
        return self._bot.choose(view)

    async def plays_on(self, gone: tuple[str, ...]) -> bool:
        """Return that the computer player always does."""
        return True

    def accuses(self, view: AnyView) -> int | None:
        """Return whom the computer player accuses."""
        return self._bot.accuses(view)
