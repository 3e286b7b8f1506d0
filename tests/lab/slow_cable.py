"""A cable that takes its time: what goes in at one end comes out at the other, later.

    python -m tests.lab.slow_cable DEVICE DEVICE SECONDS

Makes two Ethernet devices (TAP) where it is started; they may be moved to other namespaces.  Says
"ready" when they are there, and works until standard input ends.  (The kernel's own way, netem,
is not in every kernel.)
"""

from __future__ import annotations

import fcntl
import os
import select
import struct
import sys
import time
from collections import deque

_TUNSETIFF = 0x400454CA  # linux/if_tun.h
_IFF_TAP_WITHOUT_HEADER = 0x0002 | 0x1000
_LONGEST_FRAME = 65536


def _device(name: str) -> int:
    end = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(end, _TUNSETIFF, struct.pack("16sH", name.encode(), _IFF_TAP_WITHOUT_HEADER))
    return end


def _carry(first: int, second: int, delay: float) -> None:
    other = {first: second, second: first}
    on_their_way: deque[tuple[float, int, bytes]] = deque()
    while True:
        wait = max(on_their_way[0][0] - time.monotonic(), 0) if on_their_way else None
        ready, _, _ = select.select([first, second, sys.stdin], [], [], wait)
        if sys.stdin in ready:
            return
        for end in ready:
            frame = os.read(end, _LONGEST_FRAME)
            on_their_way.append((time.monotonic() + delay, other[end], frame))
        while on_their_way and on_their_way[0][0] <= time.monotonic():
            _, end, frame = on_their_way.popleft()
            try:
                os.write(end, frame)
            except OSError:
                continue  # the device there is down: so is the cable


if __name__ == "__main__":
    ends = [_device(name) for name in sys.argv[1:3]]
    print("ready", flush=True)
    _carry(ends[0], ends[1], float(sys.argv[3]))
