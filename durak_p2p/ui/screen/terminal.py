"""What a terminal can do, as far as the environment tells."""

from __future__ import annotations

import codecs
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from prompt_toolkit.input import Input
from prompt_toolkit.output import Output

#: Values of TERM whose terminals have no colours.
_COLOURLESS: Final = ("vt100", "vt102", "vt220", "ansi-mono", "xterm-mono")


@dataclass(frozen=True, slots=True)
class Terminal:
    """What the terminal can do, and where it is.

    Attributes:
        unicode: whether it shows more than ASCII.
        colours: whether colours are wanted and there.
        truecolor: whether it shows all colours.
        source: where keys come from; None: where the program was started.
        output: where the picture goes; None: likewise.
    """

    unicode: bool = True
    colours: bool = True
    truecolor: bool = False
    source: Input | None = None
    output: Output | None = None


def terminal_of(environment: Mapping[str, str], encoding: str | None) -> Terminal:
    """Return what the terminal can do.

    Args:
        environment: its variables: TERM, COLORTERM, and NO_COLOR (no-color.org: set and not empty,
            no colours are wanted).
        encoding: of standard output; None: not known.
    """
    return Terminal(
        unicode=_is_unicode(encoding),
        colours=not environment.get("NO_COLOR") and environment.get("TERM") not in _COLOURLESS,
        truecolor=environment.get("COLORTERM", "") in ("truecolor", "24bit"),
    )


def has_screen(environment: Mapping[str, str], *, terminals: bool) -> bool:
    """Whether the whole screen can be drawn on.

    Args:
        environment: its variables.
        terminals: whether standard input and output are both terminals.
    """
    return terminals and environment.get("TERM", "").lower() not in ("dumb", "unknown")


def _is_unicode(encoding: str | None) -> bool:
    try:
        return codecs.lookup(encoding or "ascii").name in ("utf-8", "utf-16", "utf-32", "cp65001")
    except LookupError:
        return False
