"""Mapping a port, and opening an IPv6 pinhole, on a router that speaks UPnP.

The services are WANIPConnection:1 and :2, WANPPPConnection:1 and WANIPv6FirewallControl:1 of
the Internet Gateway Device.
"""

from __future__ import annotations

from collections.abc import Callable
from ipaddress import IPv4Address, ip_address
from typing import Final

import trio

from durak_p2p.net.reach import limits
from durak_p2p.net.reach.answers import Answer, Granted, Protocol, Refused
from durak_p2p.net.reach.interfaces import IPAddress
from durak_p2p.net.reach.soap import UpnpError, UpnpSilence, call
from durak_p2p.net.reach.ssdp import Device, Service
from durak_p2p.net.reach.xml import Element
from durak_p2p.texts import Text, text

DESCRIPTION: Final = "durak-p2p"  # what the router's list of mappings shows for ours
_FIRST_DYNAMIC_PORT: Final = 49152  # RFC 6335, 6
_NO_SUCH_ENTRY, _CONFLICT, _SAME_PORTS, _ONLY_PERMANENT = 714, 718, 724, 725
# Error 725 is what the standard has for routers that know no lease; older ones say so.
_PERHAPS_ONLY_PERMANENT: Final = frozenset({402, 501, 725})

_NO_ADDRESS: Final = text("It has no connection to the internet itself, or no public address.")
_NOT_LISTED: Final = text("It says yes, but the mapping is not in its list.")
_WRONG_COMPUTER: Final = text("It says yes, but has mapped the port to another computer.")
_PORTS_TAKEN: Final = text("All ports that were tried are taken there.")


def reason(code: int) -> Text:
    """Return an error of UPnP in words (WANIPConnection:2, 2.5; WANIPv6FirewallControl:1, 2.6)."""
    match code:
        case 401 | 402 | 602 | 604 | 605:
            return text("It does not understand the request.")
        case 501:
            return text("It says that it failed.")
        case 606 | 702 | 703:
            return text("It is not allowed to computers in this network.")
        case 718:
            return _PORTS_TAKEN
        case 728 | 701:
            return text("It can take no more mappings at the moment.")
        case 0:
            return text("It gives no reason.")
    return text("It gives the reason number {number}, which is not known.", number=code)


class IgdClient:
    """Maps one TCP port of an IPv4 router by UPnP."""

    protocol = Protocol.UPNP

    def __init__(
        self,
        device: Device,
        port: int,
        below: Callable[[int], int],
        is_free: Callable[[int], bool],
    ) -> None:
        """Map *port* on *device*.

        *below* draws a random number from 0 up to below its argument; *is_free* says whether nobody
        listens on a port of this computer.
        """
        self._device = device
        self._is_free = is_free
        self._port = port
        self._below = below
        self._service: Service | None = None
        self._external_port = port
        self._lasting = False  # the router knows mappings without an end only
        self._asked = False

    async def map(self, lease: int) -> Answer:
        """Make or renew the mapping, for *lease* seconds if the router agrees."""
        with trio.move_on_after(limits.UPNP_TIME):
            try:
                return await self._map(lease)
            except UpnpError as error:
                return Refused(self.protocol, reason(error.code))
            except UpnpSilence:
                return None
        return None

    async def release(self) -> None:
        """Take the mapping back, if there is one and it is ours."""
        if not self._asked or self._service is None:
            return
        try:
            if await self._whose() is None:
                await call(self._service, "DeletePortMapping", self._key())
        except (UpnpError, UpnpSilence):
            return  # nobody is left to tell; a lease ends by itself

    async def _map(self, lease: int) -> Answer:
        ip = await self._choose_service()
        service = self._service
        assert service is not None
        self._asked = True
        try:
            await self._add(service, lease)
        except UpnpError as error:
            return Refused(self.protocol, _NO_ADDRESS if ip is None else reason(error.code), ip)
        wrong = await self._whose()
        if wrong is not None:
            return Refused(self.protocol, wrong, ip)
        if ip is None:
            return Refused(self.protocol, _NO_ADDRESS)
        lease = 0 if self._lasting else lease
        return Granted(self.protocol, ip, self._external_port, lease)

    async def _choose_service(self) -> IPAddress | None:
        """Take the first connection that has an address, and return that; else the first."""
        services = [self._service] if self._service is not None else self._device.connections
        failure: UpnpError | UpnpSilence | None = None
        for service in services:
            try:
                answer = await call(service, "GetExternalIPAddress", {})
            except (UpnpError, UpnpSilence) as error:
                failure = failure or error
                continue
            self._service = self._service or service
            ip = _ipv4(answer.value("NewExternalIPAddress"))
            if ip is not None:
                self._service = service
                return ip
        if self._service is None:
            raise failure or UpnpSilence
        return None

    async def _add(self, service: Service, lease: int) -> None:
        """Add the mapping, under another external port if need be."""
        for _ in range(limits.OTHER_PORTS + 1):
            try:
                await self._add_here(service, lease)
            except UpnpError as error:
                if error.code == _CONFLICT and service.type.endswith(":2"):
                    return await self._add_anywhere(service, lease)
                if error.code != _CONFLICT:
                    raise
                span = (1 << 16) - _FIRST_DYNAMIC_PORT
                self._external_port = _FIRST_DYNAMIC_PORT + self._below(span)
            else:
                return None
        raise UpnpError(_CONFLICT)

    async def _add_here(self, service: Service, lease: int) -> None:
        lease = 0 if self._lasting else lease
        try:
            await call(service, "AddPortMapping", self._entry(lease))
        except UpnpError as error:
            if not lease or error.code not in _PERHAPS_ONLY_PERMANENT:
                raise
            await call(service, "AddPortMapping", self._entry(0))
            self._lasting = True
            await self._sweep(service)

    async def _sweep(self, service: Service) -> None:
        """Take mappings away that never end and that programs like this one have left behind.

        Ours are known by description and computer, left ones by a port that nobody listens on.
        """
        index = 0
        with trio.move_on_after(limits.SWEEP_TIME):
            try:
                while index < limits.SWEPT:
                    place = {"NewPortMappingIndex": str(index)}
                    entry = await call(service, "GetGenericPortMappingEntry", place)
                    if self._is_left(entry):  # with it gone, the next one has its index
                        external = entry.value("NewExternalPort")
                        key = {**self._key(), "NewExternalPort": external}
                        await call(service, "DeletePortMapping", key)
                    else:
                        index += 1
            except (UpnpError, UpnpSilence):
                return  # the list is at its end, or the router does not let us look

    def _is_left(self, entry: Element) -> bool:
        port = _port(entry.value("NewInternalPort"))
        return (
            entry.value("NewPortMappingDescription") == DESCRIPTION
            and entry.value("NewProtocol") == "TCP"
            and _ipv4(entry.value("NewInternalClient")) == self._device.site.source
            and entry.value("NewLeaseDuration") == "0"
            and port not in (None, self._port)
            and self._is_free(port or 0)
        )

    async def _add_anywhere(self, service: Service, lease: int) -> None:
        """Let the router choose the port (WANIPConnection:2, 2.5.18)."""
        lease = 0 if self._lasting else lease
        answer = await call(service, "AddAnyPortMapping", self._entry(lease))
        port = _port(answer.value("NewReservedPort"))
        if port is None:
            raise UpnpError(0)
        self._external_port = port

    def _key(self) -> dict[str, str]:
        return {
            "NewRemoteHost": "",
            "NewExternalPort": str(self._external_port),
            "NewProtocol": "TCP",
        }

    def _entry(self, lease: int) -> dict[str, str]:
        return {
            **self._key(),
            "NewInternalPort": str(self._port),
            "NewInternalClient": str(self._device.site.source),
            "NewEnabled": "1",
            "NewPortMappingDescription": DESCRIPTION,
            "NewLeaseDuration": str(lease),
        }

    async def _whose(self) -> Text | None:
        """Return None if the router lists the mapping as ours, else what is wrong with it."""
        assert self._service is not None
        try:
            entry = await call(self._service, "GetSpecificPortMappingEntry", self._key())
        except UpnpError:
            return _NOT_LISTED
        if _ipv4(entry.value("NewInternalClient")) != self._device.site.source:
            return _WRONG_COMPUTER
        if entry.value("NewInternalPort") != str(self._port) or entry.value("NewEnabled") == "0":
            return _NOT_LISTED
        return None


class PinholeClient:
    """Asks an IPv6 router by UPnP to let connections to one TCP port of one address in."""

    protocol = Protocol.UPNP

    def __init__(self, device: Device, port: int) -> None:
        self._service = device.pinholes[0] if device.pinholes else None
        self._source = device.site.source
        self._port = port
        self._id: str | None = None

    async def map(self, lease: int) -> Answer:
        """Open or renew the pinhole, for *lease* seconds."""
        if self._service is None:
            return None
        with trio.move_on_after(limits.UPNP_TIME):
            try:
                return await self._open(self._service, lease)
            except UpnpError as error:
                return Refused(self.protocol, reason(error.code))
            except UpnpSilence:
                return None
        return None

    async def release(self) -> None:
        """Close the pinhole, if it is open."""
        if self._id is None or self._service is None:
            return
        try:
            await call(self._service, "DeletePinhole", {"UniqueID": self._id})
        except (UpnpError, UpnpSilence):
            return  # nobody is left to tell; the lease ends by itself

    async def _open(self, service: Service, lease: int) -> Answer:
        granted = Granted(self.protocol, self._source, self._port, lease)
        if self._id is not None:
            renewal = {"UniqueID": self._id, "NewLeaseTime": str(lease)}
            try:
                await call(service, "UpdatePinhole", renewal)
            except UpnpError:
                self._id = None  # the router has forgotten it
            else:
                return granted
        answer = await call(
            service,
            "AddPinhole",
            {
                "RemoteHost": "",
                "RemotePort": "0",
                "InternalClient": str(self._source),
                "InternalPort": str(self._port),
                "Protocol": "6",
                "LeaseTime": str(lease),
            },
        )
        number = answer.value("UniqueID")
        if not (number.isascii() and number.isdigit() and len(number) < 6):
            raise UpnpError(0)
        self._id = number
        return granted


def _port(value: str) -> int | None:
    is_number = value.isascii() and value.isdigit() and len(value) < 6
    return int(value) if is_number and 0 < int(value) < 1 << 16 else None


def _ipv4(value: str) -> IPAddress | None:
    try:
        ip = ip_address(value)
    except ValueError:
        return None
    return ip if isinstance(ip, IPv4Address) and not ip.is_unspecified else None
