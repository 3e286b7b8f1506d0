"""A player's deals, summed up, in sentences and bars."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from wcwidth import wcswidth

from durak_p2p.replay.statistics import Outcome, Statistics, Streak, Tally
from durak_p2p.texts import Text, listed, plural, text
from durak_p2p.ui.plain import plain_text
from durak_p2p.ui.words import lines, sentences

_WIDTH: Final = 20  # characters of a bar
_WIDEST_NAME: Final = 24


@dataclass(frozen=True, slots=True)
class Bars:
    """The characters that bars are made of."""

    won: str
    drawn: str
    lost: str


BLOCKS: Final = Bars("█", "▒", "░")
PLAIN: Final = Bars("#", "=", ".")


def bar(tally: Tally, bars: Bars) -> str:
    """Return a bar: what was won, drawn and lost, in parts of its length.

    What there is at all has a character at least.
    """
    won = _share(tally.won, tally.deals)
    lost = _share(tally.lost, tally.deals)
    if tally.drawn:
        won, lost = _make_room(won, lost)
    elif won + lost != _WIDTH:
        won = _WIDTH - lost
    return bars.won * won + bars.drawn * (_WIDTH - won - lost) + bars.lost * lost


def _share(part: int, whole: int) -> int:
    if not part:
        return 0
    return min(max(1, round(_WIDTH * part / whole)), _WIDTH if part == whole else _WIDTH - 1)


def _make_room(won: int, lost: int) -> tuple[int, int]:
    """Leave a character for what was drawn."""
    if won + lost < _WIDTH:
        return won, lost
    return (won - 1, lost) if won >= lost else (won, lost - 1)


#: Of whoever reads it, where no deal counts yet.
NOTHING_YET: Final = text("You have not played a deal to its end yet.")


def statistics_text(name: str | None, statistics: Statistics, broken: int, bars: Bars) -> Text:
    """Return all of it for people.

    *name*: whose deals they are, None for the reader's own; *broken*: files that were left out.
    """
    return lines(
        [
            _first_line(name, statistics),
            *_details(statistics),
            *_apart(statistics, broken),
            *_table(text("By opponent:"), statistics.opponents, bars),
            *_table(text("By game:"), statistics.games, bars),
            *([_legend(bars)] if statistics.total.deals else []),
        ]
    )


def _first_line(name: str | None, statistics: Statistics) -> Text:
    if name is None and not statistics.total.deals and not statistics.void:
        return NOTHING_YET
    whose = text("You") if name is None else name
    return listed([whose, _total_text(statistics.total)], ": ")


def _total_text(tally: Tally) -> Text:
    if not tally.deals:
        return text("no deals that count.")
    return plural(
        "{count} deal; {won} won, {drawn} drawn, {lost} lost.",
        "{count} deals; {won} won, {drawn} drawn, {lost} lost.",
        tally.deals,
        won=tally.won,
        drawn=tally.drawn,
        lost=tally.lost,
    )


def _details(statistics: Statistics) -> list[Text]:
    told: list[Text] = []
    if statistics.fools:
        fools = statistics.fools
        told.append(plural("The fool {count} time.", "The fool {count} times.", fools))
    if statistics.epaulettes:
        epaulettes = statistics.epaulettes
        told.append(plural("{count} epaulette worn.", "{count} epaulettes worn.", epaulettes))
    row: list[Text] = []
    if statistics.streak is not None:
        row.append(_streak_text(statistics.streak))
        row.append(
            text(
                "Most in a row: {won} won, {lost} lost.",
                won=statistics.wins,
                lost=statistics.losses,
            )
        )
    return [sentences(told), sentences(row)]


def _streak_text(streak: Streak) -> Text:
    count = streak.length
    match streak.outcome:
        case Outcome.WON:
            return plural("Now {count} win in a row.", "Now {count} wins in a row.", count)
        case Outcome.LOST:
            return plural("Now {count} loss in a row.", "Now {count} losses in a row.", count)
        case _:
            return plural("Now {count} draw in a row.", "Now {count} draws in a row.", count)


def _apart(statistics: Statistics, broken: int) -> list[Text]:
    told: list[Text] = []
    if statistics.void:
        void = statistics.void
        told.append(plural("{count} deal did not count.", "{count} deals did not count.", void))
    if statistics.unfinished:
        told.append(
            plural(
                "{count} deal is unfinished, and not counted.",
                "{count} deals are unfinished, and not counted.",
                statistics.unfinished,
            )
        )
    if broken:
        told.append(
            plural(
                "{count} replay is broken or cannot be read, and is left out.",
                "{count} replays are broken or cannot be read, and are left out.",
                broken,
            )
        )
    return [sentences(told)]


def _table(title: Text, rows: Sequence[tuple[str, Tally]], bars: Bars) -> list[Text]:
    if not rows:
        return []
    width = min(_WIDEST_NAME, max(_cells(name) for name, _ in rows))
    told = [
        listed([f"  {_padded(name, width)}  {bar(tally, bars)}  ", _share_text(tally)], "")
        for name, tally in rows
    ]
    return [listed([title], ""), *told]


def _share_text(tally: Tally) -> Text:
    return plural(
        "{won} of {count} deal won", "{won} of {count} deals won", tally.deals, won=tally.won
    )


def _legend(bars: Bars) -> Text:
    return text(
        "{won} won, {drawn} drawn, {lost} lost",
        won=bars.won,
        drawn=bars.drawn,
        lost=bars.lost,
    )


def _cells(name: str) -> int:
    return max(0, wcswidth(plain_text(name)))


def _padded(name: str, width: int) -> str:
    return name + " " * max(0, width - _cells(name))
