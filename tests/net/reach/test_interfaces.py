"""What kinds of addresses there are, and which of them an invite holds."""

from __future__ import annotations

from ipaddress import ip_address

import ifaddr
import pytest

from durak_p2p.net.invite import Address
from durak_p2p.net.reach.interfaces import (
    Kind,
    LocalAddress,
    classify,
    invite_addresses,
    local_addresses,
)


@pytest.mark.parametrize(
    ("text", "names", "prefix", "kind"),
    [
        ("127.0.0.1", ("lo",), 8, Kind.LOOPBACK),
        ("127.44.0.1", (), 0, Kind.LOOPBACK),
        ("::1", ("lo",), 128, Kind.LOOPBACK),
        ("169.254.3.4", ("eth0",), 16, Kind.LINK_LOCAL),
        ("fe80::1", ("eth0",), 64, Kind.LINK_LOCAL),
        ("10.0.0.1", ("eth0",), 8, Kind.PRIVATE),
        ("172.16.0.1", ("eth0",), 24, Kind.PRIVATE),
        ("172.31.255.254", (), 0, Kind.PRIVATE),
        ("172.32.0.1", (), 0, Kind.GLOBAL),
        ("192.168.1.10", ("wlan0",), 24, Kind.PRIVATE),
        ("fd12:3456::1", ("eth0",), 64, Kind.PRIVATE),
        ("100.64.0.1", ("wwan0",), 24, Kind.CARRIER),
        ("100.127.255.254", (), 0, Kind.CARRIER),
        ("100.128.0.1", (), 0, Kind.GLOBAL),
        ("100.63.255.255", (), 0, Kind.GLOBAL),
        ("100.101.102.103", ("tailscale0",), 32, Kind.OVERLAY),
        ("100.101.102.103", ("utun4",), 32, Kind.OVERLAY),
        ("100.101.102.103", ("Tailscale", "Tailscale Tunnel"), 32, Kind.OVERLAY),
        ("fd7a:115c:a1e0::53", ("utun4",), 128, Kind.OVERLAY),
        ("10.147.20.5", ("zt5u4y6ejv",), 24, Kind.OVERLAY),
        ("10.147.20.5", ("Ethernet 3", "ZeroTier Virtual Port"), 24, Kind.OVERLAY),
        ("200:1234::1", ("tun0",), 7, Kind.OVERLAY),
        ("25.3.4.5", ("ham0",), 8, Kind.OVERLAY),
        ("10.8.0.2", ("wg0",), 24, Kind.OVERLAY),
        ("172.17.0.1", ("docker0",), 16, Kind.VIRTUAL),
        ("192.168.122.1", ("virbr0",), 24, Kind.VIRTUAL),
        ("172.20.16.1", ("vEthernet (WSL)", "Hyper-V Virtual Ethernet Adapter"), 20, Kind.VIRTUAL),
        ("8.8.8.8", ("eth0",), 24, Kind.GLOBAL),
        ("11.0.0.10", (), 0, Kind.GLOBAL),
        ("2a00:1450::1", ("eth0",), 64, Kind.GLOBAL),
        ("::ffff:192.168.1.1", (), 0, Kind.PRIVATE),
        ("::ffff:8.8.8.8", (), 0, Kind.GLOBAL),
        ("0.0.0.0", (), 0, Kind.UNUSABLE),
        ("::", (), 0, Kind.UNUSABLE),
        ("224.0.0.1", (), 0, Kind.UNUSABLE),
        ("203.0.113.7", (), 0, Kind.UNUSABLE),
        ("198.18.0.1", (), 0, Kind.UNUSABLE),
        ("255.255.255.255", (), 0, Kind.UNUSABLE),
        ("2001:db8::1", (), 0, Kind.UNUSABLE),
        ("192.0.2.2", ("eth0",), 24, Kind.PRIVATE),
    ],
)
def test_kinds(text: str, names: tuple[str, ...], prefix: int, kind: Kind) -> None:
    assert classify(ip_address(text), names, prefix) is kind


def local(interface: str, text: str, prefix: int = 24) -> LocalAddress:
    ip = ip_address(text)
    return LocalAddress(interface, ip, prefix, classify(ip, (interface,), prefix))


def adapter(name: str, *ips: ifaddr.IP, index: int | None = 1) -> ifaddr.Adapter:
    return ifaddr.Adapter(name, name, list(ips), index)


def test_all_addresses_of_all_interfaces_are_found() -> None:
    adapters = [
        adapter("lo", ifaddr.IP("127.0.0.1", 8, "lo"), ifaddr.IP(("::1", 0, 0), 128, "lo")),
        adapter(
            "eth0",
            ifaddr.IP("192.168.1.10", 24, "eth0"),
            ifaddr.IP(("fe80::7", 0, 2), 64, "eth0"),
            index=2,
        ),
        adapter("tailscale0", ifaddr.IP("100.101.102.103", 32, "tailscale0"), index=7),
        adapter("empty"),
        adapter("eth1", ifaddr.IP("10.0.0.7", 24, "eth1"), index=8),
    ]
    found = local_addresses(lambda: adapters, lambda interface: interface == "eth1")
    assert [(a.interface, str(a.ip), a.prefix, a.kind, a.index) for a in found] == [
        ("lo", "127.0.0.1", 8, Kind.LOOPBACK, 1),
        ("lo", "::1", 128, Kind.LOOPBACK, 1),
        ("eth0", "192.168.1.10", 24, Kind.PRIVATE, 2),
        ("eth0", "fe80::7", 64, Kind.LINK_LOCAL, 2),
        ("tailscale0", "100.101.102.103", 32, Kind.OVERLAY, 7),
    ]


def test_this_computer_has_a_loopback_address() -> None:
    kinds = {address.kind for address in local_addresses() if str(address.ip) == "127.0.0.1"}
    assert kinds == {Kind.LOOPBACK}


def test_neighbours_share_the_prefix() -> None:
    address = local("eth0", "192.168.1.10")
    assert address.neighbours(ip_address("192.168.1.1"))
    assert not address.neighbours(ip_address("192.168.2.1"))
    assert not address.neighbours(ip_address("fe80::1"))


MANY = (
    local("lo", "127.0.0.1", 8),
    local("docker0", "172.17.0.1", 16),
    local("eth1", "10.9.9.9"),
    local("eth0", "192.168.1.10"),
    local("eth0", "169.254.1.1", 16),
    local("eth0", "fe80::7", 64),
    local("eth0", "2a00:1450::1", 64),
    local("eth0", "2a00:1450::2", 64),
    local("tailscale0", "100.101.102.103", 32),
    local("wwan0", "100.64.3.4", 24),
)


def test_the_best_come_first_and_useless_ones_not_at_all() -> None:
    addresses = invite_addresses(
        7777,
        MANY,
        sources=[ip_address("192.168.1.10"), ip_address("2a00:1450::2")],
        mapped=[Address("9.8.7.6", 50001)],
        given=[Address("durak.example.org", 7000)],
    )
    assert list(map(str, addresses)) == [
        "durak.example.org:7000",
        "192.168.1.10:7777",
        "9.8.7.6:50001",
        "10.9.9.9:7777",
        "[2a00:1450::2]:7777",
        "[2a00:1450::1]:7777",
        "100.101.102.103:7777",
        "100.64.3.4:7777",
        "172.17.0.1:7777",
    ]


def test_an_invite_does_not_grow_without_bound() -> None:
    crowd = [local("eth0", f"2a00:1450::{number:x}", 64) for number in range(1, 40)]
    crowd += [local(f"eth{number}", f"10.0.{number}.1") for number in range(40)]
    given = [Address(f"host{number}.example.org", 7000) for number in range(20)]
    assert len(invite_addresses(7777, crowd)) == 8
    assert invite_addresses(7777, crowd, given=given) == tuple(given[:16])


def test_no_address_twice() -> None:
    mapped, given = [Address("2a00:1450::1", 7777)], [Address("192.168.1.10", 7777)]
    addresses = invite_addresses(7777, MANY, mapped=mapped, given=given)
    assert len(set(addresses)) == len(addresses)
