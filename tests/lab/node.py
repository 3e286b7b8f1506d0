"""One computer of the laboratory: a network namespace."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

from tests.lab.commands import command, run, tool


class Node:
    """A host or router.  ``prefix`` put before a command's words runs it there.

    ``ipv4`` and ``ipv6`` are the addresses of a host in its home; a router's are those inside.
    """

    def __init__(self, namespace: str, ipv4: str = "", ipv6: str = "") -> None:
        self.namespace = namespace
        self.ipv4 = ipv4
        self.ipv6 = ipv6
        self._processes: list[subprocess.Popen[Any]] = []

    def make(self) -> None:
        """Make the namespace, with a loopback that is up."""
        command("ip", "netns", "add", self.namespace)
        # Nobody else has its addresses; looking for that would take a second each time.
        self._set("net/ipv6/conf/default/accept_dad", "0")
        self.configure("link set lo up")

    @property
    def prefix(self) -> list[str]:
        """The words that make a command run in here.  They leave its process id as it is."""
        return [tool("ip"), "netns", "exec", self.namespace]

    def configure(self, *lines: str) -> None:
        """Give commands to ``ip``, one a line."""
        command("ip", "-n", self.namespace, "-batch", "-", given="\n".join(lines) + "\n")

    def firewall(self, rules: str) -> None:
        """Give rules to ``nft``."""
        command(*self.prefix, tool("nft"), "-f", "-", given=rules)

    def forward_packets(self) -> None:
        """Make a router of it."""
        for setting in ("ipv4/ip_forward", "ipv6/conf/all/forwarding"):
            self._set(f"net/{setting}", "1")

    def _set(self, setting: str, value: str) -> None:
        command(*self.prefix, "tee", f"/proc/sys/{setting}", given=value)

    def run(
        self, *words: str, given: str | None = None, seconds: float = 30
    ) -> subprocess.CompletedProcess[str]:
        """Run a command to its end."""
        return run([*self.prefix, *words], given=given, seconds=seconds)

    def python(self, code: str, *arguments: str, seconds: float = 30) -> str:
        """Run a Python program, which must end well, and return what it printed."""
        done = self.run(sys.executable, "-c", code, *arguments, seconds=seconds)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def start(self, *words: str, **options: Any) -> subprocess.Popen[Any]:
        """Start a command, which is ended with the laboratory at the latest.

        *options* are those of ``subprocess.Popen``.
        """
        process = subprocess.Popen([*self.prefix, *words], **options)
        self._processes.append(process)
        return process

    def remove(self) -> None:
        """End what was started here, and take the namespace down."""
        for process in self._processes:
            end(process)
        command("ip", "netns", "delete", self.namespace)


def end(process: subprocess.Popen[Any], patience: float = 3.0) -> None:
    """End a process, which has *patience* seconds to do it by itself."""
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(patience)
        except subprocess.TimeoutExpired:
            process.kill()
    process.wait()
    for stream in (process.stdin, process.stdout, process.stderr):
        if stream is not None:
            stream.close()
