"""The steps of a deal: who may write, what is written, how it is checked, what it does.

Each module holds both halves of its steps, the writing and the checking, side by side; ``course``
says which step follows which.
"""

from durak_p2p.game.steps.accusing import CloseStep
from durak_p2p.game.steps.base import OwedStep, Step
from durak_p2p.game.steps.course import next_step, step_after_departure
from durak_p2p.game.steps.opening import OpenStep
from durak_p2p.game.steps.playing import AnswerStep, MoveStep, SharesStep
from durak_p2p.game.steps.shuffling import ShuffleStep

__all__ = [
    "AnswerStep",
    "CloseStep",
    "MoveStep",
    "OpenStep",
    "OwedStep",
    "SharesStep",
    "ShuffleStep",
    "Step",
    "next_step",
    "step_after_departure",
]
