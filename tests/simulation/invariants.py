"""What must hold at the end of a simulated match."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from durak_p2p.game import EntryType, Log, SignedEntry
from durak_p2p.game.claims import contradict, is_claim
from durak_p2p.replay import Verdict, verify_replay
from durak_p2p.rules import Deal, Reason

from .peer import Peer, Said, Status
from .simulation import Simulation

VERIFIED = 16  # of so many matches one has its replays verified
_EARLY_ENDS = frozenset({Reason.TIME, Reason.LEFT, Reason.AWAY})


def check(simulation: Simulation) -> None:
    """Raise AssertionError unless all of it holds."""
    for peer in simulation.honest:
        assert peer.final or waits_for_bad(simulation, peer), f"{peer} has come to no end"
        check_signed(peer)
    check_breaches(simulation)
    check_same(simulation)
    check_found_out(simulation)
    for log in whole_logs(simulation):
        check_accusations(simulation, log)
        simulation.check_conserved(log)
    check_stuck(simulation)
    if sum(simulation.seed.encode()) % VERIFIED == 0:
        check_replays(simulation)


def waits_for_bad(simulation: Simulation, peer: Peer) -> bool:
    """Whether a peer waits for what one that is not honest, but there, does not say."""
    match = peer.match
    if match is None:
        return False
    log = match.log
    waited_for = log.missing() - {match.player.author}
    for accused in list(waited_for):
        waited_for |= log.voices_missing(accused) if accused in log.missing() else frozenset()
    keys = {log.setup.players[author].key for author in waited_for}
    return any(one.key in keys for one in simulation.peers if not one.honest)


def whole_logs(simulation: Simulation) -> list[Log]:
    """The logs of the deals that some honest peer has finished."""
    found: dict[bytes, Log] = {}
    for peer in simulation.honest:
        for log in peer.logs():
            if log.complete and log.breach is None:
                found.setdefault(log.setup.deal, log)
    return list(found.values())


# -- what was signed ------------------------------------------------------------------------------


def check_signed(peer: Peer) -> None:
    """Nobody honest signs two things that contradict each other."""
    slots: dict[tuple[bytes, int, bool], SignedEntry] = {}
    leaves: list[SignedEntry] = []
    signed = peer.signed_entries()
    for one in signed:
        entry = one.entry
        if entry.type is EntryType.LEAVE:
            leaves.append(one)
            continue
        other = slots.setdefault((entry.deal, entry.step, is_claim(entry)), one)
        assert not contradict(one, other), f"{peer} has signed two: {other.entry}, {entry}"
    for leave in leaves:
        for one in signed:
            assert not contradict(leave, one), f"{peer} leaves and signs {one.entry}"


def check_breaches(simulation: Simulation) -> None:
    """Nobody honest is ever found to have broken the protocol."""
    keys = {peer.key for peer in simulation.honest}
    for peer in simulation.honest:
        for log in peer.logs():
            if log.breach is None:
                continue
            named = log.setup.players[log.breach.author].key
            assert named not in keys, f"{peer} names somebody honest: {log.breach}"


# -- what came of it ------------------------------------------------------------------------------


def check_same(simulation: Simulation) -> None:
    """All honest peers that have finished a deal have the same bytes and the same result."""
    by_number: defaultdict[int, list[tuple[Peer, Log]]] = defaultdict(list)
    for peer in simulation.honest:
        for log in peer.logs():
            if log.complete and log.breach is None:
                by_number[log.setup.number].append((peer, log))
    for number, finished in sorted(by_number.items()):
        if any(1 in voices(log) for _, log in finished):
            return  # of two players each can say so of the other, and nobody is there to decide
        for group in within_reach(simulation, finished):
            check_group(number, group)


def within_reach(
    simulation: Simulation, finished: list[tuple[Peer, Log]]
) -> list[list[tuple[Peer, Log]]]:
    """Group peers: who was between two may have gone for good, and then they never meet again."""
    if not simulation.plan.may_give_up:
        return [finished]
    groups, rest = [], finished
    while rest:
        reached = simulation.network.within_reach(rest[0][0])
        groups.append([one for one in rest if one[0] in reached])
        rest = [one for one in rest if one[0] not in reached]
    return groups


def check_group(number: int, group: list[tuple[Peer, Log]]) -> None:
    """Who has seen a deal's end has seen the same."""
    (first, log), *others = sorted(group, key=lambda one: one[0].status is not Status.ENDED)
    for peer, other in others:
        if peer.status is not Status.ENDED and (voices(log) or voices(other)):
            continue  # it has gone, and what it saw may have been taken back since
        what = f"deal {number}, {first} and {peer}"
        assert log.setup.deal == other.setup.deal, f"{what} play different deals"
        assert log.state.result == other.state.result, f"{what} have different results"
        assert log.state.log == other.state.log, f"{what} have different logs"
    check_bytes(log, [peer for peer, _ in group])


def voices(log: Log) -> list[int]:
    """By how many claims time was over in steps of a deal."""
    steps = map(log.complete_step, range(log.step))
    counts = (sum(one.entry.type is EntryType.TIMEOUT for one in step) for step in steps)
    return [count for count in counts if count]


def check_found_out(simulation: Simulation) -> None:
    """Who is found out by one is found out by all who were still there."""
    honest = [peer for peer in simulation.honest if peer.status is Status.ENDED]
    found = {peer: breach_of(peer) for peer in honest}
    if any(found.values()) and len(simulation.plan.bad) == 1:
        for peer in honest:
            assert found[peer] or not peer.up, f"{peer} has not found out"


def breach_of(peer: Peer) -> bool:
    return any(log.breach is not None for log in peer.logs())


def check_bytes(log: Log, finished: list[Peer]) -> None:
    """Who has gone before the end has the beginning of what the others have.

    But for steps that were taken back since.
    """
    number, by_time = log.setup.number, bool(voices(log))
    contents = {peer: peer.disk.replay(log.setup.deal) for peer in finished}
    stayed = [peer for peer in finished if peer.status is Status.ENDED]
    for peer, content in contents.items():
        for whole in stayed:
            if peer.status is Status.ENDED:
                assert content == contents[whole], f"deal {number}, {whole}, {peer}: other bytes"
            elif not by_time:
                assert contents[whole].startswith(content), f"deal {number}, {peer}: other bytes"


def check_stuck(simulation: Simulation) -> None:
    """Only where several were away at once does anybody give up."""
    for peer in simulation.honest:
        if peer.status is Status.STUCK:
            assert simulation.plan.may_give_up, f"{peer} has given up: {peer.failure}"


def check_replays(simulation: Simulation) -> None:
    """What lies on a disk is good, for whoever verifies it."""
    for log in whole_logs(simulation):
        for peer in simulation.honest:
            if peer.status is Status.ENDED and peer.has_finished(log.setup.deal):
                report = verify_replay(peer.disk.replay(log.setup.deal))
                assert report.verdict is Verdict.GOOD, f"{peer}: {report.fault}"
                break


# -- accusations ----------------------------------------------------------------------------------


def check_accusations(simulation: Simulation, log: Log) -> None:
    """Nothing said in time is lost unless it is moot, and nothing counts twice."""
    state, deal = log.state, log.state.deal
    if not isinstance(deal, Deal):
        return
    judged = deal.accusations
    keys = {peer.key for peer in simulation.honest}
    honest = {author for author, p in enumerate(log.setup.players) if p.key in keys}
    counted = {n for n, one in enumerate(judged) if state.seats[one.seat] not in honest}
    early = deal.result is not None and deal.result.reason in _EARLY_ENDS
    for one in said_in(simulation, log):
        what = one.signed.accusation
        accuser, accused = state.seat_of(what.author), state.seat_of(what.accused)
        for number, other in enumerate(judged[what.judged :], what.judged):
            if other.bout != what.bout:
                continue
            if other.seat == accuser:
                assert other.accused == accused, f"{what} was judged as {other}"
                assert number not in counted, f"{what} was judged twice, or two as one"
                counted.add(number)
                break
            if other.right and other.accused == accused:
                break  # it is moot
        else:
            moot = early and what.bout >= deal.bout  # the deal has ended in that bout
            assert moot or not one.in_time, f"{what} is lost"
    assert counted == set(range(len(judged))), "an accusation was judged that nobody made"


def said_in(simulation: Simulation, log: Log) -> Iterable[Said]:
    return (
        one
        for peer in simulation.honest
        for one in peer.said
        if one.signed.accusation.setup == log.setup.hash
    )
