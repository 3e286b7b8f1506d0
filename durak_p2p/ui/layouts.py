"""Keyboard layouts: which key of the Latin layout was pressed on a Russian one (ЙЦУКЕН)."""

from __future__ import annotations

from typing import Final

#: Keys of the Russian layout, and of the Latin one in the same places.
RUSSIAN: Final = "йцукенгшщзхъфывапролджэячсмитьбюё"
LATIN: Final = "qwertyuiop[]asdfghjkl;'zxcvbnm,.`"
_TO_LATIN: Final = {
    **dict(zip(RUSSIAN, LATIN, strict=True)),
    **dict(zip(RUSSIAN.upper(), 'QWERTYUIOP{}ASDFGHJKL:"ZXCVBNM<>~', strict=True)),
}
_COMMAND_MARKS: Final = {".": "/", ",": "?"}  # the key of / and ? on the Russian layout


def latin(text: str) -> str:
    """Return *text* as the same keys give it on the Latin layout."""
    return "".join(_TO_LATIN.get(character, character) for character in text)


def command_key(character: str) -> str:
    """Return the command key that was pressed, whichever layout is on, in lower case."""
    pressed = latin(character).lower()
    return _COMMAND_MARKS.get(pressed, pressed)
