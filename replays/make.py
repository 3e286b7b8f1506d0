"""Make the sample replays and README.md's table: python replays/make.py

The same program makes the same bytes: identities, secrets and proofs come out of labels, and
computer players choose the moves (tests/game/tables.py plays the deals).  Real deals draw their
secrets from the system.  Make them again after a change of what is signed or written; a change of
the computer players alone leaves these files as good as they were.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent
sys.path.insert(0, str(FOLDER.parent / "tests"))

from game.cheating_tables import CheatingTable  # noqa: E402
from game.cheats import Denies, ShufflesByAnotherSeed  # noqa: E402
from game.parting import all_to_all, at_a_move, claims_of, play_on, who_moves  # noqa: E402
from game.tables import Record, Table, first_setup, played, replay_of, table  # noqa: E402

from durak_p2p.bots import Rates  # noqa: E402
from durak_p2p.game import EntryType, Log, next_setup  # noqa: E402
from durak_p2p.replay import NotAReplay, read_frames, verify_replay  # noqa: E402
from durak_p2p.rules import Deal  # noqa: E402
from durak_p2p.rules.family import preset_rules  # noqa: E402

HEAD = """\
# Sample replays

Made by `make.py`; `tests/replay/test_samples.py` holds that each gets the verdict that stands here. Format:
[protocol/replay.md](../protocol/replay.md). *Proven*: the author's own signature shows the breach. Where it does not, only the
file is wrong, and nobody is to blame but who had it. The two deals of `czech` are of one match, and the pile is shuffled again
in the first.

"""  # noqa: E501 - as wide as all documents


def good_2() -> bytes:
    return played(2, 36, "good 2").replay()


def good_4() -> bytes:
    return played(4, 24, "good 4").replay()


def jokers() -> bytes:
    """Two pairs, 52 cards and two jokers."""
    return replay_of(table(4, 54, "jokers", "pairs").play().log)


@cache
def czech() -> tuple[Log, Log]:
    """Two deals of a match of Czech durak; in the first the pile is shuffled again."""
    rules = preset_rules("czech", {"players": 2, "reshuffle": True})
    for number in range(200):
        label = f"czech {number}"
        first = Table(first_setup(rules, label, deals=2), label).play()
        if len(first.log.state.rounds) > 1:
            following = next_setup(first.log)
            assert following is not None
            return first.log, Table(following, label).play().log
    raise AssertionError("there is no such deal among these")


def czech_1() -> bytes:
    return replay_of(czech()[0])


def czech_2() -> bytes:
    return replay_of(czech()[1])


def unfinished() -> bytes:
    """The players stopped in the middle."""
    record = base()
    return replay_of(record.log_before(record.step_of(EntryType.MOVE, 6)))


def torn() -> bytes:
    """The program was killed while it wrote an entry."""
    return base().replay()[:-100]


def base() -> Record:
    return played(2, 24, "samples")


def frame_at(record: Record, step: int) -> int:
    return 1 + sum(map(len, record.steps[:step]))


def bad_byte() -> bytes:
    """One bit of a move's bytes is changed."""
    record = base()
    data = bytearray(record.replay())
    frames = read_frames(bytes(data)).frames
    frame = frames[frame_at(record, record.step_of(EntryType.MOVE, 3))]
    data[frame.offset + 60] ^= 1
    return bytes(data)


def lost_entry() -> bytes:
    """A move is cut out."""
    record = base()
    data = record.replay()
    frames = read_frames(data).frames
    number = frame_at(record, record.step_of(EntryType.MOVE, 2))
    return data[: frames[number].offset] + data[frames[number + 1].offset :]


def after_the_end() -> bytes:
    """There is something after the last entry."""
    return base().replay() + b"more"


def equivocation() -> bytes:
    """A player wrote two entries for a step long past."""
    record = base()
    log = record.log_before(record.step_of(EntryType.MOVE, 5))
    first = record.steps[record.step_of(EntryType.MOVE, 1)][0]
    author = first.entry.author
    log.receive(record.sign(replace(first.entry, body=("take", (), b"", b"")), author))
    return replay_of(log)


def equivocation_ahead() -> bytes:
    """A player wrote two entries for a step that never came."""
    record = base()
    step = record.step_of(EntryType.MOVE, 2)
    log = record.log_before(step - 1)
    first = record.steps[step][0]
    for signed in (first, record.sign(replace(first.entry, log=bytes(32)), first.entry.author)):
        log.receive(signed)
    return replay_of(log)


def refused_move() -> bytes:
    """A player made a move that the rules refuse."""
    record = base()
    log = record.log_at(EntryType.MOVE)
    log.receive(record.forge(log, min(log.missing()), ("take", (), b"", b"")))
    return replay_of(log)


def bad_proof() -> bytes:
    """A player changed a card of the deck while shuffling: the proof does not hold."""
    record = base()
    log = record.log_at(EntryType.SHUFFLE)
    author = min(log.missing())
    body = record.honest(log, author)
    assert isinstance(body, tuple)
    deck, proof = body
    assert isinstance(deck, bytes)
    log.receive(record.forge(log, author, (deck[64:128] + deck[:64] + deck[128:], proof)))
    return replay_of(log)


def other_seed() -> bytes:
    """A shuffle was not made from the seed that was committed to: found at the opening."""
    done = table(2, 24, "other seed", sit={1: ShufflesByAnotherSeed}).play()
    return replay_of(done.log)


def false_answer() -> bytes:
    """A player said that it had not the card that was asked for: found at the opening."""
    done = table(3, 24, "false answer", sit=dict.fromkeys(range(3), Denies)).play()
    return replay_of(done.log)


def cheats() -> bytes:
    """A cheat was caught, another was missed, and somebody was accused wrongly."""
    rules = preset_rules("cheaters", {"players": 3, "deck": 24})
    for number in range(200):
        done = CheatingTable(rules, f"cheats {number}", Rates(0.2, 0.5, 0.02)).play()
        deal = done.log.state.deal
        assert isinstance(deal, Deal)
        caught = sum(cheat.caught_by is not None for cheat in deal.cheats)
        missed = len(deal.cheats) - caught
        wrong = sum(not accusation.right for accusation in deal.accusations)
        if (caught, missed, wrong) == (1, 1, 1):
            return replay_of(done.log)
    raise AssertionError("there is no such deal among these")


def left() -> bytes:
    """A player has left in the middle, and is the fool."""
    done = at_a_move("left", 3)
    leaver = who_moves(done.log)
    leave = done.players[leaver].leave()
    assert leave is not None
    all_to_all(done, [leave])
    play_on(done, {leaver})
    return replay_of(done.players[leaver - 1].log)


def away() -> bytes:
    """A player was waited for in vain, say the three others; it has opened nothing."""
    done = at_a_move("away", 4)
    absent = who_moves(done.log)
    all_to_all(done, claims_of(done, absent))
    play_on(done, {absent})
    return replay_of(done.players[absent - 1].log)


def overrun() -> bytes:
    """A player has overrun the table's limit for a move, says the other, and stayed."""
    done = at_a_move("overrun", 2, turn_seconds=30)
    all_to_all(done, claims_of(done, who_moves(done.log)))
    play_on(done, set())
    return replay_of(done.log)


def two_claims() -> bytes:
    """A player says that an entry is out of time, and that it has seen it."""
    done = at_a_move("two claims", 3)
    accused = who_moves(done.log)
    witness = done.players[accused - 1].log
    claim = claims_of(done, accused)[0]
    seen = replace(claim.entry, type=EntryType.SEEN)
    for signed in (claim, seen.sign(done.identities[seen.author])):
        witness.receive(signed)
    return replay_of(witness)


def newer() -> bytes:
    """A replay of the version after this one."""
    return base().replay().replace(b"durak/1\n", b"durak/2\n", 1)


def nothing_yet() -> bytes:
    """The table was set up, and nobody has written."""
    return replay_of(Log(base().setup))


SAMPLES: dict[str, Callable[[], bytes]] = {
    "good-2-players.durak": good_2,
    "good-4-players.durak": good_4,
    "good-jokers.durak": jokers,
    "good-czech-1.durak": czech_1,
    "good-czech-2.durak": czech_2,
    "good-with-cheats.durak": cheats,
    "good-left.durak": left,
    "good-away.durak": away,
    "good-overrun.durak": overrun,
    "unfinished.durak": unfinished,
    "unfinished-torn.durak": torn,
    "unfinished-set-up.durak": nothing_yet,
    "broken-byte.durak": bad_byte,
    "broken-lost-entry.durak": lost_entry,
    "broken-after-the-end.durak": after_the_end,
    "broken-equivocation.durak": equivocation,
    "broken-equivocation-ahead.durak": equivocation_ahead,
    "broken-two-claims.durak": two_claims,
    "broken-refused-move.durak": refused_move,
    "broken-shuffle-proof.durak": bad_proof,
    "broken-shuffle-seed.durak": other_seed,
    "broken-false-answer.durak": false_answer,
    "unreadable-newer.durak": newer,
}


def row(name: str, data: bytes) -> str:
    """A line of the table: file, verdict, where, who, proven, reason."""
    try:
        report = verify_replay(data)
    except NotAReplay as error:
        return f"| `{name}` | unreadable | | | | {error} |"
    fault = report.fault
    if fault is None:
        return f"| `{name}` | {report.verdict} | | | | {report.entries} entries |"
    who = report.author_name or ""
    proven = "yes" if fault.proven else "no"
    return f"| `{name}` | {report.verdict} | {fault.entry} | {who} | {proven} | {fault.reason} |"


def readme(samples: dict[str, bytes]) -> str:
    lines = ["| file | verdict | entry | author | proven | reason |", "|---|---|---|---|---|---|"]
    lines += [row(name, data) for name, data in samples.items()]
    return HEAD + "\n".join(lines) + "\n"


def make() -> dict[str, bytes]:
    """Every file's bytes by its name, README.md's too."""
    samples = {name: maker() for name, maker in SAMPLES.items()}
    return {**samples, "README.md": readme(samples).encode()}


if __name__ == "__main__":
    for name, data in make().items():
        (FOLDER / name).write_bytes(data)
