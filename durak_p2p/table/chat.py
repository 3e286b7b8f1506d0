"""Talk at the table: what we say, what we hear and carry on.  Without input or output.

Nothing that is said here is in a log, and nothing depends on it.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Collection

from durak_p2p import limits
from durak_p2p.crypto import Identity
from durak_p2p.table.bucket import Bucket
from durak_p2p.table.errors import TableError
from durak_p2p.table.saying import (
    LONGEST_SAYING,
    Saying,
    SignedSaying,
    clean_words,
)
from durak_p2p.texts import plural, text


class CannotSay(TableError):
    """What somebody wants to say is not said; the message says why."""


class _Speaker:
    """What is kept of one peer: how much it says and carries, and its last number."""

    def __init__(self) -> None:
        self.last = 0
        self.says = Bucket(limits.SAYINGS_AT_ONCE, limits.SAYINGS_RATE)
        self.carries = Bucket(limits.SAYINGS_CARRIED_AT_ONCE, limits.SAYINGS_CARRIED_RATE)


class Chat:
    """One peer's ear and mouth at a table."""

    def __init__(self, table: bytes, identity: Identity, number: Callable[[], int]) -> None:
        """*table*: 16 bytes that only those who have the invite know.

        *number* gives the number of our next saying if it is above the last: the time, so that
        after a restart we do not begin anew with numbers that the others have heard.
        """
        self._table = table
        self._identity = identity
        self._number = number
        self._own_last = 0
        # A little less than what the others let pass, so that none of ours is lost.
        self._own = Bucket(limits.SAYINGS_AT_ONCE - 1, limits.SAYINGS_RATE * 0.9)
        self._speakers: OrderedDict[bytes, _Speaker] = OrderedDict()

    def say(self, written: str, now: float) -> SignedSaying:
        """Return what is to be sent on all links.  Raises :class:`CannotSay`."""
        words = clean_words(written)
        if not words:
            raise CannotSay(text("There is nothing to say in that line."))
        if len(words) > LONGEST_SAYING:
            raise CannotSay(
                plural(
                    "One says at most {count} character at once.",
                    "One says at most {count} characters at once.",
                    LONGEST_SAYING,
                )
            )
        if not self._own.take(now):
            raise CannotSay(text("You say too much at once; wait a little."))
        self._own_last = max(self._own_last + 1, self._number())
        own = self._identity.public_key
        return Saying(self._table, own, self._own_last, words).sign(self._identity)

    def hear(
        self, signed: SignedSaying, carrier: bytes, people: Collection[bytes], now: float
    ) -> Saying | None:
        """Return what was said, its words clean, if it is new: it is to be carried on then.

        None: it is known, or too much, or nobody's of *people* (the keys of those at the table).
        Raises :class:`SayingError` where the carrier is to blame: it is no saying, or forged.
        """
        if not self._speaker(carrier, people).carries.take(now):
            return None  # unread
        saying = signed.saying
        own = self._identity.public_key
        if saying.table != self._table or saying.author not in people or saying.author == own:
            return None
        author = self._speaker(saying.author, people)
        if saying.number <= author.last:
            return None
        signed.verify(saying.author)
        author.last = saying.number
        words = clean_words(saying.words)
        if not words or not author.says.take(now):
            return None
        return Saying(saying.table, saying.author, saying.number, words)

    def _speaker(self, key: bytes, people: Collection[bytes]) -> _Speaker:
        """Return what is kept of a peer; who has been silent longest is forgotten.

        Nobody at the table is: who comes under many keys could else have old words heard again.
        """
        speaker = self._speakers.setdefault(key, _Speaker())
        self._speakers.move_to_end(key)
        if len(self._speakers) > limits.SPEAKERS:
            strangers = (other for other in self._speakers if other not in people)
            del self._speakers[next(strangers, next(iter(self._speakers)))]
        return speaker
