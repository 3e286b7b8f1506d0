"""Tables to look at: deals that the rules alone play, with decks that are always the same."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from durak_p2p.bots import SimpleBot
from durak_p2p.cards import deck
from durak_p2p.rules import Move, Unlawful, driver
from durak_p2p.rules.choice import Choice, Deliberate
from durak_p2p.rules.family import AnyView, preset_rules, view_of
from durak_p2p.rules.moves import DONE
from durak_p2p.rules.shedding import SheddingDeal, SheddingRules
from durak_p2p.rules.shedding import driver as shedding_driver
from durak_p2p.texts import text
from durak_p2p.ui.names import Names
from durak_p2p.ui.screen.facts import Facts
from durak_p2p.ui.screen.model import TableModel
from durak_p2p.ui.screen.selection import Selection, renewed
from durak_p2p.ui.screen.table import table_model
from durak_p2p.ui.sentences import move_text
from durak_p2p.ui.settings import Settings

PEOPLE = (text("You"), "Boris", "Vera", "Grigory", "Daria", "Yevgeny", "Zhanna", "Ivan")


@dataclass
class Table:
    """A deal that the rules play, and what one of its seats (0) is shown."""

    rules: Any
    deal: Any
    facts: Facts

    @classmethod
    def begin(cls, preset: str = "classic", seed: int = 1, **options: Any) -> Table:
        rules = preset_rules(preset, options)
        cards = list(deck(rules.deck))
        Random(seed).shuffle(cards)
        if isinstance(rules, SheddingRules):
            deal: Any = shedding_driver.start(rules, cards)
        else:
            deal = driver.start(rules, cards)
        names = Names(PEOPLE[: rules.players], 0)
        return cls(rules, deal, Facts(rules=rules, people=names.by_seat, names=names))

    @property
    def _driver(self) -> Any:
        return shedding_driver if isinstance(self.deal, SheddingDeal) else driver

    def view(self, seat: int | None = 0) -> AnyView:
        return view_of(self.deal, seat, self.deal.known)

    def play(self, move: Any) -> None:
        """Make a move of whoever has the word."""
        seat = self.deal.word
        self._driver.play(self.deal, seat, move)
        sentence = move_text(self.facts.names, seat, move)
        self.facts = Facts(
            rules=self.rules,
            people=self.facts.people,
            names=self.facts.names,
            log=(*self.facts.log, sentence),
        )

    def make(self, choice: Choice) -> None:
        """Make a person's choice as a match does: nobody cheats by a slip."""
        move = choice.move if isinstance(choice, Deliberate) else choice
        if move is choice and isinstance(move, Move) and self.deal.is_cheat(move):
            raise Unlawful(f"{move} is against the rules.")
        self.play(move)

    def play_until(self, wanted: Callable[[AnyView], bool], most: int = 500) -> Table:
        """Let computer players go on until our seat has the word and *wanted* is so."""
        for _ in range(most):
            if getattr(self.deal, "owing", ()):
                for seat in self.deal.owing:
                    self._driver.play(self.deal, seat, DONE)
                continue
            if self.deal.word is None or (self.deal.word == 0 and wanted(self.view())):
                return self
            choice = SimpleBot().choose(self.view(self.deal.word))
            assert not isinstance(choice, Deliberate)
            self.play(choice)
        raise AssertionError("it never comes to that")

    def model(self, settings: Settings | None = None, **more: Any) -> TableModel:
        view = self.view()
        more.setdefault("asked", self.deal.word == 0)
        return table_model(view, self.facts, settings or Settings(), **more)

    def selection(self) -> Selection:
        return renewed(Selection(), None, self.model())
