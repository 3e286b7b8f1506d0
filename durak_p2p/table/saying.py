"""What somebody says to the table, signed: who carries it on can neither change nor invent it."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Final

from durak_p2p.crypto import Identity
from durak_p2p.game.codec import CodecError, Fields, decode, encode
from durak_p2p.game.entry import SIGNATURE_BYTES
from durak_p2p.game.names import BLANK
from durak_p2p.game.setup import KEY_BYTES
from durak_p2p.game.signed import Signed
from durak_p2p.texts import sentence_of, text

LONGEST_SAYING: Final = 200  # characters
MAX_SAYING_BYTES: Final = 1024
TABLE_BYTES: Final = 16
MAX_NUMBER: Final = 1 << 53
_MOST_MARKS: Final = 2  # on one letter: more would pile up over the lines around
_DOMAIN: Final = b"durak-p2p/1 say\n"


class SayingError(ValueError):
    """These bytes are nothing that somebody says, or not signed by its author."""


@dataclass(frozen=True, slots=True)
class Saying:
    """``author`` (an identity key) says ``words`` at ``table`` (16 bytes, of its invite's secret).

    An author's ``number`` grows from one saying to the next.
    """

    table: bytes
    author: bytes
    number: int
    words: str

    def sign(self, identity: Identity) -> SignedSaying:
        """Return the saying with *identity*'s signature; it must be the author's."""
        raw = encode((self.table, self.author, self.number, self.words))
        return SignedSaying(raw, identity.sign(_DOMAIN + raw))


@dataclass(frozen=True)
class SignedSaying(Signed):
    """A saying's bytes with its author's signature over them."""

    domain: ClassVar = _DOMAIN
    error: ClassVar = SayingError

    @cached_property
    def saying(self) -> Saying:
        """The decoded saying, its words as they came.  Raises :class:`SayingError`."""
        if len(self.raw) > MAX_SAYING_BYTES or len(self.signature) != SIGNATURE_BYTES:
            raise SayingError(text("What somebody says has a wrong length."))
        try:
            fields = Fields(decode(self.raw), "saying")
            saying = Saying(
                table=fields.bytes("table", TABLE_BYTES),
                author=fields.bytes("author", KEY_BYTES),
                number=fields.integer("number", 1, MAX_NUMBER),
                words=fields.text("words", LONGEST_SAYING),
            )
            fields.end()
        except CodecError as error:
            raise SayingError(sentence_of(error)) from error
        return saying


def clean_words(written: str) -> str:
    """Return *written* in one line, without what could trick a screen; "" if nothing is left.

    Dropped are control and direction characters, all others that show nothing, and marks beyond
    two on a letter.  Peers need not agree on it (their Unicode tables may differ): it is for show.
    """
    kept: list[str] = []
    marks = 0
    for character in unicodedata.normalize("NFC", written):
        if character.isspace():
            kept.append(" ")
            continue
        kind = unicodedata.category(character)[0]
        marks = marks + 1 if kind == "M" else 0
        # C*: control, format (direction marks, joiners), surrogate, private, unassigned;
        # Z*: separators, which are spaces.
        if kind not in "CZ" and character not in BLANK and marks <= _MOST_MARKS:
            kept.append(character)
    return " ".join("".join(kept).split())
