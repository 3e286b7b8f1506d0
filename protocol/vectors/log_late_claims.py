"""Claims that come when the log has gone on: *Denied* and *Taken back* of protocol/log.md.

Each case is a list of entries in the order in which one log hears them, and where that log is
after each: which is all that an implementation needs to feed them to its own.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from log_deal import Deal, Json, end_json, entry_json

from durak_p2p.game import Breach, Entry, EntryType, Forked, Log, SignedEntry
from durak_p2p.game.entry import step_hash

OF_TWO: Final = "deal"
OF_THREE: Final = "deal_of_three"

# The step of the deal of three in which author 0, with 30 seconds to move, is late.  All owe
# shares in the next one.
LATE: Final = 10


class Kind(StrEnum):
    """What becomes of a claim, or of the step that it is about."""

    DENIED = "denied"
    NOT_DENIED = "not denied"
    TAKEN_BACK = "taken back"
    NOT_TAKEN_BACK = "not taken back"
    IN_TIME = "in time"


@dataclass(frozen=True)
class Case:
    """What a log hears that has *step* steps of a deal, and what must come of it."""

    kind: Kind
    why: str
    step: int
    entries: list[SignedEntry]
    steps: tuple[int, ...]  # complete ones after each entry
    breach: int | None = None  # whose


class Writer:
    """Signs what the deal's authors could have said in place of what they did."""

    def __init__(self, deal: Deal) -> None:
        self.deal = deal

    def entry(self, step: int, author: int) -> SignedEntry:
        """What *author* has written in the deal."""
        found = (e for e in self.deal.entries if e.entry.step == step)
        return next(e for e in found if e.entry.author == author)

    def _beside(self, step: int, author: int, type_: EntryType, *body: object) -> SignedEntry:
        log, deal = self.deal.hashes[step], self.deal.setup.deal
        entry = Entry(deal, step, author, type_, log, body)  # type: ignore[arg-type]
        return self.deal.sign(entry)

    def timeout(self, step: int, author: int, accused: int) -> SignedEntry:
        return self._beside(step, author, EntryType.TIMEOUT, accused)

    def seen(self, step: int, author: int, accused: int) -> SignedEntry:
        return self._beside(step, author, EntryType.SEEN, accused)

    def leave(self, step: int, author: int) -> SignedEntry:
        opening = self.deal.players[author].secrets.opening()
        return self._beside(step, author, EntryType.LEAVE, step, step, opening)

    def opens(self, author: int, *voices: SignedEntry) -> SignedEntry:
        """The opening in the step after one that *voices*, by author, have closed."""
        step = voices[0].entry.step
        log = step_hash(self.deal.hashes[step], voices)
        opening = self.deal.players[author].secrets.opening()
        return self.deal.sign(
            Entry(self.deal.setup.deal, step + 1, author, EntryType.OPEN, log, opening)
        )


def cases_of_two(write: Writer) -> Iterable[Case]:
    """Author 1 moves in step 6, author 0 in step 7; author 1 in 42 and 43; 0 is the fool."""
    claim = write.timeout(6, 0, 1)
    moves = write.entry(6, 1), write.entry(7, 0)
    yield Case(Kind.DENIED, "denied: who claims has moved since", 6, [*moves, claim], (7, 8, 8), 0)
    yield Case(
        Kind.DENIED,
        "denied: who claims has left since",
        6,
        [moves[0], write.leave(7, 0), claim],
        (7, 8, 8),
        0,
    )
    yield Case(
        Kind.DENIED,
        "denied: who has lost claims when the deal is complete",
        len(write.deal.hashes) - 1,
        [write.timeout(49, 0, 1)],
        (52,),
        0,
    )
    yield Case(
        Kind.NOT_DENIED,
        "not denied: the claim is heard first, and what its author wrote later is forked",
        6,
        [moves[0], claim, moves[1], write.opens(0, claim)],
        (7, 7, 7, 8),
    )
    claim = write.timeout(42, 0, 1)
    moves = write.entry(42, 1), write.entry(43, 1)
    yield Case(
        Kind.TAKEN_BACK,
        "taken back: two steps, which who was late has written alone",
        42,
        [*moves, claim, write.opens(0, claim)],
        (43, 44, 43, 44),
    )
    yield Case(
        Kind.TAKEN_BACK,
        "taken back: what was forked is looked at again",
        42,
        [moves[0], write.opens(0, claim), moves[1], claim],
        (43, 43, 44, 44),
    )
    claims = write.timeout(1, 0, 1), write.timeout(1, 1, 0)
    yield Case(
        Kind.TAKEN_BACK,
        "taken back twice: each claims of the other",
        1,
        [write.entry(1, 0), write.entry(1, 1), *claims],
        (1, 2, 2, 2),
    )


def cases_of_three(write: Writer) -> Iterable[Case]:
    """Author 0 has the word in step LATE, and all owe shares in the next."""
    after = LATE + 1
    move = write.entry(LATE, 0)
    shares = [write.entry(after, author) for author in range(3)]
    claims = write.timeout(LATE, 1, 0), write.timeout(LATE, 2, 0)
    opens = [write.opens(author, *claims) for author in range(3)]
    yield Case(
        Kind.IN_TIME,
        "in time for nobody: the claims come before the move",
        LATE,
        [*claims, move, *opens],
        (LATE, after, after, after, after, after + 1),
    )
    yield Case(
        Kind.TAKEN_BACK,
        "taken back: the voices become all when the move is there",
        LATE,
        [move, *claims, *opens],
        (after, after, after, after, after, after + 1),
    )
    yield Case(
        Kind.NOT_TAKEN_BACK,
        "not taken back: one of the voices has seen the move",
        LATE,
        [move, claims[0], write.seen(LATE, 2, 0), *shares],
        (after, after, after, after, after, after + 1),
    )
    yield Case(
        Kind.TAKEN_BACK,
        "taken back, and of several voices none is denied: one has gone on before its claim",
        LATE,
        [move, shares[1], *claims, *opens],
        (after, after, after, after, after, after, after + 1),
    )
    yield Case(
        Kind.TAKEN_BACK,
        "taken back: who was late has given its shares for the step in which it now opens",
        LATE,
        [move, *shares, *claims, *opens],
        (after, after, after, after + 1, after + 1, after, after, after, after + 1),
    )
    twin = write.deal.sign(replace(move.entry, body=("take", (), b"", b"")))
    yield Case(
        Kind.TAKEN_BACK,
        "taken back, and two moves of who was late still convict",
        LATE,
        [move, *claims, *opens, twin],
        (after, after, after, after, after, after + 1, after + 1),
        0,
    )
    leave = write.leave(LATE, 2)
    voices = claims[0], leave
    yield Case(
        Kind.TAKEN_BACK,
        "taken back: of two voices one is that of a leave",
        LATE,
        [move, leave, claims[0], write.opens(0, *voices), write.opens(1, *voices)],
        (after, after, after, after, after + 1),
    )


def _told(deal: Deal, name: str, case: Case) -> Json:
    log = deal.before(case.step)
    told = []
    for signed, steps in zip(case.entries, case.steps, strict=True):
        events = log.receive(signed)
        assert log.step == steps, case.why
        forked = any(isinstance(event, Forked) for event in events)
        broken = any(isinstance(event, Breach) for event in events)
        after = {
            "judgement": "breach" if broken else "forked" if forked else None,
            "steps": log.step,
            "log": log.state.log.hex(),
        }
        told.append({**entry_json(signed), "after": after})
    assert (log.breach.author if log.breach else None) == case.breach, case.why
    return {
        "kind": case.kind.value,
        "why": case.why,
        "deal": name,
        "step": case.step,
        "entries": told,
        **_ends(log, case.step),
    }


def _ends(log: Log, step: int) -> Json:
    return {
        "breach": log.breach.author if log.breach else None,
        "complete": log.complete,
        "missing": sorted(log.missing()),
        **end_json(log, step),
    }


def deal_of_three_json(deal: Deal) -> Json:
    """The deal up to the step in which author 0 is late."""
    return {
        "setup": deal.setup.raw.hex(),
        "entries": [entry_json(e) for e in deal.entries if e.entry.step < LATE],
        "hashes": [hashed.hex() for hashed in deal.hashes[: LATE + 1]],
    }


def deal_of_three() -> Deal:
    """A deal with a limit for moves, up to the shares after step LATE."""
    names = ("Anna", "Boris", "Clara")
    return Deal(names, "three ", lambda log: log.step == LATE + 2, turn_seconds=30)


def late_claims_json(two: Deal, three: Deal) -> Json:
    """All cases, of both deals."""
    return [
        *(_told(two, OF_TWO, case) for case in cases_of_two(Writer(two))),
        *(_told(three, OF_THREE, case) for case in cases_of_three(Writer(three))),
    ]
