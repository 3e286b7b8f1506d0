"""Where each player of a match was last to be found."""

from __future__ import annotations

from collections.abc import Iterable, Set

from durak_p2p import limits
from durak_p2p.net.invite import Address
from durak_p2p.table.messages import Place, Whereabouts


class AddressBook:
    """Addresses by player's key, the newest first, a few of each.

    Those that a player's own link has shown are kept apart from those that others tell: whatever a
    liar tells, it drives none of them out.
    """

    def __init__(self) -> None:
        self._places: dict[bytes, list[Address]] = {}  # as links have shown
        self._hearsay: dict[bytes, list[Address]] = {}
        self._newest: dict[bytes, Address] = {}  # of both

    def learn(self, key: bytes, address: Address) -> bool:
        """Note where a player listens, as its link or the host's table shows; whether it is new."""
        new = address not in self.of(key)
        self._note(self._places, key, address)
        return new

    def _note(self, places: dict[bytes, list[Address]], key: bytes, address: Address) -> None:
        others = (other for other in places.get(key, ()) if other != address)
        places[key] = [address, *others][: limits.ADDRESSES_OF_A_PEER]
        self._newest[key] = address

    def keep_only(self, keys: Iterable[bytes]) -> None:
        """Forget all but these players."""
        wanted = frozenset(keys)
        for kept in (self._places, self._hearsay, self._newest):
            for key in kept.keys() - wanted:
                del kept[key]

    def of(self, key: bytes) -> list[Address]:
        """Return where a player may be found, what others tell last."""
        return list(dict.fromkeys([*self._places.get(key, ()), *self._hearsay.get(key, ())]))

    def told(self) -> Whereabouts:
        """Return what the others are told: the newest address of each."""
        return Whereabouts(
            tuple(Place(key, newest.host, newest.port) for key, newest in self._newest.items())
        )

    def known(self) -> Set[bytes]:
        """Return the keys of all of whom an address is known."""
        return self._newest.keys()

    def hear(self, told: Whereabouts, players: Iterable[bytes]) -> bool:
        """Note what another tells of *players* (keys); whether there is something new in it."""
        wanted = frozenset(players)
        news = False
        for place in told.places:
            address = Address(place.address, place.port)
            usable = place.key in wanted and place.port and place.address
            if usable and address not in self.of(place.key):
                self._note(self._hearsay, place.key, address)
                news = True
        return news
