"""Different things said give different challenges; different lists give different bytes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from durak_p2p.crypto import CryptoError, ProofContext, Transcript, frame
from durak_p2p.crypto.group import ORDER

lists = st.lists(st.binary(max_size=6), max_size=4)
said = st.lists(st.tuples(st.binary(max_size=3), lists), max_size=3)
contexts = st.builds(
    ProofContext,
    deal=st.binary(min_size=16, max_size=16),
    author=st.integers(0, 2**32 - 1),
    identity=st.binary(min_size=32, max_size=32),
    entry=st.text(alphabet="abé", max_size=3),
    step=st.integers(0, 2**64 - 1),
    log=st.binary(min_size=32, max_size=32),
    cards=st.lists(
        st.tuples(st.integers(0, 2**32 - 1), st.integers(-1, 2**31 - 1)), max_size=3
    ).map(tuple),
)


def unframe(raw: bytes) -> list[bytes]:
    parts = []
    while raw:
        length = int.from_bytes(raw[:4], "big")
        parts.append(raw[4 : 4 + length])
        raw = raw[4 + length :]
    return parts


def challenge(protocol: bytes, items: list[tuple[bytes, list[bytes]]]) -> int:
    transcript = Transcript(protocol)
    for label, data in items:
        transcript.absorb(label, *data)
    return transcript.challenge(b"c")


@given(lists)
def test_frames_can_be_taken_apart(parts: list[bytes]) -> None:
    assert unframe(frame(*parts)) == parts


@given(said, said)
def test_transcripts_are_injective(left: list, right: list) -> None:
    assert (challenge(b"p", left) == challenge(b"p", right)) == (left == right)


def test_boundaries_labels_and_protocol_count() -> None:
    variants = [
        (b"x", [(b"l", [b"ab", b"c"])]),
        (b"x", [(b"l", [b"a", b"bc"])]),
        (b"x", [(b"l", [b"abc"])]),
        (b"x", [(b"la", [b"b", b"c"])]),
        (b"x", [(b"l", [b"ab"]), (b"l", [b"c"])]),
        (b"x", [(b"l", [b"ab"]), (b"c", [])]),
        (b"y", [(b"l", [b"ab", b"c"])]),
        (b"x", [(b"l", [b"ab", b"c", b""])]),
        (b"x", []),
        (b"x", [(b"l", [b"absorb", b"m"])]),
        (b"x", [(b"l", []), (b"m", [])]),
        (b"x", [(b"l", [b"absorb", b"m", bytes(4)])]),
    ]
    assert len({challenge(protocol, items) for protocol, items in variants}) == len(variants)


def test_a_challenge_depends_on_those_before_and_on_its_label_and_kind() -> None:
    first = Transcript(b"p")
    one, two = first.challenge(b"a"), first.challenge(b"a")
    assert one != two
    assert Transcript(b"p").challenge(b"b") != one
    assert Transcript(b"p").challenges(b"a", 1)[0] != one
    three = Transcript(b"p").challenges(b"a", 3)
    assert len(set(three)) == 3
    assert set(three).isdisjoint(Transcript(b"p").challenges(b"a", 2))
    assert all(0 < value < ORDER for value in (*three, one, two))


@given(contexts, contexts)
def test_contexts_are_injective(left: ProofContext, right: ProofContext) -> None:
    assert (left.encode() == right.encode()) == (left == right)


@given(contexts)
def test_a_context_can_be_read_back(context: ProofContext) -> None:
    deal, author, identity, entry, step, log, cards = unframe(context.encode())
    numbers = [cards[start : start + 4] for start in range(0, len(cards), 4)]
    assert context == ProofContext(
        deal,
        int.from_bytes(author, "big"),
        identity,
        entry.decode(),
        int.from_bytes(step, "big"),
        log,
        tuple(
            (int.from_bytes(position, "big"), int.from_bytes(owner, "big", signed=True))
            for position, owner in zip(numbers[::2], numbers[1::2], strict=True)
        ),
    )


@pytest.mark.parametrize(
    "wrong",
    [
        {"deal": bytes(15)},
        {"identity": bytes(31)},
        {"log": bytes(64)},
        {"author": -1},
        {"author": 2**32},
        {"step": -1},
        {"step": 2**64},
        {"cards": ((-1, 0),)},
        {"cards": ((0, -2),)},
        {"cards": ((0, 2**31),)},
    ],
)
def test_a_context_refuses_what_it_cannot_encode(wrong: dict) -> None:
    fields = {
        "deal": bytes(16),
        "author": 0,
        "identity": bytes(32),
        "entry": "play",
        "step": 0,
        "log": bytes(32),
    }
    ProofContext(**fields)
    with pytest.raises(CryptoError):
        ProofContext(**(fields | wrong))
