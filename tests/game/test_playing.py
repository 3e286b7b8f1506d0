"""Attacks on moving and opening."""

from __future__ import annotations

from typing import Any

import pytest

from durak_p2p.crypto import ORDER, encode_scalar
from durak_p2p.game import Answered, CardsDealt, EntryType, Log
from durak_p2p.game.codec import Value
from durak_p2p.game.steps import MoveStep

from .forging import NO_PROOF, RECORD, parts, shares_for
from .tables import Record, assert_convicts, played, played_where

# -- moves ------------------------------------------------------------------------------------


class Moving:
    """A log in which somebody is to lead for the first time."""

    def __init__(self, record: Record = RECORD, number: int = 0) -> None:
        self.record = record
        self.number = number
        self.log = record.log_at(EntryType.MOVE, number)
        step = self.log.state.step
        assert isinstance(step, MoveStep)
        self.author = self.log.state.seats[step.seat]
        deck = record.finished_log().state.opened
        assert deck is not None
        self.deck = deck
        deal = self.log.state.deal
        assert deal is not None
        self.deal = deal
        self.hand = list(deal.hands[step.seat])
        self.hidden = [p for p in self.hand if p not in deal.faces]

    def body(self, text: Value, positions: list[int], changes: Any = None) -> tuple[Value, ...]:
        cards = [(position, self.author) for position in positions]
        if not cards:
            return (text, (), b"", b"")
        shares, proof = shares_for(self.record, self.log, self.author, cards, changes=changes)
        return (text, tuple(positions), shares, proof)

    def caught(self, body: Value, reason: str) -> None:
        log = self.record.log_at(EntryType.MOVE, self.number)
        signed = self.record.forge(log, self.author, body)
        assert_convicts(self.record, log, signed, reason)


def test_moves_that_open_what_they_may_not() -> None:
    at = Moving()
    first, second = at.hidden[:2]
    card, other = at.deck[first], at.deck[second]
    foreign = next(p for hand in at.deal.hands for p in hand if p not in at.hand)
    stock = next(p for p in range(24) if not any(p in hand for hand in at.deal.hands))
    (turned, *_) = at.deal.faces
    right = at.body(f"lead {card}", [first])
    at.caught(at.body(f"lead {other}", [first]), "is not in the hand")
    at.caught(at.body(f"lead {at.deck[foreign]}", [foreign]), "not in its hand")
    at.caught(at.body(f"lead {at.deck[stock]}", [stock]), "not in its hand")
    at.caught(at.body(f"lead {card}", [first, first]), "opened twice")
    at.caught(at.body(f"lead {card}", [first, second]), "does not name")
    at.caught(at.body("pass", [first]), "cannot be done now")
    at.caught(at.body(f"lead {at.deck[turned]}", [turned]), "open already")
    at.caught(at.body(f"lead {card}", []), "is not in the hand")
    at.caught((f"lead {card}", (first,), b"", b""), "shares")
    at.caught((f"lead {card}", (first,), right[2], NO_PROOF), "does not hold")
    at.caught((f"lead {card}", (first,), at.body("", [second])[2], right[3]), "does not hold")
    at.caught((f"lead {card}", (second,), right[2], right[3]), "does not hold")
    at.caught((f"lead {card}", (), b"", right[3]), "proof")
    at.caught((f"lead {card}", (), right[2], b""), "shares")
    at.caught((f"lead {card}", (24,), right[2], right[3]), "the deck has not")
    at.caught((f"lead {card}", (-1,), right[2], right[3]), "the deck has not")
    at.caught((f"lead {card}", (True,), right[2], right[3]), "the deck has not")
    at.caught((f"lead {card}", (first,) * 9, right[2], right[3]), "array of 8")
    at.caught((f"lead {card}", first, right[2], right[3]), "array")
    at.caught((*right, None), "too many")
    at.caught(right[:-1], "lacks")
    at.caught(None, "no array")


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "lead",
        "LEAD 9c",
        "lead  9c",
        "lead 9c ",
        "lead 1c",
        "lead 9c\n",
        "dance",
        "lead 9♣",
    ],
)
def test_a_text_that_is_no_move_convicts_its_signer(text: str) -> None:
    at = Moving()
    at.caught(at.body(text, []), "")


@pytest.mark.parametrize("text", [b"take", 5, None, ("take",), "lead " + "9c " * 20])
def test_a_move_whose_text_is_none_or_too_long(text: Value) -> None:
    Moving().caught((text, (), b"", b""), "no short text")


def test_moves_that_the_rules_refuse() -> None:
    at = Moving()
    deck = at.deck
    unlike = next(p for p in at.hidden[1:] if deck[p][0] != deck[at.hidden[0]][0])
    pair = [at.hidden[0], unlike]
    at.caught(at.body("take", []), "cannot be done now")
    at.caught(at.body(f"beat 9c {deck[pair[0]]}", pair[:1]), "cannot be done now")
    at.caught(at.body(f"transfer {deck[pair[0]]}", pair[:1]), "cannot be done now")
    at.caught(at.body("exchange", []), "cannot be done now")
    at.caught(at.body(f"lead {deck[pair[0]]} {deck[pair[1]]}", pair), "not of one rank")
    at.caught(at.body(f"lead {deck[pair[0]]} {deck[pair[0]]}", pair[:1]), "named twice")


def test_a_card_that_is_opened_without_need_convicts_its_signer() -> None:
    """Taking needs no card; one that is opened with it tells others what they should not know."""
    record = played(2)
    moves = [step[0].entry.body[0] for step in record.steps if step[0].entry.type == "move"]  # type: ignore[index]
    at = Moving(record, moves.index("take") if "take" in moves else moves.index("pass"))
    text = "take" if "take" in moves else "pass"
    at.caught(at.body(text, at.hidden[:1]), "opens a card that it does not name")


def test_a_move_out_of_turn() -> None:
    at = Moving()
    for author in set(RECORD.authors) - {at.author}:
        for text in ("pass", "take"):
            log = RECORD.log_at(EntryType.MOVE)
            signed = RECORD.forge(log, author, (text, (), b"", b""))
            assert_convicts(RECORD, log, signed, "not the author's to write")


@pytest.mark.parametrize("change", ["deal", "author", "identity", "step", "log", "entry"])
def test_a_proof_of_a_move_from_another_place_does_not_hold(change: str) -> None:
    at = Moving()
    other = {
        "deal": bytes(16),
        "author": 1 - min(at.author, 1),
        "identity": bytes(32),
        "step": at.log.step + 1,
        "log": bytes(32),
        "entry": "answer",
    }[change]
    card = at.hidden[0]
    body = at.body(f"lead {at.deck[card]}", [card], {change: other})
    at.caught(body, "does not hold")


# -- opening ----------------------------------------------------------------------------------


@pytest.mark.parametrize("index", [0, 1, 2])
def test_an_opening_that_differs_from_its_commitment(index: int) -> None:
    log = RECORD.log_at(EntryType.OPEN)
    body = parts(RECORD.honest(log, 1))
    others = parts(RECORD.honest(log, 0))
    for value in (others[index], bytes(32), b"\1" + bytes(31), b"", "a" * 32, None):
        fresh = RECORD.log_at(EntryType.OPEN)
        wrong = (*body[:index], value, *body[index + 1 :])
        assert_convicts(RECORD, fresh, RECORD.forge(fresh, 1, wrong), "")


def test_a_key_share_opened_in_a_form_that_is_not_reduced() -> None:
    log = RECORD.log_at(EntryType.OPEN)
    secret = RECORD.secrets[1].key_share.secret + ORDER
    body = (secret.to_bytes(32, "little"), *parts(RECORD.honest(log, 1))[1:])
    assert_convicts(RECORD, log, RECORD.forge(log, 1, body), "scalar")
    assert encode_scalar(RECORD.secrets[1].key_share.secret) == parts(RECORD.honest(log, 1))[0]


def test_opening_before_the_end_is_no_ones_to_do() -> None:
    for type_ in (EntryType.SHARES, EntryType.ANSWER, EntryType.MOVE):
        log = RECORD.log_at(type_)
        opening = RECORD.steps[-1][1].entry.body
        signed = RECORD.forge(log, 1, opening, type=EntryType.OPEN)
        assert_convicts(RECORD, log, signed, "not the author's to write")


def test_nothing_may_be_written_after_the_end() -> None:
    for type_ in EntryType:
        log = RECORD.finished_log()
        beside = type_ in (EntryType.TIMEOUT, EntryType.SEEN, EntryType.LEAVE)
        signed = RECORD.forge(log, 1, (0,) if beside else (), type=type_)
        assert_convicts(RECORD, log, signed, "" if beside else "not the author's to write")


# -- where all goes well ----------------------------------------------------------------------


@pytest.mark.parametrize(("players", "deck"), [(6, 36), (4, 24), (2, 36), (3, 24)])
def test_dealing_tells_how_many_cards_each_seat_got(players: int, deck: int) -> None:
    record = played(players, deck)
    log = Log(record.setup)
    dealt = [
        event
        for signed in record.entries
        for event in log.receive(signed)
        if isinstance(event, CardsDealt)
    ]
    assert dealt[0].counts == (6,) * players
    assert len(dealt[0].opened) == 1


def asks(record: Record) -> bool:
    """Whether anybody is asked for the lowest trump: nobody is if the open card shows it."""
    return any(step[0].entry.type is EntryType.ANSWER for step in record.steps)


def test_in_a_deal_without_a_stock_the_first_lead_is_found_with_one_card_open() -> None:
    """36 cards and six players: the last card dealt is the trump, and lies open in a hand."""
    record = played_where(asks, 6, 36)
    log = record.log_at(EntryType.ANSWER)
    deal = log.state.deal
    assert deal is not None
    assert deal.turned is not None
    assert set(deal.faces) == {35}
    assert 35 in deal.hands[log.state.dealer]
    answered = [
        event
        for signed in record.steps[log.step]
        for event in log.receive(signed)
        if isinstance(event, Answered)
    ]
    assert len(answered) == 1
    assert deal.turned not in answered[0].cards
