"""Whom a peer keeps waiting at its door: connections that have not shown yet whose they are.

Anybody can open as many as he likes, so each may be the one that matters.  A new one always comes
in; where there are too many the oldest goes, of the network that has the most.  So who crowds the
door drives out his own, and not one who comes from elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address

from durak_p2p import limits

_NETWORK_BITS = 64  # of an IPv6 address; the rest of it everybody chooses for himself


@dataclass(frozen=True, slots=True, eq=False)
class Visitor:
    """A connection, and how it is shown out."""

    network: str
    show_out: Callable[[], None]


class Gate:
    """The connections of which it is not known yet whose they are."""

    def __init__(self) -> None:
        self._visitors: dict[str, list[Visitor]] = {}  # by network, the oldest first

    def enter(self, address: str, show_out: Callable[[], None]) -> Visitor:
        """Let a connection from an IP address in, and show another out if there are too many.

        Give what is returned to :meth:`leave` when the connection is known or gone.
        """
        visitor = Visitor(_network(address), show_out)
        neighbours = self._visitors.setdefault(visitor.network, [])
        neighbours.append(visitor)
        if len(neighbours) > limits.UNAUTHENTICATED_PER_ADDRESS:
            self._show_out(neighbours)
        elif sum(map(len, self._visitors.values())) > limits.UNAUTHENTICATED:
            self._show_out(max(self._visitors.values(), key=len))
        return visitor

    def leave(self, visitor: Visitor) -> None:
        """Count a connection no longer; it may have been shown out before."""
        neighbours = self._visitors.get(visitor.network, [])
        if visitor in neighbours:
            neighbours.remove(visitor)
        if not neighbours:
            self._visitors.pop(visitor.network, None)

    def _show_out(self, neighbours: list[Visitor]) -> None:
        oldest = neighbours[0]
        self.leave(oldest)
        oldest.show_out()


def _network(address: str) -> str:
    """Return what all addresses of one customer have in common."""
    ip = ip_address(address)
    if not isinstance(ip, IPv6Address):
        return address
    if ip.ipv4_mapped is not None:
        return str(ip.ipv4_mapped)
    return ip.packed[: _NETWORK_BITS // 8].hex()
