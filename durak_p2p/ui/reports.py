"""What comes from a terminal among the keys and is none: reports of the mouse and the cursor.

prompt-toolkit takes for a report whatever begins like one, and fails on what is none.  Text with
colours that somebody pastes does ("ESC [ 31 m").
"""

from __future__ import annotations

import re
from typing import Final

from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.key_binding.bindings.mouse import load_mouse_bindings, typical_mouse_events
from prompt_toolkit.keys import Keys

#: By number, column and row, as xterm (SGR) and urxvt write them.
_IN_DIGITS: Final = re.compile(r"\x1b\[(<\d{1,5};\d{1,5};\d{1,5}[mM]|\d{1,5};\d{1,5};\d{1,5}M)")
#: The same as three characters.
_IN_CHARACTERS: Final = re.compile(r"\x1b\[M(.)..", re.DOTALL)


def is_mouse_report(data: str) -> bool:
    """Whether *data* tells of the mouse: then prompt-toolkit can read it."""
    in_characters = _IN_CHARACTERS.fullmatch(data)
    if in_characters is not None:
        return ord(in_characters[1]) in typical_mouse_events
    return _IN_DIGITS.fullmatch(data) is not None


def bind_reports(bindings: KeyBindings, *, mouse: bool) -> None:
    """Let *bindings* take what looks like a report before prompt-toolkit's own do.

    *mouse*: whether reports of the mouse are passed on to them.  Those of the cursor never are:
    nobody asks for them.
    """
    (theirs,) = load_mouse_bindings().get_bindings_for_keys((Keys.Vt100MouseEvent,))

    @bindings.add(Keys.Vt100MouseEvent)
    def _(event: KeyPressEvent) -> object:
        if mouse and is_mouse_report(event.data):
            return theirs.handler(event)
        return NotImplemented

    @bindings.add(Keys.CPRResponse, save_before=lambda event: False)
    def _(event: KeyPressEvent) -> object:
        return NotImplemented
