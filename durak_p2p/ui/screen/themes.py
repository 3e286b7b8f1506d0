"""Colours: for each theme, what every style looks like.

Styles have dotted names; what a longer name does not say is as in the shorter.  No theme tells
anything by colour alone: the card under the cursor has another frame, cards that can be laid have
their keys under them, whose turn it is has a mark.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of a theme, as "#rrggbb"; "" is the terminal's own."""

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
    mark: str  # whose turn it is, the cursor
    mark_ink: str  # text on that colour
    alarm: str
    ink_red: str  # suits in running text
    ink_blue: str
    ink_green: str


PALETTES: Final[Mapping[str, Palette]] = {
    "dark": Palette(
        ground="#14171c", ink="#cdd1d8", faint="#7d838e", bar="#22262e",
        card="#dcd9d0", lit="#fffdf6", dim="#4a4e57", dim_ink="#a9adb5", edge="#8b8b86",
        red="#b3121d", black="#15171a", blue="#0b4fae", green="#11692c",
        back="#2b4a74", back_ink="#7c9cc8", mark="#f0b429", mark_ink="#14171c", alarm="#ff8a65",
        ink_red="#ff7b72", ink_blue="#79b8ff", ink_green="#7ee787",
    ),
    "light": Palette(
        ground="#f3efe6", ink="#2a2c30", faint="#7b776e", bar="#e2dccd",
        card="#fbfaf6", lit="#ffffff", dim="#d5d0c4", dim_ink="#7f7b72", edge="#8f8a7f",
        red="#c01622", black="#17181a", blue="#0b4fae", green="#11692c",
        back="#5b7fb0", back_ink="#c9d8ec", mark="#8a4b00", mark_ink="#fffaf0", alarm="#a8200d",
        ink_red="#b3121d", ink_blue="#0b4fae", ink_green="#11692c",
    ),
    "felt": Palette(
        ground="#0d3b2a", ink="#dbe9df", faint="#86ab98", bar="#0a2c20",
        card="#e4e1d6", lit="#fffdf4", dim="#3f6a57", dim_ink="#a8c7b7", edge="#8d9a8f",
        red="#b3121d", black="#15171a", blue="#0b4fae", green="#11692c",
        back="#7b2531", back_ink="#cf8e95", mark="#ffd24a", mark_ink="#0d3b2a", alarm="#ffab8a",
        ink_red="#ff9a8f", ink_blue="#9ecbff", ink_green="#a5f0b0",
    ),
}  # fmt: skip

SUITS: Final = ("clubs", "diamonds", "hearts", "spades")


def style_rules(theme: str, deck: str) -> dict[str, str]:
    """Return what each style looks like, in prompt-toolkit's words.

    Args:
        theme: a key of `PALETTES`, or "mono".
        deck: "two" colours, or "four".
    """
    if theme == "mono":
        return _mono()
    palette = PALETTES[theme]
    four = deck == "four"
    on_card = {
        "clubs": palette.green if four else palette.black,
        "diamonds": palette.blue if four else palette.red,
        "hearts": palette.red,
        "spades": palette.black,
    }
    in_text = {
        "clubs": palette.ink_green if four else palette.ink,
        "diamonds": palette.ink_blue if four else palette.ink_red,
        "hearts": palette.ink_red,
        "spades": palette.ink,
    }
    rules = {
        "table": f"bg:{palette.ground} {palette.ink}",
        "table.faint": palette.faint,
        "table.strong": "bold",
        "table.mark": f"{palette.mark} bold",
        "table.alarm": f"{palette.alarm} bold",
        "bar": f"bg:{palette.bar} {palette.ink}",
        "bar.faint": palette.faint,
        "bar.strong": "bold",
        "bar.alarm": f"{palette.alarm} bold",
        "bar.key": f"{palette.mark} bold",
        "turn": f"bg:{palette.mark} {palette.mark_ink} bold",
        "chosen": f"bg:{palette.mark} {palette.mark_ink}",
        "caret": "reverse",
        "card": f"{palette.black}",
        "card.plain": f"bg:{palette.card}",
        "card.lit": f"bg:{palette.lit} bold",
        "card.dim": f"bg:{palette.dim} {palette.dim_ink}",
        "card.back": f"bg:{palette.back} {palette.back_ink}",
        "card.back.count": "bold",
    }
    for light in ("plain", "lit", "dim"):
        rules[f"card.{light}.edge"] = f"{palette.edge} nobold"
        rules[f"card.{light}.cursor"] = f"bg:{palette.mark} {palette.mark_ink} bold"
        for suit in SUITS:
            rules[f"card.{light}.{suit}"] = on_card[suit] if light != "dim" else palette.dim_ink
    for style in ("table", "table.faint", "table.strong", "table.alarm", "bar", "bar.strong"):
        rules |= {f"{style}.{suit}": in_text[suit] for suit in SUITS}
    return rules


def _mono() -> dict[str, str]:
    """Return a look without colours, for whoever wants none."""
    return {
        "table.strong": "bold",
        "table.mark": "bold",
        "table.alarm": "bold",
        "bar": "reverse",
        "bar.key": "bold",
        "turn": "reverse bold",
        "chosen": "reverse",
        "caret": "reverse",
        "card.lit": "bold",
        "card.dim": "dim",
        "card.plain.cursor": "bold",
        "card.lit.cursor": "bold",
        "card.dim.cursor": "bold nodim",
        "card.back.count": "bold",
    }
