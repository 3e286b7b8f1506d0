"""Hidden information: what is public never tells another seat's cards before the opening."""

from __future__ import annotations

import pytest

from durak_p2p.cards import Card
from durak_p2p.game import Answered, EntryType, Event, Log
from durak_p2p.rules import View, view_of

from .tables import Foreseeable, Record, played, played_where, snapshot, table

TABLES = [(2, 24), (2, 36), (3, 24)]


def opened_deck(record: Record) -> tuple[Card, ...]:
    deck = record.finished_log().state.opened
    assert deck is not None
    return deck


def cards_in(value: object) -> set[str]:
    """Every card's name anywhere in a value."""
    if isinstance(value, str):
        return {value} if len(value) == 2 else set()
    if isinstance(value, dict):
        return cards_in(list(value.keys())) | cards_in(list(value.values()))
    if isinstance(value, list | tuple | set | frozenset):
        return set().union(*map(cards_in, value))
    return set()


@pytest.mark.parametrize(("players", "deck"), TABLES)
def test_the_public_state_holds_no_card_that_was_not_opened(players: int, deck: int) -> None:
    record = played(players, deck)
    faces = opened_deck(record)
    last = record.step_of(EntryType.OPEN)
    log = Log(record.setup)
    for step in record.steps[:last]:
        for signed in step:
            log.receive(signed)
        deal = log.state.deal
        if deal is None:
            continue
        assert all(faces[position] == card for position, card in deal.faces.items())
        assert deal.known == deal.faces
        hidden = {card for at, card in enumerate(faces) if at not in deal.faces}
        view = view_of(deal, None)
        seen = cards_in(snapshot((view.table, view.known, view.turned, view.hand, deal.faces)))
        assert not seen & hidden
        assert view.hand == ()
        assert view.legal == ()
    assert log.state.opened is None


@pytest.mark.parametrize(("players", "deck"), TABLES)
def test_a_seats_view_holds_its_own_cards_and_what_all_have_seen(players: int, deck: int) -> None:
    record = played_where(lambda record: len(record.steps) > 60, players, deck)
    faces = opened_deck(record)
    views = 0

    def check(view: View | None, seat: int | None, log: Log) -> None:
        nonlocal views
        deal = log.state.deal
        if view is None or seat is None or deal is None or log.state.opened is not None:
            return
        views += 1
        own = {faces[position] for position in deal.hands[seat]}
        open_to_all = set(deal.faces.values())
        assert set(view.hand) <= own
        told = cards_in(
            snapshot(
                (view.hand, view.known, view.table, view.turned, [m.cards for m in view.legal])
            )
        )
        may_be_named = own | open_to_all
        assert told <= may_be_named
        if log.state.step is not None and log.state.step.type is EntryType.MOVE:
            assert set(view.hand) == own

    at = table(players, deck, record.label)
    at.play(lambda log: [check(p.view(), p.seat, p.log) for p in at.players] == [])
    assert at.record().entries == record.entries
    assert views > 80


def test_events_tell_no_hidden_card() -> None:
    record = played(3)
    faces = opened_deck(record)
    log = Log(record.setup)
    for step in record.steps[: record.step_of(EntryType.OPEN)]:
        events: list[Event] = [event for signed in step for event in log.receive(signed)]
        deal = log.state.deal
        if deal is not None:
            hidden = {card for at, card in enumerate(faces) if at not in deal.faces}
            told = [e.shown if isinstance(e, Answered) else e for e in events]
            assert not cards_in(snapshot(told)) & hidden


def test_secrets_are_in_no_repr_and_no_refusal() -> None:
    at = table(2, 24, "secrets").play(lambda log: log.step == 6)
    for player in at.players:
        secrets = player.secrets
        values = [secrets.seed, secrets.key_salt, secrets.seed_salt, secrets.key_share.secret]
        shown = "\n".join(
            map(
                repr,
                (
                    *(player, player.log, player.log.state, player.log.state.step, secrets),
                    *(secrets.key_share, at.identities[player.author], player.view()),
                ),
            )
        )
        for value in values:
            assert repr(value) not in shown
            assert str(value) not in shown
            if isinstance(value, bytes):
                assert value.hex() not in shown
    assert repr(at.players[0].secrets) == "DealSecrets(...)"


def test_no_secret_is_in_the_log_before_the_opening() -> None:
    record = played(3)
    last = record.step_of(EntryType.OPEN)
    raw = b"".join(signed.raw for step in record.steps[:last] for signed in step)
    for secrets in record.secrets:
        assert secrets.coin in raw  # shown at the reveal, and worth nothing after it
        assert secrets.seed not in raw
        assert secrets.seed_salt not in raw
        assert secrets.key_share.secret_bytes() not in raw


def test_fresh_secrets_and_proofs_do_not_repeat() -> None:
    record = played(3)
    drawn = {value for s in record.secrets for value in (s.seed, s.coin, s.key_salt, s.seed_salt)}
    assert len(drawn) == 12
    log = record.log_before(1)
    assert record.honest(log, 0, "once") != record.honest(log, 0, "again")
    assert Foreseeable("a").token(32) != Foreseeable("b").token(32)
