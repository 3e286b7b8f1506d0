"""Between two matches: who wants another one, told to those who still look back at the last."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import trio

from durak_p2p.crypto import Identity
from durak_p2p.net.doorbell import Doorbell
from durak_p2p.net.invite import Address
from durak_p2p.net.listening import listen, port_of
from durak_p2p.net.peer import Peer
from durak_p2p.table.news import News, WantsAgainNews

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class WhereWeListened:
    """The port of a table, and the own addresses at which it was listened on."""

    port: int
    hosts: tuple[str, ...]

    @classmethod
    def at(cls, listeners: Sequence[trio.SocketListener]) -> WhereWeListened | None:
        """Return where these listen; None where there are none."""
        if not listeners:
            return None
        hosts = tuple(listener.socket.getsockname()[0] for listener in listeners)
        return cls(port_of(listeners), hosts)


class NextTable:
    """The next table, as long as it is not open yet for us."""

    def __init__(self, identity: Identity, secret: bytes, peer: Peer) -> None:
        """*secret* is the next table's; *peer* has played the match that is over."""
        self._bell = Doorbell(identity, secret)
        self._names: Mapping[bytes, str] = peer.others
        self._places: Mapping[bytes, Sequence[Address]] = {
            key: peer.found_at(key) for key in self._names
        }

    async def hear(self, where: WhereWeListened | None, tell: Callable[[News], None]) -> None:
        """Tell who else wants another match, each once, until cancelled."""
        heard: set[bytes] = set()

        def rung(key: bytes) -> None:
            if key in self._names and key not in heard:
                heard.add(key)
                tell(WantsAgainNews(self._names[key]))

        try:
            listeners = [] if where is None else await listen(where.port, where.hosts)
        except OSError as error:  # then nothing is heard
            logger.debug("nobody can ring here: %s", error)
            return
        if listeners:
            await self._bell.listen(listeners, rung)

    async def ring(self) -> None:
        """Let the others hear that we want another match, where they can be reached."""
        await self._bell.ring_at_all(self._places)
