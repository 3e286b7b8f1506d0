"""Listening, on a port that connections can be opened from as well.

For a simultaneous open (RFC 9293, 3.5) both sides connect from the port that the other dials.
What lets two sockets have one port differs:

- Linux, macOS, BSD: ``SO_REUSEPORT`` on both.  It counts when the second one is bound, so the
  listener gets it after it has bound its port: another program of ours that wants to listen there
  is still told that the port is taken.
- Windows: ``SO_REUSEADDR`` on both, before they are bound; it means there what ``SO_REUSEPORT``
  means elsewhere.
"""

from __future__ import annotations

import socket
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import trio

from durak_p2p import limits


async def listen(port: int, hosts: Sequence[str]) -> list[trio.SocketListener]:
    """Listen on one TCP port at the first of *hosts*, and at the others where that can be.

    *hosts* are IP addresses, *port* 0 … 65535 (0: any that is free).  Raises ``OSError`` if it
    cannot be at the first.
    """
    listeners = [await _listen_at(hosts[0], port)]
    with closed_if_cancelled(listeners):
        for host in hosts[1:]:
            try:
                listeners.append(await _listen_at(host, port_of(listeners)))
            except OSError:
                continue  # there may be no IPv6 here
    return listeners


@contextmanager
def closed_if_cancelled(listeners: Sequence[trio.SocketListener]) -> Iterator[None]:
    """Close *listeners* if what is done meanwhile does not come to its end."""
    try:
        yield
    except BaseException:
        for listener in listeners:
            listener.socket.close()
        raise


def port_of(listeners: Sequence[trio.SocketListener]) -> int:
    """Return the port of listeners that have one in common."""
    return int(listeners[0].socket.getsockname()[1])


async def socket_at(host: str, port: int) -> trio.socket.SocketType:
    """Return a TCP socket to connect from, bound to a port that we may listen on.

    Raises ``OSError``.
    """
    made = _socket(host)
    try:
        if sys.platform == "win32":
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        else:
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        await made.bind((host, port))
    except BaseException:
        made.close()
        raise
    return made


async def _listen_at(host: str, port: int) -> trio.SocketListener:
    made = _socket(host)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        await made.bind((host, port))
        made.listen(limits.BACKLOG)
        if sys.platform != "win32":
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    except BaseException:
        made.close()
        raise
    return trio.SocketListener(made)


def _socket(host: str) -> trio.socket.SocketType:
    if ":" not in host:
        return trio.socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    made = trio.socket.socket(socket.AF_INET6, socket.SOCK_STREAM)
    made.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
    return made
