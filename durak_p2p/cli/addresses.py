"""Addresses to listen on, and addresses that are typed."""

from __future__ import annotations

import ipaddress
from typing import Final

import trio

from durak_p2p.cli.exits import Exit, Failure
from durak_p2p.net.listening import listen
from durak_p2p.system_errors import system_reason
from durak_p2p.texts import text

THIS_COMPUTER: Final = "127.0.0.1"
EVERYWHERE: Final = "0.0.0.0"  # noqa: S104 - the point of a table is that others reach it
_EVERYWHERE_IPV6: Final = "::"


def own_address(written: str) -> str:
    """Return an address of one's own that was typed, as the net writes it.

    Raises :class:`Failure` if it is none.
    """
    try:
        address = ipaddress.ip_address(written.strip("[]"))
    except ValueError:
        sentence = text("{address!r} is not an IP address.", address=written)
        raise Failure(sentence, Exit.USAGE) from None
    if address.is_unspecified or address.is_multicast:
        raise Failure(
            text("{address!r} is no address at which others reach a computer.", address=written),
            Exit.USAGE,
        )
    return str(address)


async def listen_at(port: int, *, everywhere: bool) -> list[trio.SocketListener]:
    """Listen on a TCP port, 0: any that is free; raises :class:`Failure` if that cannot be."""
    hosts = (EVERYWHERE, _EVERYWHERE_IPV6) if everywhere else (THIS_COMPUTER,)
    try:
        return await listen(port, hosts)
    except OSError as error:
        reason = system_reason(error)
        raise Failure(
            text("Port {port} cannot be listened on: {reason}.", port=port, reason=reason)
        ) from None
