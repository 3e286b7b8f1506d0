"""The laboratory is what the tests built upon it take it for."""

from __future__ import annotations

import ipaddress
import struct
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.lab.commands import command, needs_laboratory
from tests.lab.laboratory import Laboratory
from tests.lab.node import Node, end
from tests.lab.plan import HomePlan, PortMapping

pytestmark = needs_laboratory

SERVE = """
import socket, sys
server = socket.create_server(("::", int(sys.argv[1])), family=socket.AF_INET6, dualstack_ipv6=True)
print("listening", flush=True)
while True:
    connection, peer = server.accept()
    connection.sendall(f"{peer[0]} {peer[1]}".encode())
    connection.close()
"""
DIAL = """
import socket, sys
family = socket.AF_INET6 if ":" in sys.argv[1] else socket.AF_INET
client = socket.socket(family)
client.settimeout(float(sys.argv[3]))
if len(sys.argv) > 4:
    client.bind(("", int(sys.argv[4])))
try:
    client.connect((sys.argv[1], int(sys.argv[2])))
    print(client.recv(100).decode().removeprefix("::ffff:"))
except OSError as error:
    print(type(error).__name__)
"""

# A request to the router's port mapping service, in hexadecimal; the answer is, too.
ASK = """
import socket, sys
client = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
client.settimeout(0.3)
client.sendto(bytes.fromhex(sys.argv[2]), (sys.argv[1], 5351))
try:
    print(client.recv(1100).hex())
except OSError as error:
    print(type(error).__name__)
"""


@pytest.fixture(scope="module")
def lab() -> Iterator[Laboratory]:
    plans = (
        HomePlan("a", PortMapping()),
        HomePlan("b", ports="changed", unwanted="reset"),
        HomePlan("c", carrier=True, delay=0.05),
        HomePlan("d", PortMapping(upnp=False, nat_pmp=False)),
    )
    with Laboratory(*plans) as made:
        yield made


@contextmanager
def serving(node: Node, port: int) -> Iterator[None]:
    process = node.start(sys.executable, "-c", SERVE, str(port), stdout=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stdout.readline() == b"listening\n"
    try:
        yield
    finally:
        end(process)


def dial(node: Node, host: str, port: int, *own_port: str, patience: float = 0.3) -> str:
    """Return the address that the other side sees, or the error."""
    return node.python(DIAL, host, str(port), str(patience), *own_port).strip()


def test_hosts_of_a_home_reach_each_other_and_the_internet(lab: Laboratory) -> None:
    one, other = lab.home("a").hosts
    with serving(one, 40001):
        assert dial(other, one.ipv4, 40001).split()[0] == other.ipv4
        assert dial(other, one.ipv6, 40001).split()[0] == other.ipv6
    with serving(lab.internet, 40002):
        assert dial(one, lab.internet.ipv4, 40002, "40009") == "11.0.0.10 40009"
        assert dial(one, lab.internet.ipv6, 40002).split()[0] == one.ipv6


def test_homes_are_closed_until_a_port_is_forwarded(lab: Laboratory) -> None:
    home, stranger = lab.home("a"), lab.host("b1")
    host = home.hosts[0]
    with serving(host, 40003):
        assert dial(stranger, home.public_ipv4, 40003) == "TimeoutError"
        assert dial(stranger, host.ipv6, 40003) == "TimeoutError"
        home.forward(40003, host)
        assert dial(stranger, home.public_ipv4, 40003).split()[0] == "11.0.0.20"
        assert dial(stranger, host.ipv6, 40003).split()[0] == stranger.ipv6


def ask(host: Node, router: Node, request: bytes) -> str:
    return host.python(ASK, router.ipv4, request.hex()).strip()


def test_a_router_maps_ports(lab: Laboratory) -> None:
    home, stranger = lab.home("a"), lab.host("b1")
    host = home.hosts[0]
    port = 40012
    # NAT-PMP (RFC 6886, 3.3): map TCP, for a minute.
    mapping = struct.pack("!BBHHHI", 0, 2, 0, port, port, 60)
    with serving(host, port):
        assert ask(host, home.router, mapping)[:8] == "00820000"
        assert dial(stranger, home.public_ipv4, port).split()[0] == "11.0.0.20"


def test_a_router_may_know_none_or_one_of_the_protocols(lab: Laboratory) -> None:
    nat_pmp = b"\0\0"  # RFC 6886, 3.2: the public address
    inside = ipaddress.ip_address("::ffff:" + lab.host("d1").ipv4).packed
    pcp = struct.pack("!BBHI16s", 2, 0, 0, 0, inside)  # RFC 6887, 14.1: announce
    assert ask(lab.host("b1"), lab.home("b").router, nat_pmp) == "TimeoutError"
    assert ask(lab.host("d1"), lab.home("d").router, nat_pmp) == "TimeoutError"
    assert ask(lab.host("d1"), lab.home("d").router, pcp)[:8] == "02800000"


def test_a_router_may_refuse_aloud_and_change_port_numbers(lab: Laboratory) -> None:
    home = lab.home("b")
    assert dial(lab.host("a1"), home.public_ipv4, 40004) == "ConnectionRefusedError"
    assert dial(lab.host("a1"), home.hosts[0].ipv6, 40004) == "ConnectionRefusedError"
    with serving(lab.internet, 40005):
        seen = dial(home.hosts[0], lab.internet.ipv4, 40005, "40010")
    address, port = seen.split()
    assert address == home.public_ipv4
    assert port != "40010"


def test_a_carrier_translates_again_and_a_slow_line_takes_its_time(lab: Laboratory) -> None:
    host = lab.host("c1")
    assert lab.home("c").plan.router_ipv4.startswith("100.64.")
    with serving(lab.internet, 40006):
        began = time.monotonic()
        assert dial(host, lab.internet.ipv4, 40006, patience=5).split()[0] == "11.0.0.30"
        assert dial(host, lab.internet.ipv6, 40006, patience=5).split()[0] == host.ipv6
    assert time.monotonic() - began >= 2 * 0.1


def test_a_line_can_be_cut_and_mended(lab: Laboratory) -> None:
    home = lab.home("a")
    with serving(lab.internet, 40007):
        home.cut()
        assert dial(home.hosts[0], lab.internet.ipv4, 40007) == "TimeoutError"
        home.heal()
        assert dial(home.hosts[0], lab.internet.ipv4, 40007, patience=5).split()[0] == "11.0.0.10"


def test_nothing_leads_out_of_the_laboratory(lab: Laboratory) -> None:
    assert dial(lab.internet, "192.0.2.1", 80) == "OSError"


def test_nothing_is_left_behind_even_after_a_failure() -> None:
    before = command("ip", "netns", "list")
    with pytest.raises(RuntimeError), Laboratory(HomePlan("a"), HomePlan("a")):
        pass  # two homes of one name: the second one's namespace is there already
    started: list[subprocess.Popen[bytes]] = []

    def fail() -> None:
        with Laboratory(HomePlan("a", delay=0.01)) as lab:
            started.append(lab.host("a1").start(sys.executable, "-c", SERVE, "40008"))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert started[0].poll() is not None
    assert command("ip", "netns", "list") == before
