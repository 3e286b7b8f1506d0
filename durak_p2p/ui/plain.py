"""What may go to a terminal: nothing from outside reaches it unfiltered."""

from __future__ import annotations

import unicodedata


def plain_text(text: str) -> str:
    """Return *text* with every character but line ends and printable ones shown as ``?``.

    Control characters, escape sequences and direction marks could re-colour the screen, or show
    something else than what is there.
    """
    return "".join(c if c == "\n" or _printable(c) else "?" for c in text)


def _printable(character: str) -> bool:
    # C*: control, format, surrogate, private, unassigned; of Z* all but the plain space.
    return character == " " or unicodedata.category(character)[0] not in "CZ"
