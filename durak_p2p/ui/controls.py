"""What a person can ask of the program that runs a table, besides moves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Controls:
    """Ways to leave, and how others are let in.  What is None is not to be had at this table.

    Attributes:
        leave: leaves the table for good.
        go_away: closes the program, so that the seat waits.
        take_reply: takes a reply code that was typed, and answers the person.
        print_invite: prints the invite on the normal screen.
        print_qr: prints it as a QR code.
        seat_computer: gives a free seat to a computer player, or answers why not.
        unseat_computer: takes the seat of the last of them away, or answers why not.
    """

    leave: Callable[[], None]
    go_away: Callable[[], None] | None = None
    take_reply: Callable[[str], None] | None = None
    print_invite: Callable[[], None] | None = None
    print_qr: Callable[[], None] | None = None
    seat_computer: Callable[[], None] | None = None
    unseat_computer: Callable[[], None] | None = None
