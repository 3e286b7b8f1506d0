"""Players' names: what may be shown on a terminal (protocol/log.md, "Names")."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from durak_p2p.texts import text

LONGEST_NAME = 20  # characters

# Characters of Unicode 3.2 alone: with what later versions have assigned, a name would be clean
# for some peers and unclean for others, as their tables are older or newer.
_ASSIGNED = unicodedata.ucd_3_2_0
# Letters and signs by category that show nothing: the Hangul fillers, the empty Braille cell.
BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")


# Cyrillic letters, small, and the Latin ones that they or their capitals look like.
_LATIN = str.maketrans("авеёікмнорстухѕј", "abeëikmhopctyxsj")


class UncleanName(ValueError):
    """A name has 1 to 20 printable characters, without control or direction characters."""


_UNCLEAN = text("A name has 1 to 20 printable characters, without control or direction characters.")


def _printable(character: str) -> bool:
    category = unicodedata.category(character)
    if _ASSIGNED.category(character) == "Cn" or character in BLANK:
        return False
    # C*: control, format (direction marks, joiners), surrogate, private, unassigned;
    # Z*: separators, of which only the plain space is let in; M*: marks that pile up.
    return character == " " or category[0] not in "CZM"


def clean_name(written: str) -> str:
    """Return *written* as a name: in NFC, unprintable characters and extra spaces dropped.

    Raises :class:`UncleanName` if nothing is left.  The result is at most 20 characters long.
    """
    normal = unicodedata.normalize("NFC", written)
    kept = "".join(c if _printable(c) else " " if c.isspace() else "" for c in normal)
    kept = unicodedata.normalize("NFC", kept)  # again: what is dropped may have stood between
    name = " ".join(kept.split())[:LONGEST_NAME].rstrip()
    if not name:
        raise UncleanName(_UNCLEAN)
    return name


def check_name(written: str) -> str:
    """Return *written* if it is a name that :func:`clean_name` leaves as it is, else raise."""
    if not written or clean_name(written) != written:
        raise UncleanName(_UNCLEAN)
    return written


def look(name: str) -> str:
    """Return what a name has in common with those that look like it.

    Case, width, ligatures and spaces make no difference (NFKC, Unicode case folding), nor do the
    Cyrillic letters that look like Latin ones (as in Unicode Technical Standard 39, 4).
    """
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return "".join(folded.split()).translate(_LATIN)


def told_apart(people: Iterable[tuple[bytes, str]]) -> dict[bytes, str]:
    """Return the names of *people* by their keys, with a number after each that comes again.

    A name comes again, too, where it looks like another (:func:`look`).  Who gets which number
    follows from the keys of those who are there alone: it is the same on every screen, in the lobby
    as in a deal of all of them.  No two of what is returned look alike: a number that somebody has
    in the name is passed over.

    Args:
        people: key and name of each.
    """
    written = tuple(people)
    taken = {look(name) for _, name in written}
    seen: set[str] = set()
    told: dict[bytes, str] = {}
    for key, name in sorted(written):
        told[key], number = name, 2
        while look(told[key]) in (taken if told[key] != name else seen):
            told[key], number = f"{name} ({number})", number + 1
        seen.add(look(name))
        taken.add(look(told[key]))
    return told
