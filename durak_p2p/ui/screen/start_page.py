"""The picture of the start screen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from durak_p2p.cards import Card
from durak_p2p.texts import Text, text
from durak_p2p.ui.plain import plain_text
from durak_p2p.ui.screen.canvas import Canvas, Fragment, cut, text_width
from durak_p2p.ui.screen.drawing import LARGE, draw_card
from durak_p2p.ui.screen.glyphs import ASCII, ASCII_FOR
from durak_p2p.ui.screen.key_bar import BarEntry, bar_hits, draw_key_bar
from durak_p2p.ui.screen.pages import option_rows
from durak_p2p.ui.screen.rows import beside, indented, mark, padded
from durak_p2p.ui.screen.sizes import draw_too_small, is_too_small
from durak_p2p.ui.screen.start_model import (
    READ,
    ROWS,
    TITLES,
    TYPED,
    Offers,
    Page,
    Row,
    Sight,
    Start,
    answer,
)
from durak_p2p.ui.screen.wording import Wording
from durak_p2p.ui.settings import SETTINGS, Settings
from durak_p2p.ui.start import ENTRIES

#: Where there is room for them, these cards lie beside the menu.
_CARDS: Final = (Card("6s"), Card("Jd"), Card("Kc"), Card("Ah"))
_CARDS_WIDTH: Final = len(_CARDS) * (LARGE.width + 1)
_WITH_CARDS: Final = 80
_MOST_WIDTH: Final = 100
#: Cells by which lines stand in that belong to the one above.
_INDENT: Final = 4
_FAINT: Final = "class:table.faint"
_KEYS: Final[dict[Page, tuple[tuple[str, Text], ...]]] = {
    Page.MENU: (("↑↓", text("choose")), ("Enter", text("open")), ("Q", text("leave"))),
    Page.TABLE: (
        ("Enter", text("begin")),
        ("←→", text("change")),
        ("↑↓", text("choose")),
        ("Esc", text("back")),
    ),
    Page.JOIN: (("Enter", text("join")), ("↑↓", text("choose")), ("Esc", text("back"))),
    Page.LAN: (
        ("↑↓", text("choose")),
        ("Enter", text("join")),
        ("J", text("address")),
        ("Esc", text("back")),
    ),
    Page.PIN: (("Enter", text("join")), ("↑↓", text("choose")), ("Esc", text("back"))),
    Page.REPLAYS: (("↑↓", text("choose")), ("Enter", text("look at it")), ("Esc", text("back"))),
    Page.SETTINGS: (("↑↓", text("choose")), ("←→", text("change")), ("Esc", text("back"))),
    Page.STATS: (("↑↓", text("scroll")), ("Esc", text("back"))),
    Page.GAMES: (("↑↓", text("choose")), ("Enter", text("its options")), ("Esc", text("back"))),
    Page.GAME: (("↑↓", text("scroll")), ("Esc", text("back"))),
}

#: What keys of the lowest row are called; arrows cannot be clicked.
_CLICKED: Final = {"Enter": "enter", "Esc": "escape", "Q": "q", "J": "j"}


def draw_start(
    start: Start, offers: Offers, settings: Settings, wording: Wording, width: int, height: int
) -> list[list[Fragment]]:
    """Return the picture for a screen of *width* times *height* cells."""
    canvas = Canvas(max(width, 1), max(height, 1), "class:table")
    if is_too_small(width, height):
        draw_too_small(canvas, wording)
        return canvas.lines()
    inner = _inner(width)
    body = _rows(start, offers, settings, wording, inner)
    sight = _in_sight(body, start, width, height)
    _draw_bars(canvas, start, offers, wording, _beyond(body, sight, _room(height)))
    for y, row in enumerate(body.rows[sight.first : sight.first + _room(height)], start=sight.top):
        canvas.write(sight.left, y, row)
    if start.page is Page.MENU and width >= _WITH_CARDS:
        _draw_cards(canvas, sight.left + inner - _CARDS_WIDTH, sight.top + 2, wording)
    if start.notice is not None:
        notice = wording.wrapped(start.notice, "class:table.alarm", inner)[-3:]
        for y, row in enumerate(notice, start=height - 1 - len(notice)):
            canvas.fill(0, y, width, 1, "class:table")
            canvas.write(sight.left, y, row)
    if wording.glyphs.lines is ASCII:
        canvas.translate(ASCII_FOR)
    return canvas.lines()


def sight_of(
    start: Start, offers: Offers, settings: Settings, wording: Wording, width: int, height: int
) -> Sight:
    """Return how much of a page can be seen on a screen of *width* times *height* cells."""
    if is_too_small(width, height):
        return Sight()
    body = _rows(start, offers, settings, wording, _inner(width))
    room = _room(height)
    return Sight(room, max(len(body.rows) - room, 0))


def clicked_at(
    start: Start,
    offers: Offers,
    settings: Settings,
    wording: Wording,
    size: tuple[int, int],
    at: tuple[int, int],
) -> int | str | None:
    """Return what a click hits: the number of a row that can be marked, a key, or nothing.

    Args:
        start, offers, settings, wording: what is shown.
        size: columns and rows of the screen.
        at: column and row of the click.
    """
    (width, height), (x, y) = size, at
    if is_too_small(width, height):
        return None
    if y == height - 1:
        hits = bar_hits(y, [_bar(start, offers, wording)])
        return next((hit.key for hit in hits if hit.holds(x, y)), None)
    body = _rows(start, offers, settings, wording, _inner(width))
    sight = _in_sight(body, start, width, height)
    row = y - sight.top + sight.first
    if not sight.top <= y < sight.top + _room(height) or not 0 <= row < body.end:
        return None
    return sum(place <= row for place in body.places) - 1


@dataclass(frozen=True, slots=True)
class _Body:
    """What a page says.

    ``places`` are the rows where each that can be marked begins, and ``end`` is the row after the
    last of them.
    """

    rows: list[list[Fragment]]
    places: Sequence[int] = ()
    end: int = 0


@dataclass(frozen=True, slots=True)
class _InSight:
    """Where a page stands: its ``first`` row in sight is row ``top`` of the screen."""

    first: int
    top: int
    left: int


def _in_sight(body: _Body, start: Start, width: int, height: int) -> _InSight:
    room, rows = _room(height), len(body.rows)
    if start.page in READ:
        first, top = start.scroll, 2
    else:
        first = max(body.places[start.row] - room // 2, 0)
        top = 2 + max((room - rows) // 3, 0)
    return _InSight(min(first, max(rows - room, 0)), top, (width - _inner(width)) // 2)


def _inner(width: int) -> int:
    """Return how many cells a row of a page has."""
    return min(width, _MOST_WIDTH) - 4


def _room(height: int) -> int:
    """Return how many rows a page has: without bars, one below the upper one, one for a notice."""
    return height - 4


def _beyond(body: _Body, sight: _InSight, room: int) -> str:
    """Return arrows to where the page goes on beyond what is in sight."""
    above, below = sight.first > 0, sight.first + room < len(body.rows)
    return "↑" * above + "↓" * below


def _draw_bars(canvas: Canvas, start: Start, offers: Offers, wording: Wording, beyond: str) -> None:
    canvas.fill(0, 0, canvas.width, 1, "class:bar")
    title = wording.say(text("Durak"))
    if start.page is not Page.MENU:
        title = f"{title}: {wording.say(ENTRIES[start.item].label)}"
    canvas.put(1, 0, cut(title, canvas.width - 2), "class:bar.strong")
    told = wording.say(text("{arrows} more", arrows=beyond)) if beyond else ""
    if start.page is Page.REPLAYS:
        place = text("{number} of {count}", number=start.row + 1, count=len(offers.replays))
        told = wording.say(place)
    canvas.put(canvas.width - text_width(told) - 1, 0, told, "class:bar")
    draw_key_bar(canvas, canvas.height - 1, [_bar(start, offers, wording)])


def _bar(start: Start, offers: Offers, wording: Wording) -> list[BarEntry]:
    keys = _KEYS[start.page]
    if start.page is Page.LAN and not offers.found.tables:
        keys = keys[2:]  # there is nothing to choose
    return [BarEntry(shown, wording.say(said), _CLICKED.get(shown, "")) for shown, said in keys]


def _draw_cards(canvas: Canvas, x: int, y: int, wording: Wording) -> None:
    for place, card in enumerate(_CARDS):
        left = x + place * (LARGE.width + 1)
        draw_card(canvas, left, y, LARGE, card, wording.glyphs, light="lit")


def _rows(start: Start, offers: Offers, settings: Settings, wording: Wording, width: int) -> _Body:
    """Return what a page says."""
    match start.page:
        case Page.MENU:
            return _menu(start, offers, wording, width)
        case Page.REPLAYS:
            return _replays(start, offers, wording, width)
        case Page.SETTINGS:
            count = len(SETTINGS)
            return _Body(option_rows(start.row, settings, wording, width), range(count), count)
        case Page.STATS:
            return _Body(wording.wrapped(offers.statistics, "class:table", width))
        case Page.GAMES:
            return _games(start, wording, width)
        case Page.LAN:
            return _lan(start, offers, wording, width)
        case Page.GAME:
            return _Body(_game(start, offers, wording, width))
        case _:
            return _form(start, wording, width)


def _menu(start: Start, offers: Offers, wording: Wording, width: int) -> _Body:
    rows: list[list[Fragment]] = []
    for place, item in enumerate(offers.items):
        entry = ENTRIES[item]
        chosen = place == start.row
        style = "class:chosen" if chosen else "class:table"
        rows.append(
            [
                mark(wording, chosen=chosen),
                (_FAINT, f"{(place + 1) % 10}  "),
                ("class:table.mark", f"{entry.key.upper()}  "),
                (style, f" {wording.say(entry.label)} "),
            ]
        )
    said = ENTRIES[offers.items[start.row]].says
    count = len(rows)
    return _Body([*rows, [], *wording.wrapped(said, _FAINT, width)], range(count), count)


def _form(start: Start, wording: Wording, width: int) -> _Body:
    asked = ROWS[start.page]
    titles = [wording.say(TITLES[row]) for row in asked]
    longest = max(map(text_width, titles))
    rows: list[list[Fragment]] = []
    places = []
    for row, title in zip(asked, titles, strict=True):
        chosen = row is start.asked
        said = padded(title, longest + 2)
        head = [mark(wording, chosen=chosen), ("class:table.strong", said)]
        lines = _answered(start, row, wording, width - longest - 4, chosen=chosen)
        places.append(len(rows))
        rows += beside(head, lines)
    return _Body([*rows, [], *_said(start, wording, width)], places, len(rows))


def _answered(
    start: Start, row: Row, wording: Wording, width: int, *, chosen: bool
) -> list[list[Fragment]]:
    told = answer(start, row)
    if row not in TYPED:
        style = "class:chosen" if chosen else "class:table"
        return [[(style, f" {wording.say(told)} ")]]
    width -= 1
    shown = [
        ("class:caret" if chosen and place == start.caret else "class:table", each)
        for place, each in enumerate([*plain_text(told), " "])
    ]
    lines = [shown[at : at + width] for at in range(0, len(shown), width)]
    return [[("class:table", " "), *line] for line in lines]


def _said(start: Start, wording: Wording, width: int) -> list[list[Fragment]]:
    if start.page is Page.JOIN:
        said = text(
            "The invite (durak:...) that you were sent; or, on the LAN of your friend, the address "
            "on the screen there (192.168.1.20:7777)."
        )
        return wording.wrapped(said, _FAINT, width)
    if start.page is Page.PIN:
        said = text("The table asks for the PIN that stands on its host's screen.")
        return wording.wrapped(said, _FAINT, width)
    return wording.wrapped(start.form.chosen.about, _FAINT, width)


def _lan(start: Start, offers: Offers, wording: Wording, width: int) -> _Body:
    tables = offers.found.tables
    if not tables:
        said = [line for each in offers.found.said for line in wording.wrapped(each, _FAINT, width)]
        return _Body(said or [[]], (0,))
    rows: list[list[Fragment]] = []
    places = []
    for place, table in enumerate(tables):
        chosen = place == start.row
        places.append(len(rows))
        style = "class:chosen" if chosen else "class:table"
        lines = wording.wrapped(table.told, style, width - 2 - _INDENT)
        rows.append([mark(wording, chosen=chosen), *lines[0]])
        rows += indented(lines[1:], 2 + _INDENT)
    return _Body(rows, places, len(rows))


def _games(start: Start, wording: Wording, width: int) -> _Body:
    rows: list[list[Fragment]] = []
    places = []
    longest = max(text_width(game.name) for game in start.form.games)
    for place, game in enumerate(start.form.games):
        chosen = place == start.row
        places.append(len(rows))
        about = wording.wrapped(game.about, "class:table", width - longest - 6)
        style = "class:chosen" if chosen else "class:table.strong"
        name = f" {padded(game.name, longest)} "
        rows += beside([mark(wording, chosen=chosen), (style, name), ("class:table", " ")], about)
    return _Body(rows, places, len(rows))


def _game(start: Start, offers: Offers, wording: Wording, width: int) -> list[list[Fragment]]:
    told = offers.tell(start.form.games[start.row].name)
    rows = [line for said in told.head for line in wording.wrapped(said, "class:table", width)]
    rows.append([])
    for option in told.options:
        rows += wording.wrapped(option.said, "class:table.strong", width)
        about = wording.wrapped(option.about, _FAINT, width - _INDENT)
        rows += indented(about, _INDENT)
    return rows


def _replays(start: Start, offers: Offers, wording: Wording, width: int) -> _Body:
    rows: list[list[Fragment]] = []
    places = []
    for place, replay in enumerate(offers.replays):
        chosen = place == start.row
        places.append(len(rows))
        told, *others = wording.say(replay.told).split("\n")
        alarm = "class:table.alarm" if replay.wrong else None
        plain = alarm if alarm and len(others) < 2 else "class:table"
        style = "class:chosen" if chosen else plain
        first, *more = wording.wrapped(told, style, width - 2 - _INDENT)
        rows.append([mark(wording, chosen=chosen), *first])
        rows += indented(more, 2 + _INDENT)
        for at, other in enumerate(others, start=1):
            style = alarm if alarm and at < len(others) else _FAINT
            rows += indented(wording.wrapped(other.strip(), style, width - 6), 6)
    return _Body(rows, places, len(rows))
