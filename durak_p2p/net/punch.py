"""Opening a TCP connection from both sides at once (RFC 9293, 3.5, "simultaneous open").

A router lets in what answers a connection that was opened from inside.  So each side connects from
the port that it listens on to the port that the other does: its own router takes the other's
connection for the answer.  That needs routers that leave port numbers as they are.

No clock is needed.  Where routers drop what they do not expect, one side's first packet is lost,
but opens its router for the other's.  Where they answer it with a reset, that closes the way
again, and the packets have to cross on their way: each side tries anew after a short random pause.
"""

from __future__ import annotations

import random
import socket
import struct
import sys
from collections.abc import Awaitable, Callable

import trio

from durak_p2p import limits
from durak_p2p.net.invite import Address
from durak_p2p.net.listening import socket_at

Take = Callable[[trio.SocketStream], Awaitable[None]]
_LINGER = "hh" if sys.platform == "win32" else "ii"


async def knock(port: int, candidate: Address, take: Take) -> None:
    """Connect from *port* to *candidate* again and again, until cancelled.

    Args:
        port: 1 … 65535; that of a listener made by :func:`durak_p2p.net.listening.listen`.
        candidate: an IP address with the port that is knocked from there.
        take: awaited with each connection.  When it returns, that one has come to nothing and is
            closed.
    """
    began = trio.current_time()
    while True:
        stream = await _connect(port, candidate)
        if stream is not None:
            await take(stream)
        eager = trio.current_time() - began < limits.KNOCK_EAGER
        pause = limits.KNOCK_PAUSE_EAGER if eager else limits.KNOCK_PAUSE
        await trio.sleep(random.uniform(0, pause))  # noqa: S311 - so that two do not keep step


async def _connect(port: int, candidate: Address) -> trio.SocketStream | None:
    """Try once, and return the connection or None."""
    try:
        own = await socket_at("::" if ":" in candidate.host else "0.0.0.0", port)  # noqa: S104
    except OSError:
        return None
    try:
        with trio.fail_after(limits.KNOCK):
            await own.connect((candidate.host, candidate.port))
    except (OSError, trio.TooSlowError):
        own.close()
        return None
    except BaseException:
        own.close()
        raise
    return trio.SocketStream(own)


def end_with_reset(stream: trio.SocketStream) -> None:
    """Let *stream* end with a reset when it is closed.

    Another one between the same ports must be possible at once.  After a proper end a system may
    refuse that for minutes (RFC 9293, 3.6.1; Linux does not), and while the line is broken routers
    on the way would take the old connection for a living one.
    """
    stream.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack(_LINGER, 1, 0))
