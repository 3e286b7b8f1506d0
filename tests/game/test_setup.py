"""What a deal begins with: one encoding, and only set-ups that can be played."""

from dataclasses import replace
from typing import Any

import pytest

from durak_p2p.crypto import ORDER
from durak_p2p.game import Setup, SetupError
from durak_p2p.game.codec import Value, decode, encode
from durak_p2p.game.setup import MAX_SETUP_BYTES, UnknownSuite
from durak_p2p.rules import PRESETS, rules_for
from durak_p2p.rules.family import preset_rules

from .tables import first_setup, played

FIELDS = [
    "hash",
    "signature",
    "group",
    "features",
    "optional features",
    "match",
    "number",
    "deals",
    "patience",
    "previous",
    "rules",
    "dealer",
    "lead",
    "scores",
    "players",
]
SETUP = first_setup(rules_for("classic", players=3), "set-up", deals=4)


def changed(**changes: Value) -> bytes:
    items = decode(SETUP.raw)
    assert isinstance(items, tuple)
    return encode(tuple(changes.get(name, item) for name, item in zip(FIELDS, items, strict=True)))


def players(**changes: Any) -> tuple[Value, ...]:
    """The players, with the last one's fields changed."""
    found: list[Value] = [(p.key, p.name, p.nonce) for p in SETUP.players]
    last = replace(SETUP.players[-1], **changes)
    return (*found[:-1], (last.key, last.name, last.nonce))


KEYS = [(p.key, p.name, p.nonce) for p in SETUP.players]
SMALL_ORDER = bytes.fromhex("ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f")
BAD: dict[str, bytes] = {
    "nothing": b"",
    "no array": encode(5),
    "a field too few": encode(decode(SETUP.raw)[:-1]),  # type: ignore[index]
    "a field too many": encode((*decode(SETUP.raw), 0)),  # type: ignore[misc]
    "trailing bytes": SETUP.raw + b"\xc0",
    "a long integer": SETUP.raw.replace(b"\x01\x04\xcc\xb4", b"\xcc\x01\x04\xcc\xb4"),
    "a text as bytes": SETUP.raw.replace(b"\xa6sha256", b"\xc4\x06sha256"),
    "too large": changed(features=("x" * MAX_SETUP_BYTES,)),
    "a short match": changed(match=bytes(15)),
    "a match as text": changed(match="a" * 16),
    "deal 0": changed(number=0),
    "a deal beyond the match": changed(number=5),
    "no deals": changed(deals=0),
    "too many deals": changed(deals=1001),
    "a truth for a number": changed(number=True),
    "a first deal that follows one": changed(previous=b"\1" * 32),
    "a second deal that follows none": changed(number=2, dealer=0),
    "no patience": changed(patience=9),
    "patience without end": changed(patience=24 * 60 * 60 + 1),
    "a second deal without a dealer": changed(number=2, previous=b"\1" * 32),
    "a first deal whose dealer is given": changed(dealer=0),
    "a first deal whose lead is given": changed(lead=0),
    "a dealer without a seat": changed(number=2, previous=b"\1" * 32, dealer=3),
    "a dealer far out": changed(number=2, previous=b"\1" * 32, dealer=8),
    "a lead without a seat": changed(number=2, previous=b"\1" * 32, dealer=0, lead=3),
    "a dealer below zero": changed(number=2, previous=b"\1" * 32, dealer=-1),
    "no players": changed(players=()),
    "too few players": changed(players=tuple(KEYS[:2])),
    "too many players": changed(players=tuple(KEYS * 3)),
    "players in another order": changed(players=tuple(KEYS[::-1])),
    "one key twice": changed(players=(KEYS[0], KEYS[1], KEYS[1])),
    "a key of small order": changed(players=((SMALL_ORDER, "Eve", bytes(16)), *KEYS[1:])),
    "a key that is no point": changed(players=((b"\2" + bytes(31), "Eve", bytes(16)), *KEYS[1:])),
    "a key not canonical": changed(players=players(key=b"\xff" * 32)),
    "a short key": changed(players=players(key=bytes(31))),
    "a short nonce": changed(players=players(nonce=bytes(15))),
    "a control in a name": changed(players=players(name="\x1b[31mEve")),
    "right to left in a name": changed(players=players(name="\u202eevE")),
    "zero width in a name": changed(players=players(name="Eve\u200b")),
    "marks in a name": changed(players=players(name="E\u0302\u0302ve")),
    "an empty name": changed(players=players(name="")),
    "a long name": changed(players=players(name="E" * 21)),
    "a name as bytes": changed(players=players(name=b"Eve")),
    "a player without a nonce": changed(players=(*KEYS[:2], KEYS[2][:2])),
    "a player with more": changed(players=(*KEYS[:2], (*KEYS[2], 0))),
    "no rules": changed(rules=()),
    "rules for others": changed(rules=(("players", 4),)),
    "an unknown option": changed(rules=(("colour", "red"), ("players", 3))),
    "an unknown value": changed(rules=(("deck", 40), ("players", 3))),
    "a truth for a value": changed(rules=(("deck", True), ("players", 3))),
    "an array for a value": changed(rules=(("deck", (36,)), ("players", 3))),
    "bytes for a value": changed(rules=(("deck", b"36"), ("players", 3))),
    "an option twice": changed(rules=(("players", 3), ("players", 3))),
    "an option twice, once otherwise": changed(rules=(("players", 4), ("players", 3))),
    "a default that is said": changed(rules=(("deck", 36), ("players", 3))),
    "options in another order": changed(rules=(("players", 3), ("deck", 24))),
    "an option without a value": changed(rules=(("players",),)),
    "an impossible table": changed(rules=(("lead", "one-or-two"), ("players", 3))),
    "too many options": changed(rules=(("players", 3),) * 65),
    "a feature that is no text": changed(features=(5,)),
    "features that are no array": changed(features="none"),
    "scores in a first deal": changed(scores=(0, 0, 0)),
    "scores in a game that counts none": changed(
        number=2, previous=b"\1" * 32, dealer=0, scores=(0, 0, 0)
    ),
    "a deep array": b"\x91" * 2000,
}


@pytest.mark.parametrize("raw", BAD.values(), ids=BAD)
def test_a_set_up_that_cannot_be_played_is_refused(raw: bytes) -> None:
    assert raw != SETUP.raw
    with pytest.raises(SetupError):
        Setup.decode(raw)


@pytest.mark.parametrize("field", ["hash", "signature", "group"])
def test_an_unknown_suite_is_told_apart(field: str) -> None:
    with pytest.raises(UnknownSuite):
        Setup.decode(changed(**{field: "x448"}))


def test_an_unknown_critical_feature_is_told_apart_and_shown_in_plain_letters() -> None:
    with pytest.raises(UnknownSuite) as caught:
        Setup.decode(changed(features=("a\x1b[31m\u0301",)))
    assert str(caught.value).isascii()
    assert str(caught.value).isprintable()


def test_a_small_table_for_a_large_deck_is_refused() -> None:
    with pytest.raises(SetupError):
        Setup.decode(changed(rules=(("deck", 24), ("players", 5)), players=tuple(KEYS)))


@pytest.mark.parametrize("preset", PRESETS)
def test_decoding_gives_back_the_set_up(preset: str) -> None:
    setup = first_setup(rules_for(preset), f"preset {preset}")
    assert Setup.decode(setup.raw) == setup
    assert len(setup.raw) <= MAX_SETUP_BYTES


def test_the_order_in_which_players_came_does_not_matter() -> None:
    again = Setup.first(SETUP.match, SETUP.rules, SETUP.players[::-1], SETUP.deals)
    assert again == SETUP
    assert again.hash == SETUP.hash


def test_every_field_changes_the_deals_name() -> None:
    fresh = {
        "match": bytes(16),
        "deals": 5,
        "rules": (("deck", 52), ("players", 3)),
        "players": players(name="Eve"),
    }
    names = {Setup.decode(changed(**{name: value})).deal for name, value in fresh.items()}
    assert len({SETUP.deal, *names}) == 5
    assert Setup.decode(changed(players=players(nonce=b"n" * 16))).deal != SETUP.deal


def test_the_order_of_the_group_is_no_scalar_of_a_key() -> None:
    assert ORDER.bit_length() == 253  # a key is a point: its bytes may be above the order
    assert Setup.decode(played().setup.raw) == played().setup


def later(**changes: Any) -> Setup:
    """The set-up of a second deal of Czech durak."""
    first = first_setup(preset_rules("czech", {}), "czech", deals=2)
    values = {"number": 2, "previous": b"\1" * 32, "dealer": 0, "lead": 1, "scores": (5, 99)}
    return replace(first, **{**values, **changes})


def test_scores_of_a_later_deal_are_told() -> None:
    assert Setup.decode(later().raw) == later()


@pytest.mark.parametrize("scores", [None, (), (1,), (1, 2, 3), (100, 0), (0, 120)])
def test_scores_with_which_no_deal_begins(scores: tuple[int, ...] | None) -> None:
    with pytest.raises(SetupError):
        later(scores=scores)
