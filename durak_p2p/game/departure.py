"""Players who are gone, and deals that end by that or by time (protocol/log.md, "Time", "Leaving").

What is here is what the log makes of it; who may say so, and when it counts, is in ``claims``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from durak_p2p.game.codec import CodecError, Fields, Value
from durak_p2p.game.entry import MAX_STEP, Entry, EntryType, SignedEntry
from durak_p2p.game.errors import Refused
from durak_p2p.game.events import Departed, TimeOver
from durak_p2p.game.steps.opening import Opening, read_opening
from durak_p2p.game.steps.playing import MoveStep
from durak_p2p.rules.family import seats_in
from durak_p2p.texts import sentence_of, text

if TYPE_CHECKING:
    from durak_p2p.game.secrets import DealSecrets
    from durak_p2p.game.state import GameState

_STEPS_BEFORE_KEYS: Final = 2  # commit and reveal

DepartureReason = Literal["left", "away"]


@dataclass(frozen=True, slots=True)
class Departure:
    """A player is gone from ``step`` on; ``voices`` is how many others have signed that (0: none
    but the player itself)."""

    step: int
    reason: DepartureReason
    voices: int


@dataclass(frozen=True, slots=True)
class Silence:
    """What a leaving player says: from which step on it writes no entry, and makes no claim."""

    entries: int
    claims: int

    def covers(self, entry: Entry) -> bool:
        """Whether *entry*, which is no leave, is one of those that are not to come."""
        claim = entry.type in (EntryType.TIMEOUT, EntryType.SEEN)
        return entry.step >= (self.claims if claim else self.entries)


def leave_body(state: GameState, silence: Silence, secrets: DealSecrets) -> Value:
    """Return the body with which a player leaves.

    Once keys are revealed it holds the opening, so that the deal's replay can be read to its end.
    """
    opening = secrets.opening() if state.key_shares else ()
    return silence.entries, silence.claims, opening


def read_silence(body: Value) -> Silence:
    """Return from when on the author of a ``leave`` with this body is silent."""
    return _read_silence(Fields(body, "leave"))


def _read_silence(fields: Fields) -> Silence:
    entries = fields.integer("first step without an entry", 0, MAX_STEP + 1)
    return Silence(entries, fields.integer("first step without a claim", 0, MAX_STEP + 1))


def fault_of_leave(entry: Entry) -> str | None:
    """Return what is wrong with a ``leave``, whatever the log is."""
    try:
        silence = read_silence(entry.body)
    except CodecError as error:
        return sentence_of(error)
    if not {silence.entries, silence.claims} <= {entry.step, entry.step + 1}:
        return text("Nobody can leave from that step on.")
    return None


def take_leave(state: GameState, entry: Entry) -> Opening | None:
    """Check what a leaving player opens, as far as it can be by now; None if it opens nothing.

    It opens its key if the others' were revealed when it left.  Raises ``Refused``, or a
    ``CodecError`` or ``CryptoError``, for an opening that is none.
    """
    fields = Fields(entry.body, "leave")
    _read_silence(fields)
    opening = fields.value("opening")
    fields.end()
    if entry.step < _STEPS_BEFORE_KEYS:
        if opening != ():
            raise Refused(text("There is nothing to open yet."))
        return None
    return read_opening(state, entry.author, opening)


def parting_body(leave: SignedEntry) -> Value:
    """Return the body of the entry that takes a leave into the log."""
    return leave.raw, leave.signature


def leave_in(body: Value) -> SignedEntry:
    """Return the leave in a ``part`` entry's body.  Raises ``Refused`` if there is none."""
    fields = Fields(body, "part")
    raw, signature = fields.value("leave"), fields.value("signature")
    fields.end()
    if not isinstance(raw, bytes) or not isinstance(signature, bytes):
        raise Refused(text("The parting holds no leave."))
    return SignedEntry(raw, signature)


def check_parting(state: GameState, leave: Entry) -> None:
    """Refuse what is no leave that can end the deal now."""
    fault = text("It is no leave.") if leave.type is not EntryType.LEAVE else fault_of_leave(leave)
    if fault is not None:
        raise Refused(fault)
    if leave.step > state.number or read_silence(leave.body).entries > state.number:
        raise Refused(text("The leave is not for this step yet."))
    if not is_needed(state, leave.author):
        raise Refused(text("The deal can go on without who leaves."))


def is_needed(state: GameState, author: int) -> bool:
    """Whether *author* still plays in the deal."""
    if state.deal is None or author not in state.present:
        return False
    return state.seat_of(author) in seats_in(state.deal)


def part(state: GameState) -> None:
    """End the deal, for players on whom the current step waited have left."""
    for author, opening in sorted(state.leavers.items()):
        if opening is not None:
            state.openings[author] = opening
        _depart(state, author, "left", 0)
    state.leavers.clear()


def run_out_of_time(state: GameState, late: frozenset[int], voices: int) -> None:
    """End the deal, for all others say that *late* have not done their part in time.

    With a limit for moves the author of a missing move is the fool and goes on to sit at the
    table; anybody else who was waited for in vain is gone.  Two who say it of each other have
    both missed the other: the deal counts nothing.
    """
    if len(late) > 1 and state.deal is not None:
        state.deal.abandon()
    for author in sorted(late):
        state.events.append(TimeOver(author, voices))
        if has_limit(state):
            assert state.deal is not None
            state.timeout = author, voices
            state.deal.overrun(state.seat_of(author))
        else:
            _depart(state, author, "away", voices)


def has_limit(state: GameState) -> bool:
    """Whether who has to write now has only the table's ``turn_seconds`` for it."""
    return isinstance(state.step, MoveStep) and state.setup.rules.turn_seconds is not None


def _depart(state: GameState, author: int, reason: DepartureReason, voices: int) -> None:
    state.departed[author] = Departure(state.number, reason, voices)
    state.events.append(Departed(author, reason))
    if state.deal is not None:
        state.deal.depart(state.seat_of(author), reason)
