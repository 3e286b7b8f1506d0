"""Who could join at a table of this computer, how, and what could be done: judged from facts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Final

from durak_p2p.net.invite import Address
from durak_p2p.net.reach.interfaces import Kind, LocalAddress
from durak_p2p.net.reach.mapper import Reach
from durak_p2p.net.reach.outcome import Outcome, State
from durak_p2p.texts import Text, listed, text

#: For advice that needs a port which stays the same; nothing else depends on it.
SUGGESTED_PORT: Final = 7777


class Firewall(Enum):
    """What may keep connections out on this computer itself."""

    WINDOWS = "Windows"
    MACOS = "macOS"
    UFW = "ufw"
    FIREWALLD = "firewalld"
    UNKNOWN = "unknown"  # there may be one or not


@dataclass(frozen=True, slots=True)
class Facts:
    """What was found out.

    Attributes:
        port: the TCP port that the table would have.
        port_is_fixed: whether the user has named it; else the next table has another.
        port_error: a sentence why it cannot be listened on, or None.
        local: the addresses of this computer.
        reach: what came of asking the routers; None if they were not asked.
        firewall: what may be in the way here.
    """

    port: int
    port_is_fixed: bool
    port_error: Text | None
    local: tuple[LocalAddress, ...]
    reach: Reach | None
    firewall: Firewall


class Who(Enum):
    """Those who might join."""

    LAN = "lan"
    OVERLAY = "overlay"
    IPV4 = "ipv4"
    IPV6 = "ipv6"


class Answer(Enum):
    """Whether they can."""

    YES = "yes"
    PERHAPS = "perhaps"
    NO = "no"


class Range(Enum):
    """How far the farthest are who can join."""

    OUTSIDE = "outside"  # somebody who is not in this network
    LAN = "lan"
    NOBODY = "nobody"


@dataclass(frozen=True, slots=True)
class Way:
    """Whether some can join, said in a sentence, and at which addresses."""

    who: Who
    answer: Answer
    sentence: Text
    addresses: tuple[Address, ...] = ()


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """Who can join, and what could be done about those who cannot."""

    ways: tuple[Way, ...]
    range: Range
    advice: tuple[Text, ...]


def diagnose(facts: Facts) -> Diagnosis:
    """Judge the facts."""
    if facts.port_error is not None:
        advice = text("Choose another port: durak host --port NUMBER.")
        return Diagnosis((), Range.NOBODY, (facts.port_error, advice))
    ways = [_lan(facts), *_overlays(facts)]
    if facts.reach is not None:
        ways.append(_internet(Who.IPV4, facts.reach.ipv4))
        ways.append(_internet(Who.IPV6, facts.reach.ipv6))
    yes = {way.who for way in ways if way.answer is Answer.YES}
    far = Range.OUTSIDE if yes - {Who.LAN} else Range.LAN if yes else Range.NOBODY
    return Diagnosis(tuple(ways), far, tuple(_advice(facts, far)))


_NEAR = (Kind.PRIVATE, Kind.GLOBAL)


def _addresses(facts: Facts, *kinds: Kind) -> tuple[Address, ...]:
    found = (address for address in facts.local if address.kind in kinds)
    return tuple(dict.fromkeys(Address(str(address.ip), facts.port) for address in found))


def _lan(facts: Facts) -> Way:
    addresses = _addresses(facts, *_NEAR)
    if not addresses:
        sentence = text("This computer is in no network: only programs on itself can join.")
        return Way(Who.LAN, Answer.NO, sentence)
    sentence = text(
        "Friends in your own network can join, at {addresses}.", addresses=_listed(addresses)
    )
    return Way(Who.LAN, Answer.YES, sentence, addresses)


def _overlays(facts: Facts) -> list[Way]:
    addresses = _addresses(facts, Kind.OVERLAY)
    if not addresses:
        return []
    names = {address.interface for address in facts.local if address.kind is Kind.OVERLAY}
    sentence = text(
        "Friends in the same overlay network ({names}) can join, at {addresses}.",
        names=listed(sorted(names)),
        addresses=_listed(addresses),
    )
    return [Way(Who.OVERLAY, Answer.YES, sentence, addresses)]


def _internet(who: Who, outcome: Outcome) -> Way:
    answers = {State.MAPPED: Answer.YES, State.UNCERTAIN: Answer.PERHAPS}
    answer = answers.get(outcome.state, Answer.NO)
    return Way(who, answer, outcome.sentence, outcome.addresses)


def _listed(addresses: Iterable[Address]) -> Text:
    """Return the addresses in words, without the port: a table has one of its own."""
    return listed(dict.fromkeys(address.host for address in addresses))


def _advice(facts: Facts, far: Range) -> list[Text]:
    advice = []
    reach = facts.reach
    port = facts.port if facts.port_is_fixed else SUGGESTED_PORT
    if reach is not None and far is not Range.OUTSIDE:
        private = [a for a in facts.local if a.kind is Kind.PRIVATE and a.ip.version == 4]
        if reach.ipv4.state in (State.SILENT, State.REFUSED) and private:
            advice.append(
                text(
                    "Allow UPnP, NAT-PMP or PCP in your router's settings; or pass TCP port {port} "
                    "on to {address} there by hand, and open the table with "
                    "`durak host --port {port} --address` and your public address.",
                    port=port,
                    address=str(private[0].ip),
                )
            )
        if reach.ipv6.state in (State.UNCERTAIN, State.REFUSED):
            advice.append(
                text(
                    "Allow TCP port {port} to this computer in your router's IPv6 firewall; "
                    "friends with IPv6 can join then.",
                    port=port,
                )
            )
        advice.append(
            text(
                "Try it all the same: when nobody answers, a friend's `durak join` prints a reply "
                "code, which you type into your table. That leads in over IPv6, and through "
                "routers that leave port numbers as they are."
            )
        )
        advice.append(
            text(
                "Let another of you open the table: it is enough if one can be reached. Or meet in "
                "an overlay network that all of you install, such as Tailscale, ZeroTier or "
                "Yggdrasil."
            )
        )
    if far is not Range.NOBODY:
        advice.append(_firewall_advice(facts.firewall, port))
    return advice


def _firewall_advice(firewall: Firewall, port: int) -> Text:
    match firewall:
        case Firewall.WINDOWS:
            return text(
                "If nobody gets in: Windows asks at the first table whether Python may be reached; "
                "say yes for your kind of network. Later it is changed in Windows Security, "
                "Firewall, Allow an app."
            )
        case Firewall.MACOS:
            return text(
                "If nobody gets in: allow incoming connections to Python in System Settings, "
                "Network, Firewall."
            )
        case Firewall.UFW:
            return text(
                "The firewall ufw is on here. Let friends in with: sudo ufw allow {port}/tcp",
                port=port,
            )
        case Firewall.FIREWALLD:
            return text(
                "The firewall firewalld is on here. Let friends in with: "
                "sudo firewall-cmd --add-port={port}/tcp",
                port=port,
            )
    return text(
        "If nobody gets in: a firewall on this computer, if it has one, must let TCP port {port} "
        "in.",
        port=port,
    )
