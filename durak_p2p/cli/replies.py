"""Reply codes on the command line: a guest's own, and those that are typed at a host."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import trio

from durak_p2p.cli.reaching import ask_routers
from durak_p2p.net.invite import Address
from durak_p2p.net.reach.gateways import source_addresses
from durak_p2p.net.reach.mapper import PortMapping
from durak_p2p.net.reply import MOST_CANDIDATES, is_reply, usable
from durak_p2p.ui.typed_lines import Lines


async def find_candidates(
    port: int, given: Sequence[Address], nursery: trio.Nursery, *, ask: bool = True
) -> tuple[Address, ...]:
    """Return the addresses under which a host may find us, best first.

    Asks the router for its public address, and to let the host in; the mapping is kept as long as
    the *nursery* runs; without *ask* no router is asked.  *given* are addresses that the user has
    said.
    """
    mapping = PortMapping(port)
    reach = await ask_routers(mapping, nursery) if ask else mapping.reach
    refusing = [outcome.external for outcome in (reach.ipv4, reach.ipv6)]
    own = [ip for ip in (*refusing, *source_addresses()) if ip is not None and usable(str(ip))]
    at_port = [Address(str(ip), port) for ip in own]
    return tuple(dict.fromkeys([*given, *reach.addresses, *at_port]))[:MOST_CANDIDATES]


class ReplyLines:
    """Typed lines without the reply codes among them, which are taken out on the way."""

    def __init__(self, lines: Lines, take: Callable[[str], None]) -> None:
        self._lines = lines
        self._take = take
        self.live = lines.live

    async def next_line(self) -> str | None:
        """Return the next line that is no reply code, or None when there will be no more."""
        while (line := await self._lines.next_line()) is not None:
            if not is_reply(line):
                return line
            self._take(line)
        return None
