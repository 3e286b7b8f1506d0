"""Addresses to listen on, and addresses that are typed."""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence
from typing import Final

import trio

from durak_p2p.cli.exits import Exit, Failure
from durak_p2p.net.invite import Address
from durak_p2p.net.listening import listen
from durak_p2p.system_errors import system_reason
from durak_p2p.texts import text

THIS_COMPUTER: Final = "127.0.0.1"
EVERYWHERE: Final = "0.0.0.0"  # noqa: S104 - the point of a table is that others reach it
_EVERYWHERE_IPV6: Final = "::"


def own_address(written: str) -> str:
    """Return an address of one's own that was typed, as the net writes it.

    Raises :class:`Failure` if it is none, or if it says nothing on another computer: an IPv6
    address with a scope (RFC 4007, section 6: zones are each computer's own), or a link-local one.
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
    if isinstance(address, ipaddress.IPv6Address):
        _check_scope(address, written)
    return str(address)


def _check_scope(address: ipaddress.IPv6Address, written: str) -> None:
    if address.is_link_local:
        sentence = text(
            "{address!r} is good on one link only, and which one that is another computer cannot "
            "know. Give an address that is not link-local.",
            address=written,
        )
        raise Failure(sentence, Exit.USAGE)
    if address.scope_id is not None:
        sentence = text(
            "{address!r} names an interface of this computer, which means nothing on another. "
            "Leave the name out.",
            address=written,
        )
        raise Failure(sentence, Exit.USAGE)


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


async def listen_again(port: int, *, everywhere: bool) -> list[trio.SocketListener]:
    """Listen on a TCP port that was listened on before, or on any, if another has it now.

    Raises :class:`Failure` if neither can be.
    """
    try:
        return await listen_at(port, everywhere=everywhere)
    except Failure:
        return await listen_at(0, everywhere=everywhere)


async def listen_for(addresses: Sequence[Address], port: int = 0) -> list[trio.SocketListener]:
    """Listen for the others at a table whose host is at *addresses*.

    Where no port is asked for and none can be had they reach us through who reaches both.  Raises
    :class:`Failure` if the one that is asked for cannot be had.
    """
    everywhere = not all(is_local(address) for address in addresses)
    try:
        return await listen_at(port, everywhere=everywhere)
    except Failure:
        if port:
            raise
        return []


def is_local(address: Address) -> bool:
    """Whether an address leads to this computer only."""
    try:
        return ipaddress.ip_address(address.host).is_loopback
    except ValueError:
        return address.host == "localhost"
