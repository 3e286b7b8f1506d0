"""Accusations that are said without the word: signed on their own, put in order by the log.

Whoever has the word takes one into the log by an entry of its own (``hear``), so all peers have it
in the same place.  Nobody can shut one out: a bout closes only with an entry of everybody still in,
and instead of its ``done`` the accuser can put the accusation there
(protocol/log.md, "Accusations").
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Final

from durak_p2p.crypto import Identity
from durak_p2p.game.codec import CodecError, Fields, decode, encode
from durak_p2p.game.entry import HASH_BYTES, MAX_AUTHORS, SIGNATURE_BYTES
from durak_p2p.game.signed import Signed
from durak_p2p.texts import sentence_of, text

MAX_ACCUSATION_BYTES: Final = 64
MAX_BOUT: Final = 1 << 20
_DOMAIN: Final = b"durak-p2p/1 accusation\n"


class AccusationError(ValueError):
    """These bytes are no accusation, or not signed by the accuser."""


@dataclass(frozen=True, slots=True)
class Accusation:
    """``author`` says that ``accused`` (both indices in the set-up) has cheated in this bout.

    ``setup`` is the hash with which the deal's log begins.  ``judged`` is how many accusations were
    judged in the deal when this one was made: so it is known which judgements its author had seen.
    """

    setup: bytes
    bout: int
    judged: int
    author: int
    accused: int

    def sign(self, identity: Identity) -> SignedAccusation:
        """Return the accusation with *identity*'s signature; it must be the author's."""
        raw = encode((self.setup, self.bout, self.judged, self.author, self.accused))
        return SignedAccusation(raw, identity.sign(_DOMAIN + raw))


@dataclass(frozen=True)
class SignedAccusation(Signed):
    """An accusation's bytes with its author's signature over them."""

    domain: ClassVar = _DOMAIN
    error: ClassVar = AccusationError

    @cached_property
    def accusation(self) -> Accusation:
        """The decoded accusation.  Raises :class:`AccusationError` if the bytes are none."""
        if len(self.raw) > MAX_ACCUSATION_BYTES or len(self.signature) != SIGNATURE_BYTES:
            raise AccusationError(text("The accusation has a wrong length."))
        try:
            fields = Fields(decode(self.raw), "accusation")
            accusation = Accusation(
                setup=fields.bytes("set-up", HASH_BYTES),
                bout=fields.integer("bout", 1, MAX_BOUT),
                judged=fields.integer("number judged", 0, MAX_BOUT),
                author=fields.integer("author", 0, MAX_AUTHORS - 1),
                accused=fields.integer("accused", 0, MAX_AUTHORS - 1),
            )
            fields.end()
        except CodecError as error:
            raise AccusationError(sentence_of(error)) from error
        return accusation
