"""Whether what is drawn can be read, in each theme and with as many colours as a terminal has."""

from __future__ import annotations

import pytest
from prompt_toolkit.styles import Style

from durak_p2p.ui.screen.palettes import PALETTES, Colours, palette_of
from durak_p2p.ui.screen.themes import SUITS, style_rules

#: The 16 as the console of Linux shows them, dark and bright.
DARK = {
    "black": 0x000000, "red": 0xAA0000, "green": 0x00AA00, "yellow": 0xAA5500,
    "blue": 0x0000AA, "magenta": 0xAA00AA, "cyan": 0x00AAAA, "gray": 0xAAAAAA,
}  # fmt: skip
BRIGHT = {
    "black": 0x555555, "red": 0xFF5555, "green": 0x55FF55, "yellow": 0xFFFF55,
    "blue": 0x5555FF, "magenta": 0xFF55FF, "cyan": 0x55FFFF, "gray": 0xFFFFFF,
}  # fmt: skip
CUBE = (0, 95, 135, 175, 215, 255)
XTERM = [
    *(r << 16 | g << 8 | b for r in CUBE for g in CUBE for b in CUBE),
    *(grey * 0x010101 for grey in range(8, 239, 10)),
]


def channels(rgb: int) -> tuple[int, int, int]:
    return rgb >> 16, rgb >> 8 & 255, rgb & 255


def shown(colour: str, colours: Colours, *, ground: bool, bold: bool) -> int:
    """Return what a terminal makes of a colour, in its worst case."""
    if colours is Colours.FEW:
        name = colour.removeprefix("ansi")
        bright = name.startswith("bright") or name == "white"
        name = {"white": "gray"}.get(name, name.removeprefix("bright"))
        return BRIGHT[name] if (bright or bold) and not ground else DARK[name]
    wanted = int(colour, 16)
    if colours is Colours.ALL:
        return wanted
    return min(
        XTERM,
        key=lambda each: sum(
            (a - b) ** 2 for a, b in zip(channels(each), channels(wanted), strict=True)
        ),
    )


def luminance(rgb: int) -> float:
    """Return the relative luminance (WCAG 2.2)."""
    linear = [
        c / 255 / 12.92 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in channels(rgb)
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(style: str, rules: dict[str, str], colours: Colours) -> float:
    """Return how much ink and ground of a style differ, 1 to 21 (WCAG 2.2)."""
    attributes = Style(list(rules.items())).get_attrs_for_style_str(f"class:{style}")
    assert attributes.color
    assert attributes.bgcolor
    bold = bool(attributes.bold)
    ink = luminance(shown(attributes.color, colours, ground=False, bold=bold))
    ground = luminance(shown(attributes.bgcolor, colours, ground=True, bold=False))
    return (max(ink, ground) + 0.05) / (min(ink, ground) + 0.05)


@pytest.mark.parametrize("colours", Colours)
@pytest.mark.parametrize("theme", PALETTES)
@pytest.mark.parametrize("deck", ["two", "four"])
def test_all_can_be_read(theme: str, deck: str, colours: Colours) -> None:
    rules = style_rules(theme, deck, colours)
    seen = {
        style: contrast(style, rules, colours) for style in rules if style not in ("caret", "card")
    }
    for style, found in seen.items():
        last = style.rpartition(".")[2]
        if last == "edge":
            least = 1.2  # a line
        elif last in (*SUITS, "alarm", "back") or style.startswith("card.dim"):
            least = 2.4
        else:
            least = 3.0
        assert found >= least, (style, rules[style], round(found, 2))


@pytest.mark.parametrize("colours", [Colours.SOME, Colours.FEW])
def test_green_cloth_is_green(colours: Colours) -> None:
    red, green, blue = channels(
        shown(
            palette_of("felt", colours).ground.removeprefix("#"), colours, ground=True, bold=False
        )
    )
    assert green > 2 * red
    assert green > 2 * blue


@pytest.mark.parametrize("colours", Colours)
@pytest.mark.parametrize("theme", PALETTES)
def test_four_colours_are_four_with_any_number_of_colours(theme: str, colours: Colours) -> None:
    style = Style(list(style_rules(theme, "four", colours).items()))
    for where in ("card.lit", "table"):
        found = {
            shown(
                style.get_attrs_for_style_str(f"class:{where}.{suit}").color or "",
                colours,
                ground=False,
                bold=False,
            )
            for suit in SUITS
        }
        assert len(found) == 4
