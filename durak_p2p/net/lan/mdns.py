"""python-zeroconf beside trio: it runs in threads of its own, and is only waited for in others."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Protocol, TypeVar

import trio
from zeroconf import Error as ZeroconfError
from zeroconf import IPVersion, Zeroconf

from durak_p2p import limits
from durak_p2p.system_errors import system_reason

logger = logging.getLogger(__name__)
T = TypeVar("T")

# What python-zeroconf raises where there is no network, or the system refuses something; its
# EventLoopBlocked is an asyncio.TimeoutError, which is Python's own.
MDNS_FAULTS = (OSError, RuntimeError, TimeoutError, ZeroconfError)


class LanUnavailable(Exception):
    """The LAN can be neither told nor asked anything.  The message says what the system says."""


def unavailable(error: Exception) -> LanUnavailable:
    """Return the error that says why the system, or zeroconf, does not do it."""
    told = system_reason(error) if isinstance(error, OSError) else str(error)
    return LanUnavailable(told or type(error).__name__)


class Mdns(Protocol):
    """Makes a running ``Zeroconf``; tests make one of their own interfaces."""

    def __call__(self) -> Zeroconf: ...


def on_all_interfaces() -> Zeroconf:
    """Return a ``Zeroconf`` on all interfaces, for IPv4 and IPv6."""
    # Else it would take the asyncio loop on which trio may run as a guest.
    return Zeroconf(ip_version=IPVersion.All, use_asyncio=False)


async def in_thread(do: Callable[[], T], limiter: trio.CapacityLimiter | None = None) -> T:
    """Do something that waits for the network.  When cancelled it is left to end by itself."""
    return await trio.to_thread.run_sync(do, abandon_on_cancel=True, limiter=limiter)


@asynccontextmanager
async def running(make: Mdns) -> AsyncIterator[Zeroconf]:
    """Run a ``Zeroconf``; at the end it is closed, with what it announces, within a bound.

    Raises :class:`LanUnavailable` when it cannot be started.
    """
    try:
        zeroconf = await trio.to_thread.run_sync(make)
    except MDNS_FAULTS as error:
        raise unavailable(error) from error
    try:
        yield zeroconf
    finally:
        with trio.CancelScope(shield=True), trio.move_on_after(limits.LAN_CLOSE):
            await attempt(zeroconf.close, "closing")


async def attempt(do: Callable[[], object], what: str) -> bool:
    """Do something of zeroconf's whose failure changes nothing for us; return whether it went."""
    try:
        await in_thread(do)
    except MDNS_FAULTS:
        logger.debug("mDNS: %s came to nothing", what, exc_info=True)
        return False
    return True
