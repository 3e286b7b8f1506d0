"""Whole numbers that somebody types: Python refuses to read very long ones, and they are told."""

from __future__ import annotations


def typed_number(typed: str, most: int) -> int | None:
    """Return a whole number from 0 to *most*, or None if what is typed is none of them."""
    digits = typed.lstrip("0") or typed[-1:]
    if not digits.isdecimal() or len(digits) > len(str(most)):
        return None
    number = int(digits)
    return number if number <= most else None
