"""The arbiter: holds one deal whose deck is known, and answers one line after the other."""

from __future__ import annotations

import json
from typing import Any, Protocol

from durak_p2p.arbiter.beating import BeatingTable
from durak_p2p.arbiter.lines import (
    BadLine,
    LegalLine,
    Line,
    MoveLine,
    StartLine,
    StateLine,
    StockLine,
    TimeLine,
    read_line,
)
from durak_p2p.arbiter.shedding import SheddingTable
from durak_p2p.rules import RuleError


class Table(Protocol):
    """A deal of one of the families.  A refusal raises ``RuleError`` or ``BadLine``."""

    seats: int

    def move(self, seat: int, text: str) -> None:
        """A seat moves."""

    def time(self, seat: int) -> None:
        """A seat has overrun its time."""

    def stock(self, cards: list[str]) -> None:
        """The pile is shuffled."""

    def legal(self, seat: int | None) -> list[str]:
        """The lawful moves of a seat; None: of the one that has the word."""

    def state(self) -> dict[str, Any]:
        """The position."""


class Arbiter:
    """Answers lines.  Deterministic: the same lines give the same answers."""

    def __init__(self) -> None:
        self._table: Table | None = None

    def answer(self, line: str) -> str:
        """Return the answer to a line, a JSON object without line end; never raises."""
        return json.dumps(self.judge(line), ensure_ascii=False)

    def judge(self, line: str) -> dict[str, Any]:
        """Return the answer to a line.  A refused line changes nothing."""
        try:
            return self._obey(read_line(line))
        except (BadLine, RuleError) as error:
            return {"ok": False, "error": error.code, "message": str(error)}

    def _obey(self, line: Line) -> dict[str, Any]:
        if isinstance(line, StartLine):
            family = SheddingTable if SheddingTable.plays(line) else BeatingTable
            self._table = family.start(line)
            return _answer(self._table, None)
        table = self._table
        if table is None:
            raise BadLine("No deal has begun.")
        seat = getattr(line, "seat", None)
        if seat is not None and seat >= table.seats:
            raise BadLine(f"There is no seat {seat} at this table.")
        match line:
            case MoveLine(seat, text):
                table.move(seat, text)
            case TimeLine(seat):
                table.time(seat)
            case StockLine(cards):
                table.stock(cards)
            case LegalLine(seat):
                return _answer(table, seat)
            case StateLine():
                pass
        return _answer(table, None)


def _answer(table: Table, seat: int | None) -> dict[str, Any]:
    return {"ok": True, "state": table.state(), "legal": table.legal(seat)}
