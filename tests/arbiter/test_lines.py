"""Lines of every kind: the arbiter answers each, and a refused one changes nothing."""

import json
import random
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from durak_p2p.arbiter import Arbiter
from durak_p2p.cards import deck

CARDS = list(deck(36))
START = {"rules": {"preset": "classic", "players": 3}, "cards": CARDS}


def begun() -> Arbiter:
    arbiter = Arbiter()
    assert arbiter.judge(json.dumps(START))["ok"]
    return arbiter


def test_a_start_left_out_dealer_and_lead_are_dealer_0_and_the_rules_lead() -> None:
    first = Arbiter().judge(json.dumps(START))
    assert first == Arbiter().judge(json.dumps(START | {"dealer": 0, "lead": None}))


@pytest.mark.parametrize(
    "line",
    [
        *(
            "",
            " ",
            "x",
            "{",
            "[]",
            "1",
            "null",
            '"take"',
            "{}",
            "\ufffd",
            "[" * 100_000,
            "9" * 70_000,
        ),
        *('{"state": false}', '{"state": 1}', '{"legal": true}', '{"legal": -1}', '{"legal": 3}'),
        *('{"seat": 0}', '{"seat": 0, "time": 1}', '{"seat": 3, "time": true}', '{"move": "take"}'),
        '{"seat": 0, "move": "take", "more": 1}',
        '{"seat": 0, "seat": 0, "move": "take"}',
        *(
            json.dumps({"seat": 0, "move": move})
            for move in (
                "",
                "go",
                "play 6c",
                "draw",
                "lead",
                "lead 1c",
                "beat 6c",
                "lead  6c",
                "TAKE",
            )
        ),
        '{"seat": 0.0, "move": "take"}',
        '{"seat": 0, "move": ["take"]}',
        '{"stock": ["6c"]}',
    ],
)
def test_bad_lines_are_told_and_change_nothing(line: str) -> None:
    arbiter = begun()
    before = arbiter.judge('{"state": true}')
    answer = arbiter.judge(line)
    assert (answer["ok"], answer["error"]) == (False, "bad-line")
    assert answer["message"].endswith(".")
    assert arbiter.judge('{"state": true}') == before


@pytest.mark.parametrize(
    "change",
    [
        {"cards": CARDS[:-1]},
        {"cards": [*CARDS[:-1], CARDS[0]]},
        {"cards": [*CARDS[:-1], "2c"]},
        {"cards": [*CARDS[:-1], 7]},
        {"cards": "6c"},
        {"rules": {}},
        {"rules": []},
        {"rules": {"preset": "whist"}},
        {"rules": {"preset": ["classic"]}},
        {"rules": {"preset": "classic", "players": 9}},
        {"rules": {"preset": "classic", "players": 2.0}},
        {"rules": {"preset": "classic", "players": True}},
        {"rules": {"preset": "classic", "throwers": "nobody"}},
        {"rules": {"preset": "classic", "throwers": {}}},
        {"rules": {"preset": "classic", "colour": "red"}},
        {"rules": {"preset": "classic", "deck": 24, "players": 5}},
        {"dealer": 3},
        {"dealer": None},
        {"dealer": -1},
        {"lead": 3},
        {"lead": "0"},
        {"scores": [0, 0, 0]},
        {"seed": 1},
    ],
)
def test_a_start_that_cannot_be_leaves_the_old_deal(change: dict[str, Any]) -> None:
    arbiter = begun()
    before = arbiter.judge('{"state": true}')
    answer = arbiter.judge(json.dumps(START | change))
    assert (answer["ok"], answer["error"]) == (False, "bad-line")
    assert arbiter.judge('{"state": true}') == before


def test_nothing_can_be_asked_before_a_deal() -> None:
    for line in ('{"state": true}', '{"legal": 0}', '{"seat": 0, "move": "take"}'):
        assert Arbiter().judge(line)["error"] == "bad-line"


@given(st.text())
def test_no_text_raises(line: str) -> None:
    assert Arbiter().judge(line)["ok"] is False


def test_the_command_answers_each_line_at_once_and_survives_bytes_that_are_no_text() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "durak_p2p", "arbiter"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    for line in (json.dumps(START).encode(), b"\xff\xfe", b'{"state": true}'):
        process.stdin.write(line + b"\n")
        process.stdin.flush()
        answer = json.loads(process.stdout.readline())
        assert answer["ok"] is (line != b"\xff\xfe")
    rest, errors = process.communicate()
    assert (rest, errors, process.returncode) == (b"", b"", 0)


def test_the_same_lines_give_the_same_answers() -> None:
    def session() -> list[str]:
        rng, arbiter = random.Random(7), Arbiter()
        cards = CARDS.copy()
        rng.shuffle(cards)
        answers = [arbiter.answer(json.dumps(START | {"cards": cards}))]
        while (last := json.loads(answers[-1]))["state"]["phase"] != "over":
            move = {"seat": last["state"]["word"], "move": rng.choice(last["legal"])}
            answers.append(arbiter.answer(json.dumps(move)))
        return answers

    assert session() == session()
