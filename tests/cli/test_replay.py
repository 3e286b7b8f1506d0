"""`durak replay`: what it tells of the samples, in sentences and as JSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from durak_p2p.cards import deck
from tests.cli.make_golden import CASES, ROOT, kept, told
from tests.cli.programs import run, sentence

SAMPLES = ROOT / "replays"


@pytest.mark.parametrize("name", CASES)
def test_a_sample_is_told_as_it_was_kept(name: str, tmp_path: Path) -> None:
    assert told(name, tmp_path) == kept(name).read_text(encoding="utf-8")


def lines_of(home: Path, sample: str, *options: str, status: int = 0) -> list[dict[str, Any]]:
    done = run(home, "replay", str(SAMPLES / sample), "--json", *options)
    assert done.returncode == status
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_json_begins_with_the_report_and_ends_with_the_verdict(tmp_path: Path) -> None:
    first, *moments, last = lines_of(tmp_path, "good-with-cheats.durak")
    verified = run(tmp_path, "verify", "--json", str(SAMPLES / "good-with-cheats.durak"))
    assert first == {"replay": "report", **json.loads(verified.stdout), "bouts": first["bouts"]}
    assert last == {"replay": "end", "moments": len(moments), "verdict": "good"}
    assert [moment["number"] for moment in moments] == list(range(1, len(moments) + 1))
    begins = {moments[number - 1]["bout"] for number in first["bouts"]}
    assert begins == {moment["bout"] for moment in moments}


def test_json_marks_cheats_and_accusations(tmp_path: Path) -> None:
    moments = lines_of(tmp_path, "good-with-cheats.durak")[1:-1]
    cheats = [(m["move"], m["cheat"]) for m in moments if m["cheat"]]
    assert cheats == [
        ("beat Jh Ac", {"cards": ["Ac"], "caught_by": 2}),
        ("beat Th Qs", {"cards": ["Qs"], "caught_by": None}),
    ]
    judged = [(m["seat"], m["accused"], m["right"]) for m in moments if m["news"] == "judged"]
    assert judged == [(1, 2, False), (2, 1, True)]


def test_all_hands_and_what_lies_open_are_never_a_card_twice(tmp_path: Path) -> None:
    for moment in lines_of(tmp_path, "good-4-players.durak", "--hands")[1:-1]:
        if (deal := moment["deal"]) is None:
            continue
        hands = moment["hands"]
        assert [len(hands[str(seat)]) for seat in range(4)] == deal["counts"]
        table = [card for pair in deal["table"] for card in pair if card]
        seen = [card for hand in hands.values() for card in hand] + table
        assert len(seen) == len(set(seen))
        assert set(seen) <= set(deck(24))
        assert len(seen) + deal["stock"] + deal["discard"] == 24


def test_one_seat_is_shown_its_own_hand_alone(tmp_path: Path) -> None:
    moments = lines_of(tmp_path, "good-4-players.durak", "--seat=2")[1:-1]
    assert {tuple(m["hands"]) for m in moments if m["deal"]} == {("2",)}
    assert any(m["text"] and m["text"].startswith("You show") for m in moments)


def test_of_a_deal_that_was_not_opened_hands_stay_hidden(tmp_path: Path) -> None:
    for moment in lines_of(tmp_path, "good-away.durak", "--hands")[1:-1]:
        if moment["deal"] is not None:
            known = dict(enumerate(moment["deal"]["known"]))
            assert moment["hands"] == {str(seat): cards for seat, cards in known.items()}


@pytest.mark.parametrize(
    ("sample", "status"),
    [
        ("unfinished.durak", 3),
        ("unfinished-set-up.durak", 3),
        ("broken-byte.durak", 1),
        ("broken-false-answer.durak", 1),
    ],
)
def test_the_status_is_that_of_the_verdict(sample: str, status: int, tmp_path: Path) -> None:
    first, *_, last = lines_of(tmp_path, sample, status=status)
    assert first["verdict"] == last["verdict"]


def test_every_sample_is_told_or_refused_in_a_sentence(tmp_path: Path) -> None:
    for path in sorted(SAMPLES.glob("*.durak")):
        done = run(tmp_path, "replay", str(path), "--hands")
        if path.name.startswith("unreadable"):
            assert done.returncode == 2
            assert "Could not be read as a replay" in sentence(done)
        else:
            assert done.stdout.startswith(f"{path}\n  ")
            assert not done.stderr


def test_wrong_words_are_answered_with_a_sentence(tmp_path: Path) -> None:
    good = str(SAMPLES / "good-left.durak")
    cases = [
        ((good, "--seat=Zoe"), "Nobody here is 'Zoe': the players are Anna"),
        ((good, "--seat=3"), "Nobody here is '3'"),
        ((good, "--seat=" + "9" * 5000), "Nobody here is '999"),
        ((good, "--plain", "--json"), "Either --plain or --json"),
        ((str(SAMPLES / "unfinished-set-up.durak"), "--seat=0"), "The seats are not drawn yet"),
        (
            (str(tmp_path / "none"),),
            "Could not be read as a replay. It cannot be opened: No such file",
        ),
        ((str(tmp_path),), "Could not be read as a replay. It is a folder without replays"),
        ((str(SAMPLES),), "It is a folder; `durak replays FOLDER` lists the replays in it."),
    ]
    for arguments, says in cases:
        done = run(tmp_path, "replay", *arguments)
        assert done.returncode == 2
        assert says in sentence(done)
        assert not done.stdout
