"""`durak host` behind real port mapping services: its invite leads in, while it runs."""

from __future__ import annotations

import json
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from durak_p2p.net.invite import Invite
from tests.cli.programs import INVITE, Program, run
from tests.lab.commands import needs_laboratory
from tests.lab.laboratory import Home, Laboratory
from tests.lab.node import Node
from tests.lab.plan import HomePlan, PortMapping

pytestmark = needs_laboratory
UPNP_ONLY = PortMapping(nat_pmp=False, pcp=False)
HOMES = {
    "PCP": HomePlan("a", PortMapping()),
    "NAT-PMP": HomePlan("b", PortMapping(pcp=False)),
    "UPnP": HomePlan("c", UPNP_ONLY),
    "nothing": HomePlan("d"),
    "shared": HomePlan("e", PortMapping(), carrier=True),
}
JSON = ("--computer", "--json", "--deck=24")


@pytest.fixture(scope="module")
def lab() -> Iterator[Laboratory]:
    with Laboratory(*HOMES.values()) as made:
        yield made


@contextmanager
def durak(node: Node, folder: Path, *arguments: str) -> Iterator[Program]:
    folder.mkdir(exist_ok=True)
    words = [*arguments, f"--out={folder / 'games'}"]
    program = Program(folder, *words, prefix=node.prefix, DURAK_INTERNET="yes")
    try:
        yield program
    finally:
        program.close()


def news(program: Program, kind: str) -> Any:
    return json.loads(program.wait_for(rf'\{{"news": "{kind}".*\}}'))


def rules_of(home: Home) -> str:
    return home.router.run("nft", "list", "ruleset").stdout


@pytest.mark.parametrize("protocol", ["PCP", "NAT-PMP", "UPnP"])
def test_a_friend_in_another_home_joins_by_the_invite_alone(
    lab: Laboratory, tmp_path: Path, protocol: str
) -> None:
    home, far = lab.home(HOMES[protocol].name), lab.host("d1")
    with durak(home.hosts[0], tmp_path / "1", "host", *JSON, "--port=41001") as host:
        told = news(host, "reach")["ipv4"]
        assert (told["state"], told["protocol"]) == ("mapped", protocol)
        invite = Invite.parse(news(host, "invite")["invite"])
        assert f"{home.public_ipv4}:41001" in map(str, invite.addresses)
        assert f"{home.hosts[0].ipv4}:41001" in map(str, invite.addresses)
        assert "41001" in rules_of(home)
        with durak(far, tmp_path / "2", "join", *JSON[:2], str(invite)) as guest:
            assert (host.end(60), guest.end(60)) == (0, 0)
    assert "41001" not in rules_of(home)
    replays = sorted(tmp_path.glob("*/games/*.durak"))
    assert len(replays) == 2
    assert run(tmp_path, "verify", str(replays[0])).returncode == 0


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM, None])
def test_the_port_is_given_back_however_the_host_leaves(
    lab: Laboratory, tmp_path: Path, ending: signal.Signals | None
) -> None:
    home = lab.home(HOMES["PCP"].name)
    with durak(home.hosts[0], tmp_path / "1", "host", "--port=41002") as host:
        host.wait_for(INVITE.pattern)
        assert "41002" in rules_of(home)
        if ending is None:
            host.type("quit")
        else:
            host.process.send_signal(ending)
        host.end()
    assert "41002" not in rules_of(home)


def test_a_host_that_is_stopped_while_it_asks_gives_nothing_away(
    lab: Laboratory, tmp_path: Path
) -> None:
    home = lab.home(HOMES["nothing"].name)
    with durak(home.hosts[0], tmp_path / "1", "host", "--port=41003") as host:
        host.wait_for("Asking your router")
        began = time.monotonic()
        host.process.send_signal(signal.SIGINT)
        host.end()
        assert time.monotonic() - began < 5
        assert not INVITE.search(host.output)


def test_shared_addresses_are_told_and_ipv6_leads_in(lab: Laboratory, tmp_path: Path) -> None:
    home, far = lab.home(HOMES["shared"].name), lab.host("d1")
    with durak(home.hosts[0], tmp_path / "1", "host", *JSON, "--port=41004") as host:
        told = news(host, "reach")
        assert told["ipv4"]["state"] == "shared"
        assert told["ipv4"]["not_public"] == HOMES["shared"].router_ipv4
        assert "your provider shares addresses among its customers" in told["text"]
        invite = Invite.parse(news(host, "invite")["invite"])
        assert HOMES["shared"].router_ipv4 not in [a.host for a in invite.addresses]
        with durak(far, tmp_path / "2", "join", *JSON[:2], str(invite)) as guest:
            assert (host.end(60), guest.end(60)) == (0, 0)


def test_without_any_help_the_host_says_so_in_time(lab: Laboratory, tmp_path: Path) -> None:
    began = time.monotonic()
    with durak(lab.host("d2"), tmp_path / "1", "host") as host:
        host.wait_for(INVITE.pattern)
        assert time.monotonic() - began < 12
        assert "it answers neither PCP, NAT-PMP nor UPnP" in host.output
        assert "`durak doctor` says who could join" in host.output
        assert "this computer only" not in host.output


@pytest.mark.parametrize("protocol", ["PCP", "NAT-PMP", "UPnP"])
def test_a_host_that_was_killed_takes_its_port_over_again(
    lab: Laboratory, tmp_path: Path, protocol: str
) -> None:
    home, far = lab.home(HOMES[protocol].name), lab.host("d1")
    node, port = home.hosts[1], "41005"
    slow = (*JSON, "--pace=0.3")
    with durak(node, tmp_path / "1", "host", *slow, f"--port={port}") as host:
        invite = news(host, "invite")["invite"]
        with durak(far, tmp_path / "2", "join", *JSON[:2], "--pace=0.3", invite) as guest:
            host.wait_for('"news": "move"')
            host.process.send_signal(signal.SIGKILL)
            host.process.wait()
            words = ("resume", *JSON[:2])
            again = Program(tmp_path / "1", *words, prefix=node.prefix, DURAK_INTERNET="yes")
            try:
                told = news(again, "reach")["ipv4"]
                assert told["addresses"] == [f"{home.public_ipv4}:{port}"]
                assert (again.end(60), guest.end(60)) == (0, 0)
            finally:
                again.close()
    # IPv4 only: a pinhole that was asked for by two processes in turn has been seen to stay in
    # miniupnpd's rules after PCP gave it back; it ends with its lease.
    assert not [line for line in rules_of(home).splitlines() if port in line and "dnat" in line]
