"""Keeping a port open towards the internet, on every way that there is."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

import trio

from durak_p2p.net.invite import Address
from durak_p2p.net.reach import limits, pcp
from durak_p2p.net.reach.interfaces import LocalAddress
from durak_p2p.net.reach.keeper import Keeper, System
from durak_p2p.net.reach.outcome import Outcome, State, together
from durak_p2p.net.reach.paths import Path, find_paths


@dataclass(frozen=True, slots=True)
class Reach:
    """Whether the internet reaches us, by IPv4 and by IPv6."""

    ipv4: Outcome
    ipv6: Outcome

    @property
    def settled(self) -> bool:
        """Whether all searches have come to an end."""
        return State.SEARCHING not in (self.ipv4.state, self.ipv6.state)

    @property
    def addresses(self) -> tuple[Address, ...]:
        """Where a router lets others in."""
        mapped = [o for o in (self.ipv4, self.ipv6) if o.state is State.MAPPED]
        return tuple(address for outcome in mapped for address in outcome.addresses)


_SEARCHING = Reach(Outcome(4, State.SEARCHING), Outcome(6, State.SEARCHING))


class PortMapping:
    """Asks the routers to let others in to one TCP port, for as long as :meth:`run` runs.

    Start ``run`` in a nursery; when it is cancelled it gives all mappings back.  ``reach`` says
    what has come of it so far, :meth:`changed` waits for the next.
    """

    def __init__(
        self, port: int, system: System | None = None, secret: bytes | None = None
    ) -> None:
        """Map *port*, the TCP port that is listened on, 1 … 65535.

        ``secret``: random bytes that only this program knows.  Who comes back with the same ones
        can take over the mapping that it had; others a PCP router refuses.  None: fresh ones.
        """
        self.reach = _SEARCHING
        self._port = port
        self._system = System() if system is None else system
        self._secret = secrets.token_bytes(pcp.NONCE_BYTES) if secret is None else secret
        self._changed = trio.Event()
        self._keepers: dict[Path, Keeper] = {}

    async def changed(self, seen: Reach) -> Reach:
        """Wait until there is something else to tell than *seen*, and return it."""
        while self.reach == seen:
            await self._changed.wait()
        return self.reach

    async def settled(self) -> Reach:
        """Wait until all searches have come to an end: some seconds at most."""
        while not self.reach.settled:
            await self._changed.wait()
        return self.reach

    async def run(self) -> None:
        """Keep the port mapped, also when the computer comes into another network."""
        async with trio.open_nursery() as nursery:
            seen = None
            looked_at_routes = 0.0
            while True:
                now = trio.current_time()
                addresses = self._local(), self._system.sources()
                if seen != addresses or now - looked_at_routes >= limits.CHECK_EVERY:
                    gateways = await self._system.gateways()
                    self._follow(find_paths(*addresses, gateways), nursery)
                    seen, looked_at_routes = addresses, now
                await trio.sleep(limits.LOOK_EVERY)

    def _local(self) -> tuple[LocalAddress, ...]:
        try:
            return self._system.local()
        except OSError:  # the system does not tell them
            return ()

    def _follow(self, paths: tuple[Path, ...], nursery: trio.Nursery) -> None:
        for path in [path for path in self._keepers if path not in paths]:
            self._keepers.pop(path).stop()
        for path in paths:
            if path not in self._keepers:
                keeper = self._keeper(path)
                self._keepers[path] = keeper
                nursery.start_soon(keeper.run)
        self._update()

    def _keeper(self, path: Path) -> Keeper:
        return Keeper(path, self._port, self._system, self._secret, self._update, self._wake)

    def _wake(self) -> None:
        for keeper in self._keepers.values():
            keeper.wake()

    def _update(self) -> None:
        outcomes = tuple(keeper.outcome for keeper in self._keepers.values())
        four = tuple(outcome for outcome in outcomes if outcome.version == 4)
        six = tuple(outcome for outcome in outcomes if outcome.version == 6)
        reach = Reach(together(4, four), together(6, six))
        if reach != self.reach:
            self.reach = reach
            self._changed.set()
            self._changed = trio.Event()
