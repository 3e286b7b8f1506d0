"""Finding routers by SSDP (UPnP Device Architecture 1.1, chapter 1), and what they describe."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Final
from urllib.parse import urljoin, urlsplit

import trio

from durak_p2p.net.reach import limits
from durak_p2p.net.reach.http import HttpError, Site, fetch
from durak_p2p.net.reach.interfaces import LocalAddress
from durak_p2p.net.reach.xml import Element, XmlError, read_xml

PORT: Final = 1900
GROUP4: Final = "239.255.255.250"
GROUP6: Final = "ff02::c"  # link-local (annex A)
_HOPS: Final = 2  # 1.3.2
TARGETS: Final = (
    "urn:schemas-upnp-org:device:InternetGatewayDevice:2",
    "urn:schemas-upnp-org:device:InternetGatewayDevice:1",
    "urn:schemas-upnp-org:service:WANIPConnection:1",
    "urn:schemas-upnp-org:service:WANPPPConnection:1",
)
_CONNECTION = re.compile(r"urn:schemas-upnp-org:service:WAN(IP|PPP)Connection:[12]")
_PINHOLES = re.compile(r"urn:schemas-upnp-org:service:WANIPv6FirewallControl:\d")
_VISIBLE = re.compile(r"/[!-~]*")


@dataclass(frozen=True, slots=True)
class Service:
    """A service of a device: its type, and the path that it is controlled by."""

    type: str
    site: Site
    path: str


@dataclass(frozen=True, slots=True)
class Device:
    """A router that has described itself; services in the order in which they are tried."""

    site: Site
    connections: tuple[Service, ...]
    pinholes: tuple[Service, ...]


def encode_search(target: str, group: str) -> bytes:
    """Return a search for *target*, to be answered within a second (1.3.2)."""
    host = f"[{group}]" if ":" in group else group
    return (
        f'M-SEARCH * HTTP/1.1\r\nHOST: {host}:{PORT}\r\nMAN: "ssdp:discover"\r\n'
        f"MX: 1\r\nST: {target}\r\n\r\n"
    ).encode()


def decode_answer(raw: bytes) -> tuple[int, str] | None:
    """Return port and path of the description that an answer to a search tells (1.3.3).

    None: it is no such answer.  The host in it is dropped: who answers describes itself, so nobody
    can send us elsewhere.
    """
    if len(raw) > limits.SSDP_ANSWER_BYTES:
        return None
    first, *lines = raw.decode("latin-1").splitlines() or [""]
    if not re.match(r"HTTP/1\.\d 200\b", first):
        return None
    for line in lines:
        name, _, value = line.partition(":")
        if name.strip().lower() == "location":
            return read_url(value.strip())
    return None


def read_url(url: str, base: str = "") -> tuple[int, str] | None:
    """Return port and path of an ``http`` URL, or None if it is none that is used here."""
    if max(len(url), len(base)) > limits.URL_CHARACTERS:
        return None
    try:
        parts = urlsplit(urljoin(base, url))
        port = 80 if parts.port is None else parts.port
    except ValueError:
        return None
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    if parts.scheme != "http" or not parts.hostname or not port or not _VISIBLE.fullmatch(path):
        return None
    return port, path


def read_description(raw: bytes, site: Site, path: str) -> Device | None:
    """Return what a device's description offers; None if that is nothing for us.

    Raises :class:`XmlError`.
    """
    root = read_xml(raw)
    own = f"http://{site.host}{path}"
    base = root.value("URLBase") or own  # UPnP 1.0 only
    services = []
    for element in root.walk():
        if element.name == "service":
            service = _service(element, site, base)
            if service is not None:
                services.append(service)
    connections = sorted(
        (service for service in services if _CONNECTION.fullmatch(service.type)),
        key=lambda service: ("PPP" in service.type, service.type[-1] != "2"),
    )
    pinholes = [service for service in services if _PINHOLES.fullmatch(service.type)]
    if not connections and not pinholes:
        return None
    return Device(site, tuple(connections[: limits.DEVICES]), tuple(pinholes[:1]))


def _service(element: Element, site: Site, base: str) -> Service | None:
    where = read_url(element.value("controlURL"), base)
    if where is None:
        return None
    port, path = where
    there = Site(site.ip, port, site.source, site.scope)
    return Service(element.value("serviceType"), there, path)


async def find_devices(
    source: LocalAddress, wanted: trio.MemorySendChannel[Device], port: int = PORT
) -> None:
    """Search on the interface that has *source*, and send every router that is found.

    Ends after ``limits.SSDP_TIME`` seconds; ``wanted`` is closed then.  Who does not answer, or not
    as it should, is left out.  A test may search at another *port* of its own address.
    """
    with trio.move_on_after(limits.SSDP_TIME):
        async with wanted, trio.open_nursery() as nursery:
            try:
                await _search(source, wanted, port, nursery)
            except OSError:
                return  # no multicast on this interface, or it is gone


async def _search(
    source: LocalAddress,
    wanted: trio.MemorySendChannel[Device],
    port: int,
    nursery: trio.Nursery,
) -> None:
    six = source.ip.version == 6
    group = GROUP6 if six else GROUP4
    family = trio.socket.AF_INET6 if six else trio.socket.AF_INET
    with trio.socket.socket(family, trio.socket.SOCK_DGRAM) as socket:
        _send_there(socket, source)
        await socket.bind((str(source.ip), 0))
        where = (group, port, 0, source.index or 0) if six else (group, port)
        if source.ip.is_loopback:
            where = (str(source.ip), port)
        nursery.start_soon(_send_searches, socket, group, where)
        seen: set[tuple[object, int, str]] = set()
        for _ in range(limits.SSDP_ANSWERS):
            try:
                raw, sender = await socket.recvfrom(limits.SSDP_ANSWER_BYTES + 1)
            except OSError:  # Windows and loopback tell that nobody listens there
                continue
            ip = ip_address(sender[0].partition("%")[0])
            answer = decode_answer(raw)
            if answer is None or not (source.neighbours(ip) or ip.is_link_local):
                continue
            if (ip, *answer) in seen or len(seen) >= limits.DEVICES:
                continue
            seen.add((ip, *answer))
            site = Site(ip, answer[0], source.ip, sender[3] if six and ip.is_link_local else 0)
            nursery.start_soon(_describe, site, answer[1], wanted)
        await trio.sleep_forever()


def _send_there(socket: trio.socket.SocketType, source: LocalAddress) -> None:
    """Let multicasts leave by the interface that has *source*."""
    if source.ip.version == 6:
        if source.index is not None:
            level = trio.socket.IPPROTO_IPV6
            socket.setsockopt(level, trio.socket.IPV6_MULTICAST_IF, source.index)
            socket.setsockopt(level, trio.socket.IPV6_MULTICAST_HOPS, _HOPS)
        return
    level = trio.socket.IPPROTO_IP
    socket.setsockopt(level, trio.socket.IP_MULTICAST_IF, source.ip.packed)
    socket.setsockopt(level, trio.socket.IP_MULTICAST_TTL, _HOPS)


async def _send_searches(
    socket: trio.socket.SocketType, group: str, where: tuple[object, ...]
) -> None:
    for _ in range(2):  # datagrams get lost
        for target in TARGETS:
            with suppress(OSError):  # a firewall of our own forbids it, or the interface is gone
                await socket.sendto(encode_search(target, group), where)
        await trio.sleep(limits.SSDP_AGAIN)


async def _describe(site: Site, path: str, wanted: trio.MemorySendChannel[Device]) -> None:
    try:
        status, body = await fetch(site, path)
        device = read_description(body, site, path) if status == 200 else None
    except (HttpError, XmlError):
        return
    if device is not None:
        await wanted.send(device)
