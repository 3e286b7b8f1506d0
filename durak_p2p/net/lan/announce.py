"""Announces a table on the LAN, and takes the announcement back."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence

import trio
from zeroconf import ServiceInfo, Zeroconf

from durak_p2p import limits
from durak_p2p.net.lan.mdns import Mdns, attempt, on_all_interfaces, running
from durak_p2p.net.lan.record import SERVICE, Record, instance
from durak_p2p.net.reach.interfaces import Kind, local_addresses

logger = logging.getLogger(__name__)
_ANNOUNCED = (Kind.PRIVATE, Kind.GLOBAL, Kind.OVERLAY, Kind.CARRIER, Kind.LINK_LOCAL, Kind.VIRTUAL)


def announced_addresses() -> tuple[str, ...]:
    """Return the addresses of this computer that a table's announcement holds, best first."""
    try:
        local = local_addresses()
    except OSError:
        logger.debug("the system does not tell the addresses", exc_info=True)
        return ()
    found = [address.ip for kind in _ANNOUNCED for address in local if address.kind is kind]
    return tuple(dict.fromkeys(map(str, found)))[: limits.LAN_ADDRESSES]


class Announcement:
    """One table's announcement.  :meth:`run` keeps it up until :meth:`end`, or cancelled."""

    def __init__(
        self,
        table_id: bytes,
        port: int,
        record: Record,
        *,
        mdns: Mdns = on_all_interfaces,
        addresses: Callable[[], Sequence[str]] = announced_addresses,
    ) -> None:
        """*port*: where admission is asked for."""
        self._table_id = table_id
        self._port = port
        self._record = record
        self._mdns = mdns
        self._addresses = addresses
        self._changed = trio.Event()
        self._ended = False

    def tell(self, record: Record) -> None:
        """Announce *record* from now on."""
        self._record = record
        self._changed.set()

    def end(self) -> None:
        """Take the announcement back, for good."""
        self._ended = True
        self._changed.set()

    async def run(self) -> None:
        """Announce.  Raises :class:`LanUnavailable` when that cannot be begun."""
        async with running(self._mdns) as zeroconf:
            announced: ServiceInfo | None = None
            while not self._ended:
                self._changed = trio.Event()
                announced = await _publish(zeroconf, announced, self._info())
                with trio.move_on_after(limits.LAN_RESCAN) as waited:
                    await self._changed.wait()
                if waited.cancelled_caught:
                    await attempt(zeroconf.update_interfaces, "counting interfaces")

    def _info(self) -> ServiceInfo:
        name = instance(self._table_id)
        return ServiceInfo(
            SERVICE,
            name,
            port=self._port,
            properties=dict(self._record.properties()),
            # A host name of the table's own: the computer's may be announced by its system.
            server=f"durak-{self._table_id.hex()}.local.",
            parsed_addresses=list(self._addresses()),
            # Shorter than RFC 6762 (10) advises: a table lasts an evening, and may end by a crash.
            host_ttl=limits.LAN_LIFE,
            other_ttl=limits.LAN_LIFE,
        )


async def _publish(
    zeroconf: Zeroconf, announced: ServiceInfo | None, info: ServiceInfo
) -> ServiceInfo | None:
    """Announce *info* if it is new; return what is announced now."""
    if announced is None:
        done = await attempt(lambda: zeroconf.register_service(info), "announcing")
    elif _same(announced, info):
        return announced
    else:
        done = await attempt(lambda: zeroconf.update_service(info), "updating")
    return info if done else announced


def _same(one: ServiceInfo, other: ServiceInfo) -> bool:
    return one.text == other.text and set(one.parsed_addresses()) == set(other.parsed_addresses())
