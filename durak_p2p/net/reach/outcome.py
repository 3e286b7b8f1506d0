"""What came of trying to be reached from outside, as data and in words."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from durak_p2p.net.invite import Address
from durak_p2p.net.reach.answers import Answer, Granted, Protocol, Refused
from durak_p2p.net.reach.interfaces import IPAddress, Kind, classify
from durak_p2p.texts import Text, text


class State(Enum):
    """Whether others reach this computer over the internet, by one IP version."""

    SEARCHING = "searching"  # it is not known yet
    MAPPED = "mapped"  # yes: the router lets them in
    SHARED = "shared"  # no: the router's own address is not public
    REFUSED = "refused"  # no: a router answers, and does not do it
    SILENT = "silent"  # no: no router answers, and our address is not public
    UNCERTAIN = "uncertain"  # perhaps: our address is public, what lies before it is not known
    NO_NETWORK = "no network"  # no: nothing leads to the internet


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of it for one IP version.

    Attributes:
        version: 4 or 6.
        state: see there.
        addresses: where others reach us (``MAPPED``), or perhaps do (``UNCERTAIN``).
        protocol: the one by which a router has answered.
        ip: the router's own address that is not public (``SHARED``).
        reason: a sentence why it was refused.
        external: the router's public address, where it has told that and opens no port
            (``REFUSED``).
    """

    version: int
    state: State
    addresses: tuple[Address, ...] = ()
    protocol: Protocol | None = None
    ip: IPAddress | None = None
    reason: Text | None = None
    external: IPAddress | None = None

    @property
    def sentence(self) -> Text:
        """What there is to be said, in a sentence or two."""
        return _sentence(self)


def judge(source: IPAddress, port: int, answer: Answer) -> Outcome:
    """Return what a router's *answer* (or the lack of one) means for us.

    ``source`` is the address that we speak to the internet from, ``port`` the TCP port that we
    listen on.
    """
    version = source.version
    match answer:
        case Granted(protocol, ip, external_port):
            if classify(ip) is not Kind.GLOBAL:
                return Outcome(version, State.SHARED, protocol=protocol, ip=ip)
            there = (Address(str(ip), external_port),)
            return Outcome(version, State.MAPPED, there, protocol)
        case Refused(protocol, _, ip) if ip is not None and classify(ip) is not Kind.GLOBAL:
            return Outcome(version, State.SHARED, protocol=protocol, ip=ip)
        case Refused(protocol, reason, ip):
            return Outcome(version, State.REFUSED, protocol=protocol, reason=reason, external=ip)
    if classify(source) is Kind.GLOBAL:
        return Outcome(version, State.UNCERTAIN, (Address(str(source), port),))
    if classify(source) is Kind.CARRIER:
        return Outcome(version, State.SHARED, ip=source)
    return Outcome(version, State.SILENT)


_BEST_FIRST = (
    State.MAPPED,
    State.SEARCHING,
    State.UNCERTAIN,
    State.SHARED,
    State.REFUSED,
    State.SILENT,
    State.NO_NETWORK,
)


def together(version: int, outcomes: tuple[Outcome, ...]) -> Outcome:
    """Return the best of several outcomes, with the addresses of all that are as good."""
    if not outcomes:
        return Outcome(version, State.NO_NETWORK)
    best = min(outcomes, key=lambda outcome: _BEST_FIRST.index(outcome.state))
    alike = [outcome for outcome in outcomes if outcome.state is best.state]
    addresses = tuple(dict.fromkeys(a for outcome in alike for a in outcome.addresses))
    return replace(best, version=version, addresses=addresses)


def _sentence(outcome: Outcome) -> Text:
    protocol = outcome.protocol.value if outcome.protocol is not None else ""
    address = str(outcome.addresses[0]) if outcome.addresses else ""
    match outcome.state, outcome.version:
        case State.SEARCHING, _:
            return text("Looking for a way in through your router.")
        case State.MAPPED, 6:
            return text("Your router lets friends in over IPv6 at {address}.", address=address)
        case State.MAPPED, _:
            return text(
                "Your router lets friends in from the internet at {address} ({protocol}).",
                address=address,
                protocol=protocol,
            )
        case State.SHARED, _:
            return text(
                "The address {address} that your router has outside is not public: your provider "
                "shares addresses among its customers, or there is another router before yours. "
                "A port opened there leads nowhere.",
                address=str(outcome.ip),
            )
        case State.REFUSED, 6:
            return text("Your router opens no port for IPv6. {reason}", reason=outcome.reason or "")
        case State.REFUSED, _:
            return text("Your router opens no port. {reason}", reason=outcome.reason or "")
        case State.UNCERTAIN, 6:
            return text(
                "This computer has the public IPv6 address {address}; whether your router lets "
                "connections to it in cannot be seen from here.",
                address=address,
            )
        case State.UNCERTAIN, _:
            return text(
                "This computer has the public address {address} itself; whether a firewall lets "
                "connections to it in cannot be seen from here.",
                address=address,
            )
        case State.SILENT, _:
            return text(
                "Your router does not open ports on request (it answers neither PCP, NAT-PMP nor "
                "UPnP). It may be turned off in the router's settings."
            )
        case State.NO_NETWORK, 6:
            return text("This computer has no public IPv6 address.")
    return text("This computer has no way to the internet.")
