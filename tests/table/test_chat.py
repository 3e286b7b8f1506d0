"""Talk at the table, without a net: who is heard, how often, and what is left of hostile words."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from durak_p2p import limits
from durak_p2p.crypto import Identity
from durak_p2p.game.codec import encode
from durak_p2p.table.chat import CannotSay, Chat
from durak_p2p.table.saying import (
    LONGEST_SAYING,
    Saying,
    SayingError,
    SignedSaying,
    clean_words,
)

TABLE = bytes(range(16))
ANNA, BORIS, CLARA = (Identity.from_private_bytes(bytes([n]) * 32) for n in (1, 2, 3))
PEOPLE = [who.public_key for who in (ANNA, BORIS, CLARA)]


def chat(who: Identity, number: Callable[[], int] = lambda: 1) -> Chat:
    return Chat(TABLE, who, number)


def heard(ear: Chat, signed: SignedSaying, carrier: Identity = ANNA, now: float = 0.0) -> str:
    saying = ear.hear(signed, carrier.public_key, PEOPLE, now)
    return "" if saying is None else saying.words


def test_a_saying_is_heard_once_whoever_carries_it() -> None:
    said = chat(ANNA).say("hello,  you two", 0.0)
    boris = chat(BORIS)
    assert heard(boris, said) == "hello, you two"
    assert heard(boris, said) == ""
    assert heard(boris, said, carrier=CLARA) == ""
    assert heard(chat(ANNA), said) == ""  # one's own comes back to nobody


def test_numbers_grow_though_the_clock_stands_still_or_goes_back() -> None:
    clock = iter([500, 500, 3])
    anna, boris = chat(ANNA, lambda: next(clock)), chat(BORIS)
    told = [heard(boris, anna.say(words, 0.0)) for words in ("one", "two", "three")]
    assert told == ["one", "two", "three"]


def test_nobody_speaks_for_another() -> None:
    forged = Saying(TABLE, ANNA.public_key, 1, "I am Anna").sign(CLARA)
    boris = chat(BORIS)
    with pytest.raises(SayingError):
        heard(boris, forged, carrier=CLARA)
    assert heard(boris, chat(ANNA).say("here", 0.0)) == "here"  # its number is not used up


def test_a_changed_word_is_the_carriers_fault() -> None:
    said = chat(ANNA).say("I take", 0.0)
    changed = SignedSaying(said.raw.replace(b"I take", b"I beat"), said.signature)
    with pytest.raises(SayingError):
        heard(chat(BORIS), changed, carrier=CLARA)


def test_what_was_said_at_another_table_or_by_a_stranger_is_not_heard() -> None:
    elsewhere = Chat(bytes(16), ANNA, lambda: 1).say("hello", 0.0)
    stranger = chat(Identity.generate()).say("hello", 0.0)
    for said in (elsewhere, stranger):
        assert heard(chat(BORIS), said) == ""


@pytest.mark.parametrize(
    "value",
    [
        None,
        (),
        (TABLE, bytes(31), 1, "a"),
        (TABLE, bytes(32), 0, "a"),
        (TABLE, bytes(32), 1 << 60, "a"),
        (TABLE, bytes(32), 1, "a" * (LONGEST_SAYING + 1)),
        (TABLE, bytes(32), 1, b"a"),
        (TABLE, bytes(32), 1, "a", 1),
    ],
)
def test_what_is_no_saying_is_the_carriers_fault(value: object) -> None:
    with pytest.raises(SayingError):
        heard(chat(BORIS), SignedSaying(encode(value), bytes(64)))  # type: ignore[arg-type]


def test_who_says_too_much_is_not_heard_for_a_while() -> None:
    boris = chat(BORIS)
    flood = [Saying(TABLE, ANNA.public_key, n, f"{n}").sign(ANNA) for n in range(1, 41)]
    told = [heard(boris, said) for said in flood]
    assert [words for words in told if words] == [f"{n + 1}" for n in range(limits.SAYINGS_AT_ONCE)]
    assert heard(boris, chat(CLARA).say("me too", 0.0), carrier=CLARA) == "me too"
    later = Saying(TABLE, ANNA.public_key, 99, "sorry").sign(ANNA)
    assert heard(boris, later, now=1.1 / limits.SAYINGS_RATE) == "sorry"


def test_what_one_link_carries_too_much_is_not_even_read() -> None:
    boris = chat(BORIS)
    rubbish = SignedSaying(b"rubbish", bytes(64))
    for _ in range(limits.SAYINGS_CARRIED_AT_ONCE):
        with pytest.raises(SayingError):
            heard(boris, rubbish)
    assert heard(boris, rubbish) == ""


def test_one_is_told_what_is_not_said() -> None:
    anna, boris = chat(ANNA), chat(BORIS)
    for words in ("", " \t ", "\x1b\u202e", "x" * (LONGEST_SAYING + 1)):
        with pytest.raises(CannotSay):
            anna.say(words, 0.0)
    for _ in range(limits.SAYINGS_AT_ONCE - 1):
        assert heard(boris, anna.say("more", 0.0)) == "more"  # what is said is heard
    with pytest.raises(CannotSay, match="too much"):
        anna.say("more", 0.0)


def test_what_is_remembered_of_peers_is_bounded() -> None:
    boris = chat(BORIS)
    for number in range(3 * limits.SPEAKERS):
        carrier = number.to_bytes(32)
        assert boris.hear(chat(ANNA).say("a", 0.0), carrier, [], 0.0) is None
    assert len(boris._speakers) <= limits.SPEAKERS


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("a \x1b[31mred\x1b[0m word", "a [31mred[0m word"),
        ("\x1b]0;owned\x07\x9b2Jx", "]0;owned2Jx"),
        ("\u202egnp.exe\u2066 \u200fx\u200b\ufeff", "gnp.exe x"),
        ("one\ntwo\r\nthree\u2028four\x85five\tsix", "one two three four five six"),
        ("Привет, как дела?", "Привет, как дела?"),
        ("e\u0301\u0301\u0301\u0301\u0301\u0301", "é\u0301\u0301"),
        ("\ue000\ud7ff\U000e0041", ""),
        ("well played \U0001f600", "well played \U0001f600"),
        ("{name} {0} %s", "{name} {0} %s"),
    ],
)
def test_words_are_shown_in_one_plain_line(written: str, shown: str) -> None:
    assert clean_words(written) == shown


def test_who_comes_under_many_keys_makes_no_old_words_heard_again() -> None:
    said = chat(ANNA).say("I take", 0.0)
    boris = chat(BORIS)
    assert heard(boris, said) == "I take"
    for number in range(limits.SPEAKERS + 1):
        visitor = number.to_bytes(32, "big")
        saying = Saying(bytes(16), ANNA.public_key, 1, "x").sign(ANNA)
        assert boris.hear(saying, visitor, [*PEOPLE, visitor], 0.0) is None
    assert heard(boris, said, carrier=CLARA) == ""
    assert len(boris._speakers) <= limits.SPEAKERS


def test_letters_that_show_nothing_are_no_words() -> None:
    assert clean_words("\u3164\u115f\u1160\uffa0\u2800") == ""
    assert clean_words("a\u3164b") == "ab"
