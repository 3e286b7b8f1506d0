"""The addresses that this computer has, what kind each is of, and which go into an invite."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from pathlib import Path
from typing import Final

import ifaddr

from durak_p2p.net.invite import MOST_ADDRESSES, Address
from durak_p2p.net.reach import limits

IPAddress = IPv4Address | IPv6Address


class Kind(Enum):
    """What an address is good for."""

    LOOPBACK = "loopback"
    LINK_LOCAL = "link-local"
    PRIVATE = "private"  # a LAN's: RFC 1918, RFC 4193
    CARRIER = "carrier"  # a provider's own network, shared by its customers: RFC 6598
    GLOBAL = "global"
    OVERLAY = "overlay"  # a virtual network over the internet, such as Tailscale or ZeroTier
    VIRTUAL = "virtual"  # a network inside this computer, for containers or virtual machines
    UNUSABLE = "unusable"  # reserved, for documentation, multicast ...


@dataclass(frozen=True, slots=True)
class LocalAddress:
    """One address of this computer, and the interface that has it."""

    interface: str
    ip: IPAddress
    prefix: int  # length of the network's part, in bits
    kind: Kind
    index: int | None = None  # the interface's, where the system has one

    def neighbours(self, ip: IPAddress) -> bool:
        """Whether *ip* is in the same network, as far as the prefix tells."""
        if ip.version != self.ip.version:
            return False
        bits = self.ip.max_prefixlen - self.prefix
        return int(ip) >> bits == int(self.ip) >> bits


CARRIER_GRADE: Final = IPv4Network("100.64.0.0/10")
_YGGDRASIL: Final = IPv6Network("200::/7")
_TAILSCALE6: Final = IPv6Network("fd7a:115c:a1e0::/48")
_UNIQUE_LOCAL: Final = IPv6Network("fc00::/7")
_PRIVATE4: Final = tuple(
    IPv4Network(net) for net in ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16")
)
# Names by which overlays call their interfaces on Linux, macOS, BSD and Windows.
_OVERLAY_NAME: Final = re.compile(
    r"(tailscale|zt[a-z0-9]|zerotier|ygg|nebula|netbird|wt\d|wg\d|wireguard|ham\d|.*hamachi"
    r"|radmin|.*zerotier|.*tailscale|.*yggdrasil)",
    re.IGNORECASE,
)
_VIRTUAL_NAME: Final = re.compile(
    r"(docker|br-[0-9a-f]|veth|virbr|lxc|lxdbr|incusbr|podman|cni|vmnet|vboxnet|bridge1\d\d"
    r"|vethernet|virtualbox|vmware|.*hyper-v)",
    re.IGNORECASE,
)


def classify(ip: IPAddress, names: Sequence[str] = (), prefix: int = 0) -> Kind:
    """Return the kind of *ip*.

    ``names`` are those of the interface that has it (none: somebody else's address), ``prefix`` is
    the length of its network's part in bits (0: not known).
    """
    if isinstance(ip, IPv6Address) and ip.ipv4_mapped is not None:
        return classify(ip.ipv4_mapped, names)
    if ip.is_loopback:
        return Kind.LOOPBACK
    if ip.is_link_local:
        return Kind.LINK_LOCAL
    if ip.is_unspecified or ip.is_multicast:
        return Kind.UNUSABLE
    if _is_overlay(ip, names, prefix):
        return Kind.OVERLAY
    if isinstance(ip, IPv4Address) and ip in CARRIER_GRADE:
        return Kind.CARRIER
    if ip.is_global:
        return Kind.GLOBAL
    # In a range that is reserved for something else, but an interface has it: somebody has built a
    # network so, and its neighbours reach it like any private one.
    if not names and not _is_private(ip):
        return Kind.UNUSABLE
    return Kind.VIRTUAL if any(map(_VIRTUAL_NAME.match, names)) else Kind.PRIVATE


def _is_private(ip: IPAddress) -> bool:
    if isinstance(ip, IPv6Address):
        return ip in _UNIQUE_LOCAL
    return any(ip in network for network in _PRIVATE4)


def _is_overlay(ip: IPAddress, names: Sequence[str], prefix: int) -> bool:
    if isinstance(ip, IPv6Address):
        by_address = ip in _YGGDRASIL or ip in _TAILSCALE6
    else:
        # Tailscale takes single addresses of the carriers' range; a carrier gives a network.
        by_address = ip in CARRIER_GRADE and prefix == ip.max_prefixlen
    return by_address or any(map(_OVERLAY_NAME.match, names))


def is_down(interface: str) -> bool:
    """Whether an interface has no link: it keeps its addresses then.  Known on Linux only."""
    try:
        state = Path("/sys/class/net", interface, "operstate").read_text(encoding="ascii")
    except (OSError, ValueError):  # another system, or an alias that is no interface by itself
        return False
    return state.strip() == "down"


def local_addresses(
    adapters: Callable[[], Iterable[ifaddr.Adapter]] = ifaddr.get_adapters,
    down: Callable[[str], bool] = is_down,
) -> tuple[LocalAddress, ...]:
    """Return all addresses of all interfaces but those that are *down*, in the system's order.

    Raises ``OSError`` when the system does not tell them.
    """
    found = []
    for adapter in adapters():
        if down(adapter.name):
            continue
        for entry in adapter.ips:
            ip = ip_address(entry.ip[0] if isinstance(entry.ip, tuple) else entry.ip)
            if isinstance(ip, IPv6Address) and ip.scope_id is not None:
                ip = IPv6Address(int(ip))
            name = entry.nice_name or adapter.nice_name
            kind = classify(ip, (name, adapter.nice_name), entry.network_prefix)
            found.append(LocalAddress(name, ip, entry.network_prefix, kind, adapter.index))
    return tuple(found)


# In an invite: who is near comes in by the LAN, the others by what the internet can reach; a
# guest dials the next address a fraction of a second later, so the order costs little.
_ORDER: Final = (
    Kind.PRIVATE,
    Kind.GLOBAL,
    Kind.OVERLAY,
    Kind.CARRIER,
    Kind.VIRTUAL,
)


def invite_addresses(
    port: int,
    local: Sequence[LocalAddress],
    sources: Sequence[IPAddress] = (),
    mapped: Sequence[Address] = (),
    given: Sequence[Address] = (),
    most: int = MOST_ADDRESSES,
) -> tuple[Address, ...]:
    """Return the addresses that an invite holds, best first.

    Args:
        port: the TCP port that is listened on, 1 … 65535.
        local: all addresses of this computer.
        sources: those that it speaks to the internet from: they come before others of their kind.
        mapped: where a router lets others in.
        given: what the user has said: first, whatever it is.
        most: how many at most.
    """
    by_kind = {
        kind: sorted(
            (address.ip for address in local if address.kind is kind),
            key=lambda ip: (ip not in sources, ip.version),
        )
        for kind in _ORDER
    }
    near = [ip for ip in by_kind[Kind.PRIVATE] if ip in sources][:2]
    own = [ip for kind in _ORDER for ip in by_kind[kind][: limits.MOST_OF_ONE_KIND]]
    ranked = [*given, *_with_port(near, port), *mapped, *_with_port(own, port)]
    return tuple(dict.fromkeys(ranked))[:most]


def _with_port(ips: Iterable[IPAddress], port: int) -> list[Address]:
    return [Address(str(ip), port) for ip in ips]
