"""The file of those with whom one has played."""

from __future__ import annotations

import json
import os
import stat
from datetime import date
from pathlib import Path

import pytest

from durak_p2p import limits
from durak_p2p.cli.people import PeopleError, load_people, remember_people
from durak_p2p.table.news import OtherKeyNews

from .programs import INVITE, program

KEY, OTHER = bytes(32), bytes([1]) * 32
DAY = date(2026, 12, 1)


def test_what_is_remembered_is_read_again_and_the_owners_alone(tmp_path: Path) -> None:
    path = tmp_path / "people.json"
    assert load_people(path).all() == ()
    remember_people(path, [(KEY, "Борис")], DAY)
    remember_people(path, [(OTHER, "Clara")], DAY)
    known = load_people(path)
    assert [(one.key, one.name, one.day) for one in known.all()] == [
        (KEY, "Борис", DAY),
        (OTHER, "Clara", DAY),
    ]
    assert known.remark(OTHER, "борис") == OtherKeyNews(OTHER, "борис", "Борис", DAY)
    if os.name == "posix":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert not list(tmp_path.glob("*.part"))


def test_the_file_has_room_for_the_longest_names(tmp_path: Path) -> None:
    path = tmp_path / "people.json"
    many = [(n.to_bytes(32, "big"), "\N{CJK UNIFIED IDEOGRAPH-4E00}" * 20) for n in range(1001)]
    remember_people(path, many, DAY)
    assert len(load_people(path).all()) == limits.ACQUAINTANCES == 1000


@pytest.mark.parametrize(
    "written",
    [
        b"",
        b"{",
        b"\xff",
        b"[" * 100_000,
        b'{"version": 2, "people": []}',
        b'{"version": 1, "people": [{"key": "00", "name": "A", "day": "2026-12-01"}]}',
        json.dumps(
            {"version": 1, "people": [{"key": "00" * 32, "name": "\x1b", "day": "2026-12-01"}]}
        ).encode(),
        b'{"version": 1, "people": []}' + b" " * limits.ACQUAINTANCES_BYTES,
    ],
)
def test_a_damaged_file_is_said_and_left_as_it_is(written: bytes, tmp_path: Path) -> None:
    path = tmp_path / "people.json"
    path.write_bytes(written)
    with pytest.raises(PeopleError, match="is damaged"):
        load_people(path)
    with pytest.raises(PeopleError, match="is damaged"):
        remember_people(path, [(KEY, "Boris")], DAY)
    assert path.read_bytes() == written


def test_another_one_under_a_known_name_is_told_to_all(tmp_path: Path) -> None:
    """Host and guests know the others, and not the computer players, after a match has begun."""
    homes = [tmp_path / name for name in ("anna's", "boris's")]
    for home in homes:
        home.mkdir()
    for again in (False, True):
        key = ["--new-key"] if again else []
        with program(homes[0], "host", "--name=Anna", "--players=3", "--computers=1", *key) as anna:
            invite = anna.wait_for(INVITE.pattern)
            with program(homes[1], "join", invite, "--name=Boris", *key) as boris:
                if again:
                    anna.wait_for("Boris is here, with another key than the Boris you played with")
                    boris.wait_for("Anna is here, with another key than the Anna you played with")
                for person in (anna, boris):
                    person.wait_for("The order of play")
                    assert ("another key" in person.output) == again
                    person.type("quit")
                    person.end()
    for home, other in zip(homes, ("Boris", "Anna"), strict=True):
        known = load_people(home / "data/durak-p2p/people.json")
        assert [one.name for one in known.all()] == [other] * 2
