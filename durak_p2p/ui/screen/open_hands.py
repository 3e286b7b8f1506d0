"""All hands of a deal, as a replay shows them: a line for each player, or two beside each other."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Final

from durak_p2p.texts import Text, cards_text, plural, text
from durak_p2p.ui.screen.canvas import Fragment, cut, text_width
from durak_p2p.ui.screen.model import OpenHand
from durak_p2p.ui.screen.rows import beside, padded
from durak_p2p.ui.screen.wording import Wording, wrap

#: More hands than that stand in two columns.
_MOST_BELOW_EACH_OTHER: Final = 4
#: Free cells between two columns, and the most cells of a name by how many columns there are.
_GAP: Final = 2
_MOST_NAME: Final = {1: 20, 2: 12}
_STYLE: Final = "class:table"


def hands_rows(
    hands: Sequence[OpenHand], note: Text | None, wording: Wording, width: int
) -> list[list[Fragment]]:
    """Return the hands in rows of at most *width* cells, the *note* above them.

    Each has its place in all moments of a replay, so that the eye finds it again.
    """
    rows = [] if note is None else wording.wrapped(note, "class:table.faint", width)
    columns = 1 if len(hands) <= _MOST_BELOW_EACH_OTHER else 2
    each = (width - _GAP * (columns - 1)) // columns
    names = [cut(wording.say(hand.name), _MOST_NAME[columns]) for hand in hands]
    longest = max(map(text_width, names), default=0)
    told = [
        beside([("class:table.strong", padded(name, longest + 1))], lines)
        for name, lines in zip(
            names, (_cards(hand, wording, each - longest - 1) for hand in hands), strict=True
        )
    ]
    for place in range(0, len(told), columns):
        for line in zip_longest(*told[place : place + columns], fillvalue=()):
            rows.append(_side_by_side(line, each + _GAP))
    return rows


def _cards(hand: OpenHand, wording: Wording, width: int) -> list[list[Fragment]]:
    """Return a hand's cards in lines, trumps apart, then how many are hidden."""
    groups = [wording.fragments(cards_text(each), _STYLE) for each in _groups(hand)]
    if hand.hidden:
        some = plural("{count} hidden card", "{count} hidden cards", hand.hidden)
        groups.append(wording.fragments(some, "class:table.faint"))
    if not groups:
        groups = [wording.fragments(text("none"), "class:table.faint")]
    told = groups[0]
    for group in groups[1:]:
        told = [*told, (_STYLE, " " * _GAP), *group]
    return wrap(told, width)


def _groups(hand: OpenHand) -> list[tuple[str, ...]]:
    return [group for group in (hand.plain, hand.trumps) if group]


def _side_by_side(lines: Sequence[Sequence[Fragment]], each: int) -> list[Fragment]:
    """Return the lines of columns, *each* cells wide, in one."""
    row: list[Fragment] = []
    for place, line in enumerate(lines):
        used = sum(text_width(part) for _, part in row)
        row += [(_STYLE, " " * (place * each - used)), *line]
    return row
