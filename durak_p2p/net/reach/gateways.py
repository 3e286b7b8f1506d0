"""The routers that lead from this computer to the internet, as the system knows them."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address
from pathlib import Path
from typing import Final

import trio

from durak_p2p.net.reach import limits
from durak_p2p.net.reach.interfaces import IPAddress

_RTF_GATEWAY: Final = 0x2  # Linux: <linux/route.h>
_RTF_REJECT: Final = 0x200


@dataclass(frozen=True, slots=True)
class Gateway:
    """A default gateway.

    ``interface`` is how the system calls the interface behind which it is: a name; on Windows its
    number (IPv6) or its address (IPv4).
    """

    ip: IPAddress
    interface: str

    @property
    def scope(self) -> int:
        """The interface's number, without which a link-local IPv6 address says nothing; or 0."""
        if self.ip.version == 4 or not self.ip.is_link_local:
            return 0
        if self.interface.isdecimal():
            return int(self.interface)
        try:
            return socket.if_nametoindex(self.interface)
        except OSError:
            return 0


async def default_gateways() -> tuple[Gateway, ...]:
    """Return the default gateways of both IP versions, the preferred of each version first.

    What the system does not tell, or only in a way that this module does not know, is missing.
    """
    if sys.platform == "linux":
        found = [*parse_proc_route(_proc("route")), *parse_proc_ipv6_route(_proc("ipv6_route"))]
    elif sys.platform == "win32":
        found = parse_route_print(await _output("route", "print"))
    else:
        found = parse_netstat(await _output("netstat", "-rn"))
    of_version = {4: 0, 6: 0}
    kept = []
    for gateway in dict.fromkeys(found):
        of_version[gateway.ip.version] += 1
        if of_version[gateway.ip.version] <= limits.GATEWAYS:
            kept.append(gateway)
    return tuple(kept)


def _proc(name: str) -> str:
    try:
        with Path("/proc/net", name).open(encoding="ascii", errors="replace") as file:
            return file.read(limits.ROUTES_BYTES)
    except OSError:  # a system without this IP version
        return ""


async def _output(*command: str) -> str:
    """Return what a program of the system prints; "" when it is not there, fails or hangs."""
    try:
        with trio.fail_after(limits.ROUTES_TIME):
            done = await trio.run_process(
                command, capture_stdout=True, capture_stderr=True, check=False
            )
    except (OSError, trio.TooSlowError, subprocess.SubprocessError):
        return ""
    return done.stdout[: limits.ROUTES_BYTES].decode(errors="replace")


def parse_proc_route(text: str) -> list[Gateway]:
    """Read Linux' ``/proc/net/route``; the route of the lowest metric first.

    Addresses there are hexadecimal numbers as the machine has them in memory, little-endian on
    nearly all; the mask of a default route is 0 in either order.
    """
    found = []
    for line in text.splitlines()[1:]:
        fields = line.split()
        try:
            interface, destination, gateway, flags = fields[:4]
            metric, mask = int(fields[6]), int(fields[7], 16)
            if int(destination, 16) == mask == 0 and int(flags, 16) & _RTF_GATEWAY:
                packed = int(gateway, 16).to_bytes(4, sys.byteorder)
                found.append((metric, Gateway(IPv4Address(packed), interface)))
        except (ValueError, IndexError, OverflowError):
            continue
    return _by_metric(found)


def parse_proc_ipv6_route(text: str) -> list[Gateway]:
    """Read Linux' ``/proc/net/ipv6_route``; the route of the lowest metric first."""
    found = []
    for line in text.splitlines():
        fields = line.split()
        try:
            destination, length, next_hop = int(fields[0], 16), int(fields[1], 16), fields[4]
            metric, flags, interface = int(fields[5], 16), int(fields[8], 16), fields[9]
            is_default = destination == length == 0
            if is_default and flags & _RTF_GATEWAY and not flags & _RTF_REJECT:
                gateway = IPv6Address(bytes.fromhex(next_hop))
                found.append((metric, Gateway(gateway, interface)))
        except (ValueError, IndexError):
            continue
    return _by_metric(found)


def parse_netstat(text: str) -> list[Gateway]:
    """Read ``netstat -rn`` of macOS and the BSDs, in the order that it has.

    A default route is a line ``default GATEWAY FLAGS [numbers] INTERFACE``; gateways that are a
    link (``link#4``) are none.  A link-local address has its interface behind a ``%``.
    """
    found = []
    for line in text.splitlines():
        fields = line.split()
        if len(fields) < 4 or fields[0] not in ("default", "0.0.0.0/0", "::/0"):
            continue
        address, _, zone = fields[1].partition("%")
        # The interface is the first word after the flags that is no number.
        names = [field for field in fields[3:] if not field.isdecimal() and field != "-"]
        ip = _ip(address)
        if ip is not None and not ip.is_unspecified and (zone or names):
            found.append(Gateway(ip, zone or names[0]))
    return found


_WINDOWS4 = re.compile(r"\s*0\.0\.0\.0\s+0\.0\.0\.0\s+([\d.]+)\s+([\d.]+)\s+(\d+)\s*")
_WINDOWS6 = re.compile(r"\s*(\d+)\s+(\d+)\s+::/0\s+([0-9a-fA-F:]+)\s*")


def parse_route_print(text: str) -> list[Gateway]:
    """Read Windows' ``route print``; the route of the lowest metric first, for each IP version.

    Its headings are in the user's language, so lines are known by their form: for IPv4
    ``0.0.0.0 0.0.0.0 GATEWAY INTERFACE METRIC``, for IPv6 ``INTERFACE METRIC ::/0 GATEWAY``.
    """
    found4, found6 = [], []
    for line in text.splitlines():
        if match := _WINDOWS4.fullmatch(line):
            if (ip := _ip(match[1])) is not None:
                found4.append((int(match[3]), Gateway(ip, match[2])))
        elif (match := _WINDOWS6.fullmatch(line)) and (ip := _ip(match[3])) is not None:
            found6.append((int(match[2]), Gateway(ip, match[1])))
    return _by_metric(found4) + _by_metric(found6)


def _by_metric(found: list[tuple[int, Gateway]]) -> list[Gateway]:
    return [gateway for _, gateway in sorted(found, key=lambda pair: pair[0])]


def _ip(text: str) -> IPAddress | None:
    try:
        return ip_address(text)
    except ValueError:
        return None


# Addresses that no packet is ever sent to: the system is asked which way it would take.
_FAR: Final = ((socket.AF_INET, "198.51.100.1"), (socket.AF_INET6, "2000::1"))


def source_addresses() -> tuple[IPAddress, ...]:
    """Return the addresses that this computer speaks to the internet from: one a version, or none.

    Nothing is sent for it.
    """
    found = []
    for family, far in _FAR:
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as probe:
                probe.connect((far, 9))
                ip = ip_address(probe.getsockname()[0].partition("%")[0])
        except OSError:  # no route there, or no such IP version
            continue
        if not ip.is_unspecified and not ip.is_loopback:
            found.append(ip)
    return tuple(found)
