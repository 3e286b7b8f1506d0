"""Entries may come in any order, more than once, from anybody: all end with the same bytes."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from durak_p2p.game import (
    DealEnded,
    Event,
    Log,
    Opened,
    Player,
    Progress,
    SignedEntry,
    StrayEntry,
    next_setup,
)
from durak_p2p.rules import PRESETS, Reason, rules_for

from .tables import (
    RandomMover,
    Record,
    Table,
    assert_honest,
    first_setup,
    identities_for,
    played,
    replay_of,
    snapshot,
    table,
)

TABLES = [(2, 24, "classic"), (3, 24, "classic"), (4, 24, "transfer"), (2, 36, "classic")]


def deliver(log: Log, order: list[SignedEntry]) -> list[Event]:
    """Give a log entries until it has all; what is too far ahead comes again later."""
    events: list[Event] = []
    waiting = order
    while waiting:
        again = []
        for signed in waiting:
            try:
                events += log.receive(signed)
            except StrayEntry:
                again.append(signed)
        assert len(again) < len(waiting)
        waiting = again
    return events


@pytest.mark.parametrize("seed", range(12))
def test_any_order_with_doubles_gives_the_same_bytes_and_states(seed: int) -> None:
    record = played(3)
    source = random.Random(seed)
    order = [*record.entries, *source.choices(record.entries, k=20)]
    if seed == 0:
        order.reverse()
    else:
        source.shuffle(order)
    log = Log(record.setup)
    assert_honest(deliver(log, order))
    ordered = record.finished_log()
    assert replay_of(log) == replay_of(ordered)
    assert snapshot(log.state) == snapshot(ordered.state)
    assert list(log.entries()) == record.entries


def test_the_same_entry_twice_changes_nothing() -> None:
    record = played(2)
    log = Log(record.setup)
    for signed in record.entries:
        assert_honest(log.receive(signed))
        before = snapshot(log)
        assert log.receive(SignedEntry(bytes(signed.raw), bytes(signed.signature))) == []
        assert snapshot(log) == before


class Net:
    """Carries entries between peers in a random order, some of them late, some twice."""

    def __init__(self, logs: list[Log], seed: str) -> None:
        self._random = random.Random(seed)
        self._logs = logs
        self._queues: list[list[SignedEntry]] = [[] for _ in logs]
        self._slow = set(self._random.sample(range(len(logs)), k=len(logs) // 3))

    def send(self, signed: SignedEntry) -> None:
        for queue in self._queues:
            queue.extend([signed] * self._random.choice((1, 1, 1, 2)))

    def tick(self) -> bool:
        """Deliver something to somebody; False if there is nothing under way."""
        ready = [at for at, queue in enumerate(self._queues) if queue]
        if not ready:
            return False
        quick = [at for at in ready if at not in self._slow]
        at = self._random.choice(quick if quick and self._random.random() < 0.95 else ready)
        queue = self._queues[at]
        signed = queue.pop(self._random.randrange(len(queue)))
        assert_honest(self._logs[at].receive(signed))
        return True


@pytest.mark.parametrize("number", range(6))
def test_peers_over_a_net_that_mixes_everything_end_alike(number: int) -> None:
    """Players write when their own log says so; two spectators only listen."""
    players, deck, preset = TABLES[number % len(TABLES)]
    at = table(players, deck, f"net {number}", preset, chooser=RandomMover(f"net {number}"))
    spectators = [Log(at.setup), Log(at.setup)]
    net = Net([*(player.log for player in at.players), *spectators], f"net {number}")
    while True:
        for signed in at.next_entries():
            net.send(signed)
        if not net.tick():
            break
    logs = [*(player.log for player in at.players), *spectators]
    assert all(log.complete for log in logs)
    assert len({replay_of(log) for log in logs}) == 1
    first = snapshot(logs[0].state)
    assert all(snapshot(log.state) == first for log in logs)


@pytest.mark.parametrize("number", range(12))
def test_deals_of_random_moves_end_and_conserve_their_cards(number: int) -> None:
    preset = list(PRESETS)[number % len(PRESETS)]
    rules = rules_for(preset)
    deck = rules.deck if rules.deck > 36 or rules.teams != "none" else 24
    players = rules.players if rules.teams != "none" else 2 + number % 3
    at = table(players, deck, f"random {number}", preset, chooser=RandomMover(str(number)))
    at.play()
    assert at.log.complete
    state = at.log.state
    assert isinstance(at.events[-1], Opened)
    assert state.opened is not None
    assert sorted(state.opened) == sorted(state.cards)
    assert state.false_claims == ()
    deal = state.deal
    assert deal is not None
    assert all(state.opened[position] == card for position, card in deal.faces.items())


def test_events_come_once_and_in_the_logs_order_however_entries_come() -> None:
    record = played(2)
    straight, mixed = Log(record.setup), Log(record.setup)
    events = [event for signed in record.entries for event in straight.receive(signed)]
    late = deliver(mixed, record.entries[::-1])
    told = [event for event in events if not isinstance(event, Progress)]
    assert [event for event in late if not isinstance(event, Progress)] == told
    assert len(late) == len(events)
    assert [type(event) for event in events[-2:]] == [DealEnded, Opened]


# -- matches ----------------------------------------------------------------------------------


def play_match(players: int, deals: int, label: str, **options: object) -> list[Record]:
    rules = rules_for("classic", players=players, deck=24, **options)
    setup = first_setup(rules, label, deals)
    records = []
    for _ in range(deals):
        done = Table(setup, label, chooser=RandomMover(f"{label} {setup.number}")).play()
        assert done.log.complete
        records.append(done.record())
        if setup.number < deals:
            following = {next_setup(player.log).raw for player in done.players}
            assert len(following) == 1
            setup = next_setup(done.log)
    return records


@pytest.mark.parametrize("players", [2, 3])
def test_a_match_goes_on_from_the_log_of_the_deal_before(players: int) -> None:
    records = play_match(players, 4 - players // 2, f"match {players}")
    for before, after in pairwise(records):
        log, setup = before.finished_log(), after.setup
        result = log.state.result
        assert result is not None
        assert setup.match == before.setup.match
        assert setup.previous == log.state.log
        assert setup.number == before.setup.number + 1
        assert setup.deal != before.setup.deal
        authors = [before.setup.players[author] for author in log.state.seats]
        assert list(setup.players) == authors
        assert after.finished_log().state.seats == tuple(range(players))
        if result.fool is None:
            assert (setup.dealer, setup.lead) == (log.state.dealer, None)
        else:
            assert (setup.dealer, setup.lead) == (result.fool, (result.fool + 1) % players)


@pytest.mark.parametrize(
    ("option", "lead"), [("left-of-fool", 1), ("right-of-fool", -1), ("lowest-trump", None)]
)
def test_the_tables_option_says_who_leads_the_next_deal(option: str, lead: int | None) -> None:
    for number in range(9):
        done = table(3, 24, f"lead {number}", next_lead=option)
        setup = first_setup(done.setup.rules, f"lead {number}", deals=2)
        log = Table(setup, f"lead {number}").play().log
        result = log.state.result
        assert result is not None
        if result.reason is Reason.CARDS and result.fool is not None:
            expected = None if lead is None else (result.fool + lead) % 3
            assert next_setup(log).lead == expected
            return
    pytest.fail("no deal had a fool")


def test_nothing_follows_a_deal_that_is_not_complete_or_was_the_last() -> None:
    record = played(2)
    with pytest.raises(ValueError):
        next_setup(record.log_before(5))
    assert next_setup(record.finished_log()) is None


def test_entries_of_one_deal_do_not_fit_the_next() -> None:
    first, second = play_match(2, 2, "two deals")
    log = Log(second.setup)
    for signed in first.entries:
        with pytest.raises(StrayEntry):
            log.receive(signed)


def test_only_who_is_in_the_set_up_can_sit_down() -> None:
    stranger = identities_for(1, "stranger")[0]
    with pytest.raises(ValueError):
        Player(played(2).setup, stranger)
