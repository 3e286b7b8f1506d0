"""Where each player of a match was last to be found."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from durak_p2p import limits
from durak_p2p.net.invite import Address
from durak_p2p.table.messages import Place, Whereabouts


class AddressBook:
    """Addresses by player's key, the newest first, a few of each."""

    def __init__(self) -> None:
        self._places: dict[bytes, list[Address]] = {}

    def learn(self, key: bytes, address: Address) -> bool:
        """Note where a player listens; whether that is new."""
        known = self._places.setdefault(key, [])
        if known[:1] == [address]:
            return False
        new = address not in known
        self._places[key] = [address, *(other for other in known if other != address)]
        del self._places[key][limits.ADDRESSES_OF_A_PEER :]
        return new

    def keep_only(self, keys: Iterable[bytes]) -> None:
        """Forget all but these players."""
        wanted = frozenset(keys)
        for key in self._places.keys() - wanted:
            del self._places[key]

    def of(self, key: bytes) -> list[Address]:
        """Return where a player may be found."""
        return list(self._places.get(key, ()))

    def told(self) -> Whereabouts:
        """Return what the others are told: the newest address of each."""
        return Whereabouts(
            tuple(Place(key, known[0].host, known[0].port) for key, known in self._places.items())
        )

    def places(self) -> Mapping[bytes, list[Address]]:
        """Return all that is known."""
        return self._places

    def hear(self, told: Whereabouts, players: Iterable[bytes]) -> bool:
        """Note what another tells of *players* (keys); whether there is something new in it."""
        wanted = frozenset(players)
        news = [
            self.learn(place.key, Address(place.address, place.port))
            for place in told.places
            if place.key in wanted and place.port and place.address
        ]
        return any(news)
