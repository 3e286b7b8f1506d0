"""Outsiders who use up a table's connections: silent ones, and some who say half a hello.

    python -m tests.net.knocking PORT SILENT RATE [SOURCE …]

Keeps SILENT connections open that say nothing (once a second those that are hung up on are
replaced), and opens RATE a second besides that say half a TLS hello and wait; from all SOURCE
addresses in turn (127.0.0.2 …).  Says "ready" when the silent ones have been opened, then how many
it has opened in each second; works until it is ended.
"""

from __future__ import annotations

import itertools
import selectors
import socket
import sys
import time
from collections import deque
from contextlib import suppress

HALF_A_HELLO = b"\x16\x03\x01\x02\x00\x01\x00"
_MOST_OPEN = 2000  # that have said half a hello; older ones are let go
_PATIENCE = 0.05  # seconds for a connection to come about; the kernel's queue may be full


class Knocker:
    """All connections of all the outsiders."""

    def __init__(self, port: int, sources: list[str]) -> None:
        self._port = port
        self._sources = itertools.cycle(sources)
        self._silent = selectors.DefaultSelector()
        self._half: deque[socket.socket] = deque()
        self.opened = 0

    def _open(self) -> socket.socket | None:
        made = socket.socket()
        made.settimeout(_PATIENCE)
        try:
            made.bind((next(self._sources), 0))
            made.connect(("127.0.0.1", self._port))
        except OSError:
            made.close()
            return None
        self.opened += 1
        return made

    def be_silent(self, count: int) -> None:
        """See to it that *count* silent connections are open, so far as they come about."""
        for key, _ in self._silent.select(0):
            self._silent.unregister(key.fileobj)
            key.fileobj.close()  # type: ignore[union-attr]
        for _ in range(count - len(self._silent.get_map())):
            if (made := self._open()) is not None:
                self._silent.register(made, selectors.EVENT_READ)

    def say_half(self) -> None:
        """Open a connection and say half a hello."""
        made = self._open()
        if made is None:
            return
        with suppress(OSError):
            made.send(HALF_A_HELLO)
        self._half.append(made)
        if len(self._half) > _MOST_OPEN:
            self._half.popleft().close()


def main(port: int, silent: int, rate: int, sources: list[str]) -> None:
    knocker = Knocker(port, sources)
    knocker.be_silent(silent)
    print("ready", flush=True)
    begun = told = time.monotonic()
    halves = last = 0
    while True:
        now = time.monotonic()
        while halves < rate * (now - begun):
            halves += 1
            knocker.say_half()
        if now - told >= 1:
            knocker.be_silent(silent)
            print(f"opened {knocker.opened - last}", flush=True)
            told, last = now, knocker.opened
        time.sleep(0.005)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:4]), sys.argv[4:] or ["127.0.0.1"])  # type: ignore[misc]
