"""Questions that are answered by yes or no.

An answer is picked by its meaning, in either alphabet: "н" is нет, though it stands on the key of
the Y.  So that nothing is lost by a slip, the answer under which nothing is done is last, and
marked at first; Escape gives it, too.
"""

from __future__ import annotations

from typing import Final

from durak_p2p.texts import Text, text
from durak_p2p.ui.screen.selection import Action, MenuItem, Mode, Selection

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
