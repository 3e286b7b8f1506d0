"""Moves and their texts."""

import pytest

from durak_p2p.cards import Card
from durak_p2p.rules import Move, MoveSyntaxError, Verb, parse_move


@pytest.mark.parametrize(
    "text",
    [
        "lead 6h",
        "lead 6h 6s 6c",
        "beat 6s 7s",
        "take",
        "throw Td",
        "pass",
        "transfer 6d",
        "show 6c",
        "exchange",
        "lead Xb Xr",
        "accuse 0",
        "accuse 7",
        "done",
    ],
)
def test_a_move_is_its_text(text: str) -> None:
    move = parse_move(text)
    assert move.text == str(move) == text
    assert parse_move(move.text) == move


@pytest.mark.parametrize(
    "text",
    [
        "",
        "lead",
        "lead 6h,6s",
        "lead 10h",
        "beat 6s",
        "beat 6s 7s 8s",
        "take 6s",
        "throw",
        "throw 6s 6d",
        "pass ",
        " pass",
        "beat 6s  7s",
        "Take",
        "transfer",
        "exchange 6d",
        "fold",
        "lead 6х",
        "accuse",
        "accuse 8",
        "accuse 01",
        "accuse -1",
        "accuse 1 2",
        "accuse 6s",
        "accuse ²",
        "done 1",
    ],
)
def test_anything_else_is_no_move(text: str) -> None:
    with pytest.raises(MoveSyntaxError):
        parse_move(text)


@pytest.mark.parametrize(
    ("text", "laid"),
    [
        ("lead 6h 6s", "6h 6s"),
        ("beat 6s 7s", "7s"),
        ("take", ""),
        ("throw 7d", "7d"),
        ("pass", ""),
        ("transfer 6d", "6d"),
        ("show 6d", ""),
        ("exchange", ""),
    ],
)
def test_laid_are_the_cards_that_leave_the_hand(text: str, laid: str) -> None:
    assert " ".join(parse_move(text).laid) == laid


def test_a_move_is_a_cheap_value() -> None:
    move = Move(Verb.BEAT, (Card("6s"), Card("7s")))
    assert move == parse_move("beat 6s 7s")
    assert hash(move) == hash(parse_move("beat 6s 7s"))
    assert Move(Verb.TAKE).cards == ()
