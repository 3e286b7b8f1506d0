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
        stream, address = await _connect(left)
        if stream is None or address is None:
            break
        silent = False
        left.remove(address)
        try:
            with trio.fail_after(limits.ADMISSION):
                invite = await _converse(stream, GuestAdmission(table_id, pin, SystemRandomness()))
        except ADMISSION_FAULTS as fault:
            logger.debug("what answers at %s is no such table: %s", address, type(fault).__name__)
            continue
        finally:
            with trio.CancelScope(shield=True):
                await trio.aclose_forcefully(stream)
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
) -> tuple[trio.SocketStream, Address] | tuple[None, None]:
    """Connect to the first address that answers; each is given a start before the next."""
    winners: list[tuple[trio.SocketStream, Address]] = []

    async def attempt(address: Address, after: float, scope: trio.CancelScope) -> None:
        await trio.sleep(after)
        try:
            with trio.fail_after(limits.DIAL):
                stream = await trio.open_tcp_stream(address.host, address.port)
        except (OSError, trio.TooSlowError) as fault:
            logger.debug("nobody answers at %s: %s", address, type(fault).__name__)
            return
        if winners:
            await trio.aclose_forcefully(stream)
            return
        winners.append((stream, address))
        scope.cancel()

    async with trio.open_nursery() as nursery:
        for turn, address in enumerate(addresses):
            nursery.start_soon(attempt, address, limits.RACE * turn, nursery.cancel_scope)
    return winners[0] if winners else (None, None)
