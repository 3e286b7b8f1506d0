"""Whoever decides for a seat."""

from __future__ import annotations

from typing import Protocol

from durak_p2p.rules.choice import Choice
from durak_p2p.rules.family import AnyView


class Chooser(Protocol):
    """Whoever decides our moves: a person at a terminal, or a computer player."""

    async def choose(self, view: AnyView, refusal: str | None) -> Choice:
        """Return a move; *refusal* says why the one before was not possible."""

    async def plays_on(self, gone: tuple[str, ...]) -> bool:
        """Whether to play the next deal without the players *gone* (names)."""

    def accuses(self, view: AnyView) -> int | None:
        """Return the seat to accuse of cheating now, or None; asked once for each new sight."""
