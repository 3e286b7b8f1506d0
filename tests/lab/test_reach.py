"""Hosts behind real port mapping services (miniupnpd) are reached from outside, or told why not."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.lab.commands import needs_laboratory
from tests.lab.laboratory import Laboratory
from tests.lab.node import Node, end
from tests.lab.plan import HomePlan, PortMapping

pytestmark = needs_laboratory

CHECKOUT = Path(__file__).parents[2]
LEASE = 10  # seconds: the shortest that the routers here agree to
DIAL = """
import socket, sys
try:
    with socket.create_connection((sys.argv[1], int(sys.argv[2])), timeout=0.5) as client:
        print(client.recv(9).decode())
except OSError as error:
    print(type(error).__name__)
"""
UPNP_ONLY = PortMapping(nat_pmp=False, pcp=False)
HOMES = {
    "all": HomePlan("a", PortMapping()),
    "nothing": HomePlan("b"),
    "NAT-PMP": HomePlan("c", PortMapping(pcp=False)),
    "UPnP": HomePlan("d", UPNP_ONLY),
    "refusing": HomePlan("e", PortMapping(nat_pmp=False, pcp=False, permits=False)),
    "shared": HomePlan("f", PortMapping(), carrier=True),
    "shared, UPnP": HomePlan("g", UPNP_ONLY, carrier=True),
}


@pytest.fixture(scope="module")
def lab() -> Iterator[Laboratory]:
    with Laboratory(*HOMES.values()) as made:
        # As in real homes: IPv6 routers are known by their link-local address.
        for home in made.homes.values():
            shown = home.router.run("ip", "-6", "address", "show", "dev", "lan0", "scope", "link")
            found = re.search(r"inet6 (fe80::\S+)/64", shown.stdout)
            assert found is not None
            for host in home.hosts:
                host.configure("route delete default via " + home.router.ipv6)
                host.configure(f"route add default via {found[1]} dev eth0")
        yield made


class MappedHost:
    """A program that has its port mapped, and what it has told."""

    def __init__(self, node: Node, port: int, lease: int) -> None:
        self.process = node.start(
            *(sys.executable, "-m", "tests.lab.mapped_host", str(port), str(lease)),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=CHECKOUT,
        )

    def settled(self) -> dict[str, Any]:
        """Wait until it knows, and return what it says then."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            told: dict[str, Any] = json.loads(line)
            if told["settled"]:
                return told
        raise AssertionError("it has ended")

    def leave(self) -> None:
        self.process.stdin.close()
        assert self.process.wait(5) == 0


@contextmanager
def mapped(node: Node, port: int, lease: int = 7200) -> Iterator[MappedHost]:
    host = MappedHost(node, port, lease)
    try:
        yield host
    finally:
        end(host.process)


def host_of(lab: Laboratory, home: str, number: int = 0) -> Node:
    return lab.home(HOMES[home].name).hosts[number]


def dial(lab: Laboratory, address: str) -> str:
    """Dial an address from another home, and return what comes, or the error."""
    host, _, port = address.rpartition(":")
    return lab.host("b2").python(DIAL, host.strip("[]"), port).strip()


@pytest.mark.parametrize(
    ("home", "protocols"),
    [
        ("all", ["PCP", "PCP"]),
        ("NAT-PMP", ["NAT-PMP", "UPnP"]),
        ("UPnP", ["UPnP", "UPnP"]),
    ],
)
def test_a_host_is_reached_while_its_port_is_mapped_and_only_then(
    lab: Laboratory, home: str, protocols: list[str]
) -> None:
    node = host_of(lab, home)
    public = lab.home(HOMES[home].name).public_ipv4
    addresses = [f"{public}:40001", f"[{node.ipv6}]:40001"]
    with lab_server(node, 40001):
        assert [dial(lab, address) for address in addresses] == ["TimeoutError"] * 2
    with mapped(node, 40001) as host:
        told = host.settled()
        assert told["protocols"] == protocols
        assert told["addresses"] == addresses
        assert [dial(lab, address) for address in addresses] == ["hello", "hello"]
        host.leave()
    with lab_server(node, 40001):
        assert [dial(lab, address) for address in addresses] == ["TimeoutError"] * 2
    rules = lab.home(HOMES[home].name).router.run("nft", "list", "ruleset").stdout
    assert "40001" not in rules


@contextmanager
def lab_server(node: Node, port: int) -> Iterator[None]:
    """Somebody listens, without asking any router."""
    code = (
        "import socket; s = socket.create_server(('::', int(__import__('sys').argv[1])), "
        "family=socket.AF_INET6, dualstack_ipv6=True); print('up', flush=True); input()"
    )
    process = node.start(
        *(sys.executable, "-c", code, str(port)), stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert process.stdout is not None
    assert process.stdout.readline() == b"up\n"
    try:
        yield
    finally:
        end(process)


def test_a_port_that_a_neighbour_has_is_replaced_by_another(lab: Laboratory) -> None:
    for home in ("all", "NAT-PMP", "UPnP"):
        with mapped(host_of(lab, home, 0), 40002) as first:
            one = first.settled()["addresses"][0]
            with mapped(host_of(lab, home, 1), 40002) as second:
                other = second.settled()["addresses"][0]
                assert one != other
                assert [dial(lab, one), dial(lab, other)] == ["hello", "hello"]
                second.leave()
            assert dial(lab, one) == "hello"
            first.leave()


def test_an_address_of_the_provider_is_told(lab: Laboratory) -> None:
    with mapped(host_of(lab, "shared"), 40003) as host:
        told = host.settled()
        assert told["ipv4"] == "shared"
        assert HOMES["shared"].router_ipv4 in told["sentences"][0]
        # IPv6 is not shared, and leads in.
        assert told["addresses"] == [f"[{host_of(lab, 'shared').ipv6}]:40003"]
        assert dial(lab, told["addresses"][0]) == "hello"
    with mapped(host_of(lab, "shared, UPnP"), 40003) as host:
        told = host.settled()
        assert told["ipv4"] == "refused"  # this router keeps its address to itself
        assert told["sentences"][0].endswith("or no public address.")


def test_a_refusal_is_told(lab: Laboratory) -> None:
    with mapped(host_of(lab, "refusing"), 40004) as host:
        told = host.settled()
        assert told["ipv4"] == "refused"
        assert told["sentences"][0] == (
            "Your router opens no port. It is not allowed to computers in this network."
        )


def test_a_router_without_any_such_service_is_told_within_three_seconds(lab: Laboratory) -> None:
    with mapped(host_of(lab, "nothing"), 40005) as host:
        told = host.settled()
        assert told["ipv4"] == "silent"
        assert told["ipv6"] == "uncertain"
        assert told["addresses"] == []


@pytest.mark.parametrize("home", ["all", "NAT-PMP", "UPnP"])
def test_a_mapping_is_renewed_and_ends_by_itself_if_its_host_dies(
    lab: Laboratory, home: str
) -> None:
    with mapped(host_of(lab, home), 40006, LEASE) as host:
        address = host.settled()["addresses"][0]
        time.sleep(1.5 * LEASE)
        ends = time.monotonic() + LEASE  # a busy machine may answer late, and renew late
        while (answer := dial(lab, address)) != "hello":
            assert time.monotonic() < ends, answer
        host.process.send_signal(signal.SIGKILL)
        host.process.wait()
    with lab_server(host_of(lab, home), 40006):
        ends = time.monotonic() + 3 * LEASE
        while dial(lab, address) != "TimeoutError":
            assert time.monotonic() < ends, "the mapping has outlived its lease"


# -- durak doctor ----------------------------------------------------------------------------------


def doctor(node: Node, *options: str) -> tuple[int, str]:
    """Run `durak doctor`; return its exit status and what it says."""
    done = node.run(sys.executable, "-m", "durak_p2p", "doctor", *options)
    assert done.stderr == ""
    return done.returncode, done.stdout


def test_the_doctor_says_that_friends_can_join_over_the_internet(lab: Laboratory) -> None:
    status, said = doctor(host_of(lab, "UPnP"), "--port", "40008")
    public = lab.home(HOMES["UPnP"].name).public_ipv4
    assert status == 0
    assert f"Your router lets friends in from the internet at {public}:40008 (UPnP)." in said
    assert "So friends outside of your network can join, too." in said
    rules = lab.home(HOMES["UPnP"].name).router.run("nft", "list", "ruleset").stdout
    assert "40008" not in rules  # it has given the port back


def test_the_doctor_says_what_to_do_where_no_router_helps(lab: Laboratory) -> None:
    node = host_of(lab, "nothing")
    status, said = doctor(node)
    assert status == 4
    assert f"Friends in your own network can join, at {node.ipv4}" in said
    assert "Allow UPnP, NAT-PMP or PCP in your router's settings" in said


def test_the_doctor_tells_shared_addresses_to_programs(lab: Laboratory) -> None:
    node = host_of(lab, "shared")
    status, said = doctor(node, "--json")
    told = json.loads(said)
    assert status == 0
    assert told["range"] == "outside"  # by IPv6
    assert told["ipv4"]["state"] == "shared"
    assert told["ipv4"]["not_public"] == HOMES["shared"].router_ipv4
    assert told["ipv6"]["addresses"] == [f"[{node.ipv6}]:{told['port']}"]


def test_the_doctor_knows_overlays(lab: Laboratory) -> None:
    node = host_of(lab, "nothing", 1)
    node.configure(
        "link add tailscale0 type bridge",
        "address add 100.101.102.103/32 dev tailscale0",
        "link set tailscale0 up",
    )
    try:
        status, said = doctor(node)
    finally:
        node.configure("link delete tailscale0")
    assert status == 0
    assert "Friends in the same overlay network (tailscale0) can join, at 100.101.102.103" in said


def test_the_doctor_finds_nobody_without_a_network(lab: Laboratory) -> None:
    node = host_of(lab, "nothing", 1)
    node.configure("link set eth0 down")
    try:
        status, said = doctor(node)
    finally:
        node.configure("link set eth0 up")
    assert status == 5
    assert "This computer is in no network: only programs on itself can join." in said
