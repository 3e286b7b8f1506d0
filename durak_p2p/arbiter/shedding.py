"""The shedding family before the arbiter: Czech durak and its variants."""

from __future__ import annotations

from typing import Any

from durak_p2p.arbiter.beating import read_cards
from durak_p2p.arbiter.lines import BadLine, StartLine
from durak_p2p.rules import MoveSyntaxError, RulesError
from durak_p2p.rules.shedding import (
    GAMES,
    SheddingDeal,
    SheddingResult,
    SheddingRules,
    parse_move,
)
from durak_p2p.rules.shedding.driver import hand_cards, legal, overrun, play, shuffle, start

#: The lowest score before a deal: beyond it many readers of JSON lose digits.
LOWEST_SCORE = -(10**15)


class SheddingTable:
    """A deal of the shedding family with all faces known."""

    def __init__(self, deal: SheddingDeal) -> None:
        self.seats = deal.rules.players
        self._deal = deal

    @staticmethod
    def plays(line: StartLine) -> bool:
        """Whether the start names a game of this family."""
        preset = line.rules.get("preset")
        return isinstance(preset, str) and preset in GAMES

    @classmethod
    def start(cls, line: StartLine) -> SheddingTable:
        """Begin a deal.  Raises ``BadLine``."""
        try:
            rules = SheddingRules.from_options(line.rules)
        except RulesError as error:
            raise BadLine(str(error)) from None
        scores = _read_scores(line.scores)
        try:
            return cls(start(rules, read_cards(line.cards), line.dealer, line.lead, scores))
        except ValueError as error:
            raise BadLine(str(error)) from None

    def move(self, seat: int, text: str) -> None:
        """A seat moves."""
        try:
            move = parse_move(text)
        except MoveSyntaxError as error:
            raise BadLine(str(error)) from None
        play(self._deal, seat, move)

    def time(self, seat: int) -> None:
        """A seat has overrun its time and loses the deal."""
        overrun(self._deal, seat)

    def stock(self, cards: list[str]) -> None:
        """The pile is shuffled."""
        shuffle(self._deal, read_cards(cards))

    def legal(self, seat: int | None) -> list[str]:
        """The lawful moves of a seat; None: of the one that has the word."""
        if seat is not None and seat != self._deal.word:
            return []
        return [move.text for move in legal(self._deal)]

    def state(self) -> dict[str, Any]:
        """The position, as protocol/arbiter.md has it."""
        deal = self._deal
        return {
            "phase": deal.phase.value,
            "word": deal.word,
            "top": deal.top,
            "suit": deal.suit,
            "hands": [hand_cards(deal, seat) for seat in range(self.seats)],
            "stock": deal.stock,
            "pile": deal.pile,
            "owed": deal.owed,
            "drawn": deal.drawn,
            "turned": deal.turned,
            "turnovers": deal.turnovers,
            "result": _result(deal.result),
        }


def _read_scores(value: Any) -> tuple[int, int]:
    if value is None:
        return 0, 0
    match value:
        case [int(first), int(second)] if not any(isinstance(score, bool) for score in value):
            if min(first, second) < LOWEST_SCORE:
                raise BadLine(f"A score before a deal is not below {LOWEST_SCORE}.")
            return first, second
    raise BadLine("The scores are no list of two whole numbers.")


def _result(result: SheddingResult | None) -> dict[str, Any] | None:
    if result is None:
        return None
    return {
        "winner": result.winner,
        "points": list(result.points),
        "score": list(result.score),
        "loser": result.loser,
        "reason": result.reason.value,
    }
