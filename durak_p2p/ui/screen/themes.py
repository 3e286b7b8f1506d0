"""Colours: for each theme, what every style looks like.

Styles have dotted names; what a longer name does not say is as in the shorter.  No theme tells
anything by colour alone: the card under the cursor has another frame, cards that can be laid have
their keys under them, whose turn it is has a mark.
"""

from __future__ import annotations

from typing import Final

from durak_p2p.ui.screen.palettes import Colours, palette_of

SUITS: Final = ("clubs", "diamonds", "hearts", "spades")


def style_rules(theme: str, deck: str, colours: Colours = Colours.ALL) -> dict[str, str]:
    """Return what each style looks like, in prompt-toolkit's words.

    Args:
        theme: a key of `PALETTES`, or "mono".
        deck: "two" colours, or "four".
        colours: how many the terminal shows.
    """
    if theme == "mono":
        return _mono()
    palette = palette_of(theme, colours)
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
    marked = f"bg:{palette.mark_ground} {palette.mark_ink} {palette.card_weight}"
    rules = {
        "table": f"bg:{palette.ground} {palette.ink}",
        "table.faint": palette.faint,
        "table.strong": palette.weight,
        "table.mark": f"{palette.mark} {palette.weight}",
        "table.alarm": f"{palette.alarm} {palette.weight}",
        "bar": f"bg:{palette.bar} {palette.ink}",
        "bar.faint": palette.faint,
        "bar.strong": palette.weight,
        "bar.alarm": f"{palette.alarm} {palette.weight}",
        "bar.key": f"{palette.mark} {palette.weight}",
        "turn": marked,
        "chosen": f"bg:{palette.mark_ground} {palette.mark_ink}",
        "caret": "reverse",
        "card": f"{palette.black}",
        "card.plain": f"bg:{palette.card}",
        "card.lit": f"bg:{palette.lit} {palette.card_weight}",
        "card.dim": f"bg:{palette.dim} {palette.dim_ink}",
        "card.back": f"bg:{palette.back} {palette.back_ink}",
        "card.back.count": f"{palette.back_count} bold",
    }
    for light in ("plain", "lit", "dim"):
        rules[f"card.{light}.edge"] = f"{palette.edge} nobold"
        rules[f"card.{light}.cursor"] = marked
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
