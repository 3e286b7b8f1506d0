"""The course of a deal: which step follows which.  The only place that says so.

commit ──> reveal ──> shuffle (one player after the other) ──> ┐
                                                               │ what the rules ask for:
   ┌───────────────────────────────────────────────────────────┘
   ├─ cards      ──> shares   everybody who owes a share for them        ─┐
   ├─ question   ──> answer   everybody                                  ─┤
   ├─ word       ──> move     whoever has the word (or hear)             ─┤ and again, until
   ├─ close      ──> close    everybody who is still in                  ─┤ nothing is asked
   ├─ reshuffle  ──> shuffle  everybody, one after the other             ─┘
   └─ nothing    ──> open     everybody; that is the end
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from durak_p2p.game.events import DealEnded
from durak_p2p.game.steps.accusing import CloseStep
from durak_p2p.game.steps.base import Step
from durak_p2p.game.steps.making import CommitStep, RevealStep
from durak_p2p.game.steps.opening import OpenStep
from durak_p2p.game.steps.playing import AnswerStep, MoveStep, SharesStep
from durak_p2p.game.steps.shuffling import ShuffleStep
from durak_p2p.rules import Cards, Close, Over, Question, Word
from durak_p2p.rules.shedding import Reshuffle

if TYPE_CHECKING:
    from durak_p2p.game.state import GameState


def next_step(state: GameState, finished: Step | None) -> Step | None:
    """Return the step after *finished* (None: the first), or None when the deal is complete."""
    match finished:
        case None:
            return CommitStep(state)
        case CommitStep():
            return RevealStep(state, finished.commitments)
        case RevealStep():
            return ShuffleStep(state, 0)
        case ShuffleStep() if not finished.is_last:
            return ShuffleStep(state, finished.turn + 1)
        case OpenStep():
            return None
    return _asked_step(state)


def step_after_departure(state: GameState, finished: Step | None) -> Step | None:
    """Return the step after one that ended by time or by somebody's leaving.

    Before the deck is made that is the end.  An opening is begun again, by those who are there.
    """
    if state.deal is None:
        return None
    if isinstance(finished, OpenStep):
        return None if state.present <= state.openings.keys() else OpenStep(state)
    step = _asked_step(state)
    if not state.present:
        step.finish()  # all that is ever opened was opened in leaves
        return None
    return step


def _asked_step(state: GameState) -> Step:
    """Return the step that serves what the rules ask for now."""
    assert state.deal is not None
    match state.deal.request:
        case Cards() as request:
            return SharesStep(state, request)
        case Question() as request:
            return AnswerStep(state, request)
        case Word(seat):
            return MoveStep(state, seat)
        case Close(seats):
            return CloseStep(state, seats)
        case Reshuffle(positions):
            state.begin_reshuffle(positions)
            return ShuffleStep(state, 0)
        case Over():
            state.events.append(DealEnded(state.deal.result))
            return OpenStep(state)
