"""A peer that meets one other and keeps the link, as a process in a host of the laboratory.

    python -m tests.lab.meeting_peer OWN-NUMBER ITS-NUMBER PORT IDLE CANDIDATE…

Numbers stand for identities; a candidate is an address, with the same port.  IDLE: seconds after
which a silent link is dropped.  Prints what happens and how long it took: "linked 0.31", "lost".
"""

from __future__ import annotations

import dataclasses
import sys

import trio

from durak_p2p import limits
from durak_p2p.crypto import Identity
from durak_p2p.net.invite import Address
from durak_p2p.net.link import Link
from durak_p2p.net.listening import listen
from durak_p2p.net.mesh import Mesh
from durak_p2p.table.messages import Hello, Message

SECRET = b"a shared secret!"


@dataclasses.dataclass
class Teller:
    """The mesh's handler: tells of links."""

    since: float = 0.0

    def refusal(self, link: Link) -> str | None:
        return None

    def joined(self, link: Link) -> None:
        print(f"linked {trio.current_time() - self.since:.2f}", flush=True)

    def lost(self, link: Link) -> None:
        self.since = trio.current_time()
        print("lost", flush=True)

    async def receive(self, link: Link, message: Message) -> None:
        print("heard", flush=True)


def identity(number: int) -> Identity:
    return Identity.from_private_bytes(bytes([number]) * 32)


async def main(own: int, its: int, port: int, candidates: list[Address]) -> None:
    teller = Teller(trio.current_time())
    mesh = Mesh(identity(own), SECRET, lambda: Hello("Anna", bytes(16), port), teller)
    listeners = await listen(port, ("0.0.0.0", "::"))
    key = identity(its).public_key
    async with trio.open_nursery() as nursery:
        nursery.start_soon(mesh.serve, listeners)
        print("ready", flush=True)
        await mesh.keep(key, lambda: mesh.meet(port, candidates, key))


if __name__ == "__main__":
    own_, its_, port_ = map(int, sys.argv[1:4])
    limits.IDLE = float(sys.argv[4])  # type: ignore[misc]  # a test has less time than people
    limits.PING_EVERY = limits.IDLE / 4  # type: ignore[misc]
    trio.run(main, own_, its_, port_, [Address(host, port_) for host in sys.argv[5:]])
