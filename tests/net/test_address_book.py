"""Where players are to be found, whatever others tell."""

from __future__ import annotations

from durak_p2p import limits
from durak_p2p.net.address_book import AddressBook
from durak_p2p.net.invite import Address
from durak_p2p.table.messages import Place, Whereabouts

ANNA, STRANGER = b"a" * 32, b"s" * 32
HERE = Address("192.0.2.1", 7777)


def telling(port: int, key: bytes = ANNA, host: str = "203.0.113.9") -> Whereabouts:
    return Whereabouts((Place(key, host, port),))


def test_what_a_liar_tells_drives_out_no_address_that_a_link_has_shown() -> None:
    book = AddressBook()
    book.learn(ANNA, HERE)
    for port in range(1, 100):
        book.hear(telling(port), [ANNA])
    assert book.of(ANNA)[0] == HERE
    assert len(book.of(ANNA)) == 1 + limits.ADDRESSES_OF_A_PEER


def test_the_newest_address_is_told_on_once_whoever_has_shown_it() -> None:
    book = AddressBook()
    assert book.learn(ANNA, HERE)
    assert book.hear(telling(1), [ANNA])
    assert book.told() == telling(1)
    assert not book.hear(telling(1), [ANNA])
    assert not book.hear(telling(HERE.port, host=HERE.host), [ANNA])
    assert book.told() == telling(1)
    assert not book.learn(ANNA, HERE)  # it is there again
    assert book.told() == telling(HERE.port, host=HERE.host)


def test_of_strangers_and_of_no_place_nothing_is_noted() -> None:
    book = AddressBook()
    for told in (telling(1, STRANGER), telling(0), telling(1, host="")):
        assert not book.hear(told, [ANNA])
    assert not book.known()


def test_who_is_not_at_the_table_is_forgotten() -> None:
    book = AddressBook()
    book.learn(STRANGER, HERE)
    book.hear(telling(1, STRANGER), [STRANGER])
    book.learn(ANNA, HERE)
    book.keep_only([ANNA])
    assert book.known() == {ANNA}
    assert book.of(STRANGER) == []
    assert len(book.told().places) == 1
