"""The list: each table once, with a number of its own, and no longer than it may be."""

from __future__ import annotations

import dataclasses

from durak_p2p import limits
from durak_p2p.net.invite import Address
from durak_p2p.net.lan.listing import Listing
from durak_p2p.net.lan.record import Record
from durak_p2p.rules import rules_for

RECORD = Record("Anna", rules_for("classic", players=4), 1, 4, guarded=True)
LAN, WIFI = Address("192.168.1.20", 7777), Address("192.168.2.20", 7777)


def table_id(number: int) -> bytes:
    return number.to_bytes(8, "big")


def test_a_table_seen_on_two_interfaces_stands_there_once() -> None:
    listing = Listing()
    assert listing.see(table_id(1), RECORD, [LAN])
    assert listing.see(table_id(1), RECORD, [LAN, WIFI, LAN])
    assert [table.addresses for table in listing.tables] == [(LAN, WIFI)]


def test_what_is_not_new_changes_nothing() -> None:
    listing = Listing()
    listing.see(table_id(1), RECORD, [LAN, WIFI])
    assert not listing.see(table_id(1), RECORD, [WIFI, LAN])
    assert listing.see(table_id(1), dataclasses.replace(RECORD, taken=2), [LAN, WIFI])


def test_numbers_stay_and_are_not_given_twice() -> None:
    listing = Listing()
    for number in (1, 2, 3):
        listing.see(table_id(number), RECORD, [LAN])
    assert listing.lose(table_id(2))
    assert not listing.lose(table_id(2))
    listing.see(table_id(2), RECORD, [LAN])
    assert [table.number for table in listing.tables] == [1, 3, 4]
    assert listing.numbered(2) is None
    table = listing.numbered(4)
    assert table is not None
    assert table.table_id == table_id(2)


def test_the_list_is_bounded_and_what_is_there_stays() -> None:
    listing = Listing()
    for number in range(limits.LAN_TABLES + 10):
        listing.see(table_id(number), RECORD, [LAN])
    assert len(listing.tables) == limits.LAN_TABLES
    assert listing.see(table_id(0), dataclasses.replace(RECORD, taken=2), [LAN])
    many = [Address(f"10.0.0.{number}", 1) for number in range(200)]
    listing.see(table_id(1), RECORD, many)
    table = listing.numbered(2)
    assert table is not None
    assert len(table.addresses) == limits.LAN_ADDRESSES


def test_a_table_without_an_address_is_none() -> None:
    listing = Listing()
    assert not listing.see(table_id(1), RECORD, [])
    assert not listing.tables
