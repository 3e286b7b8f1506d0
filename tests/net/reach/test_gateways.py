"""Default gateways, from what systems say of their routes.

The samples are written after the documented forms: Linux' proc(5) and fs/proc of the kernel,
netstat(1) of macOS and FreeBSD, Windows' ``route print``.
"""

from __future__ import annotations

import sys
from ipaddress import ip_address

import pytest
from hypothesis import given
from hypothesis import strategies as st

from durak_p2p.net.reach.gateways import (
    Gateway,
    default_gateways,
    parse_netstat,
    parse_proc_ipv6_route,
    parse_proc_route,
    parse_route_print,
    source_addresses,
)
from durak_p2p.net.reach.interfaces import Kind, local_addresses
from tests.net.running import in_trio


def gateway(address: str, interface: str) -> Gateway:
    return Gateway(ip_address(address), interface)


PROC_HEAD = "Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT\n"


@pytest.mark.skipif(sys.byteorder != "little", reason="the sample is of a little-endian machine")
def test_linux_ipv4() -> None:
    text = (
        PROC_HEAD
        + "wlan0\t00000000\t0101A8C0\t0003\t0\t0\t600\t00000000\t0\t0\t0\n"
        + "eth0\t00000000\t0100000A\t0003\t0\t0\t100\t00000000\t0\t0\t0\n"
        + "eth0\t0000000A\t00000000\t0001\t0\t0\t100\t00FFFFFF\t0\t0\t0\n"
        + "tun0\t00000000\t0108080A\t0003\t0\t0\t0\t00000080\t0\t0\t0\n"  # 0.0.0.0/1 of a VPN
        + "ppp0\t00000000\t00000000\t0001\t0\t0\t50\t00000000\t0\t0\t0\n"  # no gateway
    )
    assert parse_proc_route(text) == [
        gateway("10.0.0.1", "eth0"),
        gateway("192.168.1.1", "wlan0"),
    ]


def test_linux_ipv6() -> None:
    zero = "0" * 32
    router = "fe800000000000000000000000000001"
    text = (
        f"{zero} 00 {zero} 00 {router} 00000400 00000001 00000000 00450003     eth0\n"
        f"{zero} 00 {zero} 00 {router} 00000064 00000001 00000000 00450003    wlan0\n"
        f"20010db8{'0' * 24} 40 {zero} 00 {zero} 00000100 00000001 00000000 00000001     eth0\n"
        f"{zero} 00 {zero} 00 {zero} ffffffff 00000001 00000000 00200200       lo\n"
    )
    assert parse_proc_ipv6_route(text) == [gateway("fe80::1", "wlan0"), gateway("fe80::1", "eth0")]


MACOS = """\
Routing tables

Internet:
Destination        Gateway            Flags               Netif Expire
default            192.168.1.1        UGScg                 en0
default            link#18            UCSIg           bridge100      !
127                127.0.0.1          UCS                   lo0
192.168.1          link#6             UCS                   en0      !
192.168.1.1/32     link#6             UCS                   en0      !

Internet6:
Destination                             Gateway                         Flags         Netif Expire
default                                 fe80::a62b:1%en0                UGcg            en0
default                                 fe80::%utun0                    UGcIg         utun0
::1                                     ::1                             UHL             lo0
fe80::%lo0/64                           fe80::1%lo0                     UcI             lo0
"""

MACOS_BEFORE_11 = """\
Internet:
Destination        Gateway            Flags        Refs      Use   Netif Expire
default            10.0.1.1           UGSc           89        0     en1
"""

FREEBSD = """\
Routing tables

Internet:
Destination        Gateway            Flags         Netif Expire
default            192.0.2.1          UGS             em0
127.0.0.1          link#2             UH              lo0

Internet6:
Destination                       Gateway                       Flags         Netif Expire
::/96                             link#2                        URS             lo0
default                           fe80::5:73ff:fea0:1%em0       UG              em0
"""


def test_netstat() -> None:
    assert parse_netstat(MACOS) == [
        gateway("192.168.1.1", "en0"),
        gateway("fe80::a62b:1", "en0"),
        gateway("fe80::", "utun0"),
    ]
    assert parse_netstat(MACOS_BEFORE_11) == [gateway("10.0.1.1", "en1")]
    assert parse_netstat(FREEBSD) == [
        gateway("192.0.2.1", "em0"),
        gateway("fe80::5:73ff:fea0:1", "em0"),
    ]


WINDOWS = """\
===========================================================================
Schnittstellenliste
 12...00 15 5d 01 02 03 ......Intel(R) Ethernet Connection
  1...........................Software Loopback Interface 1
===========================================================================

IPv4-Routentabelle
===========================================================================
Aktive Routen:
     Netzwerkziel    Netzwerkmaske          Gateway    Schnittstelle Metrik
          0.0.0.0          0.0.0.0      10.20.30.1     10.20.30.40     55
          0.0.0.0          0.0.0.0      192.168.1.1    192.168.1.10     25
          0.0.0.0          0.0.0.0   Auf Verbindung        100.64.9.9      5
        127.0.0.0        255.0.0.0   Auf Verbindung         127.0.0.1    331
===========================================================================
Ständige Routen:
  Netzwerkadresse          Netzmaske  Gatewayadresse  Metrik
          0.0.0.0          0.0.0.0      192.168.1.1  Standard

IPv6-Routentabelle
===========================================================================
Aktive Routen:
 If Metrik Netzwerkziel             Gateway
 12    281 ::/0                     fe80::1
  1    331 ::1/128                  Auf Verbindung
 12    281 2a00:1450::/64           Auf Verbindung
===========================================================================
Ständige Routen:
  Keine
"""


def test_route_print_in_any_language() -> None:
    assert parse_route_print(WINDOWS) == [
        gateway("192.168.1.1", "192.168.1.10"),
        gateway("10.20.30.1", "10.20.30.40"),
        gateway("fe80::1", "12"),
    ]


def test_a_link_local_gateway_has_a_scope() -> None:
    assert gateway("fe80::1", "12").scope == 12
    assert gateway("2a00::1", "12").scope == 0
    assert gateway("192.168.1.1", "12").scope == 0
    assert gateway("fe80::1", "no such interface").scope == 0


@given(st.text(alphabet="0123456789abcdef.:/% default\n\tenlikU", max_size=300))
def test_whatever_a_system_says_nothing_breaks(text: str) -> None:
    for parse in (parse_proc_route, parse_proc_ipv6_route, parse_netstat, parse_route_print):
        assert all(isinstance(found, Gateway) for found in parse(text))


@in_trio
async def test_this_computer_can_be_asked() -> None:
    for found in await default_gateways():
        assert not found.ip.is_loopback
    own = {address.ip for address in local_addresses()}
    assert set(source_addresses()) <= own
    assert all(
        address.kind is not Kind.LOOPBACK
        for address in local_addresses()
        if address.ip in source_addresses()
    )
