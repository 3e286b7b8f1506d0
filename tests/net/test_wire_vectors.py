"""protocol/vectors/wire.json: every message is read as it tells, and written to the same bytes."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from typing import Any, get_args

import pytest

from durak_p2p.crypto import Identity
from durak_p2p.game import Setup, SetupPlayer
from durak_p2p.net.framing import FrameError, FrameReader, frame
from durak_p2p.net.talk import table_of
from durak_p2p.table.lobby import GuestLobby, LobbyError
from durak_p2p.table.messages import (
    VERSION,
    Accuse,
    Bye,
    Carry,
    Message,
    MessageError,
    OtherVersion,
    Say,
    Start,
    Table,
    decode_message,
    encode_message,
)

FOLDER = Path(__file__).parents[2] / "protocol" / "vectors"
VECTORS: dict[str, Any] = json.loads((FOLDER / "wire.json").read_text(encoding="utf-8"))
Case = dict[str, Any]


def script() -> Any:
    spec = importlib.util.spec_from_file_location("make_wire", FOLDER / "make_wire.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


MAKE = script()
good = pytest.mark.parametrize("case", VECTORS["good"], ids=lambda case: case["what"])


def test_the_file_is_what_its_script_makes() -> None:
    assert (FOLDER / "wire.json").read_text(encoding="utf-8") == MAKE.text()


def test_every_message_is_there_and_in_the_document() -> None:
    page = (FOLDER.parent / "wire.md").read_text(encoding="utf-8")
    names = {kind.name for kind in get_args(Message)}
    assert {case["told"]["message"] for case in VECTORS["good"]} == names
    assert [name for name in names if f"| `{name}` |" not in page] == []


@good
def test_bytes_are_read_as_told(case: Case) -> None:
    message = decode_message(bytes.fromhex(case["payload"]))
    assert MAKE.told(message) == case["told"]
    assert message == MAKE.message_of(case["told"])


@good
def test_what_is_told_is_written_to_the_bytes(case: Case) -> None:
    assert case["told"].get("version", VERSION) == VERSION
    assert encode_message(MAKE.message_of(case["told"])).hex() == case["payload"]


def test_what_is_signed_is_signed_by_whom_it_names() -> None:
    keys = [
        Identity.from_private_bytes(bytes.fromhex(raw)).public_key
        for raw in VECTORS["private keys"].values()
    ]
    messages = [decode_message(bytes.fromhex(case["payload"])) for case in VECTORS["good"]]
    (setup,) = [Setup.decode(m.setup) for m in messages if isinstance(m, Start)]
    assert {player.key for player in setup.players} == set(keys[:2])
    for message in messages:
        match message:
            case Carry(signed):
                signed.verify(setup.players[signed.entry.author].key)
                assert signed.entry.deal == setup.deal
            case Accuse(signed):
                signed.verify(setup.players[signed.accusation.author].key)
                assert signed.accusation.setup == setup.hash
            case Say(signed):
                signed.verify(signed.saying.author)
                assert signed.saying.table == table_of(bytes.fromhex(VECTORS["secret"]))


@pytest.mark.parametrize("case", VECTORS["bad"], ids=lambda case: case["why"])
def test_what_holds_a_fault_is_no_message(case: Case) -> None:
    with pytest.raises(MessageError) as error:
        decode_message(bytes.fromhex(case["payload"]))
    assert str(error.value) == case["reason"]
    assert isinstance(error.value, OtherVersion) == ("next version" in case["why"])


@pytest.mark.parametrize("case", VECTORS["refused rules"], ids=lambda case: case["why"])
def test_rules_that_cannot_stand_so_in_a_set_up_are_a_message_and_no_guest_s(case: Case) -> None:
    message = decode_message(bytes.fromhex(case["payload"]))
    assert isinstance(message, Table)
    boris = next(seat for seat in message.seats if seat.player == "Борис")
    guest = GuestLobby(SetupPlayer(boris.key, boris.player, bytes(16)))
    with pytest.raises(LobbyError) as error:
        guest.hear(message)
    assert str(error.value) == case["reason"]
    assert (guest.table, guest.rules) == (None, None)


@pytest.mark.parametrize("case", VECTORS["not its author's"], ids=lambda case: case["why"])
def test_what_its_author_has_not_signed_is_a_message_and_refused(case: Case) -> None:
    message = decode_message(bytes.fromhex(case["payload"]))
    assert isinstance(message, Say | Accuse)
    assert MAKE.unsigned(case["why"], message.signed) == case


@pytest.mark.parametrize(
    ("sent", "shown"), VECTORS["reasons, and what is shown of them"].items(), ids=ascii
)
def test_of_a_reason_only_what_is_plain_is_shown(sent: str, shown: str) -> None:
    message = decode_message(MAKE.encode(("bye", sent)))
    assert message == Bye(shown)


@pytest.mark.parametrize("piece", [1, 7, 10_000])
def test_streams_are_cut_into_frames(piece: int) -> None:
    given = VECTORS["frames"]
    payloads, stream = map(bytes.fromhex, given["payloads"]), bytes.fromhex(given["stream"])
    reader = FrameReader()
    cut = [
        one
        for start in range(0, len(stream), piece)
        for one in reader.feed(stream[start : start + piece])
    ]
    assert cut == [*payloads]
    assert b"".join(map(frame, cut)) == stream


@pytest.mark.parametrize(("stream", "reason"), VECTORS["frames"]["none"].items())
def test_a_length_out_of_bounds_is_refused(stream: str, reason: str) -> None:
    with pytest.raises(FrameError) as error:
        FrameReader().feed(bytes.fromhex(stream))
    assert str(error.value) == reason
