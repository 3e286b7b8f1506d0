"""What lies in the middle of the table: stock, attack cards or pile; the deck's making; the end."""

from __future__ import annotations

from typing import Final

from durak_p2p.texts import text
from durak_p2p.ui.screen.canvas import Canvas, cut, cut_lines, text_width
from durak_p2p.ui.screen.drawing import CardSize, draw_back, draw_card, draw_frame, draw_pair
from durak_p2p.ui.screen.laying import SUITS
from durak_p2p.ui.screen.model import Pile, TableModel
from durak_p2p.ui.screen.wording import SUIT_STYLES, Wording

#: Steps of the deck's making are shown as bars of so many cells each.
_BAR: Final = 6
#: So many attack cards lie there at most: they begin where all would be in the middle.
_MOST_PAIRS: Final = 6
_FAINT: Final = "class:table.faint"


def middle_height(size: CardSize) -> int:
    """Return how many rows the middle needs: an attack card and what beats it."""
    return size.height + size.down


def draw_middle(
    canvas: Canvas,
    top: int,
    width: int,
    size: CardSize,
    room: int,
    model: TableModel,
    wording: Wording,
) -> int:
    """Draw the middle of the table from row *top* on, *width* cells wide; return the row below.

    How a deal ended may take *room* rows.
    """
    below = top + middle_height(size)
    if model.result is not None:
        return max(below, _draw_end(canvas, top, width, max(room, below - top), model, wording))
    if model.making or not model.seats:
        _draw_making(canvas, top, width, model, wording)
    else:
        x = _draw_stock(canvas, 2, top, size, model, wording)
        if model.pile is not None:
            _draw_pile(canvas, x + 3, top, width, size, model.pile, wording)
        else:
            _draw_pairs(canvas, x + 3, top, width, size, model, wording)
    return below


def _draw_stock(
    canvas: Canvas, x: int, y: int, size: CardSize, model: TableModel, wording: Wording
) -> int:
    """Draw the stock with the turned card under it; return the column after."""
    glyphs = wording.glyphs
    end = x + size.across + size.width
    if model.stock and model.turned is not None and model.pile is None:
        draw_card(canvas, x, y, size, model.turned, glyphs)
    if model.stock > 1 or (model.stock and model.turned is None):
        draw_back(canvas, x + size.across, y, size, glyphs, model.stock)
    elif not model.stock:
        frame = glyphs.lines.dot * 6
        draw_frame(canvas, x + size.across, y, size, frame, _FAINT)
        if model.trump is not None:
            middle = x + size.across + size.width // 2
            sign = glyphs.suits[model.trump]
            style = f"class:table.strong.{SUIT_STYLES[model.trump]}"
            canvas.put(middle, y + size.height // 2, sign, style)
    return end


def _draw_pairs(
    canvas: Canvas,
    x: int,
    y: int,
    width: int,
    size: CardSize,
    model: TableModel,
    wording: Wording,
) -> None:
    each = size.across + size.width + 1
    if model.pairs and x + each * len(model.pairs) > width:
        each = max((width - x) // len(model.pairs), size.across)
    x += max((width - 2 * x - _MOST_PAIRS * each) // 2, 0)
    for place, pair in enumerate(model.pairs):
        draw_pair(canvas, x + place * each, y, size, pair, wording.glyphs)
    after = x + each * max(len(model.pairs), 1) + 1
    if model.discard and after + size.width + 2 <= width:
        left = width - size.width - 2
        draw_back(canvas, left, y, size, wording.glyphs, model.discard)
        told = wording.say(text("out"))
        canvas.put(left + (size.width - text_width(told)) // 2, y + size.height, told, _FAINT)


def _draw_pile(
    canvas: Canvas, x: int, y: int, width: int, size: CardSize, pile: Pile, wording: Wording
) -> None:
    if pile.top is None:
        frame = wording.glyphs.lines.dot * 6
        draw_frame(canvas, x, y, size, frame, _FAINT)
        return
    draw_card(canvas, x, y, size, pile.top, wording.glyphs)
    column = x + size.width + 2
    rows = []
    if pile.suit is not None:
        sign = wording.glyphs.suits[pile.suit]
        rows.append((text("Follow {suit} {name}", suit=sign, name=SUITS[pile.suit]), "strong"))
    else:
        rows.append((text("Any card follows."), "strong"))
    if pile.owed:
        rows.append((text("Owed: {count}", count=pile.owed), "alarm"))
    rows.append((text("Under it: {count}", count=max(pile.cards - 1, 0)), "faint"))
    for row, (said, style) in enumerate(rows, start=y):
        canvas.put(column, row, cut(wording.say(said), width - column), f"class:table.{style}")


def _draw_making(canvas: Canvas, top: int, width: int, model: TableModel, wording: Wording) -> None:
    """Draw how far each player is with the making of the deck."""
    lines = wording.glyphs.lines
    longest = max((text_width(wording.say(row.name)) for row in model.making), default=0)
    longest = min(longest, width // 3)
    for y, row in enumerate(model.making, start=top):
        canvas.put(3, y, cut(wording.say(row.name), longest), "class:table")
        done = lines.full * _BAR * row.steps
        rest = lines.empty * _BAR * (row.of - row.steps)
        after = canvas.put(5 + longest, y, done, "class:table.mark")
        after = canvas.put(after, y, rest, _FAINT)
        told = text("{steps} of {all} steps", steps=row.steps, all=row.of)
        canvas.put(after + 2, y, wording.say(told), _FAINT)


def _draw_end(
    canvas: Canvas, top: int, width: int, height: int, model: TableModel, wording: Wording
) -> int:
    """Draw how the deal ended, in a frame; return the row below."""
    inner = min(width - 10, 72)
    rows = []
    for place, sentence in enumerate(model.outcome):
        style = "class:table.mark" if place == 0 else "class:table"
        rows += wording.wrapped(sentence, style, inner)
    rows = cut_lines(rows, max(height - 2, 1), inner)
    widest = max((sum(text_width(part) for _, part in row) for row in rows), default=0)
    x = (width - widest - 6) // 2
    box = CardSize(widest + 6, len(rows) + 2, 0, 0)
    draw_frame(canvas, x, top, box, wording.glyphs.lines.marked, "class:table.mark")
    for y, row in enumerate(rows, start=top + 1):
        used = sum(text_width(part) for _, part in row)
        canvas.write(x + 3 + (widest - used) // 2, y, row)
    return top + box.height
