"""Keeping a port mapped on one way to the internet: searching, renewing, giving back."""

from __future__ import annotations

import math
import secrets
import socket
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol as Face

import trio

from durak_p2p.net.reach import limits, pcp, ssdp
from durak_p2p.net.reach.answers import Answer, Granted, Refused
from durak_p2p.net.reach.datagrams import NatPmpClient, PcpClient, Server
from durak_p2p.net.reach.gateways import Gateway, default_gateways, source_addresses
from durak_p2p.net.reach.igd import IgdClient, PinholeClient
from durak_p2p.net.reach.interfaces import IPAddress, Kind, LocalAddress, classify, local_addresses
from durak_p2p.net.reach.outcome import Outcome, State, judge
from durak_p2p.net.reach.paths import Path
from durak_p2p.net.reach.ssdp import Device, find_devices

_LEAST_WAIT = 1.0  # seconds between two attempts to renew


def is_free(port: int) -> bool:
    """Whether nobody on this computer listens on a TCP port."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
            probe.bind(("", port))
    except OSError:
        return False
    return True


@dataclass(frozen=True, slots=True)
class System:
    """What is asked of the system; tests ask something else."""

    local: Callable[[], tuple[LocalAddress, ...]] = local_addresses
    sources: Callable[[], tuple[IPAddress, ...]] = source_addresses
    gateways: Callable[[], Awaitable[tuple[Gateway, ...]]] = default_gateways
    random_below: Callable[[int], int] = secrets.randbelow
    is_free: Callable[[int], bool] = is_free
    datagram_port: int = pcp.SERVER_PORT
    ssdp_port: int = ssdp.PORT
    lease: int = limits.LEASE


class Client(Face):
    """One protocol's client for one mapping."""

    async def map(self, lease: int) -> Answer:
        """Make or renew the mapping."""

    async def release(self) -> None:
        """Give it back, if there is one."""


class Keeper:
    """Keeps a TCP port mapped on one way.

    ``outcome`` says what has come of it so far; *changed* is called when that changes, *reset* when
    the router has lost its mappings.
    """

    def __init__(
        self,
        path: Path,
        port: int,
        system: System,
        secret: bytes,
        changed: Callable[[], None],
        reset: Callable[[], None],
    ) -> None:
        self.outcome = Outcome(path.source.ip.version, State.SEARCHING)
        self._path = path
        self._port = port
        self._system = system
        self._secret = secret
        self._changed = changed
        self._reset = reset
        self._wake = trio.Event()
        self._scope = trio.CancelScope()
        # Clients are kept as long as the keeper: a router knows a mapping by its client's nonce.
        self._datagram_clients = self._make_datagram_clients()
        self._upnp_clients: dict[Device, Client] = {}

    def _make_datagram_clients(self) -> list[Client]:
        gateway, source = self._path.gateway, self._path.source.ip
        if gateway is None:
            return []
        server = Server(gateway, source, self._system.datagram_port)
        nonce = pcp.nonce(self._secret, source, self._port)
        clients: list[Client] = [PcpClient(server, self._port, nonce)]
        if source.version == 4:
            clients.append(NatPmpClient(server, self._port))
        return clients

    def wake(self) -> None:
        """Renew or search at once."""
        self._wake.set()

    def stop(self) -> None:
        """Give the mapping back and end."""
        self._scope.cancel()

    async def run(self) -> None:
        """Keep the port mapped until :meth:`stop` is called, or the task is cancelled."""
        try:
            with self._scope:
                while True:
                    client, answer = await self._search()
                    self._learn(answer)
                    if client is not None and isinstance(answer, Granted):
                        await self._keep(client, answer)
                    else:
                        await self._wait(limits.SEARCH_AGAIN)
        finally:
            await self._give_back()

    def _learn(self, answer: Answer) -> None:
        outcome = judge(self._path.source.ip, self._port, answer)
        if outcome != self.outcome:
            self.outcome = outcome
            self._changed()

    async def _wait(self, seconds: float) -> None:
        with trio.move_on_after(seconds):
            await self._wake.wait()
        self._wake = trio.Event()

    # -- searching -----------------------------------------------------------------------------

    async def _search(self) -> tuple[Client | None, Answer]:
        """Ask by PCP, then NAT-PMP, then UPnP, until a router grants it.

        UPnP's devices are looked for from the start, so that silence costs no more than the longer
        of the two searches.  Returns the client that was granted it, or the answer that says most.
        """
        answers: list[Answer] = []

        async def is_granted(client: Client) -> bool:
            answers.append(await client.map(self._system.lease))
            return isinstance(answers[-1], Granted)

        found, devices = trio.open_memory_channel[Device](limits.DEVICES)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(find_devices, self._path.source, found, self._system.ssdp_port)
            for client in self._datagram_clients:
                if await is_granted(client):
                    nursery.cancel_scope.cancel()
                    return client, answers[-1]
            known, self._upnp_clients = self._upnp_clients, {}
            others = []
            async for device in devices:
                client = known.get(device) or self._make_upnp_client(device)
                self._upnp_clients[device] = client
                if not self._is_at_gateway(device):
                    others.append(client)
                elif await is_granted(client):
                    nursery.cancel_scope.cancel()
                    return client, answers[-1]
        for client in others:
            if await is_granted(client):
                return client, answers[-1]
        return None, _most_telling(answers)

    def _is_at_gateway(self, device: Device) -> bool:
        """Whether a device is our router; over IPv6, with many addresses, nobody can tell."""
        gateway = self._path.gateway
        return gateway is None or gateway.ip.version == 6 or device.site.ip == gateway.ip

    def _make_upnp_client(self, device: Device) -> Client:
        if self._path.source.ip.version == 4:
            return IgdClient(device, self._port, self._system.random_below, self._system.is_free)
        return PinholeClient(device, self._port)

    # -- keeping -------------------------------------------------------------------------------

    async def _keep(self, client: Client, granted: Granted) -> None:
        """Renew the mapping; return when it is lost."""
        end = _end(granted)
        asked = trio.current_time()
        while True:
            left = end - trio.current_time()
            if left < _LEAST_WAIT:
                return
            await self._wait(max(_LEAST_WAIT, min(left / 2, limits.CHECK_EVERY)))
            answer = await client.map(self._system.lease)
            now = trio.current_time()
            if isinstance(answer, Granted):
                if _was_reset((asked, granted.epoch), (now, answer.epoch)):
                    self._reset()
                end, asked, granted = _end(answer), now, answer
                self._learn(answer)
            elif isinstance(answer, Refused):
                return

    async def _give_back(self) -> None:
        with trio.CancelScope(shield=True), trio.move_on_after(limits.GIVE_BACK):
            async with trio.open_nursery() as nursery:
                for client in (*self._datagram_clients, *self._upnp_clients.values()):
                    nursery.start_soon(client.release)


def _most_telling(answers: list[Answer]) -> Answer:
    """Of refusals the one that tells an address which is not public, else the first."""
    refusals = [answer for answer in answers if isinstance(answer, Refused)]
    for refusal in refusals:
        if refusal.ip is not None and classify(refusal.ip) is not Kind.GLOBAL:
            return refusal
    return refusals[0] if refusals else None


def _end(granted: Granted) -> float:
    """When a mapping is lost if it cannot be renewed.

    One without an end is believed in as long as the router answers now and then.
    """
    lease = granted.lease or math.ceil(3 * limits.CHECK_EVERY)
    return trio.current_time() + lease


def _was_reset(before: tuple[float, int | None], now: tuple[float, int | None]) -> bool:
    if before[1] is None or now[1] is None:
        return False
    return pcp.state_lost((before[0], before[1]), (now[0], now[1]))
