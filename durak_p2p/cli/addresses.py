"""Addresses to listen on."""

from typing import Final

THIS_COMPUTER: Final = "127.0.0.1"
EVERYWHERE: Final = "0.0.0.0"  # noqa: S104 - the point of a table is that others reach it
