"""What routers answer, whatever protocol they are asked by."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from durak_p2p.net.reach.interfaces import IPAddress
from durak_p2p.texts import Text


class Protocol(Enum):
    """A way to ask a router for a mapping."""

    PCP = "PCP"
    NAT_PMP = "NAT-PMP"
    UPNP = "UPnP"


@dataclass(frozen=True, slots=True)
class Granted:
    """The router passes connections to ``ip`` and ``port`` on to us.

    ``lease``: for how many seconds; 0: until it is told otherwise.  ``epoch``: seconds since the
    router has lost its mappings last, where the protocol tells them.
    """

    protocol: Protocol
    ip: IPAddress
    port: int
    lease: int
    epoch: int | None = None


@dataclass(frozen=True, slots=True)
class Refused:
    """The router answers, and does not do it.

    ``reason`` is a sentence; ``ip`` the router's own external address, where it has told it.
    """

    protocol: Protocol
    reason: Text
    ip: IPAddress | None = None


# None: there was no answer.
Answer = Granted | Refused | None
