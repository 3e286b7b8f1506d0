"""What happens at a table, as plain data for whoever shows it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from durak_p2p.game import Event, Log
from durak_p2p.rules.family import AnyRules
from durak_p2p.texts import Text


@dataclass(frozen=True, slots=True)
class TableNews:
    """Who sits at the table now (names told apart), and what is played there.

    ``ready`` and ``computers`` (by their own word) are the places in ``names`` of those who are;
    None where nobody needs to say that it is ready.  ``own`` is our place, if we have one;
    ``keys`` are theirs, by place, where people meet.
    """

    rules: AnyRules
    deals: int
    names: tuple[str, ...]
    ready: frozenset[int] | None = None
    computers: frozenset[int] = frozenset()
    own: int | None = None
    keys: tuple[bytes, ...] = ()


@dataclass(frozen=True, slots=True)
class DealNews:
    """Something happened in a deal (``log`` is that deal's)."""

    log: Log
    event: Event


@dataclass(frozen=True, slots=True)
class PastNews:
    """What happened in a deal that was begun before, told again as we come back to it.

    ``log`` is that deal's, as it was then.
    """

    log: Log
    event: Event


@dataclass(frozen=True, slots=True)
class StandingsNews:
    """A deal of a match is over; ``logs`` are those of all its deals so far."""

    logs: tuple[Log, ...]


@dataclass(frozen=True, slots=True)
class AwayNews:
    """The link to a player is lost; its seat waits for ``patience`` seconds."""

    name: str
    patience: int


@dataclass(frozen=True, slots=True)
class BackNews:
    """A player that was away is there again."""

    name: str


@dataclass(frozen=True, slots=True)
class LeftNews:
    """A player has left the table on purpose."""

    name: str


@dataclass(frozen=True, slots=True)
class AskedNews:
    """We play on without those who are gone, and so must ``names``: they have not said so yet."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WatchedNews:
    """Somebody without a seat watches the table from now on."""

    name: str


@dataclass(frozen=True, slots=True)
class UnwatchedNews:
    """Somebody without a seat watches the table no longer."""

    name: str


@dataclass(frozen=True, slots=True)
class SayNews:
    """Another one at the table says something: ``words`` are one line, fit to be shown."""

    name: str
    words: str


@dataclass(frozen=True, slots=True)
class ReplyCodeNews:
    """Nobody answers where the invite says; the host's user needs ``code``.

    ``public``: it holds an address that can be reached from anywhere.
    """

    code: str
    public: bool


@dataclass(frozen=True, slots=True)
class NotOpenNews:
    """The host has not opened the next table yet, at which we want to sit down."""


@dataclass(frozen=True, slots=True)
class WantsAgainNews:
    """Another player of the match that is over wants another one."""

    name: str


@dataclass(frozen=True, slots=True)
class NotMetNews:
    """A guest whose reply code was taken has not been found."""


@dataclass(frozen=True, slots=True)
class ResumedNews:
    """We are back in a deal that was begun before; ``log`` is what is known of it by now.

    What that is has been told before, by `PastNews`.
    """

    log: Log


@dataclass(frozen=True, slots=True)
class AloneNews:
    """All others are gone: we are the last one at the table."""


@dataclass(frozen=True, slots=True)
class OtherKeyNews:
    """Who has come is called like one with whom we have played last on a day, with another key.

    ``key`` is who has come; ``known`` is what that one was called: the same, or what looks like it.
    """

    key: bytes
    name: str
    known: str
    day: date


@dataclass(frozen=True, slots=True)
class OtherNameNews:
    """Who has come was called ``known`` when we played together last, on a day."""

    name: str
    known: str
    day: date


@dataclass(frozen=True, slots=True)
class WrongPinNews:
    """Somebody at an IP address has typed a wrong PIN for our table."""

    address: str


@dataclass(frozen=True, slots=True)
class NotAnnouncedNews:
    """Our table cannot be announced on the LAN."""


@dataclass(frozen=True, slots=True)
class ReachNews:
    """What has come of asking routers to let others in.

    ``facts`` are for programs (protocol/reach.md), ``sentences`` for people; ``invite`` is the new
    one, where the one before does not hold an address that there is now.
    """

    facts: Mapping[str, Any]
    sentences: tuple[Text, ...]
    invite: str | None = None


News = (
    TableNews
    | DealNews
    | PastNews
    | StandingsNews
    | AwayNews
    | BackNews
    | LeftNews
    | AskedNews
    | WatchedNews
    | UnwatchedNews
    | SayNews
    | ReplyCodeNews
    | NotOpenNews
    | WantsAgainNews
    | NotMetNews
    | ResumedNews
    | AloneNews
    | OtherKeyNews
    | OtherNameNews
    | WrongPinNews
    | NotAnnouncedNews
    | ReachNews
)
