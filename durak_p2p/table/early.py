"""Entries that come before the deal that they belong to: kept, within bounds, until it begins."""

from __future__ import annotations

from durak_p2p import limits
from durak_p2p.game import SignedEntry


class EarlyEntries:
    """A few entries of each peer.  They are judged later: what is none is dropped then."""

    def __init__(self) -> None:
        self._by_peer: dict[bytes, list[SignedEntry]] = {}

    def keep(self, signed: SignedEntry, carrier: bytes) -> None:
        """Keep an entry that the peer *carrier* (its key) brought.

        Of who brings too many the rest is let go.
        """
        if carrier not in self._by_peer and len(self._by_peer) >= limits.EARLY_PEERS:
            return
        kept = self._by_peer.setdefault(carrier, [])
        if len(kept) < limits.EARLY_ENTRIES and signed not in kept:
            kept.append(signed)

    def take(self) -> list[SignedEntry]:
        """Return all entries, and keep none."""
        taken = [signed for kept in self._by_peer.values() for signed in kept]
        self._by_peer.clear()
        return taken
