"""The picture of the lobby: rules, seats, ways to the table; below them what has happened."""

from __future__ import annotations

from typing import Final

from durak_p2p.texts import plural, text
from durak_p2p.ui.screen.canvas import Canvas, Fragment, cut, text_width
from durak_p2p.ui.screen.model import Chair, LobbyModel
from durak_p2p.ui.screen.wording import Wording

#: More seats than that stand in two columns where there are few rows.
_SEATS_IN_A_COLUMN: Final = 4
_MANY_ROWS: Final = 16
_LEAST_LOG: Final = 1
_FAINT: Final = "class:table.faint"


def draw_lobby(
    canvas: Canvas, top: int, end: int, width: int, lobby: LobbyModel, wording: Wording
) -> int:
    """Draw the lobby from row *top* on, not beyond *end*; return the row after it.

    Some rows are left for what has happened.
    """
    y = top
    for line in _rules(lobby, wording, width - 4):
        canvas.write(2, y, line)
        y += 1
    roomy = end - top >= _MANY_ROWS
    y += roomy
    y = _draw_chairs(canvas, y, width, lobby.chairs, wording, two=not roomy)
    y += 1
    for note in lobby.notes:
        lines = wording.wrapped(note, "class:table", width - 4)
        if y + len(lines) > end - _LEAST_LOG:
            break  # half of it would say less than nothing
        for line in lines:
            canvas.write(2, y, line)
            y += 1
    return y


def _rules(lobby: LobbyModel, wording: Wording, width: int) -> list[list[Fragment]]:
    if not lobby.rules:
        return []
    said = text("The game: {rules}.", rules=lobby.rules)
    if lobby.deals > 1:
        said = plural(
            "The game: {rules}; {count} deal.", "The game: {rules}; {count} deals.",
            lobby.deals, rules=lobby.rules,
        )  # fmt: skip
    return wording.wrapped(said, "class:table.strong", width)


def _draw_chairs(
    canvas: Canvas, top: int, width: int, chairs: tuple[Chair, ...], wording: Wording, *, two: bool
) -> int:
    """Draw who sits at the table; return the row after it."""
    columns = 2 if two and len(chairs) > _SEATS_IN_A_COLUMN else 1
    each = (width - 4) // columns
    rows = -(-len(chairs) // columns)
    longest = max((text_width(_name(chair, wording)) for chair in chairs), default=0)
    longest = min(longest, max(each - 15, 8))
    for place, chair in enumerate(chairs):
        x, y = 2 + place // rows * each, top + place % rows
        _draw_chair(canvas, x, y, place + 1, chair, wording, longest, each)
    return top + rows


def _draw_chair(
    canvas: Canvas,
    x: int,
    y: int,
    number: int,
    chair: Chair,
    wording: Wording,
    longest: int,
    width: int,
) -> None:
    canvas.put(x, y, f"{number}", _FAINT)
    style = _FAINT if chair.name is None else "class:table.strong"
    canvas.put(x + 3, y, cut(_name(chair, wording), longest), style)
    told, style = _told(chair, wording)
    left = x + longest + 5
    canvas.put(left, y, cut(told, x + width - left - 1), style)


def _name(chair: Chair, wording: Wording) -> str:
    if chair.name is None:
        return wording.say(text("free"))
    name = wording.say(chair.name)
    return wording.say(text("{name} (you)", name=name)) if chair.own else name


def _told(chair: Chair, wording: Wording) -> tuple[str, str]:
    """Return what is said beside a name, and its style."""
    if chair.name is None:
        return "", _FAINT
    if chair.doubted:
        return wording.say(text("another key!")), "class:table.alarm"
    if chair.computer:
        return wording.say(text("computer")), _FAINT
    if chair.ready:
        return wording.say(text("is ready")), "class:table.mark"
    return wording.say(text("not ready")), _FAINT
