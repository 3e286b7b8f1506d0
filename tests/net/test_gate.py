"""Who crowds the door drives out his own, and nobody who comes from elsewhere."""

from __future__ import annotations

import pytest

from durak_p2p import limits
from durak_p2p.net.gate import Gate, Visitor


class Door:
    """A gate, and who has been shown out."""

    def __init__(self) -> None:
        self.gate = Gate()
        self.out: list[str] = []

    def enter(self, address: str, name: str = "") -> Visitor:
        return self.gate.enter(address, lambda: self.out.append(name or address))


@pytest.fixture
def door(monkeypatch: pytest.MonkeyPatch) -> Door:
    monkeypatch.setattr(limits, "UNAUTHENTICATED", 6)
    monkeypatch.setattr(limits, "UNAUTHENTICATED_PER_ADDRESS", 3)
    return Door()


def test_with_too_many_of_one_address_its_oldest_goes(door: Door) -> None:
    door.enter("10.0.0.2")
    for name in "abcde":
        door.enter("10.0.0.1", name)
    assert door.out == ["a", "b"]


def test_with_too_many_in_all_the_oldest_of_the_largest_crowd_goes(door: Door) -> None:
    door.enter("10.0.0.9", "alone")
    for name in "abc":
        door.enter("10.0.0.1", name)
    for name in "de":
        door.enter("10.0.0.2", name)
    assert door.out == []
    for number in range(3, 6):
        door.enter(f"10.0.0.{number}", "new")
    assert door.out[:2] == ["a", "b"]
    assert "alone" not in door.out


def test_strangers_from_everywhere_leave_the_newest_time(door: Door) -> None:
    """With as many networks as places each connection stays until as many others have come."""
    for number in range(20):
        door.enter(f"10.0.{number}.1")
    assert door.out == [f"10.0.{number}.1" for number in range(14)]


def test_who_is_known_or_gone_takes_no_place(door: Door) -> None:
    for _ in range(20):
        door.gate.leave(door.enter("10.0.0.1"))
    assert door.out == []


def test_who_was_shown_out_may_leave_again(door: Door) -> None:
    first = door.enter("10.0.0.1", "first")
    for _ in range(3):
        door.enter("10.0.0.1", "more")
    door.gate.leave(first)
    door.enter("10.0.0.2")
    assert door.out == ["first"]


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("10.0.0.1", "10.0.0.2", False),
        ("10.0.0.1", "::ffff:10.0.0.1", True),
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::1", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("fe80::1%eth0", "fe80::2%eth0", True),
    ],
)
def test_what_counts_as_one_address(door: Door, one: str, other: str, alike: bool) -> None:
    assert (door.enter(one).network == door.enter(other).network) is alike
