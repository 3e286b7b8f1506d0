"""Letting friends in from the internet: where a table is, asked of the system and the router."""

from __future__ import annotations

import hmac
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

import trio

from durak_p2p.cli.addresses import THIS_COMPUTER
from durak_p2p.cli.help_texts import option
from durak_p2p.crypto import Identity
from durak_p2p.net.invite import Address, Invite
from durak_p2p.net.reach.gateways import source_addresses
from durak_p2p.net.reach.interfaces import (
    IPAddress,
    LocalAddress,
    invite_addresses,
    local_addresses,
)
from durak_p2p.net.reach.mapper import PortMapping, Reach
from durak_p2p.net.reach.outcome import Outcome
from durak_p2p.table.news import News, ReachNews
from durak_p2p.texts import Text, text

LONGEST: Final = 8.0  # seconds for asking routers before the invite is told, whatever they do
_SECRET_DOMAIN: Final = b"durak-p2p/1 port mapping secret\n"

ASKING: Final = text("Asking your router; it takes some seconds.")
_ADVICE: Final = text("`durak doctor` says who could join, and what to do.")

#: Whether routers are asked.
internet_option = option(
    "--internet/--no-internet",
    default=True,
    envvar="DURAK_INTERNET",
    show_envvar=True,
    help=text(
        "Whether your router is asked to let friends in from the internet.  [default: it is]"
    ),
)


def mapping_secret(identity: Identity, port: int) -> bytes:
    """Return the secret by which a host that comes back takes over the mapping of its port.

    It follows from the key and the port, and tells neither (HMAC-SHA256, RFC 2104).
    """
    key = identity.private_bytes()
    return hmac.digest(key, _SECRET_DOMAIN + port.to_bytes(2, "big"), "sha256")


class Mapping(Protocol):
    """A port that routers are asked to open, as :class:`PortMapping` is."""

    reach: Reach

    async def run(self) -> None:
        """Ask, renew, and give all back when cancelled."""

    async def settled(self) -> Reach:
        """Wait until all searches have come to an end."""

    async def changed(self, seen: Reach) -> Reach:
        """Wait until there is something else to tell than *seen*."""


def open_mapping(identity: Identity, port: int) -> Mapping:
    """Return the mapping of a host's port."""
    return PortMapping(port, secret=mapping_secret(identity, port))


@dataclass(frozen=True, slots=True)
class OwnPlace:
    """Where a host may be found: its TCP port, and the addresses that its user has given.

    ``announced``: whether those of all its networks are told, too.
    """

    port: int
    given: tuple[Address, ...] = ()
    announced: bool = True
    local: Callable[[], tuple[LocalAddress, ...]] = local_addresses
    sources: Callable[[], tuple[IPAddress, ...]] = source_addresses

    def addresses(self, mapped: Sequence[Address] = ()) -> tuple[Address, ...]:
        """Return what an invite holds, best first; this computer's own where there is no other.

        *mapped*: where a router lets others in.
        """
        found = self.given
        if self.announced:
            try:
                local = self.local()
            except OSError:  # the system does not tell them
                local = ()
            found = invite_addresses(self.port, local, self.sources(), mapped, self.given)
        return found or (Address(THIS_COMPUTER, self.port),)


async def ask_routers(mapping: Mapping, nursery: trio.Nursery) -> Reach:
    """Begin to map a port, and return what has come of it within some seconds.

    The mapping is kept as long as the *nursery* runs.
    """
    nursery.start_soon(mapping.run)
    with trio.move_on_after(LONGEST):
        await mapping.settled()
    return mapping.reach


def reach_news(reach: Reach, told: Reach | None = None, invite: Invite | None = None) -> ReachNews:
    """Return what is to be said of *reach*, if *told* was said before.

    *invite*: the new one, if there is one.
    """
    outcomes = {"ipv4": reach.ipv4, "ipv6": reach.ipv6}
    before = () if told is None else (told.ipv4, told.ipv6)
    said: list[Text] = [o.sentence for o in outcomes.values() if o not in before]
    if not reach.addresses:
        said.append(_ADVICE)
    facts = {version: outcome_json(outcome) for version, outcome in outcomes.items()}
    return ReachNews(facts, tuple(said), None if invite is None else str(invite))


async def follow(
    mapping: Mapping,
    told: Reach | None,
    invite: Invite,
    place: OwnPlace,
    tell: Callable[[News], None],
    renewed: Callable[[Invite], None],
) -> None:
    """Tell, for ever, when something else has come of asking the routers than was *told*.

    None: it was told at a table before, and is told now only where it opens a new way.  When there
    is an address that the *invite* does not hold there is a new one, with which *renewed* is
    called, too.
    """
    seen = mapping.reach if told is None else told
    while True:
        await mapping.changed(seen)
        reach = await mapping.settled()
        if reach == seen:
            continue
        new = None
        if not {*reach.ipv4.addresses, *reach.ipv6.addresses} <= {*invite.addresses}:
            # What the old one held may still be good, such as what the user has given.
            now = place.addresses(reach.addresses)
            new = invite = invite.with_addresses((*now, *invite.addresses))
            renewed(invite)
        if told is not None or new is not None:
            tell(reach_news(reach, told, new))
            told = reach
        seen = reach


def outcome_json(outcome: Outcome) -> dict[str, Any]:
    """Return what came of it for one IP version, for programs (protocol/reach.md)."""
    return {
        "state": outcome.state.value,
        "protocol": None if outcome.protocol is None else outcome.protocol.value,
        "addresses": list(map(str, outcome.addresses)),
        "not_public": None if outcome.ip is None else str(outcome.ip),
        "reason": outcome.reason,
    }
