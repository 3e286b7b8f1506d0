"""A deal to try moves on, while the deal itself stays as it is."""

from collections.abc import Iterable
from typing import Any, TypeVar

T = TypeVar("T")


def copy_of(deal: T, slots: Iterable[str]) -> T:
    """A deal that is as *deal* is, and in which moves can be made without changing it.

    Containers are copied, lists of lists down to the inner ones; what is in them (cards, records,
    moves) never changes and is shared.

    Args:
        deal: the deal.
        slots: the names of all its fields.
    """
    twin: T = object.__new__(type(deal))
    for slot in slots:
        value = getattr(deal, slot)
        copier = _COPIERS.get(type(value))
        setattr(twin, slot, value if copier is None else copier(value))
    return twin


def _copy_list(items: list[Any]) -> list[Any]:
    return [list(item) if type(item) is list else item for item in items]


_COPIERS: dict[type, Any] = {list: _copy_list, dict: dict, set: set}
