"""Watches the LAN for tables."""

from __future__ import annotations

import logging
import queue
from collections.abc import Callable

import trio
from zeroconf import IPVersion, ServiceBrowser, ServiceInfo, ServiceStateChange, Zeroconf

from durak_p2p import limits
from durak_p2p.net.invite import Address
from durak_p2p.net.lan.listing import Listing
from durak_p2p.net.lan.mdns import (
    MDNS_FAULTS,
    Mdns,
    attempt,
    in_thread,
    on_all_interfaces,
    running,
    unavailable,
)
from durak_p2p.net.lan.record import SERVICE, RecordError, instance, read_record, table_id_of

logger = logging.getLogger(__name__)


class Browser:
    """Keeps ``listing`` as the LAN is; ``changed`` is called after each change of it."""

    def __init__(self, changed: Callable[[], None], *, mdns: Mdns = on_all_interfaces) -> None:
        self.listing = Listing()
        self._changed = changed
        self._mdns = mdns
        self._events: queue.Queue[tuple[str, ServiceStateChange]] = queue.Queue(limits.LAN_EVENTS)
        self._woken = trio.Event()
        self._known: set[bytes] = set()  # tables that exist, as far as their names are known
        self._looking: dict[bytes, bool] = {}  # at these now; whether to look again after that
        self._lookers = trio.CapacityLimiter(limits.LAN_LOOKERS)

    async def run(self, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        """Watch, for ever; started when the LAN has been asked.

        Raises :class:`LanUnavailable` when it cannot be watched.
        """
        token = trio.lowlevel.current_trio_token()

        def note(
            zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange
        ) -> None:
            """Take an event over from zeroconf's thread; a flood of them is cut."""
            try:
                self._events.put_nowait((name, state_change))
                token.run_sync_soon(self._wake, idempotent=True)
            except queue.Full:
                logger.debug("mDNS: an event is dropped")
            except trio.RunFinishedError:
                logger.debug("mDNS: an event came after the end")

        async with running(self._mdns) as zeroconf:
            try:
                browser = await in_thread(
                    lambda: ServiceBrowser(zeroconf, SERVICE, handlers=[note])
                )
            except MDNS_FAULTS as error:
                raise unavailable(error) from error
            try:
                async with trio.open_nursery() as nursery:
                    task_status.started()
                    nursery.start_soon(self._look_again, zeroconf, nursery)
                    await self._follow(zeroconf, nursery)
            finally:
                with trio.CancelScope(shield=True), trio.move_on_after(limits.LAN_CLOSE):
                    await attempt(browser.cancel, "ending the browser")

    def _wake(self) -> None:
        self._woken.set()

    async def _follow(self, zeroconf: Zeroconf, nursery: trio.Nursery) -> None:
        while True:
            await self._woken.wait()
            self._woken = trio.Event()
            while True:
                try:
                    name, change = self._events.get_nowait()
                except queue.Empty:
                    break
                self._hear(name, change, zeroconf, nursery)

    def _hear(
        self, name: str, change: ServiceStateChange, zeroconf: Zeroconf, nursery: trio.Nursery
    ) -> None:
        try:
            table_id = table_id_of(name)
        except RecordError:
            return  # some other program's, or rubbish
        if change is ServiceStateChange.Removed:
            self._known.discard(table_id)
            if self.listing.lose(table_id):
                self._changed()
        elif table_id in self._known or len(self._known) < limits.LAN_TABLES:
            self._known.add(table_id)
            self._look(table_id, zeroconf, nursery)

    async def _look_again(self, zeroconf: Zeroconf, nursery: trio.Nursery) -> None:
        """A host that was switched off takes nothing back; and interfaces come and go."""
        while True:
            await trio.sleep(limits.LAN_LOOK_AGAIN)
            await attempt(zeroconf.update_interfaces, "counting interfaces")
            for table_id in list(self._known):
                self._look(table_id, zeroconf, nursery)

    def _look(self, table_id: bytes, zeroconf: Zeroconf, nursery: trio.Nursery) -> None:
        if table_id in self._looking:
            self._looking[table_id] = True
        else:
            self._looking[table_id] = False
            nursery.start_soon(self._look_at, table_id, zeroconf)

    async def _look_at(self, table_id: bytes, zeroconf: Zeroconf) -> None:
        try:
            again = True
            while again and table_id in self._known:
                self._looking[table_id] = False
                info = await self._ask(table_id, zeroconf)
                if table_id in self._known and self._take(table_id, info):
                    self._changed()
                again = self._looking[table_id]
        finally:
            del self._looking[table_id]

    async def _ask(self, table_id: bytes, zeroconf: Zeroconf) -> ServiceInfo | None:
        """Return what is known or answered of a table, None if nobody answers for it."""
        milliseconds = int(limits.LAN_LOOK * 1000)
        try:
            return await in_thread(
                lambda: zeroconf.get_service_info(SERVICE, instance(table_id), milliseconds),
                self._lookers,
            )
        except MDNS_FAULTS:
            logger.debug("mDNS: asking for a table came to nothing", exc_info=True)
            return None

    def _take(self, table_id: bytes, info: ServiceInfo | None) -> bool:
        """Put what was answered into the list; return whether it changed."""
        if info is None or not info.port:
            return self.listing.lose(table_id)
        try:
            record = read_record(info.properties)
        except RecordError as error:
            logger.debug("mDNS: a table's record is refused: %s", error)
            return self.listing.lose(table_id)
        hosts = [
            *info.parsed_addresses(IPVersion.V4Only),
            # With the interface's number, without which a link-local address leads nowhere.
            *sorted(
                info.parsed_scoped_addresses(IPVersion.V6Only), key=lambda ip: ip.startswith("fe8")
            ),
        ]
        return self.listing.see(table_id, record, [Address(host, info.port) for host in hosts])
