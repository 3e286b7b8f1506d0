"""The host's side on the LAN: admits guests, and announces the table until it is full."""

from __future__ import annotations

import dataclasses
import ipaddress
import logging
import secrets
from collections.abc import Callable, Sequence
from typing import Final

import trio

from durak_p2p import limits
from durak_p2p.crypto import SystemRandomness
from durak_p2p.net.framing import FrameError, FrameReader, frame
from durak_p2p.net.invite import Invite
from durak_p2p.net.lan.admission import AdmissionError, Doorway, HostAdmission, Refusal, refuse
from durak_p2p.net.lan.announce import Announcement
from durak_p2p.net.lan.guard import Guard
from durak_p2p.net.lan.mdns import LanUnavailable, Mdns, on_all_interfaces
from durak_p2p.net.lan.record import TABLE_ID_BYTES, Record
from durak_p2p.net.mesh import UNFORESEEN
from durak_p2p.net.reach.interfaces import Kind, LocalAddress, classify, local_addresses
from durak_p2p.rules.family import AnyRules

logger = logging.getLogger(__name__)
# What an admission can raise; it is nobody's concern but the one's who asks.
ADMISSION_FAULTS: Final = (
    trio.BrokenResourceError,
    trio.ClosedResourceError,
    trio.TooSlowError,
    OSError,
    FrameError,
    AdmissionError,
)


def new_pin() -> str:
    """Return a random PIN."""
    return f"{secrets.randbelow(10**limits.PIN_DIGITS):0{limits.PIN_DIGITS}}"


class LanDoor:
    """What a host does for the LAN.

    ``pin`` is what its screen shows; empty for an open table.  ``invite`` may be set anew.
    """

    def __init__(
        self,
        name: str,
        invite: Invite,
        rules: AnyRules,
        *,
        pin: str,
        watching: bool = False,
        wrong: Callable[[str], None],
        unavailable: Callable[[], None],
        mdns: Mdns = on_all_interfaces,
        local: Callable[[], Sequence[LocalAddress]] = local_addresses,
    ) -> None:
        """*watching*: who comes when all seats are taken is let in, for the table may be watched.
        *wrong* is called with the address of each wrong PIN, *unavailable* if the table cannot
        be announced; guests are admitted all the same."""
        self.pin = pin
        self.invite = invite  # for who is admitted from now on
        self.table_id = secrets.token_bytes(TABLE_ID_BYTES)
        self._mdns = mdns
        self._local = local
        self._unavailable = unavailable
        self._record = Record(name, rules, 1, rules.players, guarded=bool(pin))
        self._announcement: Announcement | None = None
        self._full = False
        self._freed = trio.Event()
        self._doorway = Doorway(
            self.table_id,
            pin,
            Guard(trio.current_time),
            SystemRandomness(),
            lambda: Refusal.FULL if self._full and not watching else None,
            lambda: self.invite,
            wrong,
        )

    async def announce(self, port: int) -> None:
        """Announce the table, which is to be asked at *port*, while a seat is free; for ever."""
        while True:
            while self._full:
                await self._freed.wait()
            self._announcement = Announcement(self.table_id, port, self._record, mdns=self._mdns)
            try:
                await self._announcement.run()
            except LanUnavailable as error:
                logger.debug("the table is not announced: %s", error)
                self._unavailable()
                return

    def tell_seats(self, taken: int) -> None:
        """Say how many seats are taken.  While all are, the table is not announced."""
        self._record = dataclasses.replace(self._record, taken=taken)
        self._full = taken == self._record.seats
        if not self._full:
            self._freed.set()
            self._freed = trio.Event()
        if self._announcement is None:
            return
        if self._full:
            self._announcement.end()
        else:
            self._announcement.tell(self._record)

    async def hear(self, stream: trio.SocketStream, address: str) -> None:
        """Serve one that asks for admission, from the IP *address*; it has a bounded time."""
        try:
            with trio.move_on_after(limits.ADMISSION):
                await self._converse(stream, address)
        except ADMISSION_FAULTS as fault:
            logger.debug("an admission came to nothing: %s", type(fault).__name__)
        except Exception:
            # As in the mesh: whatever somebody's bytes bring out here, the table goes on.
            logger.debug(UNFORESEEN, exc_info=True)
        finally:
            with trio.CancelScope(shield=True):
                await trio.aclose_forcefully(stream)

    async def _converse(self, stream: trio.SocketStream, address: str) -> None:
        admission = HostAdmission(self._doorway, address)
        reader = FrameReader(limits.ADMISSION_BYTES)
        while not admission.over:
            data = await stream.receive_some(limits.ADMISSION_BYTES)
            if not data:
                return
            for payload in reader.feed(bytes(data)):
                if not self._is_near(address):
                    await stream.send_all(frame(refuse(Refusal.FAR)))
                    return
                await stream.send_all(frame(admission.receive(payload)))
        await stream.send_eof()
        # Hanging up at once could take away what is on its way.
        await stream.receive_some(1)

    def _is_near(self, address: str) -> bool:
        """A router may pass our port on to the internet; a PIN is no lock for that."""
        try:
            return is_near(address, self._local())
        except OSError:
            logger.debug("the system does not tell the addresses", exc_info=True)
            return is_near(address, ())


def is_near(address: str, local: Sequence[LocalAddress]) -> bool:
    """Whether an IP address is of our LAN, as far as addresses tell.

    That is what cannot come from the internet, and whatever is in a network that one of our
    interfaces is in.  Addresses of the range that carriers and overlays use are near only where an
    overlay has one of ours: else a carrier's other customers would be.
    """
    ip = ipaddress.ip_address(address)
    if isinstance(ip, ipaddress.IPv6Address):
        ip = ip.ipv4_mapped or ipaddress.IPv6Address(int(ip))
    kind = classify(ip)
    if kind in (Kind.LOOPBACK, Kind.LINK_LOCAL, Kind.PRIVATE):
        return True
    if kind in (Kind.CARRIER, Kind.OVERLAY) and any(own.kind is Kind.OVERLAY for own in local):
        return True
    return any(own.neighbours(ip) for own in local)
