"""The family before the arbiter, line by line (protocol/arbiter.md)."""

import json
from typing import Any

import pytest

from durak_p2p.arbiter import Arbiter
from durak_p2p.cards import deck
from durak_p2p.rules.shedding import GAMES

FIELDS = [
    *("phase", "word", "top", "suit", "hands", "stock", "pile", "owed", "drawn", "turned"),
    *("turnovers", "result"),
]


class Session:
    """An arbiter that is told lines as values."""

    def __init__(self, **start: Any) -> None:
        self.arbiter = Arbiter()
        self.last: dict[str, Any] = {}
        if start:
            self.tell(**start)

    def tell(self, **line: Any) -> dict[str, Any]:
        self.last = json.loads(self.arbiter.answer(json.dumps(line)))
        return self.last

    def say(self, *moves: str) -> dict[str, Any]:
        """Moves as "seat move", all of which must be accepted."""
        for text in moves:
            seat, move = text.split(" ", 1)
            answer = self.tell(seat=int(seat), move=move)
            assert answer["ok"], (text, answer)
        return self.last

    def refused(self, **line: Any) -> str:
        """The error of a line, after which the state must be as it was."""
        before = self.arbiter.judge('{"state": true}')
        answer = self.tell(**line)
        assert not answer["ok"]
        assert answer.keys() == {"ok", "error", "message"}
        assert answer["message"]
        assert self.arbiter.judge('{"state": true}') == before
        return str(answer["error"])


def starting(first: str, second: str, stock: str = "", **options: Any) -> dict[str, Any]:
    """A start: seat 1, which leads, has `first`, seat 0 `second`, then comes the stock."""
    rules = {"preset": "czech", **options}
    known = [first.split(), second.split()]
    size = GAMES[rules["preset"]].deck
    order = [card for pair in zip(*known, strict=True) for card in pair] + stock.split()
    rest = [card for card in deck(size) if card not in order]
    return {"rules": rules, "cards": order + rest}


def session(first: str, second: str, stock: str = "", **options: Any) -> Session:
    made = Session(**starting(first, second, stock, **options))
    assert made.last["ok"], made.last
    return made


HANDS = ("8c 9c Td Jd Qh", "6c 7h Kh As Ks", "Ah Kd 9d")


def test_a_start_answers_with_the_position() -> None:
    answer = session(*HANDS).last
    assert list(answer["state"]) == FIELDS
    assert answer["state"] == {
        "phase": "play",
        "word": 1,
        "top": None,
        "suit": None,
        "hands": [["6c", "7h", "Kh", "Ks", "As"], ["8c", "9c", "Td", "Jd", "Qh"]],
        "stock": 26,
        "pile": 0,
        "owed": 0,
        "drawn": False,
        "turned": None,
        "turnovers": 0,
        "result": None,
    }
    queens = [f"play Qh {suit}" for suit in "cdhs"]
    assert answer["legal"] == ["play 8c", "play 9c", "play Jd", *queens, "play Td"]


def test_a_whole_deal() -> None:
    told = session("8c 9c Ac Qh", "6c Kc Kh Th", "Ah Kd 9d", preset="pharaoh")
    state = told.say("1 play 8c", "0 play 6c")["state"]
    assert (state["phase"], state["word"], state["owed"]) == ("draw", 1, 2)
    assert told.last["legal"] == ["draw"]
    state = told.say("1 draw", "1 draw")["state"]
    assert (state["phase"], state["word"], state["owed"], state["drawn"]) == ("play", 0, 0, False)
    state = told.say("0 play Kc", "1 play Ac", "1 play 9c", "0 draw")["state"]
    assert (state["word"], state["drawn"], state["stock"]) == (0, True, 25)
    assert told.last["legal"] == ["play 9d"]
    assert told.tell(legal=1)["legal"] == []
    state = told.say("0 play 9d", "1 play Kd", "0 play Kh", "1 play Ah", "1 play Qh c")["state"]
    assert (state["phase"], state["top"], state["suit"]) == ("over", "Qh", "c")
    assert (state["hands"], state["stock"], state["pile"]) == ([["Th"], []], 25, 10)
    assert state["result"] == {
        "winner": 1,
        "points": [10, -30],
        "score": [10, -30],
        "loser": None,
        "reason": "cards",
    }


def test_scores_are_whole_numbers_below_what_the_match_goes_to() -> None:
    start = starting(*HANDS)
    for scores in (None, [0, 0], [99, -200]):
        assert Session(**start, scores=scores).last["ok"]
    for scores in ([100, 0], [0, 100], [1], [0, 0, 0], "00", 5, [0.0, 0], [True, 0], {}, [None, 0]):
        assert Session(**start, scores=scores).last["error"] == "bad-line"
    assert Session(**start, scores=[-(10**4000), 0]).last["error"] == "bad-line"
    king = starting(*HANDS, preset="king-120")
    assert Session(**king, scores=[119, 0]).last["ok"]
    assert Session(**king, scores=[120, 0]).last["error"] == "bad-line"


def test_the_result_has_points_and_scores() -> None:
    told = Session(**starting(*HANDS), scores=[34, 51])
    told.tell(seat=0, time=True)
    assert told.last["legal"] == []
    assert told.last["state"]["result"] == {
        "winner": 1,
        "points": [32, 0],
        "score": [66, 51],
        "loser": None,
        "reason": "time",
    }
    assert (told.last["state"]["phase"], told.last["state"]["word"]) == ("over", None)
    assert told.refused(seat=0, time=True) == "not-your-word"
    assert told.refused(seat=1, move="draw") == "not-your-word"


def test_time_may_be_overrun_by_whoever_has_not_the_word() -> None:
    for seat in (0, 1):
        assert session(*HANDS).tell(seat=seat, time=True)["ok"]


@pytest.mark.parametrize(
    "change",
    [
        {"rules": {}},
        {"rules": {"preset": "chech"}},
        {"rules": {"preset": ["czech"]}},
        {"rules": {"preset": "czech", "players": 3}},
        {"rules": {"preset": "czech", "deck": 32}},
        {"rules": {"preset": "czech", "king_draws": True}},
        {"rules": {"preset": "czech", "king_draws": False}},
        {"rules": {"preset": "czech", "reshuffle": 1}},
        {"rules": {"preset": "czech", "variant": "simple"}},
        {"rules": {"preset": "czech-2"}},
        {"dealer": 2},
        {"lead": 2},
        {"cards": list(deck(32))},
        {"cards": [*deck(36)[:35], "6c"]},
        {"cards": [*deck(36)[:35], "zz"]},
        {"cards": "6c"},
        {"turn": 1},
    ],
)
def test_impossible_starts_are_bad_lines_and_the_old_deal_stays(change: dict[str, Any]) -> None:
    told = session(*HANDS)
    assert told.refused(**{**starting(*HANDS), **change}) == "bad-line"
    assert told.say("1 play 8c")["ok"]


def test_options_that_4_1_allows_are_taken() -> None:
    for preset, game in GAMES.items():
        rules = {
            "preset": preset,
            "players": 2,
            "deck": game.deck,
            "reshuffle": True,
            "turn_seconds": 30,
        }
        answer = Session(rules=rules, cards=list(deck(game.deck))).last
        assert answer["ok"], preset


def test_the_lead_is_taken_as_given_in_every_preset() -> None:
    for preset, game in GAMES.items():
        for lead in (0, 1):
            start = {"rules": {"preset": preset}, "cards": list(deck(game.deck)), "lead": lead}
            assert Session(**start).last["state"]["word"] == lead


@pytest.mark.parametrize(
    "move",
    [
        *("lead 8c", "beat 8c 9c", "take", "throw 8c", "transfer 8c", "show 8c", "exchange"),
        *("accuse 0", "done", "play", "play 8c x", "play 8z", "draw 1", "pass ", "play 8c 9c", ""),
    ],
)
def test_other_verbs_and_texts_are_bad_lines(move: str) -> None:
    assert session(*HANDS).refused(seat=1, move=move) == "bad-line"


def test_errors_in_the_order_looked_for() -> None:
    told = session(*HANDS)
    assert told.refused(seat=2, move="play 2c") == "bad-line"
    assert told.refused(seat=0, move="lead 6c") == "bad-line"
    assert told.refused(seat=0, move="play 2c") == "not-your-word"
    assert told.refused(seat=1, move="play 2c") == "no-such-card"
    assert told.refused(seat=1, move="play 6c") == "no-such-card"
    assert told.refused(seat=1, move="play 8c h") == "unlawful"
    assert told.refused(seat=1, move="play Qh") == "unlawful"
    assert told.refused(seat=1, move="draw") == "unlawful"
    told.say("1 play 8c")
    assert told.refused(seat=0, move="play Kh") == "unlawful"
    told.say("0 play 6c")
    assert told.refused(seat=1, move="play 2c") == "unlawful", "in `draw` only drawing is lawful"
    assert told.refused(seat=1, move="pass") == "unlawful"
    assert told.refused(seat=0, move="draw") == "not-your-word"


def shuffling() -> Session:
    """Seat 0 is about to draw from a stock that is empty."""
    told = session("8c 8d 8h 8s 9s", "Jc Jd Jh Js Ts", preset="czech", reshuffle=True)
    told.say("1 play 8c")
    while told.last["state"]["phase"] != "shuffle":
        state = told.last["state"]
        move = min(told.last["legal"], key=lambda text: (text.startswith("play"), text))
        if len(state["hands"][state["word"]]) == 1 and move.startswith("play"):
            raise AssertionError("the deal ends too soon")
        told.say(f"{state['word']} {move}")
    return told


def test_a_draw_from_an_empty_stock_waits_for_the_stock() -> None:
    told = shuffling()
    state = told.last["state"]
    assert (state["word"], state["stock"], state["turnovers"]) == (None, 0, 1)
    assert told.last["legal"] == told.tell(legal=0)["legal"] == told.tell(legal=1)["legal"] == []
    for seat in (0, 1):
        assert told.refused(seat=seat, move="draw") == "not-your-word"
    held = {state["top"], *state["hands"][0], *state["hands"][1]}
    under = [card for card in deck(36) if card not in held]
    assert len(under) == state["pile"] - 1
    for wrong in ("6c", 5, None, [5], ["zz"], {}):
        assert told.refused(stock=wrong) == "bad-line"
    for other in ([], under[:-1], [*under, state["top"]], [*under[:-1], under[0]], ["2c"]):
        assert told.refused(stock=other) == "no-such-card"
    answer = told.tell(stock=under[::-1])
    assert answer["ok"]
    assert answer["state"]["pile"] == 1
    assert answer["state"]["stock"] == len(under) - 1
    assert told.refused(stock=under) == "unlawful"


def test_time_ends_a_deal_in_shuffle() -> None:
    told = shuffling()
    pile = told.last["state"]["pile"]
    state = told.tell(seat=1, time=True)["state"]
    assert (state["phase"], state["stock"], state["pile"]) == ("over", 0, pile)


def test_czech_3_shows_the_turned_card() -> None:
    start = {"rules": {"preset": "czech-3"}, "cards": list(deck(36)), "dealer": 0}
    state = Session(**start).last["state"]
    assert state["turned"] == deck(36)[11]
    assert state["turned"] in state["hands"][0]
    assert state["word"] == 0


def test_one_arbiter_judges_both_families_one_after_the_other() -> None:
    told = session(*HANDS)
    answer = told.tell(rules={"preset": "classic", "players": 2}, cards=list(deck(36)))
    assert "trump" in answer["state"]
    assert told.tell(**starting(*HANDS))["state"]["top"] is None
    assert Session(stock=["6c"]).last["error"] == "bad-line"
