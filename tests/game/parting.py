"""Tables that players leave, or are missed at."""

from __future__ import annotations

from durak_p2p.game import EntryType, Log, SignedEntry
from durak_p2p.replay import Verdict, verify_replay

from .tables import Table, replay_of, table


def all_to_all(done: Table, entries: list[SignedEntry], but: tuple[int, ...] = ()) -> None:
    for signed in entries:
        for number, player in enumerate(done.players):
            if number not in but:
                player.log.receive(signed)


def play_on(done: Table, gone: set[int]) -> None:
    """Let those who are there play on, until nothing more is to be written."""
    for _ in range(1000):
        entries = []
        for number, player in enumerate(done.players):
            if number in gone:
                continue
            signed = player.owed()
            if signed is None and player.has_word:
                view = player.view()
                assert view is not None
                signed = player.move(done.chooser.choose(view))
            if signed is not None:
                entries.append(signed)
        if not entries:
            return
        all_to_all(done, entries, tuple(gone))
    raise AssertionError("it does not end")


def logs_of(done: Table, gone: set[int]) -> list[Log]:
    return [player.log for number, player in enumerate(done.players) if number not in gone]


def verdict_of(log: Log) -> Verdict:
    report = verify_replay(replay_of(log))
    assert report.fault is None, report.fault
    return report.verdict


def who_moves(log: Log) -> int:
    (author,) = log.missing()
    return author


def at_a_move(label: str, players: int = 3, steps: int = 25, **options: object) -> Table:
    done = table(players, 24, label, **options)
    return done.play(
        lambda log: (
            log.step >= steps
            and log.state.step is not None
            and log.state.step.type is EntryType.MOVE
        )
    )


def claims_of(done: Table, accused: int) -> list[SignedEntry]:
    claims = []
    for number, player in enumerate(done.players):
        if number != accused:
            claim = player.claim_timeout(accused)
            assert claim is not None
            assert player.claim_timeout(accused) is None
            claims.append(claim)
    return claims
