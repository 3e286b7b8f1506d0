"""Talk at the table, under trio: what is said there is told, by whom and when it may be."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

import trio
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from durak_p2p.crypto import Identity
from durak_p2p.table.chat import Chat
from durak_p2p.table.messages import MessageError
from durak_p2p.table.news import News, SayNews
from durak_p2p.table.saying import TABLE_BYTES, SayingError, SignedSaying
from durak_p2p.texts import sentence_of


class Talk:
    """One peer's part in the talk at a table."""

    def __init__(self, secret: bytes, identity: Identity, tell: Callable[[News], None]) -> None:
        """*secret*: the table's (16 bytes); *tell* is called with what others say."""
        self._chat = Chat(table_of(secret), identity, _milliseconds)
        self._tell = tell

    def say(self, words: str) -> SignedSaying:
        """Return what is to be sent to all.  Raises ``CannotSay``."""
        return self._chat.say(words, trio.current_time())

    def hear(self, said: SignedSaying, carrier: bytes, people: Mapping[bytes, str]) -> bool:
        """Tell what the peer *carrier* brings, if it is new; return whether it is.

        *people* are the names of those at the table by their keys.  Raises ``MessageError`` where
        the carrier is to blame.
        """
        try:
            saying = self._chat.hear(said, carrier, people.keys(), trio.current_time())
        except SayingError as error:
            raise MessageError(sentence_of(error)) from error
        if saying is None:
            return False
        self._tell(SayNews(people[saying.author], saying.words))
        return True


def table_of(secret: bytes) -> bytes:
    """Return what a table is called in what is said there; nobody learns the secret by it."""
    return HKDF(hashes.SHA256(), TABLE_BYTES, salt=None, info=b"durak-p2p/1 talk").derive(secret)


def _milliseconds() -> int:
    return time.time_ns() // 1_000_000
