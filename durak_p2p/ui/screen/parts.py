"""The parts of the screen around the cards: title, what is asked, keys, log."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from durak_p2p.rules import Verb, shedding
from durak_p2p.texts import text
from durak_p2p.ui.screen.canvas import Canvas, Fragment, cut, cut_lines, text_width
from durak_p2p.ui.screen.commands import COMMANDS
from durak_p2p.ui.screen.hand import Hit
from durak_p2p.ui.screen.key_bar import BarEntry, bar_rows
from durak_p2p.ui.screen.model import Act, Light, TableModel
from durak_p2p.ui.screen.seats import own_told
from durak_p2p.ui.screen.selection import Mode, Selection
from durak_p2p.ui.screen.wording import SUIT_STYLES, Wording, clock, wrap

#: What the keys of the cards do, by what is lawful.
_LAYING: Final = (
    (Verb.LEAD.value, text("lead")),
    (Verb.BEAT.value, text("beat")),
    (Verb.TRANSFER.value, text("transfer")),
    (Verb.THROW.value, text("throw in")),
    (shedding.Verb.PLAY.value, text("play")),
)

#: Keys that stand side by side.
_KEYBOARD: Final = "1234567890 qwertyuiop asdfghjkl zxcvbnm QWERTYUIOP ASDFGHJKL ZXCVBNM"
#: The most keys, or runs of them, that the key bar tells.
_MOST_KEYS: Final = 6

#: Commands that need not stand in the key bar, those first that are missed least.
_SPARE: Final = (Act.OPTIONS, Act.LOG, Act.QR, Act.CHAT)


def draw_title(canvas: Canvas, model: TableModel, wording: Wording) -> None:
    """Draw the first row: the game, trump and stock, the time."""
    canvas.fill(0, 0, canvas.width, 1, "class:bar")
    right: list[Fragment] = []
    if model.trump is not None:
        right += [("class:bar", wording.say(text("Trump:"))), ("class:bar", " ")]
        sign = wording.glyphs.suits[model.trump]
        right.append((f"class:bar.strong.{SUIT_STYLES[model.trump]}", sign))
    if model.seats:
        stock = wording.say(text("stock: {count}", count=model.stock))
        right.append(("class:bar", f"  {stock}"))
    if model.seconds is not None:
        style = "class:bar.alarm" if model.seconds <= 10 else "class:bar.strong"
        right.append((style, f"  {clock(model.seconds)}"))
    width = sum(text_width(part) for _, part in right)
    canvas.write(canvas.width - width - 1, 0, right)
    canvas.put(1, 0, cut(wording.say(model.title), canvas.width - width - 4), "class:bar.strong")


# -- what is asked ---------------------------------------------------------------------------------


def draw_headline(
    canvas: Canvas,
    y: int,
    width: int,
    model: TableModel,
    selection: Selection,
    wording: Wording,
) -> None:
    """Draw the row that says what is to be done now, and what we are."""
    style = "class:turn" if model.asked else "class:table.strong"
    headline = model.headline
    if selection.menu and Act.NEXT in model.acts:  # Enter is for what is asked
        headline = text("The deal is over.")
    said = cut(wording.say(headline), width - 4)
    canvas.put(1, y, f" {said} ", style)
    parts = own_told(model.own, wording) if model.own is not None else []
    if model.watches:
        parts = [wording.say(text("you watch"))]
    for most in range(len(parts), 0, -1):  # as much of it as there is room for
        own = ", ".join(parts[:most])
        x = width - text_width(own) - 1
        if x > text_width(said) + 4:
            canvas.put(x, y, own, "class:table.faint")
            return


@dataclass(frozen=True, slots=True)
class Prompt:
    """What stands below the headline, row by row; ``hits`` are in its own columns and rows."""

    rows: list[list[Fragment]]
    hits: tuple[Hit, ...] = ()


def prompt(selection: Selection, wording: Wording, width: int) -> Prompt:
    """Return what is below the headline: a question, a typed line, a notice, or a hint."""
    if selection.mode in (Mode.MENU, Mode.ASK):
        return _question(selection, wording, width - 2)
    return Prompt(wrap(_said(selection, wording), width - 2))


def draw_prompt(canvas: Canvas, top: int, asked: Prompt) -> list[Hit]:
    """Draw it from row *top* on; return what of it can be clicked."""
    for y, row in enumerate(asked.rows, start=top):
        canvas.write(2, y, row)
    return [replace(hit, x=hit.x + 2, y=hit.y + top) for hit in asked.hits]


def _question(selection: Selection, wording: Wording, width: int) -> Prompt:
    assert selection.question is not None
    rows = wrap(wording.fragments(selection.question, "class:table.strong"), width)
    used = _cells(rows[-1])
    hits: list[Hit] = []
    for place, item in enumerate(selection.menu):
        style = "class:chosen" if place == selection.row else "class:table"
        answer = [(style, f"[{wording.say(item.shown)}] "), *wording.fragments(item.label, style)]
        fits = used + 2 + _cells(answer) <= width
        if fits and used:
            used += text_width("  ")
            rows[-1].append(("class:table", "  "))
        elif used:
            rows.append([])
            used = 0
        first, *others = wrap(answer, width) if _cells(answer) > width else [answer]
        rows[-1] += first
        rows += others
        start = len(rows) - len(others) - 1
        hits.append(Hit(used, start, _cells(first), 1, item.keys[0]))
        hits += [
            Hit(0, y, _cells(other), 1, item.keys[0])
            for y, other in enumerate(others, start=start + 1)
        ]
        used = _cells(others[-1]) if others else used + _cells(first)
    return Prompt(rows, tuple(hits))


def _cells(fragments: Sequence[Fragment]) -> int:
    return sum(text_width(part) for _, part in fragments)


def _said(selection: Selection, wording: Wording) -> list[Fragment]:
    if selection.mode in (Mode.TYPE, Mode.CHAT):
        head = ": " if selection.mode is Mode.TYPE else wording.say(text("Say:")) + " "
        line, caret = f"{selection.line} ", selection.caret
        return [
            ("class:table.mark", head),
            ("class:table", line[:caret]),
            ("class:caret", line[caret]),
            ("class:table", line[caret + 1 :]),
        ]
    if selection.notice is not None:
        return wording.fragments(selection.notice, "class:table.alarm")
    if selection.cheating:
        hint = text("The next card is laid even if it does not fit. C: better not.")
        return wording.fragments(hint, "class:table.alarm")
    if selection.raised:
        hint = text("Enter leads what is picked up; a card of the same rank goes along.")
        return wording.fragments(hint, "class:table.strong")
    return []


# -- keys ------------------------------------------------------------------------------------------


def command_rows(
    model: TableModel, selection: Selection, wording: Wording, width: int
) -> list[list[BarEntry]]:
    """Return what can be done now in rows: the commands, or the keys of what is open.

    Where one row does not hold all commands, those are left out that the help tells as well.
    What is open takes as many rows as they do: nothing above the bar moves.
    """
    entries = [_entry(act, model, wording) for act in model.acts]
    if selection.raised:
        entries.insert(0, BarEntry("Enter", wording.say(text("lead")), "enter"))
    rows = bar_rows(entries, [_entry(act, model, wording) for act in _SPARE], width)
    if not (opened := opened_keys(selection, wording)):
        return rows
    told = bar_rows(opened, (), width)
    return [*told, *([[]] * (len(rows) - len(told)))]


def opened_keys(selection: Selection, wording: Wording) -> list[BarEntry]:
    """Return what keys do in what is open: a question, a typed line, a page; [] if nothing is."""

    def key(shown: str, label: str, name: str = "") -> BarEntry:
        return BarEntry(shown, wording.say(label), name)

    back = key("Esc", text("back"), "escape")
    match selection.mode:
        case Mode.MENU | Mode.ASK if selection.menu:
            chosen = key("Enter", selection.menu[selection.row].label, "enter")
            if selection.mode is Mode.MENU:
                keys = keys_told([item.keys[0] for item in selection.menu])
                return [key(f"{keys} ←→", text("choose")), chosen, back]
            answers = [
                key(wording.say(item.shown), item.label, item.keys[0]) for item in selection.menu
            ]
            return [*answers, key("←→", text("choose")), chosen]
        case Mode.TYPE:
            return [key("Enter", text("do it"), "enter"), back]
        case Mode.CHAT:
            return [key("Enter", text("say"), "enter"), back]
        case Mode.LOG | Mode.HELP:
            return [key("↑↓", text("scroll")), back]
        case Mode.OPTIONS:
            return [key("↑↓", text("choose")), key("←→", text("change")), back]
        case _:
            return []


def _entry(act: Act, model: TableModel, wording: Wording) -> BarEntry:
    if act is Act.LAY:
        keys = [held.key for held in model.hand if held.key and held.light is not Light.DIM]
        verbs = {move.verb.value for move in model.legal}
        label = next(label for verb, label in _LAYING if verb in verbs)
        return BarEntry(keys_told(keys), wording.say(label))
    command = COMMANDS[act]
    name = command.keys[0]
    shown = name.title() if len(name) > 1 else name.upper()
    return BarEntry(shown, wording.say(command.label), name)


def keys_told(keys: Sequence[str]) -> str:
    """Return the keys of cards in few cells: "1-4 6 b"; what is too much is "…"."""
    runs: list[str] = []
    for key in keys:
        if runs and runs[-1] + key in _KEYBOARD:
            runs[-1] += key
        else:
            runs.append(key)
    told = [part for run in runs for part in ([f"{run[0]}-{run[-1]}"] if len(run) > 2 else run)]
    return " ".join(told if len(told) <= _MOST_KEYS else [*told[: _MOST_KEYS - 1], "…"])


# -- the log ---------------------------------------------------------------------------------------


def log_lines(model: TableModel, wording: Wording, width: int, most: int) -> list[list[Fragment]]:
    """Return the last sentences of the log in at most so many lines, the newest in strong letters.

    Each is whole, but for the newest where it alone is too long.
    """
    lines: list[list[Fragment]] = []
    for place, sentence in enumerate(reversed(model.log)):
        style = "class:table" if place == 0 else "class:table.faint"
        added = wording.wrapped(sentence, style, width)
        if place == 0:
            added = cut_lines(added, max(most, 0), width)
        if len(lines) + len(added) > most:
            break
        lines = [*added, *lines]
    return lines
