"""Whom we have played with: another one under a known name is noticed."""

from __future__ import annotations

from datetime import date

import pytest

from durak_p2p import limits
from durak_p2p.table.acquaintances import Acquaintances
from durak_p2p.table.news import OtherKeyNews, OtherNameNews

BORIS, OTHER, CLARA = (bytes([n]) * 32 for n in range(3))
MAY, JUNE = date(2026, 5, 1), date(2026, 6, 1)


@pytest.fixture
def known() -> Acquaintances:
    acquaintances = Acquaintances()
    acquaintances.remember([(BORIS, "Boris"), (CLARA, "Clara")], MAY)
    return acquaintances


def test_who_comes_again_and_who_is_new_are_not_worth_a_word(known: Acquaintances) -> None:
    assert known.remark(BORIS, "Boris") is None
    assert known.remark(BORIS, "boris") is None
    assert known.remark(OTHER, "Dmitri") is None


@pytest.mark.parametrize(
    "name",
    [
        "Boris",
        "BORIS",
        "Bo ris",
        "\N{FULLWIDTH LATIN CAPITAL LETTER B}oris",
        "\N{CYRILLIC CAPITAL LETTER VE}\N{CYRILLIC SMALL LETTER O}ris",
    ],
)
def test_a_known_name_with_another_key_is_a_warning(known: Acquaintances, name: str) -> None:
    assert known.remark(OTHER, name) == OtherKeyNews(OTHER, name, "Boris", MAY)


def test_a_known_key_with_a_new_name_is_a_note(known: Acquaintances) -> None:
    assert known.remark(BORIS, "Bob") == OtherNameNews("Bob", "Boris", MAY)


def test_who_takes_anothers_name_is_warned_of_although_the_key_is_known(
    known: Acquaintances,
) -> None:
    assert known.remark(BORIS, "Clara") == OtherKeyNews(BORIS, "Clara", "Clara", MAY)


def test_once_played_with_both_are_known(known: Acquaintances) -> None:
    known.remember([(OTHER, "Boris")], JUNE)
    assert known.remark(OTHER, "Boris") is None
    assert known.remark(BORIS, "Boris") is None
    assert known.remark(bytes(31) + b"x", "boris") == OtherKeyNews(
        bytes(31) + b"x", "boris", "Boris", JUNE
    )


def test_those_met_longest_ago_are_forgotten(
    known: Acquaintances, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "ACQUAINTANCES", 2)
    known.remember([(BORIS, "Boris")], JUNE)
    known.remember([(OTHER, "Dmitri")], JUNE)
    assert [one.name for one in known.all()] == ["Boris", "Dmitri"]
