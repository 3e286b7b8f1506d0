"""A deal to try moves on, while the deal itself stays as it is."""

from functools import cache
from typing import Any, TypeVar

T = TypeVar("T")


def copy_of(deal: T) -> T:
    """A deal that is as *deal* is, and in which moves can be made without changing it.

    Containers are copied, lists of lists down to the inner ones; what is in them (cards, records,
    moves) never changes and is shared. All its fields are slots.
    """
    kind: type = type(deal)
    twin: T = object.__new__(kind)
    for slot in _slots(kind):
        value = getattr(deal, slot)
        copier = _COPIERS.get(type(value))
        setattr(twin, slot, value if copier is None else copier(value))
    return twin


@cache
def _slots(kind: type) -> tuple[str, ...]:
    return tuple(slot for base in kind.__mro__ for slot in getattr(base, "__slots__", ()))


def _copy_list(items: list[Any]) -> list[Any]:
    return [list(item) if type(item) is list else item for item in items]


_COPIERS: dict[type, Any] = {list: _copy_list, dict: dict, set: set}
