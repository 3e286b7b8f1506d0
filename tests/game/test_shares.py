"""Attacks on dealing and answering: shares of cards, and what they show."""

from __future__ import annotations

import pytest

from durak_p2p.game import EntryType, FalseClaim, Log, Opened, SignedEntry
from durak_p2p.game.codec import Value
from durak_p2p.game.steps import AnswerStep, SharesStep

from .cheats import Denies
from .forging import NO_PROOF, RECORD, parts, shares_for
from .tables import Table, assert_convicts, played, table

# -- shares -----------------------------------------------------------------------------------


def owed_by(log: Log, author: int) -> list[tuple[int, int]]:
    step = log.state.step
    assert isinstance(step, SharesStep)
    return list(step._context_cards(author))


def shares_entry(log: Log, author: int, shares: bytes, proof: bytes) -> SignedEntry:
    return RECORD.forge(log, author, (shares, proof))


def test_forged_swapped_copied_or_missing_shares() -> None:
    def log() -> Log:
        return RECORD.log_at(EntryType.SHARES)

    right, proof = parts(RECORD.honest(log(), 1))
    others, others_proof = parts(RECORD.honest(log(), 0))
    assert isinstance(right, bytes)
    assert isinstance(others, bytes)
    forged = {
        "another share": others[:32] + right[32:],
        "swapped": right[32:64] + right[:32] + right[64:],
        "one twice": right[:32] * 2 + right[64:],
        "the last one another": right[:-32] + others[-32:],
    }
    for shares in forged.values():
        signed = shares_entry(log(), 1, shares, proof)  # type: ignore[arg-type]
        assert_convicts(RECORD, log(), signed, "does not hold")
    missing = {
        "one too few": (right[:-32], proof),
        "one too many": (right + right[-32:], proof),
        "a cut one": (right[:-1], proof),
        "none": (b"", proof),
        "no proof": (right, b""),
        "no array": right,
        "nothing": (),
        "not split": (right + b"" + bytes(64),),
    }
    for body in missing.values():
        assert_convicts(RECORD, log(), RECORD.forge(log(), 1, body), "")  # type: ignore[arg-type]
    for bad in (b"\1" + bytes(31), bytes(32), b"\xff" * 32):
        signed = shares_entry(log(), 1, bad + right[32:], proof)  # type: ignore[arg-type]
        assert_convicts(RECORD, log(), signed, "no point")
    stolen = RECORD.forge(log(), 1, (others[: len(right)].ljust(len(right), b"\0"), others_proof))
    assert_convicts(RECORD, log(), stolen, "")


def test_shares_made_with_another_key_or_of_other_cards() -> None:
    log = RECORD.log_at(EntryType.SHARES)
    cards = owed_by(log, 1)
    other_key = RECORD.secrets[0].key_share
    for body in (
        shares_for(RECORD, log, 1, cards, key=other_key),
        shares_for(RECORD, log, 1, cards[::-1]),
        shares_for(RECORD, log, 1, [*cards[:-1], cards[0]]),
        shares_for(RECORD, log, 1, [(position, 1) for position, _ in cards]),
    ):
        fresh = RECORD.log_at(EntryType.SHARES)
        assert_convicts(RECORD, fresh, RECORD.forge(fresh, 1, body), "does not hold")


@pytest.mark.parametrize("change", ["deal", "author", "identity", "step", "log", "entry", "cards"])
def test_a_proof_of_shares_from_another_place_does_not_hold(change: str) -> None:
    log = RECORD.log_at(EntryType.SHARES)
    other = {
        "deal": bytes(16),
        "author": 0,
        "identity": RECORD.setup.players[0].key,
        "step": log.step + 1,
        "log": bytes(32),
        "entry": "move",
        "cards": tuple((position, -1) for position, _ in owed_by(log, 1)),
    }[change]
    body = shares_for(RECORD, log, 1, owed_by(log, 1), changes={change: other})
    assert_convicts(RECORD, log, RECORD.forge(log, 1, body), "does not hold")


def test_shares_of_an_earlier_round_do_not_fit_a_later_one() -> None:
    record = played(2)
    first, second = (record.step_of(EntryType.SHARES, number) for number in (0, 1))
    log = record.log_before(second)
    (author,) = log.missing() if len(log.missing()) == 1 else (min(log.missing()),)
    old = next(e for e in record.steps[first] if e.entry.author == author)
    signed = record.forge(log, author, old.entry.body)
    assert_convicts(record, log, signed, "")


def test_who_owes_no_share_may_not_give_one() -> None:
    record = played(2)
    number = next(
        n for n in range(1, 9) if len(record.steps[record.step_of(EntryType.SHARES, n)]) == 1
    )
    log = record.log_at(EntryType.SHARES, number)
    (owner,) = {0, 1} - log.missing()
    step = log.state.step
    assert isinstance(step, SharesStep)
    cards = [(position, owner) for position in step._owners]
    body = shares_for(record, log, owner, cards)
    assert_convicts(record, log, record.forge(log, owner, body), "not the author's to write")


def test_a_card_drawn_out_of_order_is_refused() -> None:
    """Shares for the card below the one that is due: they would give the owner another card."""
    record = played(2)
    log = record.log_at(EntryType.SHARES, 1)
    author = min(log.missing())
    cards = owed_by(log, author)
    (lowest, owner) = cards[-1]
    moved = [*cards[:-1], (lowest + 1, owner)]
    body = shares_for(record, log, author, moved)
    assert_convicts(record, log, record.forge(log, author, body), "does not hold")


# -- answers ----------------------------------------------------------------------------------


def test_answers_that_show_what_they_may_not() -> None:
    log = RECORD.log_at(EntryType.ANSWER)
    state = log.state
    assert state.deal is not None
    deck = RECORD.finished_log().state.opened
    assert deck is not None
    step = state.step
    assert isinstance(step, AnswerStep)
    author = 1
    own = state.deal.hands[state.seat_of(author)]
    foreign = state.deal.hands[state.seat_of(0)][0]
    stock = next(p for p in range(24) if not any(p in hand for hand in state.deal.hands))
    (turned,) = state.deal.faces
    wrong = next(p for p in own if deck[p] not in step._cards and p not in state.deal.faces)

    def answer(position: Value, shares: Value, proof: Value) -> SignedEntry:
        return RECORD.forge(log, author, (position, shares, proof))

    cases = [
        (answer(wrong, *shares_for(RECORD, log, author, [(wrong, author)])), "not asked for"),
        (answer(foreign, *shares_for(RECORD, log, author, [(foreign, author)])), "its hand"),
        (answer(foreign, *shares_for(RECORD, log, author, [(foreign, 0)])), "its hand"),
        (answer(stock, *shares_for(RECORD, log, author, [(stock, author)])), "in its hand"),
        (answer(turned, *shares_for(RECORD, log, author, [(turned, author)])), "open already"),
        (answer(wrong, bytes(32), NO_PROOF), "no point"),
        (answer(wrong, *shares_for(RECORD, log, author, [(foreign, author)])), "does not hold"),
        (answer(24, b"", b""), "position"),
        (answer(-1, b"", b""), "position"),
        (answer(True, b"", b""), "position"),
        (answer(wrong, b"", b""), "shares"),
        (RECORD.forge(log, author, None), "no array"),
        (RECORD.forge(log, author, (wrong,)), "lacks"),
        (RECORD.forge(log, author, ((),)), "position"),
        (RECORD.forge(log, author, ""), "no array"),
    ]
    for signed, reason in cases:
        assert_convicts(RECORD, RECORD.log_at(EntryType.ANSWER), signed, reason)


def denied(players: int) -> tuple[Table, list[Denies]]:
    """A deal in which somebody holds what is asked for, and denies it; and who that is."""
    sit = dict.fromkeys(range(players), Denies)
    for number in range(100):
        done = table(players, 24, f"a liar {number}", sit=sit).play()  # type: ignore[arg-type]
        liars = [p for p in done.players if isinstance(p, Denies) and p.lied_at is not None]
        if liars:
            return done, liars
    raise AssertionError("there is no such deal among these")


@pytest.mark.parametrize("players", [2, 4])
def test_a_false_not_i_is_found_at_the_opening_and_named(players: int) -> None:
    done, liars = denied(players)
    opened = done.events[-1]
    assert isinstance(opened, Opened)
    assert len(opened.false_claims) >= len(liars)
    for liar in liars:
        assert liar.lied_at is not None
        found = [lie for lie in opened.false_claims if lie.author == liar.author]
        assert found[0].step == liar.lied_at
        seat = liar.log.state.seat_of(liar.author)
        assert (
            opened.deck.index(found[0].card) % players
            == (seat - liar.log.state.dealer - 1) % players
        )
    assert done.log.complete  # it changes no result: the rules have no other for it
    assert all(isinstance(lie, FalseClaim) for lie in done.log.state.false_claims)
