"""Routers on loopback, honest and nasty, that tests ask instead of the real one.

They are written from the RFCs and the UPnP documents by themselves and share no code with the
clients.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from ipaddress import IPv4Address, ip_address
from typing import Any

import trio

from durak_p2p.net.reach.gateways import Gateway
from durak_p2p.net.reach.interfaces import Kind, LocalAddress
from durak_p2p.net.reach.keeper import System

HERE = "127.0.0.1"
OUTSIDE = "9.8.7.6"
LOOPBACK = LocalAddress("lo", ip_address(HERE), 8, Kind.LOOPBACK, 1)

# A fake's answer to a datagram; None: it is silent.
Answerer = Callable[[bytes], bytes | None]


def silent(request: bytes) -> None:
    """Say nothing."""


@dataclass
class DatagramRouter:
    """Speaks PCP and NAT-PMP.  ``pcp`` and ``natpmp`` answer; requests are kept."""

    pcp: Answerer = silent
    natpmp: Answerer = silent
    requests: list[bytes] = field(default_factory=list)
    asker: Any = None  # who has asked last
    port: int = 0
    # Of the honest answerers: external ports by internal port, with the lease asked for.
    mappings: dict[int, tuple[int, int]] = field(default_factory=dict)
    ip: str = OUTSIDE
    external_port: int | None = None  # None: the one that is wished
    lease: int | None = None  # None: what is asked for
    began: int = 1000  # its epoch at the test's beginning

    async def run(self, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        with trio.socket.socket(trio.socket.AF_INET, trio.socket.SOCK_DGRAM) as socket:
            await socket.bind((HERE, 0))
            self.port = socket.getsockname()[1]
            task_status.started()
            while True:
                request, sender = await socket.recvfrom(2000)
                self.requests.append(request)
                self.asker = sender
                answer = (self.pcp if request[0] == 2 else self.natpmp)(request)
                if answer is not None:
                    await socket.sendto(answer, sender)

    def _map(self, internal: int, wished: int, asked: int) -> tuple[int, int]:
        if asked == 0:
            self.mappings.pop(internal, None)
            return 0, 0
        external = wished if self.external_port is None else self.external_port
        lease = asked if self.lease is None else self.lease
        self.mappings[internal] = (external, lease)
        return external, lease

    def _epoch(self) -> bytes:
        return (self.began + int(trio.current_time())).to_bytes(4, "big")

    def grant_pcp(self, request: bytes) -> bytes:
        assert len(request) == 60
        assert request[:2] == b"\x02\x01"
        assert request[8:24] == bytes(10) + b"\xff\xff" + ip_address(HERE).packed
        asked = int.from_bytes(request[4:8], "big")
        internal = int.from_bytes(request[40:42], "big")
        wished = int.from_bytes(request[42:44], "big")
        external, lease = self._map(internal, wished, asked)
        address = bytes(10) + b"\xff\xff" + IPv4Address(self.ip).packed
        head = b"\x02\x81\0\0" + lease.to_bytes(4, "big") + self._epoch()
        return head + bytes(12) + request[24:42] + external.to_bytes(2, "big") + address

    def grant_natpmp(self, request: bytes) -> bytes:
        epoch = self._epoch()
        if request == b"\0\0":
            return b"\0\x80\0\0" + epoch + IPv4Address(self.ip).packed
        assert request[:4] == b"\0\2\0\0"
        assert len(request) == 12
        internal, wished = (int.from_bytes(request[i : i + 2], "big") for i in (4, 6))
        external, lease = self._map(internal, wished, int.from_bytes(request[8:12], "big"))
        mapped = request[4:6] + external.to_bytes(2, "big") + lease.to_bytes(4, "big")
        return b"\0\x82\0\0" + epoch + mapped


def pcp_refusal(request: bytes, result: int) -> bytes:
    """The request is sent back with the result in it."""
    return b"\x02\x81\0" + bytes([result]) + bytes(4) + b"\0\0\1\0" + bytes(12) + request[24:]


def pcp_unsupported(request: bytes) -> bytes:
    """What a router answers that knows NAT-PMP only (RFC 6887, appendix A)."""
    return b"\0\x81\0\1\0\0\1\0"


@dataclass
class UpnpRouter:
    """Speaks UPnP: answers searches, describes itself, keeps a list of mappings."""

    version: int = 1
    ip: str = OUTSIDE
    taken: set[int] = field(default_factory=set)  # external ports of others
    knows_leases: bool = True
    refuses: int | None = None  # an error, to all that is asked to be mapped
    maps_to: str | None = None  # another computer, whatever is asked
    lists: bool = True
    # Nasty ones send these bytes instead, the last again and again.
    description: tuple[bytes, ...] | None = None
    location: str = "http://{host}:{port}/root.xml"
    searches: int = 0
    connections: int = 0
    calls: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    mappings: dict[int, dict[str, str]] = field(default_factory=dict)
    ssdp_port: int = 0
    http_port: int = 0

    async def run(self, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        async with trio.open_nursery() as nursery:
            listeners = await trio.open_tcp_listeners(0, host=HERE)
            self.http_port = listeners[0].socket.getsockname()[1]
            nursery.start_soon(trio.serve_listeners, self._serve, listeners)
            with trio.socket.socket(trio.socket.AF_INET, trio.socket.SOCK_DGRAM) as socket:
                await socket.bind((HERE, 0))
                self.ssdp_port = socket.getsockname()[1]
                task_status.started()
                while True:
                    request, sender = await socket.recvfrom(2000)
                    self.searches += 1
                    assert b'MAN: "ssdp:discover"' in request
                    location = self.location.format(host=HERE, port=self.http_port)
                    answer = f"HTTP/1.1 200 OK\r\nLOCATION: {location}\r\nST: x\r\n\r\n"
                    await socket.sendto(answer.encode("latin-1"), sender)

    async def _serve(self, stream: trio.SocketStream) -> None:
        self.connections += 1
        try:
            request = b""
            while b"\r\n\r\n" not in request or not _is_whole(request):
                piece = await stream.receive_some()
                if not piece:
                    return
                request += piece
            if request.startswith(b"GET /root.xml ") and self.description is not None:
                for piece in self.description:
                    await stream.send_all(piece)
                while self.description:
                    await stream.send_all(self.description[-1])
                await trio.sleep_forever()
            await stream.send_all(self._answer(request))
        except trio.BrokenResourceError:
            return
        finally:
            with trio.CancelScope(shield=True):
                await trio.aclose_forcefully(stream)

    def _answer(self, request: bytes) -> bytes:
        if request.startswith(b"GET /root.xml "):
            return page(200, self._description())
        assert request.startswith(b"POST /ctl ")
        head, _, body = request.partition(b"\r\n\r\n")
        action = re.search(rb'SOAPAction: "(\S+)#(\w+)"', head)
        assert action is not None
        assert action[1].decode() == self._service
        name = action[2].decode()
        arguments = dict(re.findall(r"<(New\w+)>([^<]*)</New", body.decode()))
        self.calls.append((name, arguments))
        result = getattr(self, name)(arguments)
        return fault(result) if isinstance(result, int) else page(200, answer(name, result))

    @property
    def _service(self) -> str:
        return f"urn:schemas-upnp-org:service:WANIPConnection:{self.version}"

    def _description(self) -> str:
        return (
            '<?xml version="1.0"?><root xmlns="urn:schemas-upnp-org:device-1-0"><device>'
            f"<serviceList><service><serviceType>{self._service}</serviceType>"
            "<controlURL>/ctl</controlURL></service></serviceList></device></root>"
        )

    # -- actions: they return values, or the number of an error ------------------------------------

    def GetExternalIPAddress(self, _: dict[str, str]) -> dict[str, str] | int:
        return {"NewExternalIPAddress": self.ip}

    def AddPortMapping(self, entry: dict[str, str]) -> dict[str, str] | int:
        if self.refuses is not None:
            return self.refuses
        if int(entry["NewExternalPort"]) in self.taken:
            return 718
        if not self.knows_leases and entry["NewLeaseDuration"] != "0":
            return 725
        client = self.maps_to or entry["NewInternalClient"]
        self.mappings[int(entry["NewExternalPort"])] = {**entry, "NewInternalClient": client}
        return {}

    def AddAnyPortMapping(self, entry: dict[str, str]) -> dict[str, str] | int:
        assert self.version == 2
        port = next(port for port in range(50000, 60000) if port not in self.taken)
        result = self.AddPortMapping({**entry, "NewExternalPort": str(port)})
        return result if isinstance(result, int) else {"NewReservedPort": str(port)}

    def GetSpecificPortMappingEntry(self, key: dict[str, str]) -> dict[str, str] | int:
        entry = self.mappings.get(int(key["NewExternalPort"]))
        if entry is None or not self.lists:
            return 714
        names = ("NewInternalPort", "NewInternalClient", "NewEnabled", "NewLeaseDuration")
        return {name: entry[name] for name in names}

    def GetGenericPortMappingEntry(self, place: dict[str, str]) -> dict[str, str] | int:
        index = int(place["NewPortMappingIndex"])
        return list(self.mappings.values())[index] if index < len(self.mappings) else 713

    def DeletePortMapping(self, key: dict[str, str]) -> dict[str, str] | int:
        return {} if self.mappings.pop(int(key["NewExternalPort"]), None) else 714


def _is_whole(request: bytes) -> bool:
    head, _, body = request.partition(b"\r\n\r\n")
    length = re.search(rb"Content-Length: (\d+)", head)
    return length is None or len(body) >= int(length[1])


def page(status: int, body: str) -> bytes:
    return f"HTTP/1.1 {status} X\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode()


def answer(action: str, values: dict[str, str]) -> str:
    inner = "".join(f"<{name}>{value}</{name}>" for name, value in values.items())
    return (
        '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>'
        f'<u:{action}Response xmlns:u="urn:x">{inner}</u:{action}Response></s:Body></s:Envelope>'
    )


def fault(code: int) -> bytes:
    return page(
        500,
        '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><s:Fault>'
        f"<detail><UPnPError><errorCode>{code}</errorCode></UPnPError></detail>"
        "</s:Fault></s:Body></s:Envelope>",
    )


@asynccontextmanager
async def routers(
    datagrams: DatagramRouter | None = None, upnp: UpnpRouter | None = None, **more: Any
) -> AsyncIterator[System]:
    """Run routers, and give a system for which they are the way to the internet."""
    quiet = DatagramRouter() if datagrams is None else datagrams
    async with trio.open_nursery() as nursery:
        await nursery.start(quiet.run)
        if upnp is not None:
            await nursery.start(upnp.run)
        nobody = trio.socket.socket(trio.socket.AF_INET, trio.socket.SOCK_DGRAM)
        with nobody:
            await nobody.bind((HERE, 0))
            yield replace(
                system(quiet.port, nobody.getsockname()[1] if upnp is None else upnp.ssdp_port),
                **more,
            )
        nursery.cancel_scope.cancel()


def system(datagram_port: int, ssdp_port: int) -> System:
    """A computer whose only address is loopback, behind a router there."""

    async def gateways() -> tuple[Gateway, ...]:
        return (Gateway(ip_address(HERE), "lo"),)

    return System(
        local=lambda: (LOOPBACK,),
        sources=lambda: (ip_address(HERE),),
        gateways=gateways,
        random_below=lambda below: below // 2,
        is_free=lambda port: True,
        datagram_port=datagram_port,
        ssdp_port=ssdp_port,
        lease=7200,
    )
