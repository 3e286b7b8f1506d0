"""The colours of the themes, for terminals that show all colours, 256, or 16.

With 256 the nearest colour of a terminal's own is taken, which does for grounds that are nearly
grey.  With 16 nothing is near: all of them are chosen.  There a bright ground is shown as the dark
one by some terminals (the console of Linux), and bold letters in the bright colour: letters on
cards are dark, and not bold, so that both can be read.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import Final


class Colours(Enum):
    """How many colours a terminal shows."""

    ALL = auto()
    SOME = auto()  # 256
    FEW = auto()  # 16


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of a theme, as "#rrggbb", or by the name of one of the 16.

    ``weight`` is "bold" where letters on the table that matter can be bold, else "nobold", and
    ``card_weight`` the same of letters on cards and on ``mark_ground``.
    """

    ground: str
    ink: str
    faint: str
    bar: str  # behind title and keys
    card: str
    lit: str
    dim: str
    dim_ink: str
    edge: str
    red: str
    black: str
    blue: str
    green: str
    back: str
    back_ink: str
    back_count: str  # the number on a back
    mark: str  # whose turn it is
    mark_ground: str  # behind what is marked
    mark_ink: str  # text on that
    alarm: str
    ink_red: str  # suits in running text
    ink_blue: str
    ink_green: str
    weight: str = "bold"
    card_weight: str = "bold"


PALETTES: Final[Mapping[str, Palette]] = {
    "dark": Palette(
        ground="#14171c", ink="#cdd1d8", faint="#7d838e", bar="#22262e",
        card="#dcd9d0", lit="#fffdf6", dim="#4a4e57", dim_ink="#a9adb5", edge="#8b8b86",
        red="#b3121d", black="#15171a", blue="#0b4fae", green="#11692c",
        back="#2b4a74", back_ink="#7c9cc8", back_count="#7c9cc8",
        mark="#f0b429", mark_ground="#f0b429", mark_ink="#14171c", alarm="#ff8a65",
        ink_red="#ff7b72", ink_blue="#79b8ff", ink_green="#7ee787",
    ),
    "light": Palette(
        ground="#f3efe6", ink="#2a2c30", faint="#7b776e", bar="#e2dccd",
        card="#fbfaf6", lit="#ffffff", dim="#d5d0c4", dim_ink="#7f7b72", edge="#8f8a7f",
        red="#c01622", black="#17181a", blue="#0b4fae", green="#11692c",
        back="#5b7fb0", back_ink="#c9d8ec", back_count="#ffffff",
        mark="#8a4b00", mark_ground="#8a4b00", mark_ink="#fffaf0", alarm="#a8200d",
        ink_red="#b3121d", ink_blue="#0b4fae", ink_green="#11692c",
    ),
    "felt": Palette(
        ground="#0d3b2a", ink="#dbe9df", faint="#86ab98", bar="#0a2c20",
        card="#e4e1d6", lit="#fffdf4", dim="#3f6a57", dim_ink="#a8c7b7", edge="#8d9a8f",
        red="#b3121d", black="#15171a", blue="#0b4fae", green="#11692c",
        back="#7b2531", back_ink="#cf8e95", back_count="#cf8e95",
        mark="#ffd24a", mark_ground="#ffd24a", mark_ink="#0d3b2a", alarm="#ffab8a",
        ink_red="#ff9a8f", ink_blue="#9ecbff", ink_green="#a5f0b0",
    ),
}  # fmt: skip

#: The nearest of the 256 to a dark green is a grey.
_FELT_OF_SOME: Final = Palette(
    ground="#005f00", ink="#eeeeee", faint="#afd7af", bar="#1c1c1c",
    card="#e4e4e4", lit="#ffffff", dim="#005f5f", dim_ink="#afd7af", edge="#949494",
    red="#af0000", black="#1c1c1c", blue="#005faf", green="#005f00",
    back="#870000", back_ink="#d78787", back_count="#ffd7d7",
    mark="#ffd75f", mark_ground="#ffd75f", mark_ink="#1c1c1c", alarm="#ffaf87",
    ink_red="#ffafaf", ink_blue="#afd7ff", ink_green="#afffaf",
)  # fmt: skip

_DARK_OF_FEW: Final = Palette(
    ground="ansiblack", ink="ansiwhite", faint="ansigray", bar="ansiblue",
    card="ansigray", lit="ansiwhite", dim="ansiblack", dim_ink="ansigray", edge="ansibrightblack",
    red="ansired", black="ansiblack", blue="ansiblue", green="ansimagenta",
    back="ansiblue", back_ink="ansigray", back_count="ansiwhite",
    mark="ansibrightyellow", mark_ground="ansicyan", mark_ink="ansiblack", alarm="ansibrightred",
    ink_red="ansibrightred", ink_blue="ansibrightcyan", ink_green="ansibrightgreen",
    card_weight="nobold",
)  # fmt: skip

_LIGHT_OF_FEW: Final = Palette(
    ground="ansigray", ink="ansiblack", faint="ansiblue", bar="ansicyan",
    card="ansiwhite", lit="ansiwhite", dim="ansigray", dim_ink="ansibrightblack",
    edge="ansibrightblack",
    red="ansired", black="ansiblack", blue="ansiblue", green="ansimagenta",
    back="ansiblue", back_ink="ansigray", back_count="ansiwhite",
    mark="ansiblue", mark_ground="ansiblue", mark_ink="ansiwhite", alarm="ansired",
    ink_red="ansired", ink_blue="ansiblue", ink_green="ansibrightblack",
    weight="nobold", card_weight="nobold",
)  # fmt: skip

_OTHERS: Final[Mapping[tuple[str, Colours], Palette]] = {
    ("felt", Colours.SOME): _FELT_OF_SOME,
    ("dark", Colours.FEW): _DARK_OF_FEW,
    ("light", Colours.FEW): _LIGHT_OF_FEW,
    ("felt", Colours.FEW): replace(
        _LIGHT_OF_FEW, ground="ansigreen", faint="ansiblack", dim="ansigreen", dim_ink="ansiblack",
        back="ansired", ink_green="ansiwhite",
    ),
}  # fmt: skip


def palette_of(theme: str, colours: Colours) -> Palette:
    """Return the colours of a theme, a key of `PALETTES`, for a terminal with so many."""
    return _OTHERS.get((theme, colours), PALETTES[theme])
