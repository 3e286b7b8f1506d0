"""The steps of a deal: who may write, what is written, how it is checked, what comes next.

    commit ──> reveal ──> shuffle (one player after the other) ──> ┐
                                                                   │ what the rules ask for:
       ┌───────────────────────────────────────────────────────────┘
       ├─ cards     ──> shares   everybody who owes a share for them     ─┐
       ├─ question  ──> answer   everybody                               ─┤
       ├─ word      ──> move     whoever has the word                    ─┤ and again, until
       └─ nothing   ──> open     everybody                                ┘ nothing is asked

Each module holds both halves of its steps, the writing and the checking, side by side.
"""

from durak_p2p.game.steps.base import Step
from durak_p2p.game.steps.making import first_step
from durak_p2p.game.steps.playing import AnswerStep, MoveStep, SharesStep

__all__ = ["AnswerStep", "MoveStep", "SharesStep", "Step", "first_step"]
