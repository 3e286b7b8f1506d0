"""Canonical msgpack: every value has one encoding, and only that one is read.

Allowed are nil, booleans, integers, text, bytes and arrays of these; no maps, floats or
extensions.  A reader decodes, encodes again and compares, so that a signature over bytes is a
signature over a value (protocol/log.md, "Bytes").
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

import msgpack

from durak_p2p.texts import text

Value = None | bool | int | str | bytes | tuple["Value", ...]
T = TypeVar("T")

MAX_ARRAY = 1024  # items in one array; the longest that a valid entry has is a few dozen
MAX_DEPTH = 8  # arrays in arrays; what is valid has three


class CodecError(ValueError):
    """These bytes are not the canonical encoding of anything."""


def encode(value: Value) -> bytes:
    """Return the canonical encoding of *value*."""
    return cast(bytes, msgpack.packb(value, use_bin_type=True))


def decode(raw: bytes) -> Value:
    """Read *raw*, which must be canonical and complete.

    Raises :class:`CodecError` for anything else.
    """
    try:
        value = msgpack.unpackb(
            raw,
            use_list=False,
            raw=False,
            strict_map_key=True,
            max_map_len=0,
            max_ext_len=0,
            max_array_len=MAX_ARRAY,
            max_str_len=len(raw),
            max_bin_len=len(raw),
        )
        canonical = _plain(value, MAX_DEPTH) and encode(value) == raw
    except (ValueError, TypeError, OverflowError, RecursionError, msgpack.UnpackException) as error:
        raise CodecError(text("The bytes are not well-formed msgpack.")) from error
    if not canonical:
        raise CodecError(text("The bytes are not canonical."))
    return cast(Value, value)


def _plain(value: object, depth: int) -> bool:
    if type(value) is tuple:  # and no subclass: an extension without data comes as one
        return depth > 0 and all(_plain(item, depth - 1) for item in value)
    return value is None or isinstance(value, bool | int | str | bytes)


class Fields:
    """Reads the items of one array in order, each with its type and bounds.

    Every method raises :class:`CodecError`, naming the field, when the next item is not as said.
    :meth:`end` must be called last: an array with items left over is refused, too.
    """

    def __init__(self, value: Value, what: str) -> None:
        if not isinstance(value, tuple):
            raise CodecError(text("The {what} is no array.", what=what))
        self._items = value
        self._next = 0
        self._what = what

    def _take(self, field: str) -> Value:
        if self._next >= len(self._items):
            raise CodecError(text("The {what} lacks its {field}.", what=self._what, field=field))
        self._next += 1
        return self._items[self._next - 1]

    def bytes(self, field: str, size: int) -> bytes:
        """The next item: *size* bytes exactly."""
        item = self._take(field)
        if not isinstance(item, bytes) or len(item) != size:
            raise CodecError(
                text(
                    "The {field} of the {what} is not {size} bytes.",
                    field=field,
                    what=self._what,
                    size=size,
                )
            )
        return item

    def integer(self, field: str, low: int, high: int) -> int:
        """The next item: an integer from *low* to *high*, both included."""
        item = self._take(field)
        if not isinstance(item, int) or isinstance(item, bool) or not low <= item <= high:
            raise CodecError(
                text(
                    "The {field} of the {what} is no number in {low}..{high}.",
                    field=field,
                    what=self._what,
                    low=low,
                    high=high,
                )
            )
        return item

    def optional_integer(self, field: str, low: int, high: int) -> int | None:
        """The next item: nil, or as :meth:`integer`."""
        if self._next < len(self._items) and self._items[self._next] is None:
            self._next += 1
            return None
        return self.integer(field, low, high)

    def text(self, field: str, longest: int) -> str:
        """The next item: text of at most *longest* characters."""
        item = self._take(field)
        if not isinstance(item, str) or len(item) > longest:
            raise CodecError(
                text("The {field} of the {what} is no short text.", field=field, what=self._what)
            )
        return item

    def array(self, field: str, longest: int, item: Callable[[Value], T]) -> tuple[T, ...]:
        """The next item: an array of at most *longest* items, each read by *item*."""
        value = self._take(field)
        if not isinstance(value, tuple) or len(value) > longest:
            raise CodecError(
                text(
                    "The {field} of the {what} is no array of {longest} at most.",
                    field=field,
                    what=self._what,
                    longest=longest,
                )
            )
        return tuple(item(one) for one in value)

    def optional_array(
        self, field: str, longest: int, item: Callable[[Value], T]
    ) -> tuple[T, ...] | None:
        """The next item: nil, or as :meth:`array`."""
        if self._next < len(self._items) and self._items[self._next] is None:
            self._next += 1
            return None
        return self.array(field, longest, item)

    def value(self, field: str) -> Value:
        """The next item, whatever it is."""
        return self._take(field)

    def end(self) -> None:
        """Nothing may be left."""
        if self._next != len(self._items):
            raise CodecError(text("The {what} has too many fields.", what=self._what))
