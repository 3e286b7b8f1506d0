"""The own hand: cards side by side, as far over each other as they must be, keys under them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from durak_p2p.ui.screen.canvas import Canvas
from durak_p2p.ui.screen.drawing import CardSize, draw_card
from durak_p2p.ui.screen.glyphs import Glyphs
from durak_p2p.ui.screen.model import HandCard, Light, TableModel
from durak_p2p.ui.screen.selection import Selection
from durak_p2p.ui.screen.wording import suit_style

#: Free cells between trumps and other cards.
_GAP: Final = 2
#: Of a card that lies under another one at least so much is seen: its edge and its rank.
_LEAST_SEEN: Final = 3
#: Cells of a card shown as text: rank, suit, and a space at each side.
_TOKEN: Final = 6


@dataclass(frozen=True, slots=True)
class Hit:
    """A part of the screen that can be clicked, and the key that it stands for."""

    x: int
    y: int
    width: int
    height: int
    key: str

    def holds(self, x: int, y: int) -> bool:
        """Whether the cell in column *x* and row *y* belongs to it."""
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height


def hand_height(model: TableModel, size: CardSize, width: int) -> int:
    """Return how many rows the hand needs: cards, one above for those picked up, keys below."""
    if _step(model, size, width) is None:
        return 2 * _token_rows(model, width)
    return size.height + 2


def draw_hand(
    canvas: Canvas,
    top: int,
    size: CardSize,
    model: TableModel,
    selection: Selection,
    glyphs: Glyphs,
) -> list[Hit]:
    """Draw the hand from row *top* on; return what of it can be clicked."""
    step = _step(model, size, canvas.width)
    if step is None:
        return _draw_tokens(canvas, top, model, selection, glyphs)
    x = max((canvas.width - _width(model, size, step)) // 2, 1)
    hits = []
    under_cursor: tuple[int, int, HandCard] | None = None
    for place, held in enumerate(model.hand):
        if place and held.trump and not model.hand[place - 1].trump:
            x += _GAP
        raised = held.card in selection.raised
        y = top if raised else top + 1
        marked = held.card == selection.cursor
        draw_card(
            canvas, x, y, size, held.card, glyphs, light=held.light.name.lower(), marked=marked
        )
        if marked:
            under_cursor = (x, y, held)
        last = place == len(model.hand) - 1
        seen = size.width if last else step
        hits.append(Hit(x, y, seen, size.height, held.key))
        _draw_key(canvas, x, top + size.height + 1, min(seen, size.width), held, marked, glyphs)
        x += step
    if under_cursor is not None and step < size.width:
        # The card under the cursor comes to the front.
        x, y, held = under_cursor
        light = held.light.name.lower()
        draw_card(canvas, x, y, size, held.card, glyphs, light=light, marked=True)
    return hits


def _draw_key(
    canvas: Canvas, x: int, y: int, width: int, held: HandCard, marked: bool, glyphs: Glyphs
) -> None:
    """Write a card's key under it, or a dot where it cannot be laid."""
    middle = x + max((width - 1) // 2, 0)
    if held.light is Light.DIM and held.key:
        canvas.put(middle, y, glyphs.lines.dot, "class:table.faint")
    else:
        canvas.put(middle, y, held.key, "class:table.mark")
    if marked:
        canvas.put(middle - 1, y, glyphs.lines.cursor, "class:table.mark")


def _step(model: TableModel, size: CardSize, width: int) -> int | None:
    """Return from one card's left edge to the next one's; None if they cannot be drawn at all."""
    for step in range(size.width + 1, _LEAST_SEEN - 1, -1):
        if _width(model, size, step) <= width - 2:
            return step
    return None


def _width(model: TableModel, size: CardSize, step: int) -> int:
    trumps = [held.trump for held in model.hand]
    gap = _GAP if any(trumps) and not all(trumps) else 0
    return step * (len(model.hand) - 1) + size.width + gap if model.hand else 0


def _token_rows(model: TableModel, width: int) -> int:
    per_row = max((width - 2) // _TOKEN, 1)
    return -(-len(model.hand) // per_row)


def _draw_tokens(
    canvas: Canvas, top: int, model: TableModel, selection: Selection, glyphs: Glyphs
) -> list[Hit]:
    """Draw a hand of very many cards: each as a word, its key below."""
    per_row = max((canvas.width - 2) // _TOKEN, 1)
    hits = []
    for place, held in enumerate(model.hand):
        x, y = 1 + place % per_row * _TOKEN, top + place // per_row * 2
        light = held.light.name.lower()
        marked = held.card == selection.cursor
        style = f"class:card.{light}.{suit_style(held.card)}"
        raised = held.card in selection.raised
        text = f"{glyphs.card(held.card):^4}"
        canvas.put(x, y, f"^{text[1:]}" if raised else text, style)
        hits.append(Hit(x, y, 5, 2, held.key))
        _draw_key(canvas, x, y + 1, 5, held, marked, glyphs)
    return hits
