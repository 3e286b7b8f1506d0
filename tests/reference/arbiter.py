"""arbiter.md: a line of JSON in, an answer object out.

python -m tests.reference.arbiter < lines > answers
"""

import json
import sys
from pathlib import Path

if not __package__:  # run as a file
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
    __package__ = "reference"
    import reference  # noqa: F401

from . import beating, shedding
from .common import Refused, read_seat


class Arbiter:
    """Judges one deal after another; `line` answers every text with an object."""

    def __init__(self) -> None:
        self.family = None  # the module that judges the deal
        self.state = None

    def line(self, text: str) -> dict:
        try:
            asked_for = self.take_line(text)
        except Refused as refused:
            return {"ok": False, "error": refused.code, "message": refused.message}
        seat = self.family.word_of(self.state) if asked_for is None else asked_for
        moves = [] if seat is None else self.family.legal(self.state, seat)
        return {"ok": True, "state": self.family.view(self.state), "legal": moves}

    def take_line(self, text: str) -> int | None:
        """Changes the position, or raises; gives the seat whose moves are asked for."""
        line = read_object(text)
        keys = set(line)
        if "rules" in keys:
            self.begin(line)
            return None
        if self.state is None:
            raise Refused("bad-line", "no deal has begun")
        players = len(self.state["hands"])
        if keys == {"legal"}:
            return read_seat(line["legal"], players)
        if keys == {"state"}:
            must_be_true(line["state"])
        elif keys == {"seat", "time"}:
            seat = read_seat(line["seat"], players)
            must_be_true(line["time"])
            self.state = self.family.overrun(self.state, seat)
        elif keys == {"seat", "move"}:
            seat = read_seat(line["seat"], players)
            self.state = self.family.play(self.state, seat, line["move"])
        elif keys == {"stock"} and self.family is shedding:
            self.state = shedding.restock(self.state, line["stock"])
        else:
            raise Refused("bad-line", "no such form of line")
        return None

    def begin(self, line: dict) -> None:
        rules = line["rules"]
        if not isinstance(rules, dict):
            raise Refused("bad-line", "rules must be an object")
        family = shedding if rules.get("preset") in list(shedding.PRESETS) else beating
        self.state = family.start(line)
        self.family = family


def read_object(text: str) -> dict:
    try:
        line = json.loads(text)
    except (ValueError, RecursionError):
        raise Refused("bad-line", "not a line of JSON") from None
    if not isinstance(line, dict):
        raise Refused("bad-line", "a line is a JSON object")
    return line


def must_be_true(value: object) -> None:
    if value is not True:
        raise Refused("bad-line", "the value must be true")


def main() -> None:
    arbiter = Arbiter()
    for text in sys.stdin:
        print(json.dumps(arbiter.line(text.rstrip("\n"))), flush=True)


if __name__ == "__main__":
    main()
