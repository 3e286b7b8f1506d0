"""Lines in: what they may hold, each with its type.  Everything else is a bad line."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

LONGEST_LINE = 64 * 1024  # characters; the longest good one, a start with 54 cards, has under 1,000


class BadLine(ValueError):
    """A line that is none of the forms; the message says what is wrong with it."""

    code = "bad-line"


@dataclass(frozen=True, slots=True)
class StartLine:
    """A new deal; its rules, cards and scores are still to be checked."""

    rules: dict[str, Any]
    cards: list[str]
    dealer: int
    lead: int | None
    scores: Any
    told: frozenset[str]  # the keys that are there


@dataclass(frozen=True, slots=True)
class MoveLine:
    """A seat moves."""

    seat: int
    move: str


@dataclass(frozen=True, slots=True)
class TimeLine:
    """A seat has overrun its time."""

    seat: int


@dataclass(frozen=True, slots=True)
class LegalLine:
    """A seat's lawful moves are asked for."""

    seat: int


@dataclass(frozen=True, slots=True)
class StateLine:
    """The position is asked for."""


@dataclass(frozen=True, slots=True)
class StockLine:
    """The pile is shuffled: this is the new stock, top first."""

    cards: list[str]


Line = StartLine | MoveLine | TimeLine | LegalLine | StateLine | StockLine


def read_line(text: str) -> Line:
    """Read one line.  Raises :class:`BadLine`."""
    if len(text) > LONGEST_LINE:
        raise BadLine("The line is too long.")
    try:
        value = json.loads(text, object_pairs_hook=_object)
    except (ValueError, RecursionError) as error:
        if isinstance(error, BadLine):
            raise
        raise BadLine("The line is not JSON.") from None
    if not isinstance(value, dict):
        raise BadLine("The line is no JSON object.")
    match set(value):
        case keys if "cards" in keys and "rules" in keys:
            return _start(value)
        case keys if keys == {"seat", "move"}:
            return MoveLine(_seat(value["seat"]), _text(value["move"], "move"))
        case keys if keys == {"seat", "time"} and value["time"] is True:
            return TimeLine(_seat(value["seat"]))
        case keys if keys == {"legal"}:
            return LegalLine(_seat(value["legal"]))
        case keys if keys == {"state"} and value["state"] is True:
            return StateLine()
        case keys if keys == {"stock"}:
            return StockLine(_texts(value["stock"], "stock"))
    raise BadLine("The line has none of the known forms.")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise BadLine("A key stands twice in the line.")
    return value


def _start(value: dict[str, Any]) -> StartLine:
    unknown = value.keys() - {"rules", "cards", "dealer", "lead", "scores"}
    if unknown:
        raise BadLine(f"A start has no {min(unknown)!r}.")
    if not isinstance(value["rules"], dict):
        raise BadLine("The rules are no JSON object.")
    lead = value.get("lead")
    return StartLine(
        rules=value["rules"],
        cards=_texts(value["cards"], "cards"),
        dealer=_seat(value.get("dealer", 0)),
        lead=None if lead is None else _seat(lead),
        scores=value.get("scores"),
        told=frozenset(value),
    )


def _seat(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise BadLine("A seat is a whole number from 0.")
    return value


def _text(value: Any, what: str) -> str:
    if not isinstance(value, str):
        raise BadLine(f"The {what} is no text.")
    return value


def _texts(value: Any, what: str) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise BadLine(f"The {what} are no list of cards.")
    return value
