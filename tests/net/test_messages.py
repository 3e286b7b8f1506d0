"""Messages: what is said comes back, everything else is a MessageError."""

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from durak_p2p.game.codec import Value, encode
from durak_p2p.game.entry import MAX_ENTRY_BYTES, MAX_STEP, SignedEntry
from durak_p2p.table.messages import (
    VERSION,
    Audience,
    Bye,
    Carry,
    Have,
    Hello,
    Message,
    MessageError,
    OtherVersion,
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
from durak_p2p.table.saying import MAX_SAYING_BYTES, SignedSaying

KEY, NONCE = bytes(range(32)), bytes(16)
RULES: Value = (("players", 2),)

MESSAGES: list[Message] = [
    Hello("Anna", NONCE, 7777),
    Hello("Борис 2", NONCE, 0),
    Hello("Wera", NONCE, 0, watches=True),
    Table(
        RULES, 3, 180, (Seat(KEY, "Anna", "", 0, True, True), Seat(KEY, "Борис", "192.168.1.2", 1))
    ),
    Table(RULES, 1, 10, (Seat(KEY, "Anna", "2001:db8::1", 65535),), watching=False),
    Ready(computer=True),
    Ready(computer=False),
    Start(b"set-up"),
    Whereabouts((Place(KEY, "192.168.1.2", 7777), Place(NONCE * 2, "2001:db8::1", 1))),
    Audience((Spectator(KEY, "Wera"), Spectator(NONCE * 2, "Ксения"))),
    Audience(()),
    Have(bytes(16), 5, 0b101, bytes(32)),
    Carry(SignedEntry(b"entry", bytes(64))),
    Say(SignedSaying(b"saying", bytes(64))),
    Ping(),
    Bye("left"),
]


@pytest.mark.parametrize("message", MESSAGES, ids=lambda m: m.name)
def test_round_trip(message: Message) -> None:
    assert decode_message(encode_message(message)) == message


GOOD: dict[str, list[Any]] = {
    "hello": [VERSION, "Anna", NONCE, 7777, 0],
    "table": [RULES, 3, 180, ((KEY, "Anna", "10.0.0.1", 7, 1, 0),), 1],
    "audience": [((KEY, "Wera"),)],
    "ready": [0],
    "start": [b"set-up"],
    "where": [((KEY, "10.0.0.1", 7),)],
    "have": [bytes(16), 5, 3, bytes(32)],
    "entry": [b"entry", bytes(64)],
    "say": [b"saying", bytes(64)],
    "ping": [],
    "bye": ["left"],
}

seat = (KEY, "Anna", "10.0.0.1", 7, 0, 0)
WRONG: dict[str, list[list[Any]]] = {
    "hello": [
        [0, "1", None, -1, True],
        ["", " Anna", "x" * 21, "a\x1b[31m", "a\u202eb", b"Anna", None, 7, "A\n"],
        [b"", bytes(15), bytes(17), "x" * 16, None],
        [-1, 65536, "7", None, True],
        [-1, 2, "1", None, True],
    ],
    "table": [
        [],  # the rules are read by the lobby
        [0, 1001, None, "3", True],
        [9, 24 * 60 * 60 + 1, None, "60", True],
        [
            None,
            b"",
            (seat,) * 9,
            (seat[:5],),
            ((*seat[:4], 2, 0),),
            ((*seat[:4], 0, True),),
            ((*seat, 1),),
            ((KEY[1:], *seat[1:]),),
            ((KEY, "\x07", "10.0.0.1", 7, 0, 0),),
            ((KEY, "Anna", "localhost", 7, 0, 0),),
            ((KEY, "Anna", "example.org", 7, 0, 0),),
            ((KEY, "Anna", "10.0.0.1\x00", 7, 0, 0),),
            ((KEY, "Anna", "10.0.0.1", 65536, 0, 0),),
        ],
        [-1, 2, "1", None, True],
    ],
    "audience": [
        [
            None,
            b"",
            ((KEY, "Wera"),) * 9,
            ((KEY,),),
            ((KEY, "Wera", 7),),
            ((KEY[1:], "Wera"),),
            ((KEY, "\x07"),),
        ]
    ],
    "where": [
        [
            None,
            b"",
            ((KEY, "10.0.0.1", 7),) * 9,
            ((KEY, "10.0.0.1"),),
            ((KEY[1:], "10.0.0.1", 7),),
            ((KEY, "example.org", 7),),
            ((KEY, "10.0.0.1", 65536),),
        ]
    ],
    "ready": [[2, -1, None, True]],
    "start": [[None, "set-up", bytes(4097), ()]],
    "have": [
        [b"", bytes(17), None, "x" * 16],
        [-1, MAX_STEP + 1, None, False, "5"],
        [-1, 256, None, True],
        [b"", bytes(31), None],
    ],
    "entry": [[None, "entry", bytes(MAX_ENTRY_BYTES + 1), ()], [b"", bytes(63), bytes(65), None]],
    "say": [[None, "saying", bytes(MAX_SAYING_BYTES + 1)], [b"", bytes(63), bytes(65), None]],
    "ping": [],
    "bye": [[None, b"left", "x" * 201, 7]],
}
CASES = [
    (name, place, value)
    for name, places in WRONG.items()
    for place, values in enumerate(places)
    for value in values
]


@pytest.mark.parametrize("name", GOOD)
def test_the_good_ones_are_read(name: str) -> None:
    assert decode_message(encode((name, *GOOD[name]))).name == name


@pytest.mark.parametrize(("name", "place", "value"), CASES, ids=str)
def test_every_wrong_field_is_refused(name: str, place: int, value: Value) -> None:
    fields = [*GOOD[name]]
    fields[place] = value
    with pytest.raises(MessageError):
        decode_message(encode((name, *fields)))


@pytest.mark.parametrize("name", GOOD)
def test_a_field_too_many_or_too_few_is_refused(name: str) -> None:
    with pytest.raises(MessageError):
        decode_message(encode((name, *GOOD[name], 1)))
    if GOOD[name]:
        with pytest.raises(MessageError):
            decode_message(encode((name, *GOOD[name][:-1])))


@pytest.mark.parametrize("value", [(), ("",), ("nonsense",), (1,), None, "ping", ((("ping",),),)])
def test_what_is_no_message_is_refused(value: Value) -> None:
    with pytest.raises(MessageError):
        decode_message(encode(value))


def test_a_hello_of_another_version_may_go_on_as_it_likes() -> None:
    with pytest.raises(OtherVersion) as caught:
        decode_message(encode(("hello", VERSION + 1, None, ("anything",))))
    assert caught.value.version == VERSION + 1


@given(st.binary(max_size=400))
def test_random_bytes_give_nothing_else_than_message_error(raw: bytes) -> None:
    with suppress(MessageError):
        decode_message(raw)


@given(st.sampled_from(MESSAGES), st.data())
def test_mutated_messages_give_nothing_else_than_message_error(
    message: Message, data: st.DataObject
) -> None:
    raw = bytearray(encode_message(message))
    for _ in range(data.draw(st.integers(1, 4))):
        raw[data.draw(st.integers(0, len(raw) - 1))] = data.draw(st.integers(0, 255))
    try:
        decoded = decode_message(bytes(raw))
    except MessageError:
        return
    assert type(decoded) in {type(known) for known in MESSAGES}


@pytest.mark.parametrize("byte", [b"\x91", b"\x81\xc0"])
def test_deep_nesting_is_refused(byte: bytes) -> None:
    with pytest.raises(MessageError):
        decode_message(byte * 30000 + b"\xc0")


@pytest.mark.parametrize(
    ("sent", "shown"),
    [
        ("All seats are taken.", "All seats are taken."),
        ("a \x1b[31mred\x1b[0m word", "a [31mred[0m word"),
        ("\u202ereversed\u2066 \x9b5m", "reversed 5m"),
        ("\n\n\t", ""),
    ],
)
def test_what_is_shown_of_a_parting_word_is_plain(sent: str, shown: str) -> None:
    assert decode_message(encode(("bye", sent))) == Bye(shown)
