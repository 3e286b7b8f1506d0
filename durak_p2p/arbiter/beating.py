"""The beating family before the arbiter: simple, throw-in, transfer."""

from __future__ import annotations

from typing import Any

from durak_p2p.arbiter.lines import BadLine, StartLine
from durak_p2p.cards import Card, CardError, parse_card
from durak_p2p.rules import (
    Deal,
    MoveSyntaxError,
    Phase,
    Result,
    Rules,
    RulesError,
    parse_move,
    rules_for,
)
from durak_p2p.rules.driver import hand_cards, legal, play, start


class BeatingTable:
    """A deal of the beating family with all faces known."""

    def __init__(self, deal: Deal) -> None:
        self.seats = deal.rules.players
        self._deal = deal

    @classmethod
    def start(cls, line: StartLine) -> BeatingTable:
        """Begin a deal.  Raises ``BadLine``."""
        if "scores" in line.told:
            raise BadLine("This game counts no scores before the deal.")
        rules = read_rules(line.rules)
        if max(line.dealer, line.lead or 0) >= rules.players:
            raise BadLine("The dealer or the lead has no seat at this table.")
        try:
            return cls(start(rules, read_cards(line.cards), line.dealer, line.lead))
        except ValueError as error:
            raise BadLine(str(error)) from None

    def move(self, seat: int, text: str) -> None:
        """A seat moves."""
        try:
            move = parse_move(text)
        except MoveSyntaxError as error:
            raise BadLine(str(error)) from None
        if move.seat is not None and move.seat >= self.seats:
            raise BadLine(f"There is no seat {move.seat} at this table.")
        play(self._deal, seat, move)

    def time(self, seat: int) -> None:
        """A seat has overrun its time and is the fool."""
        self._deal.overrun(seat)

    def stock(self, cards: list[str]) -> None:
        """No pile is shuffled in this family: raises ``BadLine``."""
        raise BadLine("In this game no pile is shuffled.")

    def legal(self, seat: int | None) -> list[str]:
        """The lawful moves of a seat; None: of the one that has the word."""
        return [move.text for move in legal(self._deal, seat)]

    def state(self) -> dict[str, Any]:
        """The position, as protocol/arbiter.md has it."""
        deal = self._deal
        return {
            "phase": deal.phase.value,
            "word": deal.word if deal.phase is not Phase.CLOSE else deal.owing[0],
            "lead": deal.lead,
            "defender": deal.defender,
            "table": [list(pair) for pair in deal.table],
            "hands": [hand_cards(deal, seat) for seat in range(self.seats)],
            "stock": deal.stock,
            "trump": deal.trump,
            "turned": deal.turned,
            "discard": deal.discard,
            "bout": deal.bout,
            "limit": deal.limit,
            "taken": deal.taken,
            "passed": deal.passed,
            "done": sorted(deal.done),
            "barred": sorted(deal.barred),
            "out": list(deal.out),
            "result": _result(deal.result),
        }


def read_rules(options: dict[str, Any]) -> Rules:
    """Return the rules that a start names: a preset, and options on top.  Raises ``BadLine``."""
    preset = options.get("preset")
    if not isinstance(preset, str):
        raise BadLine("The rules name no preset.")
    try:
        return rules_for(preset, **{k: v for k, v in options.items() if k != "preset"})
    except RulesError as error:
        raise BadLine(str(error)) from None


def read_cards(texts: list[str]) -> list[Card]:
    """Return the cards of a start.  Raises ``BadLine``."""
    try:
        return [parse_card(text) for text in texts]
    except CardError as error:
        raise BadLine(str(error)) from None


def _result(result: Result | None) -> dict[str, Any] | None:
    if result is None:
        return None
    return {
        "fool": result.fool,
        "points": list(result.points),
        "epaulettes": result.epaulettes,
        "reason": result.reason.value,
    }
