"""The log: equivocation, forks, entries from elsewhere; who is blamed, and who is not."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import replace
from itertools import permutations

import pytest

from durak_p2p.crypto import ORDER, Scalar
from durak_p2p.crypto.group import multiply_base
from durak_p2p.game import (
    Breach,
    Entry,
    EntryError,
    EntryType,
    Event,
    Forked,
    Log,
    NotOurTurn,
    Player,
    SignedEntry,
    StrayEntry,
)
from durak_p2p.game.log import MAX_AHEAD
from durak_p2p.rules import Move, NotYourWord, Verb

from .tables import (
    assert_convicts,
    assert_honest,
    first_setup,
    played,
    snapshot,
    table,
)

RECORD = played(3)
STEPS = len(RECORD.steps)


def twin(signed: SignedEntry, **changes: object) -> SignedEntry:
    """Another entry by the same author for the same step."""
    entry = replace(signed.entry, body=(b"another",))
    return RECORD.sign(replace(entry, **changes), entry.author)  # type: ignore[arg-type]


def second_signature(signed: SignedEntry) -> SignedEntry:
    """Another valid signature by the author under the same text.

    RFC 8032 makes the nonce from key and message, but nothing holds a cheat to that.
    """
    author = signed.entry.author
    identity = RECORD.identities[author]
    digest = hashlib.sha512(identity.private_bytes()).digest()
    secret = int.from_bytes(digest[:32], "little") & ~7 & ~(3 << 254) | 1 << 254
    nonce = 12345
    point = bytes(multiply_base(Scalar(nonce)))
    message = b"durak-p2p/1 entry\n" + signed.raw
    hashed = hashlib.sha512(point + identity.public_key + message).digest()
    challenge = int.from_bytes(hashed, "little")
    half = (nonce + challenge * secret) % ORDER
    return SignedEntry(signed.raw, point + half.to_bytes(32, "little"))


# -- equivocation -----------------------------------------------------------------------------


def assert_equivocation(log: Log, first: SignedEntry, second: SignedEntry) -> None:
    breach = log.breach
    assert isinstance(breach, Breach)
    assert breach.equivocation
    assert breach.author == first.entry.author
    assert set(breach.evidence) == {first, second}


@pytest.mark.parametrize("another", [twin, second_signature])
@pytest.mark.parametrize("step", [0, 1, 3, 5, 8])
def test_two_entries_for_one_step_convict_in_any_order_and_at_any_time(
    step: int, another: Callable[[SignedEntry], SignedEntry]
) -> None:
    """Whether the step is to come, is now, or is long past; whichever of the two came first."""
    first = RECORD.steps[step][-1]
    second = another(first)
    for now in {0, max(step - 2, 0), step, min(step + 1, STEPS), STEPS}:
        for earlier, later in permutations((first, second)):
            log = RECORD.log_before(now)
            state = log.state.number
            events: list[Event] = []
            if earlier is second and now == step and another is twin:
                continue  # alone it is a breach of its own already
            for signed in (earlier, later):
                events += log.receive(signed)
            assert isinstance(events[-1], Breach)
            assert_equivocation(log, first, second)
            assert log.closed
            assert log.state.number <= max(state, step + 1)


def test_the_evidence_is_the_same_whichever_came_first() -> None:
    first = RECORD.steps[5][0]
    second = twin(first)
    found = set()
    for pair in permutations((first, second)):
        log = RECORD.log_before(2)
        for signed in pair:
            log.receive(signed)
        assert log.breach is not None
        found.add(log.breach.evidence)
    assert len(found) == 1


def test_an_entry_that_follows_another_log_is_not_forgotten() -> None:
    """One entry for these, one that follows a made-up log for those: all must come to see both."""
    step = RECORD.step_of(EntryType.MOVE)
    right = RECORD.steps[step][0]
    forked = twin(right, log=bytes(32))
    for order in permutations((right, forked)):
        log = RECORD.log_before(step)
        events = [event for signed in order for event in log.receive(signed)]
        assert isinstance(events[-1], Breach)
        assert_equivocation(log, right, forked)
    late = RECORD.log_before(step + 5)
    assert isinstance(late.receive(forked)[0], Breach)
    early = RECORD.log_before(step - 1)
    assert early.receive(forked) == []
    for signed in RECORD.steps[step - 1]:
        events = early.receive(signed)
    assert Forked(forked) in events
    early.receive(right)
    assert_equivocation(early, right, forked)


def test_a_forked_entry_alone_convicts_nobody_and_is_told_once() -> None:
    step = RECORD.step_of(EntryType.MOVE)
    for now in (step, step + 1, step + 4, STEPS):
        signed = RECORD.steps[step][0]
        others = set(RECORD.authors) - {signed.entry.author}
        author = signed.entry.author if now == step else min(others)
        forked = RECORD.sign(replace(signed.entry, author=author, log=bytes(32)), author)
        log = RECORD.log_before(now)
        before = snapshot(log.state)
        assert log.receive(forked) == [Forked(forked)]
        assert log.receive(forked) == []
        assert log.breach is None
        assert snapshot(log.state) == before


def test_after_a_fork_the_logs_show_who_wrote_two_entries() -> None:
    """A cheat writes one shuffle for one half of the table and one for the other."""
    step = 2
    right = RECORD.steps[step][0]
    log_a, log_b = RECORD.log_before(step), RECORD.log_before(step)
    author = right.entry.author
    other = RECORD.forge(log_b, author, RECORD.honest(log_b, author, "another proof"))
    assert_honest(log_a.receive(right) + log_b.receive(other))
    following = RECORD.steps[step + 1][0]  # an honest player goes on after what it saw
    assert following.entry.author != author
    assert_honest(log_a.receive(following))
    assert log_b.receive(following) == [Forked(following)]
    for receiver, sender in ((log_a, log_b), (log_b, log_a)):
        for signed in list(sender.entries()):
            receiver.receive(signed)
        assert_equivocation(receiver, right, other)


# -- entries that were not the author's to write ----------------------------------------------


def uninvited(step: int, author: int) -> SignedEntry:
    signed = RECORD.steps[step][0]
    return RECORD.sign(replace(signed.entry, author=author), author)


def test_an_entry_for_a_step_without_a_part_convicts_before_in_and_after_it() -> None:
    step = RECORD.step_of(EntryType.MOVE)
    mover = RECORD.steps[step][0].entry.author
    for author in set(RECORD.authors) - {mover}:
        signed = uninvited(step, author)
        for now in (step, step + 1, STEPS):
            log = RECORD.log_before(now)
            assert_convicts(RECORD, log, signed, "not the author's to write")


@pytest.mark.parametrize("author", [0, 1, 2])
def test_an_entry_that_waited_is_judged_though_its_step_went_by_at_once(author: int) -> None:
    """A peer that is behind gets everything in one go; the uninvited entry must not be lost."""
    step = RECORD.step_of(EntryType.MOVE)
    if RECORD.steps[step][0].entry.author == author:
        return
    signed = uninvited(step, author)
    log = RECORD.log_before(step - 1)
    for later in (signed, *RECORD.steps[step], *RECORD.steps[step + 1]):
        assert log.receive(later) == []
    events = [event for last in RECORD.steps[step - 1] for event in log.receive(last)]
    assert isinstance(events[-1], Breach)
    assert log.breach is not None
    assert log.breach.evidence == (signed,)
    assert log.breach.author == author


# -- spliced, moved, cut ----------------------------------------------------------------------


def test_entries_of_another_deal_are_stray_even_between_the_same_players() -> None:
    done = table(3, label="table")
    again = first_setup(done.setup.rules, "table", deals=2)  # the same people and nonces
    other = Log(again)
    for signed in RECORD.entries:
        with pytest.raises(StrayEntry):
            other.receive(signed)
    assert snapshot(other) == snapshot(Log(again))


def test_an_entry_spliced_in_from_another_deal_has_nobodys_signature() -> None:
    other = played(3, label="another")
    for step in (0, 1, 2, 5):
        log = RECORD.log_before(step)
        before = snapshot(log)
        for signed in other.steps[step]:
            moved = replace(signed.entry, deal=RECORD.setup.deal, log=log.state.log)
            with pytest.raises(EntryError):
                log.receive(SignedEntry(moved.encode(), signed.signature))
        assert snapshot(log) == before


def test_a_body_of_one_step_signed_again_for_another_is_its_signers_breach() -> None:
    """Each type's first body at each type's first step, by the author whose turn it is."""
    types = {entry.entry.type for entry in RECORD.entries}
    for at in types:
        for source in types:
            if at is source or (at, source) == (EntryType.COMMIT, EntryType.OPEN):
                continue  # three times 32 bytes are a commit to something, whatever they are
            log = RECORD.log_at(at)
            author = min(log.missing())
            step = next(s for s in RECORD.steps if s[0].entry.type is source)
            body = step[0].entry.body
            if body == () and at is EntryType.ANSWER:
                continue
            assert_convicts(RECORD, log, RECORD.forge(log, author, body), "")


def test_a_log_that_is_cut_waits_for_what_is_missing() -> None:
    for step in (0, 1, 4, 7, STEPS - 1):
        log = Log(RECORD.setup)
        left_out = RECORD.steps[step][-1]
        for signed in RECORD.entries:
            if signed != left_out:
                assert_honest(log.receive(signed))
        assert log.step == step
        assert log.missing() == {left_out.entry.author}
        assert_honest(log.receive(left_out))
        assert log.complete


def test_what_lies_too_far_ahead_is_stray_and_may_come_again() -> None:
    log = Log(RECORD.setup)
    entry = RECORD.steps[0][0].entry
    kept = RECORD.sign(replace(entry, step=MAX_AHEAD), 0)
    assert log.receive(kept) == []
    with pytest.raises(StrayEntry):
        log.receive(RECORD.sign(replace(entry, step=MAX_AHEAD + 1), 0))


def test_what_one_player_makes_others_keep_is_bounded() -> None:
    log = RECORD.log_before(3)
    author = min(set(RECORD.authors) - log.missing())
    entry = replace(RECORD.steps[0][author].entry, body=(bytes(15_000),))
    for step in range(3, 300):
        try:
            log.receive(RECORD.sign(replace(entry, step=step, log=bytes(32)), author))
        except StrayEntry:
            assert step > 3 + MAX_AHEAD
    assert log.breach is None
    assert len([*log._waiting]) <= MAX_AHEAD + 1
    log.receive(RECORD.steps[3][0])
    assert log.step == 4
    assert log.breach is None


def test_after_a_breach_nothing_changes_any_more() -> None:
    log = RECORD.log_before(5)
    log.receive(twin(RECORD.steps[0][0]))
    before = snapshot(log)
    for signed in RECORD.entries:
        assert log.receive(signed) == []
    assert snapshot(log) == before
    assert log.missing() == frozenset()


# -- one's own mistakes -----------------------------------------------------------------------


def player_at(until: Callable[[Log], bool]) -> Player:
    done = table(2, label="own").play(until)
    return next(p for p in done.players if p.author in p.log.missing())


def test_nobody_signs_twice_for_one_step() -> None:
    """Not even when the first has not come back to the own log yet."""
    for type_ in {entry.entry.type for entry in RECORD.entries}:
        player = player_at(
            lambda log, t=type_: log.state.step is not None and log.state.step.type is t  # type: ignore[misc]
        )
        if type_ is EntryType.MOVE:
            view = player.view()
            assert view is not None
            assert player.owed() is None
            player.move(view.legal[0])
            assert not player.has_word
            with pytest.raises(NotYourWord):
                player.move(view.legal[0])
        else:
            assert not player.has_word
            assert player.owed() is not None
        assert player.owed() is None
        with pytest.raises(NotOurTurn):
            player._sign(())


def test_a_move_that_is_refused_signs_nothing_and_leaves_the_word() -> None:
    player = player_at(lambda log: log.state.step is not None and log.state.step.type == "move")
    before = snapshot(player.log)
    for move in (Move(Verb.TAKE), Move(Verb.BEAT, ("9c", "Tc")), Move(Verb.EXCHANGE)):  # type: ignore[arg-type]
        with pytest.raises(ValueError):
            player.move(move)
    assert snapshot(player.log) == before
    view = player.view()
    assert view is not None
    assert_honest(player.log.receive(player.move(view.legal[0])))


def test_a_player_that_hears_of_a_breach_signs_nothing_more() -> None:
    player = player_at(lambda log: log.step == 3)
    other = 1 - player.author
    record = table(2, label="own").play(lambda log: log.step == 3).record()
    commit = record.steps[0][other].entry
    player.log.receive(record.sign(Entry(**{**_fields(commit), "body": ()}), other))
    assert player.log.breach is not None
    assert player.owed() is None
    assert not player.has_word


def _fields(entry: Entry) -> dict[str, object]:
    return {name: getattr(entry, name) for name in ("deal", "step", "author", "type", "log")}
