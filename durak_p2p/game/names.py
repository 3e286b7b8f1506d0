"""Players' names: what may be shown on a terminal (protocol/log.md, "Names")."""

from __future__ import annotations

import unicodedata

LONGEST_NAME = 20  # characters


class UncleanName(ValueError):
    """A name has 1 to 20 printable characters, without control or direction characters."""


def _printable(character: str) -> bool:
    category = unicodedata.category(character)
    # C*: control, format (direction marks, joiners), surrogate, private, unassigned;
    # Z*: separators, of which only the plain space is let in; M*: marks that pile up.
    return character == " " or category[0] not in "CZM"


def clean_name(text: str) -> str:
    """Return *text* as a name: normalised (NFC), unprintable characters and extra spaces dropped.

    Raises :class:`UncleanName` if nothing is left.  The result is at most 20 characters long.
    """
    normal = unicodedata.normalize("NFC", text)
    kept = "".join(c if _printable(c) else " " if c.isspace() else "" for c in normal)
    name = " ".join(kept.split())[:LONGEST_NAME].rstrip()
    if not name:
        raise UncleanName(UncleanName.__doc__)
    return name


def check_name(text: str) -> str:
    """Return *text* if it is a name that :func:`clean_name` leaves as it is, else raise."""
    if not text or clean_name(text) != text:
        raise UncleanName(UncleanName.__doc__)
    return text
