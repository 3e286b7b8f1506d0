"""Entries from outside: what nobody has signed says nothing about the player that it names."""

from dataclasses import replace
from typing import Any

import pytest

from durak_p2p.crypto import ORDER
from durak_p2p.game import EntryError, EntryType, Log, SignedEntry, StrayEntry
from durak_p2p.game.codec import Value, encode
from durak_p2p.game.entry import MAX_ENTRY_BYTES

from .tables import identity, played, snapshot

RECORD = played()
COMMIT = RECORD.entries[0]
ENTRY = COMMIT.entry
FIELDS: list[Value] = [ENTRY.deal, ENTRY.step, ENTRY.author, "commit", ENTRY.log, ENTRY.body]


def signed(raw: bytes) -> SignedEntry:
    """The bytes, well signed by author 0."""
    return SignedEntry(raw, RECORD.identities[0].sign(b"durak-p2p/1 entry\n" + raw))


def with_field(index: int, value: Value) -> SignedEntry:
    return signed(encode(tuple(value if at == index else f for at, f in enumerate(FIELDS))))


UNREADABLE = {
    "nothing": signed(b""),
    "no array": signed(encode(7)),
    "no fields": signed(encode(())),
    "a field too few": signed(encode(tuple(FIELDS[:-1]))),
    "a field too many": signed(encode((*FIELDS, None))),
    "trailing bytes": signed(COMMIT.raw + b"\0"),
    "the entry twice": signed(COMMIT.raw * 2),
    "a cut entry": signed(COMMIT.raw[:-1]),
    "a long integer": signed(COMMIT.raw.replace(b"\0\0\xa6commit", b"\xcc\0\0\xa6commit")),
    "the type as bytes": signed(COMMIT.raw.replace(b"\xa6commit", b"\xc4\x06commit")),
    "an array with a long length": signed(b"\xdc\0\6" + COMMIT.raw[1:]),
    "a short deal": with_field(0, bytes(15)),
    "a deal as text": with_field(0, "a" * 16),
    "a step below zero": with_field(1, -1),
    "a step far out": with_field(1, (1 << 20) + 1),
    "a truth as step": with_field(1, False),
    "no step": with_field(1, None),
    "an author below zero": with_field(2, -1),
    "an author above all": with_field(2, 8),
    "an author as text": with_field(2, "0"),
    "an unknown type": with_field(3, "chat"),
    "a type in capitals": with_field(3, "COMMIT"),
    "a long type": with_field(3, "c" * 17),
    "a type as number": with_field(3, 0),
    "a short log hash": with_field(4, bytes(31)),
    "a long log hash": with_field(4, bytes(33)),
    "an extension as body": signed(COMMIT.raw[: -len(encode(ENTRY.body))] + b"\xc7\0\5"),
    "a map as body": signed(COMMIT.raw[: -len(encode(ENTRY.body))] + b"\x80"),
    "a deep body": signed(COMMIT.raw[: -len(encode(ENTRY.body))] + b"\x91" * 500 + b"\xc0"),
    "a deeper body": signed(COMMIT.raw[: -len(encode(ENTRY.body))] + b"\x91" * 1000 + b"\xc0"),
    "an array as large as can be": with_field(5, (0,) * 1025),
    "over the size limit": with_field(5, (bytes(MAX_ENTRY_BYTES),)),
}


@pytest.mark.parametrize("entry", UNREADABLE.values(), ids=UNREADABLE)
def test_bytes_that_are_no_entry_convict_nobody_though_well_signed(entry: SignedEntry) -> None:
    log = Log(RECORD.setup)
    before = snapshot(log)
    with pytest.raises(EntryError):
        log.receive(entry)
    assert snapshot(log) == before


def flipped(raw: bytes, at: int) -> bytes:
    return raw[:at] + bytes([raw[at] ^ 1]) + raw[at + 1 :]


def second_form(signature: bytes) -> bytes:
    """The same signature with the order added to its half S, which anyone could do."""
    half = int.from_bytes(signature[32:], "little") + ORDER
    return signature[:32] + half.to_bytes(32, "little")


UNSIGNED = {
    "a flipped bit in R": replace(COMMIT, signature=flipped(COMMIT.signature, 0)),
    "a flipped bit in S": replace(COMMIT, signature=flipped(COMMIT.signature, 40)),
    "S not reduced": replace(COMMIT, signature=second_form(COMMIT.signature)),
    "no signature": replace(COMMIT, signature=b""),
    "a short signature": replace(COMMIT, signature=COMMIT.signature[:-1]),
    "a long signature": replace(COMMIT, signature=COMMIT.signature + b"\0"),
    "a signature of zeros": replace(COMMIT, signature=bytes(64)),
    "another body": SignedEntry(flipped(COMMIT.raw, -1 % len(COMMIT.raw)), COMMIT.signature),
    "signed by another player": RECORD.sign(ENTRY, 1),
    "signed by a stranger": ENTRY.sign(identity("stranger")),
    "in another's name": RECORD.sign(replace(ENTRY, author=1), 0),
    "signed without the domain": SignedEntry(COMMIT.raw, RECORD.identities[0].sign(COMMIT.raw)),
    "an author who is not at the table": RECORD.sign(replace(ENTRY, author=2), 0),
}


@pytest.mark.parametrize("entry", UNSIGNED.values(), ids=UNSIGNED)
def test_what_its_author_has_not_signed_convicts_nobody(entry: SignedEntry) -> None:
    for step in (0, 1, 3, len(RECORD.steps)):
        log = RECORD.log_before(step)
        before = snapshot(log)
        with pytest.raises(EntryError):
            log.receive(entry)
        assert snapshot(log) == before


@pytest.mark.parametrize(
    "changes",
    [{"deal": bytes(16)}, {"step": 257}, {"step": 1 << 20}, {"deal": played(3).setup.deal}],
    ids=str,
)
def test_entries_of_another_deal_or_far_ahead_are_stray(changes: dict[str, Any]) -> None:
    log = Log(RECORD.setup)
    before = snapshot(log)
    with pytest.raises(StrayEntry):
        log.receive(RECORD.sign(replace(ENTRY, **changes), 0))
    assert snapshot(log) == before


@pytest.mark.parametrize("type_", sorted({e.entry.type for e in RECORD.entries}))
def test_every_type_fits_the_size_limit_by_far(type_: EntryType) -> None:
    sizes = [len(e.raw) for e in RECORD.entries if e.entry.type is type_]
    assert max(sizes) < MAX_ENTRY_BYTES / 2


def test_decoding_an_entry_gives_it_back() -> None:
    for entry in RECORD.entries:
        assert SignedEntry(entry.raw, entry.signature).entry.encode() == entry.raw
