"""Entries of the log: their fields, their bytes, their signatures (protocol/log.md)."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import ClassVar, Final

from durak_p2p.crypto import Identity
from durak_p2p.game.codec import CodecError, Fields, Value, decode, encode
from durak_p2p.game.signed import Signed
from durak_p2p.texts import sentence_of, text

DEAL_ID_BYTES: Final = 16
HASH_BYTES: Final = 32
SIGNATURE_BYTES: Final = 64
MAX_AUTHORS: Final = 8
MAX_STEP: Final = 1 << 20
# The largest valid entry is the shuffle of 54 cards: 10.6 KB (protocol/log.md, "Sizes").
MAX_ENTRY_BYTES: Final = 16 * 1024

_DOMAIN: Final = b"durak-p2p/1 entry\n"


class EntryType(StrEnum):
    """What an entry does.  The order is the order in which a deal needs them."""

    COMMIT = "commit"
    REVEAL = "reveal"
    SHUFFLE = "shuffle"
    SHARES = "shares"
    ANSWER = "answer"
    MOVE = "move"
    HEAR = "hear"
    CLOSE = "close"
    OPEN = "open"
    LEAVE = "leave"
    PART = "part"
    TIMEOUT = "timeout"
    SEEN = "seen"


class EntryError(ValueError):
    """These bytes are no entry, or nobody signed them."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One player's contribution to one step of one deal, not yet signed.

    ``log`` is the hash (32 bytes) of the log before the step; ``author`` is the index in the
    set-up's list of players; ``body`` is the array that belongs to ``type``.
    """

    deal: bytes
    step: int
    author: int
    type: EntryType
    log: bytes
    body: Value

    def encode(self) -> bytes:
        """Return the canonical bytes, which are what is signed."""
        return encode((self.deal, self.step, self.author, self.type.value, self.log, self.body))

    def sign(self, identity: Identity) -> SignedEntry:
        """Return the entry with *identity*'s signature; the identity must be the author's."""
        raw = self.encode()
        return SignedEntry(raw, identity.sign(_DOMAIN + raw))


@dataclass(frozen=True, repr=False)
class SignedEntry(Signed):
    """An entry's bytes with the author's signature over them."""

    domain: ClassVar = _DOMAIN
    error: ClassVar = EntryError

    def __repr__(self) -> str:
        return f"SignedEntry({self.digest.hex()})"

    @cached_property
    def entry(self) -> Entry:
        """The decoded entry.  Raises :class:`EntryError` if the bytes are none."""
        if len(self.raw) > MAX_ENTRY_BYTES or len(self.signature) != SIGNATURE_BYTES:
            raise EntryError(text("The entry is too long, or its signature is not 64 bytes."))
        try:
            fields = Fields(decode(self.raw), "entry")
            entry = Entry(
                deal=fields.bytes("deal", DEAL_ID_BYTES),
                step=fields.integer("step", 0, MAX_STEP),
                author=fields.integer("author", 0, MAX_AUTHORS - 1),
                type=_entry_type(fields.text("type", 16)),
                log=fields.bytes("log hash", HASH_BYTES),
                body=fields.value("body"),
            )
            fields.end()
        except CodecError as error:
            raise EntryError(sentence_of(error)) from error
        return entry


def _entry_type(name: str) -> EntryType:
    try:
        return EntryType(name)
    except ValueError:
        raise EntryError(text("The entry's type is unknown.")) from None


def start_hash(setup: bytes) -> bytes:
    """Return the hash of a log that holds nothing but its set-up."""
    return hashlib.sha256(b"durak-p2p/1 start\n" + setup).digest()


def step_hash(before: bytes, entries: list[SignedEntry]) -> bytes:
    """Return the hash of the log after a step.

    *before* is the hash before it (32 bytes), *entries* are the step's, ordered by author.
    """
    digests = b"".join(entry.digest for entry in entries)
    return hashlib.sha256(b"durak-p2p/1 step\n" + before + digests).digest()
