"""The other players: who they are, how many cards they hold, what they do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from durak_p2p.texts import Text, plural, text
from durak_p2p.ui.screen.canvas import Canvas, cut, text_width
from durak_p2p.ui.screen.drawing import CardSize, draw_back
from durak_p2p.ui.screen.model import Role, SeatModel, TableModel
from durak_p2p.ui.screen.wording import Wording, clock

ROLES: Final[dict[Role, Text]] = {
    Role.LEADS: text("leads"),
    Role.ATTACKS: text("attacks"),
    Role.DEFENDS: text("defends"),
    Role.TAKES: text("takes"),
    Role.PASSED: text("has passed"),
    Role.DONE: text("is done"),
    Role.OUT: text("is out"),
    Role.DEALER: text("deals"),
    Role.FOOL: text("the fool"),
    Role.WINNER: text("has won"),
}
#: The same of ourselves.
OWN_ROLES: Final[dict[Role, Text]] = {
    Role.LEADS: text("you lead"),
    Role.ATTACKS: text("you attack"),
    Role.DEFENDS: text("you defend"),
    Role.TAKES: text("you take"),
    Role.PASSED: text("you have passed"),
    Role.DONE: text("you are done"),
    Role.OUT: text("you are out"),
    Role.DEALER: text("you deal"),
    Role.FOOL: text("you are the fool"),
    Role.WINNER: text("you have won"),
}
_TEAMS: Final = "ABCDEFGH"
_SMALL: Final = CardSize(4, 3, 0, 0)

Draw = Callable[[Canvas, int, int, int, SeatModel, Wording], None]


@dataclass(frozen=True, slots=True)
class SeatLook:
    """How players are drawn: the rows that each takes, its cells across, and in a crowd."""

    rows: int
    wide: int
    least: int
    draw: Draw


def seats_height(model: TableModel, width: int, look: SeatLook) -> int:
    """Return how many rows the other players need."""
    others = len(model.others)
    return -(-others // _per_row(others, width, look)) * look.rows if others else 0


def draw_seats(
    canvas: Canvas, top: int, width: int, model: TableModel, wording: Wording, look: SeatLook
) -> None:
    """Draw the other players from row *top* on, in the order of play."""
    per_row = _per_row(len(model.others), width, look)
    each = width // per_row
    for place, seat in enumerate(model.others):
        x, y = place % per_row * each, top + place // per_row * look.rows
        look.draw(canvas, x + 1, y, each - 1, seat, wording)


def _per_row(others: int, width: int, look: SeatLook) -> int:
    """Return how many players stand in a row: as many as fit, in rows that are equally full."""
    most = max(width // look.wide, 1)
    if others > 2 * most:
        most = max(width // look.least, 1)
    rows = -(-others // most) or 1
    return max(-(-others // rows), 1)


def seat_name(seat: SeatModel, wording: Wording) -> str:
    """Return a player's name with its team, where there are such."""
    name = wording.say(seat.name)
    return name if seat.team is None else f"{name} [{_TEAMS[seat.team]}]"


def seat_told(seat: SeatModel, wording: Wording) -> list[str]:
    """Return what a player does, each in a few words."""
    told = [] if seat.away is None else [wording.say(text("away"))]
    if seat.away:
        told = [wording.say(text("away {time}", time=clock(seat.away)))]
    return [*told, *(wording.say(ROLES[role]) for role in seat.roles)]


def _scored(seat: SeatModel, wording: Wording) -> list[str]:
    """Return a player's score in words, where there is one."""
    return [] if seat.score is None else [wording.say(_points(seat.score))]


def _points(count: int) -> Text:
    return plural("{count} point", "{count} points", count)


def own_told(seat: SeatModel, wording: Wording) -> list[str]:
    """Return what is told of ourselves, each in a few words, what matters most first."""
    told = [*(OWN_ROLES[role] for role in seat.roles)]
    told.append(plural("{count} card", "{count} cards", seat.cards))
    if seat.team is not None:
        told.append(text("team {letter}", letter=_TEAMS[seat.team]))
    if seat.score is not None:
        told.append(_points(seat.score))
    return [wording.say(each) for each in told]


def _draw_name(
    canvas: Canvas, x: int, y: int, width: int, seat: SeatModel, wording: Wording
) -> int:
    style = "class:table.mark" if seat.word else "class:table.strong"
    mark = wording.glyphs.lines.word if seat.word else " "
    return canvas.put(x, y, cut(f"{mark} {seat_name(seat, wording)}", width), style)


def _draw_told(
    canvas: Canvas, x: int, y: int, width: int, seat: SeatModel, told: list[str], wording: Wording
) -> None:
    """Write words about a player after a number: with a dot between, so "3 attacks" are none."""
    if told:
        dot, words = wording.glyphs.lines.dot, ", ".join(told)
        dotted = f" {dot} {words}"
        if text_width(dotted) > width:
            dotted = f"{dot}{words}"
        canvas.put(x, y, cut(dotted, width), _told_style(seat))


def _told_style(seat: SeatModel) -> str:
    return "class:table.faint" if seat.away is None else "class:table.alarm"


def _draw_flat(
    canvas: Canvas, x: int, y: int, width: int, seat: SeatModel, wording: Wording
) -> None:
    told = [*seat_told(seat, wording), *_scored(seat, wording)]
    room = max(width - text_width(", ".join(told)) - len(str(seat.cards)) - 4, 8)
    after = _draw_name(canvas, x, y, room, seat, wording)
    after = canvas.put(after + 1, y, str(seat.cards), "class:table")
    _draw_told(canvas, after, y, x + width - after, seat, told, wording)


def _draw_tall(
    canvas: Canvas, x: int, y: int, width: int, seat: SeatModel, wording: Wording
) -> None:
    after = _draw_name(canvas, x, y, width, seat, wording)
    _draw_told(canvas, after, y, x + width - after, seat, _scored(seat, wording), wording)
    shown = min(seat.cards, max(width - 16, 6))
    after = canvas.put(x + 2, y + 1, wording.glyphs.lines.held * shown, "class:table.faint")
    after = canvas.put(after + bool(shown), y + 1, str(seat.cards), "class:table")
    _draw_told(canvas, after, y + 1, x + width - after, seat, seat_told(seat, wording), wording)


def _draw_fan(
    canvas: Canvas, x: int, y: int, width: int, seat: SeatModel, wording: Wording
) -> None:
    after = _draw_name(canvas, x, y, width, seat, wording)
    told = ", ".join(seat_told(seat, wording))
    canvas.put(after + 1, y, cut(told, x + width - after - 1), _told_style(seat))
    shown = min(seat.cards, width - 10)
    for place in range(shown):
        draw_back(canvas, x + 2 + place, y + 1, _SMALL, wording.glyphs)
    after = x + 2 + shown + (_SMALL.width if shown else 0)
    after = canvas.put(after, y + 2, str(seat.cards), "class:table.strong")
    _draw_told(canvas, after, y + 2, x + width - after, seat, _scored(seat, wording), wording)


FLAT: Final = SeatLook(1, 28, 20, _draw_flat)
TALL: Final = SeatLook(2, 18, 18, _draw_tall)
FAN: Final = SeatLook(5, 28, 20, _draw_fan)
