"""Meeting one peer: of all the connections that come up between the two, one becomes a link.

While two peers meet, each knocks at the other's ports and dials them, and what gets through is not
known before.  So there may be several connections at once, and each side would prefer the one
that it saw first.  Therefore the side with the higher key (as bytes) decides: it says hello on one
connection only, and the other answers only where it hears a hello, and once.  That holds, too, when
but one of them knows that they meet.
"""

from __future__ import annotations

from collections.abc import Collection

import trio

from durak_p2p import limits
from durak_p2p.net.invite import Address
from durak_p2p.net.link import Link


class Meeting:
    """What has come of meeting one peer so far.

    ``decides``: we do.  Then we are the TLS server on connections of which neither side can tell
    who has opened them.
    """

    def __init__(self, own: bytes, its: bytes, candidates: Collection[Address]) -> None:
        """*own* and *its* are identity keys, *candidates* where its connections come from."""
        self.decides = own > its
        self.its_key = its
        self.candidates = frozenset(candidates)
        self._chosen: object = None  # a connection on which we have said hello
        self._link: Link | None = None
        self._met = trio.Event()
        self._over_at: float | None = None

    def choose(self, connection: object) -> bool:
        """Whether to say hello on a connection on which hands were shaken."""
        if self._chosen is not None or self._link is not None:
            return False
        self._chosen = connection
        return True

    def let_go(self, connection: object) -> None:
        """A connection has come to nothing; another one may be chosen."""
        if self._chosen is connection:
            self._chosen = None

    def offer(self, link: Link) -> bool:
        """Take a link to the peer.  False: there is one already."""
        if self._link is not None or self.over:
            return False
        self._link = link
        self._met.set()
        return True

    async def link(self) -> Link:
        """Wait for the link."""
        await self._met.wait()
        assert self._link is not None
        return self._link

    def end(self) -> Link | None:
        """End the meeting, and return the link if there is one."""
        self._over_at = trio.current_time()
        return self._link

    @property
    def over(self) -> bool:
        """Whether the meeting has ended."""
        return self._over_at is not None

    @property
    def forgotten(self) -> bool:
        """Whether connections that came up during the meeting must have come to something."""
        now = trio.current_time()
        return self._over_at is not None and now - self._over_at > limits.HANDSHAKE
