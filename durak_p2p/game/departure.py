"""Players who are gone, and deals that end by that or by time (protocol/log.md, "Time", "Leaving").

What is here is what the log makes of it; who may say so, and when it counts, is in ``claims``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from durak_p2p.game.codec import CodecError, Fields, Value
from durak_p2p.game.entry import Entry
from durak_p2p.game.errors import Refused
from durak_p2p.game.events import Departed, TimeOver
from durak_p2p.game.steps.opening import Opening, read_opening
from durak_p2p.game.steps.playing import MoveStep
from durak_p2p.texts import sentence_of, text

if TYPE_CHECKING:
    from durak_p2p.game.secrets import DealSecrets
    from durak_p2p.game.state import GameState

DepartureReason = Literal["left", "away"]


@dataclass(frozen=True, slots=True)
class Departure:
    """A player is gone from ``step`` on; ``voices`` is how many others have signed that (0: none
    but the player itself)."""

    step: int
    reason: DepartureReason
    voices: int


def leave_body(state: GameState, first: int, secrets: DealSecrets) -> Value:
    """Return the body with which a player leaves from the step *first* on.

    Once keys are revealed it holds the opening, so that the deal's replay can be read to its end.
    """
    return first, secrets.opening() if state.key_shares else ()


def first_step(body: Value) -> int:
    """Return the step from which the author of a ``leave`` with this body is gone."""
    fields = Fields(body, "leave")
    return fields.integer("first step", 0, 1 << 20)


def fault_of_leave(entry: Entry) -> str | None:
    """Return what is wrong with a ``leave``, whatever the log is."""
    try:
        first = first_step(entry.body)
    except CodecError as error:
        return sentence_of(error)
    if not entry.step <= first <= entry.step + 1:
        return text("Nobody can leave from that step on.")
    return None


def take_leave(state: GameState, author: int, body: Value) -> Opening | None:
    """Check what a leaving player opens, as far as it can be by now; None if it opens nothing.

    Raises ``Refused`` or a ``CryptoError`` for an opening that is none.
    """
    fields = Fields(body, "leave")
    fields.integer("first step", 0, 1 << 20)
    opening = fields.value("opening")
    fields.end()
    if opening != ():
        if not state.key_shares:
            raise Refused(text("There is nothing to open yet."))
        return read_opening(state, author, opening)
    if state.deal is not None:
        raise Refused(text("Who leaves a deal opens its key."))
    return None


def part(state: GameState) -> None:
    """End the deal, for players on whom the current step waited have left."""
    for author, opening in sorted(state.leavers.items()):
        if opening is not None:
            state.openings[author] = opening
        _depart(state, author, "left", 0)
    state.leavers.clear()


def run_out_of_time(state: GameState, accused: int, voices: int) -> None:
    """End the deal, for all others say that *accused* has not done its part in time.

    With a limit for moves the author of a missing move is the fool and goes on to sit at the
    table; anybody else who was waited for in vain is gone.
    """
    state.events.append(TimeOver(accused, voices))
    if has_limit(state):
        assert state.deal is not None
        state.timeout = accused, voices
        state.deal.overrun(state.seat_of(accused))
    else:
        _depart(state, accused, "away", voices)


def has_limit(state: GameState) -> bool:
    """Whether who has to write now has only the table's ``turn_seconds`` for it."""
    return isinstance(state.step, MoveStep) and state.setup.rules.turn_seconds is not None


def _depart(state: GameState, author: int, reason: DepartureReason, voices: int) -> None:
    state.departed[author] = Departure(state.number, reason, voices)
    state.events.append(Departed(author, reason))
    if state.deal is not None:
        state.deal.depart(state.seat_of(author), reason)
