"""The list of tables on the LAN, as it is shown.  Without input or output."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from durak_p2p import limits
from durak_p2p.net.invite import Address
from durak_p2p.net.lan.record import Record


@dataclass(frozen=True, slots=True)
class ListedTable:
    """A table in the list.  ``number`` (from 1) stays its own while the list is shown."""

    number: int
    table_id: bytes
    record: Record
    addresses: tuple[Address, ...]


class Listing:
    """Each table once, however many interfaces it is seen on; in the order they were found."""

    def __init__(self) -> None:
        self._tables: dict[bytes, ListedTable] = {}
        self._numbers = 0

    @property
    def tables(self) -> tuple[ListedTable, ...]:
        """Return the tables that are there now."""
        return tuple(self._tables.values())

    def numbered(self, number: int) -> ListedTable | None:
        """Return the table with that number, if it is still there."""
        return next((table for table in self.tables if table.number == number), None)

    def see(self, table_id: bytes, record: Record, addresses: Iterable[Address]) -> bool:
        """Take a table into the list, or what is new of it.  Return whether the list changed."""
        kept = tuple(dict.fromkeys(addresses))[: limits.LAN_ADDRESSES]
        old = self._tables.get(table_id)
        if not kept or (old is None and len(self._tables) >= limits.LAN_TABLES):
            return False
        if old is not None and (old.record, set(old.addresses)) == (record, set(kept)):
            return False
        if old is None:
            self._numbers += 1
        number = old.number if old is not None else self._numbers
        self._tables[table_id] = ListedTable(number, table_id, record, kept)
        return True

    def lose(self, table_id: bytes) -> bool:
        """Take a table out of the list.  Return whether it was there."""
        return self._tables.pop(table_id, None) is not None
