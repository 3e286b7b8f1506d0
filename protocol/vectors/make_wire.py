"""Make wire.json, vectors of the messages in protocol/wire.md: python protocol/vectors/make_wire.py

Always the same: identities are SHA-256 of labels, and Ed25519 draws nothing.  Byte strings are in
hex; a message is an object of its name and its fields.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

from durak_p2p.crypto import Identity
from durak_p2p.game import Entry, EntryType, Setup, SetupPlayer
from durak_p2p.game.accusation import Accusation, AccusationError, SignedAccusation
from durak_p2p.game.codec import Value, encode
from durak_p2p.game.entry import MAX_ENTRY_BYTES, SignedEntry
from durak_p2p.game.setup import MAX_SETUP_BYTES, encode_rules
from durak_p2p.net.framing import FrameError, FrameReader, frame
from durak_p2p.net.talk import table_of
from durak_p2p.rules import rules_for
from durak_p2p.table.lobby import GuestLobby, LobbyError
from durak_p2p.table.messages import (
    VERSION,
    Accuse,
    Audience,
    Bye,
    Carry,
    Have,
    Hello,
    Message,
    MessageError,
    Ping,
    Place,
    Ready,
    Say,
    Seat,
    Spectator,
    Start,
    Table,
    Whereabouts,
    decode_message,
    encode_message,
)
from durak_p2p.table.saying import MAX_SAYING_BYTES, Saying, SayingError, SignedSaying

PATH = Path(__file__).with_name("wire.json")
Json = Any

#: The invite's secret, whence the name of the table in sayings comes.
SECRET = bytes(range(16))


def labelled(label: str) -> bytes:
    """32 bytes out of a label."""
    return hashlib.sha256(f"durak-p2p wire {label}".encode()).digest()


PEOPLE = {name: Identity.from_private_bytes(labelled(name)) for name in ("Anna", "Борис", "Wera")}
ANNA, BORIS, WERA = (identity.public_key for identity in PEOPLE.values())
NONCES = {name: labelled(f"nonce of {name}")[:16] for name in PEOPLE}
RULES = rules_for("classic", players=2, turn_seconds=60)
RULES_VALUE = encode_rules(RULES)
SETUP = Setup.first(
    labelled("match")[:16],
    RULES,
    [
        SetupPlayer(ANNA, "Anna", NONCES["Anna"]),
        SetupPlayer(BORIS, "Борис", NONCES["Борис"]),
    ],
    deals=3,
)
# A set-up lists players by their keys; entries and accusations name them by their places there.
ANNAS, BORISS = ([player.key for player in SETUP.players].index(key) for key in (ANNA, BORIS))
COMMITMENTS: Value = tuple(labelled(f"commitment {number}") for number in range(3))
ENTRY = Entry(SETUP.deal, 0, ANNAS, EntryType.COMMIT, SETUP.hash, COMMITMENTS).sign(PEOPLE["Anna"])
ACCUSATION = Accusation(SETUP.hash, 4, 1, BORISS, ANNAS).sign(PEOPLE["Борис"])
SAYING = Saying(table_of(SECRET), BORIS, 1_764_590_400_000, "Привет, Anna!").sign(PEOPLE["Борис"])

GOOD: dict[str, Message] = {
    "a host that listens nowhere": Hello("Anna", NONCES["Anna"], 0),
    "a guest that listens": Hello("Борис", NONCES["Борис"], 65535),
    "one who only wants to watch": Hello("Wera", NONCES["Wera"], 7777, watches=True),
    "the host alone": Table(RULES_VALUE, 1, 10, (Seat(ANNA, "Anna", "", 0),), watching=False),
    "host and guest, who is a computer player and ready": Table(
        RULES_VALUE,
        1000,
        86400,
        (
            Seat(ANNA, "Anna", "", 0, ready=True),
            Seat(BORIS, "Борис", "2001:db8::1", 40001, ready=True, computer=True),
        ),
    ),
    "a person is ready": Ready(computer=False),
    "a computer player is ready": Ready(computer=True),
    "the set-up": Start(SETUP.raw),
    "where two have been found": Whereabouts(
        (Place(ANNA, "192.168.1.20", 7777), Place(BORIS, "2001:db8::1", 40001))
    ),
    "nobody has been found": Whereabouts(()),
    "one watches": Audience((Spectator(WERA, "Wera"),)),
    "nobody watches": Audience(()),
    "nothing of a deal": Have(SETUP.deal, 0, 0, SETUP.hash),
    "entries of authors 0 and 2": Have(SETUP.deal, 1 << 20, 0b101, labelled("log")),
    "an entry": Carry(ENTRY),
    "an accusation": Accuse(ACCUSATION),
    "somebody says something": Say(SAYING),
    "nothing but that one is there": Ping(),
    "one has left": Bye("left"),
    "one goes away": Bye("away"),
    "a sentence for the user": Bye("All seats are taken."),
}

_SEAT: tuple[Value, ...] = (BORIS, "Борис", "10.0.0.1", 7777, 0, 0)


def bad() -> dict[str, bytes]:
    """What holds one fault each."""
    hello: tuple[Value, ...] = ("hello", VERSION, "Anna", NONCES["Anna"], 7777, 0)
    have: tuple[Value, ...] = ("have", SETUP.deal, 5, 3, labelled("log"))
    good = encode(hello)

    def with_field(message: tuple[Value, ...], place: int, value: Value) -> bytes:
        return encode((*message[:place], value, *message[place + 1 :]))

    def table(*seat: Value) -> bytes:
        return encode(("table", RULES_VALUE, 3, 180, (seat,), 1))

    return {
        "no bytes": b"",
        "cut short": good[:-1],
        "a byte too many": good + b"\0",
        "a number in more bytes than it needs": good.replace(b"\xcd\x1e\x61", b"\xce\0\0\x1e\x61"),
        "a map": b"\x80",
        "arrays ten deep": b"\x91" * 10 + b"\xc0",
        "no array": encode("ping"),
        "an empty array": encode(()),
        "no name": encode((1,)),
        "an unknown name": encode(("pong",)),
        "a field too few": encode(hello[:-1]),
        "a field too many": encode((*hello, 0)),
        "a hello of the next version": encode(("hello", VERSION + 1, "whatever", "follows")),
        "a name with a control character": with_field(hello, 2, "An\x1bna"),
        "a name that turns the direction": with_field(hello, 2, "An\u202ena"),
        "a name of 21 characters": with_field(hello, 2, "A" * 21),
        "an empty name": with_field(hello, 2, ""),
        "a name as bytes": with_field(hello, 2, b"Anna"),
        "a nonce of 15 bytes": with_field(hello, 3, bytes(15)),
        "port 65,536": with_field(hello, 4, 65536),
        "a boolean for a number": with_field(hello, 5, True),
        "a wish that is none": with_field(hello, 5, 2),
        "a seat with a host name": table(*_SEAT[:2], "example.org", *_SEAT[3:]),
        "a seat with a short key": table(BORIS[1:], *_SEAT[1:]),
        "nine seats": encode(("table", RULES_VALUE, 3, 180, (_SEAT,) * 9, 1)),
        "no deal": encode(("table", RULES_VALUE, 0, 180, (_SEAT,), 1)),
        "too little patience": encode(("table", RULES_VALUE, 3, 9, (_SEAT,), 1)),
        "a set-up that is too long": encode(("start", bytes(MAX_SETUP_BYTES + 1))),
        "nine who watch": encode(("audience", ((WERA, "Wera"),) * 9)),
        "a place with a field too many": encode(("where", ((ANNA, "10.0.0.1", 7777, 0),))),
        "a step that is none": with_field(have, 2, -1),
        "a ninth author": with_field(have, 3, 256),
        "a log hash of 31 bytes": with_field(have, 4, bytes(31)),
        "an entry that is too long": encode(("entry", bytes(MAX_ENTRY_BYTES + 1), bytes(64))),
        "a signature of 63 bytes": encode(("entry", ENTRY.raw, bytes(63))),
        "an accusation of 65 bytes": encode(("accuse", bytes(65), bytes(64))),
        "a saying that is too long": encode(("say", bytes(MAX_SAYING_BYTES + 1), bytes(64))),
        "a ping that says more": encode(("ping", 0)),
        "a reason of 201 characters": encode(("bye", "x" * 201)),
    }


def cleaned() -> dict[str, str]:
    """What is sent as the reason of a `bye`, any text, and what may be shown of it."""
    sent = ("a \x1b[31mred\x1b[0m word", "\u202ereversed\u2066", "two\n\nlines", "\x07", "Ходит Ё")
    return {reason: _reason(encode(("bye", reason))) for reason in sent}


def _reason(payload: bytes) -> str:
    message = decode_message(payload)
    assert isinstance(message, Bye)
    return message.reason


def saying_faults() -> Iterator[tuple[str, SignedSaying]]:
    """Messages that are in order, and hold what is no saying of its author."""
    boris = PEOPLE["Борис"]
    saying = SAYING.saying
    yield "signed by another", Saying(saying.table, BORIS, 1, "Hi").sign(PEOPLE["Anna"])
    yield "number 0", Saying(saying.table, BORIS, 0, "Hi").sign(boris)
    yield "201 characters", Saying(saying.table, BORIS, 1, "x" * 201).sign(boris)
    yield "a changed byte", SignedSaying(SAYING.raw[:-1] + b"?", SAYING.signature)


def accusation_faults() -> Iterator[tuple[str, SignedAccusation]]:
    """Messages that are in order, and hold what is no accusation of its author."""
    yield "signed by another", Accusation(SETUP.hash, 4, 1, BORISS, ANNAS).sign(PEOPLE["Anna"])
    yield "bout 0", Accusation(SETUP.hash, 0, 1, BORISS, ANNAS).sign(PEOPLE["Борис"])
    yield "a ninth seat", Accusation(SETUP.hash, 4, 1, BORISS, 8).sign(PEOPLE["Борис"])


def refused_rules() -> dict[str, Value]:
    """What in a message that is in order makes a guest leave, before it is ready."""
    assert RULES_VALUE == (("players", 2), ("turn_seconds", 60))
    players, limit = ("players", 2), ("turn_seconds", 60)
    return {
        "no array": "classic",
        "an option without a value": (("players",), limit),
        "options in another order": (limit, players),
        "an option twice": (players, players, limit),
        "a default that is told": (("deck", 36), players, limit),
        "a number for a boolean": (players, limit, ("trump_exchange", 1)),
        "the number of players is not told": (limit,),
        "an unknown option": (("colour", "red"), players),
        "a value that the option has not": (("deck", 40), players),
        "a table that cannot be": (("deck", 24), ("players", 6)),
    }


def guest_leaves(rules: Value) -> Json:
    """A table for whose rules a guest leaves, and why."""
    table = Table(rules, 3, 180, (Seat(ANNA, "Anna", "", 0), Seat(*_SEAT[:4])))  # type: ignore[arg-type]
    payload = encode_message(table)
    heard = decode_message(payload)
    assert isinstance(heard, Table)
    try:
        GuestLobby(SetupPlayer(BORIS, "Борис", NONCES["Борис"])).hear(heard)
    except LobbyError as error:
        return {"payload": payload.hex(), "reason": str(error)}
    raise AssertionError(rules)


def told(message: Message) -> Json:
    """A message as JSON; what is signed is told as bytes, and as what they mean."""
    version = {"version": VERSION} if isinstance(message, Hello) else {}
    content = {"message": message.name, **version, **_told(message)}
    if isinstance(message, Say):
        content["signed"]["means"] = _told(message.signed.saying)
    if isinstance(message, Accuse):
        content["signed"]["means"] = _told(message.signed.accusation)
    if isinstance(message, Carry):
        content["signed"]["means"] = _told(message.signed.entry)
    return content


def _told(value: object) -> Json:
    if is_dataclass(value):
        names = [field.name for field in fields(value)]
        return {name: _told(getattr(value, name)) for name in names}
    if isinstance(value, bytes):
        return value.hex()
    return [*map(_told, value)] if isinstance(value, tuple) else value


def message_of(content: Json) -> Message:
    """The message that is told so: the way back from :func:`told`."""
    name = content["message"]
    given = {key: value for key, value in content.items() if key not in ("message", "version")}
    match name:
        case "hello":
            return Hello(**(given | {"nonce": bytes.fromhex(given["nonce"])}))
        case "table":
            seats = tuple(Seat(**_with_key(seat)) for seat in given["seats"])
            return Table(**(given | {"rules": _value(given["rules"]), "seats": seats}))
        case "ready":
            return Ready(**given)
        case "start":
            return Start(bytes.fromhex(given["setup"]))
        case "where":
            return Whereabouts(tuple(Place(**_with_key(place)) for place in given["places"]))
        case "audience":
            return Audience(tuple(Spectator(**_with_key(one)) for one in given["spectators"]))
        case "have":
            hashes = {key: bytes.fromhex(given[key]) for key in ("deal", "log")}
            return Have(**(given | hashes))
        case "entry":
            return Carry(SignedEntry(*_signed(given)))
        case "accuse":
            return Accuse(SignedAccusation(*_signed(given)))
        case "say":
            return Say(SignedSaying(*_signed(given)))
        case "ping":
            return Ping()
        case _:
            return Bye(**given)


def _with_key(content: Json) -> Json:
    return content | {"key": bytes.fromhex(content["key"])}


def _signed(content: Json) -> tuple[bytes, bytes]:
    return tuple(bytes.fromhex(content["signed"][part]) for part in ("raw", "signature"))  # type: ignore[return-value]


def _value(content: Json) -> Value:
    return tuple(map(_value, content)) if isinstance(content, list) else content


def refusal(payload: bytes) -> str:
    """Why a payload is no message."""
    try:
        message = decode_message(payload)
    except MessageError as error:
        return str(error)
    raise AssertionError(message)


def frames() -> Json:
    """A stream of three frames, and streams that are none."""
    payloads = [encode_message(Ping()), encode_message(Bye("left")), b"\0" * 300]
    return {
        "payloads": [payload.hex() for payload in payloads],
        "stream": b"".join(map(frame, payloads)).hex(),
        "none": {stream.hex(): no_frame(stream) for stream in (bytes(4), b"\0\1\0\1")},
    }


def no_frame(stream: bytes) -> str:
    """Why a stream holds no frames."""
    try:
        FrameReader().feed(stream)
    except FrameError as error:
        return str(error)
    raise AssertionError(stream)


def unsigned(why: str, signed: SignedSaying | SignedAccusation) -> Json:
    """What is in a message that is in order, and that nobody takes."""
    author = BORIS
    try:
        signed.verify(author)
        _ = signed.saying if isinstance(signed, SignedSaying) else signed.accusation
    except (SayingError, AccusationError) as error:
        message = Say(signed) if isinstance(signed, SignedSaying) else Accuse(signed)
        return {"why": why, "payload": encode_message(message).hex(), "reason": str(error)}
    raise AssertionError(why)


def make() -> Json:
    return {
        "secret": SECRET.hex(),
        "private keys": {name: key.private_bytes().hex() for name, key in PEOPLE.items()},
        "good": [
            {"what": what, "told": told(message), "payload": encode_message(message).hex()}
            for what, message in GOOD.items()
        ],
        "bad": [
            {"why": why, "payload": payload.hex(), "reason": refusal(payload)}
            for why, payload in bad().items()
        ],
        "refused rules": [
            {"why": why, **guest_leaves(rules)} for why, rules in refused_rules().items()
        ],
        "not its author's": [
            *(unsigned(*case) for case in saying_faults()),
            *(unsigned(*case) for case in accusation_faults()),
        ],
        "reasons, and what is shown of them": cleaned(),
        "frames": frames(),
    }


def text() -> str:
    return json.dumps(make(), indent=1) + "\n"


if __name__ == "__main__":
    PATH.write_text(text(), encoding="utf-8")
