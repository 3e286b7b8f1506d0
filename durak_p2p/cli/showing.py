"""Ways to show the tables on the LAN: in place on a terminal, line by line, as JSON lines."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from typing import Any, Final, Protocol

from durak_p2p.cli.speaking import own_language, say
from durak_p2p.cli.telling import say_json
from durak_p2p.net.lan.listing import ListedTable
from durak_p2p.rules.family import told_options
from durak_p2p.texts import Text, text
from durak_p2p.ui.lan import LOOKING, gone_text, hints, table_text
from durak_p2p.ui.plain import plain_text
from durak_p2p.ui.wrapping import between_words

WHICH = text("Number of a table, an address, or an invite (quit: leave):")

#: Lines are not made shorter than that many characters.
_NARROWEST: Final = 20


class Show(Protocol):
    """Shows what is found."""

    def tables(self, tables: Sequence[ListedTable]) -> None:
        """The list has changed."""

    def hint(self) -> None:
        """Nothing has been found for some time."""

    def say(self, sentence: str) -> None:
        """Something else is to be said."""

    def ask(self, what: Text | None) -> None:
        """A line is asked for; None: which table."""


class InPlace:
    """A list that changes in place: it is the prompt of the line that is typed."""

    def __init__(self) -> None:
        self.refresh: Callable[[], None] = lambda: None
        self._tables: Sequence[ListedTable] = ()
        self._hinting = False
        self._asked: Text | None = None

    def prompt(self) -> str:
        """Return what stands before the line that is typed."""
        if self._asked is not None:
            return _shown([self._asked])
        if self._tables:
            shown: list[str] = [text("Tables on your LAN:"), *map(table_text, self._tables)]
        else:
            shown = [
                LOOKING,
                *(hints() if self._hinting else ()),
            ]
        return _shown([*shown, WHICH])

    def tables(self, tables: Sequence[ListedTable]) -> None:
        """Draw the list anew."""
        self._tables = tables
        self.refresh()

    def hint(self) -> None:
        """Draw the hints while there is no table."""
        self._hinting = True
        self.refresh()

    def say(self, sentence: str) -> None:
        """Print above the list."""
        say(sentence)

    def ask(self, what: Text | None) -> None:
        """Ask in place of the list."""
        self._asked = what


def _shown(sentences: Sequence[str]) -> str:
    """Return sentences in the reader's language, to be typed after the last of them.

    They are broken between words, and longer words in themselves: what is drawn in place is cut
    off at the edge of the window.
    """
    width = max(shutil.get_terminal_size().columns - 1, _NARROWEST)
    lines = [
        between_words(
            plain_text(own_language().say(sentence)), width, after="   ", break_long_words=True
        )
        for sentence in sentences
    ]
    return "\n".join(lines) + " "


class PlainLines:
    """A line for each table as it comes, changes and goes."""

    def __init__(self, *, numbers: bool = False) -> None:
        """*numbers*: one of them is asked for."""
        self._numbers = numbers
        self._shown: dict[int, ListedTable] = {}

    def tables(self, tables: Sequence[ListedTable]) -> None:
        """Print what is new."""
        new = {table.number: table for table in tables}
        for number, table in self._shown.items():
            if number not in new:
                say(gone_text(table))
        for number, table in new.items():
            old = self._shown.get(number)
            if old is None or table_text(old) != table_text(table):
                say(table_text(table))
        if self._numbers and new and not self._shown:
            say(WHICH)
        self._shown = new

    def hint(self) -> None:
        """Print the hints."""
        for line in hints():
            say(line)

    def say(self, sentence: str) -> None:
        """Print it."""
        say(sentence)

    def ask(self, what: Text | None) -> None:
        """Print what is asked; which table was asked with the first of them."""
        if what is not None:
            say(what)


class JsonLines:
    """A JSON object for each table as it comes, changes and goes."""

    def __init__(self) -> None:
        self._shown: dict[int, dict[str, Any]] = {}

    def tables(self, tables: Sequence[ListedTable]) -> None:
        """Print what is new."""
        new = {table.number: table_json(table) for table in tables}
        for number in self._shown.keys() - new.keys():
            say_json({"lan": "gone", "number": number})
        for number, told in new.items():
            if self._shown.get(number) != told:
                say_json({"lan": "table", **told})
        self._shown = new

    def hint(self) -> None:
        """Nothing: a program does not look after firewalls."""

    def say(self, sentence: str) -> None:
        """Print it."""
        say_json({"lan": "note", "text": sentence})

    def ask(self, what: Text | None) -> None:
        """Nothing: a program is asked nothing."""


def table_json(table: ListedTable) -> dict[str, Any]:
    """Return a table of the list as a JSON object; rules are null where they are not known."""
    record = table.record
    return {
        "number": table.number,
        "table": table.table_id.hex(),
        "name": record.name,
        "rules": None if record.rules is None else told_options(record.rules),
        "taken": record.taken,
        "seats": record.seats,
        "pin": record.guarded,
        "same_version": record.same_version,
        "addresses": [str(address) for address in table.addresses],
        "text": table_text(table),
    }
