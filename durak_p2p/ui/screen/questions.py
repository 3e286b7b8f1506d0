"""Questions that are answered by yes or no.

An answer is picked by its meaning, in either alphabet: "н" is нет, though it stands on the key of
the Y.  So that nothing is lost by a slip, the answer under which nothing is done is last, and
marked at first; Escape gives it, too.
"""

from __future__ import annotations

from typing import Final

from durak_p2p.texts import Text, listed, plural, text
from durak_p2p.ui.screen.selection import Action, Answer, MenuItem, Mode, Selection

_YES_KEYS: Final = ("y", "д")
_NO_KEYS: Final = ("n", "н")
_NO: Final = 1  # its row


def yes(label: Text, action: Action | None, *keys: str) -> MenuItem:
    """Return the answer yes, called *label*; *keys* give it as well."""
    return MenuItem((*_YES_KEYS, *keys), label, action, text("Y"))


def no(label: Text, action: Action | None = None) -> MenuItem:
    """Return the answer no, called *label*."""
    return MenuItem(_NO_KEYS, label, action, text("N"))


def asked(
    selection: Selection, question: Text, answers: tuple[MenuItem, MenuItem], row: int = _NO
) -> Selection:
    """Return the selection with a question; *answers*: yes and no; *row*: which is marked."""
    return selection.asking(question, answers, Mode.ASK, row)


def whether_to_play_on(selection: Selection, gone: tuple[str, ...]) -> Selection:
    """Return the selection with the question whether to play the next deal without some."""
    question = plural(
        "{names} is gone. Play on without?", "{names} are gone. Play on without?",
        len(gone), names=listed(gone),
    )  # fmt: skip
    answers = yes(text("play on"), Answer(True)), no(text("end the match"), Answer(False))
    return asked(selection.closed(), question, answers, row=0)
