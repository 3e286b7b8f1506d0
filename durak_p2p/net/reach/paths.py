"""The ways by which this computer speaks to the internet: from which address, through which router.

Ports are mapped on these ways only: what comes in through another router would be answered through
this one, and get lost.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from durak_p2p.net.reach import limits
from durak_p2p.net.reach.gateways import Gateway
from durak_p2p.net.reach.interfaces import IPAddress, Kind, LocalAddress


@dataclass(frozen=True, slots=True)
class Path:
    """One of our addresses, and the router behind it; None where the system tells of none."""

    source: LocalAddress
    gateway: Gateway | None


def find_paths(
    local: Sequence[LocalAddress], sources: Iterable[IPAddress], gateways: Sequence[Gateway]
) -> tuple[Path, ...]:
    """Return the ways: one for IPv4, and one for each public IPv6 address, or none.

    Args:
        local: all addresses of this computer.
        sources: the one of each IP version that the system speaks to the internet from.
        gateways: the default gateways, the preferred first.
    """
    chosen: list[LocalAddress] = []
    for ip in sources:
        source = next((address for address in local if address.ip == ip), None)
        if source is None:
            continue
        if ip.version == 4:
            chosen.append(source)
        else:
            # Any of them may be the one that friends are told, and the router knows each by itself.
            siblings = [address for address in local if address.interface == source.interface]
            public = [a for a in siblings if a.ip.version == 6 and a.kind is Kind.GLOBAL]
            public.sort(key=lambda address: address != source)
            chosen += public[: limits.PINHOLES]
    return tuple(Path(source, _gateway_of(source, gateways)) for source in dict.fromkeys(chosen))


def _gateway_of(source: LocalAddress, gateways: Iterable[Gateway]) -> Gateway | None:
    # What a system calls an interface: see Gateway.
    names = {source.interface, str(source.ip), str(source.index)}
    for gateway in gateways:
        same_version = gateway.ip.version == source.ip.version
        if same_version and (gateway.interface in names or source.neighbours(gateway.ip)):
            return gateway
    return None
