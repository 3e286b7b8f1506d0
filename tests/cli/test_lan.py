"""What is typed to find a table on the LAN, and what is shown; no network is used."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from durak_p2p.cli.entering import read_address
from durak_p2p.cli.finding import Finder
from durak_p2p.cli.showing import WHICH, InPlace, JsonLines, PlainLines
from durak_p2p.net.invite import Address
from durak_p2p.net.lan.admission import AdmissionRefused, Refusal
from durak_p2p.net.lan.listing import ListedTable
from durak_p2p.net.lan.record import Record
from durak_p2p.net.lan.visit import NobodyAnswers
from durak_p2p.rules import rules_for
from durak_p2p.texts import text
from durak_p2p.ui.lan import nobody_text, refusal_text, table_text
from durak_p2p.ui.screen.start_lan import read_pin
from tests.cli.programs import run, sentence

ADDRESSES = (Address("192.168.1.20", 7777), Address("fe80::1%eth0", 7777))
RECORD = Record("Anna", rules_for("classic", players=4), 1, 4, guarded=True)
ANNA = ListedTable(1, bytes(8), RECORD, ADDRESSES)
EVE = ListedTable(2, bytes([1] * 8), Record("Eve", None, 2, 2, guarded=False), ADDRESSES[1:])
OLD = ListedTable(
    3, bytes([2] * 8), Record("Olga", None, 0, 0, guarded=False, version=9), ADDRESSES
)


@pytest.mark.parametrize(
    ("typed", "host", "port"),
    [
        ("192.168.1.20:7777", "192.168.1.20", 7777),
        (" 192.168.1.20:7777\n", "192.168.1.20", 7777),
        ("[fe80::1%eth0]:7777", "fe80::1%eth0", 7777),
        ("[2001:db8::1]:1", "2001:db8::1", 1),
        ("annas-computer.local:65535", "annas-computer.local", 65535),
    ],
)
def test_addresses_as_people_type_them(typed: str, host: str, port: int) -> None:
    assert read_address(typed) == Address(host, port)


@pytest.mark.parametrize(
    "typed",
    [
        *("", "7777", "anna", "192.168.1.20", "192.168.1.20:", ":7777", "192.168.1.20:0"),
        *("192.168.1.20:65536", "fe80::1:7777", "[fe80::1]", "[zz::1]:7777", "a b:1"),
        *("\x1b[31mx:1", "-x:1", "x-:1", "192.168.1.20:٧٧٧٧x"),
        *("a..b:1", "a.-b:1", f"{64 * 'a'}:1"),
    ],
)
def test_what_is_no_address(typed: str) -> None:
    assert read_address(typed) is None


def test_pins_as_people_type_them() -> None:
    assert read_pin("4821") == read_pin(" 48 21\n") == "4821"
    assert [read_pin(typed) for typed in ("", "abcd", "48a1", "٤٨٢١", "1" * 13)] == [None] * 5


def test_a_table_in_one_line() -> None:
    assert table_text(ANNA) == (
        "1  Anna, at 192.168.1.20:7777: throw-in, 36 cards, 4 players. "
        "Seats taken: 1 of 4. Asks for a PIN."
    )
    assert table_text(EVE).endswith("rules unknown here. Seats taken: 2 of 2. Open to all.")
    assert "another version" in table_text(OLD)


def test_the_list_is_broken_between_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    shown = InPlace()
    shown.tables([ANNA, EVE])
    lines = shown.prompt().split("\n")
    assert max(map(len, lines)) <= 40  # the last one has a space after it
    told = ["Tables on your LAN:", table_text(ANNA), table_text(EVE), WHICH]
    assert " ".join(lines).split() == " ".join(told).split()
    monkeypatch.setenv("COLUMNS", "200")
    assert len(shown.prompt().split("\n")) == 4


def test_enter_with_nothing_found_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    finder = Finder(PlainLines())
    assert finder._read("") is None
    assert capsys.readouterr().out == "No table is found yet.\n"


def test_the_list_changes_in_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    drawn: list[str] = []
    shown = InPlace()
    shown.refresh = lambda: drawn.append(shown.prompt())
    assert shown.prompt().startswith("Looking for tables on your LAN")
    shown.hint()
    assert "UDP port 5353" in drawn[-1]
    shown.tables([ANNA, EVE])
    assert drawn[-1].splitlines()[1:3] == [table_text(ANNA), table_text(EVE)]
    assert "5353" not in drawn[-1]
    shown.tables([EVE])
    assert "Anna" not in drawn[-1]
    shown.ask(text("The PIN on the host's screen:"))
    assert shown.prompt() == "The PIN on the host's screen: "
    shown.ask(None)
    assert "Eve" in shown.prompt()


def test_the_list_line_by_line(capsys: pytest.CaptureFixture[str]) -> None:
    shown = PlainLines()
    shown.tables([ANNA])
    shown.tables([ANNA, EVE])
    shown.tables([EVE])
    assert capsys.readouterr().out.splitlines() == [
        table_text(ANNA),
        table_text(EVE),
        "1  Anna is gone.",
    ]


def test_the_list_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    shown = JsonLines()
    for tables in ([ANNA], [ANNA], [ANNA, EVE], [EVE]):
        shown.tables(tables)
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(line["lan"], line["number"]) for line in lines] == [
        ("table", 1),
        ("table", 2),
        ("gone", 1),
    ]
    assert lines[0]["rules"] == {"players": 4}
    assert lines[0]["addresses"] == ["192.168.1.20:7777", "[fe80::1%eth0]:7777"]
    assert lines[0]["pin"] is True


def test_every_refusal_has_a_sentence_of_its_own() -> None:
    sentences = {refusal_text(AdmissionRefused(refusal, 7)) for refusal in Refusal}
    assert len(sentences) == len(Refusal)
    assert all(sentence.endswith(".") for sentence in sentences)
    assert nobody_text(NobodyAnswers(silent=True)) != nobody_text(NobodyAnswers(silent=False))


def test_errors_on_the_command_line(tmp_path: Path) -> None:
    closed = run(tmp_path, "join", "127.0.0.1:1", "--pin=1234")
    assert closed.returncode == 1
    assert sentence(closed).startswith("Nobody answers there: ")
    for arguments in (["join", "127.0.0.1:1", "--pin=abc"], ["lan", "--pin=abc"]):
        refused = run(tmp_path, *arguments)
        assert refused.returncode == 2
        assert sentence(refused) == "A PIN is some digits."
    assert sentence(run(tmp_path, "join", "127.0.0.1")).startswith("That is no address")
