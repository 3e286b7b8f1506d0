"""What a laboratory is to be like, and where everything in it has its addresses.

    a1 192.168.1.10 ┐                                        ┌ b1 192.168.2.10
                    ├ router-a 192.168.1.1 ── internet ── …  ┤
    a2 192.168.1.11 ┘          11.0.0.10      11.0.0.1       └ b2 192.168.2.11

Each host has a global IPv6 address besides, which its router passes on but keeps closed.  The
addresses are such as a program must take for public ones, and which are in nobody's way here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

INTERNET_IPV4 = "11.0.0.1"
INTERNET_IPV6 = "3000::1"
HOSTS_PER_HOME = 2


@dataclass(frozen=True, slots=True)
class PortMapping:
    """A port mapping service (miniupnpd) on a home's router.

    ``permits``: whether it maps what it is asked for; otherwise it refuses all.  For UPnP alone:
    asked in another way, miniupnpd looks for a port that it permits until it has tried all.
    """

    upnp: bool = True
    nat_pmp: bool = True
    pcp: bool = True
    permits: bool = True


@dataclass(frozen=True, slots=True)
class HomePlan:
    """A home behind a router.

    ``name``: one small letter.  ``port_mapping``: None for a router without.  ``ports``: whether
    the router's address translation leaves port numbers as they are, or draws others.
    ``unwanted``: what it does with connections from outside that nobody has asked for: it drops
    them, or answers with a reset.  ``carrier``: its public address is not its own but a carrier's,
    who translates again.  ``delay``: seconds that everything takes from the home to the internet,
    and the same back.
    """

    name: str
    port_mapping: PortMapping | None = None
    ports: Literal["kept", "changed"] = "kept"
    unwanted: Literal["dropped", "reset"] = "dropped"
    carrier: bool = False
    delay: float = 0.0

    @property
    def number(self) -> int:
        """The home's number, from 1: a is 1."""
        return ord(self.name) - ord("a") + 1

    @property
    def public_ipv4(self) -> str:
        """The address under which the internet sees this home."""
        return f"11.0.0.{self.number * 10}"

    @property
    def router_ipv4(self) -> str:
        """The outer address of the router."""
        return f"100.64.0.{self.number * 10}" if self.carrier else self.public_ipv4

    @property
    def carrier_ipv4(self) -> str:
        """The inner address of the carrier."""
        return "100.64.0.1"

    @property
    def router_ipv6(self) -> str:
        """The outer address of the router, and of the carrier's that stands in its place."""
        return f"3000::{self.number * 10}"

    @property
    def lan_ipv4(self) -> str:
        """The home's network, without the last number."""
        return f"192.168.{self.number}"

    @property
    def lan_ipv6(self) -> str:
        """The home's network, to be followed by a number."""
        return f"3000:0:0:{self.number}::"
