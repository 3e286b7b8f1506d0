"""Avahi on a host of the laboratory: another program that speaks mDNS."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.lab.commands import find_tool, tool
from tests.lab.node import Node, end

_TOOLS = ("avahi-daemon", "avahi-browse", "avahi-publish", "dbus-daemon")
_MISSING = [name for name in _TOOLS if find_tool(name) is None]

needs_avahi = pytest.mark.skipif(
    bool(_MISSING),
    reason=f"missing: {', '.join(_MISSING)} (Debian packages avahi-daemon, avahi-utils, dbus)",
)

# A message bus of its own; the daemon's files are where it wants them, but in a /run that only
# this host sees: `ip netns exec` gives each command mounts of its own.
_START = """
set -e
mount -t tmpfs tmpfs /run
mkdir -p /run/avahi-daemon
cat > "$1/bus.conf" <<END
<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>system</type>
  <listen>unix:path=$1/bus</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow user="*"/><allow own="*"/><allow send_destination="*"/><allow receive_sender="*"/>
  </policy>
</busconfig>
END
cat > "$1/avahi.conf" <<END
[server]
host-name=$2
use-ipv4=yes
use-ipv6=yes
enable-dbus=yes
[rlimits]
END
export DBUS_SYSTEM_BUS_ADDRESS="unix:path=$1/bus"
"$3" --config-file="$1/bus.conf" --nofork --nopidfile &
while [ ! -S "$1/bus" ]; do sleep 0.05; done
"$4" --no-drop-root --no-chroot --no-rlimits --file="$1/avahi.conf"
"""


class Avahi:
    """A running Avahi."""

    def __init__(self, node: Node, folder: Path) -> None:
        self._node = node
        self._environment = {"DBUS_SYSTEM_BUS_ADDRESS": f"unix:path={folder / 'bus'}"}

    def browse(self, service: str) -> list[list[str]]:
        """Return the services that are found, resolved: the fields of avahi-browse's lines."""
        done = subprocess.run(
            [*self._node.prefix, tool("avahi-browse"), "-rpt", service],
            capture_output=True,
            text=True,
            timeout=30,
            env=self._environment,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return [line.split(";") for line in done.stdout.splitlines() if line.startswith("=")]

    @contextmanager
    def publish(self, name: str, service: str, port: int, *txt: str) -> Iterator[None]:
        """Announce a service."""
        words = (tool("avahi-publish"), "-s", name, service, str(port), *txt)
        process = self._node.start(*words, env=self._environment, stderr=subprocess.PIPE)
        assert process.stderr is not None
        assert b"Established" in process.stderr.readline()
        try:
            yield
        finally:
            end(process)


@contextmanager
def avahi(node: Node, name: str, folder: Path) -> Iterator[Avahi]:
    """Run Avahi on a host; it calls the host *name*, and its files are in *folder*."""
    words = ("sh", "-c", _START, "sh", str(folder), name, tool("dbus-daemon"), tool("avahi-daemon"))
    process = node.start(
        *words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True
    )
    running = Avahi(node, folder)
    try:
        deadline = time.monotonic() + 20
        while True:
            try:
                running.browse("_none._tcp")
                break
            except AssertionError:
                if time.monotonic() > deadline or process.poll() is not None:
                    raise
                time.sleep(0.1)
        yield running
    finally:
        subprocess.run(["kill", "--", f"-{process.pid}"], check=False)
        end(process)
