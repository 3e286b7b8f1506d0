"""Tables on the LAN, for the start screen: what is found there, and how one gets in.

Pure, but for `LanTables`, which somebody else is: this room has no network.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol

from durak_p2p.texts import Text, text

#: What is said while a table is asked to let us in.
ASKING: Final = text("Asking the table ...")
OTHER_VERSION: Final = text("That table is of another version of durak.")

_PIN: Final = re.compile(r"[0-9]{1,12}")


@dataclass(frozen=True, slots=True)
class FoundTable:
    """A table on the LAN.

    Attributes:
        number: stays its own while the list is shown.
        told: all of it in a sentence.
        guarded: whether it asks for a PIN.
        same_version: whether it can be joined by this program.
    """

    number: int
    told: Text
    guarded: bool = False
    same_version: bool = True


@dataclass(frozen=True, slots=True)
class Found:
    """What is found on the LAN; ``said``: what there is to know while that is nothing."""

    tables: tuple[FoundTable, ...] = ()
    said: tuple[Text, ...] = ()

    def place_of(self, number: int) -> int | None:
        """Return where a table stands in the list, or None if it is not there (any more)."""
        numbers = [table.number for table in self.tables]
        return numbers.index(number) if number in numbers else None


@dataclass(frozen=True, slots=True)
class Enter:
    """A table is to be asked for its invite.

    ``where`` is its number in the list, or an address as it was typed; ``pin``: "" for none.
    """

    where: int | str
    pin: str = ""


@dataclass(frozen=True, slots=True)
class Entered:
    """The table lets us in: ``table`` is its invite, or its address, for which the PIN is given."""

    table: str
    pin: str = ""


@dataclass(frozen=True, slots=True)
class PinWanted:
    """The table asks for its PIN; ``sentence``: what was wrong with the one that was given."""

    sentence: Text | None = None


@dataclass(frozen=True, slots=True)
class NotEntered:
    """The table lets nobody in, or not us; ``sentence`` says why."""

    sentence: Text


Answer = Entered | PinWanted | NotEntered


class LanTables(Protocol):
    """Looks for tables on the LAN, and asks them for their invites."""

    async def search(self, changed: Callable[[Found], None]) -> None:
        """Tell what is found, whenever that changes, until cancelled."""

    async def enter(self, wanted: Enter) -> Answer:
        """Ask a table for its invite."""


def read_pin(typed: str) -> str | None:
    """Return a PIN as people type it, with spaces or without, or None if it is none."""
    pin = "".join(typed.split())
    return pin if _PIN.fullmatch(pin) else None
