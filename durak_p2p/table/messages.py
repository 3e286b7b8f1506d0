"""What peers say to each other on a link (protocol/wire.md).

Each message is one frame that holds a canonical array: the message's name, then its fields.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, Final

from durak_p2p import limits
from durak_p2p.game.accusation import MAX_ACCUSATION_BYTES, SignedAccusation
from durak_p2p.game.codec import CodecError, Fields, Value, decode, encode
from durak_p2p.game.entry import (
    DEAL_ID_BYTES,
    HASH_BYTES,
    MAX_ENTRY_BYTES,
    MAX_STEP,
    SIGNATURE_BYTES,
    SignedEntry,
)
from durak_p2p.game.names import LONGEST_NAME, UncleanName, check_name, clean_name
from durak_p2p.game.setup import (
    KEY_BYTES,
    LEAST_PATIENCE,
    MAX_DEALS,
    MAX_SETUP_BYTES,
    MOST_PATIENCE,
    NONCE_BYTES,
)
from durak_p2p.table.saying import MAX_SAYING_BYTES, SignedSaying
from durak_p2p.texts import sentence_of, text

VERSION: Final = 1  # of this protocol; peers of different versions part with a word
_LONGEST_TEXT = 200
_LONGEST_ADDRESS = 64
_MOST_SEATS = 8


class MessageError(ValueError):
    """A frame holds no message of this protocol."""


class OtherVersion(MessageError):
    """A hello of another version of the protocol; what follows in it is not ours to read."""

    def __init__(self, version: int) -> None:
        super().__init__(text("The hello is of version {version}.", version=version))
        self.version = version


@dataclass(frozen=True, slots=True)
class Hello:
    """The first message of both sides: who one is, and where one can be dialled.

    ``port`` is 0 for who listens nowhere; the address is the one that the link shows.
    ``watches``: no seat is wanted, only to look on.
    """

    name: ClassVar = "hello"
    player: str
    nonce: bytes
    port: int
    watches: bool = False


@dataclass(frozen=True, slots=True)
class Seat:
    """One of those at the table, as the host tells it.

    ``address`` is an IP address, or empty for the host itself, whom every guest knows how to dial.
    """

    key: bytes
    player: str
    address: str
    port: int
    ready: bool = False
    computer: bool = False


@dataclass(frozen=True, slots=True)
class Ready:
    """A guest has seen the rules and wants to begin; it stays so until the guest leaves.

    ``computer``: it says of itself that it is a computer player.
    """

    name: ClassVar = "ready"
    computer: bool


@dataclass(frozen=True, slots=True)
class Table:
    """The host tells the rules (the option pairs of a set-up) and who is here.

    ``watching``: whether the table may be watched.
    """

    name: ClassVar = "table"
    rules: Value
    deals: int
    patience: int
    seats: tuple[Seat, ...]
    watching: bool = True


@dataclass(frozen=True, slots=True)
class Start:
    """The host says that all are here: this is the first deal's set-up.

    To a spectator any player says so of the deal that is played.
    """

    name: ClassVar = "start"
    setup: bytes


@dataclass(frozen=True, slots=True)
class Place:
    """Where one of the players listens: an IP address and a TCP port."""

    key: bytes
    address: str
    port: int


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """Where the sender has found players of the match last."""

    name: ClassVar = "where"
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Spectator:
    """One who watches."""

    key: bytes
    player: str


@dataclass(frozen=True, slots=True)
class Audience:
    """Who watches the table at the sender's."""

    name: ClassVar = "audience"
    spectators: tuple[Spectator, ...]


@dataclass(frozen=True, slots=True)
class Have:
    """What the sender has of a deal: complete steps, and authors (a bit each) of the next one."""

    name: ClassVar = "have"
    deal: bytes
    step: int
    authors: int
    log: bytes


@dataclass(frozen=True, slots=True)
class Carry:
    """An entry, whoever wrote it."""

    name: ClassVar = "entry"
    signed: SignedEntry


@dataclass(frozen=True, slots=True)
class Accuse:
    """An accusation, for whoever has the word to take into the log."""

    name: ClassVar = "accuse"
    signed: SignedAccusation


@dataclass(frozen=True, slots=True)
class Say:
    """What somebody says to all at the table."""

    name: ClassVar = "say"
    signed: SignedSaying


@dataclass(frozen=True, slots=True)
class Ping:
    """Says that the sender is there; nothing answers it, for both sides send them."""

    name: ClassVar = "ping"


@dataclass(frozen=True, slots=True)
class Bye:
    """The sender leaves, or will not have the other: why, in one sentence."""

    name: ClassVar = "bye"
    reason: str


Message = (
    Hello
    | Table
    | Ready
    | Start
    | Whereabouts
    | Audience
    | Have
    | Carry
    | Accuse
    | Say
    | Ping
    | Bye
)


def encode_message(message: Message) -> bytes:
    """Return the payload of the frame for *message*."""
    fields: tuple[Value, ...]
    match message:
        case Hello(player, nonce, port, watches):
            fields = (VERSION, player, nonce, port, int(watches))
        case Table(rules, deals, patience, seats, watching):
            fields = (
                rules,
                deals,
                patience,
                tuple(
                    (s.key, s.player, s.address, s.port, int(s.ready), int(s.computer))
                    for s in seats
                ),
                int(watching),
            )
        case Ready(computer):
            fields = (int(computer),)
        case Start(setup):
            fields = (setup,)
        case Whereabouts(places):
            fields = (tuple((p.key, p.address, p.port) for p in places),)
        case Audience(spectators):
            fields = (tuple((one.key, one.player) for one in spectators),)
        case Have(deal, step, authors, log):
            fields = (deal, step, authors, log)
        case Carry(signed):
            fields = (signed.raw, signed.signature)
        case Accuse(signed):
            fields = (signed.raw, signed.signature)
        case Say(signed):
            fields = (signed.raw, signed.signature)
        case Ping():
            fields = ()
        case Bye(reason):
            fields = (reason,)
    return encode((message.name, *fields))


def decode_message(payload: bytes) -> Message:
    """Read the payload of a frame.  Raises :class:`MessageError`."""
    try:
        value = decode(payload)
        if not isinstance(value, tuple) or not value or not isinstance(value[0], str):
            raise MessageError(text("A message is an array that begins with its name."))
        reader = _READERS.get(value[0])
        if reader is None:
            raise MessageError(text("A message has an unknown name."))
        fields = Fields(value[1:], f"{value[0]} message")
        message = reader(fields)
        fields.end()
    except (CodecError, UncleanName) as error:
        raise MessageError(sentence_of(error)) from error
    return message


def _bounded_bytes(fields: Fields, field: str, most: int) -> bytes:
    value = fields.value(field)
    if not isinstance(value, bytes) or len(value) > most:
        raise CodecError(text("The {field} is not at most {most} bytes.", field=field, most=most))
    return value


def _hello(fields: Fields) -> Hello:
    version = fields.integer("version", 1, 1 << 16)
    if version != VERSION:
        raise OtherVersion(version)
    return Hello(
        player=check_name(fields.text("name", LONGEST_NAME)),
        nonce=fields.bytes("nonce", NONCE_BYTES),
        port=fields.integer("port", 0, 65535),
        watches=_flag(fields, "wish"),
    )


def _flag(fields: Fields, field: str) -> bool:
    return bool(fields.integer(field, 0, 1))


def _seat(value: Value) -> Seat:
    fields = Fields(value, "seat")
    seat = Seat(
        key=fields.bytes("key", KEY_BYTES),
        player=check_name(fields.text("name", LONGEST_NAME)),
        address=_ip_address(fields.text("address", _LONGEST_ADDRESS)),
        port=fields.integer("port", 0, 65535),
        ready=_flag(fields, "readiness"),
        computer=_flag(fields, "computer"),
    )
    fields.end()
    return seat


def _ip_address(written: str) -> str:
    """Names are not let in: nobody is to look up, or dial, whatever the host likes."""
    try:
        return str(ipaddress.ip_address(written)) if written else ""
    except ValueError:
        raise CodecError(text("The address of a seat is none.")) from None


def _table(fields: Fields) -> Table:
    return Table(
        rules=fields.value("rules"),
        deals=fields.integer("deals", 1, MAX_DEALS),
        patience=fields.integer("patience", LEAST_PATIENCE, MOST_PATIENCE),
        seats=fields.array("seats", _MOST_SEATS, _seat),
        watching=_flag(fields, "permission to watch"),
    )


def _ready(fields: Fields) -> Ready:
    return Ready(_flag(fields, "computer"))


def _start(fields: Fields) -> Start:
    return Start(_bounded_bytes(fields, "set-up", MAX_SETUP_BYTES))


def _whereabouts(fields: Fields) -> Whereabouts:
    return Whereabouts(fields.array("places", _MOST_SEATS, _place))


def _place(value: Value) -> Place:
    fields = Fields(value, "place")
    place = Place(
        key=fields.bytes("key", KEY_BYTES),
        address=_ip_address(fields.text("address", _LONGEST_ADDRESS)),
        port=fields.integer("port", 0, 65535),
    )
    fields.end()
    return place


def _audience(fields: Fields) -> Audience:
    return Audience(fields.array("spectators", limits.SPECTATORS, _spectator))


def _spectator(value: Value) -> Spectator:
    fields = Fields(value, "spectator")
    spectator = Spectator(
        key=fields.bytes("key", KEY_BYTES),
        player=check_name(fields.text("name", LONGEST_NAME)),
    )
    fields.end()
    return spectator


def _have(fields: Fields) -> Have:
    return Have(
        deal=fields.bytes("deal", DEAL_ID_BYTES),
        step=fields.integer("step", 0, MAX_STEP),
        authors=fields.integer("authors", 0, 255),
        log=fields.bytes("log hash", HASH_BYTES),
    )


def _carry(fields: Fields) -> Carry:
    raw = _bounded_bytes(fields, "entry", MAX_ENTRY_BYTES)
    return Carry(SignedEntry(raw, fields.bytes("signature", SIGNATURE_BYTES)))


def _accuse(fields: Fields) -> Accuse:
    raw = _bounded_bytes(fields, "accusation", MAX_ACCUSATION_BYTES)
    return Accuse(SignedAccusation(raw, fields.bytes("signature", SIGNATURE_BYTES)))


def _say(fields: Fields) -> Say:
    raw = _bounded_bytes(fields, "saying", MAX_SAYING_BYTES)
    return Say(SignedSaying(raw, fields.bytes("signature", SIGNATURE_BYTES)))


def _bye(fields: Fields) -> Bye:
    # Any text may come here; what is shown of it is plain.
    words = [_clean_word(word) for word in fields.text("reason", _LONGEST_TEXT).split()]
    return Bye(" ".join(word for word in words if word))


def _clean_word(word: str) -> str:
    try:
        return clean_name(word)
    except UncleanName:
        return ""


_READERS: dict[str, Callable[[Fields], Message]] = {
    Hello.name: _hello,
    Table.name: _table,
    Ready.name: _ready,
    Start.name: _start,
    Whereabouts.name: _whereabouts,
    Audience.name: _audience,
    Have.name: _have,
    Carry.name: _carry,
    Accuse.name: _accuse,
    Say.name: _say,
    Ping.name: lambda _: Ping(),
    Bye.name: _bye,
}
