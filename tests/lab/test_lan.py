"""Tables on a LAN between real programs: durak's own, and Avahi as another one."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.cli.programs import DURAK, Program
from tests.cli.screens import Screen
from tests.cli.test_terminal import Terminal
from tests.lab.avahi import avahi, needs_avahi
from tests.lab.commands import command, needs_laboratory
from tests.lab.laboratory import Laboratory
from tests.lab.node import Node
from tests.lab.plan import HomePlan

pytestmark = needs_laboratory
SERVICE = "_durak-p2p._tcp"
COMPUTER = ("--computer", "--new-key")


@pytest.fixture
def lab() -> Iterator[Laboratory]:
    with Laboratory(HomePlan("a")) as made:
        yield made


class OnNode(Program):
    """`durak` on a host of the laboratory."""

    def __init__(self, node: Node, home: Path, *arguments: str) -> None:
        super().__init__(home, *arguments, prefix=node.prefix, DURAK_LAN="yes")


@contextmanager
def durak(node: Node, home: Path, *arguments: str) -> Iterator[OnNode]:
    running = OnNode(node, home, *arguments)
    try:
        yield running
    finally:
        running.close()


def listed(node: Node, home: Path, seconds: float = 4) -> list[dict[str, Any]]:
    """Return what `durak lan` has listed at last."""
    with durak(node, home, "lan", "--json", f"--once={seconds}") as run:
        assert run.end(60) == 0, run.errors
    tables: dict[int, dict[str, Any]] = {}
    for line in map(json.loads, run.output.splitlines()):
        assert line["lan"] in ("table", "gone"), line
        if line["lan"] == "table":
            tables[line["number"]] = line
        else:
            del tables[line["number"]]
    return list(tables.values())


def pin_of(host: Program) -> str:
    return re.sub(r"\D", "", host.wait_for(r"the PIN \d{4}"))


def play_from_the_list(host: Program, guest: Program) -> None:
    """Choose the table, type the PIN, and play to the end."""
    pin = pin_of(host)
    number = guest.wait_for(r"(?m)^\d+  Anna").split()[0]
    guest.type(number)
    guest.wait_for("The PIN on the host's screen:")
    guest.type(pin)
    assert host.end(120) == 0, host.errors
    assert guest.end(60) == 0, guest.errors


def test_a_table_is_found_chosen_and_played_at(lab: Laboratory, tmp_path: Path) -> None:
    a1, a2 = lab.home("a").hosts
    with (
        durak(a1, tmp_path / "1", "host", "--name=Anna", "--deck=24", *COMPUTER) as host,
        durak(a2, tmp_path / "2", "lan", "--name=Boris", *COMPUTER) as guest,
    ):
        play_from_the_list(host, guest)
    assert not listed(a2, tmp_path / "3", 3)


def test_a_wrong_pin_is_told_on_both_sides(lab: Laboratory, tmp_path: Path) -> None:
    a1, a2 = lab.home("a").hosts
    with (
        durak(a1, tmp_path / "1", "host", "--name=Anna") as host,
        durak(a2, tmp_path / "2", "lan", "--name=Boris") as guest,
    ):
        pin = pin_of(host)
        guest.type(guest.wait_for(r"(?m)^\d+  Anna").split()[0])
        guest.wait_for("The PIN on the host's screen:")
        guest.type(f"{(int(pin) + 1) % 10_000:04}")
        guest.wait_for("That is not the PIN.")
        host.wait_for(rf"Somebody at {a2.ipv4} has typed a wrong PIN\.")
        guest.type(pin)
        guest.wait_for(r"At the table: Anna[^,\n]*, Boris")
        guest.type("quit")
        guest.type("quit")
        assert guest.end() == 3
        host.type("quit")
        host.end()


def test_with_three_interfaces_each_a_table_stands_there_once(
    lab: Laboratory, tmp_path: Path
) -> None:
    """Two of them in the same LAN (cable and Wi-Fi), one in a network of its own."""
    home = lab.home("a")
    a1, a2 = home.hosts
    for number, node, address in (
        (1, a1, "192.168.1.99"),
        (2, a1, "192.168.77.99"),
        (3, a2, "192.168.1.98"),
        (4, a2, "192.168.78.98"),
    ):
        command(
            *("ip", "link", "add", f"extra{number}", "netns", home.router.namespace),
            *("type", "veth", "peer", "name", f"eth{number}", "netns", node.namespace),
        )
        home.router.configure(f"link set extra{number} up")
        if address.startswith("192.168.1."):
            home.router.configure(f"link set extra{number} master lan0")
        node.configure(f"address add {address}/24 dev eth{number}", f"link set eth{number} up")
    with durak(a1, tmp_path / "1", "host", "--name=Anna") as host:
        pin_of(host)
        (table,) = listed(a2, tmp_path / "2", 5)
        assert table["name"] == "Anna"
        hosts = {address.rpartition(":")[0] for address in table["addresses"]}
        assert {a1.ipv4, "192.168.1.99", "192.168.77.99", f"[{a1.ipv6}]"} <= hosts
        assert len(table["addresses"]) == len(set(table["addresses"]))
        host.type("quit")
        assert host.end() == 3
    assert not listed(a2, tmp_path / "3", 3)


def test_on_a_lan_without_ipv4(lab: Laboratory, tmp_path: Path) -> None:
    a1, a2 = lab.home("a").hosts
    for node in (a1, a2):
        node.configure("address flush dev eth0 scope global")  # link-local IPv6 is what is left
    with (
        durak(a1, tmp_path / "1", "host", "--name=Anna", "--deck=24", *COMPUTER) as host,
        durak(a2, tmp_path / "2", "lan", "--name=Boris", *COMPUTER) as guest,
    ):
        play_from_the_list(host, guest)
        assert "at [fe80::" in guest.output


def test_the_list_on_a_terminal(lab: Laboratory, tmp_path: Path) -> None:
    """It changes in place, asks for the PIN, and leaves the terminal as it was."""
    a1, a2 = lab.home("a").hosts
    boris = Terminal(tmp_path / "2", "lan", "--name=Boris", prefix=a2.prefix)
    try:
        boris.wait_for("Looking for tables on your LAN")
        with durak(a1, tmp_path / "1", "host", "--name=Anna") as host:
            pin = pin_of(host)
            boris.wait_to_see(r"1  Anna, at(?s:.*)Number of a table")
            host.type("quit")
            host.end()
        boris.wait_to_see("Looking for tables on your LAN")
        boris.type("1")
        boris.wait_for("There is no table 1.")
        with durak(a1, tmp_path / "1", "host", "--name=Anna") as host:
            pin = pin_of(host)
            boris.wait_to_see("2  Anna, at")
            boris.type("2")
            boris.wait_to_see("The PIN on the host's screen:")
            boris.type("")  # back to the list
            boris.type("2")
            boris.type(pin)
            boris.wait_for(r"At the table: Anna[^,\n]*, Boris")
            boris.type("quit")
            boris.type("quit")
            assert boris.end() == 3
    finally:
        boris.child.close(force=True)


def test_a_table_from_the_start_screen(lab: Laboratory, tmp_path: Path) -> None:
    """The list is a page of the screen: it can be left, and the PIN is typed there."""
    a1, a2 = lab.home("a").hosts
    boris = Screen(tmp_path / "2", [*a2.prefix, *DURAK], (80, 24), DURAK_YES="no")
    try:
        boris.wait_for("Tables on your LAN")
        boris.child.send("l")
        boris.wait_for("Looking for tables on your LAN")
        with durak(a1, tmp_path / "1", "host", "--name=Anna") as host:
            pin = pin_of(host)
            boris.wait_for("1  Anna, at")
            boris.child.send("\x1b")
            boris.wait_for("Play against the computer")
            boris.child.send("l")
            boris.wait_for("1  Anna, at")
            boris.child.send("1")
            boris.wait_for("The table asks for the PIN")
            boris.child.send(f"{(int(pin) + 1) % 10_000:04}\r")
            boris.wait_for("That is not the PIN.")
            boris.child.send(f"{pin}\r")
            boris.wait_for("All are here. R: begin by these rules.")
            host.wait_for(r"At the table: Anna[^,\n]*, \w+")
            boris.child.send("qy")
            boris.wait_for("Play against the computer")
            boris.child.send("q")
            assert boris.end() == 0
    finally:
        boris.child.close(force=True)


@pytest.mark.parametrize("how", ["\x03", "\x04", "quit\r"])
def test_every_way_out_of_the_list(how: str, lab: Laboratory, tmp_path: Path) -> None:
    boris = Terminal(tmp_path, "lan", "--name=Boris", prefix=lab.host("a2").prefix)
    try:
        boris.wait_for("Number of a table")
        boris.child.send(how)
        assert boris.end(10) == 0
    finally:
        boris.child.close(force=True)


def test_joining_by_a_typed_address(lab: Laboratory, tmp_path: Path) -> None:
    a1, a2 = lab.home("a").hosts
    with durak(a1, tmp_path / "1", "host", "--name=Anna") as host:
        pin = pin_of(host)
        address = host.wait_for(r"durak join \S+ --pin").split()[2]
        wrong = f"{(int(pin) + 1) % 10_000:04}"
        with durak(a2, tmp_path / "2", "join", address, f"--pin={wrong}") as guest:
            assert guest.end(20) == 1
            assert "That is not the PIN." in guest.errors
        with durak(a2, tmp_path / "2", "join", address, "--computer") as guest:
            assert guest.end(20) == 1
            assert "give it by --pin" in guest.errors
        with durak(a2, tmp_path / "2", "join", address, f"--pin={pin}", "--name=Boris") as guest:
            guest.wait_for(r"At the table: Anna[^,\n]*, Boris")


def test_who_watches_gets_in_by_address_and_pin_after_the_host_was_killed_as_well(
    lab: Laboratory, tmp_path: Path
) -> None:
    a1, a2 = lab.home("a").hosts
    quick = ("--pace=0.3", *COMPUTER)
    with durak(a2, tmp_path / "2", "lan", "--name=Boris", *quick) as guest:
        with durak(a1, tmp_path / "1", "host", "--name=Anna", "--no-internet", *quick) as host:
            pin = pin_of(host)
            typed = host.wait_for(r"durak join \S+ --pin").split()[2]
            guest.type(guest.wait_for(r"(?m)^\d+  Anna").split()[0])
            guest.wait_for("The PIN on the host's screen:")
            guest.type(pin)
            guest.wait_for("The cards are dealt")
            host.process.kill()
        with durak(a1, tmp_path / "1", "resume") as host:
            host.wait_for("You are back at the table")
            watching = ("watch", typed, f"--pin={pin}", "--name=Wera")
            with durak(a2, tmp_path / "3", *watching) as watcher:
                host.wait_for("Wera watches.")
                watcher.wait_for("The cards are dealt")
                guest.wait_for("Anna is back.")
                assert "router" not in host.output  # it asks no more than before
                host.type("quit")
                assert host.end() == 3
                assert guest.end() == 0
                assert watcher.end() == 0


def test_a_typed_address_is_enough_where_mdns_is_cut(lab: Laboratory, tmp_path: Path) -> None:
    a1, a2 = lab.home("a").hosts
    a2.firewall(
        "table inet cut { chain in { type filter hook input priority 0; udp dport 5353 drop; }; }"
    )
    with durak(a1, tmp_path / "1", "host", "--name=Anna") as host:
        pin = pin_of(host)
        address = host.wait_for(r"durak join \S+ --pin").split()[2]
        with durak(a2, tmp_path / "2", "lan", "--name=Boris") as guest:
            guest.wait_for("No table is found yet.", 30)
            guest.wait_for("UDP port 5353")
            guest.type(address)
            guest.wait_for("The PIN on the host's screen:")
            guest.type("quit")
            guest.type(address)
            guest.type(pin)
            guest.wait_for(r"At the table: Anna[^,\n]*, Boris")
        host.wait_for("Boris")


def test_a_port_that_a_firewall_swallows_is_told(lab: Laboratory, tmp_path: Path) -> None:
    a1, a2 = lab.home("a").hosts
    a1.firewall(
        "table inet cut { chain in { type filter hook input priority 0; "
        "tcp flags & (syn | ack) == syn drop; }; }"
    )
    with (
        durak(a1, tmp_path / "1", "host", "--name=Anna", "--open") as host,
        durak(a2, tmp_path / "2", "lan", "--name=Boris") as guest,
    ):
        host.wait_for("anybody there can sit down")
        guest.type(guest.wait_for(r"(?m)^\d+  Anna").split()[0])
        guest.wait_for("Nobody answers there: ", 60)
        guest.type("quit")
        assert guest.end() == 0


@needs_avahi
def test_avahi_sees_our_tables_and_we_see_its(lab: Laboratory, tmp_path: Path) -> None:
    a1, a2 = lab.home("a").hosts
    folder = tmp_path / "avahi"
    folder.mkdir()
    with (
        durak(a1, tmp_path / "1", "host", "--name=Anna", "--players=3", "--port=7777") as host,
        avahi(a2, "other", folder) as other,
    ):
        pin_of(host)
        listed(a1, tmp_path / "3")
        found = other.browse(SERVICE)
        assert {line[2] for line in found} == {"IPv4", "IPv6"}
        assert len({line[3] for line in found}) == 1  # one table
        for line in found:
            assert re.fullmatch(r"[0-9a-f]{16}", line[3])
            assert line[8] == "7777"
            txt = set(re.findall(r'"([^"]*)"', line[9]))
            assert {"v=1", "wire=1", "name=Anna", "seats=1/3", "pin=1"} < txt
        assert a1.ipv4 in {line[7] for line in found}
        with other.publish(
            "00112233445566aa", SERVICE, 7000, "v=1", "wire=1", "name=Eve", "seats=2/2", "pin=0"
        ):
            tables = {table["name"]: table for table in listed(a1, tmp_path / "2", 5)}
            assert tables.keys() == {"Anna", "Eve"}
            assert tables["Eve"]["rules"] is None
            assert f"{a2.ipv4}:7000" in tables["Eve"]["addresses"]
        host.type("quit")
        assert host.end() == 3
        end = time.monotonic() + 20  # a second after the goodbye (RFC 6762, 10.1)
        while other.browse(SERVICE) and time.monotonic() < end:
            time.sleep(0.2)
        assert not other.browse(SERVICE)
