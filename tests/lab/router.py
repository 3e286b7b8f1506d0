"""What a home's router does: translate addresses, keep unwanted connections out, map ports."""

from __future__ import annotations

import subprocess
import time
import uuid
from pathlib import Path

from tests.lab.commands import tool
from tests.lab.node import Node
from tests.lab.plan import HomePlan, PortMapping

_READY_WITHIN = 5.0  # seconds
_SSDP, _NAT_PMP = 1900, 5351  # UDP ports


def translation(plan: HomePlan) -> str:
    """Return the rules of a carrier's router: it translates addresses and knows no more."""
    return f"""
table inet filter {{
  chain postrouting {{
    type nat hook postrouting priority 100; policy accept;
    meta nfproto ipv4 oifname "wan0" {_masquerade(plan)}
  }}
}}
"""


def _masquerade(plan: HomePlan) -> str:
    return "masquerade" if plan.ports == "kept" else "masquerade fully-random"


def firewall(plan: HomePlan) -> str:
    """Return the router's rules: out goes everything, in comes what answers.

    The table and chains are those that miniupnpd fills unless it is told otherwise.
    """
    refuse = "meta l4proto tcp reject with tcp reset" if plan.unwanted == "reset" else ""
    service = plan.port_mapping
    no_pcp = f"udp dport {_NAT_PMP} @th,64,8 2 drop" if service and not service.pcp else ""
    no_nat_pmp = f"udp dport {_NAT_PMP} @th,64,8 0 drop" if service and not service.nat_pmp else ""
    return f"""
table inet filter {{
  chain input {{
    type filter hook input priority 0; policy accept;
    {no_pcp}
    {no_nat_pmp}
    iifname != "wan0" accept
    ct state established,related accept
    meta l4proto {{ icmp, ipv6-icmp }} accept
    {refuse}
    drop
  }}
  chain forward {{
    type filter hook forward priority 0; policy drop;
    ct state established,related accept
    iifname "lan0" accept
    meta l4proto ipv6-icmp accept
    jump forwarded
    jump miniupnpd
    {refuse}
  }}
  chain prerouting {{
    type nat hook prerouting priority -100; policy accept;
    jump forwarded_ports
    jump prerouting_miniupnpd
  }}
  chain postrouting {{
    type nat hook postrouting priority 100; policy accept;
    jump postrouting_miniupnpd
    meta nfproto ipv4 oifname "wan0" {_masquerade(plan)}
  }}
  chain forwarded {{ }}
  chain forwarded_ports {{ }}
  chain miniupnpd {{ }}
  chain prerouting_miniupnpd {{ }}
  chain postrouting_miniupnpd {{ }}
}}
"""


def forwarded(port: int, host: Node) -> str:
    """Return the rules that pass a TCP port on to a host, as people set it in their routers."""
    return f"""
add rule inet filter forwarded_ports iifname "wan0" meta nfproto ipv4 tcp dport {port} \
dnat ip to {host.ipv4}:{port}
add rule inet filter forwarded iifname "wan0" ip daddr {host.ipv4} tcp dport {port} accept
add rule inet filter forwarded iifname "wan0" ip6 daddr {host.ipv6} tcp dport {port} accept
"""


def start_port_mapping(
    router: Node, plan: HomePlan, service: PortMapping, folder: Path
) -> subprocess.Popen[bytes]:
    """Start miniupnpd on a router, and wait until it answers.  *folder* takes its files."""
    settings = folder / f"miniupnpd-{plan.name}.conf"
    settings.write_text(_settings(plan, service, folder))
    log_path = folder / f"miniupnpd-{plan.name}.log"
    with log_path.open("wb") as log:
        process = router.start(
            *(tool("miniupnpd"), "-d", "-f", str(settings)),
            *("-P", str(folder / f"miniupnpd-{plan.name}.pid")),
            stdout=log,
            stderr=log,
        )
    due = {_SSDP} if service.upnp else set()
    due |= {_NAT_PMP} if service.nat_pmp or service.pcp else set()
    end = time.monotonic() + _READY_WITHIN
    while not due <= _udp_ports(router):
        if process.poll() is not None or time.monotonic() > end:
            raise RuntimeError("miniupnpd does not come up: " + log_path.read_text())
        time.sleep(0.02)
    return process


def _settings(plan: HomePlan, service: PortMapping, folder: Path) -> str:
    def yes(value: bool) -> str:
        return "yes" if value else "no"

    network = f"{plan.lan_ipv4}.0/24"
    allowed = f"allow 1024-65535 {network} 1024-65535\n" if service.permits else ""
    return f"""ext_ifname=wan0
listening_ip=lan0
http_port=0
enable_natpmp={yes(service.nat_pmp or service.pcp)}
enable_upnp={yes(service.upnp)}
secure_mode=yes
system_uptime=yes
min_lifetime=10
notify_interval=30
uuid={uuid.uuid4()}
lease_file={folder}/leases-{plan.name}
{allowed}deny 0-65535 0.0.0.0/0 0-65535
"""


def _udp_ports(router: Node) -> set[int]:
    """Return the UDP ports that are bound on a router, IPv4."""
    table = router.run("cat", "/proc/net/udp").stdout.splitlines()[1:]
    return {int(line.split()[1].rpartition(":")[2], 16) for line in table}
