"""The guest's side: asks for admission at a table's addresses and comes back with the invite."""

from __future__ import annotations

import dataclasses
import logging
from collections.abc import Sequence

import trio

from durak_p2p import limits
from durak_p2p.crypto import SystemRandomness
from durak_p2p.net.framing import FrameReader, frame
from durak_p2p.net.invite import MOST_ADDRESSES, Address, Invite
from durak_p2p.net.lan.admission import AdmissionError, GuestAdmission
from durak_p2p.net.lan.door import ADMISSION_FAULTS
from durak_p2p.net.race import race

logger = logging.getLogger(__name__)


class NobodyAnswers(Exception):
    """No address can be connected to (``silent``), or what answers there is no such table."""

    def __init__(self, *, silent: bool) -> None:
        super().__init__("silent" if silent else "no table")
        self.silent = silent


async def fetch_invite(addresses: Sequence[Address], table_id: bytes | None, pin: str) -> Invite:
    """Ask for admission, and return the invite; its first address is the one that has answered.

    *pin*: empty where none is asked for.  A PIN is tried once: of several addresses the first one
    that can be connected to is asked, and another only if that one is no table.
    Raises :class:`AdmissionRefused`, or :class:`NobodyAnswers`.
    """
    left = list(addresses)
    silent = True
    while left:
        connection = await _connect(left)
        if connection is None:
            break
        stream, address = connection
        silent = False
        left.remove(address)
        try:
            with trio.fail_after(limits.ADMISSION):
                invite = await _converse(stream, GuestAdmission(table_id, pin, SystemRandomness()))
        except ADMISSION_FAULTS as fault:
            logger.debug("what answers at %s is no such table: %s", address, type(fault).__name__)
            continue
        finally:
            await _hang_up(connection)
        others = [other for other in invite.addresses if other != address]
        return dataclasses.replace(invite, addresses=(address, *others)[:MOST_ADDRESSES])
    raise NobodyAnswers(silent=silent)


async def _converse(stream: trio.SocketStream, admission: GuestAdmission) -> Invite:
    reader = FrameReader(limits.ADMISSION_BYTES)
    await stream.send_all(frame(admission.opening))
    while True:
        data = await stream.receive_some(limits.ADMISSION_BYTES)
        if not data:
            raise AdmissionError("The other side hung up.")
        for payload in reader.feed(bytes(data)):
            said = admission.receive(payload)
            if isinstance(said, Invite):
                return said
            await stream.send_all(frame(said))


async def _connect(
    addresses: Sequence[Address],
) -> tuple[trio.SocketStream, Address] | None:
    """Connect to the first address that answers."""

    async def attempt(address: Address) -> tuple[trio.SocketStream, Address] | None:
        try:
            with trio.fail_after(limits.DIAL):
                return await trio.open_tcp_stream(address.host, address.port), address
        except (OSError, trio.TooSlowError) as fault:
            logger.debug("nobody answers at %s: %s", address, type(fault).__name__)
            return None

    return await race(addresses, attempt, _hang_up)


async def _hang_up(connection: tuple[trio.SocketStream, Address]) -> None:
    with trio.CancelScope(shield=True):
        await trio.aclose_forcefully(connection[0])
