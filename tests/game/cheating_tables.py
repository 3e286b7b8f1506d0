"""Whole deals in memory at tables where cheating is allowed, with computer players that accuse."""

from __future__ import annotations

import random

from durak_p2p.bots import CheatingBot, Rates, SimpleBot
from durak_p2p.game import Player, SignedAccusation, SignedEntry
from durak_p2p.game.steps import CloseStep, MoveStep
from durak_p2p.rules import RuleError
from durak_p2p.rules.choice import Deliberate
from durak_p2p.rules.family import AnyRules
from durak_p2p.rules.moves import DONE, accuse

from .tables import Table, first_setup


class CheatingTable(Table):
    """Players that cheat, look and accuse, at given rates; the same for the same label."""

    def __init__(self, rules: AnyRules, label: str, rates: Rates) -> None:
        super().__init__(first_setup(rules, label), label)
        self._bots = [
            CheatingBot(SimpleBot(), rates, random.Random(f"{label} {author}"))
            for author in range(len(self.players))
        ]
        self._said: dict[int, SignedAccusation] = {}  # by author, not judged yet
        self._looked_at: object = None

    def next_entries(self) -> list[SignedEntry]:
        """What everybody writes for the current step, by author."""
        self._look()
        written = [self._entry(player) for player in self.players]
        return [signed for signed in written if signed is not None]

    def _look(self) -> None:
        """All look at what lies there, once, and say whom they accuse."""
        for player, bot in zip(self.players, self._bots, strict=True):
            view = player.view()
            if view is None or (player is self.players[0] and not self._is_new(view)):
                return
            seat = bot.accuses(view)
            if seat is None:
                continue
            try:
                self._said[player.author] = player.accuse(seat)
            except RuleError:
                continue  # barred, or out

    def _is_new(self, view: object) -> bool:
        sight = (getattr(view, "bout", 0), getattr(view, "table", ()))
        new = sight != self._looked_at
        self._looked_at = sight
        return new

    def _entry(self, player: Player) -> SignedEntry | None:
        step = self.log.state.step
        if isinstance(step, MoveStep) and player.has_word:
            return self._hearing(player) or self._move(player)
        if isinstance(step, CloseStep) and player.has_word:
            said = self._said.pop(player.author, None)
            seat = self.log.state.seat_of(said.accusation.accused) if said else None
            try:
                return player.move(DONE if seat is None else accuse(seat))
            except RuleError:
                return player.move(DONE)
        return player.owed()

    def _hearing(self, player: Player) -> SignedEntry | None:
        for author, said in sorted(self._said.items()):
            del self._said[author]
            if (signed := player.hear(said)) is not None:
                return signed
        return None

    def _move(self, player: Player) -> SignedEntry:
        view = player.view()
        assert view is not None
        choice = self._bots[player.author].choose(view)
        if isinstance(choice, Deliberate):
            return player.move(choice.move, cheating=True)
        return player.move(choice)
