"""Cards drawn on the canvas: faces, backs, and how large they are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from durak_p2p.cards import Card, is_joker
from durak_p2p.ui.screen.canvas import Canvas, text_width
from durak_p2p.ui.screen.glyphs import Glyphs
from durak_p2p.ui.screen.wording import suit_style


@dataclass(frozen=True, slots=True)
class CardSize:
    """Cells of a card, and how far what beats it lies to the right and down."""

    width: int
    height: int
    across: int
    down: int


MEDIUM: Final = CardSize(5, 4, 3, 1)
LARGE: Final = CardSize(7, 5, 4, 2)


def draw_frame(canvas: Canvas, x: int, y: int, size: CardSize, frame: str, style: str) -> None:
    """Draw an empty card: its six characters are those of `Lines.frame`."""
    left_up, flat, right_up, side, left_down, right_down = tuple(frame)
    inner = size.width - 2
    canvas.put(x, y, left_up + flat * inner + right_up, style)
    for row in range(y + 1, y + size.height - 1):
        canvas.put(x, row, side + " " * inner + side, style)
    canvas.put(x, y + size.height - 1, left_down + flat * inner + right_down, style)


def draw_card(
    canvas: Canvas,
    x: int,
    y: int,
    size: CardSize,
    card: Card,
    glyphs: Glyphs,
    *,
    light: str = "plain",
    marked: bool = False,
) -> None:
    """Draw a card's face.

    Args:
        canvas: to draw on.
        x: column of its left edge; y: row of its upper one.
        size: how large.
        card: which.
        glyphs: the signs.
        light: "plain", "lit" or "dim".
        marked: whether the cursor is on it.
    """
    edge = f"class:card.{light}.{'cursor' if marked else 'edge'}"
    face = f"class:card.{light}.{suit_style(card)}"
    draw_frame(canvas, x, y, size, glyphs.lines.marked if marked else glyphs.lines.frame, edge)
    inner = size.width - 2
    rank, suit = glyphs.rank(card), glyphs.suit(card)
    middle = inner // 2
    for row in range(y + 1, y + size.height - 1):
        canvas.put(x + 1, row, " " * inner, face)
    if is_joker(card):
        _draw_joker(canvas, x, y, size, suit, face, glyphs)
        return
    canvas.put(x + 1, y + 1, rank, face)
    canvas.put(x + 1 + middle, y + 2, suit, face)
    if size.height > MEDIUM.height:
        canvas.put(x + 1 + inner - text_width(rank), y + size.height - 2, rank, face)


def _draw_joker(
    canvas: Canvas, x: int, y: int, size: CardSize, letter: str, face: str, glyphs: Glyphs
) -> None:
    """Write the word on a joker, or its beginning, and the letter for its colour."""
    inner, word = size.width - 2, glyphs.joker
    if size.height > MEDIUM.height:
        half = len(word) if len(word) <= inner else (len(word) + 1) // 2
        canvas.put(x + 1, y + 1, word[:half], face)
        canvas.put(x + 1, y + 2, word[half:], face)
        canvas.put(x + inner, y + size.height - 2, letter, face)
    else:
        canvas.put(x + 1, y + 1, word[:inner], face)
        canvas.put(x + 1 + inner // 2, y + 2, letter, face)


def draw_back(
    canvas: Canvas, x: int, y: int, size: CardSize, glyphs: Glyphs, count: int | None = None
) -> None:
    """Draw a card's back, with a number on it if there is one."""
    draw_frame(canvas, x, y, size, glyphs.lines.frame, "class:card.back")
    inner = size.width - 2
    for row in range(y + 1, y + size.height - 1):
        canvas.put(x + 1, row, glyphs.lines.back * inner, "class:card.back")
    if count is not None:
        canvas.put(x + 1, y + size.height // 2, f"{count:^{inner}}", "class:card.back.count")


def draw_pair(
    canvas: Canvas,
    x: int,
    y: int,
    size: CardSize,
    pair: tuple[Card, Card | None],
    glyphs: Glyphs,
) -> None:
    """Draw an attack card, with what beats it laid across."""
    attack, beater = pair
    draw_card(canvas, x, y, size, attack, glyphs)
    if beater is not None:
        draw_card(canvas, x + size.across, y + size.down, size, beater, glyphs)
