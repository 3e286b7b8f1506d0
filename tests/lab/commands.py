"""Running the commands that the laboratory is made with."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

_TOOLS = ("ip", "bridge", "nft", "miniupnpd")
_SYSTEM_FOLDERS = ("/usr/sbin", "/sbin")


def what_is_missing() -> str | None:
    """Return why no laboratory can be made here, or None."""
    if sys.platform != "linux":
        return "network namespaces are Linux's"
    if os.geteuid() != 0:
        return "network namespaces are made by root only"
    missing = [tool for tool in _TOOLS if find_tool(tool) is None]
    if missing:
        packages = "iproute2, nftables, miniupnpd-nftables"
        return f"missing: {', '.join(missing)} (Debian packages {packages})"
    if not Path("/dev/net/tun").exists():
        return "missing: /dev/net/tun"
    return None


def find_tool(name: str) -> str | None:
    """Return the path of a program, which may be in a folder that only root searches."""
    path = os.pathsep.join([os.environ.get("PATH", ""), *_SYSTEM_FOLDERS])
    return shutil.which(name, path=path)


def tool(name: str) -> str:
    """Return the path of a program that is there."""
    path = find_tool(name)
    assert path is not None, name
    return path


def command(*words: str, given: str | None = None, seconds: float = 30) -> str:
    """Run a command and return what it printed.  Raises ``RuntimeError`` if it fails."""
    done = run([tool(words[0]), *words[1:]], given=given, seconds=seconds)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(words)}: {done.stdout}{done.stderr}{given or ''}")
    return done.stdout


def run(
    words: Sequence[str], *, given: str | None = None, seconds: float = 30
) -> subprocess.CompletedProcess[str]:
    """Run a command to its end."""
    return subprocess.run(
        words, input=given, capture_output=True, text=True, timeout=seconds, check=False
    )


needs_laboratory = pytest.mark.skipif(what_is_missing() is not None, reason=str(what_is_missing()))
