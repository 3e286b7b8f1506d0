"""Who can join is judged from facts alone."""

from __future__ import annotations

from dataclasses import replace
from ipaddress import ip_address

import pytest

from durak_p2p.net.invite import Address
from durak_p2p.net.reach.answers import Granted, Protocol, Refused
from durak_p2p.net.reach.diagnosis import (
    Answer,
    Diagnosis,
    Facts,
    Firewall,
    Range,
    Who,
    diagnose,
)
from durak_p2p.net.reach.gateways import Gateway
from durak_p2p.net.reach.interfaces import LocalAddress, classify
from durak_p2p.net.reach.mapper import Reach
from durak_p2p.net.reach.outcome import Outcome, State, judge, together
from durak_p2p.net.reach.paths import Path, find_paths
from durak_p2p.texts import text

PORT = 7777
REASON = text("It is not allowed to computers in this network.")


def local(interface: str, address: str, prefix: int = 24, index: int = 2) -> LocalAddress:
    ip = ip_address(address)
    return LocalAddress(interface, ip, prefix, classify(ip, (interface,), prefix), index)


LAN = local("eth0", "192.168.1.10")
SIX = local("eth0", "2a00:1450::1", 64)
OVERLAY = local("tailscale0", "100.101.102.103", 32)
NONE4, NONE6 = Outcome(4, State.NO_NETWORK), Outcome(6, State.NO_NETWORK)
MAPPED = judge(LAN.ip, PORT, Granted(Protocol.PCP, ip_address("9.8.7.6"), PORT, 60))
SILENT = judge(LAN.ip, PORT, None)
SHARED = judge(LAN.ip, PORT, Granted(Protocol.UPNP, ip_address("100.64.0.3"), PORT, 60))
REFUSED = judge(LAN.ip, PORT, Refused(Protocol.UPNP, REASON))
UNCERTAIN6 = judge(SIX.ip, PORT, None)
MAPPED6 = judge(SIX.ip, PORT, Granted(Protocol.PCP, SIX.ip, PORT, 60))


def facts(
    *addresses: LocalAddress, four: Outcome = NONE4, six: Outcome = NONE6, **more: object
) -> Facts:
    told = Facts(PORT, False, None, addresses, Reach(four, six), Firewall.UNKNOWN)
    return replace(told, **more)  # type: ignore[arg-type]


def answers(diagnosis: Diagnosis) -> dict[Who, Answer]:
    return {way.who: way.answer for way in diagnosis.ways}


@pytest.mark.parametrize(
    ("four", "six", "far"),
    [
        (MAPPED, NONE6, Range.OUTSIDE),
        (SILENT, MAPPED6, Range.OUTSIDE),
        (SHARED, MAPPED6, Range.OUTSIDE),
        (SILENT, UNCERTAIN6, Range.LAN),
        (SHARED, NONE6, Range.LAN),
        (REFUSED, NONE6, Range.LAN),
        (SILENT, NONE6, Range.LAN),
    ],
)
def test_how_far_the_farthest_are(four: Outcome, six: Outcome, far: Range) -> None:
    diagnosis = diagnose(facts(LAN, SIX, four=four, six=six))
    assert diagnosis.range is far
    assert answers(diagnosis)[Who.LAN] is Answer.YES


def test_an_overlay_leads_outside() -> None:
    diagnosis = diagnose(facts(LAN, OVERLAY, four=SILENT))
    assert diagnosis.range is Range.OUTSIDE
    way = next(way for way in diagnosis.ways if way.who is Who.OVERLAY)
    assert way.addresses == (Address("100.101.102.103", PORT),)
    assert "tailscale0" in way.sentence


def test_without_a_network_nobody_can_join() -> None:
    diagnosis = diagnose(facts(local("lo", "127.0.0.1", 8)))
    assert diagnosis.range is Range.NOBODY
    assert set(answers(diagnosis).values()) == {Answer.NO}


def test_a_port_in_use_is_all_that_is_said() -> None:
    taken = text("Port {port} cannot be listened on: {reason}.", port=PORT, reason="in use")
    diagnosis = diagnose(facts(LAN, port_error=taken, reach=None))
    assert diagnosis.range is Range.NOBODY
    assert diagnosis.advice[0] == taken


def advice(diagnosis: Diagnosis) -> str:
    return "\n".join(diagnosis.advice)


def test_what_is_advised() -> None:
    closed = advice(diagnose(facts(LAN, SIX, four=SILENT, six=UNCERTAIN6)))
    assert "Allow UPnP" in closed
    assert "192.168.1.10" in closed
    assert "IPv6 firewall" in closed
    assert "overlay network" in closed
    assert "reply code" in closed
    shared = advice(diagnose(facts(LAN, four=SHARED)))
    assert "Allow UPnP" not in shared  # it would be of no use
    assert "overlay network" in shared
    mapped = diagnose(facts(LAN, four=MAPPED))
    assert len(mapped.advice) == 1
    assert "firewall" in mapped.advice[0]


def test_advice_names_a_port_that_stays() -> None:
    assert "7777" in advice(diagnose(facts(LAN, four=SILENT, port=40123)))
    fixed = diagnose(facts(LAN, four=SILENT, port=40123, port_is_fixed=True))
    assert "40123" in advice(fixed)


@pytest.mark.parametrize("firewall", list(Firewall))
def test_each_firewall_has_its_hint(firewall: Firewall) -> None:
    hint = diagnose(facts(LAN, four=MAPPED, firewall=firewall)).advice[-1]
    word = {Firewall.WINDOWS: "Windows", Firewall.MACOS: "System Settings"}
    assert word.get(firewall, "tcp" if firewall.value in hint else "TCP") in hint


# -- what it is judged from ------------------------------------------------------------------------


@pytest.mark.parametrize("version", [4, 6])
@pytest.mark.parametrize("state", list(State))
def test_every_outcome_is_said_in_words(version: int, state: State) -> None:
    outcome = Outcome(version, state, (Address("9.8.7.6", 1),), Protocol.PCP, LAN.ip, REASON)
    assert outcome.sentence.endswith(".")


def test_several_outcomes_give_the_best_with_all_its_addresses() -> None:
    other = replace(MAPPED6, addresses=(Address("2a00::2", PORT),))
    best = together(6, (UNCERTAIN6, MAPPED6, other))
    assert best.state is State.MAPPED
    assert best.addresses == (*MAPPED6.addresses, *other.addresses)
    assert together(6, ()).state is State.NO_NETWORK


def test_ways_lead_through_the_router_that_answers_would_take() -> None:
    four, six = Gateway(ip_address("192.168.1.1"), "eth0"), Gateway(ip_address("fe80::1"), "eth0")
    other = Gateway(ip_address("10.0.0.1"), "wlan0")
    more = [local("eth0", f"2a00:1450::{number}", 64) for number in range(2, 9)]
    addresses = [LAN, *more, SIX, local("eth0", "fe80::7", 64), local("wlan0", "10.0.0.9")]
    found = find_paths(addresses, [LAN.ip, SIX.ip], [other, four, six])
    assert found == (Path(LAN, four), Path(SIX, six), Path(more[0], six), Path(more[1], six))


def test_a_way_without_a_known_router_is_one_still() -> None:
    tunnel = local("tun0", "10.8.0.2")
    assert find_paths([LAN, tunnel], [tunnel.ip], [Gateway(ip_address("192.168.1.1"), "eth0")]) == (
        Path(tunnel, None),
    )


def test_windows_calls_interfaces_by_address_and_number() -> None:
    four = Gateway(ip_address("192.168.1.254"), "192.168.1.10")
    six = Gateway(ip_address("fe80::1"), "2")
    found = find_paths([LAN, SIX], [LAN.ip, SIX.ip], [six, four])
    assert found == (Path(LAN, four), Path(SIX, six))


def test_a_private_ipv6_address_is_no_way_to_the_internet() -> None:
    private = local("eth0", "fd00::2", 64)
    assert find_paths([private], [private.ip], []) == ()
