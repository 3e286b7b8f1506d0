"""Make log.json, the test vectors of protocol/log.md: python protocol/vectors/make_log.py

One whole deal between two players with all its secrets; the ends that it could have had by time and
by leaving; the beginning of a deal of three, and claims in both that come when the log has gone on;
entries and set-ups with one fault each.  Always the same (``log_deal``).  Byte strings are in hex.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from log_deal import Deal, Json, Labelled, end_json, entry_json
from log_late_claims import deal_of_three, deal_of_three_json, late_claims_json

from durak_p2p.crypto import (
    ORDER,
    Scalar,
    Shuffle,
    encode_deck,
    permutation_from_seed,
    prove_shuffle,
    verify_shuffle,
)
from durak_p2p.game import (
    Breach,
    Entry,
    EntryError,
    EntryType,
    Forked,
    Setup,
    SetupError,
    SignedEntry,
    StrayEntry,
)
from durak_p2p.game.codec import Value, decode, encode
from durak_p2p.game.setup import UnknownRules, UnknownSuite

PATH = Path(__file__).with_name("log.json")


def secrets_json(deal: Deal, author: int) -> Json:
    secrets = deal.players[author].secrets
    return {
        "private_key": deal.identities[author].private_bytes().hex(),
        "key_share": secrets.key_share.secret_bytes().hex(),
        **{
            name: getattr(secrets, name).hex()
            for name in ("coin", "seed", "key_salt", "coin_salt", "seed_salt")
        },
        "commitment_context": deal.log.state.commitment_context(author).hex(),
    }


def deal_json(deal: Deal) -> Json:
    setup, state = deal.setup, deal.log.state
    assert state.opened is not None
    assert state.result is not None
    return {
        "setup": setup.raw.hex(),
        "players": [
            {"key": p.key.hex(), "name": p.name, "nonce": p.nonce.hex()} for p in setup.players
        ],
        "hash": setup.hash.hex(),
        "deal": setup.deal.hex(),
        "secrets": [secrets_json(deal, author) for author in range(len(setup.players))],
        "entries": [entry_json(signed) for signed in deal.entries],
        "hashes": [hashed.hex() for hashed in deal.hashes],
        "joint_key": bytes(state.joint_key or b"").hex(),
        "seats": list(state.seats),
        "dealer": state.dealer,
        "shufflers": state.shufflers,
        "deck": list(state.opened),
        "fool": state.result.fool,
    }


def lots_json() -> Json:
    """How seats and dealer come out of the set-up's hash and the coins."""
    found = []
    for players in (2, 3, 6, 8):
        source = Labelled(f"lot {players}")
        setup, coins = source.token(32), [source.token(32) for _ in range(players)]
        lot = hashlib.sha256(b"durak-p2p/1 lot\n" + setup + b"".join(coins)).digest()
        found.append(
            {
                "setup": setup.hex(),
                "coins": [coin.hex() for coin in coins],
                "lot": lot.hex(),
                "seats": list(permutation_from_seed(lot, players, "seats")),
                "dealer": permutation_from_seed(lot, players, "dealer")[0],
            }
        )
    return found


def endings_json(deal: Deal) -> Json:
    """How the deal ends if, in place of the entries of a step, others come."""
    reveal, move = deal.first(EntryType.REVEAL), deal.first(EntryType.MOVE)
    mover = move.entry.author
    openings = [player.secrets.opening() for player in deal.players]

    def claims(at: SignedEntry, author: int) -> SignedEntry:
        return deal.beside(at, author, EntryType.TIMEOUT, (1 - author,))

    def leaves(at: SignedEntry, author: int, opening: Value) -> SignedEntry:
        step = at.entry.step
        return deal.beside(at, author, EntryType.LEAVE, (step, step, opening))

    cases: list[tuple[str, int, list[SignedEntry]]] = [
        ("who has the word is away", move.entry.step, [claims(move, 1 - mover)]),
        ("who has the word leaves", move.entry.step, [leaves(move, mover, openings[mover])]),
        ("who has not the word leaves", move.entry.step, _leaves_later(deal, move)),
        ("one does not reveal", reveal.entry.step, [claims(reveal, 1)]),
        ("each has waited for the other", reveal.entry.step, [claims(reveal, a) for a in (0, 1)]),
        (
            "one leaves before there are keys",
            reveal.entry.step,
            [leaves(reveal, 0, ()), next(e for e in deal.entries[2:] if e.entry.author == 1)],
        ),
    ]
    return [_ending_json(deal, why, step, entries) for why, step, entries in cases]


def _leaves_later(deal: Deal, move: SignedEntry) -> list[SignedEntry]:
    """The mover's entry comes after the other's leave, and the leave counts in the next step."""
    other, step = 1 - move.entry.author, move.entry.step
    body = step, step, deal.players[other].secrets.opening()
    return [deal.beside(move, other, EntryType.LEAVE, body), move]


def _ending_json(deal: Deal, why: str, step: int, entries: list[SignedEntry]) -> Json:
    log = deal.before(step)
    for signed in entries:
        log.receive(signed)
    while not log.complete:  # who is there opens
        (author,) = log.missing()
        entry = Entry(
            deal.setup.deal,
            log.step,
            author,
            EntryType.OPEN,
            log.state.log,
            deal.players[author].secrets.opening(),
        )
        entries.append(deal.sign(entry))
        log.receive(entries[-1])
    end = end_json(log, step)
    return {
        "why": why,
        "step": step,
        "entries": [entry_json(signed) for signed in entries],
        "digests": end.pop("digests"),
        "log": log.state.log.hex(),
        **end,
    }


def judged(deal: Deal, step: int, signed: SignedEntry) -> Json:
    """What a log that waits for *step* says of an entry."""
    try:
        events = deal.before(step).receive(signed)
    except (EntryError, StrayEntry) as error:
        return {EntryError: "carrier", StrayEntry: "stray"}[type(error)]
    for event in events:
        if isinstance(event, Breach):
            return "breach"
        if isinstance(event, Forked):
            return "forked"
    return "accepted" if events else "kept or known"


def wrong_entries(deal: Deal) -> Json:
    """Entries with one fault each, the step that is waited for, and the judgement due."""
    commit, reveal, move = (
        deal.first(t) for t in (EntryType.COMMIT, EntryType.REVEAL, EntryType.MOVE)
    )
    shuffle, shares, opening = (
        deal.first(t) for t in (EntryType.SHUFFLE, EntryType.SHARES, EntryType.OPEN)
    )

    def changed(signed: SignedEntry, **changes: Any) -> SignedEntry:
        return deal.sign(replace(signed.entry, **changes))

    def resigned(signed: SignedEntry, raw: bytes) -> SignedEntry:
        author = signed.entry.author
        return SignedEntry(raw, deal.identities[author].sign(b"durak-p2p/1 entry\n" + raw))

    def body(signed: SignedEntry, index: int, value: Value) -> SignedEntry:
        items = signed.entry.body
        assert isinstance(items, tuple)
        return changed(signed, body=(*items[:index], value, *items[index + 1 :]))

    def flipped(raw: bytes, at: int) -> bytes:
        at %= len(raw)
        return raw[:at] + bytes([raw[at] ^ 1]) + raw[at + 1 :]

    def part(signed: SignedEntry, index: int) -> bytes:
        items = signed.entry.body
        assert isinstance(items, tuple)
        item = items[index]
        assert isinstance(item, bytes)
        return item

    other = 1 - move.entry.author
    half = int.from_bytes(commit.signature[32:], "little") + ORDER
    not_reduced = commit.signature[:32] + half.to_bytes(32, "little")
    cases: list[tuple[str, SignedEntry, SignedEntry]] = [
        ("a byte after the entry", commit, resigned(commit, commit.raw + b"\0")),
        ("a long integer", commit, resigned(commit, _long_step(commit.raw))),
        ("an extension without data", commit, resigned(commit, _body(commit, b"\xc7\0\5"))),
        ("arrays nested too deep", commit, resigned(commit, _body(commit, b"\x91" * 9 + b"\xc0"))),
        ("an unknown type", commit, resigned(commit, commit.raw.replace(b"commit", b"commat"))),
        ("an author that no table has", commit, resigned(commit, _author(commit, 8))),
        ("an author that this table has not", commit, resigned(commit, _author(commit, 2))),
        ("the signature of another", commit, deal.sign(commit.entry, 1)),
        ("a signature with S not reduced", commit, replace(commit, signature=not_reduced)),
        (
            "a flipped bit in the signature",
            commit,
            replace(commit, signature=flipped(commit.signature, 0)),
        ),
        ("another deal", commit, changed(commit, deal=bytes(16))),
        ("too far ahead", commit, changed(commit, step=257)),
        ("ahead, and kept", commit, reveal),
        ("another log", reveal, changed(reveal, log=bytes(32))),
        ("another type", reveal, changed(reveal, type=EntryType.COMMIT)),
        ("an author without a part", move, changed(move, author=other)),
        ("a body that is no array", commit, changed(commit, body=None)),
        ("a body with a field too many", commit, changed(commit, body=(bytes(32),) * 4)),
        ("another key share", reveal, body(reveal, 0, flipped(part(reveal, 0), 0))),
        ("a proof of knowledge", reveal, body(reveal, 1, flipped(part(reveal, 1), 40))),
        ("another coin", reveal, body(reveal, 3, flipped(part(reveal, 3), 0))),
        (
            "two cards swapped after the proof",
            shuffle,
            body(shuffle, 0, _swapped(part(shuffle, 0))),
        ),
        ("a changed shuffle proof", shuffle, body(shuffle, 1, flipped(part(shuffle, 1), -32))),
        (
            "the deck as it was, with a proof that holds",
            shuffle,
            changed(shuffle, body=_passed_on(deal, shuffle)),
        ),
        ("two shares swapped", shares, body(shares, 0, _swapped(part(shares, 0), 32))),
        ("a move that cannot be made", move, changed(move, body=("take", (), b"", b""))),
        ("a text that is no move", move, changed(move, body=("jump", (), b"", b""))),
        ("a position that is not in the hand", move, _other_position(deal, move)),
        ("another seed at the opening", opening, body(opening, 1, bytes(32))),
        ("another key at the opening", opening, body(opening, 0, b"\1" + bytes(31))),
        *_wrong_beside(deal, reveal, move),
    ]
    found = []
    for why, at, wrong in cases:
        found.append(
            {
                "why": why,
                "step": at.entry.step,
                "raw": wrong.raw.hex(),
                "signature": wrong.signature.hex(),
                "judgement": judged(deal, at.entry.step, wrong),
            }
        )
    twin = changed(commit, body=(bytes(32),) * 3)
    found.append(
        {
            "why": "a second entry for a step",
            "step": 4,
            "raw": twin.raw.hex(),
            "signature": twin.signature.hex(),
            "judgement": judged(deal, 4, twin),
        }
    )
    return found


def _wrong_beside(
    deal: Deal, reveal: SignedEntry, move: SignedEntry
) -> list[tuple[str, SignedEntry, SignedEntry]]:
    """Claims and leaves with a fault."""
    mover, step = move.entry.author, move.entry.step
    other = 1 - mover
    opening, foreign = (deal.players[author].secrets.opening() for author in (other, mover))
    timeout, seen, leave = EntryType.TIMEOUT, EntryType.SEEN, EntryType.LEAVE
    return [
        ("a claim about oneself", reveal, deal.beside(reveal, 0, timeout, (0,))),
        ("a claim about who has no part", move, deal.beside(move, mover, timeout, (other,))),
        ("a claim about nobody", move, deal.beside(move, other, seen, (2,))),
        ("a claim that says nothing", move, deal.beside(move, other, timeout, ())),
        (
            "a claim that follows another log",
            move,
            deal.sign(replace(deal.beside(move, other, timeout, (mover,)).entry, log=bytes(32))),
        ),
        ("a leave that opens nothing", move, deal.beside(move, other, leave, (step, step, ()))),
        (
            "a leave that opens another's key",
            move,
            deal.beside(move, other, leave, (step, step, foreign)),
        ),
        (
            "a leave that opens before there are keys",
            reveal,
            deal.beside(reveal, other, leave, (1, 1, opening)),
        ),
        (
            "a leave from two steps later on",
            move,
            deal.beside(move, other, leave, (step + 2, step, opening)),
        ),
    ]


def _long_step(raw: bytes) -> bytes:
    return raw.replace(b"\0\0\xa6commit", b"\xcc\0\0\xa6commit", 1)


def _body(signed: SignedEntry, body: bytes) -> bytes:
    return signed.raw[: -len(encode(signed.entry.body))] + body


def _author(signed: SignedEntry, author: int) -> bytes:
    items = decode(signed.raw)
    assert isinstance(items, tuple)
    return encode((*items[:2], author, *items[3:]))


def _swapped(raw: bytes, size: int = 64) -> bytes:
    return raw[size : 2 * size] + raw[:size] + raw[2 * size :]


def _passed_on(deal: Deal, entry: SignedEntry) -> Value:
    state, parameters = deal.before(entry.entry.step).state, deal.setup.parameters
    assert state.joint_key is not None
    before = state.decks[-1]
    nothing = Shuffle(before, tuple(range(len(before))), (Scalar(0),) * len(before))
    context = state.context(EntryType.SHUFFLE, entry.entry.author)
    proof = prove_shuffle(
        parameters, state.joint_key, before, nothing, context, Labelled("passed on")
    )
    verify_shuffle(parameters, state.joint_key, before, before, proof, context)
    return encode_deck(before), proof.encode()


def _other_position(deal: Deal, move: SignedEntry) -> SignedEntry:
    state = deal.before(move.entry.step).state
    assert state.deal is not None
    foreign = state.deal.hands[1 - state.seat_of(move.entry.author)][0]
    text, _, shares, proof = move.entry.body  # type: ignore[misc]
    return deal.sign(replace(move.entry, body=(text, (foreign,), shares, proof)))


SETUP_FIELDS = (
    *("hash", "signature", "group", "features", "optional features", "match", "number"),
    *("deals", "patience", "previous", "rules", "dealer", "lead", "scores", "players"),
)


def wrong_setups(deal: Deal) -> Json:
    """Set-ups with one fault each; all are refused, some as those of a newer version."""
    items = decode(deal.setup.raw)
    assert isinstance(items, tuple)
    players = items[-1]
    assert isinstance(players, tuple)
    first = players[0]
    assert isinstance(first, tuple)

    def with_field(name: str, value: Value) -> bytes:
        index = SETUP_FIELDS.index(name)
        return encode((*items[:index], value, *items[index + 1 :]))

    def with_name(name: str) -> bytes:
        return with_field("players", ((first[0], name, first[2]), *players[1:]))

    cases: dict[str, bytes] = {
        "another hash": with_field("hash", "sha512"),
        "a critical feature": with_field("features", ("later",)),
        "a field too many": encode((*items, None)),
        "a byte after it": deal.setup.raw + b"\xc0",
        "deal 2 without one before": with_field("number", 2),
        "a deal beyond the match": with_field("deals", 0),
        "a first deal that follows one": with_field("previous", b"\1" * 32),
        "a first deal with a dealer": with_field("dealer", 0),
        "a lead without a dealer": with_field("lead", 0),
        "a default that is said": with_field(
            "rules", (("deck", 24), ("lead", "same-rank"), ("players", 2))
        ),
        "options in another order": with_field("rules", (("players", 2), ("deck", 24))),
        "an unknown option": with_field("rules", (("colour", "red"), ("players", 2))),
        "a table that cannot be": with_field(
            "rules", (("deck", 24), ("lead", "one-or-two"), ("players", 2))
        ),
        "players in another order": with_field("players", players[::-1]),
        "one key twice": with_field("players", (players[0], players[0])),
        "a key of small order": with_field("players", ((bytes(32), *first[1:]), *players[1:])),
        "an escape in a name": with_name("\x1b[31m"),
        "a direction in a name": with_name("a\u202eb"),
        "a mark in a name": with_name("x\u0335"),
        "a filler as a name": with_name("\u3164"),
        "a name newer than Unicode 3.2": with_name("\U0001f600"),
        "a name not in normal form C": with_name("E\u0301"),
        "a critical feature, and a mark in a name": encode(
            (
                *items[: SETUP_FIELDS.index("features")],
                ("later",),
                *items[SETUP_FIELDS.index("features") + 1 : -1],
                ((first[0], "x\u0335", first[2]), *players[1:]),
            )
        ),
    }
    return [{"why": why, "newer": seems_newer(raw), "raw": raw.hex()} for why, raw in cases.items()]


def seems_newer(wrong: bytes) -> bool:
    """Whether a wrong set-up is refused for what another version may know."""
    try:
        Setup.decode(wrong)
    except (UnknownSuite, UnknownRules):
        return True
    except SetupError:
        return False
    raise AssertionError(wrong)


def text() -> str:
    deal, three = Deal(), deal_of_three()
    parts: dict[str, Callable[[], Json]] = {
        "deal": lambda: deal_json(deal),
        "endings": lambda: endings_json(deal),
        "deal_of_three": lambda: deal_of_three_json(three),
        "late_claims": lambda: late_claims_json(deal, three),
        "lots": lots_json,
        "wrong_setups": lambda: wrong_setups(deal),
        "wrong_entries": lambda: wrong_entries(deal),
    }
    return json.dumps({name: part() for name, part in parts.items()}, indent=1) + "\n"


if __name__ == "__main__":
    PATH.write_text(text(), encoding="utf-8")
