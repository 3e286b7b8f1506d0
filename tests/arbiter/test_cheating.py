"""Cheating before the arbiter: phase `close`, accusations, time."""

import json
from typing import Any

from durak_p2p.arbiter import Arbiter
from durak_p2p.cards import deck

CARDS = sorted(deck(36), key=lambda card: (card[1], card[0]))


class Told:
    """An arbiter that is told moves as "1 beat 9c 6h"."""

    def __init__(self, **options: Any) -> None:
        self._arbiter = Arbiter()
        rules = {"preset": "cheaters", "players": 3, "cheating": "all", **options}
        self.line({"rules": rules, "cards": CARDS, "lead": 0})

    def line(self, line: dict[str, Any]) -> dict[str, Any]:
        answer = json.loads(self._arbiter.answer(json.dumps(line)))
        assert isinstance(answer, dict)
        return answer

    def say(self, *moves: str) -> dict[str, Any]:
        answer: dict[str, Any] = {}
        for text in moves:
            seat, move = text.split(" ", 1)
            answer = self.line({"seat": int(seat), "move": move})
        return answer

    def hand(self, seat: int) -> list[str]:
        hands = self.line({"state": True})["state"]["hands"]
        assert isinstance(hands, list)
        return list(hands[seat])


def closing() -> Told:
    """A bout that closes: seat 1 has taken one card."""
    told = Told()
    answer = told.say(f"0 lead {told.hand(0)[0]}", "1 take", "0 pass", "2 pass")
    assert answer["state"]["phase"] == "close"
    return told


def test_in_close_the_word_is_the_lowest_seats_that_owes_a_done() -> None:
    told = closing()
    answer = told.line({"state": True})
    assert (answer["state"]["word"], answer["state"]["done"], answer["legal"]) == (0, [], ["done"])
    answer = told.say("0 done", "2 done")
    assert (answer["state"]["word"], answer["state"]["done"]) == (1, [0, 2])
    assert [told.line({"legal": seat})["legal"] for seat in range(3)] == [[], ["done"], []]
    assert told.say("1 done")["state"]["phase"] == "lead"


def test_an_accusation_is_answered_like_a_move() -> None:
    told = closing()
    answer = told.say("0 done", "2 accuse 1")
    assert (answer["ok"], answer["state"]["barred"], answer["state"]["done"]) == (True, [2], [])
    assert answer["state"]["phase"] == "close"


def test_errors_in_their_order() -> None:
    told = closing()
    assert told.say("0 accuse 3")["error"] == "bad-line"
    assert told.say("0 accuse 2 3")["error"] == "bad-line"
    assert told.say("1 pass")["error"] == "not-your-word"
    assert told.say("0 pass")["error"] == "unlawful"
    assert told.say("0 accuse 0")["error"] == "unlawful"
    assert told.say("0 done", "0 done")["error"] == "not-your-word"
    assert Told().say("1 done")["error"] == "unlawful"
    assert Told(cheating="none").say("1 accuse 0")["error"] == "unlawful"


def test_any_seat_that_owes_a_done_can_overrun() -> None:
    told = closing()
    told.say("0 done")
    assert told.line({"seat": 0, "time": True})["error"] == "not-your-word"
    answer = told.line({"seat": 2, "time": True})
    assert answer["state"]["result"]["fool"] == 2
    assert told.say("0 accuse 1")["error"] == "not-your-word"
