"""Asking a router by UDP: PCP and NAT-PMP."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from ipaddress import IPv4Address
from typing import TypeVar

import trio

from durak_p2p.net.reach import limits, natpmp, pcp
from durak_p2p.net.reach.answers import Answer, Granted, Protocol, Refused
from durak_p2p.net.reach.gateways import Gateway
from durak_p2p.net.reach.interfaces import IPAddress
from durak_p2p.texts import text

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Server:
    """A router's UDP port, and our address that it is asked from."""

    gateway: Gateway
    source: IPAddress
    port: int = pcp.SERVER_PORT

    async def ask(
        self, request: bytes, read: Callable[[bytes], T | None], waits: Sequence[float]
    ) -> T | None:
        """Send *request* until *read* makes something of what comes, and return that.

        *waits* are the seconds to wait after each sending.  None: nothing came, or the router
        says that nobody is listening there.
        """
        family = trio.socket.AF_INET if self.source.version == 4 else trio.socket.AF_INET6
        with trio.socket.socket(family, trio.socket.SOCK_DGRAM) as socket:
            try:
                await socket.bind((str(self.source), 0))
                # Connected, so that the system drops what others send.
                await socket.connect(self._address())
                left = limits.UDP_ANSWERS
                for wait in waits:
                    await socket.send(request)
                    with trio.move_on_after(wait):
                        while left:
                            left -= 1
                            answer = read(await socket.recv(limits.UDP_ANSWER_BYTES + 1))
                            if answer is not None:
                                return answer
                        return None
            except OSError:
                return None
        return None

    def _address(self) -> tuple[str, int] | tuple[str, int, int, int]:
        if self.source.version == 4:
            return str(self.gateway.ip), self.port
        return str(self.gateway.ip), self.port, 0, self.gateway.scope


class PcpClient:
    """Maps one TCP port by PCP."""

    protocol = Protocol.PCP

    def __init__(self, server: Server, port: int, nonce: bytes) -> None:
        self._server = server
        self._port = port
        self._nonce = nonce
        self._wished_port = port
        self._wished_ip: IPAddress | None = None
        self._asked = False

    async def map(self, lease: int) -> Answer:
        """Make or renew the mapping, for *lease* seconds if the router agrees."""
        self._asked = True
        answer = await self._ask(lease, self._wished_port, self._wished_ip)
        if answer is None or isinstance(answer, pcp.OtherVersion) or answer.result:
            self._asked = False
        if answer is None or isinstance(answer, pcp.OtherVersion):
            return None
        if answer.result:
            # Routers copy what was wished into a refusal; some tell their own address there.
            told = None if answer.ip in (self._wished_ip, _ANY) else answer.ip
            return Refused(self.protocol, pcp.reason(answer.result), told)
        if not answer.port or answer.ip.is_unspecified or answer.lifetime < limits.LEAST_LEASE:
            return Refused(self.protocol, _NOTHING)
        self._wished_port, self._wished_ip = answer.port, answer.ip
        # A router may offer more than was asked for; nobody needs to rely on it for so long.
        granted = min(answer.lifetime, lease)
        return Granted(self.protocol, answer.ip, answer.port, granted, answer.epoch)

    async def release(self) -> None:
        """Give the mapping back, if there is one or may be one (RFC 6887, 15)."""
        if self._asked:
            await self._ask(0, 0, None)

    async def _ask(
        self, lease: int, wished_port: int, wished_ip: IPAddress | None
    ) -> pcp.MapAnswer | pcp.OtherVersion | None:
        return await self._server.ask(
            pcp.encode_map(
                self._server.source, self._nonce, self._port, lease, wished_port, wished_ip
            ),
            lambda raw: pcp.decode_map(raw, self._nonce, self._port),
            limits.PCP_WAITS,
        )


class NatPmpClient:
    """Maps one TCP port by NAT-PMP; IPv4 only."""

    protocol = Protocol.NAT_PMP

    def __init__(self, server: Server, port: int) -> None:
        self._server = server
        self._port = port
        self._wished_port = port
        self._asked = False

    async def map(self, lease: int) -> Answer:
        """Make or renew the mapping, for *lease* seconds if the router agrees."""
        self._asked = True
        answer = await self._ask(lease, self._wished_port)
        if answer is None or answer.result:
            self._asked = False
        if answer is None:
            return None
        ip = await self._external()
        if answer.result:
            return Refused(self.protocol, natpmp.reason(answer.result), ip)
        if not answer.port or ip is None or answer.lifetime < limits.LEAST_LEASE:
            return Refused(self.protocol, _NOTHING, ip)
        self._wished_port = answer.port
        granted = min(answer.lifetime, lease)
        return Granted(self.protocol, ip, answer.port, granted, answer.epoch)

    async def release(self) -> None:
        """Give the mapping back, if there is one or may be one (RFC 6886, 3.4)."""
        if self._asked:
            await self._ask(0, 0)

    async def _ask(self, lease: int, wished_port: int) -> natpmp.MapAnswer | None:
        return await self._server.ask(
            natpmp.encode_map(self._port, lease, wished_port),
            lambda raw: natpmp.decode_map(raw, self._port),
            limits.NATPMP_WAITS,
        )

    async def _external(self) -> IPv4Address | None:
        answer = await self._server.ask(
            natpmp.ADDRESS_REQUEST, natpmp.decode_address, limits.NATPMP_WAITS
        )
        known = answer is not None and answer.ip is not None and not answer.ip.is_unspecified
        return answer.ip if known and answer is not None else None


_ANY = IPv4Address(0)
_NOTHING = text("It says yes, but names no address, port or time that could be used.")
