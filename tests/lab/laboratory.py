"""Making a laboratory, and taking it down again."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Self

from tests.lab import router
from tests.lab.commands import command, tool
from tests.lab.node import Node, end
from tests.lab.plan import HOSTS_PER_HOME, INTERNET_IPV4, INTERNET_IPV6, HomePlan

_numbers = itertools.count()
_CHECKOUT = Path(__file__).parents[2]


class Home:
    """A home: its router and its hosts.  ``public_ipv4`` is where the internet sees it."""

    def __init__(self, plan: HomePlan, gateway: Node, hosts: list[Node], internet: Node) -> None:
        self.plan = plan
        self.router = gateway
        self.hosts = hosts
        self.public_ipv4 = plan.public_ipv4
        self._internet = internet

    def forward(self, port: int, host: Node) -> None:
        """Pass a TCP port of the router on to *host*, over IPv4 and IPv6."""
        self.router.firewall(router.forwarded(port, host))

    def cut(self) -> None:
        """Cut the line to the internet: from now on everything is lost there, silently."""
        self._set_port("disabled")

    def heal(self) -> None:
        """Mend the line."""
        self._set_port("forwarding")

    def _set_port(self, state: str) -> None:
        number = {"disabled": "0", "forwarding": "3"}[state]
        port = f"to-{self.plan.name}"
        command(*self._internet.prefix, tool("bridge"), "link", "set", "dev", port, "state", number)


class Laboratory:
    """Homes and an internet between them; a context manager.

    It needs root (see ``commands.what_is_missing``).  Namespaces have names that no other process
    takes.  Whatever happens, what was made is taken down and what was started is ended.
    """

    def __init__(self, *plans: HomePlan) -> None:
        self._plans = plans
        self._name = f"durak-{os.getpid()}-{next(_numbers)}"
        self._made = ExitStack()
        self.homes: dict[str, Home] = {}
        self.internet: Node

    def __enter__(self) -> Self:
        with ExitStack() as made:
            self._folder = Path(
                made.enter_context(tempfile.TemporaryDirectory(prefix="durak-lab-"))
            )
            self._made = made
            self._make_internet()
            for plan in self._plans:
                self.homes[plan.name] = self._make_home(plan)
            self._made = made.pop_all()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._made.close()

    def home(self, name: str) -> Home:
        """Return the home of that name."""
        return self.homes[name]

    def host(self, name: str) -> Node:
        """Return a host by its name: a1 is the first one of home a."""
        return self.homes[name[0]].hosts[int(name[1:]) - 1]

    def _node(self, name: str, ipv4: str = "", ipv6: str = "") -> Node:
        node = Node(f"{self._name}-{name}", ipv4, ipv6)
        node.make()
        self._made.callback(node.remove)
        return node

    def _make_internet(self) -> None:
        self.internet = self._node("internet", INTERNET_IPV4, INTERNET_IPV6)
        self.internet.configure(
            "link add bridge type bridge",
            f"address add {INTERNET_IPV4}/24 dev bridge",
            f"address add {INTERNET_IPV6}/64 dev bridge nodad",
            "link set bridge up",
        )
        self.internet.forward_packets()

    def _make_home(self, plan: HomePlan) -> Home:
        gateway = self._node(f"router-{plan.name}", f"{plan.lan_ipv4}.1", f"{plan.lan_ipv6}1")
        outer = self._make_carrier(plan, gateway) if plan.carrier else gateway
        self._link_to_internet(plan, outer)
        gateway.forward_packets()
        if not plan.carrier:
            gateway.configure(
                f"address add {plan.router_ipv4}/24 dev wan0",
                f"address add {plan.router_ipv6}/64 dev wan0 nodad",
                f"route add default via {INTERNET_IPV4}",
                f"route add default via {INTERNET_IPV6}",
            )
        gateway.configure(
            "link add lan0 type bridge",
            f"address add {gateway.ipv4}/24 dev lan0",
            f"address add {gateway.ipv6}/64 dev lan0 nodad",
            "link set lan0 up",
        )
        hosts = [self._make_host(plan, gateway, number) for number in range(HOSTS_PER_HOME)]
        gateway.firewall(router.firewall(plan))
        if plan.port_mapping is not None:
            router.start_port_mapping(gateway, plan, plan.port_mapping, self._folder)
        return Home(plan, gateway, hosts, self.internet)

    def _make_carrier(self, plan: HomePlan, gateway: Node) -> Node:
        """Put a second translation between a home's router and the internet."""
        carrier = self._node(f"carrier-{plan.name}")
        _cable(gateway, "wan0", carrier, "inner")
        carrier.forward_packets()
        inner = f"fe80::{plan.number}"
        carrier.configure(
            f"address add {plan.carrier_ipv4}/24 dev inner",
            f"address add {inner}/64 dev inner nodad",
            f"route add {plan.lan_ipv6}/64 via {inner}0 dev inner",
        )
        gateway.configure(
            f"address add {plan.router_ipv4}/24 dev wan0",
            f"address add {inner}0/64 dev wan0 nodad",
            f"route add default via {plan.carrier_ipv4}",
            f"route add default via {inner} dev wan0",
        )
        carrier.firewall(router.translation(plan))
        return carrier

    def _link_to_internet(self, plan: HomePlan, outer: Node) -> None:
        port = f"to-{plan.name}"
        if plan.delay:
            self._slow_cable(port, outer, plan)
        else:
            _cable(self.internet, port, outer, "wan0")
        self.internet.configure(
            f"link set {port} master bridge",
            f"route add {plan.lan_ipv6}/64 via {plan.router_ipv6}",
        )
        if plan.carrier:
            outer.configure(
                f"address add {plan.public_ipv4}/24 dev wan0",
                f"address add {plan.router_ipv6}/64 dev wan0 nodad",
                f"route add default via {INTERNET_IPV4}",
                f"route add default via {INTERNET_IPV6}",
            )

    def _slow_cable(self, port: str, outer: Node, plan: HomePlan) -> None:
        loose = f"loose-{plan.name}"
        process = self.internet.start(
            *(sys.executable, "-m", "tests.lab.slow_cable", port, loose, str(plan.delay)),
            cwd=_CHECKOUT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self._made.callback(end, process)
        assert process.stdout is not None
        if process.stdout.readline() != b"ready\n":
            raise RuntimeError("The slow cable does not work.")
        self.internet.configure(f"link set {loose} netns {outer.namespace} name wan0")
        self.internet.configure(f"link set {port} up")
        outer.configure("link set wan0 up")

    def _make_host(self, plan: HomePlan, gateway: Node, number: int) -> Node:
        name = f"{plan.name}{number + 1}"
        last = 10 + number
        host = self._node(name, f"{plan.lan_ipv4}.{last}", f"{plan.lan_ipv6}{last}")
        _cable(gateway, name, host, "eth0")
        gateway.configure(f"link set {name} master lan0")
        host.configure(
            f"address add {host.ipv4}/24 dev eth0",
            f"address add {host.ipv6}/64 dev eth0 nodad",
            f"route add default via {gateway.ipv4}",
            f"route add default via {gateway.ipv6}",
        )
        return host


def _cable(one: Node, device: str, other: Node, other_device: str) -> None:
    command(
        *("ip", "link", "add", device, "netns", one.namespace, "type", "veth"),
        *("peer", "name", other_device, "netns", other.namespace),
    )
    one.configure(f"link set {device} up")
    other.configure(f"link set {other_device} up")
