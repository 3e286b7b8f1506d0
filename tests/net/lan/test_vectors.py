"""protocol/vectors/lan.json says what the program does, and is what its script makes."""

from __future__ import annotations

import importlib.util
import json
import re
from pathlib import Path
from typing import Any

import pytest

from durak_p2p.net.invite import Invite
from durak_p2p.net.lan.admission import (
    AdmissionError,
    AdmissionRefused,
    GuestAdmission,
    HostAdmission,
    Refusal,
)
from durak_p2p.net.lan.record import RecordError, read_record, table_id_of

FOLDER = Path(__file__).parents[3] / "protocol" / "vectors"
VECTORS: dict[str, Any] = json.loads((FOLDER / "lan.json").read_text(encoding="utf-8"))
Case = dict[str, Any]


def script() -> Any:
    spec = importlib.util.spec_from_file_location("make_lan", FOLDER / "make_lan.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


MAKE = script()


def test_the_file_is_what_its_script_makes() -> None:
    assert (FOLDER / "lan.json").read_text(encoding="utf-8") == MAKE.text()


def raw(value: str) -> bytes:
    return bytes.fromhex(value[4:]) if value.startswith("hex:") else value.encode()


@pytest.mark.parametrize("case", [*VECTORS["records"], *VECTORS["foreign records"]])
def test_records_are_shown_so(case: Case) -> None:
    txt = {key.encode(): raw(value) for key, value in case["txt"].items()}
    if case["shown"] is None:
        with pytest.raises(RecordError):
            read_record(txt)
    else:
        assert MAKE.shown(read_record(txt)) == case["shown"]


@pytest.mark.parametrize("case", VECTORS["records"])
def test_records_are_small_and_hold_no_secret(case: Case) -> None:
    """RFC 6763, 6.2: some hundred bytes at most; 6.1: each string 255 at most."""
    strings = [f"{key}={value}".encode() for key, value in case["txt"].items()]
    assert all(len(string) <= 255 for string in strings)
    assert sum(map(len, strings)) + len(strings) <= 400
    assert table_id_of(case["instance"]) == MAKE.TABLE
    assert case["txt"].keys() == {"v", "wire", "name", "seats", "pin", "rules"}


def test_the_longest_name_and_rules_fit() -> None:
    longest = MAKE.Record("Ж" * 20, MAKE.GOOD.rules, 1, 4, guarded=True).properties()
    assert all(len(f"{key}={value}".encode()) <= 255 for key, value in longest.items())


@pytest.mark.parametrize("case", VECTORS["admissions"])
def test_admissions_go_so(case: Case) -> None:
    payloads = [bytes.fromhex(payload) for payload in case["payloads"]]
    scalars = [int.from_bytes(bytes.fromhex(case[f"{who} scalar"]), "little") for who in WHO]
    guest = GuestAdmission(None, case["guess"], MAKE.Fixed(scalars[0]))
    typed = guest.opening == payloads[0]
    if not typed:
        table = bytes.fromhex(case["table"])
        guest = GuestAdmission(table, case["guess"], MAKE.Fixed(scalars[0]))
    host = HostAdmission(MAKE.doorway(case["pin"]), "10.0.0.1")
    said: bytes | Invite = guest.opening
    heard: list[bytes] = []
    try:
        while isinstance(said, bytes):
            heard += [said, host.receive(said)]
            said = guest.receive(heard[-1])
        assert str(said) == case["invite"]
    except AdmissionRefused:
        assert case["invite"] is None
    assert heard == payloads


WHO = ("guest", "host")


def test_refusals_are_written_so() -> None:
    reasons = []
    for payload in VECTORS["refusals"]:
        with pytest.raises(AdmissionRefused) as refused:
            GuestAdmission(None, "", MAKE.Fixed(5)).receive(bytes.fromhex(payload))
        reasons.append(refused.value.refusal)
    assert reasons == list(Refusal)


@pytest.mark.parametrize("payload", VECTORS["no admissions"])
def test_what_is_no_admission_is_refused(payload: str) -> None:
    with pytest.raises(AdmissionError):
        HostAdmission(MAKE.doorway("4821"), "10.0.0.1").receive(bytes.fromhex(payload))


@pytest.mark.parametrize(
    "name",
    [
        "",
        "_durak-p2p._tcp.local.",
        "0102030405060708",
        "0102030405060708._http._tcp.local.",
        "010203040506070._durak-p2p._tcp.local.",
        "0102030405060708x._durak-p2p._tcp.local.",
        "010203040506070G._durak-p2p._tcp.local.",
        "\x1b[2J4050607080102._durak-p2p._tcp.local.",
        "0102030405060708\n._durak-p2p._tcp.local.",
        "x.0102030405060708._durak-p2p._tcp.local.",
    ],
)
def test_names_of_other_services_are_no_tables(name: str) -> None:
    with pytest.raises(RecordError):
        table_id_of(name)


def test_the_document_names_every_key_and_refusal() -> None:
    page = (FOLDER.parent / "lan.md").read_text(encoding="utf-8")
    for key in VECTORS["records"][0]["txt"]:
        assert f"| `{key}` |" in page
    for refusal in Refusal:
        assert re.search(rf'\| `"{refusal.value}"` \|', page), refusal
