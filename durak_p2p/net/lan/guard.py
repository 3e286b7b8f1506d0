"""How often a PIN may be guessed (protocol/lan.md, "Wrong PINs").  Without input or output."""

from __future__ import annotations

import ipaddress
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from durak_p2p import limits


@dataclass(slots=True)
class _Count:
    """Wrong PINs of somebody, and until when this one is not heard."""

    wrong: int = 0
    until: float = float("-inf")

    def add(self, now: float, free: int) -> None:
        self.wrong += 1
        if self.wrong > free:
            wait = limits.PIN_WAIT * 2 ** min(self.wrong - free - 1, 32)
            self.until = now + min(wait, limits.PIN_LONGEST_WAIT)


class Guard:
    """Counts wrong PINs, of each address and of all, and says who has to wait."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """*clock* gives seconds and never goes back."""
        self._clock = clock
        self._all = _Count()
        self._by_address: OrderedDict[str, _Count] = OrderedDict()

    @property
    def wrong(self) -> int:
        """How many wrong PINs there were in all."""
        return self._all.wrong

    def wait(self, address: str) -> float:
        """Return for how many seconds nobody, or not that address, is heard; 0: it is now."""
        own = self._by_address.get(_network(address), _Count())
        return max(0.0, max(own.until, self._all.until) - self._clock())

    def note_wrong(self, address: str) -> None:
        """Count a wrong PIN."""
        network, now = _network(address), self._clock()
        count = self._by_address.setdefault(network, _Count())
        self._by_address.move_to_end(network)
        count.add(now, limits.PIN_FREE_PER_ADDRESS)
        self._all.add(now, limits.PIN_FREE_IN_ALL)
        while len(self._by_address) > limits.PIN_ADDRESSES:
            self._by_address.popitem(last=False)

    def note_right(self, address: str) -> None:
        """Forgive an address its slips: it knows the PIN, and has no need to guess."""
        self._by_address.pop(_network(address), None)


def _network(address: str) -> str:
    """One computer has one IPv4 address, but as many of IPv6 as it likes: its /64 counts."""
    ip = ipaddress.ip_address(address)
    if isinstance(ip, ipaddress.IPv6Address):
        if ip.ipv4_mapped is not None:
            return str(ip.ipv4_mapped)
        if not ip.is_link_local:
            return str(ipaddress.IPv6Network((int(ip), 64), strict=False))
    return str(ip)
